"""A record played again: the deals with their course, and everything the rules do not allow."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ..engine.dealing import new_deal
from ..engine.illegal import explain_illegal
from ..errors import DealError
from ..ledger import Carried
from ..log import DealLog
from ..match import Match, following
from ..profile.report import Path
from ..rules import Rules, compile_rules
from .model import DealOutcome, MatchOutcome, Record, RecordedDeal

__all__ = ["Course", "Fault", "match_outcome", "played"]


@attrs.frozen
class Fault:
    """Something in a record that the rules do not allow, or that is not what came of it.

    Args:
        code: its code.
        message: what is wrong.
        path: where it stands in the record.
        move: for a wrong move, its number among the deal's, from 0.
        hint: what to do, or "".
    """

    code: str
    message: str
    path: Path
    move: int | None = None
    hint: str = ""


@attrs.frozen
class Course:
    """The deals of a record as far as they can be played.

    Args:
        rules: the game, or None where there is no such table.
        logs: the deals with their course; the last one up to its first fault.
        deals: the deals as the record has them, with what followed from the deal before.
        faults: what is wrong.
    """

    rules: Rules | None
    logs: tuple[DealLog, ...] = ()
    deals: tuple[RecordedDeal, ...] = ()
    faults: tuple[Fault, ...] = ()


def played(record: Record) -> Course:
    """Play a record again, up to the first deal that is not right."""
    try:
        rules = compile_rules(record.profile, record.players)
    except DealError as error:
        return Course(None, faults=(Fault("R04", str(error), ("players",)),))
    logs: list[DealLog] = []
    deals: list[RecordedDeal] = []
    faults: list[Fault] = []
    for number, deal in enumerate(record.deals):
        faults += _between(rules, number, deal, logs)
        if faults:
            break
        whole = _completed(rules, deal, logs)
        log, wrong = _deal_played(rules, number, whole)
        faults += wrong
        if log is not None:
            logs.append(log)
            deals.append(attrs.evolve(whole, hands=log.start.hands))
        if faults:
            break
    course = Course(rules, tuple(logs), tuple(deals), tuple(faults))
    if not faults and record.outcome is not None and record.outcome != match_outcome(course):
        found = match_outcome(course)
        told = f"{found.totals} and {found.winners}" if found else "the match is not over"
        fault = Fault("R12", f"this is not what came of the match: {told}", ("result",))
        return attrs.evolve(course, faults=(fault,))
    return course


def match_outcome(course: Course) -> MatchOutcome | None:
    """What came of the match, if these deals are all of one that is over."""
    assert course.rules is not None
    if not all(log.state.is_over for log in course.logs):
        return None
    match = _match(course.rules, list(course.logs))
    return MatchOutcome(match.totals, match.winners) if match.is_over else None


def _match(rules: Rules, logs: list[DealLog]) -> Match:
    """The match after some deals, counted from the first that is recorded."""
    outcomes = [DealOutcome.of(log.state) for log in logs]
    totals = tuple(sum(balances) for balances in zip(*(o.balances for o in outcomes), strict=True))
    return Match(rules, "", 0, (), len(logs), totals or (0,) * rules.players, Carried())


def _path(number: int, *keys: str) -> Path:
    return ("deals", str(number), *keys)


def _between(rules: Rules, number: int, deal: RecordedDeal, logs: list[DealLog]) -> Iterator[Fault]:
    """Whether a deal follows the one before."""
    if not logs:
        return
    before = logs[-1].state
    if not before.is_over:
        yield Fault("R10", "the deal before this one is not over", _path(number))
        return
    if _match(rules, logs).is_over:
        yield Fault("R11", f"the match was over after {len(logs)} deals", _path(number))
        return
    dealer, pack, carried = following(before)
    if deal.dealer != dealer:
        message = f"seat {dealer} deals after seat {before.dealer}, not seat {deal.dealer}"
        yield Fault("R09", message, _path(number, "dealer"))
    if deal.pack not in (None, pack):
        message = f"the {pack} pack follows, not {deal.pack}"
        yield Fault("R09", message, _path(number, "pack"))
    if deal.carried not in (None, carried):
        message = f"what the deals before have left is {carried.to_dict() or 'nothing'}"
        yield Fault("R09", message, _path(number, "carried"))


def _completed(rules: Rules, deal: RecordedDeal, logs: list[DealLog]) -> RecordedDeal:
    """A deal with what it leaves to follow from the one before, or from the rules."""
    pack, carried = rules.packs[0].pack.name, Carried()
    if logs:
        _, pack, carried = following(logs[-1].state)
    return attrs.evolve(
        deal,
        pack=pack if deal.pack is None else deal.pack,
        carried=carried if deal.carried is None else deal.carried,
    )


def _deal_played(
    rules: Rules, number: int, deal: RecordedDeal
) -> tuple[DealLog | None, list[Fault]]:
    """A deal as far as its moves are right."""
    try:
        state = new_deal(
            rules, dealer=deal.dealer, pack=deal.pack, carried=deal.carried, hands=deal.hands
        )
    except DealError as error:
        return None, [Fault("R05", str(error), _path(number, "hands"))]
    log = DealLog(state)
    for at, move in enumerate(deal.moves):
        why = explain_illegal(log.state, move)
        if why is not None:
            rule = f" (by {why.rule})" if why.rule else ""
            message = f"move {at + 1}, {move.seat}:{move}, is not allowed: {why}{rule}"
            return log, [Fault("R07", message, _path(number, "moves"), at)]
        log = log.step(move)
    return log, list(_outcome(number, deal, log))


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
