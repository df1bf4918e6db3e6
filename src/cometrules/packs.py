"""Packs: which cards are played with, and how often each is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import attrs

from .cards import Card, parse_card

if TYPE_CHECKING:
    from .profile.model import Profile

__all__ = ["Pack", "build_packs", "hand_sizes"]


@attrs.frozen
class Pack:
    """The cards of one deal, before it is dealt.

    Args:
        name: what the profile calls the pack.
        counts: how often each card is there, by suit and then by rank.
        comets: the cards that are the Comet in this pack.
    """

    name: str
    counts: Mapping[Card, int]
    comets: frozenset[Card]

    def shares_places(self, suits: str) -> bool:
        """Whether two cards have one place in a run; `suits` is what `play.suits` says."""
        places: Counter[object] = Counter()
        for card, count in self.counts.items():
            places[card if suits == "matter" else card.rank] += count
        return max(places.values(), default=0) > 1

    @property
    def size(self) -> int:
        """How many cards the pack has."""
        return sum(self.counts.values())


def build_packs(profile: Profile, players: int) -> tuple[Pack, ...]:
    """The packs used in turn at this number of players."""
    deck = profile.deck
    packs = []
    for name, spec in deck.packs.items():
        counts = Counter(
            {Card(rank, suit): spec.copies for suit in spec.suits for rank in deck.ranks}
        )
        _remove(counts, (*spec.remove, *deck.remove_for.get(players, ())))
        for out, put in spec.exchange.items():
            counts[out] -= 1
            counts[put] += 1
        _strip(counts, deck.strip, profile, players)
        order = sorted((c for c in counts if counts[c] > 0), key=lambda c: _grid(c, deck.ranks))
        packs.append(Pack(name, {card: counts[card] for card in order}, frozenset(spec.comet)))
    return tuple(packs)


def _grid(card: Card, ranks: tuple[str, ...]) -> tuple[str, int]:
    return card.suit, ranks.index(card.rank)


def _named(name: str, counts: Iterable[Card]) -> list[Card]:
    """The cards that a rank or a card names."""
    return [parse_card(name)] if len(name) == 2 else [c for c in counts if c.rank == name]


def _remove(counts: Counter[Card], names: Iterable[str]) -> None:
    for name in names:
        for card in _named(name, tuple(counts)):
            counts[card] = 0


def _strip(counts: Counter[Card], names: Iterable[str], profile: Profile, players: int) -> None:
    """Take cards out in their order until what is left divides among the hands."""
    hands = players + profile.deal.spare_hands
    for name in names:
        for card in _named(name, tuple(counts)):
            while counts[card] > 0:
                if (counts.total() - profile.deal.dead_first) % hands == 0:
                    return
                counts[card] -= 1


def hand_sizes(profile: Profile, players: int, pack: Pack) -> tuple[int, ...]:
    """The cards each player is dealt, in the order of the deal (who is dealt first has more)."""
    deal = profile.deal
    if deal.hands == "table":
        return (deal.table[players],) * players
    each, over = divmod(max(0, pack.size - deal.dead_first), players + deal.spare_hands)
    extra = over if deal.hands == "all" else 0
    return tuple(each + (place < extra) for place in range(players))
