"""What helps a rule writer: new-profile, schema, explain, show --rule, and `cr.explain`."""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest

import cometrules as cr
from cometrules.cli.drafting import draft
from cometrules.evidence.cells import cells_of, dimension_at
from cometrules.evidence.dimensions import DIMENSIONS
from cometrules.lang.words import CODES as LANGUAGES
from cometrules.lang.words import language
from cometrules.profile.codes import CODES
from cometrules.profile.reading import read
from cometrules.profile.schema import profile_schema, schema_at

from .helpers import MINIMAL, outcome

pytestmark = pytest.mark.long

NAMES = cr.bundled_profiles()
PARENTS = [None, *NAMES]
SCHEMAS = Path(__file__).parents[1] / "schemas"


@pytest.fixture(autouse=True)
def narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def good(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    status, out, err = outcome(capsys, *arguments)
    assert (status, err) == (0, "")
    return out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """The one line on standard error of a command that was used wrongly."""
    status, out, err = outcome(capsys, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("cometrules: ")
    return err


def flat(text: str) -> str:
    return " ".join(text.split())


# --- what a draft holds -----------------------------------------------------------------------

APPARATUS = ("format", "id", "title", "aliases", "extends", "sources", "completeness", "leaves_out")


def schema(path: str) -> Mapping[str, Any]:
    return schema_at(tuple(path.split("."))) or {}


def keys(path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every section and every rule of the schema, in its order."""
    here: Mapping[str, Any] = schema_at(path) or {}
    for key in here.get("properties", {}):
        if path or key not in APPARATUS:
            yield (*path, key)
            yield from keys((*path, key))


KEYS = list(keys())
RULES = [path for path in map(".".join, KEYS) if "properties" not in schema(path)]
START: dict[str, dict[str, Any]] = {
    "players": {"min": 2, "max": 4},
    "deck": {"ranks": ["A", 2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K"]},
    "deal": {"hands": "even"},
    "play": {"order": "by_turn", "suits": "matter", "continue": "must"},
    "settlement": {"scoring": "payments", "per_card": 1},
    "match": {"ends": "after_deals"},
}
SAID = {f"{section}.{key}" for section, said in START.items() for key in said}
ALONE = ("play.lead.holder_of", "settlement.times.comet_last_as_own_rank")
"""Rules without a neutral value: to say them takes a value of one's own."""


@functools.cache
def drafted(parent: str | None) -> str:
    return draft("mine", None if parent is None else cr.load_profile(parent))


@functools.cache
def simplest() -> cr.Profile:
    return cr.load_profile(text=drafted(None))


def bare(text: str) -> str:
    """Comment lines as running text, without any blanks (a line may break after a hyphen)."""
    return re.sub(r"\s", "", re.sub(r"^ *#", "", text, flags=re.MULTILINE))


@functools.cache
def places(text: str) -> dict[str, int]:
    """The line of each key, which has its description above it and nothing else."""
    lines = text.split("\n")
    found: dict[str, int] = {}
    after = lines.index("")
    for path in KEYS:
        indent = "  " * (len(path) - 1)
        line = re.compile(rf"{indent}(# )?{path[-1]}:( |$)")
        of = schema(".".join(path))
        told = "" if len(path) > 1 and "properties" in of else str(of["description"])
        at = next(
            (
                number
                for number in range(after, len(lines))
                if line.match(lines[number])
                and bare("\n".join(lines[after:number])) == bare(f"# {told}")
            ),
            None,
        )
        assert at is not None, f"{'.'.join(path)} is not there, or without its description"
        found[".".join(path)] = at
        after = at + 1
    assert lines[after:] == [""]
    return found


def uncommented(text: str, paths: Iterable[str]) -> str:
    """The text with some keys, and the sections they stand in, taken out of their comments."""
    lines, where = text.split("\n"), places(text)
    for path in paths:
        parts = path.split(".")
        for length in range(1, len(parts) + 1):
            at = where[".".join(parts[:length])]
            lines[at] = re.sub(r"^( *)# ", r"\1", lines[at])
    return "\n".join(lines)


def plain(value: Any) -> Any:
    """A value with every word and number as text."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else str(value)


def own(text: str) -> dict[str, Any]:
    """What a text says, as the checker reads it."""
    document, problems = read(text, "<draft>")
    assert document is not None and not problems, problems
    return document.data


def at(data: Any, path: str) -> Any:
    for key in path.split("."):
        data = data[key]
    return data


@pytest.mark.parametrize("parent", PARENTS)
def test_draft__has_every_rule_with_its_description(parent: str | None) -> None:
    assert len(places(drafted(parent))) == len(KEYS) > len(RULES) > 80


@pytest.mark.parametrize("parent", PARENTS)
def test_draft__begins_with_the_line_for_editors(parent: str | None) -> None:
    first = drafted(parent).split("\n")[0]
    found = re.fullmatch(r"# yaml-language-server: \$schema=(file://\S+)", first)
    assert found
    file = Path(unquote(urlsplit(found[1]).path))
    assert json.loads(file.read_text(encoding="utf-8")) == profile_schema()


def test_draft__that_extends_nothing_says_the_simplest_game() -> None:
    text = drafted(None)
    report = cr.validate_profile(text=text, deals=3)
    assert (report.problems, report.warnings) == ((), ())
    assert own(text) == {"format": 1, "id": "mine", "title": {"en": "Mine"}, **START}


@pytest.mark.parametrize("parent", NAMES)
def test_draft__that_extends_a_profile_says_the_same(parent: str) -> None:
    text = drafted(parent)
    report = cr.validate_profile(text=text, deals=1)
    assert (report.problems, report.warnings) == ((), ())
    assert report.profile is not None
    assert not cr.compare(parent, report.profile).differences
    assert own(text) == {"format": 1, "id": "mine", "title": {"en": "Mine"}, "extends": parent}


@pytest.mark.parametrize("path", RULES)
def test_draft__each_rule_can_be_taken_out_of_its_comment(path: str) -> None:
    """It stands at its place then, with its neutral value, and nothing has changed."""
    text = drafted(None)
    changed = uncommented(text, [path])
    assert (changed == text) == (path in SAID)
    data = own(changed)
    wanted = at(START, path) if path in SAID else schema(path).get("default", "")
    assert plain(at(data, path)) == plain(wanted)
    report = cr.validate_profile(text=changed, deals=0)
    if path in ALONE:
        assert [".".join(problem.path) for problem in report.problems] == [path]
        return
    assert report.profile is not None, str(report)
    assert report.profile.rules() == simplest().rules()


@pytest.mark.parametrize("parent", NAMES)
def test_draft__each_rule_stands_in_its_comment_as_the_parent_has_it(parent: str) -> None:
    """All together they repeat the parent."""
    rules = [path for path in RULES if path not in ALONE]
    changed = uncommented(drafted(parent), rules)
    report = cr.validate_profile(text=changed, deals=0)
    assert report.profile is not None, str(report)
    assert report.profile.rules() == cr.load_profile(parent).rules()


def test_draft__shows_what_else_could_be_said() -> None:
    """Behind each commented rule stand its words, or an example, which is valid there."""
    text = drafted(None)
    lines = text.split("\n")
    base = cr.load_profile(text=text)
    definitions = profile_schema()["$defs"]
    for path, number in places(text).items():
        if path not in RULES or path in SAID:
            continue
        shown, of = lines[number].rpartition("   # ")[2], schema(path)
        if "enum" in of:
            assert shown.split(" | ") == of["enum"], path
            continue
        assert shown.startswith("such as "), path
        example = own(f"x: {shown.removeprefix('such as ')}")["x"]
        assert plain(example) == plain(of["examples"][0])
        jsonschema.Draft202012Validator({**of, "$defs": definitions}).validate(example)
        assert path in (*ALONE, *ECHOES) or plain(example) != plain(base.value(path)), path


ECHOES = (
    "deck.suits", "deal.packet", "play.stops", "settlement.unit", "match.deals_each",
    "match.target",
)  # fmt: skip
"""Rules whose first example is the neutral value itself."""


# --- new-profile ------------------------------------------------------------------------------


@pytest.mark.parametrize("parent", PARENTS)
def test_new_profile__passes_the_checker(
    parent: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "Farmors komet.yaml"
    more = [] if parent is None else ["--from", parent]
    told = good(capsys, "new-profile", file, *more)
    assert told == f"wrote {file}: fill it in, then cometrules validate {file}\n"
    assert good(capsys, "validate", "--no-play", file) == f"{file}: no problem found\n"
    profile = cr.load_profile(file)
    assert (profile.id, profile.name, profile.extends) == (
        "farmors-komet", "Farmors komet", parent,
    )  # fmt: skip
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize(
    "stem",
    [
        "no", "Y", "true", "null", "123", "1e3", "0x1F", "1718-05-01", "2-players", "-", "ö",
        "Åsas Komet", "my_game.v2", "--x--", "a" * 100, "svensk-komet", "Foster Commit",
    ],
)  # fmt: skip
@pytest.mark.parametrize("parent", [None, "svensk-komet"])
def test_new_profile__passes_whatever_the_file_is_called(
    stem: str, parent: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Words and numbers that YAML readers guess at, long names, and ids that are taken."""
    more = [] if parent is None else ["--from", parent]
    good(capsys, "new-profile", tmp_path / f"{stem}.yml", *more)
    report = cr.validate_profile(tmp_path / f"{stem}.yml", deals=0)
    assert report.profile is not None, str(report)
    assert report.profile.id not in NAMES


def test_new_profile__leaves_a_file_that_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("mine", encoding="utf-8")
    assert "is there already" in refused(capsys, "new-profile", file)
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["mine", "mine.txt", "mine.yaml.bak", "mine.json"])
def test_new_profile__refuses_another_ending(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "ends in .yaml" in refused(capsys, "new-profile", tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_new_profile__refuses_an_unknown_parent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, "new-profile", tmp_path / "x.yaml", "--from", "svensk-kommet")
    assert "did you mean 'svensk-komet'?" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["house", "foster-commit"])
def test_new_profile__refuses_a_file_as_parent(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also one that has taken the id of a bundled profile: its rules are not those."""
    parent, file = tmp_path / "parent.yaml", tmp_path / "mine.yaml"
    parent.write_text(MINIMAL.replace("id: house", f"id: {name}"), encoding="utf-8")
    assert "is no bundled profile" in refused(capsys, "new-profile", file, "--from", parent)
    assert not file.exists()


def test_new_profile__in_a_folder_that_is_not_there_names_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rules" / "mine.yaml"
    said = refused(capsys, "new-profile", file)
    assert said == f"cometrules: {file}: No such file or directory\n"


class FullDisk:
    """A file that takes half of what is written to it."""

    def __init__(self, handle: int, *_: Any, **__: Any) -> None:
        self.handle = handle

    def __enter__(self) -> FullDisk:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.handle)

    def write(self, text: str) -> None:
        os.write(self.handle, text.encode()[: len(text) // 2])
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("way", ["writing", "putting in place"])
def test_new_profile__leaves_nothing_half_written(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    if way == "writing":
        monkeypatch.setattr("cometrules._files.os.fdopen", FullDisk)
    else:
        monkeypatch.setattr(Path, "replace", fails)
    said = refused(capsys, "new-profile", tmp_path / "mine.yaml")
    assert "No space left on device" in said
    assert not list(tmp_path.iterdir())


# --- schema -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(f.name.split(".")[0] for f in SCHEMAS.iterdir()))
def test_schema__is_printed_whole(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = good(capsys, "schema", name)
    assert out == (SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")
    jsonschema.Draft202012Validator.check_schema(json.loads(out))
    assert (good(capsys, "schema") == out) == (name == "profile")


def test_schema__that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there are comparison, evidence, position, profile, record" in refused(
        capsys, "schema", "rules"
    )


# --- explain ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_explain__tells_every_code(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = good(capsys, "explain", code)
    assert out == good(capsys, "explain", code.lower())
    assert out.startswith(f"{code}: {CODES[code].title[:20]}")
    example = CODES[code].example.replace("\f", "␌")  # which a terminal would obey
    for text in (CODES[code].title, CODES[code].means, example, CODES[code].remedy):
        assert flat(text) in flat(out)


@pytest.mark.parametrize(
    ("code", "kind"), [("S09", "S"), ("m8", "M"), ("Y", "Y"), ("P99", "P"), ("x5", "X")]
)
def test_explain__of_none_names_those_like_it(
    code: str, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, "explain", code)
    assert f"there is no code {code!r}" in said
    named = re.findall(r"\b[A-Z]\d\d\b", said.partition(": there are ")[2])
    assert named and set(named) <= set(CODES)
    assert all(name.startswith(kind) for name in named)


def test_explain__of_nothing_like_a_code_names_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert ", ".join(CODES) in refused(capsys, "explain", "nonsense")


# --- show --rule ------------------------------------------------------------------------------

HOUSE = """\
format: 1
id: own
title: {en: Own}
extends: foster-commit
players:
  min: 3
play:
  stops: [K, 7D]
payments:
  laying: {10: 2, 9♦: 3}
  comet: {reward: 5}
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "own.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    return file


def check_shown(out: str, profile: cr.Profile, rule: str, lang: str) -> None:
    """The rule's place and id, its question, its value, and what it rests on."""
    words, dimension = language(lang), DIMENSIONS.get(rule) or dimension_at(rule)
    cell = cells_of(profile)[dimension.id]
    path = dimension.where[0] if rule in DIMENSIONS else rule
    value = flat(f"{words.word('value')}: {words.value(profile, cell)}")
    head = flat(f"{path} ({dimension.id}) {words.question(dimension)} {value}")
    assert flat(out).startswith(head)
    if cell.origin != "not_applicable":
        assert flat(words.status(cell)) in flat(out).removeprefix(head)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_show_rule__tells_every_dimension(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of every profile, each in one of the languages, which take turns."""
    for number, dimension in enumerate(DIMENSIONS, NAMES.index(name)):
        lang = LANGUAGES[number % len(LANGUAGES)]
        out = good(capsys, "show", name, "--rule", dimension, "--lang", lang)
        check_shown(out, cr.load_profile(name), dimension, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_show_rule__tells_ones_own(
    lang: str, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = cr.load_profile(mine)
    for rule in ("play.stops", "pay.laying", "payments.comet.reward", "lead.by", "pots.taken"):
        out = good(capsys, "show", mine, "--rule", rule, "--lang", lang)
        check_shown(out, profile, rule, lang)


@pytest.mark.parametrize("name", ["foster-commit", "two-pack-comet"])
def test_show_rule__tells_every_path(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    profile = cr.load_profile(name)
    for path in {*RULES} - {"play.lead.holder_of"}:  # see below
        check_shown(good(capsys, "show", name, "--rule", path), profile, path, "en")


def test_show_rule__of_ones_own_says_where(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert good(capsys, "show", mine, "--rule", "play.stops").endswith("\nown.yaml:8\n")
    inherited = good(capsys, "show", mine, "--rule", "play.order")
    assert inherited.endswith("\ntaken over from foster-commit\nown.yaml:4\n")


@pytest.mark.parametrize(
    "rule", ["play.stop", "play", "", "title", "format", "players.min.x", "payments.laying.Q", "*"]
)
@pytest.mark.parametrize("name", ["foster-commit", "own"])
def test_show_rule__that_is_none(
    rule: str, name: str, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, "show", mine if name == "own" else name, "--rule", rule)
    assert repr(rule) in said


# --- cr.explain -------------------------------------------------------------------------------


def explained(profile: cr.Profile, path: str) -> tuple[Any, str, str | None]:
    told = cr.explain(profile, path)
    assert told.path == path
    assert told.cell == cells_of(profile)[dimension_at(path).id]
    return told.value, told.place, told.inherited


@pytest.mark.parametrize(
    ("path", "value", "line", "inherited"),
    [
        ("players.min", 3, 6, None),
        ("players.max", 6, 4, "foster-commit"),
        ("play.stops", ["K", "7D"], 8, None),
        ("play.order", "by_turn", 4, "foster-commit"),
        ("payments.laying", {"T": 2, "9D": 3}, 10, None),
        ("payments.laying.9D", 3, 10, None),
        ("payments.laying.9♦", 3, 10, None),
        ("payments.laying.10", 2, 10, None),
        ("payments.comet.reward", 5, 11, None),
        ("payments.leading.A", 1, 4, "foster-commit"),
    ],
)
def test_explain__value_place_and_parent(
    path: str, value: Any, line: int, inherited: str | None, mine: Path
) -> None:
    """A key as it is written in the file finds its value too."""
    told = cr.explain(cr.load_profile(mine), path)
    assert (told.value, told.place, told.inherited) == (value, f"own.yaml:{line}", inherited)


def test_explain__what_nobody_says_is_the_default(tmp_path: Path) -> None:
    file = tmp_path / "alone.yaml"
    file.write_text(MINIMAL, encoding="utf-8")
    profile = cr.load_profile(file)
    assert explained(profile, "play.after_stop") == ("same_player_leads", "alone.yaml", None)
    assert explained(profile, "play.suits") == ("matter", "alone.yaml:8", None)
    assert explained(profile, "match.deals_each") == (1, "alone.yaml", None)


def test_explain__text_has_no_place() -> None:
    assert explained(cr.load_profile(text=MINIMAL), "play.suits") == ("matter", "", None)


@pytest.mark.parametrize("name", NAMES)
def test_explain__a_bundled_profile_points_into_its_file(name: str) -> None:
    profile = cr.load_profile(name)
    assert profile.origin is not None
    lines = profile.origin.read_text(encoding="utf-8").split("\n")
    for path in {*RULES} - {"play.lead.holder_of"}:
        _, place, inherited = explained(profile, path)
        file, _, line = place.partition(":")
        assert file == f"{name}.yaml"
        if inherited is not None:
            assert lines[int(line) - 1] == f"extends: {inherited}"
        elif line and path not in DIMENSIONS:  # which may be told at another place
            assert f"{path.rpartition('.')[2]}:" in lines[int(line) - 1], path


def test_explain__a_rule_that_is_not_said_and_has_no_neutral_value_is_nothing() -> None:
    """It is a rule all the same: no error."""
    profile = cr.load_profile("svensk-komet")
    assert profile.play.lead.holder_of is None
    assert cr.explain(profile, "play.lead.holder_of").value is None
    said = profile.with_({"play.lead": {"by": "holder_of", "holder_of": "2D"}})
    assert cr.explain(said, "play.lead.holder_of").value == "2D"


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_explain__takes_the_id_of_a_dimension(dimension: str) -> None:
    """Also where it is a path as well: other places may have a say in the answer."""
    told = cr.explain(cr.load_profile("two-pack-comet"), dimension)
    assert told.cell.dimension.id == dimension
    assert told.path == DIMENSIONS[dimension].where[0]
    assert told.value == told.cell.value


@pytest.mark.parametrize(
    ("path", "dimension", "value"),
    [
        ("deck.packs.black.comet", "comet.cards", ["9D"]),
        ("deck.packs.red.suits", "deck.suits", ["D", "H"]),
        ("deck.packs.red.exchange", "deck.exchanged", {"9D": "9C"}),
    ],
)
def test_explain__a_rule_of_one_pack(path: str, dimension: str, value: Any) -> None:
    told = cr.explain(cr.load_profile("two-pack-comet"), path)
    assert (told.cell.dimension.id, told.value) == (dimension, value)


@pytest.mark.parametrize("path", ["", "play", "play.stop", "id", "stops", "payments.laying.Q"])
def test_explain__there_is_no_such_rule(path: str) -> None:
    with pytest.raises(KeyError):
        cr.explain(cr.load_profile("foster-commit"), path)
