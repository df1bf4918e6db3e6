"""Checking files, with progress while they are played."""

from __future__ import annotations

import sys
from pathlib import Path

from ..profile.catalogue import validate_profile
from ..profile.report import Report

__all__ = ["checked"]


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
    from rich.console import Console
    from rich.progress import Progress

    from ..trial import DEALS, tried

    each = DEALS if deals is None else deals
    players = report.profile.players
    console, shown = Console(stderr=True), sys.stderr.isatty()
    with Progress(console=console, transient=True, disable=not shown) as progress:
        total = each * (players.max - players.min + 1)
        task = progress.add_task(f"playing {report.profile.id}", total=total)
        return tried(report, each, lambda: progress.advance(task))
