"""What can go wrong, split by what the caller can do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .profile.report import Problem, Report

__all__ = [
    "CheckError",
    "CometError",
    "DealError",
    "ExportError",
    "IllegalMoveError",
    "NotationError",
    "PositionError",
    "ProfileError",
    "RecordError",
    "StaleMoveError",
]


class CometError(ValueError):
    """The root of every error this library raises on purpose.

    Attributes:
        code: a stable word for the kind of fault.
    """

    code: str = "error"

    def to_dict(self) -> dict[str, str]:
        """What a client may be told, as plain data: the code and the message.

        >>> NotationError("'x' is no card").to_dict()
        {'code': 'notation', 'message': "'x' is no card"}
        """
        return {"code": self.code, "message": str(self)}


class NotationError(CometError):
    """A card, a rank or a move is written in a way that cannot be read."""

    code = "notation"


class DealError(CometError):
    """A deal that was asked for is none: wrong players, hands, cards or pack."""

    code = "deal"


class ExportError(CometError):
    """A file that should hold an export of a comparison does not."""


class CheckError(CometError):
    """Something that was written down is wrong; `report` lists every problem there is.

    Args:
        message: what is wrong.
        report: the report of what was read, or None where nothing was.
    """

    def __init__(self, message: str, report: Report | None = None) -> None:
        super().__init__(message)
        self.report = report

    def __reduce__(self) -> tuple[type[CheckError], tuple[str, Report | None]]:
        return type(self), (str(self), self.report)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the report; none where nothing was read."""
        return self.report.problems if self.report is not None else ()


class ProfileError(CheckError):
    """A profile cannot be found, read or played."""


class PositionError(CheckError):
    """What should be a position of a deal is none, or contradicts itself."""


class RecordError(CheckError):
    """A game record cannot be read, or the rules do not allow what it tells."""


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

    def to_dict(self) -> dict[str, str]:
        """The form for the table as plain data: code, message and rule, never the log."""
        return {**super().to_dict(), "rule": self.rule}


class StaleMoveError(IllegalMoveError):
    """A move was meant for a moment of the deal that is over, or has not come.

    Args:
        ply: how many moves the deal has had.
        meant: how many it had, or would have, when the move was meant.
    """

    def __init__(self, ply: int, meant: int) -> None:
        when = "has gone on since" if meant < ply else "has not come so far"
        message = f"the move was meant after {meant} moves, but the deal {when}: it has had {ply}"
        super().__init__("stale_move", message)
        self.ply = ply
        self.meant = meant

    def __reduce__(self) -> tuple[type[StaleMoveError], tuple[int, int]]:  # type: ignore[override]
        return StaleMoveError, (self.ply, self.meant)
