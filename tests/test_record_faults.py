"""Records of any hand: what they may not do, where each fault is shown, and what is said."""

from __future__ import annotations

import copy
import json
import pickle
import re
import time
from pathlib import Path
from typing import Any

import pytest

import cometrules as cr
from cometrules.profile.reading import read
from cometrules.profile.text import Limits
from cometrules.records.reading import reading_of
from cometrules.records.writing import LIMITS

from .helpers import outcome
from .strategies import compiled
from .test_records import FAULTS, GOOD, TWO, changed, check_loads_only_what_is_right, samples


def problems(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(p.code, p.path) for p in cr.check_record(text=text).problems]


def only(text: str) -> cr.Problem:
    (problem,) = cr.check_record(text=text).problems
    return problem


# --- what a record may not do -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["mine.yaml", "./mine.yaml", "nowhere.yaml", "/etc/passwd.yml"])
def test_a_record_cannot_name_a_file_to_be_opened(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(
        "format: 1\nid: mine\ntitle: {en: Mine}\nextends: foster-commit\n", encoding="utf-8"
    )
    assert cr.load_profile(Path("mine.yaml")), "it is there, and could be read"
    problem = only(changed("foster-commit", name))
    assert (problem.code, problem.path) == ("R02", ("profile",))
    assert problem.message.startswith(f"no profile is called {name!r}")


@pytest.mark.parametrize("content", ["a: [" + "1," * 100_000 + "]", "a:\n" + "- 1\n" * 100_000])
def test_what_has_too_many_values_is_refused_before_all_of_it_is_read(content: str) -> None:
    begun = time.process_time()
    document, (problem,) = read(content, "<text>", Limits(kib=1024, nodes=500, composed=500))
    assert document is None and problem.code == "Y41"
    assert problem.source[problem.column - 1] == "1", "the first that is too many"
    assert time.process_time() - begun < 2, "all of it would take about ten seconds"


def test_a_record_may_have_more_values_than_a_profile() -> None:
    text = GOOD + "meta:\n  a: [" + "1," * 6_000 + "]\n"
    assert len(cr.read_record(text=text).meta["a"]) == 6_000
    assert LIMITS.composed == LIMITS.nodes == 50_000


# --- what a record keeps ----------------------------------------------------------------------


def record() -> cr.Record:
    log = cr.DealLog(cr.new_deal(compiled("foster-commit", 2), seed=1))
    return cr.Record.of(log, seats=["Ann", "Ben"], meta={"a": [1, {"b": "c"}]})


def test_a_record_can_be_copied_and_pickled() -> None:
    one = record()
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.deepcopy(one) == one


def test_metadata_cannot_be_changed_from_inside() -> None:
    kept: Any = {"a": [1, {"b": "c"}]}
    log = cr.DealLog(cr.new_deal(compiled("foster-commit", 2), seed=1))
    one = cr.Record.of(log, meta=kept)
    before = one.to_yaml()
    kept["a"].append(2)
    inside: Any = one.meta
    with pytest.raises(AttributeError):
        inside.update(b=1)
    with pytest.raises(AttributeError):
        inside["a"].append(3)
    with pytest.raises(AttributeError):
        inside["a"][1].update(b="d")
    assert one.to_yaml() == before


@pytest.mark.parametrize("moves", [1, 5, 12])
def test_a_log_that_begins_in_the_middle_is_no_record(moves: int) -> None:
    """Its hands would be dealt anew, and that is another game."""
    state = cr.new_deal(compiled("foster-commit", 2), seed=1)
    for _ in range(moves):
        state = cr.step(state, cr.legal_moves(state)[0])
    with pytest.raises(cr.RecordError, match="where the cards are dealt"):
        cr.Record.of(cr.DealLog(state))


def test_a_log_that_still_awaits_its_deal_is_no_record() -> None:
    with pytest.raises(cr.RecordError, match="where the cards are dealt"):
        cr.Record.of(cr.DealLog(cr.start(compiled("foster-commit", 2))))


# --- where a fault is shown -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "seat", "said"),
    [
        ("KC 2D|AC KC", "1", "K♣"),
        ("KC KC|AC QC", "0", "K♣"),
        ("KC 2D|''", "1", "no cards"),
        ("KC 8D|AC QC", "0", "8♦"),
        ("KC 2D|AC QX", "1", "QX"),
    ],
)
def test_a_hand_that_does_not_fit_is_shown_itself(hands: str, seat: str, said: str) -> None:
    first, second = hands.split("|")
    problem = only(changed("KC 2D\n  - AC QC", f"{first}\n  - {second}"))
    assert (problem.code, problem.path) == ("R05", ("deals", "0", "hands", seat))
    assert said in problem.message


