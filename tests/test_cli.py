"""The command line, as a user types it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import cometrules as cr

from .helpers import outcome


@pytest.fixture(autouse=True)
def narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def good(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status, out, err = outcome(capsys, *arguments)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    return out


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_profiles_lists_every_id(capsys: pytest.CaptureFixture[str]) -> None:
    lines = good(capsys, "profiles").splitlines()
    assert [line.split()[0] for line in lines] == list(cr.bundled_profiles())
    assert any("two-player-arnold" in line and "  2 players" in line for line in lines)


@pytest.mark.parametrize("name", cr.bundled_profiles())
def test_show_tells_every_profile(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = good(capsys, "show", name)
    for heading in ("Players", "The pack", "Play", "The Comet", "The end of a deal", "The match"):
        assert f"\n{heading}\n" in out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("foster-commit", "Starting a run earns 1 for A, from each opponent. [F-en §05]"),
        ("foster-commit", "4 players 12 (dead 3)"),
        ("american-commit", "K 7♦"),
        ("two-pack-comet", "9♦"),
        ("two-pack-comet", "[our decision: lost from our copy"),
        ("old-comet-1718", "Comet (10 to each opponent)"),
        ("denexa-comet-stripped", "8♣ 8♥ 8♠"),
        ("svensk-komet", "A♦ (dealer 5)"),
        ("usa-komet", "9♦ 9♣"),
    ],
)
def test_show_says(name: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = " ".join(good(capsys, "show", name).split())
    assert words in told


def test_play_tells_a_deal_to_its_settlement(capsys: pytest.CaptureFixture[str]) -> None:
    out = good(capsys, "play", "foster-commit", "--players", "4", "--seed", "7")
    assert "Seat 0 deals 12 cards to each; 3 lie dead." in out
    assert "Seat 3  passes, no J♣ or 10♦" in out
    assert "every other seat pays 2 to seat 2 (payments.comet.reward, 9♦)" in out
    assert "seat 1 takes 4 from the pool (stakes.pool.won_by)" in out
    assert "seat 1     +3  (out)" in out
    assert out == good(capsys, "play", "foster-commit", "--players", "4", "--seed", "7")


@pytest.mark.parametrize("name", cr.bundled_profiles())
def test_play_every_profile_and_number(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    players = cr.load_profile(name).players
    for number in range(players.min, players.max + 1):
        out = good(capsys, "play", name, "--players", str(number), "--seed", "1")
        assert "is out" in out
        assert len([line for line in out.splitlines() if line.startswith("  seat ")]) == number


def test_play_without_a_seed_says_which_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    out = good(capsys, "play", "svensk-komet")
    seed = out.splitlines()[0].rsplit(" ", 1)[1]
    assert good(capsys, "play", "svensk-komet", "--seed", seed) == out


def test_play_a_seat_oneself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong move is explained and asked again; the other hands stay hidden until the end."""
    rules = cr.compile_rules("foster-commit", 3)
    state = cr.new_deal(rules, seed="x")
    first = str(cr.legal_moves(state)[0])
    typed(monkeypatch, f"5X\npass\n\n{first}\n")
    status, out, err = outcome(
        capsys, "play", "foster-commit", "--players", "3", "--seed", "x", "--interactive", "1"
    )
    assert (status, err) == (130, "cometrules: stopped\n")
    assert "'5X' is no move" in out
    assert "seat 1 has the lead and must lay a card" in out
    assert "Type one of these, or quit." in out
    assert f"leads {cr.parse_card(first).name}" in out
    hidden = {str(card) for card in state.hands[2]}
    asked = [line for line in out.splitlines() if line.startswith(("Your hand", "You may"))]
    assert asked and not any(hidden & set(line.split()) for line in asked)


