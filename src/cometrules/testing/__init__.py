"""Checks for programs built on the library: that what a seat is shown tells it no secret."""

from __future__ import annotations

from .leaks import CHANNELS, Channel, Leak, LeakReport, assert_no_leaks, find_leaks, leaks_at
from .redeals import redeals

__all__ = [
    "CHANNELS",
    "Channel",
    "Leak",
    "LeakReport",
    "assert_no_leaks",
    "find_leaks",
    "leaks_at",
    "redeals",
]
