"""What is awaited next.

What comes next may depend on who holds which card; such questions are kept as masks over the
hands, asked in order, so that making a move is arithmetic.

Obeys `play.order`, `turn`, `after_stop`, `when_stuck`, `direction` and `comet.fork_answered`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from ..events import RunStuck
from ..moves import Place
from ..situations import Kind, Phase, Situation, past_first_turn
from .charges import charge_of, dues_of_stuck
from .nodes import ANY, Node, Route, node_at

if TYPE_CHECKING:
    from ..rules import PackRules

__all__ = ["Following"]


@attrs.frozen
class Following:
    """The ways on after the last card of a run.

    Args:
        pack: the rules.
        seat: who laid the last card.
        phase: how far the deal has come.
        suit: the suit of the last natural card, where leads depend on it.
    """

    pack: PackRules
    seat: int
    phase: Phase
    suit: str | None

    def stop(self, *, keeps_lead: bool) -> Iterator[Route]:
        """The run has ended by rule: who leads, unless it is settled that its player does."""
        play = self.pack.rules.profile.play
        same = keeps_lead or play.after_stop == "same_player_leads"
        yield Route(ANY, self._lead(self.seat if same else self._next_seat()))

    def card(self, place: Place, *, out_of_turn: bool) -> Iterator[Route]:
        """An ordinary card lies: the one above it is needed, of whoever holds it or by turns.

        Who has laid out of turn has the turn now, whatever a turn is.
        """
        play = self.pack.rules.profile.play
        above = self.pack.above[place]
        assert above is not None, "the top of a run is a stop"
        if play.order == "by_holder":
            yield from self._holders((above,))
        elif play.turn == "as_far_as_possible":
            yield Route(ANY, self.turn(self.seat, (above,), laid=True))
        else:
            yield Route(ANY, self.turn(self.seat if out_of_turn else self._next_seat(), (above,)))

    def fork(self, needs: tuple[Place, ...]) -> Iterator[Route]:
        """Several cards continue; where there is none at all, the run is stuck."""
        if not needs:
            yield from self.stuck(needs, asked=True)
        elif self.pack.rules.profile.comet.fork_answered == "by_holder":
            yield from self._holders(needs)
        else:
            asked = Following(self.pack, self.seat, past_first_turn(self.phase), self.suit)
            yield Route(ANY, asked.turn(self._next_seat(), needs))

    def stuck(self, needs: tuple[Place, ...], *, asked: bool) -> Iterator[Route]:
        """Nobody continues: who leads, or goes on above the gaps.

        Args:
            needs: the cards that nobody has laid.
            asked: whether everybody was asked; if not, a Comet may still be laid in its own
                place, since nothing binds its holder there.
        """
        play = self.pack.rules.profile.play
        charge = charge_of(self.pack, self.seat, dues_of_stuck(self.pack))
        event = RunStuck(self.seat, needs)
        if play.when_stuck == "last_player_skips":
            above = self.pack.due_at(self.pack.all_above(needs)) << self.pack.shift(self.seat)
            if above:
                yield Route(above, self.turn(self.seat, needs, bound=True), charge, event)
        leader = self._next_seat() if play.when_stuck == "next_player_leads" else self.seat
        comets = () if asked else tuple(comet.place for comet in self.pack.comets)
        open_ = tuple(place for place in needs if place in comets and not self._is_plain(place))
        yield Route(ANY, self._lead(leader, open_), charge, event)

    def turn(
        self, seat: int, needs: tuple[Place, ...], *, laid: bool = False, bound: bool = False
    ) -> Node:
        """A seat on turn: whether it has laid in this turn, and must lay to skip a gap."""
        s = self._situation(Kind.TURN, seat, needs)
        return node_at(self.pack, s._replace(laid=laid, bound=bound))

    def _lead(self, seat: int, needs: tuple[Place, ...] = ()) -> Node:
        return node_at(self.pack, self._situation(Kind.LEAD, seat, needs))

    def _situation(self, kind: Kind, seat: int | None, needs: tuple[Place, ...]) -> Situation:
        return Situation(kind, seat, self.seat, needs, phase=self.phase, suit=self.suit)

    def _holders(self, needs: tuple[Place, ...]) -> Iterator[Route]:
        """Whoever holds a needed card must lay it; where nobody does, the run is stuck."""
        held = self.pack.everywhere(self.pack.due_at(needs))
        if held:
            yield Route(held, node_at(self.pack, self._situation(Kind.HOLDER, None, needs)))
        yield from self.stuck(needs, asked=False)

    def _next_seat(self) -> int:
        return self.pack.rules.next_seat(self.seat)

    def _is_plain(self, place: Place) -> bool:
        """Whether a Comet is an ordinary card in its own place."""
        return self.pack.due[place] == self.pack.all_of[place]
