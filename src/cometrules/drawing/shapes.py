"""The shapes of a picture: cards, backs, the Comet's star, and how wide letters may be."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape

import attrs

from ..cards import SYMBOLS, rank_name
from ..moves import Place
from .style import SIZES

__all__ = [
    "CARD", "HEIGHT", "Face", "back", "box", "fan", "pill_width", "shortened", "star", "text",
    "triangle", "width_of", "wrapped",
]  # fmt: skip

CARD, HEIGHT = 32, 46
"""The size of a card."""

STEP, OVER, APART = 20, 27, CARD + 4
"""From card to card: what must be seen of each at least, and at most where one covers another;
and where none does."""

_PIPS = {
    "C": "M8 .8a3.4 3.4 0 0 1 2.6 5.6a3.5 3.5 0 1 1-1.9 5.6C8.8 13.4 9.4 14.5 10.6 15.2H5.4"
    "C6.6 14.5 7.2 13.4 7.3 12a3.5 3.5 0 1 1-1.9-5.6A3.4 3.4 0 0 1 8 .8Z",
    "D": "M8 .8 13.4 8 8 15.2 2.6 8Z",
    "H": "M8 14.8C3 10.6 1 8 1 5C1 2.8 2.7 1.2 4.7 1.2C6.1 1.2 7.3 2 8 3.3"
    "C8.7 2 9.9 1.2 11.3 1.2C13.3 1.2 15 2.8 15 5C15 8 13 10.6 8 14.8Z",
    "S": "M8 .8C10 4 14.8 6.6 14.8 10.1C14.8 12 13.4 13.2 11.8 13.2C10.5 13.2 9.4 12.5 8.7 11.4"
    "C8.8 13.2 9.4 14.4 10.6 15.2H5.4C6.6 14.4 7.2 13.2 7.3 11.4C6.6 12.5 5.5 13.2 4.2 13.2"
    "C2.6 13.2 1.2 12 1.2 10.1C1.2 6.6 6 4 8 .8Z",
}
_STAR = "0,-5 1.3,-1.6 5,-1.5 2.1,.7 3.1,4.2 0,2.2 -3.1,4.2 -2.1,.7 -5,-1.5 -1.3,-1.6"
_AS_TEXT = "\ufe0e"
"""Asks for a suit in the letters' own colour where a system would paint it."""


# --- letters ----------------------------------------------------------------------------------


def width_of(words: str, kind: str) -> float:
    """How wide a text may be at most in the usual fonts, of which some are wider than others."""
    size, bold = SIZES[kind]
    return sum(map(_width_of_letter, words)) * size * (1.12 if bold else 1)


def _width_of_letter(letter: str) -> float:
    if unicodedata.combining(letter) or letter == _AS_TEXT:
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.25
    if letter in "iIjJl":
        return 0.32
    if letter in "frt.,:;'!|()[]/- \u00b7":
        return 0.42
    if letter in "mwMW@%" or ord(letter) > 0x2000:
        return 1.0
    return 0.85 if letter in "+=\u00d7\u2212<>&" or letter.isupper() else 0.64


def shortened(words: str, kind: str, width: float) -> str:
    """As much of a text as there is room for."""
    if width_of(words, kind) <= width:
        return words
    while words and width_of(words + "\u2026", kind) > width:
        words = words[:-1]
    return words.rstrip() + "\u2026"


def wrapped(words: str, kind: str, width: float) -> list[str]:
    """The lines of a text."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, kind) <= width:
            lines[-1] = longer
        else:
            lines.append(shortened(word, kind, width))
    return [line for line in lines if line]


def text(x: float, y: float, words: str, kind: str, *, style: str = "", anchor: str = "") -> str:
    """A text; `style` is a further class, `anchor` where x is, if not where the text begins."""
    classes = f"cr-{kind} cr-{style}" if style else f"cr-{kind}"
    at = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{classes}" x="{x:g}" y="{y:g}"{at}>{escape(words)}</text>'


# --- small shapes -----------------------------------------------------------------------------


def box(x: float, y: float, width: float, height: float, style: str, radius: float = 4) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect class="cr-{style}" x="{x:g}" y="{y:g}" width="{width:g}" '
        f'height="{height:g}" rx="{radius:g}"/>'
    )


def star(x: float, y: float, style: str) -> str:
    """The Comet's star."""
    return f'<polygon class="cr-{style}" points="{_STAR}" transform="translate({x:g} {y:g})"/>'


def triangle(x: float, y: float, points: str, style: str = "solid") -> str:
    """A small pointer."""
    return f'<polygon class="cr-{style}" points="{points}" transform="translate({x:g} {y:g})"/>'


def pill_width(words: str, *, sign: bool) -> float:
    """How wide a word is with its pill, and with a sign before it."""
    return round(width_of(words, "pill")) + 14 + 12 * sign


