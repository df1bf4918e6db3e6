"""A deal in the words of a page's language: who was dealt what, each move, what it paid and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs
from docutils import nodes

from ..cards import parse_card
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
from ..evidence.cells import dimension_at
from ..lang.words import Language
from ..ledger import POOL, WRITTEN, Account, Payment
from ..log import DealLog
from ..moves import Place
from ..records.model import Record
from .evidence import joined, link
from .page import listing, paragraph

__all__ = ["Teller"]


@attrs.frozen
class Teller:
    """Tells of a deal on a page.

    Args:
        words: the language.
        record: what the deal stands in, with the names of the seats.
    """

    words: Language
    record: Record

    def opening(self, log: DealLog) -> Iterator[nodes.Node]:
        """By which rules it is played, who deals, and who is dealt what."""
        start, dead = log.start, len(log.start.dead)
        key = {0: "dead_none", 1: "dead_one"}.get(dead, "dead")
        dealer = self._word("dealer", name=self.name(start.dealer))
        yield paragraph(
            f"{self.words.word('profile')}: ", link("profile", self.record.profile.id),
            f". {dealer} {self._word(key, n=dead)}",
        )  # fmt: skip
        hands = (
            self._word("dealt", name=self.name(seat), cards=" ".join(card.name for card in hand))
            for seat, hand in enumerate(start.hands)
        )
        yield listing([*map(paragraph, hands), *self._stakes(log)])

    def result(self, log: DealLog) -> Iterator[nodes.Node]:
        """What each seat has won or lost, once the deal is over."""
        if log.state.is_over:
            balances = score(log.state).balances
            told = (f"{self.name(seat)} {_signed(won)}" for seat, won in enumerate(balances))
            yield paragraph(self._word("result", balances=", ".join(told)))

    def moves(self, logs: Iterable[DealLog]) -> Iterator[nodes.Node]:
        """What each move did, given the deal after each, in lines.

        Cards that one seat lays one after the other share a line, and so do passes in a row.
        """
        line: list[nodes.Node] = []
        before: tuple[Event, ...] = ()
        for log in logs:
            events = log.turns[-1].events
            laid, more = _plainly_laid(before), _plainly_laid(events)
            if laid and more and laid.seat == more.seat and not more.lead:
                line[-1] = nodes.inline("", f"{line[-1].astext()} {_names(more.cards)}")
            elif line and _only_passed(before) and _only_passed(events):
                line += self._parts(events)
            else:
                yield from _line(line)
                line = list(self._parts(events))
            before = events
        yield from _line(line)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        if self.record.seats:
            return self.record.seats[seat]
        return str(self.words.data["drawing"]["seat"]).format(n=seat)

    def _stakes(self, log: DealLog) -> Iterator[nodes.Node]:
        """What everybody stakes, with the rules that ask for it."""
        stakes, staked = self.record.profile.stakes, score(log.start).balances
        asked = {
            "stakes.pool.each": stakes.pool.each or stakes.pool.dealer,
            "stakes.pots.cards": stakes.pots.cards,
        }
        links = [self._rule(rule) for rule, is_asked in asked.items() if is_asked]
        for amount in sorted({-balance for balance in staked if balance}):
            seats = [seat for seat, balance in enumerate(staked) if balance == -amount]
            key = "stakes" if len(seats) == 1 else "stake"
            said = self._word(key, name=", ".join(map(self.name, seats)), amount=amount)
            rules = joined(link.deepcopy() for link in links)
            yield paragraph(f"{said} (", *rules, ")")

    def _rule(self, rule: str) -> nodes.Element:
        return link("cell", f"{self.record.profile.id} {dimension_at(rule).id}", rule)

    # --- events -------------------------------------------------------------------------------

    def _word(self, key: str, **values: object) -> str:
        return str(self.words.data["telling"][key]).format(**values)

    def _parts(self, events: Iterable[Event]) -> Iterator[nodes.Node]:
        """What one move did, part by part; payments that are alike are told together."""
        alike: list[Payment] = []
        for event in events:
            payment = event.payment if isinstance(event, Paid) else None
            if alike and (payment is None or not _told_with(alike, payment)):
                yield self._paid(alike)
                alike = []
            if payment is not None:
                alike.append(payment)
            elif said := self._said(event):
                yield nodes.inline("", said)
        if alike:
            yield self._paid(alike)

    def _said(self, event: Event) -> str:
        match event:
            case Laid(seat=seat, cards=cards, lead=lead, as_comet=comet, stands_for=place):
                key = ("leads" if lead else "lays") + "_comet" * comet
                said = self._word(key, name=self.name(seat), cards=_names(cards))
                return said if place is None else f"{said} = {place_name(place)}"
            case Passed(seat=seat, missing=missing, laid=laid):
                wanted = self._word("or").join(map(place_name, missing))
                key = "stops" if laid else "passes"
                return self._word(key, name=self.name(seat), cards=wanted)
            case LeadPassed(seat=seat):
                return self._word("passes_lead", name=self.name(seat))
            case RunStopped(leader=leader):
                return self._word("run_ends", name=self.name(leader))
            case RunStuck(last=last):
                return self._word("stuck", name=self.name(last))
            case PotsFrozen():
                return self._word("frozen")
            case DealEnded(winner=winner, drawn=drawn):
                said = self._word("out", name=self.name(winner))
                return f"{said}; {self._word('drawn')}" if drawn else said
        return ""  # the deal itself stands above

    def _paid(self, payments: list[Payment]) -> nodes.Node:
        """Payments for one thing, with links to the rules that cause them."""
        one = payments[0]
        payers = ", ".join(dict.fromkeys(self._account(p.payer) for p in payments))
        payees = ", ".join(dict.fromkeys(self._account(p.payee) for p in payments))
        amount = one.amount if _between_seats(one) else sum(p.amount for p in payments)
        said = self._word(_verb(payments), payer=payers, payee=payees, amount=amount)
        links = joined(map(self._rule, dict.fromkeys((one.rule, *one.because))))
        return nodes.inline("", "", nodes.Text(f"{said} ("), *links, nodes.Text(")"))

    def _account(self, account: Account) -> str:
        if isinstance(account, int):
            return self.name(account)
        if account in (POOL, WRITTEN):
            return self._word("pool") if account == POOL else ""
        return self._word("pot", card=parse_card(account.removeprefix("pot ")).name)


def _line(parts: list[nodes.Node]) -> Iterator[nodes.Node]:
    if parts:
        yield paragraph(*joined(parts, "; "))


def _plainly_laid(events: tuple[Event, ...]) -> Laid | None:
    """The laying of cards, where that is all a move did."""
    match events:
        case [Laid(as_comet=False) as laid]:
            return laid
    return None


def _only_passed(events: tuple[Event, ...]) -> bool:
    return len(events) == 1 and isinstance(events[0], (Passed, LeadPassed))


def _signed(amount: int) -> str:
    sign = "+" if amount > 0 else "\u2212" if amount < 0 else ""
    return f"{sign}{abs(amount)}"


def _names(cards: Iterable[Place]) -> str:
    return " ".join(map(place_name, cards))


def _between_seats(payment: Payment) -> bool:
    return isinstance(payment.payer, int) and isinstance(payment.payee, int)


def _told_with(others: list[Payment], payment: Payment) -> bool:
    """Whether a payment is told with others of the same rule.

    Seats that pay one seat the same are told together, or those that one seat pays; of other
    accounts the sum is told.
    """
    one, pair = others[0], (payment.payer, payment.payee)
    if (one.rule, one.because) != (payment.rule, payment.because):
        return False
    if not _between_seats(payment):
        return pair == (one.payer, one.payee)
    pairs = [*((p.payer, p.payee) for p in others), pair]
    payers, payees = ({p[side] for p in pairs} for side in (0, 1))
    alone = 1 in (len(payers), len(payees)) and len(set(pairs)) == len(pairs)
    return alone and payment.amount == one.amount


def _verb(payments: list[Payment]) -> str:
    one = payments[0]
    if one.payer == WRITTEN:
        return "scores"
    if one.payee == WRITTEN:
        return "loses"
    if len(payments) == 1 or not _between_seats(one):
        return "pays"
    return "pay" if payments[1].payer != one.payer else "pays_each"
