"""A record played again: the deals with their course, and everything the rules do not allow."""

from __future__ import annotations

from collections.abc import Iterator, Set

import attrs

from ..engine.dealing import new_deal
from ..engine.illegal import explain_illegal
from ..engine.play import legal_moves
from ..engine.stakes import check_carried
from ..errors import DealError
from ..ledger import Carried
from ..log import DealLog
from ..match import Match, following
from ..profile.reading import flow
from ..profile.report import Path
from ..rules import Rules, compile_rules
from ..state import State
from .model import DealOutcome, MatchOutcome, Record, RecordedDeal

__all__ = ["Course", "Fault", "match_outcome", "played"]


@attrs.frozen
class Fault:
    """Something in a record that the rules do not allow, or that is not what came of it.

    Args:
        code: its code.
        message: what is wrong.
        path: where it stands in the record.
        word: for a wrong move or card, its number among the words of the text there, from 0.
        hint: what to do, or "".
    """

    code: str
    message: str
    path: Path
    word: int | None = None
    hint: str = ""


@attrs.frozen
class Course:
    """The deals of a record as far as they can be played.

    Args:
        rules: the game, or None where there is no such table.
        logs: the deals with their course, up to the first fault.
        deals: those deals as the record has them, with what followed from the deal before.
        faults: what is wrong, in any deal.
    """

    rules: Rules | None
    logs: tuple[DealLog, ...] = ()
    deals: tuple[RecordedDeal, ...] = ()
    faults: tuple[Fault, ...] = ()


def played(record: Record, cut_off: Set[int] = frozenset()) -> Course:
    """Play a record again; every deal is judged as far as it does not hang on a faulty one.

    Args:
        record: the record.
        cut_off: the numbers of the deals of which not all moves could be read.
    """
    try:
        rules = compile_rules(record.profile, record.players)
    except DealError as error:
        return Course(None, faults=(Fault("R04", str(error), ("players",)),))
    course = _Replay(rules, record, cut_off).course()
    found = None if course.faults or cut_off else match_outcome(course)
    if course.faults or cut_off or record.outcome in (None, found):
        return course
    hint = "leave the result of the match out until it is over"
    told = "the match is not over"
    if found is not None:
        told = flow({"totals": [*found.totals], "winners": [*found.winners]})
        hint = "put that in, or leave it out"
    fault = Fault("R12", f"this is not what came of the match: {told}", ("result",), hint=hint)
    return attrs.evolve(course, faults=(fault,))


def match_outcome(course: Course) -> MatchOutcome | None:
    """What came of the match, if these deals are all of one that is over."""
    assert course.rules is not None
    if not all(log.state.is_over for log in course.logs):
        return None
    balances = [DealOutcome.of(log.state).balances for log in course.logs]
    totals = tuple(map(sum, zip(*balances, strict=True)))
    match = _standing(course.rules, totals, len(course.logs))
    return MatchOutcome(match.totals, match.winners) if match.is_over else None


def _standing(rules: Rules, totals: tuple[int, ...], deals: int) -> Match:
    """The match after some deals, counted from the first that is recorded."""
    return Match(rules, "", 0, (), deals, totals or (0,) * rules.players, Carried())


def _path(number: int, *keys: str) -> Path:
    return ("deals", str(number), *keys)


