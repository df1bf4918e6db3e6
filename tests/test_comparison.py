"""Comparing profiles: rows, differences, agreement, every form of export, and what changed."""

from __future__ import annotations

import csv
import html
import html.parser
import io
import itertools
import json
import re
import shutil
import stat
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from rich.cells import cell_len

import cometrules as cr
from cometrules._data import data_folder
from cometrules.cli.comparing import written_as
from cometrules.comparison.changes import changes, read_export
from cometrules.comparison.exports import cell_lines, evidence_lines
from cometrules.evidence.dimensions import DIMENSIONS
from cometrules.evidence.sources import sources
from cometrules.lang.words import CODES, language

from .helpers import house, outcome

pytestmark = pytest.mark.long

ALL = cr.bundled_profiles()
FORMS = ("table", "markdown", "html", "csv", "json")
MINE = """format: 1
id: mine
title: {en: Mine}
extends: svensk-komet
play: {stops: [K]}
settlement:
  unit: "a|b <i>*c*"
"""
SETS = {
    "two": ("foster-commit", "svensk-komet"),
    "six": ALL[:6],
    "twelve": ALL,
    "with a file": (*ALL, "mine.yaml"),
}
every_set = pytest.mark.parametrize("names", SETS.values(), ids=SETS)

Names = tuple[str, ...]
Texts = dict[tuple[str, str], str]
"""By dimension and profile what is read in a cell."""


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A narrow terminal, in a folder with a user's profile."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("mine.yaml").write_text(MINE, "utf-8")


def written(
    compared: cr.Comparison, form: str, width: int = 80, lang: str = "en", *, evidence: bool = False
) -> str:
    return written_as(form, compared, lang, width, differences=False, evidence=evidence)


def ids(rows: Iterable[cr.Row]) -> list[str]:
    return [row.dimension.id for row in rows]


# --- comparing --------------------------------------------------------------------------------


def test_ids_paths_and_profiles_compare_in_any_mix() -> None:
    made = house({"play.stops": ["K"]})
    compared = cr.compare("svensk-komet", Path("mine.yaml"), made, "mine.yaml")
    assert [p.id for p in compared.profiles] == ["svensk-komet", "mine", "house-variant", "mine"]
    stops = [cell.value for cell in compared.row("play.stops").cells]
    assert stops == [["A"], ["K", "A"], ["K"], ["K", "A"]]


def test_one_profile_alone_unknown_and_broken_ones_are_refused() -> None:
    with pytest.raises(TypeError, match="two profiles or more"):
        cr.compare("svensk-komet")
    with pytest.raises(cr.ProfileError, match="foster-comit"):
        cr.compare("svensk-komet", "foster-comit")
    Path("broken.yaml").write_text(MINE.replace("stops", "stop"), "utf-8")
    with pytest.raises(cr.ProfileError, match="unknown key 'stop'"):
        cr.compare("broken.yaml", "svensk-komet")


@every_set
def test_every_question_has_a_row_with_every_profile(names: Names) -> None:
    compared = cr.compare(*names)
    assert [row.dimension for row in compared.rows] == list(DIMENSIONS.values())
    for row in compared.rows:
        assert [cell.profile for cell in row.cells] == [p.id for p in compared.profiles]
        assert {cell.dimension for cell in row.cells} == {row.dimension}
        assert compared.row(row.dimension.id) is row
    with pytest.raises(KeyError):
        compared.row("play.stop")


def test_the_two_deals_of_denexa_differ_in_the_stripping_only() -> None:
    compared = cr.compare("denexa-comet-stub", "denexa-comet-stripped")
    assert ids(compared.differences) == ["deck.stripped"]
    stripped = [cell.value for cell in compared.row("deck.stripped").cells]
    assert stripped == [[], ["8C", "8H", "8S", "7C", "7D", "7H", "7S"]]
    other_ground = [row for row in compared.rows if row.basis_only]
    assert ids(other_ground) == ["deal.hands", "end.unplayed-where"]


def test_opera_adds_a_multiplier_and_what_follows_from_it() -> None:
    """Two questions make no sense without it: not to apply is an answer too."""
    compared = cr.compare("two-pack-comet", "two-pack-comet-opera")
    assert set(ids(compared.differences)) == {"times.opera", "times.together", "end.drawn"}
    assert [cell.value for cell in compared.row("times.opera").cells] == [1, 2]
    for name in ("times.together", "end.drawn"):
        origins = [cell.origin for cell in compared.row(name).cells]
        assert origins == ["not_applicable", "written"]
    assert ids(row for row in compared.rows if row.basis_only) == ["players.number"]


