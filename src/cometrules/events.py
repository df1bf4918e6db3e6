"""What happened in a move, for a log, a screen or a table to tell."""

from __future__ import annotations

import attrs

from .cards import Card
from .ledger import Payment
from .moves import Place

__all__ = [
    "DealEnded",
    "Dealt",
    "Event",
    "Laid",
    "LeadPassed",
    "Paid",
    "Passed",
    "PotsFrozen",
    "RunStopped",
    "RunStuck",
]  # fmt: skip


@attrs.frozen
class Dealt:
    """The cards are dealt.

    Args:
        sizes: how many cards each seat has.
        leader: who leads.
    """

    sizes: tuple[int, ...]
    leader: int


@attrs.frozen
class Laid:
    """Cards were laid.

    Args:
        seat: by whom.
        cards: the very cards.
        lead: whether they start a run.
        as_comet: whether a Comet was laid as the Comet, not as a plain card.
        stands_for: what that Comet stands for, where it stands for another card.
    """

    seat: int
    cards: tuple[Card, ...]
    lead: bool
    as_comet: bool
    stands_for: Place | None = None


@attrs.frozen
class Passed:
    """A seat on turn laid nothing, or nothing more.

    Args:
        seat: who.
        missing: the cards that would have continued.
        laid: whether it had laid something in this turn.
    """

    seat: int
    missing: tuple[Place, ...]
    laid: bool


@attrs.frozen
class LeadPassed:
    """A seat had nothing it might lead, and the lead passes on.

    Args:
        seat: who.
    """

    seat: int


@attrs.frozen
class RunStopped:
    """A card ended the run by rule.

    Args:
        leader: who leads next.
    """

    leader: int


@attrs.frozen
class RunStuck:
    """Nobody continued the run.

    Args:
        last: who laid its last card.
        missing: the cards that nobody laid.
    """

    last: int
    missing: tuple[Place, ...]


@attrs.frozen
class Paid:
    """A payment was made; from a pot, the pot was taken.

    Args:
        payment: who to whom, how much, and by which rule.
    """

    payment: Payment


@attrs.frozen
class PotsFrozen:
    """The Comet is out: no pot is taken any more in this deal."""


@attrs.frozen
class DealEnded:
    """Somebody is out; the payments of the settlement follow.

    Args:
        winner: who is out, also where the deal is drawn and nobody has won it.
        opera: whether in the first turn of the deal, where that is a rule.
        drawn: whether the deal is drawn, so that nothing is settled.
    """

    winner: int
    opera: bool
    drawn: bool


Event = Dealt | Laid | Passed | LeadPassed | RunStopped | RunStuck | Paid | PotsFrozen | DealEnded
