"""Where a word stands in a text of many words, such as the moves of a deal."""

from __future__ import annotations

import re

from ..profile.reading import Document
from ..profile.report import Path, Problem

__all__ = ["at_word"]

_BEFORE = re.compile(r"""(?:&\S+\s+)?(?:[|>][-+0-9]*[ \t]*(?:#[^\n]*)?)?['"]?""")
"""What may stand between the place of a text and its first word."""
_BETWEEN = re.compile(r"(?:\s|\\[nrt])*")
"""What may stand between two words: in quotes a line end may be written as an escape."""


def at_word(
    document: Document, code: str, message: str, path: Path, number: int, hint: str = ""
) -> Problem:
    """A problem at the very word of a text that may go over several lines."""
    text = document.text
    assert text is not None
    line, column = document.values[path]
    at = _end(_BEFORE, text.content, text.starts[line - 1] + column - 1)
    words = document.at(path).split()
    for word in words[: number + 1]:
        start = _end(_BETWEEN, text.content, at)
        at = start + len(word)
        if not text.content.startswith(word, start):  # escaped in some way
            return document.problem(code, message, path, hint)
    return text.problem(code, message, text.place(start), hint, path)


def _end(pattern: re.Pattern[str], content: str, at: int) -> int:
    """Where a pattern that fits everywhere, if only with nothing, ends."""
    found = pattern.match(content, at)
    assert found is not None
    return found.end()
