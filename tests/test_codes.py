"""The texts about the checker's codes: all there, none twice, and their examples true."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import cometrules as cr
from cometrules.profile.codes import CODES, Code, explained
from cometrules.profile.reading import read
from cometrules.profile.schema import merge

from .helpers import MINIMAL

PACKAGE = Path(cr.__file__).parent
TEXTS = PACKAGE / "profile" / "codes.py"
CHECKER = {*(PACKAGE / "profile").glob("*.py"), PACKAGE / "trial.py"} - {TEXTS}
READERS = {*(PACKAGE / "records").glob("*.py"), *(PACKAGE / "positions").glob("*.py")}
SPECIFICATION = Path(__file__).parents[2] / "shared" / "validator.md"

# The specification gives M and P by their first code only; X04 came later.
_LATER = """
    X04
    M02 M03 M04 M10 M11 M12 M13 M14 M15 M16 M17 M18 M19 M20 M21 M22 M23 M30 M31 M32 M33 M34 M35
    M40 M41 M42 M50 M51 M52 M53 M60 M61 M62 M63 M64 M70 M71 M80
    P02 P03 P04 P05
"""
NOT_DOCUMENTED = set(_LATER.split())


def data(text: str) -> dict[str, Any]:
    """A text as the checker reads it."""
    document, problems = read(text, "<example>")
    assert document is not None and not problems, problems
    return document.data


def laid_over_minimal(example: str) -> str:
    """The minimal profile with keys replaced or added; a file of its own stays as it is."""
    below, above = data(MINIMAL), data(example)
    if "format" in above:
        return example
    names = {key: below[key] for key in ("id", "title")}  # which are never inherited
    return json.dumps({**names, **merge(below, above)})


def found(report: cr.Report) -> tuple[list[str], list[str]]:
    """The codes of a report's errors and of its warnings."""
    return [p.code for p in report.problems], [p.code for p in report.warnings]


def of_kind(letters: str) -> list[Code]:
    return [code for name, code in CODES.items() if name[0] in letters]


def texts(code: Code) -> Iterator[str]:
    yield from filter(None, (code.title, code.means, code.example, code.remedy))


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=\.)\s+", text)


# --- all there --------------------------------------------------------------------------------


def named_in(files: Iterable[Path]) -> set[str]:
    """The codes that stand in quotes in some sources."""
    sources = "".join(file.read_text(encoding="utf-8") for file in files)
    return set(re.findall(r"""["']([YSXMPRN]\d\d)["']""", sources))


def test_codes__are_those_of_the_checker() -> None:
    of_profiles = {code.code for code in CODES.values() if code.code[0] in "YSXMP"}
    assert named_in(CHECKER) == of_profiles
    assert named_in(READERS) == set(CODES) - of_profiles
    assert named_in(set(PACKAGE.rglob("*.py")) - {TEXTS}) == set(CODES)


def test_codes__are_those_of_the_specification() -> None:
    if not SPECIFICATION.is_file():
        pytest.skip("the specification is not kept with the repository")
    documented = set[str]()
    for row in SPECIFICATION.read_text(encoding="utf-8").splitlines():
        cell = row.split("|")[2] if row.count("|") >= 4 else ""
        for letter, first, last in re.findall(r"([YSXMP])(\d\d)(?:-[YSXMP]?(\d\d))?", cell):
            documented |= {f"{letter}{n:02}" for n in range(int(first), int(last or first) + 1)}
    assert {"Y13", "S06", "X02", "M01", "P01"} <= documented
    of_profiles = {name for name in CODES if name[0] not in "RN"}
    assert documented == of_profiles - NOT_DOCUMENTED


def test_codes__stand_in_the_order_of_the_checks() -> None:
    names = list(CODES)
    assert names == sorted(names, key=lambda name: ("YSXMPRN".index(name[0]), name))
    assert all(name == code.code for name, code in CODES.items())


def test_codes__cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        CODES["Y01"] = CODES["Y02"]  # type: ignore[index]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        CODES["Y01"].title = "x"  # type: ignore[misc]


# --- how they read ----------------------------------------------------------------------------


def test_codes__no_text_repeats() -> None:
    every = [text for code in CODES.values() for text in texts(code)]
    assert len(every) == len(set(every))
    said = [s for code in CODES.values() for s in sentences(code.means)]
    said += [s for code in CODES.values() for s in sentences(code.remedy)]
    assert sorted(said) == sorted(set(said))


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_codes__have_a_short_title_and_whole_sentences(code: Code) -> None:
    assert len(code.title) < 60
    assert code.title[-1] != "."
    assert 2 <= len(sentences(code.means)) <= 4
    assert 1 <= len(sentences(code.remedy)) <= 2
    assert all(text[-1] == "." and "  " not in text for text in (code.means, code.remedy))
    assert code.remedy.count("`") % 2 == 0
    assert bool(code.example) == (code.code[0] not in "PRN")
    assert code.example == code.example.strip(" \n")


