"""On whose word: sources, passages, dimensions, the evidence files and the cells made of them."""

from __future__ import annotations

import functools
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import attrs
import jsonschema
import pytest
import yaml

import cometrules as cr
from cometrules._data import data_folder, trusted_yaml
from cometrules.errors import NotationError
from cometrules.evidence import grounds
from cometrules.evidence.cells import Cell, cells_of, dimension_at
from cometrules.evidence.dimensions import DIMENSIONS, Dimension
from cometrules.evidence.grounds import Entry, Ground, written_evidence
from cometrules.evidence.passages import Passage, parse_passage, sentences_of
from cometrules.evidence.sources import sources, works
from cometrules.evidence.values import says_nothing, value_of
from cometrules.profile.reading import read
from cometrules.profile.schema import complete, profile_schema, schema_at

from .helpers import MINIMAL, every_table, house

FOLDER = data_folder("profiles") / "evidence"
TEXTS = Path(__file__).parents[2] / "shared" / "sources"
SCHEMA = trusted_yaml(data_folder("schemas") / "evidence.schema.json")
SYSTEMS = cr.bundled_profiles()
SKETCHES = ("fransk-comet", "usa-komet")
with_texts = pytest.mark.skipif(not TEXTS.is_dir(), reason="the texts of the sources are not here")
each_system = pytest.mark.parametrize("name", SYSTEMS)
each_source = pytest.mark.parametrize("source", sources())

# What the cells of each profile rest on: not applicable, stated, implied, not listed; decided
# where the text is silent, ambiguous, conflicting, lost, deferred; taken over.
FIGURES = """
american-commit       22  15  29  11   3   1   1   0   2    0
denexa-comet-stripped 21  25   8  23   4   2   1   0   0    0
denexa-comet-stub     21  25   7  23   4   3   1   0   0    0
foster-commit         22  36  11  11   1   3   0   0   0    0
foster-commit-es      22  34  13  11   1   3   0   0   0    0
fransk-comet          14   3   5   2   1   2   0   0   0   57
old-comet-1718        14  11  31  13   4   8   0   2   1    0
svensk-komet          19  27   9  19   6   4   0   0   0    0
two-pack-comet        14  40   7  14   2   5   0   1   1    0
two-pack-comet-opera  12  41   7  14   3   5   0   1   1    0
two-player-arnold     19  37   9  14   2   3   0   0   0    0
usa-komet             13   2   4   4   9   5   0   0   0   47
total                213 296 140 159  40  44   3   4   5  104
"""
KINDS = (
    "not_applicable", "stated", "implied", "not_listed",
    "silent", "ambiguous", "conflicting", "lost", "deferred", "taken_over",
)  # fmt: skip

# Where the two Foster sheets differ in basis or gap, and why.
LEANER_IN_SPANISH = {
    "lead.by": ("implied", "the Spanish does not say whose neighbour begins"),
    "deal.packet": ("implied", "the Spanish adverb may be of the players, not of the cards"),
}


def cells(name: str) -> Mapping[str, Cell]:
    return cells_of(cr.load_profile(name))


@functools.cache
def raw(name: str) -> dict[str, Any]:
    """An evidence file as strictly read as a profile: keys as text, none twice."""
    file = FOLDER / f"{name}.yaml"
    document, problems = read(file.read_bytes(), file.name)
    assert document is not None and not problems, problems
    return document.data


def of_entry(entry: Entry) -> list[Ground]:
    return [entry.ground, *entry.parts.values(), *entry.aspects.values()]


def every_ground() -> Iterator[tuple[str, Dimension, Ground]]:
    """Every written ground, with its profile and dimension."""
    for name in SYSTEMS:
        for dimension, entry in written_evidence(name).cells.items():
            for ground in of_entry(entry):
                yield name, DIMENSIONS[dimension], ground


# --- the files and their schema ---------------------------------------------------------------


def accepted(data: Mapping[str, Any]) -> bool:
    return bool(jsonschema.Draft202012Validator(SCHEMA).is_valid(data))


def test_every_profile_has_a_file_and_every_file_a_profile() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert {file.stem for file in FOLDER.glob("*.yaml")} == {*SYSTEMS, "sources"}


@each_system
def test_a_file_follows_the_schema_and_names_its_profile(name: str) -> None:
    data = raw(name)
    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    assert data["profile"] == name


