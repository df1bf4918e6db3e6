"""What the checker found: problems with their places, in one report."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import attrs

if TYPE_CHECKING:
    from .model import Profile

__all__ = ["Finding", "Place", "Problem", "Report"]

Path = tuple[str, ...]
"""A place in a profile: the keys (and list positions) that lead to it."""


_TOKEN = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,\[\]{}:#]+")


def _printable(line: str) -> str:
    return "".join(letter if letter.isprintable() else "�" for letter in line)


_SHOWN = 160
"""So many letters of a line are shown at most, about the place that is meant."""
_LONGEST = 8
"""So many keys of a path are shown; no rule lies deeper."""


@attrs.frozen
class Place:
    """Another place that a problem has to do with.

    Args:
        label: the file's name, or ``<text>``.
        line, column: counted from 1.
        says: what stands there, such as ``play.order: by_holder``.
    """

    label: str
    line: int
    column: int
    says: str

    def __str__(self) -> str:
        return f"{self.label}:{self.line}:{self.column}: {self.says}"


@attrs.frozen(kw_only=True)
class Problem:
    """One thing that is wrong with a profile, or odd.

    Args:
        code: Y.. for the text and YAML, S.. for the schema, X.. for `extends`, M.. for what the
            values mean together, P.. for what came about when it was played.
        message: what is wrong, in a sentence.
        path: the keys that lead to the place, such as ``("play", "stops", "0")``.
        label: the file's name, or ``<text>``.
        line, column: counted from 1; 0 where the text has no such place.
        source: the line of the file, for the caret.
        hint: what to do, or "".
        severity: ``error``, or ``warning`` for what keeps nobody from playing.
        related: the other places it has to do with.
    """

    code: str
    message: str
    path: Path = ()
    label: str = "<text>"
    line: int = 0
    column: int = 0
    source: str = ""
    hint: str = ""
    severity: Literal["error", "warning"] = "error"
    related: tuple[Place, ...] = ()

    @property
    def length(self) -> int:
        """How many letters of the line are meant."""
        found = _TOKEN.match(self.source, self.column - 1) if self.column else None
        return len(found[0]) if found else 1

    def __str__(self) -> str:
        """As a compiler says it; with nothing in it that would steer a terminal."""
        return "\n".join(map(_printable, self._lines()))

    def _lines(self) -> list[str]:
        place = f"{self.label}:{self.line}:{self.column}" if self.line else self.label
        names = self.path if len(self.path) <= _LONGEST else (*self.path[:_LONGEST], "…")
        path = f" ({'.'.join(names)})" if names else ""
        lines = [f"{place}: {self.severity}[{self.code}] {self.message}{path}"]
        if self.line and self.source:
            number = str(self.line)
            start = max(0, self.column - _SHOWN // 2) if len(self.source) > _SHOWN else 0
            mark = " " * (self.column - 1 - start) + "^" + "~" * (min(self.length, _SHOWN) - 1)
            lines.append(f"  {number:>3} | {self.source[start : start + _SHOWN]}")
            lines.append(f"  {'':>{max(3, len(number))}} | {mark}")
        lines += [f"  see {place}" for place in self.related]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return lines


@attrs.frozen
class Report:
    """The outcome of checking one profile; true in a condition when it has no error.

    Args:
        label: the file's name, or ``<text>``.
        problems: every error that was found, in the order of the file.
        profile: the profile, where it can be played.
        warnings: what is odd, but keeps nobody from playing.
    """

    label: str
    problems: tuple[Problem, ...]
    profile: Profile | None = None
    warnings: tuple[Problem, ...] = ()

    def __bool__(self) -> bool:
        return not self.problems

    @property
    def everything(self) -> tuple[Problem, ...]:
        """Errors and warnings, in the order of the file."""
        return tuple(sorted((*self.problems, *self.warnings), key=lambda p: (p.line, p.column)))

    def __str__(self) -> str:
        if self.everything:
            return "\n".join(map(str, self.everything))
        return f"{self.label}: no problem found"


@attrs.frozen
class Finding:
    """A contradiction.

    Args:
        code: its code.
        message: what is wrong.
        path: where it is shown.
        hint: what to do, or "".
        also: the paths of the other values it has to do with.
    """

    code: str
    message: str
    path: str
    hint: str = ""
    also: tuple[str, ...] = ()
