"""The picture: from the top down the game, the table with what lies on it, and every seat."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from html import escape

import attrs

from ..engine.illegal import place_name
from .scene import OnTable, Scene
from .shapes import (
    CARD,
    HEIGHT,
    Face,
    back,
    box,
    fan,
    pill_width,
    shortened,
    star,
    text,
    triangle,
    width_of,
    wrapped,
)  # fmt: skip
from .style import style
from .telling import (
    Mark,
    balance_of,
    count_of,
    description,
    heading,
    last_move,
    looks,
    marks_of,
    nothing_lies,
    status,
)  # fmt: skip

__all__ = ["WIDTH", "svg_of"]

WIDTH = 360
"""How wide a picture is, in units that are pixels on a telephone."""

_MARGIN, _PAD, _GAP = 10, 10, 8
_INSIDE = _MARGIN + _PAD
_FULL = WIDTH - 2 * _MARGIN
_MOST_BACKS = 60
"""More than anybody could count; the number stands there in any case."""

_NO_ID = "\0"
"""Stands for the picture's own name until its content is known; no text can have it."""


def svg_of(scene: Scene) -> str:
    """The picture of a scene, with what it shows in words."""
    title = f"{heading(scene)}, {scene.word('players', n=scene.seen.players)}"
    told = description(scene)
    picture = _Picture(scene)
    picture.draw()
    height, body = round(picture.y), "\n".join(picture.parts)
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{_NO_ID}" role="img" width="{WIDTH}" '
        f'height="{height}" viewBox="0 0 {WIDTH} {height}" lang="{scene.words.code}" '
        f'aria-labelledby="{_NO_ID}-title {_NO_ID}-desc">\n'
        f'<title id="{_NO_ID}-title">{escape(title)}</title>\n'
        f'<desc id="{_NO_ID}-desc">{escape(told)}</desc>\n'
        f"<style>{style(_NO_ID)}</style>\n"
        f"{box(0, 0, WIDTH, height, 'paper', 10)}\n{body}\n</svg>"
    )
    digest = hashlib.sha256(whole.encode()).hexdigest()[:10]
    return whole.replace(_NO_ID, f"comet-{digest}")