def test_a_row_applies_where_one_profile_has_the_question() -> None:
    compared = cr.compare("svensk-komet", "foster-commit")
    pots, no_such_suit = compared.row("pots.taken"), compared.row("lead.no-such-suit")
    assert (pots.applies, pots.differs, pots.basis_only) == (True, True, False)
    assert (no_such_suit.applies, no_such_suit.differs) == (False, False)


# Found in the evidence files by hand.
AGREEMENT = [
    ("single", "players.number", "foster-commit foster-commit-es"),  # one text, twice
    ("single", "deck.ranks", "american-commit two-pack-comet"),  # one text, of two games
    ("single", "match.ties", "foster-commit svensk-komet"),  # the other is decided
    ("single", "play.stops", "foster-commit svensk-komet"),  # decided between two passages
    ("single", "comet.cards", "svensk-komet mine.yaml"),  # a user is no witness
    ("concordant", "comet.cards", "foster-commit denexa-comet-stub"),
    ("concordant", "comet.cards", "foster-commit foster-commit-es denexa-comet-stub"),
    ("concordant", "play.direction", "foster-commit denexa-comet-stub svensk-komet"),
    ("discordant", "players.number", "foster-commit denexa-comet-stub"),
    ("discordant", "play.order", "foster-commit denexa-comet-stub svensk-komet"),
    ("none", "deal.packet", "svensk-komet american-commit"),  # both silent
    ("none", "pots.taken", "foster-commit two-pack-comet"),  # no pots in either
]


@pytest.mark.parametrize(("agreement", "dimension", "names"), AGREEMENT)
def test_agreement_counts_independent_witnesses(agreement: str, dimension: str, names: str) -> None:
    assert cr.compare(*names.split()).row(dimension).agreement == agreement


def test_parallel_texts_never_bear_each_other_out() -> None:
    compared = cr.compare("foster-commit", "foster-commit-es")
    assert {row.agreement for row in compared.rows} == {"single", "none"}
    assert not compared.differences


def test_only_keeps_differences_and_groups() -> None:
    compared = cr.compare("foster-commit", "svensk-komet")
    some = compared.only(groups=("pots", "deck"))
    assert ids(some.rows) == [d for d in DIMENSIONS if d.startswith(("deck.", "pots."))]
    assert compared.only(differences=True).rows == compared.differences
    both = compared.only(differences=True, groups=("pots", "deck"))
    assert ids(both.rows) == ["deck.ranks", "deck.removed"] + [
        f"pots.{name}" for name in ("stakes", "taken", "frozen", "unclaimed", "caught")
    ]
    assert both.profiles == compared.profiles and compared.only().rows == compared.rows


# --- a user's own -----------------------------------------------------------------------------


def test_a_users_answers_are_declared_with_file_and_line() -> None:
    compared = cr.compare("svensk-komet", "mine.yaml")
    own, parent = (compared.row(name).cells[1] for name in ("play.stops", "pots.taken"))
    assert (own.basis, own.place, own.inherited) == ("declared", "mine.yaml:5", None)
    assert (parent.basis, parent.place, parent.inherited) == (
        "declared", "mine.yaml:4", "svensk-komet",
    )  # fmt: skip
    variant = cr.load_profile("foster-commit").with_({"play.stops": ["K", "7D"]})
    cells = cr.compare("foster-commit", variant).row("comet.cards").cells
    assert [(cell.basis, cell.place) for cell in cells] == [("stated", ""), ("declared", "")]


