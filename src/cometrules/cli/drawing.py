"""Moments of deals drawn from the command line."""

from __future__ import annotations

from io import StringIO

import click

from ..drawing import draw
from ..log import DealLog
from ..profile.catalogue import load_profile
from ..records.reading import read_record
from ..records.writing import ENDINGS
from ..rules import compile_rules
from .playing import Table

__all__ = ["drawn"]


def drawn(
    what: str, *, players: int | None, seed: str, deal: int, ply: int | None, seat: int | None,
    lang: str,
) -> str:  # fmt: skip
    """The picture of a moment, of a record or of a deal played at random.

    Args:
        what: a record's file, or a profile.
        players: how many play by that profile.
        seed: what its deal and moves follow from.
        deal: which deal of the record.
        ply: after how many moves; the last if None.
        seat: whose view is drawn; all hands if None.
        lang: the language.
    """
    names: tuple[str, ...] = ()
    if what.endswith(ENDINGS):
        record = read_record(what)
        logs, names = record.replay(), record.seats
        if deal > len(logs):
            raise click.UsageError(f"{what} has {len(logs)} deals, no deal {deal}")
        log = logs[deal - 1]
    else:
        log = _at_random(what, players, seed)
    if ply is not None and ply > log.ply:
        raise click.UsageError(f"the deal has {log.ply} moves: there is no picture after {ply}")
    past = DealLog(log.start)
    for move in log.moves[:ply]:
        past = past.step(move)
    position = past if seat is None else past.view(seat)
    last = past.moves[-1] if past.moves else None
    return draw(position, names=names or None, lang=lang, last=last) + "\n"


def _at_random(what: str, players: int | None, seed: str) -> DealLog:
    """The deal that `play` plays by this seed."""
    profile = load_profile(what)
    rules = compile_rules(profile, profile.players.min if players is None else players)
    table = Table(rules, None, 80, open_hands=False, out=StringIO())
    table.play_deal(seed=seed, dealer=0, pack=None)
    return table.played[-1][0]
