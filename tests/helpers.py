"""What the tests share: small profiles, deals laid out by hand, moves by their text."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import cometrules as cr
from cometrules.cli import run

MINIMAL = """
format: 1
id: house
title: {en: House rules}
players: {min: 2, max: 4}
deck: {ranks: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]}
deal: {hands: even}
play: {order: by_turn, suits: matter, continue: must}
settlement: {scoring: payments}
match: {ends: after_deals}
"""
"""A profile that answers only what every profile must: no Comet, no payments, no stakes."""


@functools.cache
def _minimal() -> cr.Profile:
    return cr.load_profile(text=MINIMAL)


def house(changes: Mapping[str, Any] | None = None, *, base: str | None = None) -> cr.Profile:
    """MINIMAL, or a bundled profile, with values changed by path."""
    profile = cr.load_profile(base) if base else _minimal()
    return profile.with_(changes) if changes else profile


def table(
    profile: cr.Profile | str, hands: Sequence[str], *, dealer: int | None = None, **options: Any
) -> cr.State:
    """A deal laid out: one text of cards for each seat; seat 0 leads unless `dealer` is given.

    The players are as many as the hands.
    """
    rules = cr.compile_rules(profile, players=len(hands))
    dealer = len(hands) - 1 if dealer is None else dealer
    return cr.new_deal(rules, dealer=dealer, hands=[hand.split() for hand in hands], **options)


def play(state: cr.State, moves: str) -> cr.State:
    """The state after moves written as `2:9D 3:pass`."""
    for text in moves.split():
        state = cr.step(state, cr.parse_move(state.rules, text))
    return state


def events(state: cr.State, move: str) -> tuple[cr.Event, ...]:
    """What happens with one more move."""
    return cr.transition(state, cr.parse_move(state.rules, move)).events


def paid(state: cr.State, move: str) -> list[tuple[int | str, int | str, int, str]]:
    """The payments one move causes: payer, payee, amount, rule."""
    payments = [event.payment for event in events(state, move) if isinstance(event, cr.Paid)]
    return [(p.payer, p.payee, p.amount, p.rule) for p in payments]


def legal(state: cr.State, seat: int | None = None) -> set[str]:
    """The legal moves as `2:9D`."""
    return {f"{move.seat}:{move}" for move in cr.legal_moves(state, seat)}


def refused(state: cr.State, move: str) -> str:
    """The code of the error that a move is refused with; the state is seen to stay as it was."""
    before = str(state)
    try:
        cr.step(state, cr.parse_move(state.rules, move))
    except cr.IllegalMoveError as error:
        assert str(state) == before
        return error.code
    raise AssertionError(f"{move} was accepted")


def balances(state: cr.State) -> tuple[int, ...]:
    """The net of the deal so far, the settlement included once it is over."""
    return cr.score(state).balances


def codes(text: str) -> list[str]:
    """The codes of the problems the checker finds in a profile's text."""
    return [problem.code for problem in cr.validate_profile(text=text, deals=0).problems]


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    """The exit status of a command, and what it wrote to standard output and standard error."""
    status = run(list(map(str, arguments)))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def every_table() -> list[tuple[str, int]]:
    """Every bundled profile with every number of players it admits."""
    ranges = {name: cr.load_profile(name).players for name in cr.bundled_profiles()}
    return [(name, n) for name, p in ranges.items() for n in range(p.min, p.max + 1)]


def total(state: cr.State) -> int:
    """Balances, pool and pots together: what was carried in, where payments are made."""
    result = cr.score(state)
    return sum(result.balances) + result.pool + sum(result.pots.values())


def texts(cards: Iterable[cr.Card]) -> list[str]:
    """Cards as texts."""
    return [str(card) for card in cards]


PaidTo = tuple[int | str, int | str, int, str]
"""A payment as `paid` tells it: payer, payee, amount, rule."""


def from_others(payee: int, amount: int, rule: str, players: int) -> Counter[PaidTo]:
    """The same amount from every other player."""
    return Counter((seat, payee, amount, rule) for seat in range(players) if seat != payee)


def to_others(payer: int, amount: int, rule: str, players: int) -> Counter[PaidTo]:
    """The same amount to every other player."""
    return Counter((payer, seat, amount, rule) for seat in range(players) if seat != payer)


def pool_to(winner: int, amount: int) -> Counter[PaidTo]:
    return Counter([("pool", winner, amount, "stakes.pool.won_by")])


def leads(seat: int, cards: str) -> set[str]:
    """The moves of a seat that may lead any of its cards."""
    return {f"{seat}:{card}" for card in cards.split()}


def needs(state: cr.State) -> tuple[int, set[str]]:
    """Who is on turn, and which cards continue."""
    assert isinstance(state.pending, cr.AwaitTurn)
    return state.pending.seat, {str(place) for place in state.pending.needs}
