"""Policies: how a seat chooses its move.

A policy is any callable of a question and a random generator. It sees what its seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

import attrs

from ..cards import Card
from ..engine.charges import named
from ..moves import Lay, LaySet, Move, Pass, Place, StandIn
from ..rules import Rules

__all__ = ["POLICIES", "Policy", "Seen", "greedy", "uniform"]


@attrs.frozen
class Seen:
    """What a policy is shown.

    Args:
        rules: the game.
        seat: whose move it is.
        hand: its cards, sorted.
        sizes: how many cards each seat holds.
        moves: what it may do.
        may_wait: whether it may return None, to let the others go first.
    """

    rules: Rules
    seat: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    moves: tuple[Move, ...]
    may_wait: bool


class Policy(Protocol):
    """Chooses one of the moves, or None where it may wait."""

    def __call__(self, seen: Seen, rng: Random, /) -> Move | None:
        """The chosen move."""
        ...


def uniform(seen: Seen, rng: Random, /) -> Move | None:
    """Any move with the same chance; waiting counts as one where it is possible."""
    choice = int(rng.random() * (len(seen.moves) + seen.may_wait))
    return seen.moves[choice] if choice < len(seen.moves) else None


def greedy(seen: Seen, rng: Random, /) -> Move | None:
    """The move after which most of its own cards follow; equals by chance.

    It counts the cards that it could lay one after the other, what they earn at once and save
    at the end, keeps the Comet while it has a card that does, and lays it before it is caught.
    """
    hand = set(seen.hand)
    worth = [
        (_worth(seen, move, hand), rng.random(), number) for number, move in enumerate(seen.moves)
    ]
    best, _, number = max(worth)
    if seen.may_wait and best < 1 and min(seen.sizes) > 2:
        return None
    return seen.moves[number]


def _worth(seen: Seen, move: Move, hand: set[Card]) -> float:
    if isinstance(move, Pass):
        return -100.0
    profile = seen.rules.profile
    comets = {card for pack in seen.rules.packs for card in pack.pack.comets}
    if isinstance(move, StandIn) or (isinstance(move, Lay) and move.card in comets):
        danger = 3.0 if min(seen.sizes) <= 3 or len(hand) <= 3 else 0.0
        return danger + 0.1 * profile.payments.comet.reward - 0.5
    return _run(seen, move, hand) + 0.2 * sum(_saved(seen, card) for card in _cards(move, hand))


def _cards(move: Move, hand: set[Card]) -> Sequence[Card]:
    names: tuple[Place, ...] = ()
    match move:
        case Lay(card=name):
            names = (name,)
        case LaySet(parts=parts):
            names = tuple(name for name, count in parts for _ in range(count))
    return [
        name if isinstance(name, Card) else next(card for card in hand if card.rank == name)
        for name in names
    ]


def _run(seen: Seen, move: Move, hand: set[Card]) -> float:
    """How many cards the seat lays from here on, and half a card for ending on a stop."""
    profile = seen.rules.profile
    ranks, stops = profile.deck.ranks, profile.play.stops
    (card, *more) = _cards(move, hand)
    length = 1.0 + len(more)
    held = {c.rank if profile.play.suits == "ignored" else str(c) for c in hand}
    for rank in ranks[ranks.index(card.rank) + 1 :]:
        if named(stops, card):
            break
        following = Card(rank, card.suit)
        if (rank if profile.play.suits == "ignored" else str(following)) not in held:
            return length
        card, length = following, length + 1
    return length + 0.5


def _saved(seen: Seen, card: Card) -> float:
    """What the card would cost at the end, and what it earns now."""
    profile = seen.rules.profile
    end = profile.settlement
    value = end.per_card + end.per_point * end.values.get(card.rank, 0)
    laying = named(profile.payments.laying, card)
    return value / 5 + (profile.payments.laying[laying] if laying else 0)


POLICIES: dict[str, Callable[[Seen, Random], Move | None]] = {"random": uniform, "greedy": greedy}
"""The policies that have a name."""
