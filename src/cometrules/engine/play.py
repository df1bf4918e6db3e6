"""Playing: what is legal, making a move, making the forced ones, and telling what happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from ..errors import DealError
from ..events import (
    DealEnded,
    Dealt,
    Event,
    Laid,
    LeadPassed,
    Paid,
    Passed,
    PotsFrozen,
    RunStopped,
)  # fmt: skip
from ..moves import Deal, Move, Pass, StandIn
from ..situations import Kind
from ..state import State, make_state
from .dealing import dealt
from .illegal import explain_illegal
from .nodes import Outcome
from .settlement import score

if TYPE_CHECKING:
    from ..views import View

__all__ = ["Transition", "advance", "legal_moves", "opening", "step", "transition"]


@attrs.frozen
class Transition:
    """A move with what came of it.

    Args:
        state: the state after the move.
        events: what happened, in order.
    """

    state: State
    events: tuple[Event, ...]


def legal_moves(state: State | View, seat: int | None = None) -> tuple[Move, ...]:
    """The moves that may be made now: of every seat that may act, or of one.

    Empty before the deal (a deal is no seat's move) and after the end. Of a view, the moves of
    the seat whose view it is; of a spectator's, none.

    Raises:
        DealError: there is no such seat, or it is not the one whose view this is.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=2)
    >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
    >>> [str(move) for move in legal_moves(state)]
    ['AC', '9D']
    """
    try:
        _, hands, node, _ = state._parts  # type: ignore[union-attr]
    except AttributeError:  # asking for the class would cost every state
        assert not isinstance(state, State)
        return state.legal_moves(seat)
    moves = node.options[hands & node.wanted]
    if seat is None:
        return moves
    if seat not in range(state.rules.players):
        raise DealError(f"there is no seat {seat!r}: seats are 0 to {state.rules.players - 1}")
    return tuple(move for move in moves if move.seat == seat)


def step(state: State, move: Move | Deal) -> State:
    """Make one move.

    Args:
        state: a state; it stays as it is.
        move: a legal move, or a deal where one is awaited.

    Raises:
        IllegalMoveError: the move is not legal now.
        DealError: the deal does not fit the rules or the pack.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=2)
    >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
    >>> step(state, cr.parse_move(rules, "AC", seat=1)).pending
    AwaitTurn(seat=1, needs=(Card(rank='2', suit='C'),))
    """
    setup, hands, node, ledger = state._parts
    wanted = hands & node.wanted
    if not wanted and move is node.idle_pass:
        return make_state((setup, hands, node.idle, ledger))
    if move not in node.options[wanted]:
        return _deal_or_refuse(state, move)
    outcome = node.outcomes[move]
    left = outcome.without(hands) if outcome.takes else hands ^ outcome.exact
    route = outcome.first
    if not left & route.mask or not left & outcome.lane:
        route = outcome.route(left)
    if outcome.charge is not None:
        ledger = outcome.charge.apply(setup, hands, ledger)
    if route.charge is not None:
        ledger = route.charge.apply(setup, hands, ledger)
    return make_state((setup, left, route.node, ledger))


def advance(state: State) -> State:
    """Make the forced moves: up to the next real choice, or to the end of the deal.

    The same as stepping while there is one legal move only, without the states between. For
    search and simulation, not for a table: that a move is the only one can itself be a secret
    (by holder it means that no hand has the Comet).

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=2)
    >>> state = cr.new_deal(rules, hands=[["2D", "3D"], ["AD"]])
    >>> advance(state).is_over
    True
    """
    setup, hands, node, ledger = state._parts
    while True:
        wanted = hands & node.wanted
        if not wanted and node.idle is not node:
            node = node.idle
            continue
        moves = node.options[wanted]
        if len(moves) != 1:
            return make_state((setup, hands, node, ledger))
        outcome = node.outcomes[moves[0]]  # from here as in `step`, with no call between
        left = outcome.without(hands) if outcome.takes else hands ^ outcome.exact
        route = outcome.first
        if not left & route.mask or not left & outcome.lane:
            route = outcome.route(left)
        if outcome.charge is not None:
            ledger = outcome.charge.apply(setup, hands, ledger)
        if route.charge is not None:
            ledger = route.charge.apply(setup, hands, ledger)
        hands, node = left, route.node


def transition(state: State, move: Move | Deal) -> Transition:
    """Make one move and tell what happened.

    Raises:
        IllegalMoveError, DealError: as for `step`.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=2)
    >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
    >>> for event in transition(state, cr.parse_move(rules, "AC", seat=1)).events[1:]:
    ...     print(event.payment.payer, event.payment.payee, event.payment.rule)
    0 1 payments.leading.A
    """
    after = step(state, move)
    if isinstance(move, Deal):
        return Transition(after, (opening(after),))
    return Transition(after, tuple(_events(state, move, after)))


def opening(state: State) -> Dealt:
    """What happened when the cards of a deal that nobody has played in were dealt."""
    leader, hands = state._node.situation.seat, state.hands
    assert leader is not None
    return Dealt(tuple(map(len, hands)), leader, hands)


def _deal_or_refuse(state: State, move: object) -> State:
    if isinstance(move, Deal) and state._node.situation.kind is Kind.DEAL:
        return dealt(state, move)
    error = explain_illegal(state, move)
    assert error is not None
    raise error


# --- what happened ----------------------------------------------------------------------------


def _events(before: State, move: Move, after: State) -> Iterator[Event]:
    s = before._node.situation
    outcome = before._node.outcomes[move]
    route = outcome.route(after._hands)
    assert move.seat is not None
    if not isinstance(move, Pass):
        yield _laid(before, move, after, outcome)
    elif s.kind is Kind.LEAD:
        yield LeadPassed(move.seat)
    else:
        yield Passed(move.seat, s.needs, s.laid)
    paid = (
        outcome.charge.payments(before._setup, before._hands, before._ledger)
        if outcome.charge
        else ()
    )
    yield from map(Paid, paid)
    frozen = before._setup.pots_frozen
    if frozen(after._hands) and not frozen(before._hands):
        yield PotsFrozen()
    if after.is_over:
        yield from _ending(after)
        return
    if route.stuck:
        yield route.stuck
    if route.charge:
        ledger = before._ledger.after(paid, before.rules.pot_cards)
        yield from map(Paid, route.charge.payments(before._setup, before._hands, ledger))
    leader = after._node.situation.seat
    if outcome.stops and leader is not None:
        yield RunStopped(leader)


def _laid(before: State, move: Move, after: State, outcome: Outcome) -> Laid:
    pack = before._setup.pack
    assert move.seat is not None
    cards = pack.cards_in((before._hands ^ after._hands) >> pack.shift(move.seat))
    stands_for = move.place if isinstance(move, StandIn) else None
    names = tuple(map(pack.name, cards))
    return Laid(move.seat, cards, outcome.lead, not outcome.natural, stands_for, names)


def _ending(after: State) -> Iterator[Event]:
    result = score(after)
    s = after._node.situation
    assert s.seat is not None
    yield DealEnded(s.seat, s.opera, result.drawn)
    yield from map(Paid, result.payments)
