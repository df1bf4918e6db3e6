"""A profile compiled for a number of players: the tables in which the engine looks things up.

The hands of all seats are one integer. Every card of a pack has one bit in the lane of each
seat; equal cards lie side by side and are filled from the lowest up, so that a hand has one
form. The cards of one place in a run lie side by side too, a Comet among them last.
"""

from __future__ import annotations

import functools
import itertools
import os
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from .cards import Card
from .errors import DealError, NotationError
from .ledger import Ledger
from .moves import Lay, LaySet, Move, Pass, Place, StandIn, read_action
from .packs import Pack, build_packs, hand_sizes
from .profile.model import AtOnce, Profile

if TYPE_CHECKING:
    from .engine.nodes import Node, Options, Outcome
    from .situations import Situation
    from .state import Setup

__all__ = ["CometCard", "PackRules", "Rules", "compile_rules", "parse_move"]


class CometCard(NamedTuple):
    """A Comet of a pack: the card, its bits in a lane, and its own place."""

    card: Card
    mask: int
    place: Place


class PackRules:
    """The tables of one pack.

    Attributes:
        rules: the compiled rules it belongs to.
        index: its number among the packs used in turn.
        pack: the cards.
        kinds: the different cards in the order of their bits.
        width: bits of a lane, which is the number of cards.
        first_bit: the lowest bit of each card in a lane.
        places: every place of a run, low to high, suit by suit where suits matter.
        above: the place above each place; the top of a run has none.
        plain: the bits of the cards of each place, Comets apart.
        due: the bits of the cards that continue a run at each place like any card; a Comet is
            among them where it is an ordinary card in its own place.
        comets: the Comets.
        freezes: whether a laid Comet freezes the pots.
        nodes: what can be awaited, made as play reaches it.
        options: the legal moves that nodes share, by what they depend on.
        outcomes: what laying leads to, shared likewise.
        lays: the ways to lay cards of one place, by seat, place and cards.
        lanes_in_order: for each dealer and card that is dealt, the bits it can be there.
        openings: for each seat, its lead that opens a deal.
        fresh: for each dealer, a deal to which nothing is carried, staked but not yet dealt.
    """

    def __init__(self, rules: Rules, index: int, pack: Pack) -> None:
        self.rules, self.index, self.pack = rules, index, pack
        profile = rules.profile
        self._matter = profile.play.suits == "matter"
        self.places, self.above = _grid(profile, pack)
        order = {place: number for number, place in enumerate(self.places)}
        self.kinds = tuple(
            sorted(pack.counts, key=lambda c: (order[self.place(c)], c in pack.comets, c.suit))
        )
        starts = itertools.accumulate((pack.counts[card] for card in self.kinds), initial=0)
        self.first_bit = dict(zip(self.kinds, starts, strict=False))
        self.width = pack.size
        self.lane = (1 << self.width) - 1
        self.card_mask = {
            card: ((1 << pack.counts[card]) - 1) << self.first_bit[card] for card in self.kinds
        }
        self.comets = tuple(
            CometCard(c, self.card_mask[c], self.place(c)) for c in self.kinds if c in pack.comets
        )
        self.comet_mask = sum(comet.mask for comet in self.comets)
        self.comets_everywhere = self.everywhere(self.comet_mask)
        self.comet_count = self.comet_mask.bit_count()
        self.freezes = profile.stakes.pots.frozen != "never"
        everything = dict.fromkeys(self.places, 0)
        for card in self.kinds:
            everything[self.place(card)] |= self.card_mask[card]
        self.plain = {place: mask & ~self.comet_mask for place, mask in everything.items()}
        self.due = everything if profile.comet.if_due == "natural" else self.plain
        self.all_of = everything
        self.sizes = hand_sizes(profile, rules.players, pack)
        self.physical = tuple(card for card in self.kinds for _ in range(pack.counts[card]))
        self.named = _named_ranks(profile, pack)
        self._swaps = tuple(map(self.everywhere, self._pairs_to_sort()))
        self.nodes: dict[Situation, Node] = {}
        self.options: dict[Situation, tuple[int, Options]] = {}
        self.outcomes: dict[tuple[Situation, Move], Outcome] = {}
        self.lays: dict[tuple[int, Place, int, AtOnce], tuple[Move, ...]] = {}
        self.lanes_in_order: dict[int, tuple[tuple[int, ...], ...]] = {}
        self.openings: dict[int, Node] = {}
        self.fresh: dict[int, tuple[Setup, Ledger]] = {}

    def __reduce__(self) -> tuple[Callable[[Rules, int], PackRules], tuple[Rules, int]]:
        return _pack_of, (self.rules, self.index)

    def place(self, card: Card) -> Place:
        """Where a card stands in a run."""
        return card if self._matter else card.rank

    def shift(self, seat: int) -> int:
        """How far the lane of a seat lies from the lowest."""
        return seat * self.width

    def everywhere(self, mask: int) -> int:
        """Lane bits in the lane of every seat."""
        return sum(mask << self.shift(seat) for seat in range(self.rules.players))

    def in_form(self, cards: int) -> int:
        """Cards in their one form: of equal ones the lowest bits, in every lane."""
        for lower in self._swaps:
            rising = cards >> 1 & ~cards & lower
            cards ^= rising | rising << 1
        return cards

    def _pairs_to_sort(self) -> Iterator[int]:
        """The lower bits of neighbouring equal cards, for as many rounds as sort them all."""
        for turn in range(max(self.pack.counts.values())):
            pairs = sum(
                1 << self.first_bit[card] + lower
                for card, count in self.pack.counts.items()
                for lower in range(turn % 2, count - 1, 2)
            )
            if pairs:
                yield pairs

    def due_at(self, places: tuple[Place, ...]) -> int:
        """The bits of the cards that continue a run at some places."""
        return functools.reduce(int.__or__, (self.due[place] for place in places), 0)

    def all_above(self, places: tuple[Place, ...]) -> tuple[Place, ...]:
        """Every place above some places, up to the top of their runs."""
        found: list[Place] = []
        for start in places:
            place = self.above[start]
            while place is not None:
                found.append(place)
                place = self.above[place]
        return tuple(dict.fromkeys(found))

    def next_above(self, gaps: tuple[Place, ...], lane: int) -> tuple[Place, ...]:
        """Where a hand goes on above gaps: at its lowest card there, or at a Comet before it."""
        found: list[Place] = []
        for gap in gaps:
            for place in self.all_above((gap,)):
                if lane & self.all_of[place]:
                    found.append(place)
                if lane & self.due[place]:
                    break
        return tuple(dict.fromkeys(found))

    def name(self, card: Card) -> Place:
        """What a move calls a card: its rank where its suit makes no difference."""
        if self._matter or card in self.pack.comets or card.rank in self.named:
            return card
        return card.rank

    @functools.cached_property
    def by_name(self) -> tuple[tuple[Place, int, int], ...]:
        """Every name of cards, with their bits in all hands, and how many there are."""
        masks: dict[Place, int] = {}
        for card in self.kinds:
            name = self.name(card)
            masks[name] = masks.get(name, 0) | self.card_mask[card]
        return tuple((n, self.everywhere(mask), mask.bit_count()) for n, mask in masks.items())

    def cards_in(self, lane: int) -> tuple[Card, ...]:
        """The cards of the bits of one lane."""
        cards = []
        while lane:
            low = lane & -lane
            cards.append(self.physical[low.bit_length() - 1])
            lane ^= low
        return tuple(cards)

    def mask_of(self, name: Place) -> int:
        """The bits of the cards that a name in a move can mean."""
        return self.card_mask.get(name, 0) if isinstance(name, Card) else self.plain.get(name, 0)


