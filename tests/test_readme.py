"""The README's Python runs, and its profile is one."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import cometrules as cr

README = Path(__file__).parent.parent / "README.md"


def block(language: str, marker: str = "") -> str:
    found = re.search(rf"{marker}```{language}\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block("python", "<!-- example -->\n"), "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "play.stops ['K'] ['K', '7D']" in printed
    assert "stakes.pool.won_by" in printed


def test_dialogues_run() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert (failed, tried > 3) == (0, True)


def test_profile_of_your_own_is_valid() -> None:
    profile = cr.load_profile(text=block("yaml"))
    assert profile.settlement.times.comet_caught == 3
