"""The checker: every problem it can find, where it points and what it advises; it never raises.

In the texts below a § stands before the place at which the problem is to be shown.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cometrules as cr
from cometrules.profile.schema import profile_schema

from .helpers import MINIMAL, codes, house, total

pytestmark = pytest.mark.long

HOUSE = """\
format: 1
id: house
title:
  en: House rules
players:
  min: 2
  max: 4
deck:
  ranks: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]
deal:
  hands: even
play:
  order: by_turn
  suits: matter
  continue: must
settlement:
  scoring: payments
match:
  ends: after_deals
"""


def edited(*edits: tuple[str, str]) -> str:
    """The house rules with pieces of their text replaced; `+` puts lines at the end."""
    text = HOUSE
    for old, new in edits:
        if old == "+":
            text += new + "\n"
            continue
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def numbered(cases: Sequence[tuple[str, str, str]]) -> list[str]:
    """Names for cases: the code, and which case of it."""
    before = Counter[str]()
    names = []
    for code, _, _ in cases:
        before[code] += 1
        names.append(f"{code}-{before[code]}")
    return names


def marked(text: str) -> tuple[str, int, int]:
    """A text without its §, and the line and column where that stood."""
    before, mark, behind = text.partition("§")
    assert mark and "§" not in behind
    return before + behind, before.count("\n") + 1, len(before) - before.rfind("\n")


def only_problem(text: str | bytes) -> cr.Problem:
    """The one problem of a text."""
    report = cr.validate_profile(text=text, deals=0)
    assert len(report.problems) == 1, str(report)
    assert not report
    assert report.profile is None
    return report.problems[0]


def check_at(text: str, code: str, hint: str = "", says: str = "") -> cr.Problem:
    """The one problem of a text is this one, and is shown where the § stands."""
    plain, line, column = marked(text)
    problem = only_problem(plain)
    assert (problem.code, problem.line, problem.column) == (code, line, column), str(problem)
    assert problem.source == re.split(r"\r\n|\r|\n", plain)[line - 1]
    assert hint in problem.hint
    assert bool(hint) <= bool(problem.hint)
    assert says in problem.message
    return problem


# --- the text and the YAML: Y -----------------------------------------------------------------

ROOT = "start from a bundled profile"
NUMBER = "write a whole number"
WORDS = "one of: must, may"

YAML: list[tuple[str, str, str]] = [
    ("Y03", "§\x07" + HOUSE, "take it out"),
    ("Y04", edited(("  min: 2", "§\tmin: 2")), "indent with blanks"),
    ("Y04", edited(("House rules", "§'House rules")), "close it"),
    ("Y04", edited(("Q, K]", "Q, K"), ("deal:", "deal§:")), "write [one, two]"),
    ("Y04", "a: {b: c\nd§: e\n", "write {key: value"),
    ("Y04", edited(("+", "§---\nformat: 1")), "one file, one profile"),
    ("Y04", edited(("  scoring: payments", "  scoring: §*undefined")), "quotes"),
    ("Y04", edited(("House rules", "House rules§: two")), "quotes"),
    ("Y04", edited(("  max: 4", "   max§: 4")), ""),
    ("Y06", "§- format: 1\n", ""),
    ("Y06", "# a word\n§hello\n", ""),
    ("Y06", "§12\n", ""),
    ("Y10", edited(("must", "§no")), WORDS),
    ("Y10", edited(("+", "customs:\n  §on: 1")), ""),
    ("Y11", edited(("min: 2", "min: §12:30")), NUMBER),
    ("Y20", edited(("min: 2", "min: §!!int 2")), "take it away"),
    ("Y20", edited(("ranks: [A", "ranks: §!cards [A")), "take it away"),
    ("Y21", edited(("+", "? §[a, b]\n: 1")), ""),
    ("Y21", edited(("+", "? §{a: b}\n: 1")), ""),
    ("Y22", edited(("+", "comet:\n  §<<: {cards: [9D]}")), "extends"),
    ("Y23", edited(("+", "§match: {ends: after_deals}")), ""),
    ("Y23", edited(("hands: even", "hands: table\n  table: {2: 5, 3: 5, 4: 5, §'2': 6}")), ""),
    ("Y40", edited(("  en: House rules", "  en: §&loop [*loop]")), ""),
]


@pytest.mark.parametrize(("code", "text", "hint"), YAML, ids=numbered(YAML))
def test_checker_yaml__code_place_and_hint(code: str, text: str, hint: str) -> None:
    check_at(text, code, hint)


def test_checker_Y01__over_64_kib() -> None:
    limit = 64 * 1024
    fits = HOUSE + "#" * (limit - len(HOUSE))
    assert cr.validate_profile(text=fits, deals=0)
    assert cr.validate_profile(text=fits.encode(), deals=0)
    for text in (fits + "#", (fits + "#").encode(), HOUSE + "ö" * (limit // 2)):
        problem = only_problem(text)
        assert problem.code == "Y01"
        assert "64 KiB" in problem.message


@pytest.mark.parametrize(
    ("content", "byte", "line"),
    [
        (HOUSE.encode("utf-16"), 0, 1),
        ((HOUSE + "# å").encode("latin-1"), len(HOUSE) + 2, HOUSE.count("\n") + 1),
        (b"\xff" + HOUSE.encode(), 0, 1),
        (HOUSE.encode().replace(b"House", b"H\xc3"), HOUSE.index("House") + 1, 4),
    ],
)
def test_checker_Y02__not_utf_8(content: bytes, byte: int, line: int) -> None:
    problem = only_problem(content)
    assert problem.code == "Y02"
    assert f"byte {byte}" in problem.message
    assert f"line {line}" in problem.message


@pytest.mark.parametrize("text", ["", " \n\n", "# only a comment\n", "\ufeff"])
def test_checker_Y05__nothing(text: str) -> None:
    for content in (text, text.encode()):
        problem = only_problem(content)
        assert problem.code == "Y05"
        assert ROOT in problem.hint


@pytest.mark.parametrize(
    "word",
    ["no", "off", "yes", "on", "y", "n", "No", "OFF", "Yes", "ON", "Y", "N", "true", "False"],
)
def test_checker_Y10__a_yes_or_no_to_some_readers(word: str) -> None:
    check_at(edited(("must", f"§{word}")), "Y10", WORDS, says=word)
    check_at(edited(("House rules", f"§{word}")), "Y10", says=word)
    assert cr.validate_profile(text=edited(("House rules", f"'{word}'")), deals=0)


@pytest.mark.parametrize(
    ("code", "number", "made"),
    [
        ("Y11", "12:30", "sixty"), ("Y11", "1:02:03", "sixty"), ("Y12", "048", "notation"),
        ("Y12", "00", "notation"), ("Y12", "0x1F", "notation"), ("Y12", "4_8", "notation"),
        ("Y12", "0o17", "notation"), ("Y12", "0b11", "notation"), ("Y12", "+2", "notation"),
        ("Y13", "2020-01-01", "date"), ("Y13", "2001-12-14 21:59:43", "date"),
        ("Y14", ".nan", "endless"), ("Y14", ".inf", "endless"), ("Y14", "-.Inf", "endless"),
        ("Y15", "1234567890", "larger"), ("Y15", "-98765432109", "larger"),
        ("Y16", "48.0", "fraction"), ("Y16", "1e3", "fraction"), ("Y16", "1.5E+3", "fraction"),
        ("Y16", ".5", "fraction"), ("Y16", "5.", "fraction"),
    ],
)  # fmt: skip
def test_checker_Y11_to_Y16__numbers_that_are_guessed_at(code: str, number: str, made: str) -> None:
    problem = check_at(edited(("min: 2", f"min: §{number}")), code, NUMBER, says=number)
    assert made in problem.message
    assert cr.validate_profile(text=edited(("House rules", f"'{number}'")), deals=0)


def test_checker_Y23__tells_both_lines() -> None:
    problem = check_at(edited(("+", "§match: {ends: at_target}")), "Y23")
    assert "line 18" in problem.message


def test_checker_Y41__more_than_5000_values() -> None:
    many = edited(("+", "§aliases: [" + ", ".join(f"x{n}" for n in range(5000)) + "]"))
    assert codes(marked(many)[0]) == ["Y41"]
    fewer = edited(("+", "aliases: [" + ", ".join(f"x{n}" for n in range(900)) + "]"))
    assert cr.validate_profile(text=fewer, deals=0)


def test_checker_Y42__deeper_than_32() -> None:
    deep = edited(("House rules", "[" * 32 + "x" + "]" * 32))
    assert codes(deep) == ["Y42"]
    assert codes(edited(("House rules", "[" * 20 + "x" + "]" * 20))) == ["S04"]


def test_checker_Y41__aliases_that_multiply() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 9) + "]" for n in range(1, 9)]
    assert codes("\n".join(lines)) == ["Y41"]


def test_checker__an_alias_alone_is_no_problem() -> None:
    text = edited(("continue: must", "continue: must\n  stops: &s [K]"), ("+", "aliases: *s"))
    assert cr.validate_profile(text=text, deals=0)


def test_checker__every_problem_of_a_stage_is_told_in_the_order_of_the_file() -> None:
    text = edited(("min: 2", "min: 048"), ("must", "yes"), ("+", "? [x]\n: 1"))
    assert codes(text) == ["Y12", "Y10", "Y21"]
    text = edited(("min: 2", "min: 1"), ("by_turn", "by_turns"), ("  continue: must\n", ""))
    text += "colour: red\n"
    assert codes(text) == ["S05", "S03", "S02", "S01"]


def test_checker__a_later_stage_waits_for_the_earlier() -> None:
    """What is wrong with the YAML, then with the schema, then with the values together."""
    text = edited(("min: 2", "min: 5"), ("by_turn", "by_turns"), ("must", "no"))
    assert codes(text) == ["Y10"]
    assert codes(text.replace(": no", ": must")) == ["S02"]
    assert codes(text.replace(": no", ": must").replace("by_turns", "by_turn")) == ["M01"]


# --- the schema: S ----------------------------------------------------------------------------

CARD = "write a card: rank and suit"
RANK = "write a rank: A, 2-10, J, Q or K"
RANK_OR_CARD = "write a rank such as K, or a card such as 7D"

# One rank or card in two spellings: one of the two would be lost.
TWICE = [
    edited(("10, J, Q", "10, §T, Q")),
    edited(("deal:", "  suits: [C, §♣, D]\ndeal:")),
    edited(("deal:", "  remove: [8D, §8d]\ndeal:")),
    edited(("deal:", "  strip: [10, §T]\ndeal:")),
    edited(("deal:", "  remove_for: {3: [KD, §K♦]}\ndeal:")),
    edited(("deal:", "  packs: {a: {exchange: {9C: 9D, §9♣: 9H}}}\ndeal:")),
    edited(("must", "must\n  stops: [K, §k]")),
    edited(("+", "comet: {cards: [10D, §TD]}")),
    edited(("+", "payments: {laying: {10: 1, §T: 2}}")),
    edited(("+", "payments: {leading: {k: 1, §K: 2}}")),
    edited(("+", "stakes: {pots: {cards: {10D: {each: 1}, §TD: {each: 2}}}}")),
    edited(("payments", "payments\n  values: {10: 5, §t: 6}")),
    edited(("payments", "payments\n  caught: {9D: {to_each: 1}, §9♦: {to_each: 2}}")),
    edited(("payments", "points\n  unplayed: {cards: {K: 1, §k: 2}}")),
]

SCHEMA: list[tuple[str, str, str]] = [
    ("S01", edited(("+", "§colour: red")), "the keys here: "),
    ("S01", edited(("+", "§setlement: {}")), ""),  # settlement is there already
    ("S01", edited(("+", "§commet: {}")), "did you mean 'comet'?"),
    ("S01", edited(("scoring: payments", "scoring: payments\n  §per_crad: 1")), "'per_card'"),
    ("S01", edited(("+", "stakes: {pots: {cards: {AD: {each: 1, §deeler: 2}}}}")), "'dealer'"),
    ("S01", edited(("+", "stakes: {pots: {cards: {AD: {each: 1, §x: 2}}}}")), "the keys here: "),
    ("S02", edited(("by_turn", "§by_turns")), "did you mean 'by_turn'? one of: by_turn, by_holder"),
    ("S02", edited(("by_turn", "§sideways")), "one of: by_turn, by_holder"),
    ("S02", edited(("payments", "§Payments")), "did you mean 'payments'?"),
    ("S03", edited(("  continue: must\n", ""), ("play:", "§play:")), ""),
    ("S03", edited(("format: 1", "§format: 1"), ("match:\n  ends: after_deals\n", "")), ""),
    ("S04", edited(("min: 2", "min: §two")), "for example: 2"),
    ("S04", edited(("min: 2", "min: §'2'")), "take the quotes away: 2"),
    ("S04", edited(("min: 2", "min: §[2]")), "for example: 2"),
    ("S04", edited(("min: 2", "min:§")), "for example: 2"),
    ("S04", edited(("hands: even", "hands: even\n  table: §5")), ""),
    ("S04", edited(("+", "comet: {cards: §9D}")), "for example: [9D]"),
    ("S04", edited(("+", "comet: §9D")), ""),
    ("S05", edited(("max: 4", "max: §13")), "for example"),
    ("S05", edited(("min: 2", "min: §1")), "for example"),
    ("S05", edited(("scoring: payments", "scoring: payments\n  per_card: §-1")), ""),
    ("S05", edited(("format: 1", "format: §2")), "for example: 1"),
    ("S06", edited(("id: house", "id: §House!")), ""),
    ("S06", edited(("id: house", 'id: §"house\\n"')), ""),
    ("S06", edited(("+", "sources: [§bad name]")), ""),
    ("S07", edited(("  en: House rules", "  §EN: House rules")), "en"),
    ("S07", edited(("House rules", "§''")), ""),
    ("S07", edited(("House rules", "§" + "x" * 201)), ""),
    ("S07", edited(("id: house", "id: §" + "x" * 61)), ""),
    ("S07", edited(("ranks: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]", "ranks: §[A]")), ""),
    ("S07", edited(("hands: even", "hands: even\n  table: {§13: 5}")), "2"),
    ("S07", edited(("+", "payments: {laying: {§X: 1}}")), RANK_OR_CARD),
    ("S07", edited(("+", "payments: {laying: {§comet: 1}}")), RANK_OR_CARD),
    ("S07", edited(("+", "stakes: {pots: {cards: {§A: {each: 1}}}}")), CARD),
    ("S07", edited(("+", "stakes: {pots: {cards: {AD: §{}}}}")), ""),
    ("S08", edited(("+", "comet: {cards: §[9D, 9D]}")), ""),
    *(("S08", text, "keep one of them") for text in TWICE),
    ("S10", edited(("ranks: [A, 2, 3,", "ranks: [A, §1, 3,")), RANK),
    ("S10", edited(("10, J", "10, §B")), RANK),
    ("S10", edited(("+", "comet: {cards: [§9X]}")), CARD),
    ("S10", edited(("continue: must", "continue: must\n  stops: [K, §7X]")), RANK_OR_CARD),
    ("S10", edited(("continue: must", "continue: must\n  stops: [§1]")), RANK_OR_CARD),
    ("S10", edited(("deal:", "  suits: [C, §X]\ndeal:")), "write a suit: C, D, H or S"),
]


@pytest.mark.parametrize(("code", "text", "hint"), SCHEMA, ids=numbered(SCHEMA))
def test_checker_schema__code_place_and_hint(code: str, text: str, hint: str) -> None:
    check_at(text, code, hint)


@pytest.mark.parametrize(
    "card", ["joker", "9◇", "8 of diamonds", "0D", "11C", "9 D", "ruter 9", "D9", "1D", "９D", ""]
)
def test_checker_S10__what_is_no_card(card: str) -> None:
    text = edited(("+", f"comet: {{cards: [§{json.dumps(card, ensure_ascii=False)}]}}"))
    check_at(text, "S10", CARD, says=repr(card))


@pytest.mark.parametrize(("value", "kind"), [("[1]", "a list"), ("{a: 1}", "a mapping")])
def test_checker_S04__says_what_was_expected_and_what_was_found(value: str, kind: str) -> None:
    check_at(edited(("min: 2", f"min: §{value}")), "S04", says=f"a whole number, found {kind}")


def test_checker_S03__every_missing_key_is_told() -> None:
    text = edited(("  continue: must\n", ""), ("  suits: matter\n", ""))
    problems = cr.validate_profile(text=text, deals=0).problems
    assert [(p.code, p.line, p.column) for p in problems] == [("S03", 12, 1)] * 2
    assert "'suits'" in problems[0].message + problems[1].message
    assert "'continue'" in problems[0].message + problems[1].message


# --- extends: X -------------------------------------------------------------------------------

CHILD = "format: 1\nid: child\ntitle: {en: C}\nextends: §foster-commit\n"

EXTENDS: list[tuple[str, str, str]] = [
    ("X01", CHILD.replace("foster-commit", "foster-comit"), "did you mean 'foster-commit'?"),
    ("X01", CHILD.replace("foster-commit", "zzzz"), "bundled"),
    ("X02", CHILD.replace("foster-commit", "child"), ""),
]


@pytest.mark.parametrize(("code", "text", "hint"), EXTENDS, ids=numbered(EXTENDS))
def test_checker_extends__code_place_and_hint(code: str, text: str, hint: str) -> None:
    check_at(text, code, hint)


# --- values that contradict each other: M -----------------------------------------------------

COMET = "comet:\n  cards: [9D]\n"
FORK = COMET + "  does: fork\n  when: when_unable\n"
HOLDER = ("by_turn", "by_holder")
POINTS = ("payments", "points")
PER_CARD = ("scoring: payments", "scoring: payments\n  per_card: 1")


def play(more: str) -> tuple[str, str]:
    """An edit that adds to `play`."""
    return ("continue: must", f"continue: must\n  {more}")


def deck(more: str) -> tuple[str, str]:
    """An edit that adds to `deck`."""
    return ("deal:\n", f"  {more}\ndeal:\n")


def settle(more: str) -> tuple[str, str]:
    """An edit that adds to `settlement`."""
    return ("match:\n", f"  {more}\nmatch:\n")


TABLE = "hands: table\n  table: "
MEANING: list[tuple[str, str, str]] = [
    ("M01", edited(("min: 2", "min: §5")), ""),
    ("M02", edited(deck("remove_for: {5: §[2]}")), ""),
    ("M03", edited(("A, 2, 3", "A, 3"), play("stops: §[2]")), ""),
    ("M03", edited(deck("suits: [C, S]"), ("+", "comet:\n  cards: §[9D]")), ""),
    ("M03", edited(deck("suits: [C, S]"), ("+", "payments: {laying: §{9D: 1}}")), ""),
    ("M04", edited(("A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K", "2, 3, 4"),
                   settle("per_point: §1\n  values: {2: 0, 3: 0, 4: 0}")), ""),
    ("M10", edited(deck("packs: {a: {suits: [C, S], exchange: §{9D: 9C}}, b: {suits: [D]}}")), ""),
    ("M11", edited(deck("remove: [9D]"), ("+", "comet: {cards: §[9D]}")), ""),
    ("M11", edited(deck("packs: {black: {suits: [C, D], remove: [9D], comet: §[9D]}}")), ""),
    ("M12", edited(deck("remove: [AD]"), ("+", "stakes: {pots: {cards: {AD: §{each: 1}}}}")), ""),
    ("M13", edited(deck("remove: [2D]"), play("lead: {by: holder_of, holder_of: §2D}")), ""),
    ("M14", edited(("hands: even", TABLE + "§{2: 5, 3: 5}")), ""),
    ("M15", edited(("hands: even", TABLE + "§{2: 5, 3: 18, 4: 5}")), ""),
    ("M15", edited(("hands: even", "hands: even\n  dead_first: §53")), ""),
    ("M16", edited(("hands: even", "hands: §even\n  dead_first: 49")), ""),
    ("M17", edited(("10, J, Q", "10, Q"),
                   ("hands: even", "hands: even\n  first_dealer: §first_jack")), ""),
    ("M20", edited(HOLDER, ("must", "§may")), ""),
    ("M20", edited(HOLDER, play("turn: §one_card")), ""),
    ("M20", edited(HOLDER, ("+", COMET + "  when: §on_turn")), "in_place_only or any_time"),
    ("M20", edited(HOLDER, ("+", COMET + "  must: §when_unable")), ""),
    ("M20", edited(HOLDER, PER_CARD, settle("times: {opera: §2}")), ""),
    ("M21", edited(("by_turn", "§by_holder"), ("matter", "ignored")), ""),
    ("M21", edited(("matter", "ignored"), ("+", FORK + "  fork_answered: §by_holder")), ""),
    ("M22", edited(play("at_once: §full_set")), ""),
    ("M22", edited(play("lead: {at_once: §any_number}")), ""),
    ("M23", edited(deck("copies: 2"),
                   ("+", "stakes: {pots: {cards: {AD: §{each: 1}}, taken: at_end}}")), ""),
    ("M30", edited(("+", COMET + "  does: §stand_in")), ""),
    ("M31", edited(play("turn: one_card"), ("+", COMET + "  when: §ending_own_part")), ""),
    ("M32", edited(("+", COMET + "  fork_answered: §by_holder")), ""),
    ("M33", edited(("must", "may"), ("+", FORK + "  fork_answered: §by_holder")), ""),
    ("M34", edited(("+", COMET + "  earliest: §before_first_card")), ""),
    ("M35", edited(("+", "payments: {comet: {reward: §2}}")), ""),
    ("M40", edited(("matter", "ignored"), play("lead: {suit: §new}")), ""),
    ("M41", edited(play("lead: {no_such_suit: §lead_passes}")), ""),
    ("M42", edited(play("lead: {by: §holder_of}")), ""),
    ("M42", edited(play("§lead: {holder_of: 2D}")), ""),
    ("M50", edited(("+", COMET + "payments: {comet: {rank_too: §also_paid}}")), ""),
    ("M51", edited(("+", COMET + "payments: {comet: {grows: §2}}")), ""),
    ("M52", edited(("+", "payments: {laying: {K: 1}, set: §once}")), ""),
    ("M53", edited(("+", "payments: {laying: {K: 1}, from: §pool}")), ""),
    ("M60", edited(settle("unplayed: {cards: §{K: 2}}")), ""),
    ("M61", edited(settle("collected_by: §nobody")), ""),
    ("M62", edited(settle("caught: {K: {lost: §1}}")), ""),
    ("M63", edited(("after_deals", "at_target\n  target: §50")), ""),
    ("M63", edited(("after_deals", "at_target\n  target: §50"), POINTS), ""),
    ("M64", edited(POINTS, ("+", "payments: {passing: §1}")), ""),
    ("M64", edited(POINTS, ("+", "stakes: {pool: §{each: 1}}")), ""),
    ("M64", edited(POINTS, ("+", "stakes: {pots: §{cards: {AD: {each: 1}}}}")), ""),
    ("M64", edited(POINTS, settle("caught: {K: {to_each: §1}}")), ""),
    ("M70", edited(settle("drawn: §if_dealer_could_too")), ""),
    ("M71", edited(("+", "stakes: {pots: §{taken: at_end}}")), ""),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "hint"), MEANING, ids=numbered(MEANING))
def test_checker_meaning__code_place_and_hint(code: str, text: str, hint: str) -> None:
    problem = check_at(text, code, hint)
    assert problem.path
    assert problem.message[0].islower() or problem.message[0].isdigit() or "♦" in problem.message


def test_checker__no_code_is_left_without_a_text() -> None:
    """What the checker's own modules can say is what the tests above make it say."""
    modules = set((Path(cr.__file__).parent / "profile").glob("*.py"))
    modules = {module for module in modules if module.name != "codes.py"}
    emitted = {
        code
        for module in modules
        for code in re.findall(r'"([YSXMP]\d\d)"', module.read_text(encoding="utf-8"))
    }
    tested = {code for code, _, _ in (*YAML, *SCHEMA, *EXTENDS, *MEANING)}
    own_tests = {"M18", "M19", "M80", "X03", "X04", "Y01", "Y02", "Y05", "Y30", "Y31", "Y41", "Y42"}
    own_tests |= {f"Y{number}" for number in range(12, 17)}
    assert emitted - tested == own_tests