def _pack_of(rules: Rules, index: int) -> PackRules:
    return rules.packs[index]


def _grid(profile: Profile, pack: Pack) -> tuple[tuple[Place, ...], dict[Place, Place | None]]:
    """Every place of a run, with the place above it; places without a card are among them."""
    ranks = profile.deck.ranks
    if profile.play.suits == "ignored":
        columns: list[tuple[Place, ...]] = [ranks]
    else:
        spec = profile.deck.packs[pack.name]
        suits = sorted({*spec.suits, *(card.suit for card in pack.counts)})
        columns = [tuple(Card(rank, suit) for rank in ranks) for suit in suits]
    above: dict[Place, Place | None] = {}
    for column in columns:
        above.update(itertools.zip_longest(column, column[1:]))
    return tuple(above), above


def _named_ranks(profile: Profile, pack: Pack) -> frozenset[str]:
    """Ranks in which it matters to somebody which card is laid, though suits are ignored."""
    if profile.play.suits == "matter":
        return frozenset()
    if "lowest_of_a_suit" in (profile.play.lead.first, profile.play.lead.later):
        return frozenset(profile.deck.ranks)
    end = profile.settlement
    names = itertools.chain(
        profile.payments.laying, profile.payments.leading, map(str, profile.stakes.pots.cards),
        end.unplayed.cards, end.caught, end.values, profile.play.stops,
    )  # fmt: skip
    named = {name for name in names if len(name) == 2}
    return frozenset(c.rank for c in pack.counts if str(c) in named and c not in pack.comets)


