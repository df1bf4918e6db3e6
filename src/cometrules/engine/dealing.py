"""Before the first card: stakes, the shuffle, the deal, and who leads.

Obeys `deal`, `stakes`, `play.lead.by`.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ..cards import Card, parse_card
from ..chance import words
from ..errors import DealError
from ..ledger import Carried, Ledger
from ..moves import Deal
from ..rules import PackRules, Rules
from ..situations import Kind, Phase, Situation
from ..state import Setup, State, make_state
from .nodes import node_at
from .stakes import NOTHING, check_carried, staked

__all__ = ["dealt", "first_leader", "new_deal", "start"]

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
    setup, ledger = _before(rules, dealer, pack, carried)
    return make_state((setup, 0, node_at(setup.pack, Situation(Kind.DEAL)), ledger))


def _before(
    rules: Rules, dealer: int, pack: str | None, carried: Carried | None
) -> tuple[Setup, Ledger]:
    """What a deal starts from, checked."""
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
    return staked(pack_rules, dealer, carried)


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
    setup, ledger = _before(rules, dealer, pack, carried)
    if hands is not None:
        return _with_hands(setup, ledger, _set_out(setup, Deal(hands), dead))
    if dead:
        raise DealError("dead= goes with hands=: a shuffle deals by itself")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, str))):
        raise DealError(f"a seed is a number or text, not {seed!r}")
    text = str(seed) if rng is None else " ".join(repr(rng.random()) for _ in range(4))
    return _with_hands(setup, ledger, _shuffled(setup.pack, dealer, text))


def dealt(state: State, deal: Deal) -> State:
    """The state once the cards are dealt as set out.

    Raises:
        DealError: the hands do not fit the rules or the pack.
    """
    return _with_hands(state._setup, state._ledger, _set_out(state._setup, deal, ()))


# --- the cards set out ------------------------------------------------------------------------


def _set_out(setup: Setup, deal: Deal, dead: Iterable[Card | str]) -> int:
    """The hands set out card by card; those that must be dead are checked."""
    pack, players = setup.pack, setup.rules.players
    if len(deal.hands) != players:
        raise DealError(f"{players} players need as many hands, not {len(deal.hands)}")
    left = dict(pack.pack.counts)
    hands = 0
    for seat, cards in enumerate(deal.hands):
        if not cards:
            raise DealError(f"seat {seat} has no cards: a hand needs one at least")
        for card in cards:
            _take(pack, left, card)
            hands |= 1 << pack.shift(seat) + pack.first_bit[card] + left[card]
    for text in dead:
        card = text if isinstance(text, Card) else parse_card(text)
        if card in left and not left[card]:
            raise DealError(f"{card.name} cannot be dead: it is in a hand")
        _take(pack, left, card)
    return hands


def _take(pack: PackRules, left: dict[Card, int], card: Card) -> None:
    if card not in left:
        raise DealError(f"{card.name} is not in the pack")
    if not left[card]:
        count = pack.pack.counts[card]
        times = "once" if count == 1 else f"{count} times"
        raise DealError(f"{card.name} is dealt too often: the pack has it {times}")
    left[card] -= 1


# --- the shuffle ------------------------------------------------------------------------------


def _shuffled(pack: PackRules, dealer: int, seed: str) -> int:
    """The hands dealt from a shuffled pack; only the cards that are dealt are drawn.

    A number of 64 bits modulo the cards that are left prefers some of them by less than 1e-17.
    """
    lanes = _lanes_in_order(pack, dealer)
    take = list(range(pack.width)).pop
    drawn = zip(lanes, words(seed, len(lanes)), range(pack.width, 0, -1), strict=False)
    # Every card is a bit of its own, so adding them up puts them together.
    return sum([lane[take(word % left)] for lane, word, left in drawn])


def _lanes_in_order(pack: PackRules, dealer: int) -> tuple[tuple[int, ...], ...]:
    """For every card that is dealt, in order, the bits it can be in the lane of who gets it."""
    known = pack.lanes_in_order.get(dealer)
    if known is None:
        lanes = [
            tuple(1 << pack.shift(seat) + bit for bit in range(pack.width))
            for seat in range(pack.rules.players)
        ]
        order = tuple(lanes[seat] for seat in _order_of_deal(pack, dealer))
        known = pack.lanes_in_order[dealer] = order
    return known


def _order_of_deal(pack: PackRules, dealer: int) -> list[int]:
    """The seats in the order in which they get their cards, packet by packet."""
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
    return order


# --- after the cards lie ----------------------------------------------------------------------


def _with_hands(setup: Setup, ledger: Ledger, cards: int) -> State:
    """The first lead, from the cards of all hands, which need not lie in their form yet."""
    pack = setup.pack
    together = cards
    for _ in range(1, setup.rules.players):
        together |= together >> pack.width
    dead = pack.in_form(pack.lane & ~together)
    hands = pack.in_form(cards)
    dealt_to: tuple[int | None, ...] = ()
    if setup.rules.profile.stakes.pots.taken == "at_end":
        dealt_to = tuple(_holder(pack, hands, card) for card in setup.rules.pot_cards)
    dealt_setup = Setup(pack, setup.dealer, setup.carried, dead, dealt_to)
    leader = first_leader(pack, hands, setup.dealer)
    opening = pack.openings.get(leader)
    if opening is None:
        first_lead = Situation(Kind.LEAD, leader, phase=Phase.UNOPENED)
        opening = pack.openings[leader] = node_at(pack, first_lead)
    return make_state((dealt_setup, hands, opening, ledger))


def _holder(pack: PackRules, hands: int, card: Card, first: int = 0) -> int | None:
    """The seat that holds a card, asked round from `first`; None where it is in no hand."""
    seat = first
    for _ in range(pack.rules.players):
        if hands >> pack.shift(seat) & pack.card_mask.get(card, 0):
            return seat
        seat = pack.rules.next_seat(seat)
    return None


def first_leader(pack: PackRules, hands: int, dealer: int) -> int:
    """The seat that leads first, with the cards of all hands as they were dealt."""
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
