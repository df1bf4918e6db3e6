"""Positions read back: every part is looked at, and all that is wrong is told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.nodes import node_at
from ..engine.play import legal_moves
from ..errors import NotationError, PositionError
from ..profile.findings import check
from ..profile.model import Profile
from ..profile.reading import Document
from ..profile.report import Report
from ..situations import Kind
from ..state import make_state
from .consistency import faults
from .form import oddities, plain
from .parts import LABEL, Draft, look_at, moment_of, the_pack, the_rules
from .writing import data_of_text

if TYPE_CHECKING:
    import os

    from ..state import State

__all__ = ["state_from_dict", "state_from_text"]

LONGEST = 10_000
"""No line of a position has more letters."""


def state_from_text(text: str, profile: Profile | str | os.PathLike[str] | None = None) -> State:
    """The state of a line of text (see `State.from_text`)."""
    draft = Draft({})
    if not isinstance(text, str) or len(text) > LONGEST:
        what = f"has {len(text)} letters" if isinstance(text, str) else "is no text"
        draft.add("N01", f"a position is a line of text, and this {what}")
        raise _error(draft)
    try:
        draft.data, unread = data_of_text(text)
    except NotationError as error:
        draft.add("N01", str(error))
        raise _error(draft) from None
    for message, path in unread:
        draft.add("N01", message, path)
        draft.data.setdefault(path[0], None)  # it is there, so it is not missed
    return _read(draft, profile)


def state_from_dict(data: Any, profile: Profile | str | os.PathLike[str] | None = None) -> State:
    """The state of plain data (see `State.from_dict`)."""
    draft = Draft({})
    try:
        draft.data = plain(data)
    except NotationError as error:
        draft.add("N01", str(error))
        raise _error(draft) from None
    for message, path in oddities(draft.data):
        draft.add("N01", message, path)
    if draft.problems:
        raise _error(draft)  # not such that a schema could speak of it
    return _read(draft, profile)


def _read(draft: Draft, profile: Profile | str | os.PathLike[str] | None) -> State:
    """The state of a draft, part by part: what is wrong with one keeps none from being read."""
    unread = {problem.path[0] for problem in draft.problems}
    by_schema = check(Document(LABEL, draft.data), "position")
    draft.problems += [problem for problem in by_schema if not unread & {*problem.path[:1]}]
    rules = the_rules(draft, profile)
    pack = None if rules is None else the_pack(draft, rules)
    if pack is not None:
        look_at(draft, pack)
        moment = moment_of(draft, pack)
        for fault in tuple(faults(moment, draft.sound)):
            draft.add(*fault)
    if draft.problems or pack is None:
        raise _error(draft)
    state = make_state((moment.setup, moment.hands, node_at(pack, moment.s), moment.ledger))
    if moment.s.kind not in (Kind.DEAL, Kind.OVER) and not legal_moves(state):
        draft.add("N08", "nobody could make a move, and the deal is not over", ("awaits",))
        raise _error(draft)
    return state


def _error(draft: Draft) -> PositionError:
    report = Report(LABEL, tuple(draft.problems))
    return PositionError(str(report), report)
