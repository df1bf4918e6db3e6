"""The settlement: who pays whom, and why, when somebody is out.

Obeys `settlement` and `stakes`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from ..cards import Card
from ..ledger import POOL, WRITTEN, Account, Payment, pot
from ..situations import Ended, Kind
from ..state import State
from .charges import named
from .opera import could_go_out

__all__ = ["Score", "comet_cost", "is_drawn", "score"]


@attrs.frozen
class Score:
    """Where a deal stands.

    Args:
        balances: each seat's net of this deal so far, stakes, pool and pots included; where
            points are scored, the points of this deal.
        payments: the payments of the settlement, each with its rule; none before the end. What
            was paid while cards were laid is told by `transition`.
        pots: what lies on each card with a pot.
        pool: what lies in the pool.
        winner: the seat that is out; None before the end and in a drawn deal.
        drawn: whether the deal is drawn.
    """

    balances: tuple[int, ...]
    payments: tuple[Payment, ...]
    pots: Mapping[Card, int]
    pool: int
    winner: int | None
    drawn: bool


def score(state: State) -> Score:
    """What the deal has brought so far; the settlement is included once somebody is out.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=2)
    >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["AC"]])
    >>> score(cr.step(state, cr.parse_move(rules, "AC", seat=1))).balances
    (-3, 3)
    """
    ledger, s = state._ledger, state._node.situation
    over = s.kind is Kind.OVER
    drawn = over and is_drawn(state)
    payments = tuple(_settlement(state)) if over and not drawn else ()
    ledger = ledger.after(payments, state.rules.pot_cards)
    pots = dict(zip(state.rules.pot_cards, ledger.pots, strict=True))
    winner = s.seat if over and not drawn else None
    return Score(ledger.balances, payments, pots, ledger.pool, winner, drawn)


def is_drawn(state: State) -> bool:
    """Whether the deal was won in its first turn, and the dealer could have done the same."""
    s, pack = state._node.situation, state._setup.pack
    if not s.opera or s.seat == state.dealer or state.rules.profile.settlement.drawn == "never":
        return False
    # The turn never came to the dealer, so this is the hand that was dealt.
    lane = state._hands >> pack.shift(state.dealer) & pack.lane
    return could_go_out(pack, state.dealer, lane)


def _settlement(state: State) -> Iterator[Payment]:
    winner = state._node.situation.seat
    assert winner is not None
    hands = {seat: hand for seat, hand in enumerate(state.hands) if seat != winner}
    for seat, hand in hands.items():
        for tell in (_cards_left, _caught):
            yield from (attrs.evolve(p, hand=seat) for p in tell(state, winner, seat, hand))
    yield from _going_out(state, winner, tuple(hands))
    yield from _unplayed(state, winner, hands)
    yield from _pots(state, hands)
    yield from _pool(state, winner)


def _from(state: State, seat: int) -> Account:
    """Who pays: the seat, or nobody where points are written up."""
    return WRITTEN if state.rules.profile.settlement.scoring == "points" else seat


# --- cards and points left --------------------------------------------------------------------


def _cards_left(state: State, winner: int, seat: int, hand: Sequence[Card]) -> Iterator[Payment]:
    """What is paid for each card and each point, multiplied as `settlement.times` says."""
    collected_by = state.rules.profile.settlement.collected_by
    times, because = _times(state, hand)
    payee = winner if collected_by == "winner" else seat
    for rule, amount in _owed(state, hand).items():
        if amount * times:
            yield Payment(
                _from(state, seat),
                payee,
                amount * times,
                rule,
                times=times,
                because=because,
                hand=seat,
            )


def _owed(state: State, hand: Sequence[Card]) -> dict[str, int]:
    """What a hand owes by its cards and by its points, before anything multiplies it."""
    end = state.rules.profile.settlement
    cards = sum(not _counts_as_unplayed_only(state, card) for card in hand)
    points = sum(_value(state, card) for card in hand)
    return {
        "settlement.per_card": end.per_card * cards,
        "settlement.per_point": end.per_point * points,
    }


def _counts_as_unplayed_only(state: State, card: Card) -> bool:
    unplayed = state.rules.profile.settlement.unplayed
    return unplayed.as_card == "instead" and named(unplayed.cards, card) is not None


def _value(state: State, card: Card) -> int:
    values = state.rules.profile.settlement.values
    key = named(values, card, comet=card in state._setup.pack.pack.comets)
    assert key is not None
    return values[key]


def _times(state: State, hand: Iterable[Card]) -> tuple[int, tuple[str, ...]]:
    """By how much a hand's payment is multiplied, and by which rules."""
    times, s = state.rules.profile.settlement.times, state._node.situation
    comets = sum(card in state._setup.pack.pack.comets for card in hand)
    factors = [("comet_caught", times.comet_caught)] * comets
    if s.ended is Ended.COMET:
        factors.append(("comet_last", times.comet_last))
    if s.ended is Ended.COMET_AS_ITSELF:
        factors.append(("comet_last_as_own_rank", times.comet_last_as_own_rank))
    if s.opera:
        factors.append(("opera", times.opera))
    meeting = [(rule, factor) for rule, factor in factors if factor != 1]
    because = tuple(f"settlement.times.{rule}" for rule, _ in meeting)
    return _TOGETHER[times.together]([factor for _, factor in meeting]), because