class Rules:
    """The rules of a profile for a number of players; made by `compile_rules`.

    Attributes:
        profile: the profile.
        players: the number of players, seats 0 to `players` - 1 clockwise.
        cards: every different card of any pack, by suit and rank.
        actions: every move there is, without its seat, in an order that never changes.
        pot_cards: the cards with a pot, the highest first.
        max_moves: an upper bound to the moves of a deal.
    """

    def __init__(self, profile: Profile, players: int) -> None:
        self.profile, self.players = profile, players
        self.pot_cards = tuple(profile.stakes.pots.cards)
        self.packs = tuple(
            PackRules(self, index, pack) for index, pack in enumerate(build_packs(profile, players))
        )
        self.cards = tuple(dict.fromkeys(card for p in self.packs for card in p.pack.counts))
        self.actions: tuple[Move, ...] = tuple(
            dict.fromkeys(action for pack in self.packs for action in _actions(profile, pack))
        )
        self._ids = {action: number for number, action in enumerate(self.actions)}
        self._step = 1 if profile.play.direction == "left" else -1
        self.max_moves = self._bound()

    def __repr__(self) -> str:
        return f"<Rules of {self.profile.id} for {self.players}>"

    def __reduce__(self) -> tuple[Callable[[Profile, int], Rules], tuple[Profile, int]]:
        return compile_rules, (self.profile, self.players)

    def action_id(self, move: Move) -> int:
        """The number of a move in `actions`, whatever its seat.

        Raises:
            KeyError: there is no such move in this game.
        """
        return self._ids[seated(move, None)]

    def next_seat(self, seat: int) -> int:
        """Who comes after a seat when the turn passes."""
        return (seat + self._step) % self.players

    def _bound(self) -> int:
        """Each card is followed at most by a round of passes, and by a round of refused leads."""
        return max(pack.width for pack in self.packs) * (1 + 2 * self.players)


def seated(move: Move, seat: int | None) -> Move:
    """The same move made by another seat."""
    match move:
        case Lay(card=card):
            return Lay(seat, card)
        case LaySet(parts=parts):
            return LaySet(seat, parts)
        case StandIn(comet=comet, place=place):
            return StandIn(seat, comet, place)
        case Pass():
            return Pass(seat)


def _actions(profile: Profile, pack: PackRules) -> Iterator[Move]:
    at_once = {profile.play.at_once, profile.play.lead.at_once}
    for place in pack.places:
        names = name_counts(pack, pack.plain[place])
        yield from (Lay(None, name) for name in names)
        if "any_number" in at_once:
            yield from (LaySet(None, parts) for parts in several(names))
        elif "full_set" in at_once and sum(names.values()) > 1:
            yield LaySet(None, tuple(names.items()))
    plain = "natural" in (profile.comet.if_led, profile.comet.if_due)
    for comet in pack.comets:
        if plain or not profile.comet.stands_in:
            yield Lay(None, comet.card)
        if profile.comet.stands_in:
            yield from (StandIn(None, comet.card, place) for place in pack.places)
    yield Pass(None)


def name_counts(pack: PackRules, lane: int) -> dict[Place, int]:
    """How many cards of each name are among the bits of a lane."""
    counts: dict[Place, int] = {}
    for card in pack.cards_in(lane):
        name = pack.name(card)
        counts[name] = counts.get(name, 0) + 1
    return counts


