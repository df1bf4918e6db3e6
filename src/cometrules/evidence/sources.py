"""The documents that the bundled profiles are read from, and the works these rest on."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import attrs

from .._data import bundled_yaml

__all__ = ["Hole", "Section", "Source", "Work", "sources", "works"]


@attrs.frozen
class Section:
    """A section of a source.

    Args:
        id: its number or name, as passages cite it.
        heading: what stands above it.
        first, last: its lines, counted from 1, heading included.
    """

    id: str
    heading: str
    first: int
    last: int


@attrs.frozen
class Hole:
    """Something that the text had and our copy has not.

    Args:
        section: where.
        line: the line in front of it.
        what: what is missing.
    """

    section: str
    line: int
    what: str


@attrs.frozen
class Source:
    """One of the documents.

    Args:
        id: what profiles and passages call it; its case matters.
        title: what it is.
        language: of the text.
        file: its name.
        sha256: of the file, so that passages can be checked against the very text.
        sections: by id.
        parallel_of: the source of which this is the same in another language; no second witness.
        holes: what is lost from our copy.
        cites: the works it rests on, by id: second-hand for us.
    """

    id: str
    title: str
    language: str
    file: str
    sha256: str
    sections: Mapping[str, Section]
    parallel_of: str | None = None
    holes: tuple[Hole, ...] = ()
    cites: tuple[str, ...] = ()

    @property
    def witness(self) -> str:
        """Whose word it is: parallel texts are one witness."""
        return self.parallel_of or self.id


@attrs.frozen
class Work:
    """A work that sources rest on, which we have not read.

    Args:
        id: what sources call it.
        title: what it is.
    """

    id: str
    title: str


def _source(name: str, data: dict[str, Any]) -> Source:
    sections = {
        key: Section(key, heading, first, last)
        for key, (heading, first, last) in data["sections"].items()
    }
    return Source(
        id=name, title=data["title"], language=data["language"], file=data["file"],
        sha256=data["sha256"], sections=MappingProxyType(sections),
        parallel_of=data.get("parallel_of"), cites=tuple(data.get("cites", ())),
        holes=tuple(Hole(**hole) for hole in data.get("holes", ())),
    )  # fmt: skip


@functools.cache
def sources() -> Mapping[str, Source]:
    """Every source by its id.

    >>> sources()["F-es"].witness
    'F-en'
    """
    data = bundled_yaml("evidence/sources.yaml")["sources"]
    return MappingProxyType({name: _source(name, entry) for name, entry in data.items()})


@functools.cache
def works() -> Mapping[str, Work]:
    """Every work that a source cites, by its id."""
    data = bundled_yaml("evidence/sources.yaml")["works"]
    return MappingProxyType({name: Work(name, entry["title"]) for name, entry in data.items()})