# --- what the vocabulary refuses by name ------------------------------------------------------


def refusals(text: str) -> set[tuple[str, str]]:
    """The codes and paths of a text's problems."""
    return {(p.code, ".".join(p.path)) for p in cr.validate_profile(text=text, deals=0).problems}


IN_POINTS = edited(POINTS)

REFUSED: dict[str, tuple[str, str]] = {
    "by_holder with continue: may": (edited(HOLDER, ("must", "may")), "play.continue"),
    "by_holder with turn: one_card": (edited(HOLDER, play("turn: one_card")), "play.turn"),
    **{
        f"by_holder with when: {when}": (
            edited(HOLDER, ("+", f"{COMET}  when: {when}")), "comet.when",
        )
        for when in ("ending_own_part", "when_unable", "on_turn")
    },
    "by_holder with must: when_unable": (
        edited(HOLDER, ("+", COMET + "  must: when_unable")), "comet.must",
    ),
    "by_holder with suits ignored": (edited(HOLDER, ("matter", "ignored")), "play.order"),
    "by_holder with two copies": (edited(HOLDER, deck("copies: 2")), "play.order"),
    "by_holder with two copies in a pack": (
        edited(HOLDER, deck("packs: {a: {}, b: {copies: 2}}")), "play.order",
    ),
    "by_holder with a card there twice by exchange": (
        edited(HOLDER, deck("packs: {a: {exchange: {9C: 9D}}}")), "play.order",
    ),
    "at_once: full_set where no two share a place": (
        edited(play("at_once: full_set")), "play.at_once",
    ),
    "at_once: any_number where no two share a place": (
        edited(play("at_once: any_number")), "play.at_once",
    ),
    "lead.at_once: full_set where no two share a place": (
        edited(play("lead: {at_once: full_set}")), "play.lead.at_once",
    ),
    "at_once in a pack of one suit": (
        edited(("matter", "ignored"), deck("suits: [D]"), play("at_once: full_set")),
        "play.at_once",
    ),
    "at_once in two packs of one suit each": (
        edited(("matter", "ignored"), play("at_once: full_set"),
               deck("packs: {a: {suits: [C]}, b: {suits: [D]}}")),
        "play.at_once",
    ),
    "stand_in with in_place_only": (edited(("+", COMET + "  does: stand_in")), "comet.does"),
    "stand_in_and_stop with in_place_only": (
        edited(("+", COMET + "  does: stand_in_and_stop\n  when: in_place_only")), "comet.does",
    ),
    "fork_answered without a fork": (
        edited(("+", COMET + "  does: stop\n  when: any_time\n  fork_answered: by_holder")),
        "comet.fork_answered",
    ),
    "frozen without a Comet": (
        edited(("+", "stakes: {pots: {cards: {AD: {each: 1}}, frozen: once_comet_is_laid}}")),
        "stakes.pots.frozen",
    ),
    "a reward without a Comet": (
        edited(("+", "payments: {comet: {reward: 2}}")), "payments.comet.reward",
    ),
    "rank_too without a stand-in": (
        edited(("+", COMET + "  does: stop\n  when: on_turn\n"
                "payments: {laying: {K: 1}, comet: {rank_too: also_paid}}")),
        "payments.comet.rank_too",
    ),
    "won_by: out_with_comet without a Comet": (
        edited(("+", "stakes: {pool: {each: 1, won_by: out_with_comet}}")), "stakes.pool.won_by",
    ),
    "lost with payments": (edited(settle("caught: {K: {lost: 1}}")), "settlement.caught.K.lost"),
    "collected_by: nobody with payments": (
        edited(settle("per_card: 1\n  collected_by: nobody")), "settlement.collected_by",
    ),
    "to_each with points": (
        edited(POINTS, settle("caught: {K: {to_each: 1}}")), "settlement.caught.K.to_each",
    ),
    "a pool of each with points": (
        edited(POINTS, ("+", "stakes: {pool: {each: 1}}")), "stakes.pool",
    ),
    "a pool of the dealer's with points": (
        edited(POINTS, ("+", "stakes: {pool: {dealer: 1}}")), "stakes.pool",
    ),
    "pots with points": (
        edited(POINTS, ("+", "stakes: {pots: {cards: {AD: {each: 1}}}}")), "stakes.pots",
    ),
    "unplayed with payments": (
        edited(settle("unplayed: {cards: {K: 2}}")), "settlement.unplayed.cards",
    ),
    "per_point with values all 0": (
        edited(("A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K", "J, Q, K"),
               settle("per_point: 1\n  values: {J: 0, Q: 0, K: 0}")),
        "settlement.per_point",
    ),
    "drawn without opera": (
        edited(PER_CARD, settle("drawn: if_dealer_could_too")), "settlement.drawn",
    ),
    "table × players over the pack": (
        edited(("hands: even", TABLE + "{2: 26, 3: 17, 4: 14}")), "deal.table",
    ),
    "table × players + dead_first over the pack": (
        edited(("hands: even", TABLE + "{2: 26, 3: 16, 4: 12}\n  dead_first: 1")), "deal.table",
    ),
    "holder_of a card that is removed": (
        edited(deck("remove: [2]"), play("lead: {by: holder_of, holder_of: 2D}")),
        "play.lead.holder_of",
    ),
    "holder_of a card that is removed for some": (
        edited(deck("remove_for: {4: [2D]}"), play("lead: {by: holder_of, holder_of: 2D}")),
        "play.lead.holder_of",
    ),
    "lead.suit with suits ignored": (
        edited(("matter", "ignored"), play("lead: {suit: other_colour}")), "play.lead.suit",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_checker__refuses_by_name(name: str) -> None:
    text, path = REFUSED[name]
    ((code, found),) = refusals(text)
    assert code.startswith("M")
    assert found == path


ALLOWED = {
    "by_holder with any_time": edited(HOLDER, ("+", COMET + "  when: any_time\n  does: stop")),
    "by_holder with in_place_only": edited(HOLDER, ("+", COMET)),
    "full_set with suits ignored": edited(("matter", "ignored"), play("at_once: full_set")),
    "any_number with two copies": edited(deck("copies: 2"), play("at_once: any_number")),
    "stand_in on one's turn": edited(("+", COMET + "  does: stand_in\n  when: on_turn")),
    "lost with points": edited(POINTS, settle("caught: {K: {lost: 1}}")),
    "to_winner with points": edited(POINTS, settle("caught: {K: {to_winner: 1}}")),
    "to_each with payments": edited(settle("caught: {K: {to_each: 1}}")),
    "unplayed with points": edited(POINTS, settle("unplayed: {cards: {K: 2}}")),
    "laying and stuck with points": edited(
        POINTS, ("+", "payments: {laying: {K: 1}, leading: {A: 1}, stuck: 1}")
    ),
    "drawn with opera": edited(
        PER_CARD, settle("drawn: if_dealer_could_too\n  times: {opera: 2}")
    ),
    "a table that takes the whole pack": edited(
        ("hands: even", TABLE + "{2: 26, 3: 17, 4: 13}")
    ),
    "lead.suit where suits matter": edited(play("lead: {suit: new, no_such_suit: lead_passes}")),
    "one player number": edited(("max: 4", "max: 2")),
}  # fmt: skip


@pytest.mark.parametrize("name", ALLOWED)
def test_checker__allows(name: str) -> None:
    report = cr.validate_profile(text=ALLOWED[name], deals=0)
    assert report, str(report)


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ("comet:\n  does: stop", "comet.does"),
        ("comet:\n  when: any_time", "comet.when"),
        ("payments: {comet: {grows: 1, reward: 1}}", "payments.comet.reward"),
    ],
)
def test_checker_M35__rules_about_a_comet_where_there_is_none(more: str, path: str) -> None:
    assert ("M35", path) in refusals(edited(("+", more)))


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ("caught: {comet: {to_each: 1}}", "settlement.caught.comet"),
        ("per_point: 1\n  values: {comet: 15}", "settlement.values.comet"),
        ("per_card: 1\n  times: {comet_caught: 2}", "settlement.times.comet_caught"),
        ("per_card: 1\n  times: {comet_last: 2}", "settlement.times.comet_last"),
    ],
)
def test_checker_M35__settlements_of_a_comet_where_there_is_none(more: str, path: str) -> None:
    assert refusals(edited(settle(more))) == {("M35", path)}


