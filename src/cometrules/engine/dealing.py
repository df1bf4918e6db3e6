"""Before the first card: stakes, the shuffle, the deal, and who leads.

Obeys `deal`, `stakes`, `play.lead.by`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from random import Random

from ..cards import Card, parse_card
from ..chance import words
from ..errors import DealError
from ..ledger import Carried
from ..moves import Deal
from ..rules import PackRules, Rules
from ..situations import Kind, Phase, Situation
from ..state import Setup, State
from .nodes import node_at
from .stakes import NOTHING, check_carried, staked

__all__ = ["dealt", "new_deal", "start"]

Seed = int | str


def start(
    rules: Rules, dealer: int = 0, *, pack: str | None = None, carried: Carried | None = None
) -> State:
    """A deal before the cards are dealt: the stakes are laid, and the deal is awaited.

    Args:
        rules: the game.
        dealer: the seat that deals.
        pack: which of the packs used in turn, by name; the first if left out.
        carried: what earlier deals left in pots and pool, and how often the Comet lay dead.

    Raises:
        DealError: there is no such seat, pack or pot.

    >>> import cometrules as cr
    >>> start(cr.compile_rules("svensk-komet", players=4), dealer=1).pending
    AwaitDeal()
    """
    if not isinstance(rules, Rules):
        raise DealError(f"{rules!r} is no compiled game: make one with compile_rules")
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < rules.players:
        raise DealError(f"there is no seat {dealer!r} to deal: seats are 0 to {rules.players - 1}")
    pack_rules = _pack_called(rules, pack)
    carried = NOTHING if carried is None else carried
    if not isinstance(carried, Carried):
        raise DealError(f"carried= takes a Carried, not {carried!r}")
    if carried is not NOTHING:
        check_carried(rules, carried)
    setup = Setup(pack_rules, dealer, carried)
    return State(setup, 0, node_at(pack_rules, Situation(Kind.DEAL)), staked(setup))


def new_deal(
    rules: Rules,
    *,
    seed: Seed | None = None,
    rng: Random | None = None,
    dealer: int = 0,
    hands: Iterable[Iterable[Card | str]] | None = None,
    dead: Iterable[Card | str] = (),
    pack: str | None = None,
    carried: Carried | None = None,
) -> State:
    """A deal, shuffled and dealt by a seed or a generator, or set out card by card.

    Args:
        rules: the game.
        seed: a number or text; the same seed gives the same deal on every Python and platform.
        rng: a generator, of which only `random()` is used, instead of a seed.
        dealer: the seat that deals.
        hands: the cards of each seat, of any number, instead of seed and rng. Whatever is in
            no hand is dead.
        dead: with `hands`, cards that must be dead (a check, nothing more).
        pack, carried: as for `start`.

    Raises:
        DealError: the hands do not fit the rules or the pack, or it is not said how to deal.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=4)
    >>> new_deal(rules, seed=7) == new_deal(rules, seed=7)
    True
    """
    if (seed is not None) + (rng is not None) + (hands is not None) != 1:
        raise DealError("say how to deal: seed=, rng= or hands=, one of them")
    state = start(rules, dealer, pack=pack, carried=carried)
    if hands is not None:
        return dealt(state, Deal(hands), dead=dead)
    if dead:
        raise DealError("dead= goes with hands=: a shuffle deals by itself")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, str))):
        raise DealError(f"a seed is a number or text, not {seed!r}")
    setup = state._setup
    text = str(seed) if rng is None else " ".join(repr(rng.random()) for _ in range(4))
    return _with_hands(state, _shuffled(setup.pack, dealer, text))


def dealt(state: State, deal: Deal, *, dead: Iterable[Card | str] = ()) -> State:
    """The state once the cards are dealt as set out.

    Raises:
        DealError: the hands do not fit the rules or the pack.
    """
    pack = state._setup.pack
    if len(deal.hands) != state.rules.players:
        raise DealError(f"{state.rules.players} players need as many hands, not {len(deal.hands)}")
    left = dict(pack.pack.counts)
    hands = 0
    for seat, cards in enumerate(deal.hands):
        if not cards:
            raise DealError(f"seat {seat} has no cards: a hand needs one at least")
        for card in cards:
            _take(pack, left, card)
            hands |= _bit(pack, hands, seat, card)
    for text in dead:
        card = text if isinstance(text, Card) else parse_card(text)
        if card in left and not left[card]:
            raise DealError(f"{card.name} cannot be dead: it is in a hand")
        _take(pack, left, card)
    return _with_hands(state, hands)


def _take(pack: PackRules, left: dict[Card, int], card: Card) -> None:
    if card not in left:
        raise DealError(f"{card.name} is not in the pack")
    if not left[card]:
        count = pack.pack.counts[card]
        times = "once" if count == 1 else f"{count} times"
        raise DealError(f"{card.name} is dealt too often: the pack has it {times}")
    left[card] -= 1


def _bit(pack: PackRules, hands: int, seat: int, card: Card) -> int:
    """The bit a card takes in a hand: the lowest free one of its equals."""
    bit = 1 << pack.shift(seat) + pack.first_bit[card]
    while hands & bit:
        bit <<= 1
    return bit


# --- the shuffle ------------------------------------------------------------------------------


def _shuffled(pack: PackRules, dealer: int, seed: str) -> int:
    """The hands dealt from a shuffled pack; only the cards that are dealt are drawn.

    A number of 64 bits modulo the cards that are left prefers some of them by less than 1e-17.
    """
    seats = _order_of_deal(pack, dealer)
    left = [1 << pack.first_bit[card] for card in pack.physical]
    width = pack.width
    hands = 0
    for seat, word in zip(seats, words(seed, len(seats)), strict=True):
        bit = left.pop(word % len(left)) << seat * width
        while hands & bit:  # equal cards fill a hand from the lowest bit up
            bit <<= 1
        hands |= bit
    return hands


def _order_of_deal(pack: PackRules, dealer: int) -> tuple[int, ...]:
    """The seats in the order in which they get their cards, packet by packet."""
    known = pack.orders_of_deal.get(dealer)
    if known is not None:
        return known
    deal, players = pack.rules.profile.deal, pack.rules.players
    step = 1 if deal.direction == "left" else -1
    seats = [(dealer + step * (place + 1)) % players for place in range(players)]
    open_ = dict(zip(seats, pack.sizes, strict=True))
    order: list[int] = []
    while any(open_.values()):
        for seat in seats:
            packet = min(deal.packet, open_[seat])
            open_[seat] -= packet
            order += [seat] * packet
    pack.orders_of_deal[dealer] = tuple(order)
    return tuple(order)


# --- after the cards lie ----------------------------------------------------------------------


def _with_hands(state: State, hands: int) -> State:
    setup = state._setup
    pack = setup.pack
    dead = _dead(pack, hands)
    dealt_to: tuple[int | None, ...] = ()
    if state.rules.profile.stakes.pots.taken == "at_end":
        dealt_to = tuple(_holder(pack, hands, card) for card in state.rules.pot_cards)
    dealt_setup = Setup(pack, setup.dealer, setup.carried, dead, dealt_to)
    leader = _first_leader(pack, hands, setup.dealer)
    lead = Situation(Kind.LEAD, leader, phase=Phase.UNOPENED)
    return State(dealt_setup, hands, node_at(pack, lead), state._ledger)


def _dead(pack: PackRules, hands: int) -> int:
    """The bits of the cards in no hand, filled from the lowest up like a hand."""
    if pack.width == len(pack.kinds):
        together = functools.reduce(int.__or__, _lanes(pack, hands))
        return pack.lane & ~together
    dead = 0
    for card, mask in pack.card_mask.items():
        held = sum((lane & mask).bit_count() for lane in _lanes(pack, hands))
        dead |= ((1 << pack.pack.counts[card] - held) - 1) << pack.first_bit[card]
    return dead


def _lanes(pack: PackRules, hands: int) -> Iterator[int]:
    return (hands >> pack.shift(seat) & pack.lane for seat in range(pack.rules.players))


def _holder(pack: PackRules, hands: int, card: Card, first: int = 0) -> int | None:
    """The seat that holds a card, asked round from `first`; None where it is in no hand."""
    seat = first
    for _ in range(pack.rules.players):
        if hands >> pack.shift(seat) & pack.card_mask.get(card, 0):
            return seat
        seat = pack.rules.next_seat(seat)
    return None


def _first_leader(pack: PackRules, hands: int, dealer: int) -> int:
    lead = pack.rules.profile.play.lead
    following = pack.rules.next_seat(dealer)
    if lead.by == "dealer":
        return dealer
    if lead.by == "holder_of":
        assert lead.holder_of is not None
        ranks = pack.rules.profile.deck.ranks
        for rank in ranks[ranks.index(lead.holder_of.rank) :]:
            seat = _holder(pack, hands, Card(rank, lead.holder_of.suit), following)
            if seat is not None:
                return seat
    return following


def _pack_called(rules: Rules, name: str | None) -> PackRules:
    if name is None:
        return rules.packs[0]
    for pack in rules.packs:
        if pack.pack.name == name:
            return pack
    if len(rules.packs) == 1:
        raise DealError(f"there is no pack {name!r}: {rules.profile.id} has one pack, leave it out")
    names = " and ".join(pack.pack.name for pack in rules.packs)
    raise DealError(f"there is no pack {name!r}: there are {names}")
