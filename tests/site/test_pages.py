"""The built pages against the data: every cell, every link, every decision, in every language."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

import cometrules as cr
from cometrules.evidence.cells import dimension_at
from cometrules.evidence.dimensions import DIMENSIONS
from cometrules.evidence.sources import sources
from cometrules.lang.words import CODES, Language, language

from .conftest import name_of, pages, site, text_of, tree

# Each worker reads the pages of a language once, and all that is asked of them.
every_language = pytest.mark.parametrize(
    "lang", [pytest.param(code, marks=pytest.mark.xdist_group(code)) for code in CODES]
)
TESTS = Path(__file__).parents[1]
TEXTS = Path(__file__).parents[3] / "shared" / "sources"


def rules(lang: str) -> Path:
    return site() / ("" if lang == "en" else lang) / "rules"


@cache
def compared() -> cr.Comparison:
    return cr.compare(*cr.bundled_profiles())


def expected() -> dict[tuple[str, str], tuple[cr.Profile, cr.Cell]]:
    return {
        (profile.id, row.dimension.id): (profile, cell)
        for row in compared().rows
        for profile, cell in zip(compared().profiles, row.cells, strict=True)
    }


def shown_cells(page: Path) -> dict[tuple[str, str], Any]:
    boxes = tree(page).css("td[data-profile][data-dimension]")
    found = {
        (box.attributes["data-profile"], box.attributes["data-dimension"]): box for box in boxes
    }
    assert len(found) == len(boxes), "a cell stands twice"
    return found


def check_cell(words: Language, profile: cr.Profile, cell: cr.Cell, box: Any) -> None:
    basis = "not_listed" if cell.origin == "not_listed" else cell.basis
    assert box.attributes["data-basis"] == basis
    assert box.attributes.get("data-gap") == cell.gap
    assert box.css_first(".rule-value").text() == words.value(profile, cell)


# --- cells ------------------------------------------------------------------------------------


@every_language
def test_every_cell_of_the_matrix_is_as_compare_says(lang: str) -> None:
    words, cells = language(lang), shown_cells(rules(lang) / "matrix.html")
    asked = {
        (profile.id, row.dimension.id)
        for row in compared().rows
        for profile in compared().profiles
        if row.applies
    }
    assert set(cells) == asked
    for key, box in cells.items():
        profile, cell = expected()[key]
        check_cell(words, profile, cell, box)
        status = box.css_first(".rule-status")
        if cell.origin == "not_applicable":
            assert status is None
        else:
            assert status.text() == words.status(cell)
        assert box.attributes["id"] == f"{key[0]}--{key[1]}"


@every_language
def test_every_cell_of_the_profile_pages_is_as_compare_says(lang: str) -> None:
    words = language(lang)
    for profile in compared().profiles:
        cells = shown_cells(rules(lang) / "profiles" / f"{profile.id}.html")
        assert set(cells) == {(profile.id, name) for name in DIMENSIONS}
        for (_, name), box in cells.items():
            cell = expected()[profile.id, name][1]
            check_cell(words, profile, cell, box)
            ground = text_of(box.parent.css("td")[-1])
            if cell.origin != "not_applicable":
                assert ground.startswith(words.status(cell))
                for passage in cell.passages:
                    assert str(passage) in ground


@every_language
def test_every_cell_of_the_dimension_pages_is_as_compare_says(lang: str) -> None:
    words = language(lang)
    for name in DIMENSIONS:
        cells = shown_cells(rules(lang) / "dimensions" / f"{name}.html")
        assert set(cells) == {(profile, name) for profile in cr.bundled_profiles()}
        for key, box in cells.items():
            check_cell(words, *expected()[key], box)


@every_language
def test_the_language_of_a_page_is_said(lang: str) -> None:
    for page in rules(lang).rglob("*.html"):
        assert tree(page).css_first("html").attributes["lang"] == lang, name_of(page)


@pytest.mark.xdist_group("en")
def test_the_register_has_exactly_the_decided_cells() -> None:
    terms = tree(site() / "register.html").css(".rule-register dt")
    listed = [term.attributes["id"] for term in terms]
    decided = [f"{p}--{d}" for (p, d), (_, cell) in expected().items() if cell.basis == "decided"]
    assert Counter(listed) == Counter(decided) and len(listed) > 150
    text = text_of(tree(site() / "register.html").css_first("article"))
    reasons = {c.ground.because for _, c in expected().values() if c.basis == "decided"}
    for reason in reasons - {""}:
        assert " ".join(reason.split()) in text


@every_language
def test_a_section_of_a_source_lists_what_rests_on_it(lang: str) -> None:
    for name, source in sources().items():
        page = tree(rules(lang) / "sources" / f"{name}.html")
        for section in source.sections.values():
            listed = text_of(page.css_first(f'[id="section-{section.id}"]'))
            for (profile, _), (_, cell) in expected().items():
                for passage in cell.passages:
                    if (passage.source, passage.section) == (name, section.id):
                        assert str(passage) in listed and profile in listed


RECORDS = [*(TESTS / "records" / "by_hand").iterdir(), *(TESTS.parent / "docs" / "deals").iterdir()]


@every_language
def test_every_game_has_its_worked_examples_and_their_payments_lead_to_its_rules(lang: str) -> None:
    words, shown = language(lang), Counter[str]()
    for file in RECORDS:
        record = cr.read_record(file)
        profile = record.profile.id
        page = tree(rules(lang) / "profiles" / f"{profile}.html")
        example = page.css_first(f'[id="example-{file.name.partition(".")[0]}"]')
        for log in record.replay():
            for payment in cr.score(log.state).payments:
                for rule in (payment.rule, *payment.because):
                    wanted = f"#{dimension_at(rule).id}"
                    links = {a.text(): a.attributes["href"] for a in example.css("a")}
                    assert links[rule].endswith(wanted) and wanted[1:] in DIMENSIONS
        assert example.css("svg[role=img] desc")
        if "source" in record.meta:
            assert example.css_first(f'a[href$="#section-{record.meta["section"]}"]') is not None
        title = record.profile.title.get(lang, record.profile.name)
        assert title in example.css_first("svg title").text()
        assert words.data["drawing"]["open"] in text_of(example)
        shown[profile] += 1
    assert set(shown) == set(cr.bundled_profiles())


@pytest.mark.xdist_group("en")
def test_every_public_name_is_in_the_reference() -> None:
    there = {name for page in (site() / "reference").glob("*.html") for name in anchors(page)}
    assert {name for name in cr.__all__ if f"cometrules.{name}" not in there} == {"__version__"}


# --- links ------------------------------------------------------------------------------------


@every_language
def test_every_passage_is_a_link_to_its_section(lang: str) -> None:
    for profile in cr.bundled_profiles():
        page = rules(lang) / "profiles" / f"{profile}.html"
        links = {a.text(): a.attributes["href"] for a in tree(page).css("td a")}
        for (owner, _), (_, cell) in expected().items():
            for passage in cell.passages if owner == profile else ():
                wanted = f"../sources/{passage.source}.html#section-{passage.section}"
                assert links[str(passage)] == wanted


@cache
def anchors(page: Path) -> frozenset[str]:
    return frozenset(tag.attributes["id"] for tag in tree(page).css("[id]"))


def of_language(lang: str) -> list[Path]:
    """The pages that are built in a language: English ones are at the root."""
    folders = {code: site() / code for code in CODES if code != "en"}
    if lang in folders:
        return [page for page in pages() if folders[lang] in page.parents]
    return [page for page in pages() if not set(folders.values()) & set(page.parents)]


@every_language
def test_internal_links_and_anchors_resolve(lang: str) -> None:
    broken = []
    for page in of_language(lang):
        for tag in tree(page).css("a, link, script, img"):
            target = tag.attributes.get("href") or tag.attributes.get("src") or ""
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or not target:
                continue
            path = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            known = path.is_file()
            if known and parts.fragment and path.suffix == ".html":
                known = unquote(parts.fragment) in anchors(path)
            if not known:
                broken.append((name_of(page), target))
    assert broken == []


@every_language
def test_ids_stand_once_on_a_page(lang: str) -> None:
    for page in of_language(lang):
        counted = Counter(tag.attributes["id"] for tag in tree(page).css("[id]"))
        assert [name for name, count in counted.items() if count > 1] == [], name_of(page)


# --- texts ------------------------------------------------------------------------------------


@every_language
def test_no_role_is_left_as_it_was_written(lang: str) -> None:
    for page in of_language(lang):
        text = text_of(tree(page).body)
        found = re.findall(r"\{[a-z]+:[a-z]+\}|:[a-z]+(?::[a-z]+)?:`", text)
        assert found == [], name_of(page)


LENGTH = 8


def words_in(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def no_words(piece: tuple[str, ...]) -> bool:
    """Whether a stretch is mostly ranks and counts, which belong to nobody."""
    return sum(word.isdigit() or len(word) == 1 for word in piece) >= LENGTH // 2


def stretches(text: str) -> set[tuple[str, ...]]:
    words = words_in(text)
    found = zip(*(words[at:] for at in range(LENGTH)), strict=False)
    return {piece for piece in found if not no_words(piece)}


@cache
def of_the_sources() -> frozenset[tuple[str, ...]]:
    files = TEXTS.glob("*.txt")
    return frozenset(s for f in files for s in stretches(f.read_text(encoding="utf-8")))


@pytest.mark.skipif(not TEXTS.is_dir(), reason="the sources' texts are not at hand")
@every_language
def test_no_sentence_of_a_source_is_shown(lang: str) -> None:
    for page in of_language(lang):
        shared = stretches(text_of(tree(page).body)) & of_the_sources()
        assert shared == set(), name_of(page)
