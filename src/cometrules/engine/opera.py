"""Whether a hand could go out in one turn: the question behind a drawn Opera.

Obeys `settlement.drawn`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..moves import Pass
from ..situations import Kind, Phase, Situation
from .nodes import Node, node_at

if TYPE_CHECKING:
    from ..rules import PackRules

__all__ = ["could_go_out"]


def could_go_out(pack: PackRules, seat: int, lane: int) -> bool:
    """Whether a seat with the lead of the deal and these cards can lay all of them in one turn.

    An exact search over its own moves, by the engine's own nodes: whatever the profile lets a
    player do in a turn is tried, until the hand is empty or the turn would pass. A fork that the
    holders are asked for ends it: whether anybody answers is not for this hand to tell.

    Args:
        pack: the rules.
        seat: the seat.
        lane: its cards, as bits of a lane.
    """
    first = Situation(Kind.LEAD, seat, phase=Phase.UNOPENED)
    return _clears(node_at(pack, first), lane << pack.shift(seat), seat, set())


def _clears(node: Node, hands: int, seat: int, failed: set[tuple[int, int]]) -> bool:
    key = (hands, id(node))  # nodes are single and kept by their rules
    if key in failed:
        return False
    for move in node.options[hands & node.wanted]:
        if move.seat != seat or isinstance(move, Pass):
            continue
        outcome = node.outcomes[move]
        left = outcome.without(hands)
        if not left:
            return True
        following = outcome.first.node
        goes_on = following.situation.seat == seat and following.situation.kind is not Kind.HOLDER
        if goes_on and _clears(following, left, seat, failed):
            return True
    failed.add(key)
    return False
