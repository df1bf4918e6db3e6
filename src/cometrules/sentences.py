"""A profile as a rule sheet: sentences, each with the mark of what it rests on."""

from __future__ import annotations

import attrs

from .evidence.cells import Cell, cells_of
from .lang.words import Language, language
from .packs import build_packs, hand_sizes
from .profile.model import Profile

__all__ = ["Section", "Sentence", "describe", "mark_of"]


@attrs.frozen
class Sentence:
    """What a profile says to one question.

    Args:
        text: the sentence, or two.
        mark: what it rests on: source and section, whether we decided it, or the user's line.
        dimension: the id of the question.
    """

    text: str
    mark: str
    dimension: str


@attrs.frozen
class Section:
    """A part of a rule sheet.

    Args:
        title: its heading.
        sentences: what is said there.
    """

    title: str
    sentences: tuple[Sentence, ...]


def describe(profile: Profile, lang: str = "en") -> tuple[Section, ...]:
    """The rules of a profile in sentences, made from the data that the engine runs on.

    Args:
        profile: the profile.
        lang: ``en``, ``es`` or ``sv``.

    Raises:
        ValueError: there is no such language.

    >>> import cometrules as cr
    >>> describe(cr.load_profile("foster-commit"))[0].sentences[0].mark
    'F-en §01'
    """
    words = language(lang)
    groups: dict[str, list[Sentence]] = {}
    for cell in cells_of(profile).values():
        text = words.sentence(profile, cell)
        if text:
            sentence = Sentence(text, mark_of(cell, words), cell.dimension.id)
            groups.setdefault(cell.dimension.group, []).append(sentence)
        if cell.dimension.id == "deal.hands":
            groups["deal"].append(
                Sentence(_deal_table(profile, words), words.word("derived"), "deal.hands")
            )
    return tuple(Section(words.group(name), tuple(said)) for name, said in groups.items())


def _deal_table(profile: Profile, words: Language) -> str:
    """How many cards every number of players gets, and how many lie dead: worked out."""
    rows = []
    for number in range(profile.players.min, profile.players.max + 1):
        pack = build_packs(profile, number)[0]
        sizes = hand_sizes(profile, number, pack)
        cards = "-".join(map(str, sorted(set(sizes))))
        row = words.word("dealt_row")
        rows.append(row.format(players=number, cards=cards, dead=pack.size - sum(sizes)))
    return words.word("dealt").format(list="; ".join(rows))


def mark_of(cell: Cell, words: Language, part: str = "") -> str:
    """What a cell rests on, as short as may be: ``F-en §05``, ``our decision: the text is silent``.

    Args:
        cell: the cell.
        words: the language.
        part: a row of its table, where that alone is meant.
    """
    if cell.origin == "declared":
        parent = words.word("inherited").format(profile=cell.inherited) if cell.inherited else ""
        return ", ".join(filter(None, (parent, cell.place))) or words.status(cell)
    ground = cell.parts.get(part, cell.ground) if part else cell.weakest
    if ground.gap is not None:
        decided = f"{words.word('decided_mark')}: {words.name_of('gap', ground.gap)}"
        return ", ".join((decided, *ground.marks))
    return ", ".join(ground.marks) or words.status(cell)