# --- how a problem reads ----------------------------------------------------------------------


def test_problem__reads_as_a_compilers() -> None:
    text, line, column = marked(edited(play("§contine: must")))
    problem = only_problem(text)
    assert str(problem) == (
        f"<text>:{line}:{column}: error[S01] unknown key 'contine' (play.contine)\n"
        "   16 |   contine: must\n"
        "      |   ^~~~~~~\n"
        f"  hint: {problem.hint}"
    )


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        (edited(("  max: 4", "  max: 1")), "^"),
        (edited(("  min: 2", "  min: '2'")), "^~~"),
        (edited(("by_turn", "[by_turn]")), "^"),
        (edited(("  scoring: payments", "  scoring: paymentz")), "^~~~~~~~"),
    ],
)
def test_problem__marks_the_whole_word(text: str, marks: str) -> None:
    problem = only_problem(text)
    assert f"| {' ' * (problem.column - 1)}{marks}\n" in str(problem) + "\n"


def test_problem__names_the_other_places_with_what_stands_there() -> None:
    """What is inherited stands where the file says from whom; what nobody says has no place."""
    problem = only_problem(edited(("by_turn", "by_holder"), ("must", "must\n  turn: one_card")))
    (place,) = problem.related
    assert (place.line, place.says) == (13, "play.order: by_holder")
    assert f"  see {place}\n" in str(problem) + "\n"
    own = "format: 1\nid: own\ntitle: {en: Own}\nextends: svensk-komet\nplay: {turn: one_card}\n"
    (place,) = only_problem(own).related
    assert (place.line, place.says) == (4, "play.order: by_holder comes from svensk-komet")