@pytest.mark.parametrize("carried", ["{pots: {2C: 3}}", "{lay_dead: {2C: 1}}"])
def test_what_cannot_be_carried_is_shown_where_it_stands(carried: str) -> None:
    text = changed("dealer: 0", f"dealer: 0\n  carried: {carried}")
    assert problems(text) == [("R04", ("deals", "0", "carried"))]


def test_the_same_card_in_two_spellings_is_reported() -> None:
    text = changed("dealer: 0", "dealer: 0\n  carried: {pots: {10D: 1, TD: 2}}")
    assert problems(text) == [("S08", ("deals", "0", "carried", "pots", "TD"))]


def test_a_name_of_blanks_is_shown_where_it_stands() -> None:
    assert only(changed("Ben", "' '")).path == ("seats", "1")


def test_a_word_without_its_seat_is_told_how_to_be_written() -> None:
    problem = only(changed("1:AC 1:pass", "AC 1:pass"))
    assert problem.code == "R06" and "whose move" in problem.message
    assert "0:AC" in problem.hint and "seat=" not in str(problem)


def test_a_wrong_move_is_told_what_is_allowed() -> None:
    problem = only(FAULTS["R07"])
    assert problem.hint == "allowed here: 0:pass"


def test_the_log_form_of_a_reason_is_given() -> None:
    """Who reads a record sees every hand, so nothing need be kept back."""
    text = """
format: 1
profile: svensk-komet
players: 3
deals:
- dealer: 0
  hands: [2C 5C, 3C 9C, 4C 7C]
  moves: "1:3C 2:7C"
"""
    problem = only(text)
    log = cr.DealLog(cr.new_deal(compiled("svensk-komet", 3),
        hands=[["2C", "5C"], ["3C", "9C"], ["4C", "7C"]]))  # fmt: skip
    state = log.step(cr.parse_move(compiled("svensk-komet", 3), "1:3C")).state
    why = cr.explain_illegal(state, cr.parse_move(compiled("svensk-komet", 3), "2:7C"))
    assert why is not None and why.log in problem.message


def test_results_are_told_as_they_are_written() -> None:
    text = TWO.replace("pots: {AD: 5", "pots: {AD: 6")
    assert "{pots: {AD: 5, JD: 2, KD: 4, QD: 3, TD: 1}}" in only(text).message
    text = TWO + "result: {totals: [1, 2, 3], winners: [2]}\n"
    assert only(text).hint and "'" not in only(text).message


# --- everything that can be judged ------------------------------------------------------------


def test_every_deal_is_judged_though_one_is_wrong() -> None:
    text = changed("1:3C 1:4C", "1:3C 1:5C", TWO).replace("2:5C 2:6C", "2:5C 2:7C")
    assert problems(text) == [("R07", ("deals", "0", "moves")), ("R07", ("deals", "1", "moves"))]


def test_a_wrong_result_does_not_hide_what_comes_after() -> None:
    result = "  result: {winner: 0, balances: [1, 2, 3]}\n"
    text = changed('1:4C"\n', f'1:4C"\n{result}', TWO).replace("2:6C", "2:7C")
    assert [code for code, _ in problems(text)] == ["R08", "R08", "R08", "R07"], (
        "winner, balances, pots; the move"
    )


def test_after_a_wrong_move_only_what_does_not_depend_on_it_is_judged() -> None:
    """Where the deal before breaks off, nobody knows what it left, nor who has won so far."""
    text = changed("1:3C 1:4C", "1:3C 1:5C", TWO)
    text = text.replace("  carried: {pots: {AD: 5, KD: 4, QD: 3, JD: 2, 10D: 1}}\n", "")
    text += "  result: {winner: 2, balances: [9, 9, 9]}\n"
    text += "result: {totals: [1, 2, 3], winners: [0]}\n"
    assert problems(text) == [("R07", ("deals", "0", "moves"))]


def test_hands_of_every_deal_are_judged() -> None:
    text = changed("[2C, 3C 4C, 5C]", "[2C, 2C 3C, 5C]", TWO).replace("5C 6C]", "5C 5C]")
    assert [code for code, _ in problems(text)] == ["R05", "R05"]


def test_a_deal_that_says_what_was_carried_is_judged_whatever_came_before() -> None:
    text = changed("1:3C 1:4C", "1:3C 1:5C", TWO) + "  result: {winner: 0, balances: [0, 0, 0]}\n"
    assert [code for code, _ in problems(text)] == ["R07", "R08", "R08", "R08"]


def test_what_is_wrongly_carried_hides_no_wrong_move() -> None:
    text = changed("pots: {AD: 5", "pots: {AD: 6", TWO).replace("2:6C", "2:7C")
    assert [code for code, _ in problems(text)] == ["R09", "R07"]


