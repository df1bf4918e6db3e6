"""Tables for a terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..comparison import Comparison

__all__ = ["print_comparison"]


_NARROWEST = 16
"""Columns a value needs to be readable."""


def print_comparison(comparison: Comparison, width: int) -> None:
    """Print the rules that differ: side by side where there is room, else value by value."""
    if not comparison.differences:
        print("no rule differs")
        return
    wide = (width - 30) // len(comparison.profiles) >= _NARROWEST
    console = Console(width=width, highlight=False)
    with console.capture() as capture:
        console.print(_side_by_side(comparison) if wide else _by_value(comparison))
    for line in capture.get().splitlines():
        print(line.rstrip())


def _side_by_side(comparison: Comparison) -> Table:
    """A column for each profile."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("rule", overflow="fold", min_width=12, max_width=34)
    for profile in comparison.profiles:
        table.add_column(profile.id, overflow="fold")
    section = ""
    for row in comparison.differences:
        above, _, key = row.path.partition(".")
        if above != section:
            section = above
            table.add_row(Text(section, style="bold"))
        table.add_row(Text(f"  {key}"), *map(Text, row.values))
    return table


def _by_value(comparison: Comparison) -> Group:
    """Under each rule its values, each with the profiles that have it."""
    parts: list[RenderableType] = []
    for row in comparison.differences:
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(ratio=1, min_width=24)
        table.add_column(ratio=1)
        for value in dict.fromkeys(row.values):
            same = zip(comparison.profiles, row.values, strict=True)
            have = ", ".join(profile.id for profile, one in same if one == value)
            table.add_row(Text(f"  {value}"), Text(have))
        parts += [Text(row.path, style="bold"), table]
    return Group(*parts)
