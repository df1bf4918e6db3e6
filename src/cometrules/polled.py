"""Deals for programs that ask one seat after the other, so that being asked tells nothing.

Whoever may break in with the Comet has a right and no turn, and by holder nobody knows whose
move it is. A program that takes turns (a bot arena, a learning environment) asks every seat, in
an order that follows from what everybody knows; most have nothing to say, and their answers are
no moves.
"""

from __future__ import annotations

import attrs

from .engine.asking import Question
from .engine.comet import comet_moves, is_natural
from .engine.play import legal_moves
from .errors import DealError, IllegalMoveError
from .log import DealLog
from .moves import Move
from .rules import PackRules
from .situations import Kind, Situation
from .state import State

__all__ = ["Poll", "poll"]


@attrs.frozen
class Poll:
    """A deal at the moment when one seat is asked; made by `poll`, and by `answer`.

    Args:
        log: the deal so far, with the moves that were made and nothing else.
        asked: how many seats have let this moment pass.
    """

    log: DealLog
    asked: int = 0

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to ask."""
        return self.log.state.is_over

    @property
    def order(self) -> tuple[int, ...]:
        """Every seat that is asked at this moment, one after the other, until one moves."""
        return tuple(seat for seat, _ in _round(self.log.state))

    @property
    def question(self) -> Question:
        """Who is asked now, what that seat may do, and whether it may let the moment pass.

        The moves are for that seat alone to see; that it is asked, for everybody.

        Raises:
            DealError: the deal is over, or not dealt.
        """
        asked = _round(self.log.state)
        if not asked:
            over = "over" if self.is_over else "still to be dealt"
            raise DealError(f"the deal is {over}: nobody is asked")
        seat, for_a_move = asked[self.asked]
        s, moves = self.log.state._node.situation, legal_moves(self.log.state, seat)
        if s.kind is not Kind.HOLDER:
            return Question(seat, moves, may_wait=not for_a_move)
        pack = self.log.state._setup.pack
        wanted = tuple(move for move in moves if is_natural(pack, s, move) is for_a_move)
        return Question(seat, wanted, may_wait=not (for_a_move and wanted))

    def answer(self, move: Move | None) -> Poll:
        """What comes after the answer of the seat that is asked.

        Args:
            move: one of its moves; None to let the moment pass.

        Raises:
            DealError: the deal is over, or not dealt.
            IllegalMoveError: it may not let the moment pass, or this is not one of its moves.
        """
        question = self.question
        if move is None and not question.may_wait:
            message = f"seat {question.seat} is asked for a move and has to make one"
            raise IllegalMoveError("must_answer", message)
        if move is None:
            return Poll(self.log, self.asked + 1)
        if isinstance(move, Move) and move.seat != question.seat:
            message = f"seat {question.seat} is asked, not seat {move.seat}"
            raise IllegalMoveError("not_asked", message)
        log = self.log.step(move)  # which says what is wrong with what is no legal move
        if move not in question.moves:
            message = f"seat {question.seat} is not asked for {move} now, but when its turn comes"
            raise IllegalMoveError("not_asked", message)
        return Poll(log)


def poll(deal: DealLog | State) -> Poll:
    """A deal whose seats are asked one after the other.

    Who has a mere right is asked first, from the next player of whoever laid last; then whose
    move it is, or by holder everybody again. As long as a Comet may be out there every seat is
    asked, whether it has one or not.

    Args:
        deal: a deal that is dealt, with its course or without.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("svensk-komet", players=3)
    >>> state = cr.new_deal(rules, hands=[["5C", "7C"], ["6C", "2C"], ["9D", "2D"]], dealer=2)
    >>> polled = poll(state).answer(cr.parse_move(rules, "0:5C"))
    >>> polled.order
    (1, 2, 0, 1, 2, 0)
    >>> for _ in range(3):
    ...     print(polled.question.seat, [str(move) for move in polled.question.moves])
    ...     polled = polled.answer(None)
    1 []
    2 ['9D']
    0 []
    >>> polled.question.seat, [str(move) for move in polled.question.moves]
    (1, ['6C'])
    """
    return Poll(deal if isinstance(deal, DealLog) else DealLog(deal))


def _round(state: State) -> tuple[tuple[int, bool], ...]:
    """Who is asked at this moment, in order, and whether for a move that has to be made.

    It looks at nothing that not everybody knows: the rules, what is awaited, the Comets laid.
    """
    s, pack = state._node.situation, state._setup.pack
    if s.kind in (Kind.DEAL, Kind.OVER):
        return ()
    seats = _seats_from(pack, pack.rules.next_seat(_last(s)))
    rights = tuple((seat, False) for seat in seats if seat != s.seat)
    asked = rights if any(_could_break_in(state, seat) for seat, _ in rights) else ()
    if s.seat is None:
        return (*asked, *((seat, True) for seat in seats))
    return (*asked, (s.seat, True))


def _last(s: Situation) -> int:
    """From whom the order is counted: who laid last, or before the first card the leader."""
    last = s.seat if s.last is None else s.last
    assert last is not None
    return last


def _seats_from(pack: PackRules, seat: int) -> tuple[int, ...]:
    seats = [seat]
    for _ in range(pack.rules.players - 1):
        seats.append(pack.rules.next_seat(seats[-1]))
    return tuple(seats)


def _could_break_in(state: State, seat: int) -> bool:
    """Whether a seat might lay a Comet now, if it had one that has not been laid."""
    s, pack = state._node.situation, state._setup.pack
    unlaid = state._hands | state._setup.dead
    return any(
        unlaid & pack.everywhere(comet.mask)
        and any(comet_moves(pack, s, seat, comet.mask, able=False))
        for comet in pack.comets
    )
