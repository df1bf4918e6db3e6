"""Deals that a seat cannot tell from the one that is played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..cards import Card
from ..engine.dealing import new_deal
from ..engine.play import step
from ..errors import CometError
from ..log import DealLog
from ..situations import Kind
from ..state import State

__all__ = ["redeals"]

Holders = list[list[Card]]
"""The cards each seat was dealt, and last the dead ones."""


def redeals(log: DealLog, seat: int | None, rng: Random, *, tries: int = 60) -> Iterator[DealLog]:
    """Other deals with the same moves, in which this seat has seen the same as in this one.

    Cards that the seat has not seen are exchanged, two at a time, as long as every move is legal
    again and the table sees the same of it: who leads or is on turn, which runs get stuck, and
    which hands are laid open at the end. Everything else is another deal's.

    Args:
        log: a deal with its course, from the first card on.
        seat: the seat, or None for a spectator.
        rng: what chooses the cards.
        tries: how many exchanges are tried.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=4)
    >>> log = cr.DealLog(cr.new_deal(rules, seed=7))
    >>> others = list(redeals(log, 0, Random(1)))
    >>> len(others) > 0, {other.start.hands[0] for other in others} == {log.start.hands[0]}
    (True, True)
    """
    holders = [list(hand) for hand in (*log.start.hands, log.start.dead)]
    hidden = [holder for holder in range(len(holders)) if holder != seat]
    for _ in range(tries):
        exchanged = _exchanged(holders, hidden, log, rng)
        other = _played_again(log, exchanged) if exchanged else None
        if exchanged and other is not None:
            holders = exchanged
            yield other


def _exchanged(holders: Holders, hidden: list[int], log: DealLog, rng: Random) -> Holders | None:
    """Two cards of different hidden holders exchanged; None where they are the same card.

    One time in two one of them is a card that much turns on: a Comet, or one that is needed.
    """
    places = [(holder, number) for holder in hidden for number in range(len(holders[holder]))]
    pack, s = log.state._setup.pack, log.state._node.situation
    telling = [
        (holder, number)
        for holder, number in places
        if (card := holders[holder][number]) in pack.pack.comets or pack.place(card) in s.needs
    ]
    one = rng.choice(telling if telling and rng.random() < 0.5 else places) if places else (0, 0)
    others = [place for place in places if place[0] != one[0]]
    if not others:
        return None
    other = rng.choice(others)
    cards = [list(cards) for cards in holders]
    (a, i), (b, j) = one, other
    cards[a][i], cards[b][j] = cards[b][j], cards[a][i]
    return cards if cards[a][i] != cards[b][j] else None


def _played_again(log: DealLog, holders: Holders) -> DealLog | None:
    """The same moves in another deal; None where the table would have seen something else."""
    start = log.start
    try:
        again = _started(start, holders)
        state, played = again, start
        if _public(state) != _public(played):
            return None
        for move in log.moves:
            state, played = step(state, move), step(played, move)
            if _public(state) != _public(played):
                return None
    except CometError:
        return None
    other = DealLog(again)
    for move in log.moves:
        other = other.step(move)
    return other


def _started(start: State, holders: Holders) -> State:
    *hands, dead = holders
    return new_deal(
        start.rules, hands=hands, dead=dead, dealer=start.dealer, pack=start.pack,
        carried=start.carried,
    )  # fmt: skip


def _public(state: State) -> tuple[object, ...]:
    """What the rules make public of a moment: who is awaited, and the hands at the end."""
    s = state._node.situation
    return s.kind, s.seat, s.bound, state.hands if s.kind is Kind.OVER else ()