def test_checker__what_is_inherited_is_told_with_value_and_parent() -> None:
    own = "format: 1\nid: own\ntitle: {en: Own}\nextends: svensk-komet\ncomet: {cards: [9H]}\n"
    own += "deck: {remove: [10D]}\n"
    problem = only_problem(own)
    assert (problem.code, problem.line) == ("M12", 4)
    assert "{AD: {dealer: 5}" in problem.hint or "comes from svensk-komet" in problem.hint


@pytest.mark.parametrize(
    ("more", "path", "needs"),
    [
        ("comet: {earliest: before_first_card, when: any_time}", "", ""),
        ("payments: {comet: {resets: at_once}}", "payments.comet.resets", "grows"),
        ("settlement: {scoring: payments, values: {K: 5}}", "settlement.values", "per_point"),
        ("deal: {hands: even, table: {2: 5}}", "deal.table", "hands: table"),
        ("match: {ends: after_deals, target: 50}", "match.target", "after deals"),
        ("stakes: {pool: {won_by: first_out}}", "", ""),
    ],
)
def test_checker_M80__warns_of_what_has_no_effect(more: str, path: str, needs: str) -> None:
    base = "format: 1\nid: own\ntitle: {en: Own}\nextends: american-commit\n"
    if more.startswith("comet"):
        more = "comet: {earliest: before_first_card, when: any_time, cards: [9D], does: fork}"
    report = cr.validate_profile(text=base + more, deals=0)
    assert report, str(report)
    told = [(w.code, ".".join(w.path), w.severity) for w in report.warnings]
    assert told == ([("M80", path, "warning")] if path else [])
    assert all(needs in w.message for w in report.warnings)


