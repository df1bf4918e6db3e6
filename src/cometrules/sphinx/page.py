"""What the directives share: the language, what pages depend on, sections and paragraphs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from .._data import data_folder
from ..lang.words import CODES, Language, language
from ..profile.catalogue import bundled_profiles

__all__ = ["PageDirective", "labelled", "listing", "paragraph"]


class PageDirective(SphinxDirective):
    """What the directives share: the language, what they depend on, sections, names."""

    has_content: ClassVar[bool] = False

    @property
    def words(self) -> Language:
        """The words of the language that the pages are built in."""
        code = self.config.language
        return language(code if code in CODES else "en")

    def depends_on(self, *profiles: str) -> None:
        """Read the page again when the data changes: of some profiles, or of all."""
        for name in profiles or bundled_profiles():
            for folder in ("", "evidence"):
                path = data_folder("profiles") / folder / f"{name}.yaml"
                if path.exists():
                    self.env.note_dependency(str(path))
        self.env.note_dependency(str(data_folder("profiles") / "evidence" / "sources.yaml"))
        lang = Path(__file__).parent.parent / "lang" / f"{self.words.code}.yaml"
        self.env.note_dependency(str(lang))

    def note(self, kind: str, name: str, anchor: str, shown: str) -> None:
        """Say that something stands on this page, at an anchor."""
        domain: Any = self.env.get_domain("rule")
        domain.note(kind, name, anchor, shown)

    def section(self, title: str, anchor: str, *content: nodes.Node) -> nodes.section:
        """A section of the page."""
        return nodes.section("", nodes.title("", title), *content, ids=[anchor])


def paragraph(*parts: str | nodes.Node) -> nodes.paragraph:
    """A paragraph of texts and nodes."""
    return nodes.paragraph("", "", *(nodes.Text(p) if isinstance(p, str) else p for p in parts))


def labelled(label: str, *parts: str | nodes.Node) -> nodes.paragraph:
    """A paragraph that begins with what it is about."""
    return paragraph(nodes.inline("", f"{label}: ", classes=["rule-label"]), *parts)


def listing(items: Iterable[nodes.Node]) -> nodes.bullet_list:
    """A list of paragraphs."""
    made = nodes.bullet_list()
    made += [nodes.list_item("", item) for item in items]
    return made
