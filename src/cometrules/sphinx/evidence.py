"""What cells say and rest on, as nodes, with links to the passages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docutils import nodes
from sphinx.addnodes import pending_xref

from ..comparison.told import Item, told
from ..evidence.cells import Cell
from ..lang.words import Language
from ..profile.model import Profile
from .nodes import Foreign

__all__ = ["grounds", "joined", "link", "value_and_status"]


def link(kind: str, name: str, text: str = "", *, lang: str = "") -> pending_xref:
    """A link to something that the domain knows; with no text, under the name it has there."""
    content = nodes.inline("", text or name, classes=["rule-link"])
    if lang:
        content["lang"] = lang
    return pending_xref(
        "", content, refdomain="rule", reftype=kind, reftarget=name, refexplicit=bool(text),
        refwarn=True,
    )  # fmt: skip


def value_and_status(words: Language, profile: Profile, cell: Cell) -> list[nodes.Node]:
    """The value of a cell, and in words what it counts as."""
    value = nodes.inline("", words.value(profile, cell), classes=["rule-value"])
    if cell.origin == "not_applicable":
        return [value]
    status = nodes.inline("", words.status(cell), classes=["rule-status", f"rule-{cell.basis}"])
    return [value, nodes.Text(" "), status]


def grounds(words: Language, cell: Cell) -> nodes.bullet_list:
    """What a cell rests on, as a list; what is said of a part stands below it."""
    outer = nodes.bullet_list(classes=["rule-grounds"])
    last: nodes.Element = outer
    below: nodes.Element = outer
    for item in told(words, cell):
        entry = nodes.list_item("", nodes.paragraph("", "", *_said(words, item)))
        if item.depth == 0:
            outer += entry
            last = below = entry
        elif below is last:
            below = nodes.bullet_list("", entry)
            last += below
        else:
            below += entry
    return outer


def _said(words: Language, item: Item) -> Iterator[nodes.Node]:
    if item.label:
        yield nodes.inline("", f"{item.label}: ", classes=["rule-label"])
    if item.passages:
        yield from joined(link("section", f"{p.source} {p.section}", str(p)) for p in item.passages)
    elif item.profile:
        before, _, after = item.text.partition(item.profile)
        yield from (nodes.Text(before), link("profile", item.profile, item.profile))
        yield nodes.Text(after)
    elif item.english and words.code != "en":
        yield Foreign("", item.text, lang="en")
    else:
        yield nodes.Text(item.text)


def joined(parts: Iterable[nodes.Node], between: str = ", ") -> Iterator[nodes.Node]:
    """Nodes with something between them."""
    for number, part in enumerate(parts):
        if number:
            yield nodes.Text(between)
        yield part
