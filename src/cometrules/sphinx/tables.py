"""The tables of the site: all rules side by side, one profile, one question."""

from __future__ import annotations

import functools
import html
import zlib
from collections.abc import Iterable, Iterator

from docutils import nodes

from ..comparison.model import Comparison, Row, answer, compare
from ..evidence.cells import Cell, cells_of
from ..evidence.dimensions import DIMENSIONS, Dimension
from ..lang.words import Language
from ..packs import build_packs, hand_sizes
from ..profile.catalogue import bundled_profiles, load_profile
from ..profile.model import Profile
from .evidence import grounds, link, value_and_status
from .nodes import Cell as Box
from .nodes import Part, Raw, Summary, Table, Unfold, row

__all__ = ["controls", "dealt_table", "dimension_table", "everything", "matrix", "profile_table"]


@functools.cache
def everything() -> Comparison:
    """All bundled profiles, compared."""
    return compare(*map(load_profile, bundled_profiles()))


def _head(text: str | nodes.Node, scope: str, **attributes: object) -> Box:
    content = nodes.Text(text) if isinstance(text, str) else text
    return Box("", nodes.inline("", "", content), scope=scope, **attributes)


def _table(label: str, heads: Iterable[str | nodes.Node], *parts: Part) -> Table:
    table = Table("", label=label)
    head = Part("", row(*(_head(text, "col") for text in heads)), kind="thead")
    table += [head, *parts]
    return table


def _cell_data(profile: Profile, cell: Cell) -> dict[str, str]:
    """What scripts and tests find a cell by."""
    said = {
        "profile": profile.id,
        "dimension": cell.dimension.id,
        "basis": "not_listed" if cell.origin == "not_listed" else cell.basis,
        "gap": cell.gap or "",
        "answer": f"{zlib.crc32(answer(cell).encode()):x}",
    }
    return {f"data-{key}": value for key, value in said.items() if value}


# --- all rules side by side -------------------------------------------------------------------


def matrix(words: Language, *, groups: tuple[str, ...] = ()) -> Table:
    """Every question, with the answer of every profile and what it rests on.

    Args:
        words: the language.
        groups: the groups to show; all of them if left out.
    """
    compared = everything().only(groups=groups)
    parts: dict[str, Part] = {}
    for line in compared.rows:
        if line.applies:
            group = line.dimension.group
            if group not in parts:
                parts[group] = _group(words, group, len(compared.profiles) + 1)
            parts[group] += _matrix_row(words, compared, line)
    heads: list[str | nodes.Node] = [words.word("rule")]
    heads += [link("profile", p.id, words.game(p)) for p in compared.profiles]
    table = _table(words.site("matrix"), heads, *parts.values())
    for head, profile in zip(list(table.findall(Box))[1:], compared.profiles, strict=False):
        head["data"] = {"data-profile": profile.id}
    table["classes"].append("rule-matrix")
    return table


def _group(words: Language, group: str, width: int) -> Part:
    title = _head(words.group(group), "rowgroup", colspan=str(width))
    return Part("", row(title), kind="tbody", data={"data-group": group})


def _matrix_row(words: Language, compared: Comparison, line: Row) -> nodes.Element:
    name = line.dimension.id
    pairs = zip(compared.profiles, line.cells, strict=True)
    title = _head(link("dimension", name, words.title(line.dimension)), "row")
    boxes = (
        Box("", *_unfolding(words, profile, cell), ids=[f"{profile.id}--{name}"],
            data=_cell_data(profile, cell))
        for profile, cell in pairs
    )  # fmt: skip
    kind = "differs" if line.differs else "basis-only" if line.basis_only else "same"
    return row(title, *boxes, ids=[f"matrix-{name}"], classes=[f"rule-{kind}"])


