"""What laying cards, passing and getting stuck cost and earn.

Obeys `payments` and `stakes.pots`. A charge is made once for a move; where its amounts are
fixed it is one addition to the balances, otherwise it looks at the deal (a growing reward, a
pot, a pool that may run out).
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import attrs

from ..cards import Card
from ..ledger import POOL, WRITTEN, Ledger, Payment, pot
from ..moves import Lay, LaySet, Move, Place, StandIn

if TYPE_CHECKING:
    from ..rules import PackRules
    from ..state import Setup

__all__ = [
    "Charge",
    "Due",
    "charge_of",
    "dues_of_laying",
    "dues_of_passing",
    "dues_of_stuck",
    "named",
]


@attrs.frozen
class Due:
    """Something that falls due when a move is made.

    Args:
        rule: the path of the rule.
        amount: from each who pays.
        comet: the Comet whose reward this is; it may have grown.
        pot: the card whose pot is taken.
        passing: whether it is what a pass costs.
    """

    rule: str
    amount: int = 0
    card: Card | None = None
    comet: Card | None = None
    pot: Card | None = None
    passing: bool = False


@attrs.frozen(eq=False)
class Charge:
    """All that falls due with one move, to or from one seat.

    `apply` says in sums what `payments` says one by one; most moves are made for the sums alone.

    Args:
        seat: who made the move (or laid the last card of a stuck run).
        dues: what falls due, in the order it is paid.
        shares: what one unit earned changes in every balance.
        fixed: what is due in every deal alike, as the change of every balance; empty if nothing.
        into_pool: what goes into the pool.
        growing: the Comets whose reward may have grown.
        pots: the pots that are taken, as places in a ledger.
        by_turns: whether one payment can depend on the one before, as from a pool that runs out.
    """

    seat: int
    dues: tuple[Due, ...]
    shares: tuple[int, ...]
    fixed: tuple[int, ...]
    into_pool: int
    growing: tuple[Card, ...]
    pots: tuple[int, ...]
    by_turns: bool

    def apply(self, setup: Setup, hands: int, ledger: Ledger) -> Ledger:
        """The ledger after the charge; `hands` are those before the move."""
        if self.by_turns:
            return ledger.after(self.payments(setup, hands, ledger), setup.rules.pot_cards)
        if self.fixed:
            balances = tuple(map(operator.add, ledger.balances, self.fixed))
            ledger = Ledger(balances, ledger.pool + self.into_pool, ledger.pots)
        more = sum(map(setup.reward_growth, self.growing)) if self.growing else 0
        if more:
            grown = tuple(b + more * s for b, s in zip(ledger.balances, self.shares, strict=True))
            ledger = ledger._replace(balances=grown)
        if self.pots and not setup.pots_frozen(hands):
            after, left = list(ledger.balances), list(ledger.pots)
            for place in self.pots:
                after[self.seat] += left[place]
                left[place] = 0
            ledger = Ledger(tuple(after), ledger.pool, tuple(left))
        return ledger

    def payments(self, setup: Setup, hands: int, ledger: Ledger) -> tuple[Payment, ...]:
        """The payments one by one."""
        made: list[Payment] = []
        for due in self.dues:
            now = ledger.after(made, setup.rules.pot_cards) if made else ledger
            made += _payments(due, self.seat, setup, hands, now)
        return tuple(made)


def charge_of(pack: PackRules, seat: int, dues: Iterable[Due]) -> Charge | None:
    """The charge for what falls due; None where nothing does."""
    due_now = tuple(dues)
    if not due_now:
        return None
    profile, seats = pack.rules.profile, range(pack.rules.players)
    grows = profile.payments.comet.grows and profile.payments.comet.resets == "after_the_deal"
    points = profile.settlement.scoring == "points"
    others, own = (0, 1) if points else (-1, len(seats) - 1)
    shares = tuple(own if s == seat else others for s in seats)
    earned = sum(due.amount for due in due_now if not (due.passing or due.pot))
    into_pool = sum(due.amount for due in due_now if due.passing)
    return Charge(
        seat, due_now, shares,
        fixed=tuple(earned * shares[s] - into_pool * (s == seat) for s in seats)
        if earned or into_pool else (),
        into_pool=into_pool,
        growing=tuple(due.comet for due in due_now if due.comet and grows),
        pots=tuple({pack.rules.pot_cards.index(due.pot): None for due in due_now if due.pot}),
        by_turns=profile.payments.from_ == "pool",
    )  # fmt: skip


def _payments(due: Due, seat: int, setup: Setup, hands: int, ledger: Ledger) -> Iterator[Payment]:
    if due.passing:
        yield Payment(seat, POOL, due.amount, due.rule)
        return
    if due.pot:
        lying = ledger.pots[setup.rules.pot_cards.index(due.pot)]
        if lying and not setup.pots_frozen(hands):
            yield Payment(pot(due.pot), seat, lying, due.rule, due.pot)
        return
    amount = due.amount + (setup.reward_growth(due.comet) if due.comet else 0)
    yield from paid_to(setup, seat, amount, due, ledger)


def paid_to(setup: Setup, seat: int, amount: int, due: Due, ledger: Ledger) -> Iterator[Payment]:
    """What a seat earns in play: from each opponent, out of the pool, or written up."""
    profile = setup.rules.profile
    if profile.settlement.scoring == "points":
        yield Payment(WRITTEN, seat, amount, due.rule, due.card)
    elif profile.payments.from_ == "pool":
        if ledger.pool:
            yield Payment(POOL, seat, min(amount, ledger.pool), due.rule, due.card)
    else:
        for other in range(setup.rules.players):
            if other != seat:
                yield Payment(other, seat, amount, due.rule, due.card)


def named(keys: Iterable[str], name: Place, *, comet: bool = False) -> str | None:
    """The key of a table that speaks of a card: the Comet's, the card's, then its rank's.

    A name that is a rank (its suit makes no difference) is found under its rank alone.
    """
    own = (str(name), name.rank) if isinstance(name, Card) else (name,)
    return next((key for key in (*(("comet",) if comet else ()), *own) if key in keys), None)


# --- what falls due ---------------------------------------------------------------------------


def dues_of_laying(pack: PackRules, move: Move, *, lead: bool, as_comet: bool) -> Iterator[Due]:
    """What laying the cards of a move brings its player: by card, by Comet, by pot.

    Args:
        pack: the rules.
        move: the move.
        lead: whether it starts a run.
        as_comet: whether a Comet is laid that is not simply itself.
    """
    pay = pack.rules.profile.payments
    names = _names_laid(move)
    tables = [("payments.laying", pay.laying)] + [("payments.leading", pay.leading)] * lead
    for path, table in tables:
        if as_comet:
            rank_too = pay.comet.rank_too == "also_paid" and path == "payments.laying"
            yield from _comet_dues(path, table, move, rank_too=rank_too)
        else:
            yield from _plain_dues(path, table, names, once=pay.set == "once")
    cards = [name for name in names if isinstance(name, Card)]
    for card in cards:
        if (
            card in pack.pack.comets
            and pay.comet.reward
            and not (lead and pay.comet.if_led == "not_paid")
        ):
            yield Due("payments.comet.reward", pay.comet.reward, card, comet=card)
    pots = pack.rules.profile.stakes.pots
    if pots.taken == "when_laid":
        yield from (
            Due("stakes.pots.taken", card=card, pot=card) for card in cards if card in pots.cards
        )


def _names_laid(move: Move) -> tuple[Place, ...]:
    match move:
        case Lay(card=card):
            return (card,)
        case LaySet(parts=parts):
            return tuple(name for name, count in parts for _ in range(count))
        case StandIn(comet=comet):
            return (comet,)
    return ()


def _plain_dues(
    path: str, table: Mapping[str, int], names: tuple[Place, ...], *, once: bool
) -> Iterator[Due]:
    dues = [
        Due(f"{path}.{key}", table[key], name if isinstance(name, Card) else None)
        for name in names
        if (key := named(table, name)) and table[key]
    ]
    # A set that earns once earns as one card: as the dearest of them.
    yield from [max(dues, key=lambda due: due.amount)] if once and dues else dues


def _comet_dues(
    path: str, table: Mapping[str, int], move: Move, *, rank_too: bool
) -> Iterator[Due]:
    """A Comet laid as a Comet earns where the very card is named, and as what it stands for."""
    (card,) = _names_laid(move)
    keys = [str(card)] if str(card) in table else []
    if isinstance(move, StandIn) and rank_too:
        stood_for = named(table, move.place)
        keys += [stood_for] if stood_for and stood_for not in keys else []
    assert isinstance(card, Card)
    yield from (Due(f"{path}.{key}", table[key], card) for key in keys if table[key])


def dues_of_passing(pack: PackRules) -> Iterator[Due]:
    """What a pass costs."""
    amount = pack.rules.profile.payments.passing
    if amount:
        yield Due("payments.passing", amount, passing=True)


def dues_of_stuck(pack: PackRules) -> Iterator[Due]:
    """What the player of the last card earns when a run gets stuck."""
    amount = pack.rules.profile.payments.stuck
    if amount:
        yield Due("payments.stuck", amount)
