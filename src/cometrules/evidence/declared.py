"""Where a user's own profile says something: file and line."""

from __future__ import annotations

import contextlib
import functools

from ..errors import NotationError
from ..profile.model import Profile
from ..profile.reading import Document, read
from ..profile.schema import form_of, schema_at

__all__ = ["content_of", "declared_at", "in_one_form"]


def declared_at(profile: Profile, *where: str) -> tuple[str, str | None]:
    """Where a profile sets a rule, as ``house.yaml:12``, and from whom it has it otherwise.

    What the file does not say itself stands where it says what it extends. A profile that was
    made from text, or with `with_`, has no place.

    Args:
        profile: the profile.
        where: the places of the rule in a profile, in their inner form; ``*`` is any pack.
    """
    content = content_of(profile)
    if profile.origin is None or content is None:
        return "", profile.extends
    document = _document(content, profile.origin.name)
    if document is None:
        return "", profile.extends
    lines = [
        line
        for path, line in _lines(content, profile.origin.name).items()
        if any(_is_at(path, one) for one in where)
    ]
    if lines:
        return f"{document.label}:{min(lines)}", None
    parent = document.data.get("extends")
    if not isinstance(parent, str):
        return document.label, None
    return f"{document.label}:{document.keys[('extends',)][0]}", parent


def _is_at(path: str, where: str) -> bool:
    parts, keys = path.split("."), where.split(".")
    return len(parts) == len(keys) and all(
        key in ("*", part) for key, part in zip(keys, parts, strict=True)
    )


def in_one_form(path: str) -> str:
    """A dotted path with every rank and card in it in its inner form: ``T``, ``9D``."""
    parts: list[str] = []
    for part in path.split("."):
        names = (schema_at(tuple(parts)) or {}).get("propertyNames", {})
        form = form_of(names)
        with contextlib.suppress(NotationError):
            part = form(part) if form else part
        parts.append(part)
    return ".".join(parts)


def content_of(profile: Profile) -> bytes | None:
    """What stands in a profile's file now."""
    try:
        return profile.origin.read_bytes() if profile.origin else None
    except OSError:
        return None  # it was there when the profile was loaded; its place is not worth an error


@functools.lru_cache(maxsize=32)
def _document(content: bytes, label: str) -> Document | None:
    return read(content, label)[0]


@functools.lru_cache(maxsize=32)
def _lines(content: bytes, label: str) -> dict[str, int]:
    """The line of every key, by its dotted path in the inner form."""
    document = _document(content, label)
    keys = document.keys.items() if document else ()
    return {in_one_form(".".join(path)): line for path, (line, _) in keys}
