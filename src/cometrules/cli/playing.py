"""A deal played at the terminal: by random moves, or with one seat played by the user."""

from __future__ import annotations

import secrets
from random import Random
from typing import TextIO

import click

from ..engine.dealing import new_deal
from ..engine.illegal import explain_illegal
from ..engine.play import legal_moves, transition
from ..errors import NotationError
from ..moves import Move, Pass
from ..rules import Rules, parse_move
from ..state import State
from .telling import Teller

__all__ = ["play_deal"]


def play_deal(
    rules: Rules,
    *,
    seed: str | None,
    dealer: int,
    pack: str | None,
    seat: int | None,
    width: int,
    out: TextIO,
) -> None:
    """Deal, play to the end and settle, telling everything the table sees."""
    seed = secrets.token_hex(4) if seed is None else seed
    state = new_deal(rules, seed=seed, dealer=dealer, pack=pack)
    teller = Teller(state, width, out)
    teller.opening(seed)
    # The moves have a random stream of their own, or they would follow from the cards.
    rng = Random(f"moves {seed}")
    while not state.is_over:
        moves = legal_moves(state)
        others = tuple(move for move in moves if move.seat != seat)
        move: Move | None = None
        if len(others) < len(moves):
            teller.flush()
            move = _asked(state, seat, may_wait=bool(others))
        if move is None:
            move = others[int(rng.random() * len(others))]
        after = transition(state, move)
        teller.tell(after)
        state = after.state
    teller.settlement(state)


def _asked(state: State, seat: int | None, *, may_wait: bool) -> Move | None:
    """The user's move; None to let the others go first, where they can."""
    assert seat is not None
    mine = legal_moves(state, seat)
    if len(mine) == 1 and isinstance(mine[0], Pass):
        return mine[0]
    hand = " ".join(card.name for card in state.hands[seat])
    click.echo(f"\nYour hand: {hand}")
    click.echo(f"You may: {'  '.join(map(str, mine))}{'  (or Enter to wait)' if may_wait else ''}")
    while True:
        text = click.prompt("Your move", default="", show_default=False, prompt_suffix="> ").strip()
        if not text:
            if may_wait:
                return None
            click.echo("It is for you to move.")
            continue
        try:
            move = parse_move(state.rules, text, seat)
        except NotationError as error:
            click.echo(str(error))
            continue
        if move in mine:
            return move
        click.echo(str(explain_illegal(state, move)))
