"""Moves: what a seat can do, and how it is written.

A move is a value: two moves that say the same are one object, whoever made them. A place in a run
is a card where suits matter (``Card('8', 'D')``) and a rank where they do not (``"8"``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import attrs

from .cards import Card, parse_card, parse_rank
from .errors import NotationError

__all__ = ["Deal", "Lay", "LaySet", "Move", "Pass", "Place", "StandIn", "read_action", "read_place"]

Place = Card | str
"""A step of a run: a card, or a rank where suits are ignored."""


def _card(card: Card | str) -> Card:
    return card if isinstance(card, Card) else parse_card(card)


def _hands(hands: Iterable[Iterable[Card | str]]) -> tuple[tuple[Card, ...], ...]:
    try:
        listed = [hand if isinstance(hand, str) else tuple(hand) for hand in hands]
    except TypeError:
        listed = [""]
    if any(isinstance(hand, str) for hand in listed) or isinstance(hands, Mapping):
        raise NotationError('hands are a list of lists of cards, such as [["9D", "AC"], ["10H"]]')
    return tuple(tuple(map(_card, hand)) for hand in listed)


def read_place(name: Place) -> Place:
    """A card or a rank, also where it is given as text.

    Raises:
        NotationError: the text is neither.

    >>> read_place("10"), read_place("9♦")
    ('T', Card(rank='9', suit='D'))
    """
    if isinstance(name, Card):
        return name
    try:
        return parse_rank(name)
    except NotationError:
        return parse_card(name)


def _seat(seat: int | None) -> int | None:
    """A seat as it is; what only equals a number would be mistaken for the seat."""
    if seat is not None and type(seat) is not int:
        raise NotationError(f"{seat!r} is no seat: a seat is a whole number from 0")
    return seat


def _parts(parts: Iterable[tuple[Place, int]]) -> tuple[tuple[Place, int], ...]:
    """The parts of a set, cards or ranks, each with how many."""
    try:
        pairs = tuple((read_place(name), number) for name, number in parts)
    except (TypeError, ValueError):
        raise NotationError(f'{parts!r} is no set: its parts are like (("8", 4),)') from None
    if not all(type(number) is int and number > 0 for _, number in pairs):
        raise NotationError(f"{parts!r} is no set: each card stands with how many of it")
    return pairs


class _OneOfEach(type):
    """A class whose objects are single: what would be equal is the same object.

    The engine looks moves up and compares them all the time; as one object they are compared by
    identity, which saves a quarter of the time of a move.
    """

    _known: ClassVar[dict[tuple[object, ...], object]] = {}

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        made = super().__call__(*args, **kwargs)
        return cls._known.setdefault((cls, *_fields(made)), made)


class _Single(metaclass=_OneOfEach):
    __slots__ = ()

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), _fields(self)


def _fields(move: Any) -> tuple[object, ...]:
    return tuple(getattr(move, field.name) for field in attrs.fields(type(move)))


@attrs.frozen(eq=False)
class Lay(_Single):
    """Lay one card.

    Args:
        seat: who lays it; None for a move of no seat yet (an entry of `Rules.actions`).
        card: the card, or its rank where its suit makes no difference.

    >>> str(Lay(2, Card("9", "D"))), str(Lay(2, "8"))
    ('9D', '8')
    """

    seat: int | None = attrs.field(converter=_seat)
    card: Place = attrs.field(converter=read_place)

    def __str__(self) -> str:
        return str(self.card)


@attrs.frozen(eq=False)
class LaySet(_Single):
    """Lay several cards of one place in the run at once.

    Args:
        seat: who lays them.
        parts: each card (or rank) with how many of it.

    >>> str(LaySet(0, (("8", 4),))), str(LaySet(0, ((Card("J", "C"), 1), (Card("J", "D"), 1))))
    ('8*4', 'JC+JD')
    """

    seat: int | None = attrs.field(converter=_seat)
    parts: tuple[tuple[Place, int], ...] = attrs.field(converter=_parts)

    def __str__(self) -> str:
        return "+".join(f"{what}*{n}" if n > 1 else str(what) for what, n in self.parts)


@attrs.frozen(eq=False)
class StandIn(_Single):
    """Lay the Comet for another card.

    Args:
        seat: who lays it.
        comet: the Comet.
        place: what it stands for.

    >>> str(StandIn(1, Card("9", "D"), "6"))
    '9D=6'
    """

    seat: int | None = attrs.field(converter=_seat)
    comet: Card = attrs.field(converter=_card)
    place: Place = attrs.field(converter=read_place)

    def __str__(self) -> str:
        return f"{self.comet}={self.place}"


@attrs.frozen(eq=False)
class Pass(_Single):
    """Lay nothing, or nothing more: the turn goes on.

    >>> str(Pass(3))
    'pass'
    """

    seat: int | None = attrs.field(converter=_seat)

    def __str__(self) -> str:
        return "pass"


@attrs.frozen
class Deal:
    """The deal, set out: nobody's move, and never among the legal moves.

    Args:
        hands: the cards of each seat, or their texts, in any order and of any size.

    Raises:
        NotationError: this is no list of hands, or one of the texts is no card.

    >>> Deal([["9D", "AC"], ["10H"]]).hands[1]
    (Card(rank='T', suit='H'),)
    """

    hands: tuple[tuple[Card, ...], ...] = attrs.field(converter=_hands)


Move = Lay | LaySet | StandIn | Pass


def read_action(text: str) -> Move:
    """Read the text of a move without a seat; whether such a move exists is not asked here.

    Raises:
        NotationError: the text is no move.

    >>> read_action("9d=6")
    StandIn(seat=None, comet=Card(rank='9', suit='D'), place='6')
    """
    try:
        return _read(text.strip())
    except NotationError:
        how = "write cards (9D, 8*4, JC+JD), the Comet for one (9D=6), or pass"
        raise NotationError(f"{text!r} is no move: {how}") from None


def _read(text: str) -> Move:
    if text.lower() == "pass":
        return Pass(None)
    if "=" in text:
        comet, _, place = text.partition("=")
        return StandIn(None, parse_card(comet), read_place(place.strip()))
    counts: dict[Place, int] = {}
    for part in text.split("+"):
        what, number = _part(part.strip())
        counts[what] = counts.get(what, 0) + number
    parts = tuple(sorted(counts.items(), key=lambda item: str(item[0])))
    if sum(counts.values()) == 1:
        return Lay(None, parts[0][0])
    return LaySet(None, parts)


def _part(text: str) -> tuple[Place, int]:
    what, star, number = text.partition("*")
    if not star:
        return read_place(what), 1
    if not (number.isascii() and number.isdigit()) or not 1 <= int(number) <= 99:
        raise NotationError(f"{number!r} is no number of cards")
    return read_place(what.strip()), int(number)
