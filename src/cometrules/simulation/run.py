"""Playing many deals or matches: one by one, or on the workers of an executor.

Every deal has its own number and its own random streams, so that what happens in it depends on
the seed alone, and not on who plays it or when.
"""

from __future__ import annotations

import functools
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from random import Random
from typing import TypeVar, overload

import attrs

from ..engine.asking import questions
from ..engine.dealing import new_deal
from ..engine.play import legal_moves, step, transition
from ..engine.settlement import comet_cost, score
from ..errors import CometError, DealError
from ..events import DealEnded, Paid
from ..ledger import Payment
from ..match import new_match
from ..moves import Move
from ..profile.model import Profile
from ..rules import Rules, compile_rules
from ..state import State
from .policies import POLICIES, Policy, Seen

R = TypeVar("R")

__all__ = ["DealResult", "MatchResult", "PolicyError", "simulate"]

DEALS, MATCHES = 200, 10
"""How many a worker plays in one go."""
AHEAD = 16
"""Pieces of work that are out at the same time: results wait in order, and memory stays flat."""


class PolicyError(CometError):
    """A policy chose something that is no legal move.

    Args:
        seat: whose policy.
        deal: the number of the deal.
        move: what it chose.
        match: the number of the match, where matches are played.
    """

    def __init__(self, seat: int, deal: int, move: object, match: int | None = None) -> None:
        where = f"deal {deal}" if match is None else f"deal {deal} of match {match}"
        super().__init__(
            f"the policy of seat {seat} chose {move} in {where}: that is not legal there"
        )
        self.seat, self.deal, self.move, self.match = seat, deal, move, match

    def __reduce__(self) -> tuple[type[PolicyError], tuple[int, int, object, int | None]]:
        return PolicyError, (self.seat, self.deal, self.move, self.match)


@attrs.frozen
class DealResult:
    """One deal.

    Args:
        number: its number, from 1.
        dealer, leader: seats.
        winner: who went out; None in a drawn deal.
        moves: how many moves were made, forced ones included.
        choices: in how many positions there was more than one legal move.
        balances: as `Score.balances`.
        paid: what each rule moved from account to account, by its path.
        comets_laid, comets_caught, comets_dead: how many Comets were laid, held at the end, and
            in no hand.
        comet_earned, comet_cost: what laying Comets earned, and holding them cost.
    """

    number: int
    dealer: int
    leader: int
    winner: int | None
    moves: int
    choices: int
    balances: tuple[int, ...]
    paid: tuple[tuple[str, int], ...]
    comets_laid: int
    comets_caught: int
    comets_dead: int
    comet_earned: int
    comet_cost: int