def test_places_are_those_of_the_file_that_was_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Profiles are equal by what they say; whose they are does not follow from that."""
    Path("other.yaml").write_text(MINE, "utf-8")
    cells = cr.compare("mine.yaml", "other.yaml").row("play.stops").cells
    assert [cell.place for cell in cells] == ["mine.yaml:5", "other.yaml:5"]
    Path("other.yaml").write_text(f"# A line more.\n{MINE}", "utf-8")
    assert cr.compare("mine.yaml", "other.yaml").row("play.stops").cells[1].place == "other.yaml:6"
    shutil.copy(data_folder("profiles") / "usa-komet.yaml", "usa-komet.yaml")
    cells = cr.compare("usa-komet", "usa-komet.yaml").row("players.number").cells
    assert (cells[0].origin, cells[1].origin) == ("written", "declared")
    monkeypatch.chdir(data_folder("profiles").parent)
    for path in (Path("profiles", "usa-komet.yaml"), Path.cwd() / "profiles" / "usa-komet.yaml"):
        assert cr.compare(path, "usa-komet").row("players.number").cells[0].origin == "written"


# --- the forms --------------------------------------------------------------------------------


class Page(html.parser.HTMLParser):
    """A table in HTML, read back: rows by id with the texts of their cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags, self.scopes = Counter[str](), Counter[str | None]()
        self.rows: dict[str, list[str]] = {}
        self.kinds: dict[str, str | None] = {}
        self.row: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.open.append(tag)
        self.tags[tag] += 1
        if tag == "tr":
            self.row, name = [], given.get("id")
            if name is not None:
                assert name not in self.rows
                self.rows[name], self.kinds[name] = self.row, given["class"]
        elif tag in ("td", "th"):
            self.row.append("")
            self.scopes.update([given["scope"]] if tag == "th" else [])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self.open):
            self.row[-1] += data


def lines_of(form: str, text: str) -> Iterator[list[str]]:
    """Of every line of values its cells, what was escaped as it was meant."""
    if form == "table":
        for line in text.splitlines()[3:]:
            yield re.split(r" {2,}", line.strip())
        return
    for line in text.splitlines()[2:]:
        assert line.startswith("| ") and line.endswith(" |")
        cells = re.split(r"(?<!\\)\|", line[1:-1])
        yield [re.sub(r"\\(.)", r"\1", cell.strip()).replace("&lt;", "<") for cell in cells]


def read_back(compared: cr.Comparison, form: str, lang: str) -> Texts:
    """What a form says in each cell; the gap stands in brackets in tables, apart in data."""
    text, words = written(compared, form, 10_000, lang), language(lang)
    names = [profile.id for profile in compared.profiles]

    def said(value: str, gap: str | None) -> str:
        return f"{value} [{words.name_of('gap', gap)}]" if gap else value

    if form == "csv":
        table = csv.DictReader(io.StringIO(text))
        return {(line["dimension"], line["profile"]): said(line["value"], line["gap"])
                for line in table}  # fmt: skip
    if form == "json":
        return {(row["dimension"], cell["profile"]): said(cell["text"], cell.get("gap"))
                for row in json.loads(text)["rows"] for cell in row["cells"]}  # fmt: skip
    if form == "html":
        rows = Page(text).rows
    else:
        lines = (line for line in lines_of(form, text) if any(line[1:]))
        rows = dict(zip(ids(row for row in compared.rows if row.applies), lines, strict=True))
    return {(name, profile): cell for name, (_, *cells) in rows.items()
            for profile, cell in zip(names, cells, strict=True)}  # fmt: skip


def in_words(compared: cr.Comparison, row: cr.Row, lang: str) -> list[str]:
    words = language(lang)
    pairs = zip(compared.profiles, row.cells, strict=True)
    return [cell_lines(words, profile, cell, evidence=False)[0] for profile, cell in pairs]


@pytest.mark.parametrize(
    ("names", "lang"), [*((names, "en") for names in SETS), ("six", "es"), ("six", "sv")]
)
def test_a_value_reads_the_same_in_every_form(names: str, lang: str) -> None:
    compared = cr.compare(*SETS[names])
    expected = {
        (row.dimension.id, cell.profile): text
        for row in compared.rows
        for cell, text in zip(row.cells, in_words(compared, row, lang), strict=True)
    }
    shown = {key: text for key, text in expected.items() if compared.row(key[0]).applies}
    for form in FORMS:
        assert read_back(compared, form, lang) == (expected if form in ("csv", "json") else shown)


def pieces(compared: cr.Comparison, lang: str, *, by_value: bool) -> Iterator[str]:
    """Every piece of text that a table must hold, whatever its width."""
    words, names = language(lang), [profile.id for profile in compared.profiles]
    rows = [row for row in compared.rows if row.applies]
    if not by_value:
        yield from (words.word("rule"), *names)
        yield from (words.group(name) for name in {row.dimension.group for row in rows})
    for row in rows:
        yield words.title(row.dimension)
        yield f"({words.word('basis_only')})" if row.basis_only else ""
        texts = in_words(compared, row, lang)
        if by_value:
            for text in set(texts):
                have = (name for name, told in zip(names, texts, strict=True) if told == text)
                yield text + ",".join(have)
        else:
            yield from texts
    gaps = {cell.gap for row in rows for cell in row.cells if cell.gap}
    yield f"[...] {words.word('decided_mark')}: "
    yield ",".join(words.name_of("gap", gap) for gap in gaps)


