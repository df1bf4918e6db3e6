"""The money of a deal: accounts, payments between them, and what is carried from deal to deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import attrs

from .cards import Card, parse_card

__all__ = ["POOL", "WRITTEN", "Account", "Carried", "Ledger", "Payment", "pot"]

Account = int | str
"""A seat, or one of ``pool``, ``pot 10D`` and ``written`` (points that nobody pays)."""

POOL = "pool"
WRITTEN = "written"


def pot(card: Card) -> str:
    """The account of the pot on a card."""
    return f"pot {card}"


@attrs.frozen
class Payment:
    """One payment, with the rule that caused it.

    Args:
        payer, payee: a seat, ``"pool"``, ``"pot AD"``, or ``"written"`` where points are
            written up (or off) that nobody pays (or gets).
        amount: in the profile's unit; never negative.
        rule: the path of the rule in the profile, such as ``"payments.laying.K"``.
        card: the card it is about, where it is about one.
        times: by how much the amount was multiplied (it is already in the amount).
        because: the paths of the rules that multiplied it.
        hand: the seat whose cards it is paid or written up for, in the settlement.
    """

    payer: Account
    payee: Account
    amount: int
    rule: str
    card: Card | None = None
    times: int = 1
    because: tuple[str, ...] = ()
    hand: int | None = None


class Ledger(NamedTuple):
    """Where the money stands; a tuple, because every payment makes one.

    Args:
        balances: each seat's net of this deal.
        pool: what lies in the pool.
        pots: what lies on each card with a pot, in the order of `Rules.pot_cards`.
    """

    balances: tuple[int, ...]
    pool: int
    pots: tuple[int, ...]

    def after(self, payments: Iterable[Payment], pot_cards: tuple[Card, ...]) -> Ledger:
        """The ledger once the payments are made."""
        accounts: dict[Account, int] = {POOL: self.pool, WRITTEN: 0}
        accounts.update(enumerate(self.balances))
        names = [pot(card) for card in pot_cards]
        accounts.update(zip(names, self.pots, strict=True))
        for payment in payments:
            accounts[payment.payer] -= payment.amount
            accounts[payment.payee] += payment.amount
        balances = tuple(accounts[seat] for seat in range(len(self.balances)))
        return Ledger(balances, accounts[POOL], tuple(accounts[name] for name in names))


def _amounts(mapping: Mapping[Card, int]) -> Mapping[Card, int]:
    """Amounts by card, in the order of the cards' texts; the keys may be such texts."""
    amounts = {parse_card(str(card)): amount for card, amount in mapping.items()}
    return MappingProxyType(dict(sorted(amounts.items(), key=lambda item: str(item[0]))))


def _pairs(mapping: Mapping[Card, int]) -> tuple[tuple[Card, int], ...]:
    """What two mappings are compared by: a card with nothing on it is as good as none."""
    return tuple((card, number) for card, number in mapping.items() if number)


@attrs.frozen
class Carried:
    """What earlier deals leave to the next one.

    Args:
        pots: what lies on each card with a pot.
        pool: what lies in the pool.
        lay_dead: for each Comet, in how many deals in a row it lay among the dead cards; where
            all are counted together, every Comet has the same number.

    >>> Carried(pool=3).pool
    3
    """

    pots: Mapping[Card, int] = attrs.field(factory=dict, converter=_amounts, eq=_pairs)
    pool: int = 0
    lay_dead: Mapping[Card, int] = attrs.field(factory=dict, converter=_amounts, eq=_pairs)

    def __str__(self) -> str:
        told = [
            " ".join((name, *(f"{card} {number}" for card, number in numbers.items() if number)))
            for name, numbers in (("pots", self.pots), ("lay dead", self.lay_dead))
        ]
        return f"carried: pool {self.pool}, {', '.join(told)}"

    def __hash__(self) -> int:
        return hash((_pairs(self.pots), self.pool, _pairs(self.lay_dead)))

    def to_dict(self) -> dict[str, Any]:
        """As plain data; what is nothing is left out.

        >>> Carried(pots={parse_card("KD"): 3}).to_dict()
        {'pots': {'KD': 3}}
        """
        told: dict[str, Any] = {
            "pots": {str(card): number for card, number in _pairs(self.pots)},
            "pool": self.pool,
            "lay_dead": {str(card): number for card, number in _pairs(self.lay_dead)},
        }
        return {key: value for key, value in told.items() if value}

    def __getstate__(self) -> tuple[dict[Card, int], int, dict[Card, int]]:
        return dict(self.pots), self.pool, dict(self.lay_dead)

    def __setstate__(self, state: tuple[dict[Card, int], int, dict[Card, int]]) -> None:
        pots, pool, lay_dead = state
        self.__init__(pots, pool, lay_dead)  # type: ignore[misc]
