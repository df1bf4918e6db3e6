"""What is drawn of a deal: everything comes from a view, but for the hands of an open deal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from ..cards import Card
from ..errors import DealError
from ..events import Laid
from ..lang.words import Language
from ..log import DealLog
from ..moves import Lay, LaySet, Move, Place, StandIn
from ..state import AwaitHolder, AwaitTurn, DealOver, Pending, State
from ..views import View, view

__all__ = ["OnTable", "Scene", "legible", "scene_of"]

_UNWRITABLE = re.compile(
    r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)
"""What XML has no way to write, and what turns the writing of the words around it."""


@attrs.frozen
class OnTable:
    """A step of the run as it lies on the table.

    Args:
        name: a card, or a rank where suits make no difference.
        times: how many of it were laid at once.
        comet: whether it is a Comet.
        stands_for: what the Comet stands for, where it stands for another card.
        last: whether it was laid with the last move.
    """

    name: Place
    times: int = 1
    comet: bool = False
    stands_for: Place | None = None
    last: bool = False


@attrs.frozen
class Scene:
    """A moment of a deal as it is drawn.

    Args:
        seen: what there is to see.
        hands: the cards of each seat; None for those that are not seen.
        open: whether all hands are seen because the whole deal is.
        pending: what is awaited.
        run: the run on the table, low to high.
        ended: whether that run is over, and lies there until the next is begun.
        last: the move that led here, where it is known.
        names: what the seats are called.
        words: the language.
    """

    seen: View
    hands: tuple[tuple[Card, ...] | None, ...]
    open: bool
    pending: Pending
    run: tuple[OnTable, ...]
    ended: bool
    last: Move | None
    names: tuple[str, ...]
    words: Language

    @property
    def needs(self) -> tuple[Place, ...]:
        """What continues the run."""
        awaited = self.pending
        return awaited.needs if isinstance(awaited, (AwaitTurn, AwaitHolder)) else ()

    @property
    def comets(self) -> frozenset[Card]:
        """The Comets of the pack."""
        return _comets(self.seen)

    @property
    def comets_laid(self) -> tuple[Card, ...]:
        """The Comets that were laid in this deal."""
        return tuple(c for c in self.seen.laid if isinstance(c, Card) and c in self.comets)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats as they are drawn: round from the one that looks, which comes last."""
        own, players = self.seen.seat, self.seen.players
        first = 0 if own is None else own + 1
        return tuple((first + seat) % players for seat in range(players))

    def word(self, key: str, **values: object) -> str:
        """A word or sentence of drawings."""
        return str(self.words.data["drawing"][key]).format(**values)


def scene_of(
    position: State | View | DealLog, names: Sequence[str] | None, words: Language,
    last: Move | None,
) -> Scene:  # fmt: skip
    """What is drawn of a state, a view or a log.

    Raises:
        DealError: there are not as many names as players, or the last move is of no seat.
        TypeError: this is none of the three.
    """
    hands: tuple[tuple[Card, ...] | None, ...]
    if isinstance(position, View):
        seen, pending = position, position.pending
        own = (position.hand if seat == seen.seat else None for seat in range(seen.players))
        hands = seen.hands or tuple(own)
    elif isinstance(position, (State, DealLog)):
        state = position if isinstance(position, State) else position.state
        seen, pending, hands = view(state, None), state.pending, state.hands
    else:
        raise TypeError(f"a State, a View or a DealLog can be drawn, not {position!r}")
    hands = hands or ((),) * seen.players  # before the deal there are none
    if isinstance(position, DealLog) and last is None and position.turns:
        last = position.turns[-1].move
    if last is not None and last.seat not in range(seen.players):
        raise DealError(f"the last move, {str(last)!r}, is of no seat that there is")
    run = _run_of(position) if isinstance(position, DealLog) else tuple(_known_run(seen, last))
    return Scene(
        seen=seen, hands=hands, open=not isinstance(position, View), pending=pending, run=run,
        ended=bool(run) and not isinstance(pending, (AwaitTurn, AwaitHolder, DealOver)),
        last=last, names=_names(names, seen.players, words), words=words,
    )  # fmt: skip


def legible(words: str) -> str:
    """Words of somebody else as they can stand in a picture."""
    return " ".join(_UNWRITABLE.sub("\ufffd", words).split())


def _comets(seen: View) -> frozenset[Card]:
    pack = next(pack.pack for pack in seen.rules.packs if pack.pack.name == seen.pack)
    return frozenset(pack.comets)


def _run_of(log: DealLog) -> tuple[OnTable, ...]:
    """The run of a log, card by card; each of its places was laid by one move."""
    comets = _comets(view(log.state, None))
    by_moves = [(turn, event) for turn in log.turns for event in turn.events]
    laid = [(turn, event) for turn, event in by_moves if isinstance(event, Laid)]
    steps = laid[len(laid) - len(log.run) :]
    return tuple(
        OnTable(name, times, name in comets, event.stands_for, turn is log.turns[-1])
        for turn, event in steps
        for name, times in Counter(event.names).items()
    )


def _known_run(seen: View, last: Move | None) -> Iterator[OnTable]:
    """The run as far as a view tells; which card the Comet stands for is told by the last move."""
    comets, laid = _comets(seen), _laid_by(last)
    for place in seen.run:
        named = next((name for name in laid if _goes_to(name, place)), None)
        if isinstance(last, StandIn) and named is not None:
            yield OnTable(last.comet, comet=True, stands_for=place, last=True)
        else:
            name = place if named is None else named
            comet = name in comets and name in seen.laid
            yield OnTable(name, laid.get(name, 1), comet, last=named is not None)


def _laid_by(last: Move | None) -> Mapping[Place, int]:
    """The places that a move has come to, each with how many cards."""
    match last:
        case Lay(card=name) | StandIn(place=name):
            return {name: 1}
        case LaySet(parts=parts):
            return dict(parts)
    return {}


def _goes_to(name: Place, place: Place) -> bool:
    """Whether a card, or what a move calls it, lies at a place of the run."""
    return name == place or (isinstance(name, Card) and name.rank == place)


def _names(names: Sequence[str] | None, players: int, words: Language) -> tuple[str, ...]:
    numbered = [words.data["drawing"]["seat"].format(n=seat) for seat in range(players)]
    given = numbered if names is None else names
    if isinstance(given, str) or not all(isinstance(name, str) for name in given):
        raise DealError(f"{given!r} are no names of seats: write a list of texts")
    if len(given) != players:
        raise DealError(f"{players} players have as many names, not {len(given)}")
    return tuple(legible(name) or number for name, number in zip(given, numbered, strict=True))