@pytest.mark.parametrize("width", [80, 100, 160])
@every_set
def test_a_table_fits_the_terminal_and_loses_nothing(names: Names, width: int) -> None:
    compared = cr.compare(*names)
    for lang in CODES if (names, width) == (SETS["six"], 80) else ("en",):
        text = written(compared, "table", width, lang)
        assert max(map(cell_len, text.splitlines())) <= width
        expected = "".join(pieces(compared, lang, by_value="─" not in text))
        assert Counter(re.sub(r"[\s─]", "", text)) == Counter(re.sub(r"\s", "", expected))
    if len(names) <= 6:
        evidence = written(compared, "table", width, evidence=True)
        assert max(map(cell_len, evidence.splitlines())) <= width


def test_a_long_name_is_folded_and_not_cut() -> None:
    name = "a-house-with-a-name-that-is-longer-than-half-of-a-terminal"
    made = [house({"id": f"{name}-{number}"}) for number in range(6)]
    text = written(cr.compare(*made).only(groups=("play",)), "table")
    assert max(map(cell_len, text.splitlines())) <= 80
    assert f"{name}-5" in re.sub(r"\s", "", text)


@every_set
def test_html_has_scopes_and_a_row_for_each_question_that_applies(names: Names) -> None:
    compared = cr.compare(*names)
    page = Page(written(compared, "html"))
    applying = [row for row in compared.rows if row.applies]
    assert list(page.rows) == ids(applying)
    groups = len({row.dimension.group for row in applying})
    assert page.scopes == {"col": len(names) + 1, "rowgroup": groups, "row": len(applying)}
    assert page.tags["td"] == len(applying) * len(names)
    for row in applying:
        kind = "differs" if row.differs else "basis-only" if row.basis_only else "same"
        assert page.kinds[row.dimension.id] == kind


@every_set
def test_csv_has_a_line_for_each_cell(names: Names) -> None:
    compared = cr.compare(*names)
    head, *lines = csv.reader(io.StringIO(written(compared, "csv")))
    assert " ".join(head) == "profile dimension value basis gap precision agreement source"
    cells = [(row, cell) for row in compared.rows for cell in row.cells]
    for line, (row, cell) in zip(lines, cells, strict=True):
        basis = "not_listed" if cell.origin == "not_listed" else cell.basis
        source = cell.place or "; ".join(map(str, cell.passages))
        assert [*line[:2], *line[3:]] == [
            cell.profile, row.dimension.id, basis, cell.gap or "", cell.ground.precision,
            row.agreement, source,
        ]  # fmt: skip


