"""The last stage of checking a profile: it is dealt and played, at every number of players.

What no reading of the rules can promise is tried: that deals end, that somebody can always move,
and that cards and money add up. A fault found here is told with the seed and the moves so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from .chance import draws
from .engine.dealing import new_deal
from .engine.play import legal_moves, step, transition
from .engine.settlement import score
from .events import Paid
from .ledger import Payment
from .moves import LaySet, Move, Pass
from .profile.model import Profile
from .profile.report import Problem, Report
from .rules import compile_rules
from .state import State

__all__ = ["DEALS", "tried", "try_out"]

DEALS = 100
"""How many deals are tried at every number of players."""
_TOLD_EVERY = 10
"""Of so many deals one is played with every payment told, which takes longer."""


class _FaultError(Exception):
    """Something that must not come about."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@attrs.define
class _Deal:
    """A deal on trial: where it stands, and how it came there."""

    state: State
    cards: int
    before: tuple[int, ...]
    moves: list[Move] = attrs.field(factory=list)
    paid: list[Payment] = attrs.field(factory=list)


def tried(
    report: Report, deals: int | None = None, done: Callable[[], None] = lambda: None
) -> Report:
    """The report of a valid profile once it has been played.

    Args:
        report: a report without an error.
        deals: how many at every number of players; `DEALS` if left out.
        done: called after each deal.
    """
    assert report.profile is not None
    many = DEALS if deals is None else deals
    problems = tuple(try_out(report.profile, many, done, report.label))
    return attrs.evolve(report, problems=problems, profile=None) if problems else report


def try_out(
    profile: Profile,
    deals: int = DEALS,
    done: Callable[[], None] = lambda: None,
    label: str = "",
) -> Iterator[Problem]:
    """Play deals by random moves; at most one problem for each number of players.

    Args:
        profile: the profile, which has passed every other stage.
        deals: how many at every number of players. The same deals whenever it is asked.
        done: called after each deal.
        label: what the problems name as the file.
    """
    label = label or str(profile.origin or profile.id)
    for players in range(profile.players.min, profile.players.max + 1):
        for number in range(deals):
            problem = _tried(profile, players, number, label)
            if problem is not None:
                yield problem
                break
            done()


def _tried(profile: Profile, players: int, number: int, label: str) -> Problem | None:
    """The problem of one deal, or None. Every seat comes to deal every pack."""
    seed, names = f"trial {number}", list(profile.deck.packs)
    turn, pack = divmod(number, len(names))
    dealer = turn % players
    start = f"{players} players, seed {seed!r}, dealer {dealer}, pack {names[pack]!r}"
    told = turn % _TOLD_EVERY == 0
    deal: _Deal | None = None
    try:
        rules = compile_rules(profile, players)
        state = new_deal(rules, seed=seed, dealer=dealer, pack=names[pack])
        deal = _Deal(state, state._hands.bit_count(), score(state).balances)
        _play(deal, seed, told=told)
        _settle(deal, told=told)
    except _FaultError as fault:
        code, message = fault.code, str(fault)
    except Exception as error:  # whatever it is, it is told with what led to it
        code, message = "P05", f"the engine failed: {error!r}"
    else:
        return None
    moves = " ".join(f"{move.seat}:{move}" for move in deal.moves) if deal else ""
    hint = f"{start}; moves: {moves}" if moves else start
    return Problem(code=code, message=message, hint=hint, label=label)


def _play(deal: _Deal, seed: str, *, told: bool) -> None:
    """Random moves to the end of the deal."""
    chance = draws(f"{seed} moves")
    bound = deal.state.rules.max_moves
    while not deal.state.is_over:
        if len(deal.moves) >= bound:
            raise _FaultError("P01", f"a deal does not end within {bound} moves")
        legal = legal_moves(deal.state)
        if not legal:
            raise _FaultError("P02", "nobody can move, and the deal is not over")
        move = legal[next(chance) % len(legal)]
        deal.moves.append(move)
        if told:
            after = transition(deal.state, move)
            deal.state = after.state
            deal.paid += [event.payment for event in after.events if isinstance(event, Paid)]
        else:
            deal.state = step(deal.state, move)
        deal.cards -= _cards_of(move)
        if deal.state._hands.bit_count() != deal.cards:
            raise _FaultError("P03", "cards come from nowhere, or are lost")


def _cards_of(move: Move) -> int:
    match move:
        case Pass():
            return 0
        case LaySet(parts=parts):
            return sum(number for _, number in parts)
    return 1


def _settle(deal: _Deal, *, told: bool) -> None:
    """What was staked, paid and left in pots and pool must come to nothing together."""
    result = score(deal.state)
    rest = sum(result.balances) + result.pool + sum(result.pots.values())
    if rest and deal.state.rules.profile.settlement.scoring == "payments":
        raise _FaultError("P04", f"the payments do not add up: {rest:+} is left over")
    if not told:
        return
    balances = list(deal.before)
    for payment in deal.paid:
        for account, amount in ((payment.payer, -payment.amount), (payment.payee, payment.amount)):
            if isinstance(account, int):
                balances[account] += amount
    if tuple(balances) != result.balances:
        raise _FaultError("P04", "the payments told one by one do not come to the balances")
