"""Game records: deals and matches that can be kept, and played again exactly."""

from __future__ import annotations

from .model import DealOutcome, MatchOutcome, Record, RecordedDeal
from .reading import check_record, read_record
from .writing import write_record

__all__ = [
    "DealOutcome",
    "MatchOutcome",
    "Record",
    "RecordedDeal",
    "check_record",
    "read_record",
    "write_record",
]
