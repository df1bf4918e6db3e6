"""Checking files with progress, and explaining single rules."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import attrs
import click
from rich.console import Console
from rich.progress import Progress

from ..comparison.exports import evidence_lines
from ..explanation import explain
from ..lang.words import language
from ..profile.catalogue import validate_profile
from ..profile.model import Profile
from ..profile.report import Report
from ..trial import DEALS, try_out

__all__ = ["checked", "explained_rule"]


def checked(file: str, deals: int | None) -> Report:
    """The report of a file, or of standard input, played with a progress bar on a terminal.

    Raises:
        OSError: the file cannot be read.
    """
    if file == "-":
        report = validate_profile(text=sys.stdin.buffer.read(), deals=0)
    else:
        report = validate_profile(Path(file), deals=0)
    if report.profile is None or deals == 0:
        return report
    each = DEALS if deals is None else deals
    players = report.profile.players
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        total = each * (players.max - players.min + 1)
        task = progress.add_task(f"playing {report.profile.id}", total=total)
        problems = tuple(try_out(report.profile, each, lambda: progress.advance(task)))
    return attrs.evolve(report, problems=problems, profile=None) if problems else report


def explained_rule(profile: Profile, path: str, lang: str, width: int) -> str:
    """One rule: the question, the value, where it is set, and what it rests on."""
    try:
        told = explain(profile, path)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from None
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
