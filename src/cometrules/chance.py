"""Chance that is the same on every Python and platform, and for ever.

Python promises that for `random()` only, not for its shuffle; a hash promises it outright.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator

__all__ = ["draws", "words"]


def words(seed: str, count: int) -> tuple[int, ...]:
    """`count` whole numbers of 64 bits that follow from a seed."""
    return struct.unpack(f"<{count}Q", hashlib.shake_128(seed.encode()).digest(8 * count))


def draws(seed: str) -> Iterator[int]:
    """Whole numbers of 64 bits that follow from a seed, without end."""
    block = 0
    while True:
        yield from words(f"{seed} block {block}", 64)
        block += 1
