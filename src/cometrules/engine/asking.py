"""Who is asked for a move, where several seats may act: a fixed order that tells nothing.

Breaking in with the Comet is a right and no turn, so nobody ever declines it. A program that
asks one seat after the other asks those with a mere right first, and may be told to go on.
"""

from __future__ import annotations

import attrs

from ..moves import Lay, Move
from ..situations import Kind
from ..state import State
from .play import legal_moves

__all__ = ["Question", "questions"]


@attrs.frozen
class Question:
    """One seat asked for its move.

    Args:
        seat: who is asked.
        moves: what it may do.
        may_wait: whether it may let others go first: it has a right here, no duty.
    """

    seat: int
    moves: tuple[Move, ...]
    may_wait: bool


def questions(state: State) -> tuple[Question, ...]:
    """Who to ask, in order, until one of them moves: mere rights first, then whose move it is.

    Only the last to be asked has to move. For a referee, who sees everything: at a table every
    seat is asked, or being asked would tell who has the Comet.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("svensk-komet", players=3)
    >>> state = cr.new_deal(rules, hands=[["5C", "7C"], ["6C", "2C"], ["9D", "2D"]], dealer=2)
    >>> state = cr.step(state, cr.parse_move(rules, "0:5C"))
    >>> [(question.seat, question.may_wait) for question in questions(state)]
    [(2, True), (1, False)]
    """
    s, comets = state._node.situation, state._setup.pack.pack.comets
    by_seat: dict[int, list[Move]] = {}
    for move in legal_moves(state):
        assert move.seat is not None
        by_seat.setdefault(move.seat, []).append(move)

    def bound(seat: int) -> bool:
        if s.kind is not Kind.HOLDER:
            return seat == s.seat
        return any(isinstance(m, Lay) and m.card not in comets for m in by_seat[seat])

    order = sorted(by_seat, key=lambda seat: (bound(seat), seat))
    return tuple(Question(seat, tuple(by_seat[seat]), seat != order[-1]) for seat in order)
