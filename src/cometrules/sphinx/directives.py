"""The directives of the domain: each puts a table or a page together from the data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives as options
from sphinx.addnodes import toctree
from sphinx.util.docutils import SphinxDirective

from ..evidence.cells import Cell, cells_of
from ..evidence.dimensions import DIMENSIONS
from ..evidence.sources import Source, sources, works
from ..profile.catalogue import bundled_profiles, load_profile
from ..profile.model import Profile
from ..records.model import Record
from ..sentences import describe
from .deals import RecordedDealDirective, Shown, course, records_in
from .evidence import grounds, joined, link
from .nodes import Foreign
from .page import PageDirective, labelled, listing, paragraph
from .reference import CodesReference, SchemaReference
from .running import CommandDirective
from .tables import (
    controls,
    dealt_table,
    dimension_table,
    everything,
    matrix,
    profile_table,
)  # fmt: skip

__all__ = ["DIRECTIVES"]


# --- tables -----------------------------------------------------------------------------------


class Matrix(PageDirective):
    """All rules side by side; with groups, those groups only."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {"filter": options.flag}

    def run(self) -> list[nodes.Node]:
        """The table, and what filters it."""
        self.depends_on()
        groups = tuple(self.arguments[0].split()) if self.arguments else ()
        table = matrix(self.words, groups=groups)
        if groups:  # the anchors belong to the page of all rules
            for node in table.findall(nodes.Element):
                node["ids"] = []
        return [*([controls(self.words)] if "filter" in self.options else []), table]


class MatrixPage(PageDirective):
    """The page of all rules side by side."""

    def run(self) -> list[nodes.Node]:
        """A section with what it is, the filter and the table."""
        words = self.words
        self.depends_on()
        content: list[nodes.Node] = [paragraph(words.site("matrix_about"))]
        if words.code != "en":
            content.append(paragraph(words.word("written_in_english")))
        content += [controls(words), matrix(words)]
        return [self.section(words.site("matrix"), "matrix", *content)]


# --- pages of one thing -----------------------------------------------------------------------


class ProfilePage(PageDirective):
    """The page of a profile: its rules in sentences, what is dealt, and every cell."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The page as a section."""
        words, profile = self.words, load_profile(self.arguments[0])
        parents = (parent for parent in (profile.extends,) if parent)
        self.depends_on(profile.id, *parents)
        title = words.game(profile)
        self.note("profile", profile.id, profile.id, title)
        for name in cells_of(profile):
            self.note("cell", f"{profile.id} {name}", name, f"{profile.id}: {name}")
        return [
            self.section(
                title,
                profile.id,
                *self._about(profile),
                self.section(words.site("sheet"), "sheet", *self._sheet(profile)),
                self.section(words.site("cards_dealt"), "dealt", dealt_table(words, profile)),
                self.section(words.site("evidence"), "evidence", profile_table(words, profile)),
                *self._examples(profile),
            )
        ]

    def _about(self, profile: Profile) -> Iterator[nodes.Node]:
        words = self.words
        yield paragraph(nodes.literal("", profile.id))
        if profile.completeness == "sketch":
            yield paragraph(words.word("sketch"))
        if profile.aliases:
            yield labelled(words.site("also_called"), ", ".join(profile.aliases))
        of = (link("source", name, sources()[name].title) for name in profile.sources)
        yield labelled(words.word("sources"), *joined(of, "; "))
        for left_out in profile.leaves_out:
            yield labelled(words.word("leaves_out"), Foreign("", left_out, lang="en"))

    def _examples(self, profile: Profile) -> Iterator[nodes.section]:
        """The deals of the project's records that are played by these rules."""
        made = [self._example(*found) for found in self._records() if found[1].profile == profile]
        if made:
            yield self.section(self.words.data["telling"]["examples"], "examples", *made)

    def _records(self) -> Iterator[tuple[Path, Record]]:
        folders = [Path(self.env.srcdir) / name for name in self.config.cometrules_records]
        for file, record in records_in(folders):
            self.env.note_dependency(str(file.resolve()))
            yield file, record

    def _example(self, file: Path, record: Record) -> nodes.section:
        name, meta = file.name.partition(".")[0], record.meta
        about = paragraph(self.words.data["telling"]["followed"])
        if "source" in meta:
            source, section = meta["source"], meta["section"]
            about = paragraph(link("section", f"{source} {section}", f"{source} §{section}"))
        deals = range(1, len(record.deals) + 1)
        told = (part for deal in deals for part in course(record, deal, Shown(self.words)))
        title = str(meta.get("shows", name))
        shown = nodes.title("", "", Foreign("", title[0].upper() + title[1:], lang="en"))
        return nodes.section("", shown, about, *told, ids=[f"example-{name}"])

    def _sheet(self, profile: Profile) -> Iterator[nodes.Node]:
        for part in describe(profile, self.words.code):
            yield nodes.rubric("", part.title)
            yield listing(
                paragraph(
                    f"{said.text} ",
                    nodes.inline(
                        "",
                        "",
                        nodes.Text("["),
                        link("cell", f"{profile.id} {said.dimension}", said.mark),
                        nodes.Text("]"),
                        classes=["rule-status"],
                    ),
                )
                for said in part.sentences
            )


