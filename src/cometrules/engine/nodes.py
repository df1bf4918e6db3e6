"""Nodes: situations with their answers.

A node belongs to one pack's rules and one situation and is made once. What is legal there
depends on a few bits of the hands only (`wanted`); the answers are remembered by those bits, so
that asking for the legal moves is a look-up. What a move leads to is worked out once as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from ..moves import Move
from .situations import Situation

if TYPE_CHECKING:
    from ..rules import PackRules
    from .outcomes import Outcome

__all__ = ["Node", "node_at"]

Moves = tuple[Move, ...]


class Options(Protocol):
    """The legal moves by the wanted bits of the hands."""

    def __getitem__(self, wanted: int, /) -> Moves: ...


class Remembered(dict[int, Moves]):
    """Legal moves that are worked out when they are first asked for."""

    def __init__(self, find: Callable[[int], Moves]) -> None:
        super().__init__()
        self.find = find

    def __missing__(self, wanted: int) -> Moves:
        moves = self[wanted] = self.find(wanted)
        return moves


class Outcomes(dict[Move, "Outcome"]):
    """What each move leads to, worked out when it is first made."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node

    def __missing__(self, move: Move) -> Outcome:
        from .outcomes import outcome_of

        outcome = self[move] = outcome_of(self.node.pack, self.node.situation, move)
        return outcome


class Node:
    """A situation with its legal moves and their outcomes.

    Attributes:
        pack: the rules it belongs to.
        situation: what is awaited.
        wanted: the bits of the hands on which the legal moves depend.
        options: the legal moves, by those bits.
        outcomes: what each move leads to.
    """

    __slots__ = ("options", "outcomes", "pack", "situation", "wanted")

    def __init__(self, pack: PackRules, situation: Situation) -> None:
        from .options import options_at

        self.pack, self.situation = pack, situation
        self.wanted, self.options = options_at(pack, situation)
        self.outcomes = Outcomes(self)

    def __repr__(self) -> str:
        return f"<Node {self.situation}>"

    def __reduce__(
        self,
    ) -> tuple[Callable[[PackRules, Situation], Node], tuple[PackRules, Situation]]:
        # Nodes are single: a node that comes out of a pickle must be the one that is there.
        return node_at, (self.pack, self.situation)


def node_at(pack: PackRules, situation: Situation) -> Node:
    """The node of a situation."""
    node = pack.nodes.get(situation)
    if node is None:
        node = pack.nodes[situation] = Node(pack, situation)
    return node
