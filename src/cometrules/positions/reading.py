"""Positions read back: first their form, then whether there is such a deal; all faults at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..cards import Card, parse_card
from ..engine.nodes import node_at
from ..engine.play import legal_moves
from ..engine.stakes import check_carried
from ..errors import DealError, NotationError, PositionError, ProfileError
from ..ledger import Carried, Ledger
from ..profile.findings import check
from ..profile.model import Profile
from ..profile.reading import Document
from ..profile.report import Path, Problem, Report
from ..rules import PackRules, Rules, compile_rules
from ..situations import Kind, situation_from_dict
from ..state import Setup, make_state
from .consistency import Moment, faults
from .writing import data_of_text

if TYPE_CHECKING:
    from ..state import State

__all__ = ["state_from_dict", "state_from_text"]

LABEL = "<position>"
_MOST, _DEEPEST = 2_000, 6
"""A position has no more values, and they stand no deeper."""


def state_from_text(text: str, profile: Profile | str | None = None) -> State:
    """The state of a line of text (see `State.from_text`)."""
    try:
        if not isinstance(text, str) or len(text) > 10_000:
            raise NotationError("a position is a line of text")
        data = data_of_text(text)
    except NotationError as error:
        raise _error(_problem("N01", f"this is no position: {error}")) from None
    return state_from_dict(data, profile)


def state_from_dict(data: Any, profile: Profile | str | None = None) -> State:
    """The state of plain data (see `State.from_dict`)."""
    if not isinstance(data, Mapping) or not _is_plain(data):
        message = "this is no position: it holds something that JSON does not know"
        raise _error(_problem("N01", message))
    problems = check(Document(LABEL, dict(data)), "position")
    if problems:
        raise _error(*problems)
    rules = _rules(data, profile)
    pack = _pack(rules, data)
    setup, hands, ledger = _parts(pack, data)
    moment = Moment(setup, hands, situation_from_dict(data["awaits"]), ledger)
    found = [_problem(code, message, path) for code, message, path in faults(moment)]
    if found:
        raise _error(*found)
    state = make_state((setup, hands, node_at(pack, moment.s), ledger))
    if moment.s.kind not in (Kind.DEAL, Kind.OVER) and not legal_moves(state):
        message = "nobody could make a move, and the deal is not over"
        raise _error(_problem("N08", message, ("awaits",)))
    return state


def _problem(code: str, message: str, path: Path = (), hint: str = "") -> Problem:
    return Problem(code=code, message=message, path=path, label=LABEL, hint=hint)


def _error(*problems: Problem) -> PositionError:
    report = Report(LABEL, problems)
    return PositionError(str(report), report)


def _is_plain(data: Any) -> bool:
    """Whether data is such as JSON gives: no more of it, and no deeper, than a position has."""
    left = [(data, 0)]
    count = 0
    while left:
        value, depth = left.pop()
        count += 1
        if count > _MOST or depth > _DEEPEST:
            return False
        if isinstance(value, Mapping):
            if not all(isinstance(key, str) for key in value):
                return False
            left += [(item, depth + 1) for item in value.values()]
        elif isinstance(value, list):
            left += [(item, depth + 1) for item in value]
        elif value is not None and type(value) not in (int, str, bool):
            return False
    return True


# --- the game ---------------------------------------------------------------------------------


def _rules(data: Mapping[str, Any], profile: Profile | str | None) -> Rules:
    from ..profile.catalogue import load_profile

    try:
        found = (
            profile if isinstance(profile, Profile) else load_profile(profile or data["profile"])
        )
    except ProfileError as error:
        hint = "give the profile, where it is not a bundled one: profile="
        raise _error(_problem("N02", str(error), ("profile",), hint)) from None
    if (found.id, found.digest) != (data["profile"], data["hash"]):
        message = (
            f"the position is of {data['profile']} [{data['hash']}], and the rules are those of "
            f"{found.id} [{found.digest}]"
        )
        raise _error(_problem("N03", message, ("hash",), "take the rules it was written with"))
    try:
        return compile_rules(found, data["players"])
    except DealError as error:
        raise _error(_problem("N04", str(error), ("players",))) from None


def _pack(rules: Rules, data: Mapping[str, Any]) -> PackRules:
    packs = {pack.pack.name: pack for pack in rules.packs}
    if data["pack"] not in packs:
        message = f"there is no pack {data['pack']!r}: there are {', '.join(packs)}"
        raise _error(_problem("N04", message, ("pack",)))
    return packs[data["pack"]]


# --- the cards and the money ------------------------------------------------------------------


def _parts(pack: PackRules, data: Mapping[str, Any]) -> tuple[Setup, int, Ledger]:
    """What the data says, as far as it can be put into a deal at all."""
    problems = list(_of_cards(pack, data))
    problems += _of_carried(pack.rules, data)
    problems += _of_amounts(pack.rules, data)
    problems += _of_seats(pack, data)
    if problems:
        raise _error(*problems)
    lanes = (_lane(pack, text.split()) for text in data.get("hands", ()))
    hands = sum(lane << pack.shift(seat) for seat, lane in enumerate(lanes))
    dealt_to = tuple(data.get("dealt_to", ()))
    carried = Carried(**data.get("carried", {}))
    dead = _lane(pack, data["dead"].split())
    pots = tuple(data.get("pots", {}).get(str(card), 0) for card in pack.rules.pot_cards)
    ledger = Ledger(tuple(data["balances"]), data.get("pool", 0), pots)
    return Setup(pack, data["dealer"], carried, dead, dealt_to), hands, ledger


def _lane(pack: PackRules, cards: list[str]) -> int:
    counts = Counter(map(parse_card, cards))
    return sum(((1 << n) - 1) << pack.first_bit[card] for card, n in counts.items())


def _of_cards(pack: PackRules, data: Mapping[str, Any]) -> Iterator[Problem]:
    places: dict[Card, list[str]] = {}
    texts = [(("hands", str(seat)), text) for seat, text in enumerate(data.get("hands", ()))]
    for path, text in (*texts, (("dead",), data["dead"])):
        for word in text.split():
            try:
                card = parse_card(word)
            except NotationError as error:
                yield _problem("N05", str(error), path)
                continue
            where = f"the hand of seat {path[1]}" if path[0] == "hands" else "the dead cards"
            places.setdefault(card, []).append(where)
            if card not in pack.pack.counts:
                yield _problem("N05", f"{card.name} is not in the pack", path)
    for card, standing in places.items():
        there = pack.pack.counts.get(card, len(standing))
        if len(standing) > there:
            times = "once" if there == 1 else f"{there} times"
            message = f"{card.name} stands in {' and in '.join(standing)}; the pack has it {times}"
            yield _problem("N06", message, ("hands",))


def _of_carried(rules: Rules, data: Mapping[str, Any]) -> Iterator[Problem]:
    try:
        check_carried(rules, Carried(**data.get("carried", {})))
    except DealError as error:
        yield _problem("N09", str(error), ("carried",))


def _of_amounts(rules: Rules, data: Mapping[str, Any]) -> Iterator[Problem]:
    if len(data["balances"]) != rules.players:
        message = f"{rules.players} players have as many balances, not {len(data['balances'])}"
        yield _problem("N09", message, ("balances",))
    pots = {str(parse_card(card)) for card in data.get("pots", {})}
    if pots != set(map(str, rules.pot_cards)) or pots != set(data.get("pots", {})):
        named = ", ".join(map(str, rules.pot_cards)) or "none"
        yield _problem("N09", f"the cards with a pot are: {named}", ("pots",))


def _of_seats(pack: PackRules, data: Mapping[str, Any]) -> Iterator[Problem]:
    awaits, players = data["awaits"], pack.rules.players
    named: list[tuple[Path, int]] = [(("dealer",), data["dealer"])]
    named += [(("awaits", k), awaits[k]) for k in ("seat", "last", "refused") if k in awaits]
    named += [(("dealt_to",), seat) for seat in data.get("dealt_to", ()) if seat is not None]
    for path, seat in named:
        if seat >= players:
            yield _problem("N04", f"there is no seat {seat}: seats are 0 to {players - 1}", path)
    hands, undealt = len(data.get("hands", ())), awaits["kind"] == "deal"
    if hands != (0 if undealt else players):
        wanted = "before the deal there are none" if undealt else f"{players} players have as many"
        yield _problem("N07", f"of hands {wanted}, not {hands}", ("hands",))
    places = set(map(str, pack.places))
    for need in awaits.get("needs", ()):
        if need not in places:
            message = f"{need!r} is no step of a run in these rules"
            yield _problem("N08", message, ("awaits", "needs"))