def test_codes__those_of_play_say_how_to_go_on() -> None:
    for code in of_kind("P"):
        assert all(word in code.means for word in ("seed", "moves", "replay", "report"))


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
@pytest.mark.parametrize("width", [80, 100])
def test_explained__keeps_to_its_width(code: Code, width: int) -> None:
    lines = explained(code.code, width).split("\n")
    assert lines[0] == f"{code.code}: {code.title}"
    assert max(map(len, lines)) <= width
    assert not any(line != line.rstrip() for line in lines)
    assert all(line.isprintable() or "\ufe0f" in line for line in lines)


def test_explained__breaks_no_short_piece_of_yaml() -> None:
    for code in CODES.values():
        told = explained(code.code)
        for piece in re.findall(r"`[^`]+`", code.remedy):
            assert len(piece) > 40 or piece in told


def test_explained__is_80_columns_wide_unless_told() -> None:
    assert explained("M20") == explained("M20", 80) != explained("M20", 60)


def test_explained__indents_the_example() -> None:
    told = explained("M31")
    assert "\n\n    play: {turn: one_card}\n    comet: {cards: [9D]," in told
    assert told.split("\n\n")[-1].startswith("What to do: Let a turn go on, `turn: as_far")


def test_explained__shows_what_a_terminal_would_obey() -> None:
    assert "\x0c" in CODES["Y03"].example
    assert "Komet␌}" in explained("Y03")


@pytest.mark.parametrize("code", ["M99", "", "m31"])
def test_explained__of_an_unknown_code(code: str) -> None:
    with pytest.raises(KeyError):
        explained(code)


# --- their examples are true ------------------------------------------------------------------


def test_the_minimal_profile_is_right() -> None:
    report = cr.validate_profile(text=laid_over_minimal("aliases: [x]"), deals=0)
    assert found(report) == ([], [])


IN_WORDS = {
    "Y01": MINIMAL.encode() + b"#" * 65_537,
    "Y02": MINIMAL.encode("utf-16"),
}


@pytest.mark.parametrize("code", of_kind("Y"), ids=lambda code: code.code)
def test_example__of_text(code: Code) -> None:
    errors, warnings = found(
        cr.validate_profile(text=IN_WORDS.get(code.code, code.example), deals=0)
    )
    if code.code == "Y30":
        assert warnings == ["Y30"]
        whole = cr.validate_profile(text=MINIMAL + code.example, deals=0)
        assert found(whole) == ([], ["Y30"])
    else:
        assert errors == [code.code]


def test_example__in_words_also_of_latin_1() -> None:
    text = (MINIMAL + "# Komet på svenska").encode("latin-1")
    assert found(cr.validate_profile(text=text, deals=0))[0] == ["Y02"]


@pytest.mark.parametrize("code", of_kind("SM"), ids=lambda code: code.code)
def test_example__of_keys_and_values(code: Code) -> None:
    errors, warnings = found(cr.validate_profile(text=laid_over_minimal(code.example), deals=0))
    if code.code == "M80":
        assert (errors, warnings) == ([], ["M80"])
    else:
        assert errors == [code.code]


BESIDE = {
    "X03": [MINIMAL.replace("format: 1", "format: 2").replace("house", "komet-of-tomorrow")],
    "X04": [MINIMAL.replace("house", "svensk-komet")],
}
"""The other files of the folder."""


@pytest.mark.parametrize("code", of_kind("X"), ids=lambda code: code.code)
def test_example__of_extending(code: Code, tmp_path: Path) -> None:
    assert re.fullmatch(r"extends: [a-z-]+", code.example)
    for number, text in enumerate(BESIDE.get(code.code, ())):
        (tmp_path / f"other{number}.yaml").write_text(text, encoding="utf-8")
    file = tmp_path / "house.yaml"
    file.write_text(laid_over_minimal(code.example), encoding="utf-8")
    assert found(cr.validate_profile(file, deals=0)) == ([code.code], [])


def test_example__of_extending_is_right_but_for_that() -> None:
    text = laid_over_minimal("extends: foster-commit")
    assert found(cr.validate_profile(text=text, deals=0))[0] == []
