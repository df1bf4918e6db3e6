"""A state as plain data, and that data as a line of text and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..cards import Card
from ..errors import NotationError
from ..profile.report import Path
from ..situations import Kind

if TYPE_CHECKING:
    from ..state import State

__all__ = ["FORMAT", "OPTIONAL", "data_of_text", "short", "state_to_dict", "state_to_text"]

FORMAT = 1
"""The format of a position."""
OPTIONAL = ("carried", "hands", "pool", "pots", "dealt_to")
"""What is left out of the data where there is nothing."""


def state_to_dict(state: State) -> dict[str, Any]:
    """A state as plain data (see `State.to_dict`)."""
    profile, setup, ledger = state.rules.profile, state._setup, state._ledger
    s = state._node.situation
    undealt = s.kind is Kind.DEAL
    data: dict[str, Any] = {
        "format": FORMAT, "profile": profile.id, "hash": profile.digest,
        "players": state.rules.players, "pack": state.pack, "dealer": state.dealer,
        "carried": setup.carried.to_dict(),
        "hands": [] if undealt else [_cards(hand) for hand in state.hands],
        "dead": _cards(state.dead), "awaits": s.to_dict(),
        "balances": list(ledger.balances), "pool": ledger.pool,
        "pots": {str(card): n for card, n in state.pots.items()},
        "dealt_to": list(setup.dealt_to),
    }  # fmt: skip
    return {key: value for key, value in data.items() if value or key not in OPTIONAL}


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


# --- the line of text -------------------------------------------------------------------------


def state_to_text(state: State) -> str:
    """A state as one line (see `State.to_text`)."""
    data = state_to_dict(state)
    words = {
        "players": str(data["players"]),
        "pack": data["pack"],
        "dealer": str(data["dealer"]),
        "hands": "/".join(map(_run_together, data.get("hands", ()))),
        "dead": _run_together(data["dead"]),
        "awaits": _situation(data["awaits"]),
        "money": ",".join(map(str, data["balances"])),
        "pool": str(data.get("pool", "")),
        "pots": _amounts(data.get("pots", {})),
        "dealt": ",".join("-" if n is None else str(n) for n in data.get("dealt_to", ())),
        "carried": _carried(data.get("carried", {})),
    }
    told = (f"{key}:{value}" for key, value in words.items() if value)
    return " ".join((f"{data['profile']}@{data['hash']}", *told))


def _run_together(cards: str) -> str:
    return cards.replace(" ", "") or "-"


def _situation(data: Mapping[str, Any]) -> str:
    """``turn,seat=1,last=0,needs=6C``: what is true is named, lists are joined by ``+``."""
    told = [str(data["kind"])]
    for name, value in data.items():
        if value is True:
            told.append(name)
        elif name != "kind":
            text = "+".join(value) if isinstance(value, list) else str(value)
            told.append(f"{name}={text.replace(' ', '_')}")
    return ",".join(told)


def _amounts(amounts: Mapping[str, int]) -> str:
    return ",".join(f"{card}={amount}" for card, amount in amounts.items())


def _carried(data: Mapping[str, Any]) -> str:
    told = []
    for name, value in data.items():
        inner = value.items() if isinstance(value, Mapping) else ()
        told += [f"{name}.{card}={number}" for card, number in inner] or [f"{name}={value}"]
    return ",".join(told)


def data_of_text(text: str) -> tuple[dict[str, Any], list[tuple[str, Path]]]:
    """The data that a line of text stands for; what it means is not asked here.

    Returns:
        The data, as far as it can be read, and what cannot be: what is wrong, and where.

    Raises:
        NotationError: the text is no position at all.
    """
    first, *rest = text.split()[: 2 * len(_READ)] or [""]
    profile, at, digest = first.partition("@")
    if not at:
        raise NotationError(f"a position begins with PROFILE@HASH, and this with {short(first)}")
    data: dict[str, Any] = {"format": FORMAT, "profile": profile, "hash": digest}
    unread: list[tuple[str, Path]] = []
    for word in rest:
        key, _, value = word.partition(":")
        name, read = _READ.get(key, (short(key), None))
        try:
            if read is None:
                raise NotationError(f"a position has no word {name}: there are {', '.join(_READ)}")
            if name in data:
                raise NotationError(f"{key!r} is said twice")
            data[name] = read(value)
        except NotationError as error:
            unread.append((str(error), (name,)))
    return data, unread


def short(text: str) -> str:
    """A text as it is shown in an error: no more of it than tells it from others."""
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


def _pair(text: str, sign: str) -> tuple[str, str]:
    name, found, value = text.partition(sign)
    if not found:
        raise NotationError(f"{short(text)} lacks a {sign!r}: write NAME{sign}VALUE")
    return name, value


def _number(text: str) -> int:
    if not (text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()):
        raise NotationError(f"{short(text)} is no whole number")
    if len(text) > 10:
        raise NotationError(f"a number of {len(text)} digits is larger than any in a game")
    return int(text)


def _hand(text: str) -> str:
    if text == "-":
        return ""
    if len(text) % 2:
        raise NotationError(f"{short(text)} is no hand: every card has two letters, such as TD")
    return " ".join(text[at : at + 2] for at in range(0, len(text), 2))


def _read_situation(text: str) -> dict[str, Any]:
    kind, *parts = text.split(",")
    data: dict[str, Any] = {"kind": kind}
    for part in parts:
        name, found, value = part.partition("=")
        if name in data:
            raise NotationError(f"{short(name)} is said twice of what is awaited")
        if not found:
            data[name] = True
        elif name == "needs":
            data[name] = value.split("+")
        else:
            whole = value.replace("_", " ")
            data[name] = _number(value) if name in ("seat", "last", "refused") else whole
    return data


def _read_amounts(text: str) -> dict[str, int]:
    pairs = [_pair(part, "=") for part in text.split(",")]
    if len(dict(pairs)) < len(pairs):
        raise NotationError(f"{short(text)} says an amount twice")
    return {card: _number(amount) for card, amount in pairs}


def _read_carried(text: str) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, number in _read_amounts(text).items():
        section, dot, card = name.partition(".")
        if dot:
            table = data.setdefault(section, {})
            if not isinstance(table, dict):
                raise NotationError(f"{short(section)} is carried as one number and by card")
            table[card] = number
        else:
            data[section] = number
    return data


_READ: dict[str, tuple[str, Callable[[str], Any]]] = {
    "players": ("players", _number),
    "pack": ("pack", str),
    "dealer": ("dealer", _number),
    "hands": ("hands", lambda text: [_hand(hand) for hand in text.split("/")]),
    "dead": ("dead", _hand),
    "awaits": ("awaits", _read_situation),
    "money": ("balances", lambda text: [_number(part) for part in text.split(",")]),
    "pool": ("pool", _number),
    "pots": ("pots", _read_amounts),
    "dealt": (
        "dealt_to",
        lambda text: [None if part == "-" else _number(part) for part in text.split(",")],
    ),
    "carried": ("carried", _read_carried),
}
"""The words of a line: the key of the data each stands for, and how it is read."""
