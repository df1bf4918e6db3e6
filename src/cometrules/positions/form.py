"""Whether something has the form of a position: plain data, and no more than there can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import NotationError
from ..profile.report import Path

__all__ = ["oddities", "plain"]

MOST, DEEPEST = 2_000, 6
"""A position has no more values, and they stand no deeper."""
LONGEST, LARGEST = 1_000, 10**15
"""No text of a position is longer, and no number larger."""


def plain(data: Any) -> dict[str, Any]:
    """A copy in plain dicts and lists, whatever mappings and tuples held the data.

    Raises:
        NotationError: it is no mapping, or holds more than any position: perhaps itself.
    """
    if not isinstance(data, Mapping):
        raise NotationError(f"a position is a mapping, and this is {_what(data)}")
    copied: dict[str, Any] = _copied(data, 0, [MOST])
    return copied


def _copied(value: Any, depth: int, left: list[int]) -> Any:
    left[0] -= 1
    if left[0] < 0:
        raise NotationError(f"this is no position: it holds more than {MOST} values")
    if depth > DEEPEST:
        raise NotationError(f"this is no position: it is nested deeper than {DEEPEST} levels")
    if isinstance(value, Mapping):
        return {key: _copied(item, depth + 1, left) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_copied(item, depth + 1, left) for item in value]
    return value


def oddities(value: Any, path: Path = ()) -> Iterator[tuple[str, Path]]:
    """What of copied data is neither text nor a whole number, or beyond measure, and where.

    It is described and not shown: a number of ten thousand digits cannot even be printed.
    """
    if isinstance(value, dict):
        for key, item in value.items():
            if type(key) is str and len(key) <= LONGEST:
                yield from oddities(item, (*path, key))
            else:
                yield f"a key is a short text, and this is {_what(key)}", path
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from oddities(item, (*path, str(number)))
    elif not _fits(value):
        yield f"no position has {_what(value)}", path


def _fits(value: Any) -> bool:
    if type(value) is str:
        return len(value) <= LONGEST
    return value is None or type(value) is bool or (type(value) is int and abs(value) <= LARGEST)


def _what(value: Any) -> str:
    """What a value is, in words."""
    if type(value) is str:
        return f"a text of {len(value)} letters"
    if type(value) is int:
        return "a number of more than 15 digits" if abs(value) > LARGEST else "a whole number"
    if type(value) is float:
        return "a number with a fraction or an exponent"
    if value is None:
        return "nothing"
    return "a list" if type(value) is list else f"a Python {type(value).__name__}"
