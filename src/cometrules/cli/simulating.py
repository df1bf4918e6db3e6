"""A simulation at the terminal: progress on standard error, the summary where it is wanted."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ..rules import Rules
from ..simulation.run import DealResult, MatchResult, simulate
from ..simulation.summary import Summary, summarize

__all__ = ["as_table", "run_simulation"]

Result = DealResult | MatchResult


def run_simulation(
    rules: Rules, *, deals: int, matches: int | None, seed: str, policies: list[str], workers: int
) -> tuple[Summary, int, bool]:
    """Play, and sum up what was finished.

    Returns:
        The summary, how many deals or matches are in it, and whether it was stopped early.
    """
    counter = _Counter()
    pool: AbstractContextManager[Executor | None] = nullcontext()
    if workers > 1:
        pool = ProcessPoolExecutor(workers, initializer=_leave_stopping_to_the_parent)
    with pool as executor, _stopped_by_hand() as stop:
        results: Iterator[Result] = (
            simulate(rules, deals=deals, seed=seed, policies=policies, executor=executor)
            if matches is None
            else simulate(rules, matches=matches, seed=seed, policies=policies, executor=executor)
        )
        total = deals if matches is None else matches
        summary = summarize(counter.until(_shown(results, total), stop))
    return summary, counter.count, stop.asked


class _Stop:
    """Whether the user wants to stop."""

    asked = False

    def ask(self, signal_number: int, frame: FrameType | None) -> None:
        """Remember it; what is being played is played to its end."""
        self.asked = True


@contextmanager
def _stopped_by_hand() -> Iterator[_Stop]:
    """Ctrl-C ends the simulation between two deals, not within one."""
    stop = _Stop()
    before = signal.signal(signal.SIGINT, stop.ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def _leave_stopping_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Counter:
    """Counts results on their way."""

    count = 0

    def until(self, results: Iterator[Result], stop: _Stop) -> Iterator[Result]:
        """The results, until the user stops."""
        for result in results:
            if stop.asked:
                return
            self.count += 1
            yield result


def _shown(results: Iterator[Result], total: int) -> Iterator[Result]:
    """The results with a progress bar, where somebody sees it."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return results
    return iter(track(results, "Playing", total=total, console=console, transient=True))


def as_table(summary: Summary, width: int) -> str:
    """The summary as a table."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("about")
    table.add_column("figure", overflow="fold")
    table.add_column("mean", justify="right")
    table.add_column("± error", justify="right")
    group = ""
    for figure in summary.figures:
        error = "" if figure.error is None else f"{figure.error:.4f}"
        about = "" if figure.group == group else figure.group
        group = figure.group
        table.add_row(about, figure.name, f"{figure.mean:.4f}", error)
    console = Console(width=width, highlight=False)
    with console.capture() as capture:
        console.print(table)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())