def _unfolding(words: Language, profile: Profile, cell: Cell) -> Iterator[nodes.Node]:
    """The value and its status, below which the ground is shown on demand."""
    if cell.origin == "not_applicable":
        yield from value_and_status(words, profile, cell)
        return
    summary = Summary("", "", *value_and_status(words, profile, cell))
    full = link("cell", f"{profile.id} {cell.dimension.id}", words.site("everything"))
    yield Unfold("", summary, grounds(words, cell), nodes.paragraph("", "", full))


def controls(words: Language) -> Raw:
    """What filters the matrix; shown by the script that makes it work."""
    compared = everything()
    groups = dict.fromkeys(r.dimension.group for r in compared.rows if r.applies)
    games = _choices(words, "game", ((p.id, words.game(p)) for p in compared.profiles))
    of_rules = _choices(words, "group", ((name, words.group(name)) for name in groups))
    shown = html.escape(words.site("shown"), quote=True)
    return Raw("", html=(
        f'<form class="rule-filter" hidden aria-label="{html.escape(words.site("filter"))}">'
        f"<fieldset><legend>{html.escape(words.site('filter_games'))}</legend>{games}</fieldset>"
        f"<fieldset><legend>{html.escape(words.site('filter_groups'))}</legend>{of_rules}</fieldset>"
        '<p><label><input type="checkbox" name="differences"> '
        f"{html.escape(words.site('only_differences'))}</label></p>"
        f'<p role="status" data-shown="{shown}"></p></form>\n'
    ))  # fmt: skip


def _choices(words: Language, name: str, options: Iterable[tuple[str, str]]) -> str:
    boxes = (
        f'<label><input type="checkbox" name="{name}" value="{html.escape(value)}" checked> '
        f"{html.escape(shown)}</label>"
        for value, shown in options
    )
    buttons = (
        f'<button type="button" name="{name}" value="{which}">'
        f"{html.escape(words.site(f'filter_{which}'))}</button>"
        for which in ("all", "none")
    )
    return " ".join((*boxes, *buttons))


# --- one profile, one question ----------------------------------------------------------------


def profile_table(words: Language, profile: Profile) -> Table:
    """Every question that makes sense for a profile: value, status and ground."""
    heads = (words.word("rule"), words.word("value"), words.word("basis"))
    parts: dict[str, Part] = {}
    for name, cell in cells_of(profile).items():
        group = cell.dimension.group
        if group not in parts:
            parts[group] = _group(words, group, len(heads))
        title = link("dimension", name, words.title(cell.dimension))
        parts[group] += _answer_row(words, profile, cell, title, name)
    return _table(words.site("evidence"), heads, *parts.values())


def dimension_table(words: Language, dimension: Dimension) -> Table:
    """What every profile says to a question."""
    heads = (words.word("profile"), words.word("value"), words.word("basis"))
    body = Part("", kind="tbody")
    compared = everything()
    for profile, cell in zip(compared.profiles, compared.row(dimension.id).cells, strict=True):
        body += _answer_row(words, profile, cell, link("profile", profile.id), profile.id)
    return _table(words.site("every_game"), heads, body)


def _answer_row(
    words: Language, profile: Profile, cell: Cell, title: nodes.Node, anchor: str
) -> nodes.Element:
    value = nodes.inline("", words.value(profile, cell), classes=["rule-value"])
    applies = cell.origin != "not_applicable"
    ground = Box("", *([grounds(words, cell)] if applies else []))
    box = Box("", value, data=_cell_data(profile, cell))
    return row(_head(title, "row"), box, ground, ids=[anchor])


def dealt_table(words: Language, profile: Profile) -> Table:
    """How many cards every number of players gets, and how many are dead."""
    heads = [
        words.title(DIMENSIONS["players.number"]),
        words.site("cards_each"),
        words.site("dead"),
    ]
    body = Part("", kind="tbody")
    for number in range(profile.players.min, profile.players.max + 1):
        pack = build_packs(profile, number)[0]
        sizes = hand_sizes(profile, number, pack)
        cards = "–".join(map(str, sorted(set(sizes))))
        body += row(_head(str(number), "row"), cards, str(pack.size - sum(sizes)))
    return _table(words.site("cards_dealt"), heads, body)
