"""From what a file says to what the engine runs on: the effective profile.

`effective` adds to the completed data the few values that follow from others: every pack
complete in itself, the top rank among the stops, a value for every rank, and what a Comet that
goes out as its own rank multiplies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .schema import complete

__all__ = ["SINGLE_PACK", "effective", "usual_values"]

SINGLE_PACK = "pack"
"""What the pack is called where a profile has only one."""


def effective(data: Mapping[str, Any]) -> dict[str, Any]:
    """The effective profile as plain data, from valid merged data."""
    whole = complete(data)
    deck, play, settlement = whole["deck"], whole["play"], whole["settlement"]
    comet = whole["comet"]["cards"]
    deck["packs"] = {
        name: _whole_pack(entry, deck, comet)
        for name, entry in (deck["packs"] or {SINGLE_PACK: {}}).items()
    }
    top = deck["ranks"][-1]
    play["stops"] = [*play["stops"], *([] if top in play["stops"] else [top])]
    settlement["values"] = {**usual_values(deck["ranks"]), **settlement["values"]}
    values = settlement["values"]
    comets = {card for pack in deck["packs"].values() for card in pack["comet"]}
    worth = {values.get(card, values.get(card[0], 0)) for card in comets}
    if len(worth) == 1:  # Comets of different worth have no value in common
        values.setdefault("comet", worth.pop())
    times = settlement["times"]
    times.setdefault("comet_last_as_own_rank", times["comet_last"])
    return whole


def _whole_pack(
    entry: Mapping[str, Any], deck: Mapping[str, Any], comet: list[str]
) -> dict[str, Any]:
    return {
        "suits": entry.get("suits", deck["suits"]),
        "copies": entry.get("copies", deck["copies"]),
        "remove": entry.get("remove", deck["remove"]),
        "exchange": entry.get("exchange", {}),
        "comet": entry.get("comet", comet),
    }


def usual_values(ranks: list[str]) -> dict[str, int]:
    """An ace 1, the numbers as they are, ten and court cards 10."""
    return {rank: 1 if rank == "A" else int(rank) if rank.isdigit() else 10 for rank in ranks}