def test_a_word_that_is_no_move_hides_nothing_of_other_deals() -> None:
    text = changed("1:3C 1:4C", "1:3C 1:xx", TWO).replace("2:6C", "2:7C")
    assert [code for code, _ in problems(text)] == ["R06", "R07"]


def test_the_story_ends_with_the_deal_of_the_first_fault() -> None:
    text = changed("1:3C 1:4C", "1:3C 1:xx", TWO)
    assert [log.ply for log in reading_of(text, "<text>").logs] == [1]


def test_many_deals_do_not_take_longer_each() -> None:
    deals = "".join(
        f"- dealer: {n % 2}\n  hands: [KC 2D, KD 2C]\n  moves: {1 - n % 2}:2{'CD'[n % 2]}\n"
        for n in range(300)
    )
    text = changed(GOOD.partition("deals:\n")[2], deals)
    assert problems(text)


# --- words for records, not for profiles ------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        (changed("Ben", "No"), "Y10", 'put it in quotes, as text: "No"'),
        (changed("seats", "meta: {on: x}\nseats"), "Y10", 'put it in quotes, as text: "on"'),
        (changed("seats", "meta: {<<: {a: 1}}\nseats"), "Y22", "write the keys out"),
        (GOOD + "---\nformat: 1\n", "Y04", "one file, one record"),
    ],
)
def test_hints_speak_of_records(text: str, code: str, hint: str) -> None:
    problem = only(text)
    assert (problem.code, problem.hint) == (code, hint)


# --- truncated --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3, 7))
def test_truncated_records_of_every_kind_are_reported_or_right(number: int) -> None:
    text = samples()[number]
    for end in range(1, len(text), max(1, len(text) // 20)):
        check_loads_only_what_is_right(text[:end])


# --- the commands -----------------------------------------------------------------------------


def test_replay__keeps_the_names_where_a_move_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deal.comet.yaml"
    file.write_text(FAULTS["R07"], encoding="utf-8")
    status, out, _ = outcome(capsys, "replay", file)
    assert status == 1 and "Ann is seat 0, Ben is seat 1." in out


def test_replay__tells_of_json_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deal.comet.json"
    data = json.loads(cr.read_record(text=GOOD).to_json())
    data["deals"][0]["result"]["balances"] = [3, -3]
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    status, _, err = outcome(capsys, "replay", file)
    assert status == 1 and "error[R08] the balances of this deal: [-3, 3], not [3, -3]" in err


def test_play__refuses_a_folder_that_is_not_there_before_it_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nowhere" / "deal.comet.yaml"
    status, out, err = outcome(capsys, "play", "foster-commit", "--record", file)
    assert (status, out) == (2, "") and "nowhere" in err


def test_a_disk_that_fills_while_writing_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "deal.comet.yaml"
    monkeypatch.setattr("cometrules._files.os.fdopen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cr.write_record(cr.read_record(text=GOOD), file)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("seed", ['""', '" "', r'"\u2028"'])
def test_a_blank_seed_is_reported_with_its_line_and_never_raised(seed: str) -> None:
    log = cr.DealLog(cr.new_deal(compiled("foster-commit", 2), seed=1))
    text = cr.Record.of(log, seeds=["7"]).to_yaml()
    report = cr.check_record(text=re.sub(r"seed: .*", lambda _: f"seed: {seed}", text))
    assert [problem.line > 0 for problem in report.problems] == [True]


@pytest.mark.parametrize("seed", ["", "   ", "a\x07b"])
def test_a_seed_that_no_record_could_tell_of_is_refused_before_anything_is_played(
    seed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.comet.yaml"
    played = outcome(capsys, "play", "foster-commit", "--seed", seed, "--record", file)
    assert played[:2] == (2, "") and "is no seed: write a number or a word" in played[2]
    assert not file.exists()


@pytest.mark.parametrize("ending", ["yaml", "json"])
@pytest.mark.parametrize(
    "meta", [{"a": "x" * 1_100_000}, {"k" * 1100: 1}, {"a": ["x"] * 60_000}, {"a": "[" * 300}]
)
def test_a_record_that_could_not_be_read_back_is_not_written(
    meta: dict[str, Any], ending: str, tmp_path: Path
) -> None:
    """Whatever is written can be read."""
    file = tmp_path / f"a.comet.{ending}"
    log = cr.DealLog(cr.new_deal(compiled("foster-commit", 2), seed=1))
    with pytest.raises(cr.RecordError, match="could not be read"):
        cr.write_record(cr.Record.of(log, meta=meta), file)
    assert not file.exists()