def test_checker_Y30__warns_of_signs_that_only_choose_a_look() -> None:
    text = edited(("continue: must", "continue: must\n  stops: [9♦\ufe0f]"))
    report = cr.validate_profile(text=text, deals=0)
    assert report
    assert [(w.code, w.line, w.severity) for w in report.warnings] == [("Y30", 16, "warning")]
    text = edited(("House rules", "Mormors re\u0301gler"))
    (warning,) = cr.validate_profile(text=text, deals=0).warnings
    assert (warning.code, warning.line) == ("Y30", 4)


def test_problem__without_a_place_has_no_caret() -> None:
    problem = only_problem("")
    assert str(problem).splitlines()[0] == "<text>: error[Y05] the file says nothing"
    assert "^" not in str(problem)


def test_report__reads_as_its_problems() -> None:
    report = cr.validate_profile(text=edited(("by_turn", "by_turns"), ("must", "musst")), deals=0)
    assert str(report) == "\n".join(map(str, report.problems))
    assert str(cr.validate_profile(text=HOUSE, deals=0)) == "<text>: no problem found"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_problem__is_shown_where_an_editor_counts_it(newline: str, start: str) -> None:
    text, line, column = marked(edited(("must", "§most")))
    problem = only_problem(start + text.replace("\n", newline))
    assert (problem.line, problem.column) == (line, column)
    assert problem.source == "  continue: most"