@attrs.frozen
class MatchResult:
    """One match.

    Args:
        number: its number, from 1.
        deals: its deals.
        totals: what each seat had at the end.
        winners: who won; several where a tie is shared.
    """

    number: int
    deals: tuple[DealResult, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


@overload
def simulate(
    rules: Rules, *, deals: int, seed: int | str,
    policies: Policy | str | Sequence[Policy | str] = ..., executor: Executor | None = ...,
) -> Iterator[DealResult]: ...  # fmt: skip
@overload
def simulate(
    rules: Rules, *, matches: int, seed: int | str,
    policies: Policy | str | Sequence[Policy | str] = ..., executor: Executor | None = ...,
) -> Iterator[MatchResult]: ...  # fmt: skip
def simulate(
    rules: Rules,
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int | str,
    policies: Policy | str | Sequence[Policy | str] = "random",
    executor: Executor | None = None,
) -> Iterator[DealResult] | Iterator[MatchResult]:
    """Play many deals or matches and yield their results in order.

    Args:
        rules: the game.
        deals: how many single deals; the dealer goes round and the packs take turns, and
            nothing is carried from one to the next.
        matches: how many matches, instead.
        seed: a number or text. The results depend on it alone, whatever the executor.
        policies: one policy for all seats, or one for each: a name (``"random"``,
            ``"greedy"``) or any callable of a `Seen` and a random generator. For the workers
            of another process a callable must be picklable.
        executor: plays the deals: a process pool, a dask client's executor, any other.

    Raises:
        PolicyError: a policy chose an illegal move; all results before that deal were yielded.
        DealError: the numbers or the policies make no sense.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("svensk-komet", players=4)
    >>> [result.number for result in simulate(rules, deals=3, seed=1)]
    [1, 2, 3]
    """
    total = deals if matches is None else matches
    if total is None or (deals is not None and matches is not None):
        raise DealError("say how many: deals= or matches=, one of them")
    if total < 0:
        raise DealError(f"{total} is no number of deals or matches")
    plan = _Plan(rules.profile, rules.players, str(seed), _policies(policies, rules.players))
    if matches is None:
        return _in_order(functools.partial(_play_deals, plan), _pieces(total, DEALS), executor)
    return _in_order(functools.partial(_play_matches, plan), _pieces(total, MATCHES), executor)


def _pieces(total: int, size: int) -> Iterator[range]:
    return (range(n, min(n + size, total + 1)) for n in range(1, total + 1, size))


def _policies(policies: Policy | str | Sequence[Policy | str], players: int) -> tuple[Policy, ...]:
    each = (
        policies if isinstance(policies, Sequence) and not isinstance(policies, str) else [policies]
    )
    if len(each) not in (1, players):
        raise DealError(f"{players} seats need one policy, or one each, not {len(each)}")
    found = tuple(_policy(policy) for policy in each)
    return found if len(found) == players else found * players


def _policy(policy: Policy | str) -> Policy:
    if not isinstance(policy, str):
        return policy
    if policy not in POLICIES:
        raise DealError(f"no policy is called {policy!r}: there are {', '.join(POLICIES)}")
    return POLICIES[policy]


# --- pieces of work ---------------------------------------------------------------------------


@attrs.frozen
class _Plan:
    """What every worker must know."""

    profile: Profile
    players: int
    seed: str
    policies: tuple[Policy, ...]

    def rules(self) -> Rules:
        """The rules, which a worker keeps with all they have worked out, from piece to piece."""
        return _compiled(self.profile, self.players)


@functools.lru_cache(maxsize=4)
def _compiled(profile: Profile, players: int) -> Rules:
    return compile_rules(profile, players)


_Piece = tuple[list[R], PolicyError | None]
"""What was finished, and the error that ended it."""


def _in_order(
    play: Callable[[range], _Piece[R]], pieces: Iterable[range], executor: Executor | None
) -> Iterator[R]:
    """The results of all pieces, in their order, with a few pieces out at a time."""
    if executor is None:
        for piece in pieces:
            yield from _results(play(piece))
        return
    out: deque[Future[_Piece[R]]] = deque()
    try:
        for piece in pieces:
            out.append(executor.submit(play, piece))
            if len(out) >= AHEAD:
                yield from _results(out.popleft().result())
        while out:
            yield from _results(out.popleft().result())
    finally:
        for future in out:
            future.cancel()


def _results(piece: _Piece[R]) -> Iterator[R]:
    played, error = piece
    yield from played
    if error is not None:
        raise error


def _play_deals(plan: _Plan, numbers: range) -> _Piece[DealResult]:
    rules = plan.rules()
    played: list[DealResult] = []
    for number in numbers:
        turn, dealer = divmod(number - 1, rules.players)
        pack = rules.packs[turn % len(rules.packs)].pack.name
        state = new_deal(rules, seed=f"{plan.seed} deal {number}", dealer=dealer, pack=pack)
        try:
            played.append(_played(plan, state, number, f"{plan.seed} moves {number}")[0])
        except PolicyError as error:
            return played, error
    return played, None


def _play_matches(plan: _Plan, numbers: range) -> _Piece[MatchResult]:
    rules = plan.rules()
    played: list[MatchResult] = []
    # Where the players would agree on the first dealer, seat 0 deals.
    dealer = 0 if rules.profile.deal.first_dealer == "agreed" else None
    for number in numbers:
        match = new_match(rules, seed=f"{plan.seed} match {number}", dealer=dealer)
        deals: list[DealResult] = []
        while not match.is_over:
            moves_seed = f"{match.seed} moves {match.deals + 1}"
            try:
                result, state = _played(plan, match.deal(), match.deals + 1, moves_seed)
            except PolicyError as error:
                return played, PolicyError(error.seat, error.deal, error.move, match=number)
            deals.append(result)
            match = match.after(state)
        played.append(MatchResult(number, tuple(deals), match.totals, match.winners))
    return played, None


# --- one deal ---------------------------------------------------------------------------------


def _played(plan: _Plan, state: State, number: int, seed: str) -> tuple[DealResult, State]:
    """A deal played to its end by the policies."""
    rng = Random(seed)
    first = state
    paid: Counter[str] = Counter()
    earned = moves = choices = 0
    while not state.is_over:
        legal = legal_moves(state)
        move = legal[0] if len(legal) == 1 else _chosen(plan, state, legal, rng, number)
        moves += 1
        choices += len(legal) > 1
        after = step(state, move)
        if after._ledger is not state._ledger:  # somebody paid: told in full only then
            for payment in _payments(state, move):
                paid[payment.rule] += payment.amount
                earned += payment.amount if payment.rule == "payments.comet.reward" else 0
        state = after
    result = score(state)
    for payment in result.payments:
        paid[payment.rule] += payment.amount
    comets = state._setup.pack.pack.comets
    caught = sum(card in comets for hand in state.hands for card in hand)
    dead = sum(card in comets for card in state.dead)
    total = sum(state._setup.pack.pack.counts[comet] for comet in comets)
    leader = first._node.situation.seat
    assert leader is not None
    return DealResult(
        number=number, dealer=state.dealer, leader=leader, winner=result.winner, moves=moves,
        choices=choices, balances=result.balances, paid=tuple(sorted(paid.items())),
        comets_laid=total - caught - dead, comets_caught=caught, comets_dead=dead,
        comet_earned=earned, comet_cost=comet_cost(state),
    ), state  # fmt: skip


def _payments(state: State, move: Move) -> Iterator[Payment]:
    """The payments of a move, without those of the settlement."""
    for event in transition(state, move).events:
        if isinstance(event, DealEnded):
            return
        if isinstance(event, Paid):
            yield event.payment


def _chosen(plan: _Plan, state: State, legal: tuple[Move, ...], rng: Random, number: int) -> Move:
    """The move of the first seat that does not wait, mere rights asked first."""
    hands = state.hands
    sizes = tuple(map(len, hands))
    laid = frozenset(state.laid)
    for question in questions(state):
        seat = question.seat
        seen = Seen(state.rules, seat, hands[seat], sizes, laid, question.moves, question.may_wait)
        move = plan.policies[seat](seen, rng)
        if move in question.moves:
            assert move is not None
            return move
        if move is not None or not question.may_wait:
            raise PolicyError(seat, number, move)
    raise AssertionError("the last to be asked may not wait")
