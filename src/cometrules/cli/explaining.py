"""One rule of a profile at the command line, with everything it rests on."""

from __future__ import annotations

import difflib
import textwrap

import click

from ..comparison.exports import evidence_lines
from ..evidence.dimensions import DIMENSIONS
from ..explanation import explain
from ..lang.words import language
from ..profile.model import Profile

__all__ = ["explained_rule"]


def explained_rule(profile: Profile, path: str, lang: str, width: int) -> str:
    """One rule: the question, the value, where it is set, and what it rests on."""
    try:
        told = explain(profile, path)
    except KeyError as error:
        known = {*DIMENSIONS, *(where for d in DIMENSIONS.values() for where in d.where)}
        close = difflib.get_close_matches(path, sorted(known), n=3, cutoff=0.6)
        hint = f": did you mean {' or '.join(close)}?" if close else ""
        raise click.UsageError(f"{error.args[0]}{hint}") from None
    words = language(lang)
    cell = told.cell
    lines = [
        f"{told.path} ({cell.dimension.id})",
        words.question(cell.dimension),
        f"{words.word('value')}: {words.value(profile, cell)}",
    ]
    if cell.origin == "not_applicable" and cell.dimension.needs:
        lines.append(f"it needs {cell.dimension.needs}")
    elif cell.origin != "not_applicable":
        lines += evidence_lines(words, cell)
    return "".join(f"{textwrap.fill(line, width, subsequent_indent='  ')}\n" for line in lines)
