"""A deal as it is played at a table: the state, what happened, and how many moves there were."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from .cards import Card
from .engine.play import opening, transition
from .errors import DealError, StaleMoveError
from .events import Event, Laid, RunStuck, redact
from .moves import Deal, Move, Place
from .situations import Kind, Phase
from .state import State
from .views import View, view

__all__ = ["DealLog", "Told", "Turn"]


@attrs.frozen
class Turn:
    """A move and what came of it, for the referee.

    Args:
        move: the move.
        events: what happened, in order.
    """

    move: Move
    events: tuple[Event, ...]


@attrs.frozen
class Told:
    """A move and what came of it, as one seat may hear it.

    Args:
        ply: how many moves the deal has had with this one; 0 where the cards were dealt.
        move: the move; None where the cards were dealt.
        events: what happened, in order.
    """

    ply: int
    move: Move | None
    events: tuple[Event, ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        move = None if self.move is None else f"{self.move.seat}:{self.move}"
        return {"ply": self.ply, "move": move, "events": [e.to_dict() for e in self.events]}


def _heard(turn: Turn) -> str:
    """A move; and that the run got stuck, which no move tells and everybody hears."""
    stuck = any(isinstance(event, RunStuck) for event in turn.events)
    return f"{turn.move.seat}:{turn.move}{' (stuck)' * stuck}"


def _state_of(log: DealLog) -> State:
    return log.start


def _run_of(log: DealLog) -> tuple[Place, ...]:
    return view(log.state, None).run


@attrs.frozen
class DealLog:
    """A deal with its course; frozen, as a state is.

    Args:
        start: the state it began with; a deal that is still to be dealt will do.
        state: the state now.
        turns: every move so far, with what came of it.
        run: the run on the table, as the places it has come through; the last one at a lead.
            Of a run that had begun before, its end.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=2)
    >>> log = DealLog(cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]]))
    >>> log = log.step(cr.parse_move(rules, "1:AC"), ply=0)
    >>> log.ply, log.state.pending
    (1, AwaitTurn(seat=1, needs=(Card(rank='2', suit='C'),)))
    """

    start: State
    state: State = attrs.field(default=attrs.Factory(_state_of, takes_self=True))
    turns: tuple[Turn, ...] = ()
    run: tuple[Place, ...] = attrs.field(default=attrs.Factory(_run_of, takes_self=True))

    @property
    def ply(self) -> int:
        """How many moves there were; the deal is none."""
        return len(self.turns)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far."""
        return tuple(turn.move for turn in self.turns)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, the deal first."""
        return tuple(event for told in self._told() for event in told.events)

    def step(self, move: Move | Deal, *, ply: int | None = None) -> DealLog:
        """The log after one move.

        Args:
            move: a legal move, or the deal where one is awaited.
            ply: how many moves there had been when the move was chosen, to be sure that the
                deal has not gone on since.

        Raises:
            StaleMoveError: the deal is not where the move was meant for.
            IllegalMoveError, DealError: as for `step`; or the ply is no number.
        """
        if ply is not None and type(ply) is not int:
            raise DealError(f"ply is how many moves there had been, not {ply!r}")
        if ply is not None and ply != self.ply:
            raise StaleMoveError(self.ply, ply)
        made = transition(self.state, move)
        if isinstance(move, Deal):
            return DealLog(made.state)
        on_top = () if self.state._node.situation.kind is Kind.LEAD else self.run
        run = (*on_top, *(self._place(e) for e in made.events if isinstance(e, Laid)))
        return DealLog(self.start, made.state, (*self.turns, Turn(move, made.events)), run)

    def since(self, ply: int, seat: int | None) -> tuple[Told, ...]:
        """What a seat has missed, as it may hear it; or (None) whoever looks on.

        Args:
            ply: how many moves it has heard of; with 0 it is told of the deal as well.
            seat: the seat, or None for a spectator.

        Raises:
            DealError: there were not so many moves, or there is no such seat.
        """
        if type(ply) is not int or not 0 <= ply <= self.ply:
            raise DealError(f"there were {self.ply} moves: nothing came since {ply!r}")
        view(self.state, seat)  # says so where there is no such seat
        return tuple(
            attrs.evolve(told, events=tuple(redact(event, seat) for event in told.events))
            for told in self._told()
            if told.ply > ply or told.ply == ply == 0
        )

    def view(self, seat: int | None) -> View:
        """What a seat sees now, with the whole run; or (None) whoever looks on.

        Raises:
            DealError: there is no such seat.
        """
        at_lead = self.state._node.situation.kind is Kind.LEAD
        return view(self.state, seat, run=() if at_lead else self.run)

    def key(self, seat: int | None) -> str:
        """Everything a seat has learnt, in one line: equal where it cannot tell two deals apart.

        For searches that gather what is to be done by what a player knows. A spectator's (None)
        is what everybody knows.

        Raises:
            DealError: there is no such seat.

        >>> import cometrules as cr
        >>> rules = cr.compile_rules("foster-commit", players=2)
        >>> log = DealLog(cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]]))
        >>> log.key(0).split("; ")[1:]
        ['seat 0 was dealt KC 2D of 2 2', 'moves', 'lead, seat 1, phase unopened']
        """
        begun = view(self.start, seat)  # says so where there is no such seat
        rules = self.start.rules
        own, sizes = (" ".join(map(str, told)) for told in (begun.hand, begun.sizes))
        parts = (
            f"{rules.profile.id} [{rules.profile.digest}] for {rules.players}, "
            f"pack {self.start.pack}, dealer {self.start.dealer}, {self.start.carried}",
            f"seat {seat} was dealt {own} of {sizes}", *_begun(begun),
            " ".join(("moves", *map(_heard, self.turns))), *self._laid_open(),
            str(self.state._node.situation),
        )  # fmt: skip
        return "; ".join(parts)

    def _laid_open(self) -> Iterator[str]:
        """At the end, the cards that everybody was left with."""
        if self.state.is_over:
            yield " / ".join(("left", *(" ".join(map(str, hand)) for hand in self.state.hands)))

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: every hand, the whole run and the last move."""
        from .drawing import draw

        return draw(self)

    def _place(self, laid: Laid) -> Place:
        name = laid.names[0] if laid.stands_for is None else laid.stands_for
        return self.state._setup.pack.place(name) if isinstance(name, Card) else name

    def _told(self) -> Iterator[Told]:
        s = self.start._node.situation
        if s.kind is Kind.LEAD and s.phase is Phase.UNOPENED and not self.start.laid:
            yield Told(0, None, (opening(self.start),))
        for number, turn in enumerate(self.turns, 1):
            yield Told(number, turn.move, turn.events)


def _begun(seen: View) -> Iterator[str]:
    """Of a log that begins within a deal, what everybody knows of what came before."""
    if seen.laid:
        told = seen.to_dict()
        yield f"begun with { ({name: told[name] for name in _BEFORE}) }"


_BEFORE = ("laid", "dead", "run", "awaits", "balances", "pool", "pots")
