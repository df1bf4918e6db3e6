"""Whether anything that a seat is shown depends on what it must not know.

All that a seat cannot see is dealt again, the same moves are made, and what the seat is shown in
the one deal is held against what it is shown in the other. Each way of showing something is a
channel; programs add channels of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import attrs

from ..engine.dealing import new_deal
from ..engine.illegal import explain_illegal
from ..engine.play import legal_moves
from ..errors import IllegalMoveError
from ..log import DealLog
from ..polled import Poll
from ..rules import Rules, seated
from .redeals import redeals

__all__ = [
    "CHANNELS", "Channel", "Leak", "LeakReport", "assert_no_leaks", "find_leaks", "leaks_at",
]  # fmt: skip

Channel = Callable[[DealLog, int | None], object]
"""What is shown of a deal to a seat, or (None) to a spectator; compared by ``==``."""


# --- what is shown ----------------------------------------------------------------------------


def _view(log: DealLog, seat: int | None) -> object:
    seen = log.view(seat)
    return seen.to_dict(), repr(seen), repr(seen.pending)


def _equality(log: DealLog, seat: int | None) -> object:
    return log.view(seat)


def _hash(log: DealLog, seat: int | None) -> object:
    return hash(log.view(seat))


def _legal_moves(log: DealLog, seat: int | None) -> object:
    own = legal_moves(log.state, seat) if seat is not None else ()
    return log.view(seat).legal_moves(), own


def _events(log: DealLog, seat: int | None) -> object:
    told = log.since(0, seat)
    return told, [one.to_dict() for one in told]


def _errors(log: DealLog, seat: int | None) -> object:
    """What is said of every move the seat could try, and of a few that other seats make."""
    rules, seen = log.state.rules, log.view(seat)
    others = (who for who in range(rules.players) if who != seat)
    moves = [seated(action, who) for who in others for action in rules.actions[:: len(rules.cards)]]
    errors = [explain_illegal(seen, move) for move in moves]
    if seat is not None:
        own = [seated(action, seat) for action in rules.actions]
        errors += [explain_illegal(where, move) for where in (seen, log.state) for move in own]
    return [_said(error) for error in errors]


def _said(error: IllegalMoveError | None) -> object:
    return None if error is None else (str(error), error.to_dict())


def _polled(log: DealLog, seat: int | None) -> object:
    order = Poll(log).order
    own = [number for number, asked in enumerate(order) if asked == seat]
    return order, [Poll(log, number).question for number in own]


def _key(log: DealLog, seat: int | None) -> object:
    return log.key(seat)


CHANNELS: Mapping[str, Channel] = MappingProxyType(
    {
        "view": _view,
        "equality of views": _equality,
        "hash of views": _hash,
        "legal moves": _legal_moves,
        "events": _events,
        "errors": _errors,
        "polled": _polled,
        "key": _key,
    }
)
"""What the library itself shows a seat."""


# --- the check --------------------------------------------------------------------------------


@attrs.frozen
class Leak:
    """Something shown to a seat that differs between two deals it cannot tell apart.

    Args:
        channel: the name of what is shown.
        seat: to whom; None for a spectator.
        log: the deal that was played.
        other: the deal with the same moves.
        shown: what is shown in the one.
        instead: what is shown in the other.
    """

    channel: str
    seat: int | None
    log: DealLog
    other: DealLog
    shown: object
    instead: object

    def __str__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        rules = self.log.state.rules
        one, other = _difference(self.shown, self.instead)
        return (
            f"{self.channel}: {who} of {rules.profile.id} for {rules.players} can tell apart, after"
            f" {self.log.ply} moves, what it must not: {one} and {other}\n"
            f"  hands {_dealt(self.log)}\n  or    {_dealt(self.other)}\n"
            f"  moves {' '.join(f'{move.seat}:{move}' for move in self.log.moves)}"
        )


def _dealt(log: DealLog) -> str:
    return " | ".join(" ".join(map(str, hand)) for hand in log.start.hands)


def _difference(one: Any, other: Any) -> tuple[str, str]:
    """The smallest parts that differ, as far as tuples, lists and mappings can be taken apart."""
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        pairs = list(zip(one, other, strict=False))
        if len(one) == len(other):
            return _difference(*next(pair for pair in pairs if pair[0] != pair[1]))
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        key = next(key for key in one if one[key] != other[key])
        parts = _difference(one[key], other[key])
        return f"{key}: {parts[0]}", f"{key}: {parts[1]}"
    return _short(one), _short(other)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:199] + "…"


@attrs.frozen
class LeakReport:
    """What a search for leaks has found; true in a condition where it found none.

    Args:
        leaks: the leaks, one for each channel, seat and kind of moment at most.
        compared: how many pairs of deals were compared; with 0 nothing is proven.
    """

    leaks: tuple[Leak, ...]
    compared: int

    def __bool__(self) -> bool:
        return not self.leaks

    def __str__(self) -> str:
        if self.leaks:
            return "\n".join(map(str, self.leaks))
        return f"no leak found in {self.compared} pairs of deals"


def leaks_at(
    log: DealLog,
    seat: int | None,
    *,
    rng: Random,
    channels: Mapping[str, Channel] = CHANNELS,
    tries: int = 60,
) -> LeakReport:
    """What a seat is shown at one moment that depends on what it must not know.

    Args:
        log: a deal with its course, from the first card on.
        seat: the seat, or None for a spectator.
        rng: what chooses the other deals.
        channels: what is shown, by name.
        tries: how many other deals are tried.
    """
    shown: dict[str, object] = {}
    leaks: dict[str, Leak] = {}
    compared = 0
    for other in redeals(log, seat, rng, tries=tries):
        compared += 1
        for name, show in channels.items():
            if name in leaks:
                continue
            if name not in shown:
                shown[name] = show(log, seat)
            instead = show(other, seat)
            if shown[name] != instead:
                leaks[name] = Leak(name, seat, log, other, shown[name], instead)
    return LeakReport(tuple(leaks.values()), compared)


def find_leaks(
    rules: Rules,
    *,
    deals: int = 10,
    moments: int = 6,
    tries: int = 30,
    seed: int | str = 0,
    channels: Mapping[str, Channel] = CHANNELS,
) -> LeakReport:
    """Play deals at random, and look for leaks to every seat and to a spectator on the way.

    Args:
        rules: the game.
        deals: how many deals, every second of them with short hands.
        moments: at how many moments of each.
        tries: how many other deals are tried at each, for each seat.
        seed: a number or text that everything follows from.
        channels: what is shown, by name; take `CHANNELS` and add your own.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("svensk-komet", players=3)
    >>> print(find_leaks(rules, deals=2, moments=2, tries=5).leaks)
    ()
    >>> whole = {"server": lambda log, seat: log.state.hands}
    >>> bool(find_leaks(rules, deals=1, channels=whole))
    False
    """
    rng = Random(f"leaks {seed}")
    found: dict[tuple[object, ...], Leak] = {}
    compared = 0
    for number in range(deals):
        course = _course(rules, rng, short=bool(number % 2))
        for log in _sampled(course, moments, rng):
            for seat in (None, *range(rules.players)):
                report = leaks_at(log, seat, rng=rng, channels=channels, tries=tries)
                compared += report.compared
                kind = log.state._node.situation.kind
                for leak in report.leaks:
                    found.setdefault((leak.channel, seat, kind), leak)
    return LeakReport(tuple(found.values()), compared)


def assert_no_leaks(rules: Rules, **options: Any) -> None:
    """Fail with what was found where `find_leaks` finds something, or could compare nothing.

    Args:
        rules: the game.
        options: as for `find_leaks`.

    Raises:
        AssertionError: there is a leak, or no other deal was found to compare with.
    """
    report = find_leaks(rules, **options)
    if not report or not report.compared:
        raise AssertionError(str(report))


# --- deals to look at -------------------------------------------------------------------------


def _course(rules: Rules, rng: Random, *, short: bool) -> list[DealLog]:
    """A deal played at random, move by move."""
    pack = rng.choice(rules.packs)
    hands = None
    if short:
        cards = list(pack.physical)
        rng.shuffle(cards)
        most = min(6, len(cards) // rules.players)
        hands = [[cards.pop() for _ in range(rng.randint(1, most))] for _ in range(rules.players)]
    dealer, name = rng.randrange(rules.players), pack.pack.name
    seeded = None if short else rng
    log = DealLog(new_deal(rules, rng=seeded, hands=hands, dealer=dealer, pack=name))
    course = [log]
    while not log.state.is_over:
        log = log.step(rng.choice(legal_moves(log.state)))
        course.append(log)
    return course


def _sampled(course: list[DealLog], moments: int, rng: Random) -> Iterator[DealLog]:
    """Some moments of a deal, its beginning and its end among them."""
    between = course[1:-1]
    yield from (course[0], *rng.sample(between, min(len(between), max(0, moments - 2))), course[-1])
