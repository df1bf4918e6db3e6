"""The stakes of a deal, on top of what earlier deals have left.

Obeys `stakes`, and what `payments` carries from deal to deal.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import DealError
from ..ledger import Carried, Ledger
from ..rules import PackRules, Rules
from ..state import Setup

__all__ = ["NOTHING", "check_carried", "staked"]

_MOST_CARRIED = 100_000_000  # with stakes on top it stays within what records can tell of

NOTHING = Carried()
"""What is carried to a first deal."""


def staked(pack: PackRules, dealer: int, carried: Carried) -> tuple[Setup, Ledger]:
    """A deal before the cards, once everybody has laid its stakes on what was there."""
    if carried is not NOTHING:
        setup = Setup(pack, dealer, carried)
        return setup, _staked_on(setup)
    fresh = pack.fresh.get(dealer)
    if fresh is None:
        setup = Setup(pack, dealer, NOTHING)
        fresh = pack.fresh[dealer] = setup, _staked_on(setup)
    return fresh


def _staked_on(setup: Setup) -> Ledger:
    rules, carried = setup.rules, setup.carried
    stakes = rules.profile.stakes
    balances = [0] * rules.players
    pool = carried.pool
    for seat in range(rules.players):
        share = stakes.pool.each + (stakes.pool.dealer if seat == setup.dealer else 0)
        balances[seat] -= share
        pool += share
    pots = []
    for card, stake in stakes.pots.cards.items():
        lying = carried.pots.get(card, 0)
        missing = stake.each * rules.players + stake.dealer
        if stakes.pots.unclaimed == "made_up":
            missing = max(0, missing - lying)
        pots.append(lying + missing)
        for seat, share in _shares(setup, stake.each, stake.dealer, missing):
            balances[seat] -= share
    return Ledger(tuple(balances), pool, tuple(pots))


def _shares(setup: Setup, each: int, dealer: int, missing: int) -> Iterator[tuple[int, int]]:
    """Who lays how much of what a pot lacks: the dealer's stake first, then each in turn."""
    seat = setup.dealer
    wanted: list[tuple[int, int]] = [(seat, dealer)]
    for _ in range(setup.rules.players):
        wanted.append((seat, each))
        seat = setup.rules.next_seat(seat)
    for payer, stake in wanted:
        share = min(stake, missing)
        missing -= share
        yield payer, share


def check_carried(rules: Rules, carried: Carried) -> None:
    """What is carried in must be something that this game has, in amounts that can be written."""
    pay, stakes = rules.profile.payments, rules.profile.stakes
    comets = {comet for pack in rules.packs for comet in pack.pack.comets}
    if carried.pool and not (stakes.pool.each or stakes.pool.dealer or pay.passing):
        raise DealError(f"{rules.profile.id} has no pool to carry anything in")
    for card in carried.pots:
        if card not in rules.pot_cards:
            raise DealError(f"there is no pot on {card.name} to carry anything in")
    counts = carried.lay_dead
    for card in counts:
        if card not in comets:
            raise DealError(f"{card.name} is no Comet, so it does not count how often it lay dead")
    if pay.comet.grows and pay.comet.counted == "together" and len(set(counts.values())) > 1:
        raise DealError("all Comets are counted together: give every one the same number")
    for amount in (carried.pool, *carried.pots.values(), *counts.values()):
        if type(amount) is not int or not 0 <= amount <= _MOST_CARRIED:
            raise DealError(
                f"{amount!r} cannot be carried over: whole numbers from 0 to {_MOST_CARRIED} can"
            )