STATED = {"basis": "stated", "at": "TP 5 55.1", "says": "two chips"}
IMPLIED = {"basis": "implied", "at": ["TP 5 55.1", "TP 5 55.2"], "infers": "so it is"}
SILENT = {"basis": "decided", "gap": "silent", "because": "one has to be first"}
UNSURE = {**SILENT, "gap": "ambiguous", "at": "TP 5 53", "instead_of": {"may": "it may be so"}}
CLASH = {**UNSURE, "gap": "conflicting"}


@pytest.mark.parametrize("entry", [STATED, IMPLIED, SILENT, UNSURE, CLASH])
@pytest.mark.parametrize("inside", ["", "parts", "aspects"])
def test_the_schema_takes_a_whole_entry_and_asks_for_each_of_its_keys(
    entry: Mapping[str, Any], inside: str
) -> None:
    def cell(ground: Mapping[str, Any]) -> dict[str, Any]:
        whole = {**SILENT, inside: {"K": ground}} if inside else ground
        return {"profile": "house", "cells": {"pay.comet": whole}}

    assert accepted(cell(entry))
    for key in entry:
        assert not accepted(cell({k: value for k, value in entry.items() if k != key})), key
    foreign = {"spelt": "wrongly", "basis": "declared", "precision": "rough", "ruling": "three",
               "at": "TP five", "instead_of": {}}  # fmt: skip
    if inside:
        foreign["parts"] = {"K": STATED}
    if entry["basis"] != "decided":
        foreign |= {"gap": "silent", "because": "it is so", "instead_of": {"may": "it is so"}}
    for key, value in foreign.items():
        assert not accepted(cell({**entry, key: value})), key


def test_the_schema_refuses_unknown_sections_and_dimensions_that_are_no_ids() -> None:
    whole = {"profile": "house", "covers": {"deal": ["TP 3 37"]}, "cells": {"pay.comet": STATED}}
    assert accepted(whole)
    wrong: list[dict[str, Any]] = [
        {"covers": {"customs": "TP 3 37"}}, {"covers": {"deal": []}}, {"cells": {"Pay": STATED}},
        {"profile": "My House"}, {"notes": "none"},
    ]  # fmt: skip
    for change in wrong:
        assert not accepted({**whole, **change}), change


# --- sources ----------------------------------------------------------------------------------


@functools.cache
def lines_of(source: str) -> list[str]:
    """The lines of a text, once it is known to be the very one that was read."""
    content = (TEXTS / sources()[source].file).read_bytes()
    assert hashlib.sha256(content).hexdigest() == sources()[source].sha256
    return content.decode("utf-8").split("\n")


def test_there_are_five_sources_and_only_the_works_they_cite() -> None:
    languages = {name: source.language for name, source in sources().items()}
    assert languages == {"F-en": "en", "F-es": "es", "TP": "en", "D": "en", "SV": "sv"}
    assert {work for source in sources().values() for work in source.cites} == set(works())
    assert all(work.title for work in works().values())


@each_source
def test_the_sections_of_a_source_follow_each_other_and_hold_its_holes(source: str) -> None:
    known = sources()[source]
    ends = [0]
    for section in known.sections.values():
        assert ends[-1] < section.first <= section.last
        ends.append(section.last)
    for hole in known.holes:
        place = known.sections[hole.section]
        assert place.first <= hole.line <= place.last and hole.what
    assert re.fullmatch("[0-9a-f]{64}", known.sha256)


def test_the_spanish_text_is_the_only_parallel_and_has_the_same_sections() -> None:
    assert {s.id: s.parallel_of for s in sources().values() if s.parallel_of} == {"F-es": "F-en"}
    english, spanish = (sources()[name].sections.values() for name in ("F-en", "F-es"))
    assert [(s.id, s.first, s.last) for s in english] == [(s.id, s.first, s.last) for s in spanish]


@with_texts
@each_source
def test_the_headings_stand_in_the_text_where_it_is_said(source: str) -> None:
    lines = lines_of(source)
    for section in sources()[source].sections.values():
        assert section.last <= len(lines)
        # In the Foster sheets the section's number has a line above it.
        numbered = source.startswith("F-")
        assert lines[section.first - 1 + 2 * numbered].strip() == section.heading
        assert not numbered or lines[section.first - 1].startswith(section.id)
        assert lines[section.last - 1].strip()


# --- passages ---------------------------------------------------------------------------------


