"""Comparisons for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..comparison.exports import cell_lines, row_title
from ..comparison.model import Comparison, Row
from ..evidence.grounds import Gap
from ..lang.words import Language

__all__ = ["comparison_table"]

_NARROWEST = 16
"""Columns a value needs to be readable."""
_TITLE = 21
"""Columns for the titles of rules."""


def comparison_table(
    comparison: Comparison,
    words: Language,
    width: int,
    *,
    differences: bool = False,
    evidence: bool = False,
    plain: bool = False,
) -> str:
    """The rows of a comparison: side by side where there is room, else value by value.

    Args:
        comparison: the profiles.
        words: the language.
        width: of the terminal, in columns.
        differences: leave out what is answered alike; the rows that rest on other ground are
            named at the end.
        evidence: with what each value rests on.
        plain: without bold or faint letters, also where standard output is a terminal.
    """
    rows = [r for r in comparison.rows if (r.differs if differences else r.applies)]
    alike = [r for r in comparison.rows if differences and r.basis_only]
    closing = [
        line
        for text in (*_legend(words, rows, evidence), *_on_other_ground(words, alike))
        for line in textwrap.wrap(text, width, subsequent_indent="  ")
    ]
    if not rows:
        return "\n".join([words.word("same_everywhere"), *closing]) + "\n"
    wide = (width - _TITLE) // len(comparison.profiles) - 2 >= _NARROWEST
    shown = _side_by_side if wide else _by_value
    console = Console(width=width, highlight=False, force_terminal=False if plain else None)
    with console.capture() as capture:
        console.print(shown(comparison, words, rows, evidence))
    lines = [line.rstrip() for line in capture.get().splitlines()]
    return "\n".join([*lines, *closing]) + "\n"


def _legend(words: Language, rows: list[Row], evidence: bool) -> Iterator[str]:
    """What the words in brackets mean; with evidence, in which language it is written."""
    if evidence:
        yield from filter(None, [words.word("written_in_english")])
        return
    gaps: dict[Gap, None] = {c.gap: None for row in rows for c in row.cells if c.gap is not None}
    if gaps:
        names = ", ".join(words.name_of("gap", gap) for gap in gaps)
        yield f"[...] {words.word('decided_mark')}: {names}"


def _on_other_ground(words: Language, rows: list[Row]) -> Iterator[str]:
    """The rows that say the same, but not on the same word."""
    if rows:
        titles = ", ".join(words.title(row.dimension) for row in rows)
        yield f"{words.word('basis_only').capitalize()}: {titles}"


def _side_by_side(
    comparison: Comparison, words: Language, rows: list[Row], evidence: bool
) -> Table:
    """A column for each profile."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(words.word("rule"), overflow="fold", min_width=12, max_width=_TITLE)
    for profile in comparison.profiles:
        table.add_column(profile.id, overflow="fold")
    group = ""
    for row in rows:
        if row.dimension.group != group:
            group = row.dimension.group
            table.add_row(Text(words.group(group), style="bold"))
        cells = []
        for profile, cell in zip(comparison.profiles, row.cells, strict=True):
            value, *grounds = cell_lines(words, profile, cell, evidence=evidence)
            text = Text(value)
            text.append("".join(f"\n{line}" for line in grounds), "dim")
            cells.append(text)
        table.add_row(Text(row_title(words, row)), *cells)
    return table


def _by_value(comparison: Comparison, words: Language, rows: list[Row], evidence: bool) -> Group:
    """Under each rule its values, each with the profiles that have it."""
    parts: list[RenderableType] = []
    for row in rows:
        have: dict[str, list[str]] = {}
        for profile, cell in zip(comparison.profiles, row.cells, strict=True):
            text = "\n".join(cell_lines(words, profile, cell, evidence=evidence))
            have.setdefault(text, []).append(profile.id)
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(ratio=1, min_width=24, overflow="fold")
        table.add_column(ratio=1, overflow="fold")
        for text, names in have.items():
            table.add_row(Text(text), Text(", ".join(names)))
        title = Text(row_title(words, row), style="bold")
        parts += [title, Padding(table, (0, 0, 0, 2))]
    return Group(*parts)
