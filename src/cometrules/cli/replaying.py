"""Records told again as they were played, and what is wrong with them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from ..log import DealLog
from ..profile.model import Profile
from ..records.model import Record
from ..records.reading import reading_of
from .telling import Teller

__all__ = ["replayed"]


def replayed(
    file: str, profile: Profile | None, number: int | None, out: TextIO, width: int, *, quiet: bool
) -> int:
    """Tell a record, or one of its deals, up to the first wrong move; the exit status.

    Args:
        file: the file, or ``-`` for standard input.
        profile: the rules, where they are not in the record.
        number: the deal that is told, from 1; all of them if None.
        out: where to write; problems go to standard error.
        width: columns.
        quiet: whether only faults are told.
    """
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    found = reading_of(content, "<stdin>" if file == "-" else file, profile)
    deals = list(enumerate(found.logs, 1))
    if number is not None:
        deals = deals[number - 1 : number]
    for place, log in () if quiet else deals:
        if len(found.logs) > 1:
            print(f"--- Deal {place} ---", file=out)
        _tell(log, found.told, place, out, width)
        print(file=out)
    out.flush()
    if found.record is None:
        print(found.report, file=sys.stderr)
        return 1
    if number is not None and not deals:
        print(f"cometrules: {file} has {len(found.logs)} deals, no deal {number}", file=sys.stderr)
        return 2
    moves = sum(log.ply for log in found.logs)
    state = "" if found.logs[-1].state.is_over else "; the last deal is not over"
    deals_told = "1 deal" if len(found.logs) == 1 else f"{len(found.logs)} deals"
    moves_told = "1 move" if moves == 1 else f"{moves} moves"
    print(f"{file}: {deals_told}, {moves_told}, all as the rules allow{state}", file=out)
    return 0


def _tell(log: DealLog, record: Record | None, place: int, out: TextIO, width: int) -> None:
    teller = Teller(log.start, width, out)
    seed = None if record is None else record.deals[place - 1].seed
    teller.opening(seed, () if record is None else record.seats)
    for turn in log.turns:
        teller.tell(turn.events)
    if log.state.is_over:
        teller.settlement(log.state)
    else:
        teller.flush()
        hands = " | ".join(" ".join(card.name for card in hand) for hand in log.state.hands)
        print(f"\nStill held: {hands}", file=out)
