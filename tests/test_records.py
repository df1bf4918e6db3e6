"""Game records: exact round trips, golden games, faults with their place, nothing half written."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr
from cometrules.profile.schema import schema_of
from cometrules.records.reading import reading_of

from .golden import FOLDER, played, whole_match
from .helpers import every_table, house, outcome
from .strategies import RuleSheet, compiled, deals, playout, rule_sheets, seeds, sheet_profile

EVERY_TABLE = pytest.mark.parametrize(("name", "players"), every_table())


def logged(state: cr.State, seed: int, moves: int | None = None) -> cr.DealLog:
    """A deal played at random, to its end or for some moves."""
    log = cr.DealLog(state)
    for move in playout(state, seed).moves[:moves]:
        log = log.step(move)
    return log


def assert_round_trips(record: cr.Record) -> None:
    for text in (record.to_yaml(), record.to_json()):
        again = cr.read_record(text=text)
        assert again == record
        assert text in (again.to_yaml(), again.to_json())


# --- round trips ------------------------------------------------------------------------------

PLAIN_TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co")), max_size=12
)
WORDS = PLAIN_TEXT.filter(str.strip)
META = st.recursive(
    st.none() | st.integers(-999_999_999, 999_999_999) | WORDS | st.just(""),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


@given(deals(), seeds(), st.none() | st.integers(0, 30))
@settings(max_examples=40, deadline=None)
def test_a_deal_comes_back_as_it_was(state: cr.State, seed: int, moves: int | None) -> None:
    log = logged(state, seed, moves)
    record = cr.Record.of(log, seeds=[seed])
    assert_round_trips(record)
    (again,) = cr.read_record(text=record.to_yaml()).replay()
    assert again == log


@given(st.lists(WORDS, min_size=2, max_size=2), META)
@settings(max_examples=40, deadline=None)
def test_names_and_metadata_come_back_whatever_they_look_like(names: list[str], meta: Any) -> None:
    log = cr.DealLog(cr.new_deal(compiled("foster-commit", 2), seed=1))
    assert_round_trips(cr.Record.of(log, seats=names, meta={"kept": meta}))


ODD_WORDS = """
    y no ON null ~ 12:30 1e5 0x1F 048 -_a a:_b #1 “x” Åsa Ann_B. ' " { 9D 10 * &x 2026-12-01 ♦️ , ]
    ? ! | > % @ ` \u00a0x
"""


ODD = [word.strip("\n").replace("_", " ") for word in ODD_WORDS.split(" ") if word.strip()]


@pytest.mark.parametrize("word", ODD)
def test_words_that_yaml_readers_differ_about_come_back(word: str) -> None:
    log = cr.DealLog(cr.new_deal(compiled("foster-commit", 2), seed=1))
    record = cr.Record.of(log, seats=[word, "B"], meta={word: [word, {word: word}]}, seeds=[word])
    assert_round_trips(record)
    plain = yaml.safe_load(record.to_yaml())
    assert plain["seats"] == list(record.seats), "any YAML reader has the same"


@EVERY_TABLE
def test_deals_of_a_match_come_back(name: str, players: int) -> None:
    match = cr.new_match(compiled(name, players), seed=f"{name} {players}")
    rng = Random(f"{name} {players}")
    logs: list[cr.DealLog] = []
    while not match.is_over and len(logs) < 2:
        logs.append(played(match.deal(), rng))
        match = match.after(logs[-1].state)
    record = cr.Record.of(*logs)
    assert_round_trips(record)
    assert record.replay() == tuple(logs)
    assert (record.outcome is not None) == match.is_over
    if record.outcome is not None:
        assert (record.outcome.totals, record.outcome.winners) == (match.totals, match.winners)


@given(rule_sheets(), seeds())
@settings(max_examples=15, deadline=None)
def test_a_profile_of_ones_own_is_embedded_and_comes_back(sheet: RuleSheet, seed: int) -> None:
    rules = cr.compile_rules(sheet_profile(sheet), 2)
    log = logged(cr.new_deal(rules, seed=seed), seed, moves=25)
    record = cr.Record.of(log)
    assert record.embed
    assert_round_trips(record)
    assert cr.read_record(text=record.to_yaml()).replay() == (log,)


def test_a_profile_that_extends_is_embedded_whole(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("format: 1\nid: mine\ntitle: {en: Mine}\nextends: svensk-komet\n")
    log = played(cr.new_deal(cr.compile_rules(file, 3), seed=1), Random(1))
    record = cr.Record.of(log)
    assert "extends" not in record.to_yaml()
    assert_round_trips(record)
    beside = cr.Record.of(log, embed=False)
    assert "rules" not in beside.to_yaml()
    assert cr.read_record(text=beside.to_yaml(), profile=str(file)) == beside


def test_a_bundled_profile_can_be_embedded_too() -> None:
    log = played(cr.new_deal(compiled("fransk-comet", 2), seed=1), Random(1))
    assert_round_trips(cr.Record.of(log, embed=True))


def test_a_record_follows_its_schema() -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema_of("record"))
    for file in FOLDER.rglob("*.comet.yaml"):
        Draft202012Validator(schema_of("record")).validate(
            yaml.safe_load(file.read_text(encoding="utf-8"))
        )


# --- golden records ---------------------------------------------------------------------------

GOLDEN = sorted(FOLDER.rglob("*.comet.*"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: str(file.relative_to(FOLDER)))
def test_golden_record_replays(file: Path) -> None:
    record = cr.read_record(file)
    logs = record.replay()
    assert all(log.state.is_over for log in logs) or file.parent.name == "by_hand"
    assert all(
        deal.outcome is not None or not log.state.is_over
        for deal, log in zip(record.deals, logs, strict=True)
    )
    if file.parent == FOLDER:
        assert record.to_yaml() == file.read_text(encoding="utf-8")


def test_there_is_a_golden_record_for_every_table() -> None:
    names = {file.name.removesuffix(".comet.yaml") for file in GOLDEN}
    assert names >= {f"{name}-{players}" for name, players in every_table()}


def test_the_deal_of_a_seed_stays_what_it_was() -> None:
    """Seeds are a promise: the same one deals the same cards in every version."""
    for name, players in every_table():
        record = cr.read_record(FOLDER / f"{name}-{players}.comet.yaml")
        (deal,) = record.deals
        state = cr.new_deal(compiled(name, players), seed=deal.seed, dealer=deal.dealer)
        assert state.hands == deal.hands


# --- what is wrong ----------------------------------------------------------------------------

GOOD = """format: 1
profile: foster-commit
players: 2
seats: [Ann, Ben]
deals:
- dealer: 0
  hands:
  - KC 2D
  - AC QC
  moves: |
    1:AC 1:pass
    0:pass 1:QC
  result: {winner: 1, balances: [-3, 3]}
"""
TWO = """format: 1
profile: svensk-komet
players: 3
deals:
- dealer: 0
  hands: [2C, 3C 4C, 5C]
  moves: "1:3C 1:4C"
- dealer: 1
  hands: [2C, 3C, 5C 6C]
  carried: {pots: {AD: 5, KD: 4, QD: 3, JD: 2, 10D: 1}}
  moves: "2:5C 2:6C"
"""


def changed(old: str, new: str, text: str = GOOD) -> str:
    assert old in text
    return text.replace(old, new)


FAULTS = {
    "R01": changed("format: 1", "format: 2"),
    "R02": changed("foster-commit", "foster-comit"),
    "R03": changed("players", f"hash: {'f' * 64}\nplayers"),
    "R04": changed("players: 2", "players: 9"),
    "R05": changed("KC 2D", "KC AC"),
    "R06": changed("0:pass", "0:9D=6"),
    "R07": changed("0:pass", "0:2D"),
    "R08": changed("winner: 1", "winner: 0"),
    "R09": changed("- dealer: 1", "- dealer: 2", TWO),
    "R10": changed("1:3C 1:4C", "1:3C", TWO),
    "R11": TWO + "".join(
        f"- dealer: {n % 3}\n  hands: [2C, 3C, 5C 6C]\n  moves: '0:2C'\n" for n in (2, 3)
    ),
    "R12": TWO + "result: {totals: [1, 2, 3], winners: [2]}\n",
}  # fmt: skip


def test_the_examples_are_right() -> None:
    assert cr.check_record(text=GOOD) and cr.check_record(text=TWO)


@pytest.mark.parametrize(("code", "text"), FAULTS.items(), ids=FAULTS)
def test_fault(code: str, text: str) -> None:
    report = cr.check_record(text=text)
    assert [p.code for p in report.problems] == [code], str(report)
    (problem,) = report.problems
    assert problem.line and problem.source in text.splitlines()
    with pytest.raises(cr.RecordError) as raised:
        cr.read_record(text=text)
    assert raised.value.problems == report.problems
    from cometrules.profile.codes import CODES

    assert code in CODES


def test_a_wrong_move_is_shown_at_its_word_with_reason_and_rule() -> None:
    (problem,) = cr.check_record(text=FAULTS["R07"]).problems
    line = FAULTS["R07"].splitlines()[problem.line - 1]
    assert line[problem.column - 1 :].startswith("0:2D")
    assert problem.message.startswith("move 3, 0:2D, is not allowed: 2♦ does not continue the run")
    assert "2♣ is needed (by deck.ranks)" in problem.message


def test_a_repeated_word_is_shown_at_the_right_one() -> None:
    text = changed("0:pass 1:QC", "0:pass 1:pass 1:QC")
    (problem,) = cr.check_record(text=text).problems
    assert (problem.code, problem.line) == ("R07", 12)
    assert problem.source[problem.column - 1 :] == "1:pass 1:QC"


def test_the_first_wrong_move_in_json_is_shown_too() -> None:
    data = json.loads(cr.read_record(text=GOOD).to_json())
    data["deals"][0]["moves"] = "1:AC 1:pass\n0:pass 1:KC"
    text = json.dumps(data, indent=1)
    (problem,) = cr.check_record(text=text).problems
    assert problem.code == "R07" and problem.source[problem.column - 1 :].startswith("1:KC")


def test_every_problem_of_the_head_is_reported_at_once() -> None:
    text = changed("KC 2D", "KC 2X").replace("dealer: 0", "dealer: 7").replace("1:QC", "1:Q")
    codes = [p.code for p in cr.check_record(text=text).problems]
    assert codes == ["R04", "R05", "R06"]


def test_mistyped_keys_and_values_are_told_as_in_a_profile() -> None:
    text = changed("moves:", "mvoes:").replace("players: 2", 'players: "2"')
    first, second = cr.check_record(text=text).problems
    assert (first.code, second.code) == ("S04", "S01")
    assert "take the quotes away" in first.hint and "'moves'" in second.hint


@pytest.mark.parametrize("text", ["", "[]", "deals", "\x00", "a: [", "&a [*a]", "{" * 300])
def test_what_is_no_record_at_all_is_reported(text: str) -> None:
    report = cr.check_record(text=text)
    assert not report and all(p.code[0] in "YS" for p in report.problems)


def test_a_record_may_be_larger_than_a_profile_but_not_endless() -> None:
    report = cr.check_record(text="# " + "x" * (1024 * 1024) + "\n" + GOOD)
    assert [p.code for p in report.problems] == ["Y01"]
    assert cr.check_record(text="# " + "x" * 100_000 + "\n" + GOOD)


def test_rules_embedded_with_a_fault_are_shown_at_their_line() -> None:
    log = cr.DealLog(cr.new_deal(cr.compile_rules(house({"deal.hands": "even"}), 2), seed=1))
    text = cr.Record.of(log).to_yaml().replace("order: by_turn", "order: by_tern")
    (problem,) = cr.check_record(text=text).problems
    assert problem.code == "S02" and problem.path == ("rules", "play", "order")
    assert "by_tern" in problem.source


def test_rules_that_changed_since_are_said_to_have() -> None:
    profile = house({"deal.hands": "even"})
    log = played(cr.new_deal(cr.compile_rules(profile, 2), seed=1), Random(1))
    text = cr.Record.of(log).to_yaml().replace("continue: must", "continue: may")
    (problem,) = cr.check_record(text=text).problems
    assert problem.code == "R03"


def test_a_title_may_change_without_harm() -> None:
    profile = house({"deal.hands": "even"})
    log = played(cr.new_deal(cr.compile_rules(profile, 2), seed=1), Random(1))
    text = cr.Record.of(log).to_yaml().replace("House rules", "Rules of our house")
    assert cr.check_record(text=text)


def test_rules_can_be_given_beside_the_record() -> None:
    profile = house({"deal.hands": "even"})
    record = cr.Record.of(played(cr.new_deal(cr.compile_rules(profile, 2), seed=1), Random(1)))
    data = json.loads(record.to_json())
    del data["rules"]
    assert [p.code for p in cr.check_record(text=json.dumps(data)).problems] == ["R02"]
    assert cr.read_record(text=json.dumps(data), profile=profile).replay() == record.replay()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda log: cr.Record.of(log, seats=["Ann"]), "as many names"),
        (lambda log: cr.Record.of(log, seats=["Ann", "\x1b[31m"]), "control character"),
        (lambda log: cr.Record.of(log, meta={"x": 1.5}), "as text"),
        (lambda log: cr.Record.of(log, meta={"x": 10**10}), "as text"),
        (lambda log: cr.Record.of(log, meta={"x": True}), "as text"),
        (lambda log: cr.Record.of(), "needs a deal"),
        (lambda log: cr.Record.of(log, log), "not over"),
    ],
)
def test_a_record_that_could_not_be_read_is_not_made(
    make: Callable[[cr.DealLog], cr.Record], said: str
) -> None:
    log = cr.DealLog(cr.new_deal(compiled("foster-commit", 2), seed=1))
    with pytest.raises(cr.RecordError, match=said):
        make(log)


def test_partial_records_are_fine() -> None:
    for text in (
        changed("  result: {winner: 1, balances: [-3, 3]}\n", ""),
        changed("    0:pass 1:QC\n  result: {winner: 1, balances: [-3, 3]}\n", ""),
        GOOD.partition("  moves")[0],
        changed("seats: [Ann, Ben]\n", ""),
    ):
        record = cr.read_record(text=text)
        assert_round_trips(record)


# --- mutations --------------------------------------------------------------------------------


@functools.cache
def samples() -> tuple[str, ...]:
    own = house({"deal.hands": "even"}, base="svensk-komet")
    logs = [
        played(cr.new_deal(cr.compile_rules(own, 3), seed=1), Random(1)),
        logged(cr.new_deal(compiled("two-pack-comet", 3), seed=2), 1, moves=40),
    ]
    texts = [GOOD, TWO, whole_match("svensk-komet", 3).to_yaml()]
    for log in logs:
        texts += [cr.Record.of(log).to_yaml(), cr.Record.of(log).to_json()]
    return tuple(texts)


def check_loads_only_what_is_right(text: str | bytes) -> None:
    reading = reading_of(text, "<text>")
    if reading.record is None:
        assert reading.report.problems
        assert all(p.message and str(p) for p in reading.report.problems)
        return
    for log, deal in zip(reading.record.replay(), reading.record.deals, strict=True):
        assert log.start.hands == deal.hands
        if deal.outcome is not None:
            assert deal.outcome.balances == cr.score(log.state).balances
    assert_round_trips(reading.record)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(samples()))
    for _ in range(draw(st.integers(1, 3))):
        words = text.split(" ")
        lines = text.split("\n")
        at, to = draw(st.integers(0, len(words) - 1)), draw(st.integers(0, len(words) - 1))
        match draw(st.sampled_from(["drop", "swap", "double", "letter", "line", "cut"])):
            case "drop":
                text = " ".join(words[:at] + words[at + 1 :])
            case "swap":
                words[at], words[to] = words[to], words[at]
                text = " ".join(words)
            case "double":
                text = " ".join([*words[:at], words[at], *words[at:]])
            case "letter":
                where = draw(st.integers(0, len(text)))
                letter = draw(st.sampled_from("0129ACKDpn:-{}[]\"'#& \n\t♦"))
                text = text[:where] + letter + text[where + 1 :]
            case "line":
                which = draw(st.integers(0, len(lines) - 1))
                text = "\n".join(lines[:which] + lines[which + 1 :])
            case "cut":
                text = text[: draw(st.integers(0, len(text)))]
    return text


@given(mutated())
@settings(max_examples=100, deadline=None)
def test_mutated_records_are_reported_or_right(text: str) -> None:
    check_loads_only_what_is_right(text)


@pytest.mark.parametrize("number", range(3))
def test_truncated_records_are_reported_or_right(number: int) -> None:
    text = samples()[number]
    for end in range(0, len(text), max(1, len(text) // 30)):
        check_loads_only_what_is_right(text[:end])


@given(st.binary(max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_bytes_are_reported(content: bytes) -> None:
    check_loads_only_what_is_right(content)


# --- files and commands -----------------------------------------------------------------------


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    file = tmp_path / "deal.comet.yaml"
    file.write_text(GOOD, encoding="utf-8")
    return file


def test_replay__tells_the_deal_and_that_it_is_right(
    record_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = outcome(capsys, "replay", record_file)
    assert (status, err) == (0, "")
    assert "Ann is seat 0, Ben is seat 1." in out
    assert "Seat 1  leads A♣ - without 2♣" in out and "This deal (point):" in out
    assert out.splitlines()[-1].endswith("1 deal, 4 moves, all as the rules allow")
    assert max(map(len, out.splitlines()[:-1])) <= 80


def test_replay__stops_at_the_first_wrong_move(
    record_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record_file.write_text(FAULTS["R07"], encoding="utf-8")
    status, out, err = outcome(capsys, "replay", record_file)
    assert status == 1
    assert "without 2♣" in out and "Q♣" not in out.replace("2♣ Q♣", "")[: out.find("Still")]
    assert err.startswith(f"{record_file}:12:5: error[R07] move 3, 0:2D, is not allowed")
    assert "^" in err


@pytest.mark.parametrize("code", FAULTS)
def test_replay__exits_1_for_every_fault(
    code: str, record_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record_file.write_text(FAULTS[code], encoding="utf-8")
    status, out, err = outcome(capsys, "replay", "--quiet", record_file)
    assert (status, out) == (1, "") and "error[" in err and "Traceback" not in err


def test_replay__of_one_deal_and_of_one_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "two.comet.yaml"
    file.write_text(TWO, encoding="utf-8")
    status, out, _ = outcome(capsys, "replay", "--deal", "2", file)
    assert status == 0 and "--- Deal 2 ---" in out and "--- Deal 1 ---" not in out
    status, _, err = outcome(capsys, "replay", "--deal", "3", file)
    assert status == 2 and "no deal 3" in err


def test_replay__of_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = outcome(capsys, "replay", "nowhere.comet.yaml")
    assert (status, out) == (2, "") and "nowhere.comet.yaml" in err


def test_play__keeps_what_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("yaml", "json"):
        file = tmp_path / f"deal.comet.{form}"
        status, told, _ = outcome(
            capsys, "play", "svensk-komet", "--players", "3", "--seed", "5", "--record", file
        )
        assert status == 0
        status, again, _ = outcome(capsys, "replay", file)
        assert status == 0 and again.startswith(told.rstrip("\n"))


def test_play__keeps_a_whole_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.comet.yaml"
    arguments = ("play", "two-pack-comet", "--players", "2", "--match", "--seed", "1")
    assert outcome(capsys, *arguments, "--record", file)[0] == 0
    record = cr.read_record(file)
    assert record.outcome is not None and len(record.deals) == 2


def test_play__keeps_what_was_played_until_somebody_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "deal.comet.yaml"
    monkeypatch.setattr("click.prompt", lambda *_, **__: "quit")
    arguments = ("play", "foster-commit", "--players", "2", "--seed", "1", "--interactive", "1")
    assert outcome(capsys, *arguments, "--record", file)[0] == 130
    assert cr.read_record(file).deals[0].outcome is None


@pytest.mark.parametrize("name", ["deal.yaml", "deal", "deal.comet", "deal.comet.txt"])
def test_play__refuses_another_ending_before_it_plays(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = outcome(capsys, "play", "foster-commit", "--record", tmp_path / name)
    assert (status, out) == (2, "") and ".comet.yaml" in err and not list(tmp_path.iterdir())


def test_a_record_is_written_whole_or_not_at_all(
    record_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cometrules._files.Path.replace", full_disk)
    with pytest.raises(OSError, match="No space"):
        cr.write_record(cr.read_record(text=GOOD), record_file)
    assert record_file.read_text(encoding="utf-8") == GOOD
    assert [file.name for file in record_file.parent.iterdir()] == [record_file.name]
