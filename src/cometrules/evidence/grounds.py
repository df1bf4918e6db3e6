"""What a value rests on: what is written in a profile's evidence file, read into classes."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

import attrs

from .._data import bundled_yaml
from .passages import Passage, parse_passage

__all__ = ["Basis", "Entry", "Gap", "Ground", "Precision", "Written", "written_evidence"]

Basis = Literal["stated", "implied", "decided", "not_applicable", "declared"]
Gap = Literal["silent", "ambiguous", "conflicting", "lost", "deferred"]
Precision = Literal["exact", "range", "approximate", "open_ended"]

_FIRMNESS: tuple[Basis, ...] = ("stated", "implied", "decided")


def _frozen(mapping: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType(dict(mapping))


@attrs.frozen(kw_only=True)
class Ground:
    """What one value, or one row of a table, rests on.

    Args:
        basis: ``stated`` (a passage says it), ``implied`` (it follows from passages),
            ``decided`` (we chose), ``not_applicable``, or ``declared`` (a user's own word).
        gap: with ``decided`` only: why the text does not settle it.
        precision: how exactly the text says it.
        passages: where it stands.
        says: what they say, in our words.
        infers: what follows from that.
        because: the reason for a decision.
        instead_of: for each value that was rejected, as text, what speaks for it.
        note: anything else a reader should know.
        ruling: the number of the ruling among our own, or "".
    """

    basis: Basis
    gap: Gap | None = None
    precision: Precision = "exact"
    passages: tuple[Passage, ...] = ()
    says: str = ""
    infers: str = ""
    because: str = ""
    instead_of: Mapping[str, str] = attrs.field(factory=dict, converter=_frozen)
    note: str = ""
    ruling: str = ""

    @property
    def marks(self) -> tuple[str, ...]:
        """The source and section of each passage, each once."""
        return tuple(dict.fromkeys(passage.mark for passage in self.passages))

    @property
    def firmness(self) -> int:
        """0 for the firmest; what is not among stated, implied and decided counts as firm."""
        return _FIRMNESS.index(self.basis) if self.basis in _FIRMNESS else 0


@attrs.frozen
class Entry:
    """One cell of an evidence file.

    Args:
        ground: what the value as a whole rests on.
        parts: rows of a table, or entries of a list, that stand on other ground.
        aspects: side questions of the rule, each with its ground.
    """

    ground: Ground
    parts: Mapping[str, Ground]
    aspects: Mapping[str, Ground]


@attrs.frozen
class Written:
    """An evidence file.

    Args:
        covers: for each section of a profile, the passages that describe that part of the rules.
        cells: the entries, by dimension.
    """

    covers: Mapping[str, tuple[Passage, ...]]
    cells: Mapping[str, Entry]


@functools.cache
def written_evidence(profile_id: str) -> Written:
    """The evidence file of a bundled profile.

    >>> written_evidence("foster-commit").cells["players.number"].ground.basis
    'stated'
    """
    data = bundled_yaml(f"evidence/{profile_id}.yaml")
    covers = {key: _passages(value) for key, value in (data.get("covers") or {}).items()}
    cells = {key: _entry(value) for key, value in data["cells"].items()}
    return Written(MappingProxyType(covers), MappingProxyType(cells))


def _entry(data: Mapping[str, Any]) -> Entry:
    return Entry(_ground(data), _grounds(data.get("parts")), _grounds(data.get("aspects")))


def _grounds(data: Mapping[Any, Any] | None) -> Mapping[str, Ground]:
    return MappingProxyType({str(key): _ground(value) for key, value in (data or {}).items()})


def _ground(data: Mapping[str, Any]) -> Ground:
    plain = ("gap", "precision", "says", "infers", "because", "note", "ruling")
    return Ground(
        basis=data["basis"],
        passages=_passages(data.get("at", ())),
        instead_of={str(key): reason for key, reason in data.get("instead_of", {}).items()},
        **{key: data[key] for key in plain if key in data},
    )


def _passages(value: Any) -> tuple[Passage, ...]:
    return tuple(map(parse_passage, [value] if isinstance(value, str) else value))
