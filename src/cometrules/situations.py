"""What is awaited, as plain data: everything about a deal but the cards and the money."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple

from .cards import parse_suit
from .errors import NotationError
from .moves import Place, read_place

__all__ = [
    "Ended", "Kind", "Phase", "Situation", "misfits", "past_first_turn", "situation_from_dict",
]  # fmt: skip


class Kind(Enum):
    """What is awaited."""

    DEAL = "deal"
    LEAD = "lead"
    TURN = "turn"
    HOLDER = "holder"
    OVER = "over"

    __hash__ = object.__hash__  # members are single; this is quicker than hashing their names


class Phase(Enum):
    """How far a deal has come, where a rule asks."""

    UNOPENED = "unopened"
    FIRST_TURN = "first turn"
    LATER = "later"

    __hash__ = object.__hash__


def past_first_turn(phase: Phase) -> Phase:
    """The phase once the turn passes: a first lead that is still to come stays to come."""
    return Phase.UNOPENED if phase is Phase.UNOPENED else Phase.LATER


class Ended(Enum):
    """What the last card of a deal was."""

    CARD = "card"
    COMET = "comet"
    COMET_AS_ITSELF = "comet as its own rank"

    __hash__ = object.__hash__


class Situation(NamedTuple):
    """What is awaited, from whom, and what of the past still bears on it.

    Attributes:
        kind: a deal, a lead, the seat on turn, whoever holds it, or nothing more.
        seat: who leads or is on turn; the winner once the deal is over.
        last: who laid the last card, or None before the first.
        needs: the places that continue the run; two in a fork. At a lead, the place of a Comet
            that may still be laid there, by holder, though nobody has to.
        laid: whether the seat on turn has laid a card in this turn.
        bound: whether the seat on turn must lay whatever else the rules say (it skips a gap).
        phase: how far the deal has come.
        suit: the suit of the last natural card, where leads depend on it.
        refused: the first seat that passed this lead on, or None.
        ended: what the last card of an ended deal was.
        opera: whether an ended deal was won in its first turn.
    """

    kind: Kind
    seat: int | None = None
    last: int | None = None
    needs: tuple[Place, ...] = ()
    laid: bool = False
    bound: bool = False
    phase: Phase = Phase.LATER
    suit: str | None = None
    refused: int | None = None
    ended: Ended | None = None
    opera: bool = False

    def __str__(self) -> str:
        """The words and numbers that are not as usual."""
        parts = [self.kind.value]
        for name, value in self._asdict().items():
            if name == "needs" and value:
                parts.append(f"needs {' '.join(map(str, value))}")
            elif name not in ("kind", "needs") and value != self._field_defaults[name]:
                parts.append(f"{name} {getattr(value, 'value', value)}")
        return ", ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """As plain data; what is as usual is left out.

        >>> Situation(Kind.TURN, 1, last=0, needs=("6",)).to_dict()
        {'kind': 'turn', 'seat': 1, 'last': 0, 'needs': ['6']}
        """
        told = {name: value for name, value in self._asdict().items() if name != "kind"}
        return {
            "kind": self.kind.value,
            **{
                name: list(map(str, value)) if name == "needs" else getattr(value, "value", value)
                for name, value in told.items()
                if value != self._field_defaults[name]
            },
        }


_TOLD_AS = {
    Kind.DEAL: "a deal that is still to come",
    Kind.LEAD: "a lead",
    Kind.TURN: "a turn",
    Kind.HOLDER: "what whoever holds it is to lay",
    Kind.OVER: "the end of a deal",
}
_FIELDS: dict[Kind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Kind.DEAL: ((), ()),
    Kind.LEAD: (("seat",), ("last", "needs", "phase", "suit", "refused")),
    Kind.TURN: (("seat", "last", "needs"), ("laid", "bound", "phase", "suit")),
    Kind.HOLDER: (("last", "needs"), ("phase", "suit")),
    Kind.OVER: (("seat", "last", "ended"), ("opera",)),
}
"""What is said of each kind of thing that is awaited: always, and sometimes."""


def misfits(s: Situation) -> Iterator[tuple[str, str | None]]:
    """What is said of a situation and does not go with its kind, or is not said and has to be.

    Yields:
        What is wrong, and the field that is too much; None where one is missing.
    """
    always, sometimes = _FIELDS[s.kind]
    for name, value in s._asdict().items():
        said = name != "kind" and value != s._field_defaults[name]
        if said and name not in (*always, *sometimes):
            yield f"{_TOLD_AS[s.kind]} has no {name!r}", name
        if not said and name in always:
            yield f"{_TOLD_AS[s.kind]} lacks {name!r}", None


def situation_from_dict(data: Mapping[str, Any]) -> Situation:
    """The situation that `to_dict` has told of; whether it can come about is not asked here.

    Raises:
        NotationError: this tells of no situation.

    >>> situation_from_dict({"kind": "turn", "seat": 1, "last": 0, "needs": ["6"]}).needs
    ('6',)
    """
    try:
        return Situation(**{name: _FORMS[name](value) for name, value in data.items()})
    except KeyError as error:
        raise NotationError(f"nothing that is awaited has a {error}") from None
    except (AttributeError, TypeError, ValueError) as error:
        raise NotationError(f"{data!r} tells of nothing that can be awaited: {error}") from None


def _seat(value: Any) -> int | None:
    # Equal is not enough: what is read here may be kept, and True or 1.0 equal 1.
    if value is not None and type(value) is not int:
        raise TypeError(f"{value!r} is no seat")
    return value


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _suit(value: Any) -> str | None:
    return None if value is None else parse_suit(value)


def _places(texts: Any) -> tuple[Place, ...]:
    if not isinstance(texts, list):
        raise TypeError(f"{texts!r} is no list of cards or ranks")
    return tuple(map(read_place, texts))


_FORMS: dict[str, Callable[[Any], Any]] = {
    "kind": Kind, "phase": Phase, "ended": Ended, "seat": _seat, "last": _seat, "refused": _seat,
    "laid": _flag, "bound": _flag, "opera": _flag, "suit": _suit, "needs": _places,
}  # fmt: skip
"""How each field is read."""
