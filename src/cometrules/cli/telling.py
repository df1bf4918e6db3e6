"""A deal told as the table sees it: who lays what, who lacks what, who pays whom and why."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TextIO

from ..cards import Card, parse_card
from ..engine.illegal import place_name
from ..engine.settlement import score
from ..events import (
    DealEnded,
    Event,
    Laid,
    LeadPassed,
    Paid,
    Passed,
    PotsFrozen,
    RunStopped,
    RunStuck,
)  # fmt: skip
from ..evidence.cells import cells_of, dimension_at
from ..lang.words import language
from ..ledger import POOL, WRITTEN, Account, Payment
from ..moves import Place
from ..profile.model import Profile
from ..sentences import mark_of
from ..state import State

__all__ = ["Teller", "said"]


class Teller:
    """Tells a deal line by line; what one seat does in a row stands in one line."""

    def __init__(self, state: State, width: int, out: TextIO) -> None:
        self._width, self._out = width, out
        self._profile = state.rules.profile
        self._english = language("en")
        self._players = state.rules.players
        self._state = state
        self._seat: int | None = None
        self._words: list[str] = []
        self._paid: list[Payment] = []
        self._notes: list[str] = []
        self._settled: list[Payment] = []
        self._over = False

    def opening(self, seed: str | None, names: Sequence[str] = ()) -> None:
        """The table before the first card: who deals, how many cards, what is staked."""
        state = self._state
        sizes = sorted({len(hand) for hand in state.hands})
        pack = f", {state.pack} pack" if len(state.rules.packs) > 1 else ""
        by_seed = f", seed {seed}" if seed else ""
        self._line(f"{self._profile.name}: {self._players} players{by_seed}{pack}")
        if names:
            seated = (f"{name} is seat {seat}" for seat, name in enumerate(names))
            self._line(f"{', '.join(seated)}.")
        cards = f"{' or '.join(map(str, sizes))} {'card' if sizes[-1] == 1 else 'cards'}"
        dead = len(state.dead)
        lie = "none lies dead" if not dead else "1 lies dead" if dead == 1 else f"{dead} lie dead"
        self._line(f"Seat {state.dealer} deals {cards} to each; {lie}.")
        pool, pots = self._profile.stakes.pool, self._profile.stakes.pots
        staked = {"stakes.pool.each": pool.each or pool.dealer, "stakes.pots.cards": pots.cards}
        marks = "; ".join(self._mark_at(rule) for rule, laid in staked.items() if laid)
        for seat, balance in enumerate(score(state).balances):
            if balance:
                self._line(f"Seat {seat} stakes {-balance}. [{marks}]")
        if state.pool:
            self._line(f"In the pool: {state.pool}.")
        if state.pots:
            lying = ", ".join(f"{card.name} {amount}" for card, amount in state.pots.items())
            self._line(f"In the pots: {lying}.")
        self._line("")

    def show_hands(self, state: State) -> None:
        """Every hand, which no table sees."""
        for seat, hand in enumerate(state.hands):
            self._wrapped(f"Seat {seat} holds:  ", _names(hand))
        self._line("")

    def tell(self, events: Iterable[Event]) -> None:
        """What came of one move."""
        for event in events:
            if isinstance(event, Paid):
                (self._settled if self._over else self._paid).append(event.payment)
            else:
                self._event(event)

    def flush(self) -> None:
        """Write what is still to be said of the seat that moved last, and who pays for it."""
        if self._words:
            self._wrapped(f"Seat {self._seat}  ", " ".join(self._words))
        self._pay(self._paid)
        for note in self._notes:
            self._line(f"        {note}")
        self._words, self._paid, self._notes = [], [], []

    def settlement(self, state: State) -> None:
        """The hands that are left, every payment of the settlement, and what each has won."""
        self.flush()
        result = score(state)
        self._line("")
        for seat, hand in enumerate(state.hands):
            if hand:
                self._wrapped(f"Seat {seat} has left:  ", _names(hand))
        if state.dead:
            self._wrapped("Dead:  ", _names(state.dead))
        self._line("")
        self._pay(self._settled, indent="")
        for card, amount in result.pots.items():
            if amount:
                self._line(f"{amount} stay on {card.name}.")
        if result.pool:
            self._line(f"{result.pool} stay in the pool.")
        self._line("")
        self._line(f"This deal ({self._profile.settlement.unit}):")
        for seat, balance in enumerate(result.balances):
            out = "  (out)" if seat == result.winner else ""
            self._line(
                f"  seat {seat}  {balance:>+5}{out}" if balance else f"  seat {seat}      0{out}"
            )

    # --- one event each -----------------------------------------------------------------------

    def _event(self, event: Event) -> None:
        match event:
            case Laid():
                self._say(event.seat, self._laid(event))
            case Passed(seat=seat, missing=missing, laid=laid):
                self._say(seat, self._passed(missing, laid=laid))
                self.flush()
            case LeadPassed(seat=seat):
                self._say(seat, "has nothing to lead, the lead passes on")
            case RunStopped(leader=leader):
                self._words.append(f"- stop, seat {leader} leads")
                self.flush()
            case RunStuck(last=last, missing=missing):
                self.flush()
                nobody = " or ".join(map(place_name, missing)) or "more"
                self._line(f"        nobody lays {nobody}: seat {last} laid the last card")
            case PotsFrozen():
                self._notes.append("the Comet is out, no pot is taken any more")
            case DealEnded(winner=winner, opera=opera, drawn=drawn):
                self.flush()
                self._over = True
                self._line("")
                self._line(f"Seat {winner} is out{' in the first turn' if opera else ''}.")
                if drawn:
                    self._line("The dealer could have gone out at once too: the deal is drawn.")

    def _laid(self, event: Laid) -> str:
        words = " ".join(card.name for card in event.cards)
        if event.stands_for is not None:
            words = f"the Comet {words} as {place_name(event.stands_for)}"
        elif event.as_comet:
            words = f"the Comet {words}"
        if event.lead:
            return f"leads {words}"
        own = self._words and event.seat == self._seat
        return f"- and {words}" if event.as_comet and own else words

    def _passed(self, missing: tuple[Place, ...], *, laid: bool) -> str:
        """The end of a part, or a pass; where nobody has to lay, it does not tell what is held."""
        lacks = " or ".join(map(place_name, missing))
        if self._profile.play.continue_ == "may":
            return f"- up to {lacks}" if self._words else f"passes at {lacks}"
        if laid:
            return f"- without {lacks}" if self._words else f"without {lacks}"
        return f"passes, no {lacks}"

    def _say(self, seat: int, words: str) -> None:
        if seat != self._seat:
            self.flush()
            self._seat = seat
        self._words.append(words)

    # --- payments -----------------------------------------------------------------------------

    def _pay(self, payments: Iterable[Payment], indent: str = "        ") -> None:
        for _, group in groupby(payments, key=_alike):
            same = list(group)
            told = f"{self._who_pays(same)} ({_reason(same[0])}) [{self._mark(same[0])}]"
            self._wrapped(indent, told, hang=indent + "  ")

    def _mark(self, payment: Payment) -> str:
        """On whose word a payment is made: its rule's, and those of what multiplied it."""
        return "; ".join(dict.fromkeys(map(self._mark_at, (payment.rule, *payment.because))))

    def _mark_at(self, rule: str) -> str:
        cell = cells_of(self._profile)[dimension_at(rule).id]
        return mark_of(cell, self._english, part=rule.rpartition(".")[2])

    def _who_pays(self, same: list[Payment]) -> str:
        one = same[0]
        if one.payer == WRITTEN:
            cards = "" if one.hand in (None, one.payee) else f" for the cards of seat {one.hand}"
            return f"seat {one.payee} scores {one.amount}{cards}"
        if one.payee == WRITTEN:
            return f"seat {one.payer} loses {one.amount}"
        payee = _account(one.payee)
        if isinstance(one.payer, str):
            return f"{payee} takes {one.amount} from {_account(one.payer)}"
        if len(same) == self._players - 1 > 1:
            return f"every other seat pays {one.amount} to {payee}"
        seats = [str(payment.payer) for payment in same]
        if len(seats) == 1:
            return f"seat {seats[0]} pays {one.amount} to {payee}"
        return f"seats {', '.join(seats[:-1])} and {seats[-1]} pay {one.amount} each to {payee}"

    # --- lines --------------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        self._wrapped("", text)

    def _wrapped(self, first: str, text: str, hang: str | None = None) -> None:
        hang = " " * len(first) if hang is None else hang
        lines = textwrap.wrap(
            text, self._width, initial_indent=first, subsequent_indent=hang, break_on_hyphens=False
        )
        print("\n".join(lines), file=self._out)


