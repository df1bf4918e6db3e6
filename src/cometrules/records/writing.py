"""Records as YAML and JSON: one form for each record, so that reading and writing are exact.

What PyYAML would write our own strict reader might refuse (a name such as ``y``), so the text is
put together here: a word of letters stands as it is, everything else as JSON would quote it.
"""

from __future__ import annotations

import json
import os
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .._files import write_whole
from ..errors import RecordError
from ..ledger import Carried
from ..moves import Move
from ..profile.catalogue import data_alone
from ..profile.reading import BOOLEANS, read
from ..profile.text import Limits
from .model import DealOutcome, Record, RecordedDeal, plain

__all__ = [
    "ENDINGS", "FORMAT", "LIMITS", "check_name", "record_data", "to_json", "to_yaml",
    "write_record",
]  # fmt: skip

FORMAT = 1
"""The format of a record."""
ENDINGS = (".comet.yaml", ".comet.json")
"""How the names of records end."""
_WIDTH = 72
LIMITS = Limits(
    "record", "write one with cometrules play --record", kib=1024, nodes=50_000,
    composed=50_000, merging="write the keys out",
    yes_or_no='put it in quotes, as text: "{}"',
)  # fmt: skip
"""How large a record may be, and how deep."""


def write_record(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file, which is there in full or as it was before.

    Args:
        record: the record.
        path: the file; its name ends in ``.comet.yaml`` or ``.comet.json``.

    Raises:
        RecordError: the name ends in something else, or what is written could not be read: it is
            too large, or its metadata too deep.
        OSError: the file cannot be written.
    """
    check_name(path)
    text = to_json(record) if str(path).endswith(ENDINGS[1]) else to_yaml(record)
    _, problems = read(text, str(path), LIMITS)
    if problems:
        raise RecordError(
            f"{path} is not written, since it could not be read: {problems[0].message}"
        )
    write_whole(text, Path(path))


def check_name(path: str | os.PathLike[str]) -> None:
    """A name that is no name of a record is refused.

    Raises:
        RecordError: the name ends in something else.
    """
    if not str(path).endswith(ENDINGS):
        raise RecordError(f"{path}: the name of a record ends in {' or '.join(ENDINGS)}")


# --- plain data -------------------------------------------------------------------------------


def record_data(record: Record) -> dict[str, Any]:
    """A record as plain data, in the order in which it is written."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "profile": record.profile.id,
        "hash": record.profile.rules_hash,
        "rules": data_alone(record.profile) if record.embed else None,
        "players": record.players,
        "seats": list(record.seats),
        "meta": plain(record.meta),
        "deals": [_deal(deal, len(record.profile.deck.packs)) for deal in record.deals],
    }
    if record.outcome is not None:
        totals, winners = record.outcome.totals, record.outcome.winners
        data["result"] = {"totals": list(totals), "winners": list(winners)}
    return {key: value for key, value in data.items() if value}


def _deal(deal: RecordedDeal, packs: int) -> dict[str, Any]:
    carried = deal.carried or Carried()
    data: dict[str, Any] = {
        "dealer": deal.dealer,
        "pack": deal.pack if packs > 1 else None,
        "carried": carried.to_dict(),
        "seed": deal.seed,
        "hands": [" ".join(map(str, hand)) for hand in deal.hands],
        "moves": _moves(deal.moves),
        "result": None if deal.outcome is None else _outcome(deal.outcome),
    }
    return {key: value for key, value in data.items() if value or key == "dealer"}


def _moves(moves: tuple[Move, ...]) -> str:
    words = " ".join(f"{move.seat}:{move}" for move in moves)
    lines = textwrap.wrap(words, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{line}\n" for line in lines)


def _outcome(outcome: DealOutcome) -> dict[str, Any]:
    data: dict[str, Any] = {
        "winner": "nobody" if outcome.winner is None else outcome.winner,
        "balances": list(outcome.balances),
    }
    if outcome.pool:
        data["pool"] = outcome.pool
    if outcome.pots:
        data["pots"] = {str(card): amount for card, amount in outcome.pots}
    return data


# --- text -------------------------------------------------------------------------------------


def to_json(record: Record) -> str:
    """A record as JSON."""
    return json.dumps(record_data(record), indent=1) + "\n"


def to_yaml(record: Record) -> str:
    """A record as YAML: moves as a block of text, hands line by line, what is short in one line."""
    lines: list[str] = []
    for key, value in record_data(record).items():
        if key == "deals":
            lines.append("deals:")
            for deal in value:
                lines += _block_deal(deal)
        elif key == "rules":
            lines += ["rules:", *(f"  {name}: {_flow(item)}" for name, item in value.items())]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _block_deal(deal: Mapping[str, Any]) -> Iterator[str]:
    start = "- "
    for key, value in deal.items():
        if key == "hands":
            yield f"{start}hands:"
            yield from (f"  - {_scalar(hand)}" for hand in value)
        elif key == "moves":
            yield f"{start}moves: |"
            yield from (f"    {line}" for line in value.splitlines())
        else:
            yield f"{start}{key}: {_flow(value)}"
        start = "  "


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = (f"{_scalar(key)}: {_flow(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return "null" if value is None else _scalar(value)


_PLAIN = re.compile(r"[^\W\d_][\w-]*( [\w-]+)*|([2-9AJQKT]|10)[CDHS]( ([2-9AJQKT]|10)[CDHS])*")


def _scalar(value: str | int) -> str:
    """A word or number as YAML has it; quoted where any reader could take it for something else."""
    if isinstance(value, int):
        return str(value)
    plain = _PLAIN.fullmatch(value) and value.lower() not in {*BOOLEANS, "null", "nan", "inf"}
    return value if plain else json.dumps(value)