@attrs.define
class _Picture:
    """A picture while it is made; `y` is how far down it has come."""

    scene: Scene
    names: tuple[str, ...] = ()
    y: float = _MARGIN
    parts: list[str] = attrs.field(factory=list)

    def draw(self) -> None:
        """Everything there is."""
        self.names = tuple(shortened(name, "told", 150) for name in self.scene.names)
        self._head()
        self._table()
        hands = self.scene.hands
        unseen = [seat for seat in self.scene.seats if hands[seat] is None]
        for start in range(0, len(unseen), 2):
            self._seats(unseen[start : start + 2])
        for seat in self.scene.seats:
            if hands[seat] is not None:
                self._seats([seat])
        self.y += _MARGIN - _GAP

    # --- the game and the table ---------------------------------------------------------------

    def _head(self) -> None:
        """What is played, by how many, and whose picture it is."""
        for line in wrapped(heading(self.scene), "head", _FULL):
            self._put(line, "head", 17, x=_MARGIN)
        self.y += 2
        for line in wrapped(looks(self.scene, self.names), "soft", _FULL):
            self._put(line, "soft", 15, style="soft", x=_MARGIN)
        self.y += 10

    def _table(self) -> None:
        """The run, what is awaited, the Comet once it is out, and what there is to be won."""
        scene, top, at = self.scene, self.y, len(self.parts)
        self.y += _PAD
        label = nothing_lies(scene) or scene.word("last_run" if scene.ended else "table")
        self._put(label, "soft", 11, style="soft")
        if scene.seen.dead:
            dead = scene.word("dead", n=scene.seen.dead)
            x = WIDTH - _INSIDE
            self.parts.append(text(x, self.y, dead, "soft", style="soft", anchor="end"))
        faces = list(self._on_table())
        self.y += 8
        if faces:
            self._fan(faces, _INSIDE, _FULL - 2 * _PAD)
        for line in wrapped(status(scene, self.names), "told", _FULL - 2 * _PAD):
            self._put(line, "told", 17, style="told")
        for line in wrapped(last_move(scene, self.names), "plain", _FULL - 2 * _PAD):
            self._put(line, "plain", 18)
        self._comets_laid()
        self._stakes()
        self.y += _PAD + 2
        self.parts.insert(at, box(_MARGIN, top, _FULL, self.y - top, "felt", 8))
        self.y += _GAP

    def _on_table(self) -> Iterator[Face]:
        """The cards of the run, and outlines of those that would continue it."""
        ghosts = self.scene.needs if len(self.scene.needs) < 4 else ()
        for number, step in enumerate(self.scene.run, 1):
            alone = step.times > 1 or (bool(ghosts) and number == len(self.scene.run))
            yield Face(
                step.name, self._tag(step), step.times, laid=True, last=step.last, alone=alone
            )
        yield from (Face(place, wanted=True) for place in ghosts)

    def _tag(self, step: OnTable) -> str:
        if not step.comet:
            return ""
        for_what = "" if step.stands_for is None else f" = {place_name(step.stands_for)}"
        return self.scene.word("comet") + for_what

    def _comets_laid(self) -> None:
        laid = self.scene.comets_laid
        if laid:
            names = " ".join(card.name for card in laid)
            said = self.scene.word("comet_laid", cards=names)
            self.parts.append(star(_INSIDE + 5, self.y + 14, "solid"))
            for line in wrapped(said, "plain", _FULL - 2 * _PAD - 16):
                self._put(line, "plain", 18, x=_INSIDE + 16)

    def _stakes(self) -> None:
        """The pool and the pots, in a row of chips that goes on in the next."""
        seen, x = self.scene.seen, float(_INSIDE)
        chips = [("", f"{self.scene.word('pool')} {seen.pool}")] if seen.pool else []
        chips += [(card.name, str(amount)) for card, amount in seen.pots.items()]
        if not chips:
            return
        if seen.pots:
            self.y += 4
            self._put(self.scene.word("pots"), "soft", 15, style="soft")
        self.y += 8
        for card, amount in chips:
            width = 34 + 8 + width_of(amount, "plain") if card else 24 + width_of(amount, "plain")
            if x + width > WIDTH - _INSIDE:
                x, self.y = float(_INSIDE), self.y + 32
            self.parts.append(_chip(x, self.y, card, amount))
            x += round(width) + 10
        self.y += 26

    # --- the seats ----------------------------------------------------------------------------

    def _seats(self, seats: Sequence[int]) -> None:
        """One seat, or two side by side, in frames of one height."""
        top, ends = self.y, []
        width = (_FULL - _GAP * (len(seats) - 1)) / len(seats)
        lefts = [_MARGIN + number * (width + _GAP) for number in range(len(seats))]
        for seat, left in zip(seats, lefts, strict=True):
            self.y = top
            self._seat(seat, left, width)
            ends.append(self.y)
        self.y = max(ends)
        for seat, left in zip(seats, lefts, strict=True):
            strong = any(mark.strong for mark in marks_of(self.scene, seat))
            style = "awaited" if strong else "seat"
            self.parts.append(box(left, top, width, self.y - top, style, 8))
        self.y += _GAP

    def _seat(self, seat: int, x: float, width: float) -> None:
        """A seat: its name and marks, how many cards it has, where it stands, and its cards."""
        inner, left = width - 2 * _PAD, x + _PAD
        marks = marks_of(self.scene, seat)
        beside = sum(pill_width(mark.word, sign=mark.awaited) + 6 for mark in marks)
        name = self.scene.names[seat]
        one_line = not marks or width == _FULL or width_of(name, "name") + beside <= inner
        self.y += _PAD + 12
        room = inner - beside if one_line else inner
        self.parts.append(text(left, self.y, shortened(name, "name", room), "name"))
        pill_x = left
        if one_line:
            pill_x += inner - beside + 6
        else:
            self.y += 22
        for mark in marks:
            wide = pill_width(mark.word, sign=mark.awaited)
            if pill_x + wide > left + inner + 1:
                pill_x, self.y = left, self.y + 22
            self.parts.append(_pill(pill_x, self.y - 14, mark))
            pill_x += wide + 6
        self._counts(seat, x + _PAD, inner)
        self._cards_of(seat, x + _PAD, inner)
        self.y += _PAD

    def _counts(self, seat: int, x: float, width: float) -> None:
        count, balance = count_of(self.scene, seat), balance_of(self.scene, seat)
        self.y += 20
        self.parts.append(text(x, self.y, count, "soft", style="soft"))
        if width_of(count, "soft") + width_of(balance, "soft") + 8 > width:
            self.y += 16
            self.parts.append(text(x, self.y, balance, "soft", style="soft"))
        else:
            self.parts.append(text(x + width, self.y, balance, "soft", style="soft", anchor="end"))

    def _cards_of(self, seat: int, x: float, width: float) -> None:
        hand, size = self.scene.hands[seat], self.scene.seen.sizes[seat]
        if hand:
            self.y += 8
            comet = self.scene.word("comet")
            faces = [Face(card, comet if card in self.scene.comets else "") for card in hand]
            self._fan(faces, x, width)
            self.y -= 6
        elif hand is None and size:
            self.y += 8
            backs = min(size, _MOST_BACKS)
            step = min(8.0, (width - 20) / max(1, backs - 1))
            self.parts += (back(x + number * step, self.y) for number in range(backs))
            self.y += 28

    # --- how it is drawn ----------------------------------------------------------------------

    def _put(
        self, words: str, kind: str, down: float, *, style: str = "", x: int = _INSIDE
    ) -> None:
        """A line of text, its foot that far down."""
        self.y += down
        self.parts.append(text(x, self.y, words, kind, style=style))

    def _fan(self, faces: Sequence[Face], x: float, width: float) -> None:
        """Cards in rows, each with room above for the Comet's tag and below for a pointer."""
        for row in fan(faces, width):
            self.y += 18 if any(face.tag for face, _ in row) else 0
            ends = [at for _, at in row[1:]] + [float(WIDTH)]
            for (face, at), after in zip(row, ends, strict=True):
                self.parts.append(face.svg(x + at, self.y, covered=after < at + CARD))
            self.y += HEIGHT + 6 + (6 if any(face.last for face, _ in row) else 0)


