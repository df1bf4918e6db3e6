"""Deals out of records on a page: drawn, told move by move, payments with links to rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import attrs
from docutils import nodes
from docutils.parsers.rst import directives as options

from ..drawing import draw
from ..errors import CometError
from ..events import Laid
from ..lang.words import Language
from ..log import DealLog
from ..records.model import Record
from ..records.reading import read_record
from .nodes import Raw
from .page import PageDirective, listing
from .telling import Teller

__all__ = ["RecordedDealDirective", "Shown", "course", "records_in"]


@attrs.frozen
class Shown:
    """How a deal is shown.

    Args:
        words: the language.
        draw: after how many moves there is a picture; None for wherever a Comet was laid, and
            the end.
        seat: whose view is drawn; None for all hands.
        pictures: whether nothing is shown but the pictures.
        moves: the first and the last move that are told, from 1; None for the whole deal.
    """

    words: Language
    draw: Sequence[int] | None = None
    seat: int | None = None
    pictures: bool = False
    moves: tuple[int, int] | None = None


def _plies(argument: str) -> list[int]:
    return list(map(options.nonnegative_int, argument.split()))


def _first_and_last(argument: str) -> tuple[int, int]:
    first, last = map(options.positive_int, argument.split())
    return first, last


class RecordedDealDirective(PageDirective):
    """A deal out of a record: who was dealt what, and move by move what came of it."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "deal": options.positive_int,  # which of a match; the first if left out
        "draw": _plies,  # after how many moves a picture is shown, such as 0 5 9
        "seat": options.nonnegative_int,  # pictures as this seat sees them
        "pictures": options.flag,  # nothing but the pictures
        "moves": _first_and_last,  # told from here to there only, such as 1 9
    }

    def run(self) -> list[nodes.Node]:
        """Paragraphs and lists, with the pictures between."""
        file = Path(self.env.doc2path(self.env.current_document.docname)).parent / self.arguments[0]
        self.env.note_dependency(str(file.resolve()))
        self.depends_on()
        try:
            record = read_record(file)
        except (CometError, OSError) as error:
            raise self.error(str(error)) from None
        shown = Shown(
            self.words, self.options.get("draw", ()),
            self.options.get("seat"), "pictures" in self.options, self.options.get("moves"),
        )  # fmt: skip
        deal = self.options.get("deal", 1)
        if wrong := _wrong_with(record, deal, shown):
            raise self.error(f"{self.arguments[0]}: {wrong}")
        return list(course(record, deal, shown))


def _wrong_with(record: Record, deal: int, shown: Shown) -> str:
    """What a page asks of a record that is not there; "" if all of it is."""
    if deal > len(record.deals):
        return f"there is no deal {deal}, only {len(record.deals)}"
    most = len(record.deals[deal - 1].moves)
    plies = (*(shown.draw or ()), *(shown.moves or ()))
    if any(ply > most for ply in plies):
        return f"there is no move {max(plies)}, only {most}"
    if shown.seat is not None and shown.seat >= record.players:
        return f"there is no seat {shown.seat}: seats are 0 to {record.players - 1}"
    return ""


def course(record: Record, deal: int, shown: Shown) -> Iterator[nodes.Node]:
    """What a page shows of a deal of a record, the first being 1."""
    log, teller = record.replay()[deal - 1], Teller(shown.words, record)
    past = [DealLog(log.start)]
    for move in log.moves:
        past.append(past[-1].step(move))
    first, last = shown.moves or (1, log.ply)
    plies = set(_moments(log) if shown.draw is None else shown.draw)
    told = list(teller.opening(log)) if first == 1 else []
    for ply in sorted({*plies, last}):
        if lines := list(teller.moves(past[first : min(ply, last) + 1])):
            told.append(listing(lines))
        if ply == log.ply:
            told += teller.result(log)
        picture = [_picture(record, past[ply], shown)] if ply in plies else []
        if step := [*_column([] if shown.pictures else told), *picture]:
            yield nodes.container("", *step, classes=["comet-step"])
        first, told = max(first, ply + 1), []


def _column(told: list[nodes.Node]) -> list[nodes.Node]:
    """What happened up to a moment, to stand beside what the table looked like then."""
    return [nodes.container("", *told)] if told else []


def _moments(log: DealLog) -> Iterator[int]:
    """When there is most to see: once a Comet is out, and at the end."""
    for ply, turn in enumerate(log.turns, 1):
        if any(isinstance(event, Laid) and event.as_comet for event in turn.events):
            yield ply
    yield log.ply


def _picture(record: Record, log: DealLog, shown: Shown) -> nodes.Node:
    drawn = draw(
        log if shown.seat is None else log.view(shown.seat), names=record.seats or None,
        lang=shown.words.code, last=log.moves[-1] if log.moves else None,
    )  # fmt: skip
    return Raw("", html=f'<div class="comet-drawing">{drawn}</div>\n')


def records_in(folders: Sequence[Path]) -> Iterator[tuple[Path, Record]]:
    """Every record in some folders, with its file, in the order of their names."""
    for folder in folders:
        for file in sorted(folder.glob("*.comet.yaml")):
            yield file, read_record(file)