def test_problem__columns_are_letters_not_bytes() -> None:
    check_at("title: {en: 'åäö ♦', §on: x}\n", "Y10")


# --- content never raises ---------------------------------------------------------------------


def never_raises(content: str | bytes) -> None:
    report = cr.validate_profile(text=content, deals=0)
    assert bool(report) == (not report.problems) == (report.profile is not None)
    assert str(report)
    for problem in report.problems:
        assert re.fullmatch(r"[YSXMP]\d\d", problem.code)
        assert problem.message and (problem.line >= 1) == (problem.column >= 1)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
@example(b"\xff\xfe")
@example(b"\0")
@example(b"\xef\xbb\xbf")
def test_checker__any_bytes_are_reported_and_never_raised(content: bytes) -> None:
    never_raises(content)


PIECES = [
    *("format: 1", "id: x", "title: {en: X}", "extends: svensk-komet", "players:", "comet:"),
    *(": ", "- ", "? ", "\n", "\n  ", "[", "]", "{", "}", ",", "'", '"', "#", "&a ", "*a", "!t "),
    *(
        ">",
        "%",
        "@",
        "`",
        "~",
        "9D",
        "48",
        "yes",
        "\t",
        "\u2028",
        "\x85",
        "\\x",
        "---",
        "...",
        "<<",
    ),
]


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=25).map("".join)))
@example("\ud800")
@example('title: {en: "\\ud800"}')
def test_checker__any_text_is_reported_and_never_raised(content: str) -> None:
    never_raises(content)