def said(profile: Profile, events: Iterable[Event]) -> Iterator[str]:
    """What custom has a player say aloud with a move."""
    customs = profile.customs
    for event in events:
        match event:
            case Laid(as_comet=True) if customs.comet == "named":
                yield "Comet"
            case Laid(cards=cards, stands_for=place) if customs.laying == "rank_said":
                rank = cards[0].rank if place is None else place
                yield place_name(rank.rank if isinstance(rank, Card) else rank)
            case Passed(laid=True, missing=missing) if customs.ending_own_part != "silent":
                yield f"without {' or '.join(map(place_name, missing))}"
            case Passed(laid=False) if customs.unable == "pass_said":
                yield "pass"


def _names(cards: Iterable[Card]) -> str:
    return " ".join(card.name for card in cards)


def _alike(payment: Payment) -> tuple[object, ...]:
    """What payments have in common that are told in one line."""
    hand = payment.hand if payment.payer == WRITTEN else None
    return payment.payee, payment.amount, payment.rule, payment.card, payment.because, hand


def _account(account: Account) -> str:
    if isinstance(account, int):
        return f"seat {account}"
    return "the pool" if account == POOL else f"the pot on {parse_card(account[4:]).name}"


def _reason(payment: Payment) -> str:
    words = payment.rule
    pot = isinstance(payment.payer, str) and payment.payer.startswith("pot")
    if payment.card is not None and not pot and str(payment.card) not in payment.rule:
        words += f", {payment.card.name}"
    if payment.times != 1:
        words += f", {payment.times} times by {' and '.join(payment.because)}"
    return words
