"""Cards and ranks, and how they are written.

A rank is one letter of ``A 2-9 T J Q K``, a suit one of ``C D H S``.
"""

from __future__ import annotations

import functools
import sys

import attrs

from .errors import NotationError

__all__ = ["RANKS", "SUITS", "Card", "parse_card", "parse_rank", "parse_suit", "rank_name"]

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_SUIT_INPUT = {text: s for s, symbol in SYMBOLS.items() for text in (s, s.lower(), symbol)}
_VARIATION_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")
_HOW = "write a rank (A, 2-10, J, Q, K) and a suit (C, D, H, S or ♣ ♦ ♥ ♠), such as 9D or 10♦"


def parse_suit(text: str) -> str:
    """Read a suit: its letter or its symbol.

    Raises:
        NotationError: the text is no suit.

    >>> parse_suit("♦")
    'D'
    """
    suit = _SUIT_INPUT.get(text) if isinstance(text, str) else None
    if suit is None:
        raise NotationError(f"{text!r} is no suit: write C, D, H or S")
    return suit


def parse_rank(text: str) -> str:
    """Read a rank, such as ``K``, ``k`` or ``10``.

    Raises:
        NotationError: the text is no rank.

    >>> parse_rank("10")
    'T'
    """
    rank = "T" if text == "10" else text.upper() if isinstance(text, str) else ""
    if len(rank) != 1 or rank not in RANKS:
        raise NotationError(f"{text!r} is no rank: write A, 2-10, J, Q or K")
    return sys.intern(rank)  # one object for each, or a pickle would tell which card it came from


@attrs.frozen(order=False)
class Card:
    """A playing card; cards of the same rank and suit are equal, whichever deck they came from.

    Args:
        rank: one of ``A 2 3 4 5 6 7 8 9 T J Q K``.
        suit: one of ``C D H S``.

    >>> str(parse_card("10♦")), parse_card("10♦").name
    ('TD', '10♦')
    """

    rank: str = attrs.field(converter=parse_rank)
    suit: str = attrs.field(converter=parse_suit)

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def name(self) -> str:
        """The card as people read it, such as ``10♦``."""
        return rank_name(self.rank) + SYMBOLS[self.suit]


def rank_name(rank: str) -> str:
    """A rank as people read it: ``10`` for ``T``, the letter itself otherwise."""
    return "10" if rank == "T" else rank


def parse_card(text: str) -> Card:
    """Read a card, such as ``9D``, ``10d`` or ``10♦``.

    Raises:
        NotationError: the text is no card.

    >>> parse_card("10d")
    Card(rank='T', suit='D')
    """
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no card: {_HOW}")
    return _parse_card(text)


@functools.lru_cache(maxsize=1024)
def _parse_card(text: str) -> Card:
    plain = text.translate(_VARIATION_SELECTORS).strip()
    try:
        return Card(plain[:-1], plain[-1:])
    except NotationError:
        raise NotationError(f"{text!r} is no card: {_HOW}") from None
