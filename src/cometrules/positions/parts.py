"""The parts of a position, each looked at for itself: the game, the cards, the money, the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import attrs

from ..cards import Card, parse_card
from ..engine.stakes import check_carried
from ..errors import DealError, NotationError
from ..ledger import Carried, Ledger
from ..profile.model import Profile
from ..profile.report import Path, Problem
from ..rules import PackRules, Rules, compile_rules
from ..situations import Kind, Situation, situation_from_dict
from ..state import Setup
from .moment import Moment
from .writing import OPTIONAL, short

if TYPE_CHECKING:
    import os

__all__ = ["LABEL", "Draft", "look_at", "moment_of", "the_pack", "the_rules"]

LABEL = "<position>"


@attrs.define
class Draft:
    """A position while it is read: what it says, and everything that is wrong with it.

    Args:
        data: what it says.
        problems: what is wrong, so far.
    """

    data: dict[str, Any]
    problems: list[Problem] = attrs.field(factory=list)

    def add(self, code: str, message: str, path: Path = (), hint: str = "") -> None:
        """Note something that is wrong."""
        problem = Problem(code=code, message=message, path=path, label=LABEL, hint=hint)
        self.problems.append(problem)

    def sound(self, *keys: str) -> bool:
        """Whether nothing is wrong with some parts, so that more can be said of them."""
        wrong = {problem.path[0] for problem in self.problems if problem.path}
        return all(key not in wrong and (key in self.data or key in OPTIONAL) for key in keys)


# --- the game ---------------------------------------------------------------------------------


def the_rules(draft: Draft, profile: Profile | str | os.PathLike[str] | None) -> Rules | None:
    """The rules of a position, compiled; None where there are none, or quite others."""
    found = _profile(draft, profile)
    if found is None:
        return None
    told = draft.data["hash"] if draft.sound("hash") else found.digest
    if told != found.digest:
        draft.add(
            "N03",
            f"the position was written with other rules of {found.id}: with the hash {told}, "
            f"and they have {found.digest} now",
            ("hash",),
            "give those rules with profile=; all else is judged by the rules of now",
        )
    if not draft.sound("players"):
        return None
    try:
        return compile_rules(found, draft.data["players"])
    except DealError as error:
        draft.add("N04", str(error), ("players",))
        return None


def _profile(draft: Draft, profile: Profile | str | os.PathLike[str] | None) -> Profile | None:
    from ..profile.catalogue import bundled_profiles, load_profile
    from ..profile.extends import unknown

    name = draft.data["profile"] if draft.sound("profile") else None
    hint = "give the rules of a profile that is not bundled with profile="
    if profile is None and name is None:
        return None
    if profile is None and name not in bundled_profiles():
        draft.add("N02", unknown(str(name)), ("profile",), hint)
        return None  # above all, what a position names is never taken for a file
    try:
        asked = name if profile is None else profile
        found = asked if isinstance(asked, Profile) else load_profile(asked)
    except (OSError, TypeError, ValueError) as error:
        said, *more = str(error).splitlines() or [type(error).__name__]
        also = f", and {len(more)} lines more" if more else ""
        draft.add("N02", f"the profile cannot be had: {said}{also}", ("profile",), hint)
        return None
    if name is not None and found.id != name:
        message = f"the position is of {name}, and the rules that are given are {found.id}"
        draft.add("N03", message, ("profile",), "give the rules it was written with")
        return None
    return found


def the_pack(draft: Draft, rules: Rules) -> PackRules | None:
    """The pack of a position; None where there is no such."""
    if not draft.sound("pack"):
        return None
    packs = {pack.pack.name: pack for pack in rules.packs}
    name = draft.data["pack"]
    if name not in packs:
        message = f"there is no pack {short(name)} in {rules.profile.id}: there is "
        draft.add("N04", message + " and ".join(map(repr, packs)), ("pack",))
    return packs.get(name)


# --- each part for itself ---------------------------------------------------------------------


def look_at(draft: Draft, pack: PackRules) -> None:
    """Note what is wrong with the parts, each for itself."""
    looks = (
        (_look_at_seats, ("dealer",)), (_look_at_awaits, ("awaits",)),
        (_look_at_hands, ("awaits", "hands")), (_look_at_cards, ("hands", "dead")),
        (_look_at_carried, ("carried",)), (_look_at_balances, ("balances",)),
        (_look_at_pots, ("pots",)), (_look_at_dealt_to, ("dealt_to",)),
    )  # fmt: skip
    for look, keys in looks:
        if draft.sound(*keys):
            look(draft, pack)


def _look_at_seats(draft: Draft, pack: PackRules) -> None:
    _seat(draft, pack, draft.data["dealer"], ("dealer",))


def _seat(draft: Draft, pack: PackRules, seat: int | None, path: Path) -> None:
    last = pack.rules.players - 1
    if seat is not None and seat > last:
        draft.add("N04", f"there is no seat {seat}: seats are 0 to {last}", path)


def _look_at_awaits(draft: Draft, pack: PackRules) -> None:
    awaits = draft.data["awaits"]
    for key in ("seat", "last", "refused"):
        _seat(draft, pack, awaits.get(key), ("awaits", key))
    steps = {str(place) for place in pack.places}
    for need in awaits.get("needs", ()):
        if need not in steps:
            form = "a card, such as 6C" if pack.rules.profile.play.suits == "matter" else "a rank"
            message = f"{need!r} is no step of a run in these rules, where it is {form}"
            draft.add("N08", message, ("awaits", "needs"))


def _look_at_hands(draft: Draft, pack: PackRules) -> None:
    number, players = len(draft.data.get("hands", ())), pack.rules.players
    undealt = draft.data["awaits"]["kind"] == Kind.DEAL.value
    if undealt and number:
        draft.add("N07", "before the deal there are no hands", ("hands",))
    elif not undealt and number != players:
        message = f"{players} players have as many hands, not {number or 'none'}"
        draft.add("N07", message, ("hands",))


def _look_at_cards(draft: Draft, pack: PackRules) -> None:
    """Each card is one of the pack, and in no more places than the pack has of it."""
    standing: dict[Card, list[str]] = {}
    hands = enumerate(draft.data.get("hands", ()))
    texts: list[tuple[Path, str, str]] = [
        (("hands", str(seat)), f"the hand of seat {seat}", text) for seat, text in hands
    ]
    for path, where, text in (*texts, (("dead",), "the dead cards", draft.data["dead"])):
        for word in text.split():
            try:
                card = parse_card(word[:40])
            except NotationError as error:
                draft.add("N05", str(error), path)
                continue
            standing.setdefault(card, []).append(where)
            if card not in pack.pack.counts:
                draft.add("N05", f"{card.name} is not in the pack", path)
    for card, places in standing.items():
        there = pack.pack.counts.get(card, len(places))
        if len(places) > there:
            times = "once" if there == 1 else f"{there} times"
            draft.add(
                "N06", f"{card.name} stands {_listed(places)}; the pack has it {times}", ("hands",)
            )


def _listed(places: Iterable[str]) -> str:
    """Places, each with how often it is named: ``in the hand of seat 1 and twice in ...``."""
    often = {1: "", 2: "twice "}
    told = [
        f"{often.get(count, f'{count} times ')}in {where}"
        for where, count in Counter(places).items()
    ]
    return " and ".join(told)


def _look_at_carried(draft: Draft, pack: PackRules) -> None:
    try:
        check_carried(pack.rules, Carried(**draft.data.get("carried", {})))
    except DealError as error:
        draft.add("N09", str(error), ("carried",))


def _look_at_balances(draft: Draft, pack: PackRules) -> None:
    number, players = len(draft.data["balances"]), pack.rules.players
    if number != players:
        message = f"{players} players have as many balances, not {number or 'none'}"
        draft.add("N09", message, ("balances",))


def _look_at_pots(draft: Draft, pack: PackRules) -> None:
    told, wanted = draft.data.get("pots", {}), list(map(str, pack.rules.pot_cards))
    for card in told:
        if card not in wanted:
            draft.add("N09", f"these rules put no pot on {card}", ("pots", card))
    for card in wanted:
        if card not in told:
            draft.add("N09", f"it is not said what lies on {card}", ("pots",))


def _look_at_dealt_to(draft: Draft, pack: PackRules) -> None:
    for number, seat in enumerate(draft.data.get("dealt_to", ())):
        _seat(draft, pack, seat, ("dealt_to", str(number)))


# --- put together -----------------------------------------------------------------------------


def moment_of(draft: Draft, pack: PackRules) -> Moment:
    """What a position says, put together; in place of what is not sound there is nothing."""
    data = draft.data
    cards = draft.sound("hands", "dead")
    hands = [_lane(pack, text) for text in data.get("hands", ())] if cards else []
    pots = data.get("pots", {}) if draft.sound("pots") else {}
    return Moment(
        Setup(
            pack,
            data["dealer"] if draft.sound("dealer") else 0,
            Carried(**data.get("carried", {})) if draft.sound("carried") else Carried(),
            _lane(pack, data["dead"]) if cards else 0,
            tuple(data.get("dealt_to", ())) if draft.sound("dealt_to") else (),
        ),
        sum(lane << pack.shift(seat) for seat, lane in enumerate(hands)),
        situation_from_dict(data["awaits"]) if draft.sound("awaits") else Situation(Kind.DEAL),
        Ledger(
            tuple(data["balances"]) if draft.sound("balances") else (),
            data.get("pool", 0) if draft.sound("pool") else 0,
            tuple(pots.get(str(card), 0) for card in pack.rules.pot_cards),
        ),
    )


def _lane(pack: PackRules, text: str) -> int:
    counts = Counter(map(parse_card, text.split()))
    return sum(((1 << n) - 1) << pack.first_bit[card] for card, n in counts.items())