def back(x: float, y: float) -> str:
    """A card from behind, half as large as from before."""
    return box(x, y, 20, 28, "back", 3) + box(x + 3, y + 3, 14, 22, "weave", 2)


# --- cards ------------------------------------------------------------------------------------


@attrs.frozen
class Face:
    """A card as it lies there.

    Args:
        name: the card, or its rank alone.
        tag: the Comet's word and what it stands for; "" for other cards.
        times: how many there are of it.
        laid: whether it lies on the table, and not in a hand.
        wanted: whether it is only where a card would go.
        last: whether it was laid last.
        alone: whether nothing may cover it.
    """

    name: Place
    tag: str = ""
    times: int = 1
    laid: bool = False
    wanted: bool = False
    last: bool = False
    alone: bool = False

    @property
    def room(self) -> float:
        """The room it needs from its left edge to the next card, 0 where it may be covered."""
        if self.tag:
            return max(APART, pill_width(self.tag, sign=True) + 3)
        return APART if self.wanted else APART + 6 if self.alone else 0

    def svg(self, x: float, y: float, *, covered: bool) -> str:
        """The card with its upper left corner there, without what another card covers."""
        wide = pill_width(self.tag, sign=True)
        left = x + max(0.0, (wide - CARD) / 2) if self.tag else x
        name = self.name if isinstance(self.name, str) else str(self.name)
        kind = "wanted" if self.wanted else "laid" if self.laid else "held"
        inside = self._tagged(x, y, wide) if self.tag else ""
        return f'<g data-{kind}="{name}">{self._card(left, y, covered=covered)}{inside}</g>'

    def _card(self, x: float, y: float, *, covered: bool) -> str:
        lit = self.last or bool(self.tag)
        frame = box(x, y, CARD, HEIGHT, "ghost" if self.wanted else "lit" if lit else "face")
        below = triangle(x + CARD / 2, y + HEIGHT + 3, "0,0 5,6 -5,6") if self.last else ""
        times = ""
        if self.times > 1:
            times = text(
                x + CARD / 2, y + HEIGHT - 5, f"\u00d7{self.times}", "tag", anchor="middle"
            )
        return frame + self._signs(x, y, covered=covered) + times + below

    def _signs(self, x: float, y: float, *, covered: bool) -> str:
        """What a card shows: its rank and suit in the corner, and its suit again where it lies."""
        if isinstance(self.name, str):
            style, rank = "wanted" if self.wanted else "black", rank_name(self.name)
            if covered:
                return text(x + 10.5, y + 16, rank, "rank", style=style, anchor="middle")
            foot = y + (20 if self.times > 1 else 29)
            return text(x + CARD / 2, foot, rank, "alone", style=style, anchor="middle")
        rank, suit = rank_name(self.name.rank), self.name.suit
        style = "wanted" if self.wanted else "red" if suit in "DH" else "black"
        signs = text(
            x + (11 if len(rank) > 1 else 10.5), y + 16, rank, "rank", style=style, anchor="middle"
        )
        symbol = SYMBOLS[suit] + _AS_TEXT
        signs += text(x + 10.5, y + 30, symbol, "suit", style=style, anchor="middle")
        if not covered and self.times == 1:
            at = f"translate({x + 15:g} {y + 29:g}) scale(.85)"
            signs += f'<path class="cr-{style}" d="{_PIPS[suit]}" transform="{at}"/>'
        return signs

    def _tagged(self, x: float, y: float, wide: float) -> str:
        """The Comet's tag above the card: a star and a word."""
        tag = box(x, y - 17, wide, 16, "solid", 8) + star(x + 11, y - 9, "light")
        return tag + text(x + 19, y - 5, self.tag, "tag", style="light")


def fan(faces: Sequence[Face], width: float) -> list[list[tuple[Face, float]]]:
    """Cards in as few rows as can be, evenly, each with its place from the left.

    Cards lie apart where there is room, and cover each other as far as they must; a Comet is
    never covered.
    """
    for rows in range(1, len(faces) + 1):
        each = -(-len(faces) // rows)
        parts = [faces[start : start + each] for start in range(0, len(faces), each)]
        step = min(_step(part, width) for part in parts)
        if step >= STEP or rows == len(faces):
            return [_row(part, step) for part in parts]
    return []


def _step(faces: Sequence[Face], width: float) -> float:
    """How far from each other the cards of a row can be."""
    *others, end = faces
    fixed = sum(face.room for face in others if face.room) + max(CARD, end.room - 3)
    free = sum(1 for face in others if not face.room)
    if not free:
        return APART if fixed <= width else 0
    step = (width - fixed) // free
    return APART if step >= APART else min(step, OVER)


def _row(faces: Sequence[Face], step: float) -> list[tuple[Face, float]]:
    placed, x = [], 0.0
    for face in faces:
        placed.append((face, x))
        x += face.room or step
    return placed
