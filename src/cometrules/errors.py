"""What can go wrong, split by what the caller can do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .profile.report import Problem, Report

__all__ = [
    "CometError", "DealError", "ExportError", "IllegalMoveError", "NotationError", "ProfileError",
]  # fmt: skip


class CometError(ValueError):
    """The root of every error this library raises on purpose."""


class NotationError(CometError):
    """A card, a rank or a move is written in a way that cannot be read."""


class DealError(CometError):
    """A deal that was asked for is none: wrong players, hands, cards or pack."""


class ExportError(CometError):
    """A file that should hold an export of a comparison does not."""


class ProfileError(CometError):
    """A profile cannot be found, read or played; `report` lists every problem where there is one.

    Args:
        message: what is wrong, in one line.
        report: the checker's report, or None where no file was read.
    """

    def __init__(self, message: str, report: Report | None = None) -> None:
        super().__init__(message)
        self.report = report

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the report; none where no file was read."""
        return self.report.problems if self.report is not None else ()


class IllegalMoveError(CometError):
    """A move was tried that the rules do not allow now.

    `str()` gives the form for the table, which gives no secret away; `log` adds what only
    the referee may know.

    Args:
        code: a stable word for the kind of fault, such as ``"must_continue"``.
        message: what was wrong and what was needed, fit to be read out at the table.
        rule: the path of the rule that forbids it, such as ``"play.continue"``, or "".
        log: the fuller form for a log; the same as `message` where nothing is hidden.
    """

    def __init__(self, code: str, message: str, rule: str = "", log: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.log = log or message

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[str, str, str, str]]:
        # An error made by its arguments alone would not come out of a pickle.
        return IllegalMoveError, (self.code, str(self), self.rule, self.log)