CRASHES = {
    "brackets without end": "[" * 500,
    "braces without end": "{a: " * 500,
    "dashes without end": "- " * 500,
    "keys without end": "? " * 500,
    "deep and closed": "a: " + "[" * 500 + "]" * 500,
    "a letter beyond Unicode": 'a: "\\U00110000"',
    "a letter far beyond Unicode": 'a: "\\UFFFFFFFF"',
    "a version with too many digits": "%YAML 1." + "9" * 5000 + "\n---\na: b",
    "line separators in a text": 'a: "\u2028\u2028\u2028"\nb: c',
    "paragraph separators before an error": edited(
        ("House rules", '"' + "\u2029" * 40 + '"'), ("must", "most")
    ),
    "an exchange for a rank that is not there": edited(
        ("A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K", "2, 3, 4, 5"),
        deck("packs: {black: {exchange: {2C: 9D}}}"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CRASHES)
def test_checker__these_texts_never_raise(name: str) -> None:
    never_raises(CRASHES[name])
    assert not cr.validate_profile(text=CRASHES[name], deals=0)


SOURCES = [MINIMAL, HOUSE] + [
    (Path(str(cr.load_profile(name).origin))).read_text(encoding="utf-8")
    for name in cr.bundled_profiles()
]


@st.composite
def mutilated(draw: st.DrawFn) -> str:
    """A good profile with some pieces cut out, doubled, moved or replaced."""
    text = draw(st.sampled_from(SOURCES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        piece = draw(st.one_of(st.sampled_from(PIECES), st.just(text[start:end] * 2), st.just("")))
        text = text[:start] + piece + text[end:]
    return text


@settings(max_examples=100, deadline=None)
@given(mutilated())
def test_checker__mutilated_profiles_are_reported_and_never_raised(content: str) -> None:
    never_raises(content)


# --- what else the checker is to say ----------------------------------------------------------


@pytest.mark.parametrize("letter", ["\x07", "\x00", "\x1b", "\x7f"])
def test_checker__a_control_character_is_shown_where_it_stands(letter: str) -> None:
    problem = check_at(edited(("House rules", f"House §{letter}rules")), "Y03")
    assert f"{ord(letter):04X}" in problem.message.upper()


@pytest.mark.parametrize(
    "text",
    [
        edited(("  en: House rules", "  en: §!!str House rules")),
        edited(("title:\n  en: House rules", "title: §!names {en: House rules}")),
        edited(("title:\n  en: House rules", "title: §!!map {en: House rules}")),
        edited(("+", "§!!str aliases: [x]")),
        "§!profile\n" + HOUSE,
    ],
)
def test_checker_Y20__any_tag_wherever_it_stands(text: str) -> None:
    check_at(text, "Y20")


@pytest.mark.parametrize("key", ["min: 2", "max: 4"])
def test_checker_Y04__a_missing_space_is_shown_in_its_own_line(key: str) -> None:
    text = edited((key, key.replace(": ", ":")))
    problem = cr.validate_profile(text=text, deals=0).problems[0]
    assert problem.code == "Y04"
    assert problem.source.strip() == key.replace(": ", ":")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_checker_Y02__utf_16_with_a_mark_or_without(encoding: str) -> None:
    assert only_problem(HOUSE.encode(encoding)).code == "Y02"


def test_checker_Y02__has_line_and_column() -> None:
    content = HOUSE.encode().replace(b"House", b"H\xc3")
    problem = only_problem(content)
    assert (problem.line, problem.column) == (4, 8)


def test_checker_S04__text_that_was_read_as_a_number_wants_quotes() -> None:
    check_at(edited(("House rules", "§48")), "S04", "quotes")
    check_at(edited(("id: house", "id: §48")), "S04", "quotes")


@pytest.mark.parametrize("letter", ["\u2028", "\u2029", "\x85"])
def test_problem__lines_end_where_an_editor_ends_them(letter: str) -> None:
    check_at(edited(("House rules", f'"House {letter}rules"'), ("must", "§most")), "S02")


def test_checker__a_suit_followed_by_a_variation_selector_is_that_suit() -> None:
    """As it is copied from a page that shows suits as pictures; `parse_card` reads it too."""
    for selector in ("\ufe0e", "\ufe0f"):
        report = cr.validate_profile(
            text=edited(("+", f"comet: {{cards: [9♦{selector}]}}")), deals=0
        )
        assert report.profile is not None
        assert report.profile.comet.cards == (cr.parse_card(f"9♦{selector}"),)


@pytest.mark.parametrize(
    "text",
    [
        edited(("id: house", "id: §“house”")),
        edited(("scoring: payments", "scoring: §\u00a0payments")),
        edited(("scoring: payments", "§scoring： payments")),
    ],
)
def test_checker_Y31__letters_that_only_look_like_yaml(text: str) -> None:
    plain, line, _ = marked(text)
    problem = cr.validate_profile(text=plain, deals=0).problems[0]
    assert (problem.code, problem.line) == ("Y31", line)


def test_checker_X03__a_parent_of_another_format_version(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text(
        edited(("format: 1", "format: 2"), ("id: house", "id: parent")), encoding="utf-8"
    )
    child = CHILD.replace("§foster-commit", "parent")
    (tmp_path / "child.yaml").write_text(child, encoding="utf-8")
    (problem,) = cr.validate_profile(tmp_path / "child.yaml", deals=0).problems
    assert (problem.code, problem.line, problem.column) == ("X03", 4, 10)


@pytest.mark.parametrize(
    "text",
    [
        edited(deck("remove: [8D]"), ("+", "payments: {laying: {8D: 1}}")),
        edited(deck("remove: [8D]"), ("+", "payments: {leading: {8D: 1}}")),
        edited(deck("remove: [8]"), ("+", "payments: {laying: {8: 1}}")),
        edited(deck("remove: [AD, 2D, 3D, 4D, 5D, 6D, 7D, 8D, 9D, 10D, JD, QD]")),
    ],
)
def test_checker_meaning__what_cannot_come_about(text: str) -> None:
    """A reward on a card that is removed, a suit of one card."""
    (code,) = codes(text)
    assert code.startswith("M")


# --- made-up profiles: what is accepted can be dealt, played and settled ----------------------

RULES = profile_schema()
RANK_NAMES = ["A", "2", "3", "5", "8", "9", "10", "J", "Q", "K"]


def resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" not in schema:
        return schema
    return {**RULES["$defs"][schema["$ref"].rsplit("/", 1)[1]], **schema}


def leaves(schema: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every key of the rules, with its part of the schema."""
    for key, sub in resolved(schema).get("properties", {}).items():
        if "properties" in resolved(sub):
            yield from leaves(sub, (*path, key))
        elif path and path != ("customs",):
            yield ".".join((*path, key)), sub


LEAVES = list(leaves(RULES))


def made_up(schema: Mapping[str, Any], random: Random) -> Any:
    """A value that the schema allows at a place."""
    kind, whole = schema.get("$ref", "").rsplit("/", 1)[-1], resolved(schema)
    card = random.choice(RANK_NAMES) + random.choice("CDHS♦")
    words = {
        "card": [card], "rank-or-card": [card, card[:-1]], "rank-or-card-key": [card, card[:-1]],
        "rank-card-or-comet-key": [card, card[:-1], "comet"], "player-number": ["2", "3", "4"],
        "pack-name": ["black", "red"], "text": ["mark"],
    }.get(kind, whole.get("enum"))  # fmt: skip
    if words:
        return random.choice(words)
    if whole["type"] == "integer":
        low = whole.get("minimum", 0)
        return random.randint(low, min(whole.get("maximum", 9), low + random.choice([1, 2, 5])))
    if whole["type"] == "array":
        count = random.randint(whole.get("minItems", 0), whole.get("minItems", 0) + 2)
        items = [made_up(whole["items"], random) for _ in range(count)]
        return [item for place, item in enumerate(items) if item not in items[:place]]
    if "properties" in whole:
        parts = whole["properties"].items()
        return {key: made_up(part, random) for key, part in parts if random.random() < 0.4}
    names, entry = whole["propertyNames"], whole["additionalProperties"]
    return {made_up(names, random): made_up(entry, random) for _ in range(random.randint(1, 3))}


BASES = ["", "", "", *cr.bundled_profiles()]


def made_up_profile(seed: int) -> dict[str, Any]:
    """The data of a profile in which a few values are drawn at random from all there are."""
    random = Random(seed)
    base = random.choice(BASES)
    data: dict[str, Any] = json.loads((house(base=base) if base else house()).written)
    data = {key: value for key, value in data.items() if key != "extends"}
    data["id"] = f"made-up-{seed}"
    for path, schema in random.choices(LEAVES, k=random.choice([1, 2, 4, 8])):
        *sections, key = path.split(".")
        here = data
        for section in sections:
            here = here.setdefault(section, {})
        here[key] = made_up(schema, random)
    return data


def money(payments: list[cr.Payment], players: int) -> list[int]:
    """What each seat has gained by payments."""
    gains = [0] * players
    for payment in payments:
        if isinstance(payment.payee, int):
            gains[payment.payee] += payment.amount
        if isinstance(payment.payer, int):
            gains[payment.payer] -= payment.amount
    return gains


def played(rules: cr.Rules, seed: int) -> None:
    """A random deal is played to its end, and its money adds up all the while."""
    random = Random(seed)
    pack = random.choice(list(rules.profile.deck.packs))
    pots = {card: random.randint(0, 3) for card in rules.pot_cards}
    points = rules.profile.settlement.scoring == "points"
    stakes = rules.profile.stakes.pool
    has_pool = stakes.each or stakes.dealer or rules.profile.payments.passing
    carried = cr.Carried(pots=pots, pool=random.randint(0, 3) if has_pool else 0)
    dealer = random.randrange(rules.players)
    state = cr.new_deal(rules, seed=seed, dealer=dealer, pack=pack, carried=carried)
    staked, moves = cr.score(state).balances, 0
    payments: list[cr.Payment] = []
    while not state.is_over:
        legal = cr.legal_moves(state)
        assert legal, f"no legal move:\n{state}"
        transition = cr.transition(state, random.choice(legal))
        payments += [e.payment for e in transition.events if isinstance(e, cr.Paid)]
        state, moves = transition.state, moves + 1
        assert moves <= rules.max_moves
        if not state.is_over and not points:
            assert total(state) == sum(pots.values()) + carried.pool
    balances = cr.score(state).balances
    assert all(payment.amount > 0 for payment in payments)
    assert [b - s for b, s in zip(balances, staked, strict=True)] == money(payments, rules.players)
    if points:
        assert staked == (0,) * rules.players
        assert all("written" in (payment.payer, payment.payee) for payment in payments)
    else:
        assert not any("written" in (payment.payer, payment.payee) for payment in payments)
        assert total(state) == sum(pots.values()) + carried.pool


@pytest.mark.parametrize("block", range(6))
def test_checker__what_it_accepts_is_dealt_played_and_adds_up(block: int) -> None:
    """Payments: nothing comes from nowhere. Points: they are what was written up, less the lost."""
    accepted = 0
    for seed in range(block * 25, block * 25 + 25):
        report = cr.validate_profile(text=json.dumps(made_up_profile(seed)), deals=0)
        if report.profile is None:
            assert report.problems
            continue
        accepted += 1
        players = report.profile.players
        for number in {players.min, min(players.max, players.min + 2)}:
            played(cr.compile_rules(report.profile, number), seed)
    assert accepted >= 5
