"""A language: titles, questions, values and sentences of the rules, from its file."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

import attrs

from .._data import trusted_yaml
from ..evidence.cells import Cell
from ..evidence.dimensions import Dimension
from ..evidence.grounds import Ground
from ..evidence.values import follows
from ..profile.model import Profile
from .labels import label, written

__all__ = ["CODES", "Code", "Language", "language"]

Code = Literal["en", "es", "sv"]
CODES: tuple[Code, ...] = get_args(Code)
"""The languages there are."""


@attrs.frozen(eq=False)
class Language:
    """The words of one language.

    Args:
        code: ``en``, ``es`` or ``sv``.
        data: its file.
    """

    code: Code
    data: Mapping[str, Any] = attrs.field(repr=False)

    def word(self, name: str) -> str:
        """A word or remark outside the rules, such as ``"reason"``."""
        return str(self.data["words"][name])

    def name_of(self, kind: str, name: str) -> str:
        """The name of a status: of a `basis`, `gap`, `precision` or `agreement`."""
        return str(self.data["words"][f"{kind}_names"][name])

    def site(self, name: str) -> str:
        """A word or heading of the site."""
        return str(self.data["site"][name])

    def game(self, profile: Profile) -> str:
        """What a game is called; by its usual name where it has none in this language."""
        return profile.title.get(self.code, profile.name)

    def group(self, name: str) -> str:
        """The heading of a group of dimensions."""
        return str(self.data["groups"][name])

    def title(self, dimension: Dimension) -> str:
        """What a dimension is called in a table."""
        return str(self.data["dimensions"][dimension.id]["title"])

    def question(self, dimension: Dimension) -> str:
        """What a dimension asks."""
        return self.question_of(dimension.id)

    def question_of(self, dimension: str) -> str:
        """What the dimension with an id asks."""
        return str(self.data["dimensions"][dimension]["question"])

    def value(self, profile: Profile, cell: Cell) -> str:
        """The value of a cell in few words; that it does not apply, where it does not."""
        if cell.origin == "not_applicable":
            return f"— {self.word('not_applicable')}"
        return self._label(profile, cell, "values")

    def sentence(self, profile: Profile, cell: Cell) -> str:
        """The value of a cell in a sentence, or "" where a rule sheet would not mention it."""
        if cell.origin == "not_applicable" or follows(profile, cell.dimension):
            return ""
        return self._label(profile, cell, "says")

    def status(self, cell: Cell) -> str:
        """What a cell rests on, in words: its basis, and the gap where we decided."""
        return self.status_of(cell.weakest, not_listed=cell.origin == "not_listed")

    def status_of(self, ground: Ground, *, not_listed: bool = False) -> str:
        """What a value rests on, in words."""
        basis = self.name_of("basis", "not_listed" if not_listed else ground.basis)
        return basis if ground.gap is None else f"{basis}: {self.name_of('gap', ground.gap)}"

    def _label(self, profile: Profile, cell: Cell, kind: str) -> str:
        texts = self.data["dimensions"][cell.dimension.id]
        around = self._around(profile, cell.dimension)

        def one(value: Any) -> str:
            return label(cell.dimension, value, texts["values"], texts[kind], around)

        packs = profile.deck.packs
        by_pack = isinstance(cell.value, Mapping) and len(packs) > 1
        if by_pack and set(cell.value) == set(packs):
            in_pack, between = self.word("in_pack"), " " if kind == "says" else "; "
            return between.join(
                in_pack.format(pack=name, value=one(value)) for name, value in cell.value.items()
            )
        return one(cell.value)

    def _around(self, profile: Profile, dimension: Dimension) -> dict[str, str]:
        """What templates may name besides the value."""
        comets = (comet for pack in profile.deck.packs.values() for comet in pack.comet)
        ranks = "/".join(dict.fromkeys(written(comet.rank) for comet in comets))
        payer: str = profile.payments.from_ if dimension.group == "pay" else "each_opponent"
        if profile.settlement.scoring == "points":
            payer = "points"
        return {
            "comet": self.word("comet"),
            "rank": ranks or self.word("comet"),
            "payer": str(self.data["words"]["payer"][payer]),
        }


@functools.cache
def language(code: str) -> Language:
    """The language with a code.

    Raises:
        ValueError: there is none.

    >>> language("en").word("comet")
    'Comet'
    """
    for known in CODES:
        if known == code:
            return Language(known, trusted_yaml(Path(__file__).parent / f"{code}.yaml"))
    raise ValueError(f"there is no language {code!r}: there are {', '.join(CODES)}")
