"""Comparing profiles: question by question, value and ground side by side."""

from __future__ import annotations

import json
import os
from typing import Literal

import attrs

from ..evidence.cells import Cell, cells_of
from ..evidence.dimensions import DIMENSIONS, Dimension
from ..evidence.sources import sources
from ..profile.catalogue import load_profile
from ..profile.model import Profile

__all__ = ["Agreement", "Comparison", "Row", "answer", "compare"]

Agreement = Literal["none", "single", "concordant", "discordant"]


@attrs.frozen
class Row:
    """One question, and the answer of every profile.

    Args:
        dimension: the question.
        cells: the answers, in the order of the profiles.
    """

    dimension: Dimension
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        """Whether the answers are not all the same; not to apply is an answer too."""
        return len({answer(cell) for cell in self.cells}) > 1

    @property
    def basis_only(self) -> bool:
        """Whether the answers are the same, but not what they rest on.

        What users declare rests on their own word, which says nothing of anybody else's.
        """
        grounds = {
            (cell.basis, cell.gap, cell.origin == "not_listed")
            for cell in self.cells
            if cell.basis != "declared"
        }
        return not self.differs and len(grounds) > 1

    @property
    def applies(self) -> bool:
        """Whether the question makes sense for any of the profiles."""
        return any(cell.origin != "not_applicable" for cell in self.cells)

    @property
    def agreement(self) -> Agreement:
        """Whether independent sources that speak of it say the same; parallel texts are one."""
        said = {
            (sources()[passage.source].witness, answer(cell))
            for cell in self.cells
            if cell.basis in ("stated", "implied")
            for passage in cell.ground.passages
        }
        witnesses = {witness for witness, _ in said}
        if len(witnesses) < 2:
            return "single" if witnesses else "none"
        return "concordant" if len({answer for _, answer in said}) == 1 else "discordant"


@attrs.frozen
class Comparison:
    """Profiles side by side.

    Args:
        profiles: the profiles, in the order they were named.
        rows: every question, in the order in which a rule sheet answers them.
    """

    profiles: tuple[Profile, ...]
    rows: tuple[Row, ...]

    @property
    def differences(self) -> tuple[Row, ...]:
        """The questions that are not answered alike."""
        return tuple(row for row in self.rows if row.differs)

    def row(self, dimension: str) -> Row:
        """The row of a dimension.

        Raises:
            KeyError: there is none.
        """
        return {row.dimension.id: row for row in self.rows}[dimension]

    def only(self, *, differences: bool = False, groups: tuple[str, ...] = ()) -> Comparison:
        """The same with some rows only.

        Args:
            differences: leave out what is answered alike.
            groups: the groups to keep; all of them if left out.
        """
        rows = (
            row
            for row in self.rows
            if (not groups or row.dimension.group in groups) and (not differences or row.differs)
        )
        return Comparison(self.profiles, tuple(rows))


def compare(
    first: Profile | str | os.PathLike[str], *others: Profile | str | os.PathLike[str]
) -> Comparison:
    """Compare the rules of two or more profiles.

    Args:
        first, others: profiles, ids of bundled ones, or files.

    Raises:
        ProfileError: one of them cannot be loaded.
        TypeError: there is only one.

    >>> compared = compare("denexa-comet-stub", "denexa-comet-stripped")
    >>> [row.dimension.id for row in compared.differences]
    ['deck.stripped']
    """
    if not others:
        raise TypeError("compare takes two profiles or more")
    profiles = tuple(p if isinstance(p, Profile) else load_profile(p) for p in (first, *others))
    cells = [cells_of(profile) for profile in profiles]
    rows = (Row(d, tuple(one[name] for one in cells)) for name, d in DIMENSIONS.items())
    return Comparison(profiles, tuple(rows))


def answer(cell: Cell) -> str:
    """A text that is the same for equal answers; not to apply is an answer too."""
    if cell.origin == "not_applicable":
        return ""
    return json.dumps(cell.value, sort_keys=True)
