"""Nodes: situations with their answers, and what moves lead to.

A node belongs to one pack's rules and one situation and is made once. What is legal there
depends on a few bits of the hands only (`wanted`); the answers are remembered by those bits, so
that asking for the legal moves is a look-up. What a move leads to is worked out once as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import attrs

from ..events import RunStuck
from ..moves import Move
from ..situations import Kind, Situation
from .charges import Charge

if TYPE_CHECKING:
    from ..rules import PackRules

__all__ = ["ANY", "Node", "Outcome", "Route", "node_at"]

ANY = -1
"""The mask of a way on that is always open."""

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


@attrs.frozen(eq=False)
class Route:
    """One way on: taken where some of the bits of `mask` are in the hands.

    Args:
        mask: bits over all hands; ANY is always there.
        node: what is awaited then.
        charge: what falls due on this way (a stuck run), or None.
        stuck: the run that got stuck on this way, or None.
    """

    mask: int
    node: Node
    charge: Charge | None = None
    stuck: RunStuck | None = None


@attrs.frozen(eq=False)
class Outcome:
    """What one move does in one situation.

    Args:
        exact: the bits that leave the hands, where they are always the same.
        takes: otherwise, masks of which the highest bit leaves, one for each card laid.
        lane: the bits of the player's whole hand; all bits for a pass, which empties none.
        over: what is awaited (nothing) when that hand is empty.
        first: the usual way on, taken where some of its bits are in the hands.
        others: the other ways on; the first that fits is taken, the last always does.
        charge: what falls due, or None.
        natural: whether plain cards were laid (or none).
        lead: whether the move starts a run.
        stops: whether it ends the run by rule.
    """

    exact: int
    takes: tuple[int, ...]
    lane: int
    over: Route | None
    first: Route
    others: tuple[Route, ...]
    charge: Charge | None
    natural: bool = True
    lead: bool = False
    stops: bool = False

    def without(self, hands: int) -> int:
        """The hands without the cards of the move; of equal ones the last in order leaves."""
        for mask in self.takes:
            hands ^= 1 << (hands & mask).bit_length() - 1
        return hands ^ self.exact

    def route(self, left: int) -> Route:
        """The way on with the cards that are left after the move."""
        if self.over is not None and not left & self.lane:
            return self.over
        for route in (self.first, *self.others):
            if left & route.mask:
                return route
        raise AssertionError("the last way on is always open")


class Outcomes(dict[Move, "Outcome"]):
    """What each move leads to, worked out when it is first made."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node

    def __missing__(self, move: Move) -> Outcome:
        from .outcomes import outcome_at

        outcome = self[move] = outcome_at(self.node.pack, self.node.situation, move)
        return outcome


class Node:
    """A situation with its legal moves and their outcomes.

    Attributes:
        pack: the rules it belongs to.
        situation: what is awaited.
        wanted: the bits of the hands on which the legal moves depend.
        options: the legal moves, by those bits.
        outcomes: what each move leads to.
        idle: where the turn passes to when none of the wanted bits is held, if that is all
            that happens then: six in ten moves of a game by turn. The node itself otherwise.
        idle_pass: the pass that leads there; otherwise what no move is.
    """

    __slots__ = ("idle", "idle_pass", "options", "outcomes", "pack", "situation", "wanted")

    def __init__(self, pack: PackRules, situation: Situation) -> None:
        from .options import options_at

        self.pack, self.situation = pack, situation
        self.wanted, self.options = options_at(pack, situation)
        self.outcomes = Outcomes(self)
        self.idle: Node = self
        self.idle_pass: object = self

    def find_idle(self) -> None:
        """Work out `idle`; this leads to other nodes, so the node must be known by then."""
        moves = self.options[0] if self.situation.kind is Kind.TURN else ()
        if len(moves) == 1:
            outcome = self.outcomes[moves[0]]
            if outcome.charge is outcome.first.charge is None and outcome.first.mask == ANY:
                self.idle, self.idle_pass = outcome.first.node, moves[0]

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
        node.find_idle()
    return node
