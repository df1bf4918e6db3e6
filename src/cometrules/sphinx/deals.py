"""Deals out of records on a page: drawn, told move by move, payments with links to rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives as options

from ..engine.illegal import place_name
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
from ..ledger import POOL, WRITTEN, Account, Payment
from ..log import DealLog
from ..records.model import Record
from ..records.reading import read_record
from .evidence import joined, link
from .nodes import Raw
from .page import PageDirective, listing, paragraph

__all__ = ["RecordedDealDirective"]


class RecordedDealDirective(PageDirective):
    """A deal out of a record: who was dealt what, and move by move what came of it."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "deal": options.positive_int,  # which of a match; the first if left out
        "draw": options.unchanged,  # after how many moves a picture is shown, such as 0 5 9
        "seat": options.nonnegative_int,  # pictures as this seat sees them
        "pictures": options.flag,  # nothing but the pictures
    }

    def run(self) -> list[nodes.Node]:
        """Paragraphs and lists, with the pictures between."""
        file = Path(self.env.doc2path(self.env.current_document.docname)).parent / self.arguments[0]
        self.env.note_dependency(str(file.resolve()))
        record = read_record(file)
        log = record.replay()[self.options.get("deal", 1) - 1]
        plies = [int(ply) for ply in self.options.get("draw", "").split()]
        only = "pictures" in self.options
        made = [] if only else list(_opening(record, log))
        past = DealLog(log.start)
        told: list[nodes.Node] = []
        for number in range(log.ply + 1):
            if number:
                past = past.step(log.turns[number - 1].move)
                told.append(_turn(record, past))
            if number in plies or number == log.ply:
                made += [listing(iter(told))] if told and not only else []
                told = []
            if number in plies:
                made.append(self._picture(record, past))
        return made

    def _picture(self, record: Record, log: DealLog) -> nodes.Node:
        from ..drawing import draw

        seat, last = self.options.get("seat"), log.moves[-1] if log.moves else None
        drawn = draw(
            log if seat is None else log.view(seat),
            names=record.seats or None, lang=self.words.code, last=last,
        )  # fmt: skip
        return Raw("", html=f'<div class="comet-drawing">{drawn}</div>\n')


def _name(record: Record, seat: int) -> str:
    return record.seats[seat] if record.seats else f"seat {seat}"


def _opening(record: Record, log: DealLog) -> Iterator[nodes.Node]:
    profile, start = record.profile, log.start
    dealer = _name(record, start.dealer)
    dead = len(start.dead)
    yield paragraph(
        "By the rules of ", link("profile", profile.id), f"; {dealer} deals, {dead} cards are dead."
    )
    hands = (
        f"{_name(record, seat)} is dealt {' '.join(card.name for card in hand)}"
        for seat, hand in enumerate(start.hands)
    )
    yield listing(map(paragraph, hands))


def _turn(record: Record, log: DealLog) -> nodes.paragraph:
    """What one move did, in a line."""
    parts = [list(_told(record, event)) for event in log.turns[-1].events]
    return paragraph(*_with_semicolons(parts))


def _with_semicolons(parts: list[list[nodes.Node]]) -> Iterator[nodes.Node]:
    """Parts of a sentence with semicolons between."""
    yield from joined((nodes.inline("", "", *part) for part in parts if part), "; ")


def _told(record: Record, event: Event) -> Iterator[nodes.Node]:
    match event:
        case Laid(seat=seat, cards=cards, lead=lead, stands_for=place):
            how = "leads" if lead else "lays"
            which = " ".join(card.name for card in cards)
            comet = "the Comet " if event.as_comet else ""
            as_ = f" as {place_name(place)}" if place is not None else ""
            yield nodes.Text(f"{_name(record, seat)} {how} {comet}{which}{as_}")
        case Passed(seat=seat, missing=missing, laid=laid):
            what = " or ".join(map(place_name, missing))
            how = "stops at" if laid else "passes, without"
            yield nodes.Text(f"{_name(record, seat)} {how} {what}")
        case LeadPassed(seat=seat):
            yield nodes.Text(f"{_name(record, seat)} passes the lead on")
        case RunStopped(leader=leader):
            yield nodes.Text(f"the run ends and {_name(record, leader)} leads")
        case RunStuck(last=last):
            yield nodes.Text(f"nobody goes on after {_name(record, last)}")
        case PotsFrozen():
            yield nodes.Text("no pot is taken any more")
        case DealEnded(winner=winner, drawn=drawn):
            yield nodes.Text(f"{_name(record, winner)} is out{', and the deal is drawn' * drawn}")
        case Paid(payment=payment):
            yield from _paid(record, payment)


def _paid(record: Record, payment: Payment) -> Iterator[nodes.Node]:
    """A payment, with a link to the rule that causes it."""

    def account(one: Account) -> str:
        if isinstance(one, int):
            return _name(record, one)
        return "the pool" if one == POOL else one

    if payment.payer == WRITTEN:
        said = f"{account(payment.payee)} scores {payment.amount}"
    elif payment.payee == WRITTEN:
        said = f"{account(payment.payer)} loses {payment.amount}"
    else:
        said = f"{account(payment.payer)} pays {payment.amount} to {account(payment.payee)}"
    yield nodes.Text(f"{said} (")
    rules = dict.fromkeys((payment.rule, *payment.because))
    yield from joined(
        link("cell", f"{record.profile.id} {dimension_at(rule).id}", rule) for rule in rules
    )
    yield nodes.Text(")")
