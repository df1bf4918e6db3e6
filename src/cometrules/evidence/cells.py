"""Cells: for a profile and a dimension the value, and on whose word it stands."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import attrs

from ..profile.catalogue import load_profile
from ..profile.extends import bundled_profiles, is_bundled_folder
from ..profile.model import Profile
from .declared import content_of, declared_at
from .dimensions import DIMENSIONS, Dimension
from .grounds import Basis, Entry, Gap, Ground, written_evidence
from .passages import Passage
from .values import says_nothing, value_of

__all__ = ["Cell", "Origin", "cells_of", "dimension_at"]

Origin = Literal["written", "not_listed", "taken_over", "declared", "not_applicable"]

_SECTIONS_WITHOUT_COVERS = ("customs",)
"""Customs that a text does not mention were no matter of rules to it: never a gap."""


@attrs.frozen(kw_only=True)
class Cell:
    """The answer of one profile to one question.

    Args:
        profile: the id of the profile.
        dimension: the question.
        value: the answer, as plain data (see `value_of`).
        ground: what the value as a whole rests on.
        parts: rows of a table, or entries of a list, that stand on other ground.
        aspects: side questions of the rule, each with its ground.
        origin: ``written`` (an entry of its own, or its parent's), ``not_listed`` (no such rule,
            and the text lists what there is), ``taken_over`` (from a profile read from another
            source), ``declared`` (a user's) or ``not_applicable``.
        inherited: the profile whose evidence or value this is, where it is not its own.
        place: for a declared value the file and line.
    """

    profile: str
    dimension: Dimension
    value: Any
    ground: Ground
    parts: Mapping[str, Ground] = MappingProxyType({})
    aspects: Mapping[str, Ground] = MappingProxyType({})
    origin: Origin = "written"
    inherited: str | None = None
    place: str = ""

    @property
    def weakest(self) -> Ground:
        """What the cell counts as, the least firm of what the value and its parts rest on."""
        return max((self.ground, *self.parts.values()), key=lambda ground: ground.firmness)

    @property
    def basis(self) -> Basis:
        """The basis of the weakest part."""
        return self.weakest.basis

    @property
    def gap(self) -> Gap | None:
        """The gap of the weakest part."""
        return self.weakest.gap

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage that is cited, parts and aspects included, each once."""
        grounds = (self.ground, *self.parts.values(), *self.aspects.values())
        return tuple(dict.fromkeys(p for ground in grounds for p in ground.passages))


def cells_of(profile: Profile) -> Mapping[str, Cell]:
    """The cells of a profile by dimension, all of them, in order.

    >>> import cometrules as cr
    >>> cells_of(cr.load_profile("foster-commit"))["play.continue"].gap
    'ambiguous'
    """
    # Equal profiles can come from different files, and a file can change: both show its lines.
    return _cells_of(profile, profile.origin, None if is_bundled(profile) else content_of(profile))


@functools.lru_cache(maxsize=64)
def _cells_of(profile: Profile, origin: Path | None, content: bytes | None) -> Mapping[str, Cell]:
    make = _bundled_cell if is_bundled(profile) else _declared_cell
    return MappingProxyType({
        name: make(profile, dimension) if dimension.applies(profile)
        else Cell(profile=profile.id, dimension=dimension, value=value_of(profile, dimension),
                  ground=Ground(basis="not_applicable"), origin="not_applicable")
        for name, dimension in DIMENSIONS.items()
    })  # fmt: skip


def is_bundled(profile: Profile) -> bool:
    """Whether a profile is one of ours, as it came, so that evidence speaks of it."""
    ours = profile.origin is not None and is_bundled_folder(profile.origin.parent)
    return ours and profile.id in bundled_profiles()


def dimension_at(path: str) -> Dimension:
    """The dimension that a place in a profile belongs to, such as ``payments.laying.K``.

    Raises:
        KeyError: there is none.
    """
    parts = path.split(".")
    found = {
        len(keys): dimension
        for dimension in DIMENSIONS.values()
        for keys in (where.split(".") for where in dimension.where)
        if len(parts) >= len(keys)
        and all(key in ("*", part) for key, part in zip(keys, parts, strict=False))
    }
    if not found:
        raise KeyError(f"no rule stands at {path!r}")
    return found[max(found)]


# --- bundled profiles -------------------------------------------------------------------------


def _bundled_cell(profile: Profile, dimension: Dimension) -> Cell:
    found = _entry_for(profile, dimension)
    value = value_of(profile, dimension)
    if found is not None:
        owner, entry = found
        return Cell(
            profile=profile.id, dimension=dimension, value=value, ground=entry.ground,
            parts=entry.parts, aspects=entry.aspects,
            inherited=None if owner == profile.id else owner,
        )  # fmt: skip
    section = dimension.where[0].partition(".")[0]
    covers = _covers(profile).get(section, ())
    if says_nothing(profile, dimension) and (covers or section in _SECTIONS_WITHOUT_COVERS):
        ground = Ground(basis="implied", passages=covers)
        return Cell(profile=profile.id, dimension=dimension, value=value, ground=ground,
                    origin="not_listed")  # fmt: skip
    ground = Ground(basis="decided", gap="silent")
    return Cell(profile=profile.id, dimension=dimension, value=value, ground=ground,
                origin="taken_over", inherited=profile.extends)  # fmt: skip


def _parent(profile: Profile) -> Profile | None:
    """The profile whose evidence holds here too: read from no other source than this one."""
    if profile.extends is None:
        return None
    parent = load_profile(profile.extends)
    return parent if set(parent.sources) <= set(profile.sources) else None


def _entry_for(profile: Profile, dimension: Dimension) -> tuple[str, Entry] | None:
    """The entry that speaks of a cell, with the profile in whose file it stands."""
    own = written_evidence(profile.id).cells.get(dimension.id)
    if own is not None:
        return profile.id, own
    parent = _parent(profile)
    return None if parent is None else _entry_for(parent, dimension)


def _covers(profile: Profile) -> Mapping[str, tuple[Passage, ...]]:
    own = written_evidence(profile.id).covers
    parent = _parent(profile)
    return own if parent is None else {**_covers(parent), **own}


# --- users' profiles --------------------------------------------------------------------------


def _declared_cell(profile: Profile, dimension: Dimension) -> Cell:
    place, inherited = declared_at(profile, *dimension.where)
    return Cell(
        profile=profile.id, dimension=dimension, value=value_of(profile, dimension),
        ground=Ground(basis="declared"), origin="declared", place=place, inherited=inherited,
    )  # fmt: skip
