"""A comparison as Markdown, HTML, CSV and JSON."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Iterator
from typing import Any

from .._data import bundled_yaml
from .._version import __version__
from ..evidence.cells import Cell
from ..evidence.grounds import Ground
from ..evidence.sources import sources
from ..lang.words import Language
from ..profile.model import Profile
from .model import Comparison, Row
from .told import told

__all__ = [
    "cell_lines",
    "evidence_lines",
    "row_title",
    "to_csv",
    "to_html",
    "to_json",
    "to_markdown",
]

COLUMNS = (
    "profile", "dimension", "value", "basis", "gap", "precision", "agreement", "source",
)  # fmt: skip
"""The columns of the long form, one line for each cell."""


# --- the same words everywhere ----------------------------------------------------------------


def cell_lines(words: Language, profile: Profile, cell: Cell, *, evidence: bool) -> list[str]:
    """The value of a cell, and below it what it rests on; without, only the gap in brackets."""
    value = words.value(profile, cell)
    if evidence and cell.origin != "not_applicable":
        return [value, *evidence_lines(words, cell)]
    return [value if cell.gap is None else f"{value} [{words.name_of('gap', cell.gap)}]"]


def row_title(words: Language, row: Row) -> str:
    """What a row is called; where only the ground differs, that is said too."""
    title = words.title(row.dimension)
    return f"{title} ({words.word('basis_only')})" if row.basis_only else title


def evidence_lines(words: Language, cell: Cell) -> list[str]:
    """What a cell rests on, line by line."""
    return list(map(str, told(words, cell)))


def _grouped(comparison: Comparison) -> Iterator[tuple[str, list[Row]]]:
    """The rows that apply to any profile, by group, in order."""
    groups: dict[str, list[Row]] = {}
    for row in comparison.rows:
        if row.applies:
            groups.setdefault(row.dimension.group, []).append(row)
    yield from groups.items()


# --- Markdown ---------------------------------------------------------------------------------


def to_markdown(comparison: Comparison, words: Language, *, evidence: bool = False) -> str:
    """A table in Markdown, with a line of its own for each group."""
    heads = [words.word("rule"), *(profile.id for profile in comparison.profiles)]
    lines = [_line(heads), _line(["---"] * len(heads))]
    for group, rows in _grouped(comparison):
        lines.append(_line([f"**{words.group(group)}**"] + [""] * len(comparison.profiles)))
        for row in rows:
            cells = [_markdown_cell(words, p, c, evidence) for p, c in _pairs(comparison, row)]
            lines.append(_line([_escaped(row_title(words, row)), *cells]))
    return "\n".join(lines) + "\n"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def _markdown_cell(words: Language, profile: Profile, cell: Cell, evidence: bool) -> str:
    return "<br>".join(map(_escaped, cell_lines(words, profile, cell, evidence=evidence)))


def _pairs(comparison: Comparison, row: Row) -> Iterator[tuple[Profile, Cell]]:
    return zip(comparison.profiles, row.cells, strict=True)


# --- HTML -------------------------------------------------------------------------------------


def to_html(comparison: Comparison, words: Language, *, evidence: bool = False) -> str:
    """A table in HTML: heads with their scope, statuses as words, differing rows marked."""
    names = "".join(
        f'<th scope="col">{html.escape(profile.id)}</th>' for profile in comparison.profiles
    )
    head = f'<tr><th scope="col">{html.escape(words.word("rule"))}</th>{names}</tr>'
    width = len(comparison.profiles) + 1
    parts = [f'<table lang="{words.code}" class="cometrules">', f"<thead>{head}</thead>"]
    for group, rows in _grouped(comparison):
        title = html.escape(words.group(group))
        parts.append(f'<tbody><tr><th scope="rowgroup" colspan="{width}">{title}</th></tr>')
        parts += (_html_row(comparison, words, row, evidence) for row in rows)
        parts.append("</tbody>")
    return "\n".join([*parts, "</table>"]) + "\n"


def _html_row(comparison: Comparison, words: Language, row: Row, evidence: bool) -> str:
    kind = "differs" if row.differs else "basis-only" if row.basis_only else "same"
    title = html.escape(row_title(words, row))
    question = html.escape(words.question(row.dimension), quote=True)
    cells = "".join(
        f'<td data-basis="{c.basis}"{_gap(c)}>{_html_cell(words, profile, c, evidence)}</td>'
        for profile, c in _pairs(comparison, row)
    )
    name = html.escape(row.dimension.id, quote=True)
    head = f'<th scope="row" title="{question}">{title}</th>'
    return f'<tr id="{name}" class="{kind}">{head}{cells}</tr>'


def _gap(cell: Cell) -> str:
    return f' data-gap="{cell.gap}"' if cell.gap else ""


def _html_cell(words: Language, profile: Profile, cell: Cell, evidence: bool) -> str:
    value, *grounds = cell_lines(words, profile, cell, evidence=evidence)
    lines = "".join(f"<li>{html.escape(line.strip())}</li>" for line in grounds)
    return html.escape(value) + (f'<ul lang="en">{lines}</ul>' if lines else "")


# --- CSV --------------------------------------------------------------------------------------


def to_csv(comparison: Comparison, words: Language) -> str:
    """The long form: a line for each cell. The names of statuses are those of the data."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in comparison.rows:
        for profile, cell in _pairs(comparison, row):
            basis = "not_listed" if cell.origin == "not_listed" else cell.basis
            source = cell.place or "; ".join(map(str, cell.passages))
            writer.writerow([
                profile.id, row.dimension.id, words.value(profile, cell), basis, cell.gap or "",
                cell.ground.precision, row.agreement, source,
            ])  # fmt: skip
    return out.getvalue()


