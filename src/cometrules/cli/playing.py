"""Deals and matches played at the terminal: by random moves, or one seat by the user."""

from __future__ import annotations

import secrets
from random import Random
from typing import TextIO

import attrs
import click

from ..engine.asking import Question, questions
from ..engine.dealing import new_deal
from ..engine.illegal import explain_illegal
from ..errors import NotationError
from ..log import DealLog
from ..match import Match, new_match
from ..moves import Move, Pass
from ..records.model import Record
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
        open_hands: whether every hand is shown.
        out: where to write.
        played: the deals so far, with the seed of each; the last is the one in play.
    """

    rules: Rules
    seat: int | None
    width: int
    open_hands: bool
    out: TextIO
    played: list[tuple[DealLog, str]] = attrs.field(factory=list)

    def record(self) -> Record:
        """The record of what was played, over or not."""
        logs, seeds = zip(*self.played, strict=True)
        return Record.of(*logs, seeds=seeds)

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
        if self.open_hands:
            teller.show_hands(state)
        # The moves have a random stream of their own, or they would follow from the cards.
        rng, log = Random(f"moves {seed}"), DealLog(state)
        self.played.append((log, seed))
        while not log.state.is_over:
            move = self._next_move(log.state, rng, teller)
            log = log.step(move)
            self.played[-1] = (log, seed)
            events = log.turns[-1].events
            teller.tell(events)
            if move.seat == self.seat:
                for words in said(state.rules.profile, events):
                    self._say(f'        You say "{words}".')
        teller.settlement(log.state)
        return log.state

    def _next_move(self, state: State, rng: Random, teller: Teller) -> Move:
        """The move of the first seat that does not wait; a mere right is asked first.

        So whoever must move never sees whether another could have broken in.
        """
        for question in questions(state):
            if question.seat != self.seat:
                choice = int(rng.random() * (len(question.moves) + question.may_wait))
                if choice < len(question.moves):
                    return question.moves[choice]
            else:
                teller.flush()
                move = self._asked(state, question)
                if move is not None:
                    return move
        raise AssertionError("the last to be asked may not wait")

    def _asked(self, state: State, question: Question) -> Move | None:
        """The user's move; None where the user waits."""
        if len(question.moves) == 1 and isinstance(question.moves[0], Pass):
            return question.moves[0]
        wait = "   (Enter: not now)" if question.may_wait else ""
        may = f"You may: {'  '.join(map(str, question.moves))}{wait}"
        self._say(f"\nYour hand: {' '.join(c.name for c in state.hands[question.seat])}\n{may}")
        while True:
            text = click.prompt("Your move", default="", show_default=False, prompt_suffix="> ")
            if not text.strip() and question.may_wait:
                return None
            if text.strip().lower() == "quit":
                raise click.Abort
            try:
                move = parse_move(state.rules, text, question.seat)
            except NotationError as error:
                known = text.strip() not in ("", "?")
                self._say(f"{error}\n{may}" if known else f"{may}\nType one of these, or quit.")
                continue
            if move in question.moves:
                return move
            self._say(f"{explain_illegal(state, move)}\n{may}")


def _result(match: Match) -> str:
    """Who has won a match, and what is left over."""
    seats = " and ".join(f"seat {seat}" for seat in match.winners)
    left = [f"{amount} on {card.name}" for card, amount in match.carried.pots.items() if amount]
    left += [f"{match.carried.pool} in the pool"] if match.carried.pool else []
    stays = f" Left over: {', '.join(left)}." if left else ""
    verb = "share the win" if len(match.winners) > 1 else "wins"
    return f"After {match.deals} deals {seats} {verb}.{stays}"
