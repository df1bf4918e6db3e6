"""What may be led: the whole hand, or what is left of it by `play.lead` and `comet.if_led`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..cards import Card
from ..moves import Move, Pass, Place
from ..profile.model import LeadLimit
from ..situations import Situation
from .nodes import Moves, Options

if TYPE_CHECKING:
    from ..rules import PackRules

__all__ = ["Leads", "RestrictedLeads", "changes_suit"]

LaysOf = Callable[[Place, int], Moves]
"""The ways to lead the held bits of a place."""

_CHUNK = 8
_RED = "DH"


class _LastAsked:
    """The leads of a hand, which are asked for twice: by who chooses and by who checks."""

    _last: tuple[int, Moves] = (0, ())

    def __getitem__(self, wanted: int, /) -> Moves:
        asked, moves = self._last
        if asked != wanted:
            moves = self._listed(wanted)
            self._last = (wanted, moves)
        return moves

    def _listed(self, wanted: int) -> Moves:
        raise NotImplementedError


class Leads(_LastAsked):
    """Leads of any card, put together from short stretches of the hand.

    A table of whole hands would grow with every deal; a stretch of some eight bits has few
    values, so a handful of look-ups lists the leads in a microsecond or two.
    """

    def __init__(
        self, pack: PackRules, seat: int, natural: int, lays: LaysOf, besides: Options
    ) -> None:
        self._shift, self._lane = pack.shift(seat), pack.lane
        self._comets = pack.everywhere(pack.comet_mask)
        self._besides = besides
        self._stretches: list[tuple[int, int, _Stretch]] = []
        places: list[Place] = []
        for place in pack.places:
            mask = pack.all_of[place]
            if (
                places
                and (_span(pack, places) | mask).bit_length() - _low(_span(pack, places)) > _CHUNK
            ):
                self._add(pack, places, natural, lays)
                places = []
            if mask:
                places.append(place)
        if places:
            self._add(pack, places, natural, lays)

    def _add(self, pack: PackRules, places: list[Place], natural: int, lays: LaysOf) -> None:
        mask = _span(pack, places)
        low = _low(mask)
        stretch = _Stretch([(place, pack.all_of[place] & natural) for place in places], low, lays)
        self._stretches.append((low, mask >> low, stretch))

    def _listed(self, wanted: int) -> Moves:
        moves: Moves = ()
        hand = wanted >> self._shift & self._lane
        for low, mask, stretch in self._stretches:
            bits = hand >> low & mask
            if bits:
                moves += stretch[bits]
        comets = wanted & self._comets
        return moves + self._besides[comets] if comets else moves


class _Stretch(dict[int, Moves]):
    def __init__(self, places: list[tuple[Place, int]], low: int, lays: LaysOf) -> None:
        super().__init__()
        self.places, self.low, self.lays = places, low, lays

    def __missing__(self, bits: int) -> Moves:
        lane = bits << self.low
        moves = self[bits] = tuple(
            move
            for place, mask in self.places
            if lane & mask
            for move in self.lays(place, lane & mask)
        )
        return moves


def _span(pack: PackRules, places: list[Place]) -> int:
    return sum(pack.all_of[place] for place in places)


def _low(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


class RestrictedLeads(_LastAsked):
    """Leads under `play.lead.first`, `later`, `suit` and `no_such_suit`, and without the Comet.

    Args:
        pack: the rules.
        s: the situation, a lead.
        limit: what `play.lead` says of this lead.
        natural: the bits of a lane that lead as plain cards.
        lays: the ways to lead the cards of a place.
        besides: what Comets add, by the hands.
    """

    def __init__(
        self, pack: PackRules, s: Situation, limit: LeadLimit, natural: int, lays: LaysOf,
        besides: Callable[[int], Moves],
    ) -> None:  # fmt: skip
        assert s.seat is not None
        self._pack, self._situation, self._limit = pack, s, limit
        self._seat, self._natural, self._lays, self._besides = s.seat, natural, lays, besides
        self._ranks = pack.rules.profile.deck.ranks

    def _listed(self, hands: int) -> Moves:
        pack = self._pack
        held = hands >> pack.shift(self._seat) & self._natural
        allowed = self._limited(self._of_a_suit(held))
        naturals = tuple(
            move for place in pack.places if allowed & pack.all_of[place]
            for move in self._lays(place, allowed & pack.all_of[place])
        )  # fmt: skip
        comets = self._besides(hands)
        return (*naturals, *comets, *self._refusal(held, naturals, comets))

    def _refusal(self, held: int, naturals: Moves, comets: Moves) -> Iterator[Move]:
        """Passing the lead on: for who has nothing that may be led."""
        own = any(move.seat == self._seat for move in comets)
        must = not held or self._pack.rules.profile.comet.must == "when_unable"
        if not naturals and not (own and must):
            yield Pass(self._seat)

    def _of_a_suit(self, held: int) -> int:
        """The cards that change suit as they must; all of them, or none, where none does."""
        lead, last = self._pack.rules.profile.play.lead, self._situation.suit
        if last is None:
            return held
        allowed = held & sum(
            mask
            for card, mask in self._pack.card_mask.items()
            if changes_suit(lead.suit, last, card)
        )
        gone_round = self._situation.refused == self._seat
        return (
            allowed if allowed or (lead.no_such_suit == "lead_passes" and not gone_round) else held
        )

    def _limited(self, held: int) -> int:
        """The lowest cards of all, or of each suit, where only those may be led."""
        if self._limit == "any_card":
            return held
        masks = {card: mask for card, mask in self._pack.card_mask.items() if held & mask}
        by_suit = self._limit == "lowest_of_a_suit"
        lowest: dict[str, int] = {}
        for card in masks:
            suit = card.suit if by_suit else ""
            lowest[suit] = min(lowest.get(suit, len(self._ranks)), self._ranks.index(card.rank))
        return held & sum(
            mask for card, mask in masks.items()
            if self._ranks.index(card.rank) == lowest[card.suit if by_suit else ""]
        )  # fmt: skip


def changes_suit(wanted: str, last: str, card: Card) -> bool:
    """Whether a card has the suit that `play.lead.suit` wants after a run in another."""
    if wanted == "other_colour":
        return (card.suit in _RED) != (last in _RED)
    return wanted == "any" or card.suit != last
