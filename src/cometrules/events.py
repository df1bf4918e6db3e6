"""What happened in a move, for a log, a screen or a table to tell.

An event tells the referee everything. Its `visibility` says whether that is fit for every eye;
`redact` gives the form that one seat, or a spectator, may see.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Literal

import attrs

from .cards import Card
from .ledger import Payment
from .moves import Place

Visibility = Literal["everyone", "in_part"]

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
    "redact",
]  # fmt: skip


class _Event:
    """What all events have."""

    __slots__ = ()

    visibility: ClassVar[Visibility] = "everyone"

    def to_dict(self) -> dict[str, Any]:
        """As plain data, with what happened under ``event``.

        >>> LeadPassed(2).to_dict()
        {'event': 'lead_passed', 'seat': 2}
        """
        name = re.sub("(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()
        fields = attrs.fields(type(self))  # type: ignore[arg-type]  # every event is an attrs class
        return {"event": name, **{f.name: _plain(getattr(self, f.name)) for f in fields}}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Payment):
        return {field.name: _plain(getattr(value, field.name)) for field in attrs.fields(Payment)}
    return str(value) if isinstance(value, Card) else value


@attrs.frozen
class Dealt(_Event):
    """The cards are dealt; each seat sees its own.

    Args:
        sizes: how many cards each seat has.
        leader: who leads.
        hands: the cards of each seat; None for those that are not to be seen.
    """

    visibility: ClassVar[Visibility] = "in_part"

    sizes: tuple[int, ...]
    leader: int
    hands: tuple[tuple[Card, ...] | None, ...]


def _names(laid: Laid) -> tuple[Place, ...]:
    return laid.cards


@attrs.frozen
class Laid(_Event):
    """Cards were laid.

    Which of several cards leaves the hand, where their suits make no difference, follows a fixed
    order; the very card would tell what else its player holds. So the others see the names.

    Args:
        seat: by whom.
        cards: the very cards; none where they are not to be seen.
        lead: whether they start a run.
        as_comet: whether a Comet was laid as the Comet, not as a plain card.
        stands_for: what that Comet stands for, where it stands for another card.
        names: the cards as the move names them: by rank where suits make no difference.
    """

    visibility: ClassVar[Visibility] = "in_part"

    seat: int
    cards: tuple[Card, ...]
    lead: bool
    as_comet: bool
    stands_for: Place | None = None
    names: tuple[Place, ...] = attrs.field(default=attrs.Factory(_names, takes_self=True))


@attrs.frozen
class Passed(_Event):
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
class LeadPassed(_Event):
    """A seat had nothing it might lead, and the lead passes on.

    Args:
        seat: who.
    """

    seat: int


@attrs.frozen
class RunStopped(_Event):
    """A card ended the run by rule.

    Args:
        leader: who leads next.
    """

    leader: int


@attrs.frozen
class RunStuck(_Event):
    """Nobody continued the run.

    Args:
        last: who laid its last card.
        missing: the cards that nobody laid.
    """

    last: int
    missing: tuple[Place, ...]


@attrs.frozen
class Paid(_Event):
    """A payment was made; from a pot, the pot was taken.

    Args:
        payment: who to whom, how much, and by which rule.
    """

    payment: Payment


@attrs.frozen
class PotsFrozen(_Event):
    """The Comet is out: no pot is taken any more in this deal."""


@attrs.frozen
class DealEnded(_Event):
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


def redact(event: Event, seat: int | None) -> Event:
    """The form of an event that one seat may see, or (None) whoever only looks on.

    >>> dealt = Dealt((1, 1), 0, ((Card("9", "D"),), (Card("K", "C"),)))
    >>> redact(dealt, 1).hands
    (None, (Card(rank='K', suit='C'),))
    """
    match event:
        case Dealt(hands=hands):
            own = tuple(hand if who == seat else None for who, hand in enumerate(hands))
            return attrs.evolve(event, hands=own)
        case Laid(cards=cards, names=names) if cards != names and event.seat != seat:
            return attrs.evolve(event, cards=())
    return event