def _added(factors: list[int]) -> int:
    """Twice and twice is four times; a hand that is excused stays excused."""
    return 0 if 0 in factors else sum(factors) or 1


def _highest(factors: list[int]) -> int:
    return 0 if 0 in factors else max(factors, default=1)


_TOGETHER: dict[str, Callable[[list[int]], int]] = {
    "multiply": math.prod,
    "add": _added,
    "highest": _highest,
}


def comet_cost(state: State) -> int:
    """What the Comets held at the end of a deal cost their holders: penalties and multiplying.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("svensk-komet", players=3)
    >>> state = cr.new_deal(rules, hands=[["2C", "3D"], ["5C"], ["9D", "7H"]], dealer=0)
    >>> comet_cost(cr.step(state, cr.parse_move(rules, "1:5C")))
    2
    """
    winner = state._node.situation.seat
    if winner is None or not state.is_over or is_drawn(state):
        return 0
    comets = state._setup.pack.pack.comets
    cost = 0
    for seat, hand in enumerate(state.hands):
        without = [card for card in hand if card not in comets]
        if seat != winner and len(without) < len(hand):
            more = _times(state, hand)[0] - _times(state, without)[0]
            cost += more * sum(_owed(state, hand).values())
            caught = _caught(state, winner, seat, hand)
            cost += sum(payment.amount for payment in caught if payment.card in comets)
    return cost


# --- the rest ---------------------------------------------------------------------------------


def _caught(state: State, winner: int, seat: int, hand: Iterable[Card]) -> Iterator[Payment]:
    """What named cards cost the player who still holds them."""
    caught = state.rules.profile.settlement.caught
    for card in hand:
        key = named(caught, card, comet=card in state._setup.pack.pack.comets)
        if key is None:
            continue
        price, rule = caught[key], f"settlement.caught.{key}"
        if price.to_each:
            others = (other for other in range(state.rules.players) if other != seat)
            yield from (Payment(seat, o, price.to_each, f"{rule}.to_each", card) for o in others)
        if price.to_winner:
            yield Payment(
                _from(state, seat), winner, price.to_winner, f"{rule}.to_winner", card, hand=seat
            )
        if price.lost:
            yield Payment(seat, WRITTEN, price.lost, f"{rule}.lost", card)


def _going_out(state: State, winner: int, losers: tuple[int, ...]) -> Iterator[Payment]:
    end = state.rules.profile.settlement
    if end.going_out:
        payers: tuple[Account, ...] = (WRITTEN,) if end.scoring == "points" else losers
        yield from (Payment(p, winner, end.going_out, "settlement.going_out") for p in payers)


def _unplayed(state: State, winner: int, hands: Mapping[int, Iterable[Card]]) -> Iterator[Payment]:
    """Points for each named card that was not played, in hands or dead.

    A dead card is told by the name it has in play: where suits make no difference, nobody saw
    which of several equal cards lies there.
    """
    unplayed = state.rules.profile.settlement.unplayed
    left: list[tuple[int | None, Card]] = [(s, c) for s, hand in hands.items() for c in hand]
    if unplayed.where == "anywhere":
        left += [(None, card) for card in state.dead]
    for seat, card in left:
        key = named(unplayed.cards, card)
        if key is not None and unplayed.cards[key]:
            rule = f"settlement.unplayed.cards.{key}"
            seen = seat is not None or state._setup.pack.name(card) == card
            yield Payment(
                WRITTEN, winner, unplayed.cards[key], rule, card if seen else None, hand=seat
            )


def _pots(state: State, hands: Mapping[int, Iterable[Card]]) -> Iterator[Payment]:
    """Pots taken at the end by who was dealt the card, and doubled by who still holds it."""
    pots = state.rules.profile.stakes.pots
    lying = dict(zip(state.rules.pot_cards, state._ledger.pots, strict=True))
    holders = [(seat, card) for seat, hand in hands.items() for card in set(hand) if card in lying]
    doubled = [(seat, card) for seat, card in holders if pots.caught == "doubled"]
    if pots.taken == "at_end" and not state._setup.pots_frozen(state._hands):
        for card, owner in zip(state.rules.pot_cards, state._setup.dealt_to, strict=True):
            if owner is not None and lying[card] and (owner, card) not in doubled:
                yield Payment(pot(card), owner, lying[card], "stakes.pots.taken", card)
    for seat, card in sorted(doubled, key=str):
        if lying[card]:
            yield Payment(seat, pot(card), lying[card], "stakes.pots.caught", card)


def _pool(state: State, winner: int) -> Iterator[Payment]:
    won_by = state.rules.profile.stakes.pool.won_by
    with_comet = state._node.situation.ended in (Ended.COMET, Ended.COMET_AS_ITSELF)
    if state.pool and (won_by == "first_out" or with_comet):
        yield Payment(POOL, winner, state.pool, "stakes.pool.won_by")
