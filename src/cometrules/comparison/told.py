"""What a cell rests on, told item by item: for lists in a terminal, in tables and on pages."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ..evidence.cells import Cell
from ..evidence.grounds import Ground
from ..evidence.passages import Passage
from ..lang.words import Language

__all__ = ["Item", "told"]


@attrs.frozen
class Item:
    """One thing that is said of what a cell rests on.

    Args:
        text: what is said; where there are passages, they are what is said.
        label: what stands in front of it, with a colon; or "".
        depth: 1 for what is said of a part of the cell, else 0.
        english: whether the text is written in English whatever the language.
        passages: the passages that are cited.
        profile: the profile that is named, or "".
    """

    text: str = ""
    label: str = ""
    depth: int = 0
    english: bool = False
    passages: tuple[Passage, ...] = ()
    profile: str = ""

    def __str__(self) -> str:
        text = ", ".join(map(str, self.passages)) if self.passages else self.text
        return (
            f"{'  ' * self.depth}{self.label}: {text}" if self.label else "  " * self.depth + text
        )


def told(words: Language, cell: Cell) -> Iterator[Item]:
    """What a cell rests on: status, passages, reason, rejected values, notes; then its parts."""
    yield Item(words.status(cell))
    if cell.inherited:
        how = words.word("taken_over" if cell.origin != "written" else "inherited")
        yield Item(how.format(profile=cell.inherited), profile=cell.inherited)
    if cell.place:
        yield Item(cell.place)
    yield from _of_ground(words, cell.ground, 0)
    for key, ground in (*cell.parts.items(), *cell.aspects.items()):
        yield Item(words.status_of(ground), label=key.replace("_", " "))
        yield from _of_ground(words, ground, 1)


def _of_ground(words: Language, ground: Ground, depth: int) -> Iterator[Item]:
    def english(text: str, label: str = "") -> Iterator[Item]:
        if text:
            yield Item(text, label, depth, english=True)

    if ground.passages:
        yield Item(label=words.word("passage"), depth=depth, passages=ground.passages)
    if ground.precision != "exact":
        yield Item(words.name_of("precision", ground.precision), depth=depth)
    yield from english(ground.says)
    yield from english(ground.infers)
    yield from english(ground.because, words.word("reason"))
    for value, reason in ground.instead_of.items():
        yield from english(reason, f"{words.word('rejected')} {value}")
    yield from english(ground.note, words.word("note"))
    if ground.ruling:
        yield Item(ground.ruling, words.word("ruling"), depth)