def _pill(x: float, y: float, mark: Mark) -> str:
    """A word in a rounded frame; with a pointer, where the deal waits for the seat."""
    width = pill_width(mark.word, sign=mark.awaited)
    pill = box(x, y, width, 18, "solid" if mark.strong else "outline", 9)
    if not mark.strong:
        return pill + text(x + 7, y + 13, mark.word, "pill", style="soft")
    pointer = triangle(x + 10, y + 9, "-2,-4 4,0 -2,4", "light") if mark.awaited else ""
    word = text(x + 7 + 12 * mark.awaited, y + 13, mark.word, "pill", style="light")
    return pill + pointer + word


def _chip(x: float, y: float, card: str, amount: str) -> str:
    """What lies in the pool, by a coin; or on a card, by the card."""
    if not card:
        coin = f'<circle class="cr-coin" cx="{x + 9:g}" cy="{y + 13:g}" r="8"/>'
        coin += f'<circle class="cr-light" cx="{x + 9:g}" cy="{y + 13:g}" r="3"/>'
        return coin + text(x + 24, y + 17.5, amount, "plain")
    style = "red" if card[-1] in "♦♥" else "black"
    name = text(x + 17, y + 18, card + "\ufe0e", "rank", style=style, anchor="middle")
    return box(x, y, 34, 26, "face") + name + text(x + 42, y + 17.5, amount, "plain")