class DimensionPage(PageDirective):
    """The page of a question: what it asks, and what every profile answers."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The page as a section."""
        self.depends_on()
        words, dimension = self.words, DIMENSIONS[self.arguments[0]]
        title, name = words.title(dimension), dimension.id
        self.note("dimension", name, name, title)
        where = joined(nodes.literal("", path) for path in dimension.where)
        content = [
            paragraph(words.question(dimension)),
            labelled(words.word("rule"), nodes.literal("", name)),
            labelled(words.site("group"), words.group(dimension.group)),
            labelled(words.site("where"), *where),
        ]
        if dimension.needs:
            content.append(labelled(words.site("needs"), Foreign("", dimension.needs, lang="en")))
        agreement = everything().row(name).agreement
        if agreement != "none":
            said = words.name_of("agreement", agreement)
            content.append(labelled(words.word("agreement"), said))
        table = dimension_table(words, dimension)
        return [self.section(f"{title}", name, *content, table)]


class SourcePage(PageDirective):
    """The page of a source: what it is, its sections, and what rests on each; none of its text."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The page as a section."""
        self.depends_on()
        source = sources()[self.arguments[0]]
        self.note("source", source.id, source.id, source.title)
        sections = self.section(self.words.site("sections"), "sections", *self._sections(source))
        return [
            self.section(f"{source.id}: {source.title}", source.id, *self._about(source), sections)
        ]

    def _about(self, source: Source) -> Iterator[nodes.Node]:
        words = self.words
        names = words.data["site"]["language_names"]
        yield labelled(words.site("text_language"), names[source.language])
        yield labelled(words.site("file"), nodes.literal("", source.file))
        yield labelled(words.site("checksum"), nodes.literal("", source.sha256))
        if source.parallel_of:
            yield labelled(words.site("parallel_of"), link("source", source.parallel_of))
        if source.cites:
            yield labelled(words.site("cites"))
            yield listing(paragraph(works()[name].title) for name in source.cites)
        if source.holes:
            yield labelled(words.site("holes"))
            yield listing(
                paragraph(f"§{hole.section}: ", Foreign("", hole.what, lang="en"))
                for hole in source.holes
            )

    def _sections(self, source: Source) -> Iterator[nodes.Node]:
        words, citing = self.words, _citing(source.id)
        for section in source.sections.values():
            anchor = f"section-{section.id}"
            self.note("section", f"{source.id} {section.id}", anchor, f"{source.id} §{section.id}")
            lines = words.site("lines").format(first=section.first, last=section.last)
            heading = Foreign("", section.heading, lang=source.language)
            content: list[nodes.Node] = [paragraph(heading, f" ({lines})")]
            cells = citing.get(section.id, [])
            content.append(
                listing(self._cited(cell, source.id, section.id) for cell in cells)
                if cells
                else paragraph(words.site("nothing_rests"))
            )
            yield self.section(f"§{section.id}", anchor, *content)

    def _cited(self, cell: Cell, source: str, section: str) -> nodes.paragraph:
        name = f"{cell.profile} {cell.dimension.id}"
        title = self.words.title(cell.dimension)
        at = [str(p) for p in cell.passages if (p.source, p.section) == (source, section)]
        shown = link("cell", name, f"{cell.profile}, {title}")
        return paragraph(shown, f": {', '.join(at)} ({self.words.status(cell)})")