@every_set
def test_json_follows_its_schema_and_comes_back(names: Names) -> None:
    compared = cr.compare(*names)
    Path("out.json").write_text(written(compared, "json"), "utf-8")
    data = json.loads(Path("out.json").read_bytes())
    schema = json.loads((data_folder("schemas") / "comparison.schema.json").read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(data)
    assert read_export(Path("out.json")) == data
    assert data["meta"]["sources"] == {name: one.sha256 for name, one in sources().items()}
    profiles = [(profile["id"], profile["digest"]) for profile in data["profiles"]]
    assert profiles == [(profile.id, profile.digest) for profile in compared.profiles]
    for row, told in zip(compared.rows, data["rows"], strict=True):
        kind = "value" if row.differs else "basis" if row.basis_only else "none"
        assert (told["dimension"], told["difference"]) == (row.dimension.id, kind)
        values = [cell.value for cell in row.cells if cell.origin != "not_applicable"]
        assert [cell["value"] for cell in told["cells"] if "value" in cell] == values


def test_markup_in_a_profile_stays_text() -> None:
    compared = cr.compare("mine.yaml", "svensk-komet").only(groups=("end",))
    page, markdown = Page(written(compared, "html")), written(compared, "markdown").splitlines()
    line = next(line for line in markdown if line.startswith("| Unit "))
    assert line == r"| Unit | a\|b &lt;i>\*c\* | marker [the text is ambiguous] |"
    assert page.rows["end.unit"][1] == "a|b <i>*c*" and not page.tags["i"]


# --- on whose word ----------------------------------------------------------------------------

# A cell for each status, with a neighbour that rests on a passage.
STATUSES = {
    "silent": ("svensk-komet", "foster-commit", "deal.packet"),
    "ambiguous": ("svensk-komet", "foster-commit", "comet.when"),
    "conflicting": ("denexa-comet-stub", "foster-commit", "comet.does"),
    "lost": ("two-pack-comet", "foster-commit", "deal.hands"),
    "deferred": ("american-commit", "foster-commit", "pool.stake"),
    "not_listed": ("svensk-komet", "foster-commit", "pool.stake"),
    "not_applicable": ("svensk-komet", "foster-commit", "pool.won-by"),
    "declared": ("mine.yaml", "svensk-komet", "play.stops"),
}


def alone(status: str) -> cr.Comparison:
    first, second, dimension = STATUSES[status]
    compared = cr.compare(first, second)
    return cr.Comparison(compared.profiles, (compared.row(dimension),))


def plain(text: str) -> str:
    """The words of any form: no tags, no escapes, single spaces."""
    bare = html.unescape(re.sub(r"<[^>]*>", " ", text))
    return " ".join(re.sub(r"\\(.)", r"\1", bare).split())


@pytest.mark.parametrize("lang", CODES)
@pytest.mark.parametrize("status", STATUSES)
def test_statuses_are_told_apart_by_words(status: str, lang: str) -> None:
    """What is no gap has its word with the evidence only."""
    words = language(lang).data["words"]
    names = {one: (words["gap_names"] | words["basis_names"])[one] for one in STATUSES}
    for form, evidence in itertools.product(FORMS[:3], (False, True)):
        text = plain(written(alone(status), form, 400, lang, evidence=evidence))
        told = {one for one, name in names.items() if name in text}
        always = status not in ("not_listed", "declared")
        assert told == ({status} if always or evidence else set())


def test_statuses_are_told_apart_in_data() -> None:
    seen = set()
    for status in STATUSES:
        line = next(csv.DictReader(io.StringIO(written(alone(status), "csv"))))
        assert (line["gap"] or line["basis"]) == status
        cell = json.loads(written(alone(status), "json"))["rows"][0]["cells"][0]
        seen.add((cell["origin"], cell["basis"], cell.get("gap")))
    assert len(seen) == len(STATUSES)


@pytest.mark.parametrize("form", FORMS[:3])
def test_evidence_is_shown_on_request(form: str) -> None:
    compared = cr.compare("denexa-comet-stub", "mine.yaml").only(groups=("comet", "play"))
    without, text = (plain(written(compared, form, 10_000, evidence=e)) for e in (False, True))
    cells = [c for row in compared.rows for c in row.cells if c.origin != "not_applicable"]
    lines = {line.strip() for cell in cells for line in evidence_lines(language("en"), cell)}
    assert len(lines) > 40
    for line in ("Passage: D nine 13.1, D nine 13.2", "Ruling: D3", "mine.yaml:5", *lines):
        assert line in text
    for word in ("Passage", "Ruling", "Reason", "mine.yaml"):
        assert word not in without


# --- the command line -------------------------------------------------------------------------


def good(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status, out, err = outcome(capsys, *arguments)
    assert (status, err) == (0, "")
    return out


@pytest.mark.parametrize("lang", CODES)
@pytest.mark.parametrize("form", FORMS)
def test_compare_writes_every_form_in_every_language(
    form: str, lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    out = good(capsys, "compare", *SETS["two"], "mine.yaml", "--format", form, "--lang", lang,
               "--group", "pots", "--group", "end", "--only-differences")  # fmt: skip
    compared = cr.compare(*SETS["two"], "mine.yaml").only(groups=("pots", "end"))
    head = language(lang).word("basis_only").capitalize()
    assert (head in out) == (form == "table"), "the table names what differs in its ground only"
    for row in compared.rows:
        named = row.dimension.id if form == "csv" else language(lang).title(row.dimension)
        assert (named in out.partition(head)[0]) == row.differs
    if form != "table":
        assert out == written(compared.only(differences=True), form, 80, lang)


def test_compare_all_takes_a_file_besides(capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["mine.yaml"]):
        out = good(capsys, "compare", "--all", *more, "--format", "json", "--group", "deal")
        told = [profile["id"] for profile in json.loads(out)["profiles"]]
        assert sorted(told) == sorted([*ALL, *(["mine"] if more else [])])


def test_an_unknown_group_is_refused_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = outcome(capsys, "compare", *SETS["two"], "--group", "pots", "--group", "pot")
    assert (status, out, err.count("\n")) == (2, "", 1)
    groups = dict.fromkeys(dimension.group for dimension in DIMENSIONS.values())
    assert "'pot'" in err and err.rstrip().endswith(", ".join(groups))


@pytest.mark.parametrize("form", FORMS)
def test_declared_cells_show_file_and_line(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One rule of play is the file's own; six, that apply, it takes over in its fourth line."""
    out = good(capsys, "compare", "svensk-komet", "mine.yaml", "--group", "play",
               "--with-evidence", "--format", form)  # fmt: skip
    assert (out.count("mine.yaml:5"), out.count("mine.yaml:4")) == (1, 6)


def test_output_is_written_whole_or_not_at_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    args = ("compare", *SETS["two"], "--output", "out.txt")
    on_screen = good(capsys, *args[:-2])
    assert good(capsys, *args) == ""
    assert Path("out.txt").read_text("utf-8") == on_screen
    Path("new").touch()
    modes = [stat.S_IMODE(Path(name).stat().st_mode) for name in ("out.txt", "new")]
    assert modes[0] == modes[1]

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(Path, "replace", full)
    status, out, err = outcome(capsys, *args, "--lang", "sv")
    assert (status, out, err) == (2, "", "cometrules: out.txt: No space left on device\n")
    assert Path("out.txt").read_text("utf-8") == on_screen
    assert {file.name for file in Path().iterdir()} == {"mine.yaml", "new", "out.txt"}


def test_a_file_holds_no_colours(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    good(capsys, "compare", *SETS["two"], "--output", "out.txt")
    assert "\x1b" not in Path("out.txt").read_text("utf-8")


# --- what changed -----------------------------------------------------------------------------


@pytest.fixture
def old(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    good(capsys, "compare", *SETS["two"], "--group", "pots", "--group", "pool",
         "--format", "json", "--output", "old.json")  # fmt: skip
    return read_export(Path("old.json"))


def told(capsys: pytest.CaptureFixture[str], new: dict[str, Any]) -> list[str]:
    """What data-diff says of the old export and a new one."""
    Path("new.json").write_text(json.dumps(new), "utf-8")
    lines = good(capsys, "data-diff", "old.json", "new.json").splitlines()
    assert list(changes(read_export(Path("old.json")), new)) == lines
    return lines


def test_changed_cells_are_told(old: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, old) == []
    cells = {(c["profile"], row["dimension"]): c for row in old["rows"] for c in row["cells"]}
    won_by = cells["foster-commit", "pool.won-by"]
    won_by["value"], won_by["ground"]["at"] = "out_with_comet", ["F-en 06 37.2"]
    stake = cells["svensk-komet", "pool.stake"]
    stake |= {"basis": "decided", "gap": "silent", "origin": "taken_over"}
    cells["foster-commit", "pots.taken"] |= {"basis": "stated", "origin": "written", "value": "x"}
    assert told(capsys, old) == [
        "svensk-komet, pool.stake: basis not_listed -> decided (silent)",
        'foster-commit, pool.won-by: value "first_out" -> "out_with_comet"',
        "foster-commit, pool.won-by: passages F-en 06 37.1 -> F-en 06 37.2",
        'foster-commit, pots.taken: value does not apply -> "x"',
        "foster-commit, pots.taken: basis not_applicable -> stated",
    ]


def test_new_and_gone_profiles_and_dimensions_are_told(
    old: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    for row in old["rows"]:
        row["cells"][1]["profile"] = "other"
    old["rows"][0]["dimension"] = "pool.new"
    assert told(capsys, old) == [
        "profile svensk-komet: gone",
        "profile other: new",
        "dimension pool.stake: gone",
        "dimension pool.new: new",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"profile: foster", "is no JSON"),
        (b"\xff\xfe\x00", "is no JSON"),
        (b"[" * 100_000, "is no JSON"),
        (b"[]", "is no export of a comparison (at the top)"),
        (b'{"format": 1}', "is no export of a comparison (at the top)"),
        (None, "does not exist"),
    ],
)
@pytest.mark.usefixtures("old")
def test_a_wrong_file_is_one_clear_line(
    content: bytes | None, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        Path("wrong.json").write_bytes(content)
    for files in (("old.json", "wrong.json"), ("wrong.json", "old.json")):
        status, out, err = outcome(capsys, "data-diff", *files)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "wrong.json" in err and words in err


def test_an_export_of_another_form_is_refused(old: dict[str, Any]) -> None:
    old["rows"][1]["cells"][0]["basis"] = "guessed"
    Path("new.json").write_text(json.dumps(old), "utf-8")
    with pytest.raises(cr.CometError, match="at rows/1/cells/0/basis"):
        read_export(Path("new.json"))
