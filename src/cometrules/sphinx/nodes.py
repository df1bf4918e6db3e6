"""Nodes that docutils lacks: tables with heads for screen readers, things to unfold, languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = [
    "Cell",
    "Foreign",
    "Part",
    "Raw",
    "Summary",
    "Table",
    "Unfold",
    "register",
    "row",
    "words_of",
]

Content = str | nodes.Node | Iterable[nodes.Node]


class Table(nodes.General, nodes.Element):
    """A table that scrolls by itself where it is too wide; `label` says what it is."""


class Part(nodes.Part, nodes.Element):
    """Rows that belong together: `kind` is thead or tbody."""


class Row(nodes.Part, nodes.Element):
    """A row."""


class Cell(nodes.Part, nodes.Element):
    """A cell, or with a `scope` the head of a row or column; `data` are further attributes."""


class Unfold(nodes.General, nodes.Element):
    """Something that is shown on demand, below its `Summary`."""


class Summary(nodes.Part, nodes.TextElement):
    """What is always to be seen of an `Unfold`."""


class Foreign(nodes.Inline, nodes.TextElement):
    """Text in another language than the page: `lang`."""


class Raw(nodes.General, nodes.Element):
    """A drawing or a form, as HTML: `html`; `text` is what says the same in words."""


def words_of(content: Content) -> list[nodes.Node]:
    """Content as nodes; text becomes a text node."""
    if isinstance(content, str):
        return [nodes.Text(content)]
    return [content] if isinstance(content, nodes.Node) else list(content)


def row(*cells: Content | Cell, **attributes: Any) -> Row:
    """A row of cells; whatever is no cell is put into one."""
    made = Row("", **attributes)
    for content in cells:
        made += content if isinstance(content, Cell) else Cell("", *words_of(content))
    return made


# --- as HTML ----------------------------------------------------------------------------------


def _tag(name: str, *kept: str) -> tuple[Callable[..., None], Callable[..., None]]:
    """What writes a node as a tag, with some of its attributes and all of its `data`."""

    def visit(self: Any, node: nodes.Element) -> None:
        told = {key: node[key] for key in kept if node.get(key)}
        self.body.append(self.starttag(node, name, "", **told, **node.get("data", {})))

    def depart(self: Any, node: nodes.Element) -> None:
        self.body.append(f"</{name}>\n")

    return visit, depart


def _visit_table(self: Any, node: nodes.Element) -> None:
    region = {"role": "region", "tabindex": "0", "aria-label": node["label"]}
    self.body.append(self.starttag(nodes.Element(), "div", "", CLASS="rule-scroll", **region))
    self.body.append(self.starttag(node, "table", "", CLASS="rule-table"))


def _depart_table(self: Any, node: nodes.Element) -> None:
    self.body.append("</table></div>\n")


def _visit_cell(self: Any, node: nodes.Element) -> None:
    head = {key: node[key] for key in ("scope", "colspan") if node.get(key)}
    name = "th" if node.get("scope") else "td"
    self.body.append(self.starttag(node, name, "", **head, **node.get("data", {})))


def _depart_cell(self: Any, node: nodes.Element) -> None:
    self.body.append("</th>\n" if node.get("scope") else "</td>\n")


def _visit_part(self: Any, node: nodes.Element) -> None:
    self.body.append(self.starttag(node, node["kind"], "", **node.get("data", {})))


def _depart_part(self: Any, node: nodes.Element) -> None:
    self.body.append(f"</{node['kind']}>\n")


def _visit_raw(self: Any, node: nodes.Element) -> None:
    self.body.append(node["html"])
    raise nodes.SkipNode


# --- as anything else -------------------------------------------------------------------------


def _nothing(self: Any, node: nodes.Element) -> None:
    """Only what stands inside is written."""


def _raw_text(self: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


def register(app: Sphinx) -> None:
    """Make the nodes known, with how they are written."""
    plain = (_nothing, _nothing)
    html = {
        Table: (_visit_table, _depart_table),
        Part: (_visit_part, _depart_part),
        Row: _tag("tr"),
        Cell: (_visit_cell, _depart_cell),
        Unfold: _tag("details"),
        Summary: _tag("summary"),
        Foreign: _tag("span", "lang"),
    }
    for node, written in html.items():
        app.add_node(node, html=written, text=plain, latex=plain, man=plain, texinfo=plain)
    skipped = (_raw_text, _nothing)
    app.add_node(
        Raw, html=(_visit_raw, _nothing), text=skipped, latex=skipped, man=skipped,
        texinfo=skipped,
    )  # fmt: skip