def sentences_in(passage: Passage) -> int:
    """How many sentences a passage has, after a look whether they are there."""
    lines = lines_of(passage.source)[passage.first - 1 : passage.last]
    there = sum(len(sentences_of(line)) for line in lines)
    if passage.sentences is None:
        return there
    first, last = passage.sentences
    assert 1 <= first <= last <= there, passage
    return last - first + 1


@with_texts
@each_system
def test_passages_stand_in_their_section_and_those_of_cells_are_short(name: str) -> None:
    """What covers a part of the rules can be a long line; what supports a cell is not."""
    written = written_evidence(name)
    for entry in written.cells.values():
        for passage in (p for ground in of_entry(entry) for p in ground.passages):
            assert 1 <= sentences_in(passage) <= 4, passage
    for passage in (p for covers in written.covers.values() for p in covers):
        assert sentences_in(passage) >= 1, passage


def all_texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, (dict, list)):
        for item in data.values() if isinstance(data, dict) else data:
            yield from all_texts(item)


@each_system
def test_passages_are_written_in_one_form_in_notes_too(name: str) -> None:
    known = "|".join(sources())
    found = [place for text in all_texts(raw(name))
             for place in re.findall(rf"(?<![\w-])(?:{known}) \S+ \d[\d.-]*\b", text)]  # fmt: skip
    assert len(found) >= 5
    assert [str(parse_passage(text)) for text in found] == found


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("TP 5 58", "section 5 of TP is lines 51 to 57"),
        ("TP 5 57-51", "section 5 of TP is lines 51 to 57"),
        ("TP five 55", "TP has no section 'five'"),
        ("XX 5 55", "names no source: there are F-en"),
        ("TP 5", "is no passage"),
        ("TP 5 55-56.1", "is no passage"),
    ],
)
def test_a_place_that_is_not_there_is_refused(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        parse_passage(text)


@each_system
def test_one_id_in_another_case_spoils_a_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    known = "|".join(sources())
    place = re.search(rf"(?<=[ \[])({known})(?= \S+ \d)", text)
    assert place
    changed = text[: place.start()] + place[0].swapcase() + text[place.end() :]
    monkeypatch.setattr(grounds, "bundled_yaml", lambda _: yaml.safe_load(text))
    assert written_evidence.__wrapped__(name) == written_evidence(name)
    monkeypatch.setattr(grounds, "bundled_yaml", lambda _: yaml.safe_load(changed))
    with pytest.raises(NotationError, match="names no source"):
        written_evidence.__wrapped__(name)


def strangers(profile: cr.Profile) -> set[str]:
    """Sources that a profile names and that do not exist."""
    return set(profile.sources) - set(sources())


@each_source
def test_a_source_in_another_case_is_none(source: str) -> None:
    """A passage is refused with a hint; in a profile the schema refuses a small first letter.

    Other letters it lets pass, since users may have sources of their own: for the bundled
    profiles they fail here.
    """
    section = next(iter(sources()[source].sections.values()))
    with pytest.raises(NotationError, match=f"names no source: write {source}$"):
        parse_passage(f"{source.swapcase()} {section.id} {section.first}")
    with pytest.raises(cr.ProfileError, match=r"S06.*sources\.0"):
        house({"sources": [source.swapcase()]})
    assert not any(strangers(cr.load_profile(name)) for name in SYSTEMS)
    if len(source) > 1:
        other = source[0] + source[1:].swapcase()
        assert strangers(house({"sources": [source, other]})) == {other}


# --- own words --------------------------------------------------------------------------------


def runs_of_eight(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return set(zip(*(words[n:] for n in range(8)), strict=False))


@with_texts
@pytest.mark.parametrize("file", [*SYSTEMS, "sources"])
def test_no_file_shares_eight_words_in_a_row_with_a_source(file: str) -> None:
    """Paraphrases, reasons and notes, comments too."""
    told = {source: runs_of_eight("\n".join(lines_of(source))) for source in sources()}
    assert all(len(runs) > 300 for runs in told.values())
    written = runs_of_eight((FOLDER / f"{file}.yaml").read_text(encoding="utf-8"))
    assert {source: runs & written for source, runs in told.items() if runs & written} == {}


def test_no_two_decisions_have_the_same_reason() -> None:
    reasons: dict[str, list[str]] = {}
    for name, dimension, ground in every_ground():
        if ground.basis == "decided":
            same = " ".join(re.findall(r"\w+", ground.because.casefold()))
            reasons.setdefault(same, []).append(f"{name} {dimension.id}")
    assert len(reasons) > 80
    assert {reason: where for reason, where in reasons.items() if len(where) > 1} == {}


# --- the grid ---------------------------------------------------------------------------------


def figures() -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {"total": Counter()}
    for name in SYSTEMS:
        for cell in cells(name).values():
            kind = cell.origin if cell.origin != "written" else cell.gap or cell.basis
            found.setdefault(name, Counter())[kind] += 1
        found["total"] += found[name]
    return found


def test_the_figures() -> None:
    pinned = {line.split()[0]: dict(zip(KINDS, map(int, line.split()[1:]), strict=True))
              for line in FIGURES.split("\n") if line}  # fmt: skip
    found = figures()
    assert {name: {k: kinds[k] for k in KINDS} for name, kinds in found.items()} == pinned
    assert {name: sum(kinds.values()) for name, kinds in found.items()} == {
        **dict.fromkeys(SYSTEMS, 84), "total": 1008
    }  # fmt: skip


@each_system
def test_the_grid_is_complete_and_no_entry_is_out_of_place(name: str) -> None:
    profile = cr.load_profile(name)
    assert list(cells(name)) == list(DIMENSIONS)
    assert list(written_evidence(name).cells) == [d for d in DIMENSIONS if d in raw(name)["cells"]]
    for dimension, cell in cells(name).items():
        assert (cell.profile, cell.dimension.id) == (name, dimension)
        assert cell.value == value_of(profile, DIMENSIONS[dimension])
        applies = DIMENSIONS[dimension].applies(profile)
        assert applies == (cell.origin != "not_applicable") == (cell.basis != "not_applicable")
        assert applies or dimension not in written_evidence(name).cells


def owner_of(name: str, dimension: str) -> str | None:
    """Whose evidence file speaks of a cell: the first up the line, as long as no source is new."""
    if dimension in written_evidence(name).cells:
        return name
    profile = cr.load_profile(name)
    parent = profile.extends
    if parent is None or not set(cr.load_profile(parent).sources) <= set(profile.sources):
        return None
    return owner_of(parent, dimension)


@each_system
def test_every_rule_has_an_entry_or_inherits_one_or_is_taken_over(name: str) -> None:
    profile = cr.load_profile(name)
    for dimension, cell in cells(name).items():
        if cell.origin == "not_applicable":
            continue
        owner = owner_of(name, dimension)
        assert (cell.origin == "written") == (owner is not None), dimension
        if owner is not None:
            assert cell.inherited == (None if owner == name else owner)
            assert cell.ground == written_evidence(owner).cells[dimension].ground
        elif cell.origin == "taken_over":
            assert name in SKETCHES and cell.inherited == profile.extends
            assert cell.ground == Ground(basis="decided", gap="silent")
        else:
            assert cell.origin == "not_listed" and not cell.dimension.always_a_rule
            assert says_nothing(profile, cell.dimension), dimension
            assert cell.passages or cell.dimension.group == "custom", dimension
        if cell.inherited:  # a value of its own would need an entry of its own
            parent = cr.load_profile(cell.inherited)
            assert cell.value == value_of(parent, cell.dimension), dimension


@each_system
def test_grounds_have_what_their_basis_asks_for(name: str) -> None:
    own = cr.load_profile(name).sources
    for dimension, cell in cells(name).items():
        assert {p.source for p in cell.passages} <= set(own), dimension
        if cell.origin != "written":
            continue
        for ground in (cell.ground, *cell.parts.values(), *cell.aspects.values()):
            decided = ground.basis == "decided"
            assert decided == (ground.gap is not None) == bool(ground.because), dimension
            assert decided or ground.passages, dimension
            assert ground.basis != "stated" or ground.says, dimension
            assert ground.basis != "implied" or ground.infers, dimension
            unsure = ground.gap in ("ambiguous", "conflicting")
            assert not unsure or (ground.passages and ground.instead_of), dimension
            assert unsure or not ground.instead_of, dimension


@each_system
def test_parts_are_rows_of_the_value_and_aspects_are_not(name: str) -> None:
    profile = cr.load_profile(name)
    for dimension, entry in written_evidence(name).cells.items():
        value = value_of(profile, DIMENSIONS[dimension])
        rows = set(value) if isinstance(value, (dict, list)) else set()
        rows |= set(profile.deck.packs)
        assert set(entry.parts) <= rows, dimension
        assert not set(entry.aspects) & rows, dimension


def test_a_part_can_make_a_cell_weaker_than_the_whole() -> None:
    whole = cells("two-player-arnold")["deal.hands"]
    part = Ground(basis="decided", gap="lost", because="none")
    assert (whole.basis, whole.gap) == ("stated", None)
    weaker = attrs.evolve(whole, parts={"2": part})
    assert (weaker.basis, weaker.gap, weaker.weakest) == ("decided", "lost", part)
    assert attrs.evolve(whole, aspects={"2": part}).basis == "stated"


# --- rejected readings ------------------------------------------------------------------------


def at_its_places(dimension: Dimension, value: Any) -> dict[str, Any]:
    """A rejected value by the places it would stand at, in the form used inside."""
    places = {where.rpartition(".")[2]: where for where in dimension.where if "*" not in where}
    several = isinstance(value, dict) and len(places) > 1 and set(value) <= set(places)
    found = {}
    for key, place in places.items():
        if several and key not in value:
            continue
        answer = value[key] if several else value
        schema = {**(schema_at(tuple(place.split("."))) or {}), "$defs": profile_schema()["$defs"]}
        if not jsonschema.Draft202012Validator(schema).is_valid(answer):
            continue
        data: Any = answer
        for part in reversed(place.split(".")):
            data = {part: data}
        data = complete(data)
        for part in place.split("."):
            data = data[part]
        found[place] = data
    return found if not several or len(found) == len(value) else {}


def test_every_rejected_reading_is_a_value_that_could_stand_there_and_does_not() -> None:
    count = 0
    for name, dimension, ground in every_ground():
        for text in ground.instead_of:
            where = f"{name} {dimension.id}: {text}"
            document, problems = read(f"value: {text}", where)
            assert document is not None and not problems, where
            found = at_its_places(dimension, document.data["value"])
            assert found, where
            profile = cr.load_profile(name)
            assert all(profile.value(place) != value for place, value in found.items()), where
            count += 1
    assert count > 40


def test_a_reading_that_could_not_stand_there_is_seen() -> None:
    assert at_its_places(DIMENSIONS["play.continue"], "maybe") == {}
    assert at_its_places(DIMENSIONS["deal.hands"], {"hands": "few"}) == {}
    assert at_its_places(DIMENSIONS["play.stops"], ["10D"]) == {"play.stops": ["TD"]}
    assert at_its_places(DIMENSIONS["pool.stake"], {"each": 2}) == {"stakes.pool.each": 2}


# --- parallel texts and sketches --------------------------------------------------------------


def test_the_parallel_texts_agree() -> None:
    spanish = cells("foster-commit-es")
    for dimension, cell in cells("foster-commit").items():
        other = spanish[dimension]
        assert (cell.value, cell.origin) == (other.value, other.origin), dimension
        if dimension in LEANER_IN_SPANISH:
            assert (cell.basis, other.basis) == ("stated", LEANER_IN_SPANISH[dimension][0])
        else:
            assert (cell.basis, cell.gap) == (other.basis, other.gap), dimension


def test_the_parallel_texts_are_one_witness() -> None:
    assert sources()["F-es"].witness == sources()["F-en"].witness == "F-en"
    rows = cr.compare("foster-commit", "foster-commit-es").rows
    assert {row.agreement for row in rows} == {"none", "single"}
    three = cr.compare("foster-commit", "foster-commit-es", "svensk-komet")
    assert {row.agreement for row in three.rows} == {"none", "single", "concordant", "discordant"}


@pytest.mark.parametrize("name", SKETCHES)
def test_a_sketch_speaks_for_its_own_source_alone(name: str) -> None:
    profile = cr.load_profile(name)
    assert profile.completeness == "sketch" and profile.sources == ("SV",)
    assert {p.source for cell in cells(name).values() for p in cell.passages} == {"SV"}
    marks = " ".join(sentence.mark for part in cr.describe(profile) for sentence in part.sentences)
    texts = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    assert "SV" in marks and not re.search(r"\b(TP|D|F-e[ns])\b", marks + texts)
    parents = {c.inherited for c in cells(name).values() if c.origin == "taken_over"}
    assert parents == {profile.extends}


# --- dimensions -------------------------------------------------------------------------------


def leaves(schema: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[str]:
    """Every leaf of the rules in the profile schema; every key of a pack is one."""
    for key, sub in schema["properties"].items():
        if "properties" in sub:
            yield from leaves(sub, (*path, key))
        elif path:  # what stands at the top and is no section names the profile
            yield ".".join((*path, key))
    if path == ("deck",):
        packs = schema["properties"]["packs"]["additionalProperties"]
        yield from (f"deck.packs.*.{key}" for key in packs["properties"])


def test_each_leaf_of_the_rules_is_in_exactly_one_dimension() -> None:
    where = Counter(place for dimension in DIMENSIONS.values() for place in dimension.where)
    assert where == Counter(leaves(profile_schema()))


def test_every_place_of_a_dimension_leads_back_to_it() -> None:
    for dimension in DIMENSIONS.values():
        for place in dimension.where:
            concrete = place.replace("*", "black")
            assert schema_at(tuple(concrete.split("."))) is not None
            assert dimension_at(concrete) is dimension, place
    assert dimension_at("payments.laying.K").id == "pay.laying"
    assert dimension_at("settlement.caught.comet.to_each").id == "end.caught"
    for path in ("payments", "payments.layings", "title.en"):
        with pytest.raises(KeyError, match="no rule stands at"):
            dimension_at(path)


def test_the_ids_are_the_stored_ones_in_order() -> None:
    """New ids go to the end of the list, wherever they are shown; none of the first 84 goes."""
    stored = (Path(__file__).parent / "dimension_ids.txt").read_text(encoding="utf-8").split()
    first = stored[:84]
    assert [name for name in DIMENSIONS if name in first] == first
    assert sorted(stored) == sorted(DIMENSIONS)
    assert all(re.fullmatch("[a-z]+[.][a-z-]+", name) for name in stored)
    assert hashlib.sha256(" ".join(sorted(first)).encode()).hexdigest()[:16] == "7fd3c2c71de4a7fb"


def test_the_dimensions_of_a_group_stand_together() -> None:
    groups = [group for group, _ in groupby(d.group for d in DIMENSIONS.values())]
    assert len(groups) == len(set(groups)), groups


Changes = Mapping[str, Any]
PLAIN: Changes = {"comet.cards": ["9D"]}
COMET: Changes = {**PLAIN, "comet.when": "on_turn", "comet.does": "stop"}
TWO: Changes = {**COMET, "comet.cards": ["9D", "9C"]}
STAND_IN: Changes = {**COMET, "comet.does": "stand_in"}
WITHOUT_8D: Changes = {**COMET, "deck.remove": ["8D"]}
PAID: Changes = {**COMET, "payments.comet.reward": 2}
GROWS: Changes = {"payments.comet.reward": 2, "payments.comet.grows": 1}
KINGS: Changes = {"payments.laying": {"K": 1}}
SETS: Changes = {"play.suits": "ignored", "play.at_once": "full_set"}
CARDS: Changes = {"settlement.per_card": 1}
POTS: Changes = {"stakes.pots.cards": {"10D": {"each": 1}}}
UNPLAYED: Changes = {"settlement.scoring": "points", "settlement.unplayed.cards": {"K": 2}}
CAUGHT: Changes = {**CARDS, "settlement.times.comet_caught": 2}

# For each question that does not always make sense: changes to MINIMAL with which it does, and
# changes with which it just does not.
SIDES: dict[str, tuple[Changes, Changes]] = {
    "play.turn": ({}, {"play.order": "by_holder"}),
    "play.at-once": ({"play.suits": "ignored"}, {}),
    "lead.no-such-suit": ({"play.lead.suit": "new"}, {}),
    "lead.at-once": ({"deck.copies": 2}, {}),
    "comet.when": (PLAIN, {}),
    "comet.earliest": ({**COMET, "comet.when": "any_time"}, COMET),
    "comet.must": (PLAIN, {}),
    "comet.does": (PLAIN, {}),
    "comet.fork-answered": ({**COMET, "comet.does": "fork"}, COMET),
    "comet.if-led": (PLAIN, {}),
    "comet.if-due": (COMET, WITHOUT_8D),
    "pay.from": ({"payments.stuck": 1}, {"payments.stuck": 1, "settlement.scoring": "points"}),
    "pay.set": ({**SETS, **KINGS}, {**KINGS, "play.suits": "ignored"}),
    "pay.comet": (PLAIN, {}),
    "pay.comet-grows": (PAID, COMET),
    "pay.comet-resets": ({**COMET, **GROWS}, PAID),
    "pay.comet-counted": ({**TWO, **GROWS}, {**COMET, **GROWS}),
    "pay.comet-led": (PAID, COMET),
    "pay.comet-rank": ({**STAND_IN, **KINGS}, {**COMET, **KINGS}),
    "pool.won-by": ({"payments.passing": 1}, KINGS),
    "pots.taken": (POTS, {}),
    "pots.frozen": ({**POTS, **COMET}, POTS),
    "pots.unclaimed": (POTS, {}),
    "pots.caught": (POTS, {}),
    "end.values": ({"settlement.per_point": 1}, CARDS),
    "end.collected-by": (CARDS, {"settlement.going_out": 1}),
    "end.unplayed-where": (UNPLAYED, {"settlement.scoring": "points"}),
    "end.unplayed-as-card": ({**UNPLAYED, **CARDS}, {**UNPLAYED, "settlement.per_point": 1}),
    "times.comet-caught": ({**COMET, **CARDS}, COMET),
    "times.comet-last": ({**COMET, "settlement.per_point": 1}, CARDS),
    "times.comet-last-own": (
        {**STAND_IN, **CARDS},
        {**COMET, **CARDS, "comet.does": "stop", "comet.if_led": "comet"},
    ),
    "times.together": ({**TWO, **CAUGHT}, {**COMET, **CAUGHT}),
    "end.drawn": ({"settlement.times.opera": 2}, {}),
}
MORE_SIDES: list[tuple[str, Changes, bool]] = [
    ("comet.if-due", {**WITHOUT_8D, "play.suits": "ignored"}, True),
    ("comet.if-due", {**WITHOUT_8D, "play.when_stuck": "last_player_skips"}, True),
    ("comet.if-due", {**COMET, "comet.cards": ["AD"]}, False),
    ("pay.from", {"payments.passing": 1}, False),
    ("pay.from", PAID, True),
    ("pool.won-by", {"stakes.pool.dealer": 1}, True),
    ("times.together", {**COMET, **CAUGHT, "settlement.times.opera": 2}, True),
    ("times.together", {**COMET, **CAUGHT, "deck.copies": 2}, True),
    ("times.together", {**TWO, **CARDS}, False),
    ("pay.comet-counted", {**GROWS, **COMET, "deck.copies": 2}, False),
]  # fmt: skip


def test_the_questions_with_two_sides_are_those_that_do_not_always_make_sense() -> None:
    asked = {d.id for d in DIMENSIONS.values() if d.applies.__name__ != "_every"}
    assert asked == set(SIDES)


@pytest.mark.parametrize(
    ("dimension", "changes", "applies"),
    [(d, changes, side == 0) for d, both in SIDES.items() for side, changes in enumerate(both)]
    + MORE_SIDES,
)
def test_a_question_applies_where_it_makes_sense(
    dimension: str, changes: Changes, applies: bool
) -> None:
    profile = house(changes)
    assert DIMENSIONS[dimension].applies(profile) is applies
    assert cells_of(profile)[dimension].origin == ("declared" if applies else "not_applicable")


def chosen(state: cr.State, rng: Random, keep: bool) -> cr.Move:
    """Any legal move; for players who keep the Comet one without it, if there is one."""
    comets = state.rules.profile.comet.cards or ("9D", "9C")
    legal = cr.legal_moves(state)
    others = [move for move in legal if not any(str(comet) in str(move) for comet in comets)]
    return rng.choice(others if keep and others else legal)


def paths_paid(name: str) -> set[str]:
    """The rules that payments name in some deals of a profile, at every table."""
    payments: list[cr.Payment] = []
    rng = Random(name)
    for players in (n for system, n in every_table() if system == name):
        rules = cr.compile_rules(name, players=players)
        for number in range(5):
            pack = rules.packs[number % len(rules.packs)].pack.name
            state = cr.new_deal(rules, seed=number, dealer=number % players, pack=pack)
            while not state.is_over:
                result = cr.transition(state, chosen(state, rng, keep=number > 1))
                payments += [e.payment for e in result.events if isinstance(e, cr.Paid)]
                state = result.state
            payments += cr.score(state).payments
    return {path for payment in payments for path in (payment.rule, *payment.because)}


@each_system
def test_every_rule_that_a_payment_names_belongs_to_a_dimension_that_applies(name: str) -> None:
    profile, found = cr.load_profile(name), paths_paid(name)
    for path in found:
        assert cells(name)[dimension_at(path).id].origin in ("written", "taken_over"), path
    reward, times = profile.payments.comet.reward, profile.settlement.times
    assert ("payments.comet.reward" in found) == bool(reward)
    assert ("settlement.times.comet_caught" in found) == (times.comet_caught > 1)


# --- users' profiles --------------------------------------------------------------------------

MINE = """format: 1
id: mine
title: {en: Mine}
extends: foster-commit
players: {min: 3, max: 5}
payments:
  laying: {K: 2}
  comet:
    reward: 3
"""


def places(profile: cr.Profile, dimensions: Iterable[str]) -> list[tuple[str, str | None]]:
    found = [cells_of(profile)[name] for name in dimensions]
    assert {(cell.basis, cell.origin, cell.passages) for cell in found} == {
        ("declared", "declared", ())
    }
    return [(cell.place, cell.inherited) for cell in found]


ASKED = ("players.number", "pay.laying", "pay.comet", "pay.leading", "play.continue")


def test_a_users_profile_declares_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(MINE, encoding="utf-8")
    profile = cr.load_profile(file)
    own = [("mine.yaml:5", None), ("mine.yaml:7", None), ("mine.yaml:9", None)]
    assert places(profile, ASKED) == [*own, *[("mine.yaml:4", "foster-commit")] * 2]
    assert {c.origin for c in cells_of(profile).values()} == {"declared", "not_applicable"}


def test_what_nobody_says_stands_in_the_file_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(MINIMAL.lstrip().replace("id: house", "id: plain"), encoding="utf-8")
    assert places(cr.load_profile(file), ("play.continue", "play.turn")) == [
        ("house.yaml:7", None), ("house.yaml", None)
    ]  # fmt: skip


def test_a_pack_declares_what_it_says_and_a_grandparent_is_reached_by_extends(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    child = "format: 1\nid: child\ntitle: {en: Child}\nextends: mine\nplay: {stops: [K, 7D]}\n"
    file = tmp_path / "child.yaml"
    file.write_text(child, encoding="utf-8")
    assert places(cr.load_profile(file), ("play.stops", "pay.laying", "play.order")) == [
        ("child.yaml:5", None), ("child.yaml:4", "mine"), ("child.yaml:4", "mine")
    ]  # fmt: skip
    text = (data_folder("profiles") / "two-pack-comet.yaml").read_text(encoding="utf-8")
    packs = tmp_path / "packs.yaml"
    packs.write_text(text.replace("id: two-pack-comet", "id: packs"), encoding="utf-8")
    line = next(n for n, line in enumerate(text.split("\n"), 1) if "exchange" in line)
    assert places(cr.load_profile(packs), ["deck.exchanged"]) == [(f"packs.yaml:{line}", None)]


def test_a_file_that_was_changed_shows_its_new_lines(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    for above in ("", "# mine\n"):
        file.write_text(above + MINE, encoding="utf-8")
        line = 7 + bool(above)
        assert places(cr.load_profile(file), ["pay.laying"]) == [(f"mine.yaml:{line}", None)]


def test_equal_profiles_of_two_files_or_of_text_keep_their_own_places(tmp_path: Path) -> None:
    made = []
    for name in ("one.yaml", "two.yaml"):
        (tmp_path / name).write_text(MINE, encoding="utf-8")
        made.append(cr.load_profile(tmp_path / name))
    made.append(cr.load_profile(text=MINE))
    assert len(set(made)) == 1
    assert [places(profile, ["pay.laying"])[0][0] for profile in made] == [
        "one.yaml:7", "two.yaml:7", ""
    ]  # fmt: skip


def test_texts_and_variants_have_no_place() -> None:
    text = MINE.replace("id: mine", "id: text")
    assert places(cr.load_profile(text=text), ASKED) == [("", "foster-commit")] * 5
    variant = cr.load_profile("foster-commit").with_({"play.stops": ["K", "7D"]})
    assert places(variant, ASKED) == [("", None)] * 5


@each_system
def test_a_copy_of_a_bundled_file_is_its_owners_word(name: str, tmp_path: Path) -> None:
    assert "declared" not in {cell.origin for cell in cells(name).values()}
    bundled = data_folder("profiles") / f"{name}.yaml"
    file = tmp_path / bundled.name
    file.write_bytes(bundled.read_bytes())
    found = cells_of(cr.load_profile(file))
    assert {cell.origin for cell in found.values()} == {"declared", "not_applicable"}