def test_play_a_seat_to_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every move of the seat is typed; waiting is possible where others can go first."""
    rules = cr.compile_rules("svensk-komet", 3)
    every = "\n".join(str(action) for action in rules.actions)
    typed(monkeypatch, f"\n{every}\n" * 60)
    status, out, err = outcome(
        capsys, "play", "svensk-komet", "--players", "3", "--seed", "4", "--interactive", "2"
    )
    assert (status, err) == (0, "")
    assert "This deal (marker):" in out


def test_compare_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    out = good(capsys, "compare", "foster-commit", "svensk-komet", "--only-differences")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "Who continues the player on turn whoever has the card" in lines
    assert not any(line.startswith("Deal goes") for line in lines), "only what differs"


def test_compare_six_by_value(capsys: pytest.CaptureFixture[str]) -> None:
    out = good(capsys, "compare", *cr.bundled_profiles()[:6])
    assert "Who continues\n  the player on turn " in out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert any(line.startswith("whoever has the card denexa-comet-stripped,") for line in lines)


def test_compare_the_two_foster_texts(capsys: pytest.CaptureFixture[str]) -> None:
    out = good(capsys, "compare", "foster-commit", "foster-commit-es", "--only-differences")
    assert out.startswith("no rule differs\n")


def test_compare_takes_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "format: 1\nid: mine\ntitle: {en: Mine}\nextends: svensk-komet\nplay: {stops: [K]}\n",
        "utf-8",
    )
    out = good(capsys, "compare", "svensk-komet", str(file))
    assert "K A" in out


BROKEN = """format: 1
id: mine
title: {en: Mine}
extends: svensk-komet
play:
  contine: must
"""


def test_validate_points_at_the_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(BROKEN, "utf-8")
    status, out, err = outcome(capsys, "validate", str(file))
    assert (status, err) == (1, "")
    assert out.startswith(f"{file}:6:3: error[S01] unknown key 'contine' (play.contine)\n")
    assert "    6 |   contine: must\n" in out
    assert "hint: did you mean 'continue'?" in out


def test_validate_goes_on_after_a_broken_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good_file = tmp_path / "good.yaml"
    good_file.write_text(BROKEN.replace("contine", "continue"), "utf-8")
    typed(monkeypatch, BROKEN)
    status, out, err = outcome(capsys, "validate", "-", str(good_file))
    assert status == 1
    assert f"{good_file}: no problem found" in out
    assert err == "cometrules: 1 of 2 files have problems\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plya"], "no command is called 'plya': did you mean 'play'?"),
        (["show", "foster-comit"], "did you mean 'foster-commit'?"),
        (["show"], "PROFILE"),
        (["show", "nowhere.yaml"], "nowhere.yaml: No such file or directory"),
        (["validate", "nowhere.yaml"], "nowhere.yaml: No such file or directory"),
        (["compare", "svensk-komet"], "two profiles or more"),
        (["play", "foster-commit", "--players", "7"], "is for 2 to 6 players, not 7"),
        (["play", "two-player-arnold", "--players", "3"], "is for 2 players, not 3"),
        (["play", "foster-commit", "--players", "two"], "'two' is not a valid integer"),
        (["play", "foster-commit", "--dealer", "2"], "there is no seat 2 to deal"),
        (["play", "foster-commit", "--interactive", "9"], "there is no seat 9"),
        (["play", "two-pack-comet", "--pack", "blue"], "there is no pack 'blue'"),
        (["play", "foster-commit", "--sed", "1"], "--seed"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = outcome(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("cometrules: ") and err.count("\n") == 1
    assert words in err


def test_a_broken_file_where_a_profile_is_wanted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(BROKEN + "  turn: never\n", "utf-8")
    status, out, err = outcome(capsys, "play", str(file))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert f"(and 1 more: cometrules validate {file})" in err


def test_nothing_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = outcome(capsys)
    assert (status, out) == (2, "")
    assert err.startswith("Usage: cometrules")


def test_a_reader_that_leaves_early_is_no_error() -> None:
    """As with `| head`: no traceback, no message."""
    code = (
        "import sys; from cometrules.cli import main; sys.argv = ['cometrules', 'profiles']; main()"
    )
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")
