"""One rule of a profile explained: what holds, who says so, and where."""

from __future__ import annotations

from typing import Any

import attrs

from .evidence.cells import Cell, cells_of, dimension_at
from .evidence.declared import declared_at, in_one_form
from .evidence.dimensions import DIMENSIONS
from .profile.model import Profile

__all__ = ["Explanation", "explain"]


@attrs.frozen
class Explanation:
    """A rule of a profile.

    Args:
        path: where it stands in a profile.
        value: the value that holds, as plain data.
        cell: the question it answers, with everything about what the answer rests on.
        place: the file and line that set it, such as ``house.yaml:12``, or that say what the
            profile extends; "" where there is no file.
        inherited: the profile that is extended, where the file does not set the rule itself;
            None where it does, or extends nothing.
    """

    path: str
    value: Any
    cell: Cell
    place: str
    inherited: str | None


def explain(profile: Profile, path: str) -> Explanation:
    """Explain a rule: the value that holds, where it is set, and what it rests on.

    Args:
        profile: the profile.
        path: a place in a profile (``"play.stops"``, ``"settlement.caught.K"``), or the id of a
            dimension (``"play.when-stuck"``), which goes first where a name is both.

    Raises:
        KeyError: there is no such rule.

    >>> import cometrules as cr
    >>> told = explain(cr.load_profile("foster-commit"), "play.stops")
    >>> told.value, told.cell.basis, told.inherited
    (['K'], 'decided', None)
    """
    cells = cells_of(profile)
    if path in DIMENSIONS:
        cell = cells[path]
        place, inherited = declared_at(profile, *cell.dimension.where)
        return Explanation(cell.dimension.where[0], cell.value, cell, place, inherited)
    cell, inner = cells[dimension_at(path).id], in_one_form(path)
    place, inherited = declared_at(profile, inner)
    return Explanation(path, _value(profile, inner), cell, place, inherited)


def _value(profile: Profile, path: str) -> Any:
    try:
        return profile.value(path)
    except KeyError:
        if path not in _WITHOUT_DEFAULT:
            raise
    return None


_WITHOUT_DEFAULT = ("play.lead.holder_of",)
"""Rules that a profile need not have, and for which no value means that there is none."""
