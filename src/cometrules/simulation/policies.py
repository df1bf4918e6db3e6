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
        laid: the cards that lie on the table, each once.
        moves: what it may do.
        may_wait: whether it may return None, to let the others go first.
    """

    rules: Rules
    seat: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    laid: frozenset[Card]
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
    """The move that sheds most of the cards that are hard to shed; equals by chance.

    It counts the cards that it could lay one after the other, prefers to lead what nothing can
    come before any more, and minds what a card costs at the end. It keeps the Comet while it
    has a better card, unless the deal nears its end.
    """
    moves = enumerate(seen.moves)
    worth = [(_worth(seen, move), rng.random(), number) for number, move in moves]
    best, _, number = max(worth)
    if seen.may_wait and best < 1:
        return None
    return seen.moves[number]


def _worth(seen: Seen, move: Move) -> float:
    if isinstance(move, Pass):
        return -100.0
    comets = {card for pack in seen.rules.packs for card in pack.pack.comets}
    if isinstance(move, StandIn) or (isinstance(move, Lay) and move.card in comets):
        near_the_end = min(seen.sizes) <= 3
        return 2.5 if near_the_end else 0.5
    hand = set(seen.hand)
    cards = _cards(move, hand)
    return _run(seen, cards, hand) + 0.3 * sum(_saved(seen, card) for card in cards)


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


def _run(seen: Seen, cards: Sequence[Card], hand: set[Card]) -> float:
    """How many cards the seat lays from here on, and what the first and the last of them mean.

    A card that nothing can come before any more must be led to be rid of it, so it is led
    first; one that waits for the card below it may be laid without a lead of one's own.
    """
    profile = seen.rules.profile
    ignored = profile.play.suits == "ignored"
    ranks = profile.deck.ranks
    card, length = cards[0], float(len(cards))
    below = ranks.index(card.rank) - 1
    if below < 0 or (not ignored and Card(ranks[below], card.suit) in seen.laid):
        length += 3
    held = {c.rank for c in hand} if ignored else hand
    for rank in ranks[ranks.index(card.rank) + 1 :]:
        if named(profile.play.stops, card):
            break
        following = Card(rank, card.suit)
        if (rank if ignored else following) not in held:
            return length + (0.5 if not ignored and following in seen.laid else 0)
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