class _Replay:
    """Plays the deals of a record one after the other."""

    def __init__(self, rules: Rules, record: Record, cut_off: Set[int]) -> None:
        self.rules, self.record, self.cut_off = rules, record, cut_off
        names = [pack.pack.name for pack in rules.packs]
        first = record.deals[0].pack if record.deals else None
        self.first_pack = names.index(first) if first in names else 0
        self.logs: list[DealLog] = []
        self.deals: list[RecordedDeal] = []
        self.faults: list[Fault] = []
        self.before: State | None = None
        """How the deal before ended; None where nobody can know."""
        self.sure = True
        """Whether it is known what the deals so far have left."""
        self.totals, self.counted = (0,) * rules.players, 0

    def course(self) -> Course:
        for number, deal in enumerate(self.record.deals):
            if self.counted == number and _standing(self.rules, self.totals, number).is_over:
                message = f"the match was over after {number} deals"
                self.faults.append(Fault("R11", message, _path(number)))
                break
            self._play(number, deal)
        return Course(self.rules, tuple(self.logs), tuple(self.deals), tuple(self.faults))

    def _play(self, number: int, deal: RecordedDeal) -> None:
        right_so_far = not self.faults
        misplaced = list(self._between(number, deal))
        self.faults += misplaced
        if any(fault.path[-1] in ("dealer", "pack") for fault in misplaced):
            self.before, self.sure = None, False  # who leads, and with which cards, is open
            return
        sure = deal.carried is not None or number == 0 or (self.sure and self.before is not None)
        whole = self._completed(number, deal)
        log, wrong = _deal_played(self.rules, number, whole)
        through = log is not None and not wrong and number not in self.cut_off
        if log is not None and through and sure:
            wrong += _outcome(number, deal, log)
        self.faults += wrong
        if log is not None and right_so_far and not misplaced:
            self.logs.append(log)
            self.deals.append(attrs.evolve(whole, hands=log.start.hands))
        self.before = log.state if log is not None and through else None
        self.sure = sure and through
        if log is not None and self.sure and self.counted == number and log.state.is_over:
            balances = DealOutcome.of(log.state).balances
            self.totals = tuple(a + b for a, b in zip(self.totals, balances, strict=True))
            self.counted += 1

    def _between(self, number: int, deal: RecordedDeal) -> Iterator[Fault]:
        """Whether a deal follows the one before, as far as that is known."""
        if self.before is None:
            return
        if not self.before.is_over:
            yield Fault("R10", "the deal before this one is not over", _path(number))
            self.before = None
            return
        dealer, pack, carried = following(self.before)
        if deal.dealer != dealer:
            message = f"seat {dealer} deals after seat {self.before.dealer}, not seat {deal.dealer}"
            yield Fault("R09", message, _path(number, "dealer"))
        if deal.pack not in (None, pack):
            message = f"the {pack} pack follows, not {deal.pack}"
            yield Fault("R09", message, _path(number, "pack"))
        if self.sure and deal.carried not in (None, carried):
            left = flow(carried.to_dict()) if carried.to_dict() else "nothing"
            message = f"what the deals before have left is {left}"
            yield Fault("R09", message, _path(number, "carried"))

    def _completed(self, number: int, deal: RecordedDeal) -> RecordedDeal:
        """A deal with what it leaves to follow from the one before, or from the rules."""
        packs = self.rules.packs
        pack = packs[(self.first_pack + number) % len(packs)].pack.name
        carried = Carried() if self.before is None else following(self.before)[2]
        return attrs.evolve(
            deal,
            pack=pack if deal.pack is None else deal.pack,
            carried=carried if deal.carried is None else deal.carried,
        )


def _deal_played(
    rules: Rules, number: int, deal: RecordedDeal
) -> tuple[DealLog | None, list[Fault]]:
    """A deal as far as its moves are right."""
    assert deal.carried is not None
    try:
        check_carried(rules, deal.carried)
    except DealError as error:
        return None, [Fault("R04", str(error), _path(number, "carried"))]
    try:
        state = new_deal(
            rules, dealer=deal.dealer, pack=deal.pack, carried=deal.carried, hands=deal.hands
        )
    except DealError as error:
        keys, word = _misfit(rules, deal)
        return None, [Fault("R05", str(error), _path(number, "hands", *keys), word)]
    log = DealLog(state)
    for at, move in enumerate(deal.moves):
        why = explain_illegal(log.state, move)
        if why is not None:
            rule = f" (by {why.rule})" if why.rule else ""
            message = f"move {at + 1}, {move.seat}:{move}, is not allowed: {why.log}{rule}"
            hint = _allowed(log.state)
            return log, [Fault("R07", message, _path(number, "moves"), at, hint)]
        log = log.step(move)
    return log, []


def _misfit(rules: Rules, deal: RecordedDeal) -> tuple[Path, int | None]:
    """The hand that cannot be dealt, and which card of it."""
    if len(deal.hands) != rules.players:
        return (), None
    left = next((dict(p.pack.counts) for p in rules.packs if p.pack.name == deal.pack), {})
    for seat, hand in enumerate(deal.hands):
        for at, card in enumerate(hand):
            left[card] = left.get(card, 0) - 1
            if left[card] < 0:
                return (str(seat),), at
        if not hand:
            return (str(seat),), None
    return (), None


_MOST_TOLD = 8


def _allowed(state: State) -> str:
    moves = [f"{move.seat}:{move}" for move in legal_moves(state)]
    more = ", …" if len(moves) > _MOST_TOLD else ""
    return f"allowed here: {', '.join(moves[:_MOST_TOLD])}{more}" if moves else ""


def _outcome(number: int, deal: RecordedDeal, log: DealLog) -> Iterator[Fault]:
    if deal.outcome is None:
        return
    if not log.state.is_over:
        message = "the deal has a result, but after its moves nobody is out"
        yield Fault("R08", message, _path(number, "result"))
        return
    right = DealOutcome.of(log.state)
    for field in attrs.fields(DealOutcome):
        told, found = getattr(deal.outcome, field.name), getattr(right, field.name)
        if told != found:
            message = f"the {field.name} of this deal: {_shown(found)}, not {_shown(told)}"
            yield Fault("R08", message, _path(number, "result", field.name))


def _shown(value: object) -> str:
    if value is None:
        return "nobody"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_one, value))}]"
    return str(value)


def _one(part: object) -> str:
    """A number, or what is left on a pot."""
    return " ".join(map(str, part)) if isinstance(part, tuple) else str(part)
