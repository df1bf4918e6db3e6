"""What the checker found: problems with their places, in one report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from .model import Profile

__all__ = ["Problem", "Report"]

Path = tuple[str, ...]
"""A place in a profile: the keys (and list positions) that lead to it."""


@attrs.frozen(kw_only=True)
class Problem:
    """One thing that is wrong with a profile.

    Args:
        code: Y.. for the text and YAML, S.. for the schema, X.. for `extends`, M.. for what the
            values mean together.
        message: what is wrong, in a sentence.
        path: the keys that lead to the place, such as ``("play", "stops", "0")``.
        label: the file's name, or ``<text>``.
        line, column: counted from 1; 0 where the text has no such place.
        source: the line of the file, for the caret.
        hint: what to do, or "".
    """

    code: str
    message: str
    path: Path = ()
    label: str = "<text>"
    line: int = 0
    column: int = 0
    source: str = ""
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.label}:{self.line}:{self.column}" if self.line else self.label
        path = f" ({'.'.join(self.path)})" if self.path else ""
        lines = [f"{place}: error[{self.code}] {self.message}{path}"]
        if self.line and self.source:
            number = str(self.line)
            lines.append(f"  {number:>3} | {self.source}")
            lines.append(f"  {'':>{max(3, len(number))}} | {' ' * (self.column - 1)}^")
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


@attrs.frozen
class Report:
    """The outcome of checking one profile; true in a condition when it is clean.

    Args:
        label: the file's name, or ``<text>``.
        problems: everything that was found, in the order of the file.
        profile: the profile, where it can be played.
    """

    label: str
    problems: tuple[Problem, ...]
    profile: Profile | None = None

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        if self.problems:
            return "\n".join(map(str, self.problems))
        return f"{self.label}: no problem found"