# --- JSON -------------------------------------------------------------------------------------


def to_json(comparison: Comparison, words: Language) -> str:
    """Everything, in the form of ``schemas/comparison.schema.json``."""
    data = {
        "format": 1,
        "meta": {
            "library": __version__,
            "data": bundled_yaml("evidence/sources.yaml")["data_version"],
            "sources": {name: source.sha256 for name, source in sources().items()},
            "language": words.code,
        },
        "profiles": [_profile(profile) for profile in comparison.profiles],
        "rows": [_row(comparison, words, row) for row in comparison.rows],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _profile(profile: Profile) -> dict[str, Any]:
    return {
        "id": profile.id, "title": dict(profile.title), "sources": list(profile.sources),
        "completeness": profile.completeness, "digest": profile.digest,
    }  # fmt: skip


def _row(comparison: Comparison, words: Language, row: Row) -> dict[str, Any]:
    return {
        "dimension": row.dimension.id,
        "group": row.dimension.group,
        "title": words.title(row.dimension),
        "question": words.question(row.dimension),
        "difference": "value" if row.differs else "basis" if row.basis_only else "none",
        "agreement": row.agreement,
        "cells": [_cell(words, profile, cell) for profile, cell in _pairs(comparison, row)],
    }


def _cell(words: Language, profile: Profile, cell: Cell) -> dict[str, Any]:
    data: dict[str, Any] = {
        "profile": profile.id,
        "text": words.value(profile, cell),
        "basis": cell.basis,
        "origin": cell.origin,
    }
    if cell.origin != "not_applicable":
        data["value"] = cell.value
    if cell.gap:
        data["gap"] = cell.gap
    if cell.inherited:
        data["inherited"] = cell.inherited
    if cell.place:
        data["place"] = cell.place
    if cell.origin in ("written", "not_listed"):
        data["ground"] = _ground(cell.ground)
    for name, grounds in (("parts", cell.parts), ("aspects", cell.aspects)):
        if grounds:
            data[name] = {key: _ground(ground) for key, ground in grounds.items()}
    return data


def _ground(ground: Ground) -> dict[str, Any]:
    data: dict[str, Any] = {"basis": ground.basis, "precision": ground.precision}
    if ground.passages:
        data["at"] = list(map(str, ground.passages))
    for name in ("gap", "says", "infers", "because", "note", "ruling"):
        if getattr(ground, name):
            data[name] = getattr(ground, name)
    if ground.instead_of:
        data["instead_of"] = dict(ground.instead_of)
    return data
