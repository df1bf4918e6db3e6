"""Deals and matches played at the terminal: by random moves, or one seat by the user."""

from __future__ import annotations

import secrets
from random import Random
from typing import TextIO

import attrs
import click

from ..engine.dealing import new_deal
from ..engine.illegal import explain_illegal
from ..engine.play import legal_moves, transition
from ..errors import NotationError
from ..match import Match, new_match
from ..moves import Move, Pass
from ..rules import Rules, parse_move
from ..state import State
from .telling import Teller, said

__all__ = ["Table"]


@attrs.frozen
class Table:
    """A table in a terminal.

    Args:
        rules: the game.
        seat: the seat the user plays, or None.
        width: columns.
        out: where to write.
    """

    rules: Rules
    seat: int | None
    width: int
    out: TextIO

    def play_deal(self, *, seed: str | None, dealer: int, pack: str | None) -> None:
        """Deal, play to the end and settle, telling everything the table sees."""
        seed = secrets.token_hex(4) if seed is None else seed
        self._play(new_deal(self.rules, seed=seed, dealer=dealer, pack=pack), seed)

    def play_match(self, *, seed: str | None, dealer: int | None) -> None:
        """Play a whole match, with the standings after every deal."""
        seed = secrets.token_hex(4) if seed is None else seed
        match = new_match(self.rules, seed=seed, dealer=dealer)
        for round_ in match.drawn_cards:
            cards = ", ".join(f"seat {seat} {card.name}" for seat, card in round_)
            self._say(f"Drawn for the deal: {cards}")
        while not match.is_over:
            self._say(f"\n--- Deal {match.deals + 1} ---")
            match = match.after(self._play(match.deal(), f"{seed} deal {match.deals + 1}"))
            self._say("\nStanding:")
            for seat, total in enumerate(match.totals):
                self._say(f"  seat {seat}  {total:>5}")
        self._say("\n" + _result(match))

    def _say(self, text: str) -> None:
        print(text, file=self.out)

    def _play(self, state: State, seed: str) -> State:
        teller = Teller(state, self.width, self.out)
        teller.opening(seed)
        # The moves have a random stream of their own, or they would follow from the cards.
        rng = Random(f"moves {seed}")
        while not state.is_over:
            moves = legal_moves(state)
            others = tuple(move for move in moves if move.seat != self.seat)
            move: Move | None = None
            if len(others) < len(moves):
                teller.flush()
                move = self._asked(state, may_wait=bool(others))
            if move is None:
                move = others[int(rng.random() * len(others))]
            after = transition(state, move)
            teller.tell(after)
            if move.seat == self.seat:
                for words in said(state.rules.profile, after.events):
                    self._say(f'        You say "{words}".')
            state = after.state
        teller.settlement(state)
        return state

    def _asked(self, state: State, *, may_wait: bool) -> Move | None:
        """The user's move; None to let the others go first, where they can."""
        assert self.seat is not None
        mine = legal_moves(state, self.seat)
        if len(mine) == 1 and isinstance(mine[0], Pass):
            return mine[0]
        self._say(f"\nYour hand: {' '.join(card.name for card in state.hands[self.seat])}")
        wait = "  (or Enter to wait)" if may_wait else ""
        self._say(f"You may: {'  '.join(map(str, mine))}{wait}")
        while True:
            text = click.prompt(
                "Your move", default="", show_default=False, prompt_suffix="> "
            ).strip()
            if not text and may_wait:
                return None
            try:
                move = parse_move(state.rules, text, self.seat)
            except NotationError as error:
                self._say(str(error) if text.strip() else "It is for you to move.")
                continue
            if move in mine:
                return move
            self._say(str(explain_illegal(state, move)))


def _result(match: Match) -> str:
    """Who has won a match, and what is left over."""
    seats = " and ".join(f"seat {seat}" for seat in match.winners)
    left = [f"{amount} on {card.name}" for card, amount in match.carried.pots.items() if amount]
    left += [f"{match.carried.pool} in the pool"] if match.carried.pool else []
    stays = f" Left over: {', '.join(left)}." if left else ""
    verb = "share the win" if len(match.winners) > 1 else "wins"
    return f"After {match.deals} deals {seats} {verb}.{stays}"