def _citing(source: str) -> dict[str, list[Cell]]:
    """The cells that cite a source, by section."""
    found: dict[str, list[Cell]] = {}
    for line in everything().rows:
        for cell in line.cells:
            for section in dict.fromkeys(p.section for p in cell.passages if p.source == source):
                found.setdefault(section, []).append(cell)
    return found


# --- lists ------------------------------------------------------------------------------------


class Register(PageDirective):
    """Every decision of ours: one entry for each decided cell, profile by profile."""

    def run(self) -> list[nodes.Node]:
        """A section for each profile, with a definition list of its decided cells."""
        self.depends_on()
        made = []
        for name in bundled_profiles():
            profile = load_profile(name)
            decided = [cell for cell in cells_of(profile).values() if cell.basis == "decided"]
            if decided:
                title = self.words.game(profile)
                listed = nodes.definition_list(classes=["rule-register"])
                listed += [self._entry(profile, cell) for cell in decided]
                made.append(self.section(f"{title} ({len(decided)})", f"of-{name}", listed))
        return list(made)

    def _entry(self, profile: Profile, cell: Cell) -> nodes.definition_list_item:
        title = link("cell", f"{profile.id} {cell.dimension.id}", self.words.title(cell.dimension))
        value = f": {self.words.value(profile, cell)}"
        anchor = f"{profile.id}--{cell.dimension.id}"
        term = nodes.term("", "", title, nodes.Text(value), ids=[anchor])
        return nodes.definition_list_item("", term, nodes.definition("", grounds(self.words, cell)))


class Figures(PageDirective):
    """How many cells there are, and what share of them rests on what."""

    def run(self) -> list[nodes.Node]:
        """A list with the numbers."""
        self.depends_on()
        cells = [cell for line in everything().rows for cell in line.cells]
        asked = [cell for cell in cells if cell.origin != "not_applicable"]
        counts: dict[str, int] = {}
        for cell in asked:
            status = self.words.status(cell)
            counts[status] = counts.get(status, 0) + 1
        of = f"{len(asked)} rules of {len(bundled_profiles())} games, answers to "
        head = paragraph(f"{of}{len(DIMENSIONS)} questions:")
        shares = (
            paragraph(f"{count} {status} ({100 * count / len(asked):.0f} %)")
            for status, count in sorted(counts.items(), key=lambda item: -item[1])
        )
        return [head, listing(shares)]


class Contents(PageDirective):
    """A page that leads to others: to all about the rules, or to those of one kind."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """A section with the list of pages."""
        words = self.words
        kinds = {
            "": (words.site("rules"), ["matrix", *(f"{kind}/index" for kind in KINDS_OF_PAGES)]),
            "profiles": (words.word("profiles"), bundled_profiles()),
            "dimensions": (words.site("questions"), list(DIMENSIONS)),
            "sources": (words.word("sources"), list(sources())),
        }
        title, pages = kinds[self.arguments[0] if self.arguments else ""]
        folder = self.env.current_document.docname.rpartition("/")[0]
        names = [f"{folder}/{page}" for page in pages]
        tree = toctree(
            parent=self.env.current_document.docname, entries=[(None, name) for name in names],
            includefiles=names, maxdepth=1, caption=None, glob=False, hidden=False,
            includehidden=False, numbered=0, titlesonly=True,
        )  # fmt: skip
        listed = nodes.compound("", tree, classes=["toctree-wrapper"])
        return [self.section(title, "contents", listed)]


KINDS_OF_PAGES = ("profiles", "dimensions", "sources")

DIRECTIVES: dict[str, type[SphinxDirective]] = {
    "matrix": Matrix,
    "matrix-page": MatrixPage,
    "profile": ProfilePage,
    "dimension": DimensionPage,
    "source": SourcePage,
    "register": Register,
    "figures": Figures,
    "contents": Contents,
    "schema": SchemaReference,
    "codes": CodesReference,
    "command": CommandDirective,
    "deal": RecordedDealDirective,
}
