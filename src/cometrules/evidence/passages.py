"""Passages: places in a source, by section, line and sentence, without a word of it."""

from __future__ import annotations

import re

import attrs

from ..errors import NotationError
from .sources import sources

__all__ = ["Passage", "parse_passage", "sentences_of"]

_FORM = re.compile(r"(\S+) (\S+) (\d+)(?:-(\d+)|\.(\d+)(?:-(\d+))?)?")


@attrs.frozen
class Passage:
    """A place in a source.

    Args:
        source: the id of the source.
        section: the id of its section.
        first, last: its lines, counted from 1.
        sentences: the first and last sentence of its only line, counted from 1; None for whole
            lines.
    """

    source: str
    section: str
    first: int
    last: int
    sentences: tuple[int, int] | None = None

    def __str__(self) -> str:
        where = str(self.first)
        if self.sentences is not None:
            start, end = self.sentences
            where += f".{start}" + (f"-{end}" if end != start else "")
        elif self.last != self.first:
            where += f"-{self.last}"
        return f"{self.source} {self.section} {where}"

    @property
    def mark(self) -> str:
        """Source and section as a rule sheet names them, such as ``F-en §03``."""
        return f"{self.source} §{self.section}"


def parse_passage(text: str) -> Passage:
    """Read the text of a passage, such as ``TP 5 55.2``, ``TP 4 45-46`` or ``SV play 15.2-4``.

    Raises:
        NotationError: the text is none, or names a source, section or line that is not there.

    >>> str(parse_passage("TP 5 55.2"))
    'TP 5 55.2'
    """
    match = _FORM.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} is no passage: write it like TP 5 55.2 or TP 4 45-46")
    source, section, line, last, sentence, until = match.groups()
    known = sources().get(source)
    if known is None:
        close = [name for name in sources() if name.casefold() == source.casefold()]
        hint = f": write {close[0]}" if close else f": there are {', '.join(sources())}"
        raise NotationError(f"{text!r} names no source{hint}")
    place = known.sections.get(section)
    if place is None:
        there = ", ".join(known.sections)
        raise NotationError(f"{text!r}: {source} has no section {section!r}: there are {there}")
    first, end = int(line), int(last or line)
    if not place.first <= first <= end <= place.last:
        raise NotationError(
            f"{text!r}: section {section} of {source} is lines {place.first} to {place.last}"
        )
    span = (int(sentence), int(until or sentence)) if sentence else None
    if span and not 1 <= span[0] <= span[1]:
        raise NotationError(f"{text!r}: sentences are counted from 1, the first before the last")
    return Passage(source, section, first, end, span)


def sentences_of(line: str) -> list[str]:
    """The sentences of a line, as passages count them; a list's sign in front is none of them.

    >>> sentences_of("1. One card. Then another!")
    ['One card.', 'Then another!']
    """
    bare = re.sub(r"^(?:• |\d+\. )", "", line.strip())
    return re.split(r'(?<=[.!?])["”»]?\s+(?=\S)', bare) if bare else []