def several(names: dict[Place, int]) -> Iterator[tuple[tuple[Place, int], ...]]:
    """Every choice of two or more among cards, as the parts of a set."""
    for numbers in itertools.product(*(range(count + 1) for count in names.values())):
        if sum(numbers) > 1:
            yield tuple((name, n) for name, n in zip(names, numbers, strict=True) if n)


_compiled: weakref.WeakValueDictionary[tuple[Profile, int], Rules] = weakref.WeakValueDictionary()
_recent: deque[Rules] = deque(maxlen=8)
"""Rules are single as long as anybody has them; the last few are kept for who asks again."""


def compile_rules(profile: Profile | str | os.PathLike[str], players: int) -> Rules:
    """Compile a profile for a number of players; the same arguments give the same object.

    Args:
        profile: a profile, the id of a bundled one, or a file.
        players: how many play.

    Raises:
        DealError: the profile is not for so many players.
        ProfileError: there is no such profile.

    >>> compile_rules("foster-commit", players=4).players
    4
    """
    if not isinstance(profile, Profile):
        from .profile.catalogue import load_profile

        profile = load_profile(profile)
    low, high = profile.players.min, profile.players.max
    if not isinstance(players, int) or isinstance(players, bool) or not low <= players <= high:
        number = f"{low}" if low == high else f"{low} to {high}"
        raise DealError(f"{profile.id} is for {number} players, not {players!r}")
    key = (profile, players)
    rules = _compiled.get(key)
    if rules is None:
        rules = _compiled[key] = Rules(profile, players)
        _recent.append(rules)
    return rules


def parse_move(rules: Rules, text: str, seat: int | None = None) -> Move:
    """Read a move of a game, such as ``9D``, ``8*4``, ``9D=6`` or ``pass``.

    Args:
        rules: the game.
        text: the move; with the seat in front (``2:9D``) where `seat` is not given.
        seat: whose move it is.

    Raises:
        NotationError: the text is no move, or no move of this game.

    >>> rules = compile_rules("foster-commit", players=4)
    >>> parse_move(rules, "2:9♦") == parse_move(rules, "9d", seat=2)
    True
    """
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no move: a move is text, such as 9D or pass")
    front, colon, rest = text.rpartition(":")
    if front.isascii() and front.isdigit() and seat in (None, int(front)):
        seat, text = int(front), rest
    elif colon and seat is not None:
        raise NotationError(f"{text!r} is a move of another seat than {seat}")
    elif seat is None:
        raise NotationError(f"{text!r} does not say whose move it is: write 2:9D or give seat=")
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < rules.players:
        raise NotationError(f"there is no seat {seat!r}: seats are 0 to {rules.players - 1}")
    action = read_action(text)
    if action not in rules._ids:
        raise NotationError(_no_such_move(rules, action))
    return seated(rules.actions[rules._ids[action]], seat)


def _no_such_move(rules: Rules, action: Move) -> str:
    what = f"{action} is no move of {rules.profile.id}"
    comets = {card for pack in rules.packs for card in pack.pack.comets}
    match action:
        case Lay(card=Card() as card) if card in comets:
            return f"{what}: say what the Comet stands for, such as {card}=6"
        case Lay(card=Card() as card) if card not in rules.cards:
            return f"{what}: {card.name} is not in its cards"
        case Lay(card=Card() as card):
            return f"{what}: suits do not matter there, write {card.rank}"
        case Lay():
            return f"{what}: name the card, with its suit"
        case LaySet(parts=parts):
            return f"{what}: {_sets_there(rules, parts[0][0])}"
        case StandIn(comet=comet) if comet in comets:
            return f"{what}: {comet.name} does not stand for that"
        case StandIn(comet=comet):
            return f"{what}: {comet.name} is not the Comet"
    return what


def _sets_there(rules: Rules, name: Place) -> str:
    """Which equal cards are laid at once, where others were asked for."""
    rank = name.rank if isinstance(name, Card) else name
    sets = [str(action) for action in rules.actions if isinstance(action, LaySet)]
    close = [text for text in sets if text.startswith(rank)]
    if close:
        return f"of such cards may go together: {', '.join(close[:6])}"
    return "cards are laid one at a time there"
