"""Where a user's own profile says something: file and line."""

from __future__ import annotations

import functools

from ..profile.model import Profile
from ..profile.reading import Document, read
from .dimensions import Dimension

__all__ = ["declared_at"]


def declared_at(profile: Profile, dimension: Dimension) -> tuple[str, str | None]:
    """Where a profile answers a question, as ``house.yaml:12``, and from whom it has the answer.

    A value that the file does not say itself stands where it says what it extends. A profile
    that was made from text, or with `with_`, has no place.
    """
    content = content_of(profile)
    document = _document(content, profile.origin.name) if profile.origin and content else None
    if document is None:
        return "", profile.extends
    line = _line(document, dimension)
    if line is not None:
        return f"{document.label}:{line}", None
    parent = document.data.get("extends")
    if not isinstance(parent, str):
        return document.label, None
    return f"{document.label}:{document.keys[('extends',)][0]}", parent


def _line(document: Document, dimension: Dimension) -> int | None:
    """The first line that answers the question, or None."""
    lines = [
        place[0]
        for path, place in document.keys.items()
        if any(_is_at(path, where) for where in dimension.where)
    ]
    return min(lines, default=None)


def _is_at(path: tuple[str, ...], where: str) -> bool:
    keys = where.split(".")
    return len(path) == len(keys) and all(
        key in ("*", part) for key, part in zip(keys, path, strict=True)
    )


def content_of(profile: Profile) -> bytes | None:
    """What stands in a profile's file now."""
    try:
        return profile.origin.read_bytes() if profile.origin else None
    except OSError:
        return None  # it was there when the profile was loaded; its place is not worth an error


@functools.lru_cache(maxsize=32)
def _document(content: bytes, label: str) -> Document | None:
    return read(content, label)[0]
