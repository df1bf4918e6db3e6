"""Pictures of deals: well formed, within their frame, with words for everything, and no secrets."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

import cometrules as cr
from cometrules.drawing import WIDTH
from cometrules.lang.words import CODES
from cometrules.testing import find_leaks

from .golden import played
from .helpers import outcome, table
from .strategies import compiled, deals, playout, seeds

SVG = "{http://www.w3.org/2000/svg}"


def checked(drawn: str) -> ElementTree.Element:
    """A picture, once its frame and its text sizes are seen to be right."""
    root = ElementTree.fromstring(drawn)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert width == WIDTH
    assert all(int(size) >= 11 for size in re.findall(r"font-size: (\d+)px", drawn))
    for box in root.iter(f"{SVG}rect"):
        x, y = float(box.get("x", 0)), float(box.get("y", 0))
        assert x >= 0 and x + float(box.attrib["width"]) <= width
        assert y >= 0 and y + float(box.attrib["height"]) <= height
    for text in root.iter(f"{SVG}text"):
        x, length = float(text.attrib["x"]), 7.2 * len(text.text or "")
        left = {"middle": x - length / 2, "end": x - length}.get(text.get("text-anchor", ""), x)
        assert left >= 0 and left + length <= width + 12, text.text
        assert 0 < float(text.attrib["y"]) <= height
    names = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
    assert len(names) == len(set(names)) == 2
    assert root.attrib["aria-labelledby"].split() == names and root.attrib["role"] == "img"
    return root


def told(root: ElementTree.Element) -> str:
    desc = root.find(f"{SVG}desc")
    assert desc is not None and desc.text
    return desc.text


@given(deals(), seeds())
@settings(max_examples=80, deadline=None)
def test_every_moment_can_be_drawn(state: cr.State, seed: int) -> None:
    states = playout(state, seed).states
    now = states[seed % len(states)]
    words = told(checked(cr.draw(now)))
    assert all(card.name in words for hand in now.hands for card in hand)
    for seat in (None, *range(now.rules.players)):
        view = cr.view(now, seat)
        assert cr.draw(view) == cr.draw(cr.view(now, seat))
        checked(cr.draw(view))
        if seat is not None:
            assert view._repr_svg_() == cr.draw(view)
    assert now._repr_svg_() == cr.draw(now)


@pytest.mark.parametrize("name", ["svensk-komet", "two-pack-comet", "foster-commit"])
def test_a_picture_of_a_view_gives_nothing_away(name: str) -> None:
    channels = {"picture": lambda log, seat: cr.draw(log.view(seat))}
    report = find_leaks(compiled(name, 3), deals=2, moments=4, tries=5, channels=channels)
    assert report and report.compared, str(report)


def test_by_holder_no_seat_is_said_to_be_on_turn() -> None:
    state = table("svensk-komet", ["2C 5C", "3C", "9D"])
    words = told(checked(cr.draw(cr.step(state, cr.parse_move(state.rules, "0:2C")))))
    assert "whoever holds 3♣ lays it" in words and "on turn" not in words


def test_the_comet_is_marked_by_shape_and_word() -> None:
    root = checked(cr.draw(table("foster-commit", ["2C 9D", "3C"])))
    assert len(list(root.iter(f"{SVG}polygon"))) == 1
    assert "Comet" in [text.text for text in root.iter(f"{SVG}text")]


def test_a_log_draws_the_whole_run_and_a_state_its_end() -> None:
    log = cr.DealLog(table("foster-commit", ["2C 3C 4C 9H", "5C"]))
    for text in ("0:2C", "0:3C", "0:4C"):
        log = log.step(cr.parse_move(log.state.rules, text))
    assert "On the table: 2♣ 3♣ 4♣." in told(checked(cr.draw(log)))
    assert "On the table: 4♣." in told(checked(cr.draw(log.state)))


def test_names_are_shown_whatever_they_are() -> None:
    state = table("foster-commit", ["2C 9D", "3C"])
    root = checked(cr.draw(state, names=['<b>&"', "A very long name that would not fit here"]))
    assert '<b>&"' in told(root) and "that would not fit here" in told(root)
    with pytest.raises(cr.DealError, match="2 players"):
        cr.draw(state, names=["Ann"])


@pytest.mark.parametrize("lang", CODES)
def test_it_speaks_three_languages(lang: str) -> None:
    state = cr.new_deal(compiled("svensk-komet", 8), seed=1)
    title = state.rules.profile.title[lang]
    assert title in told(checked(cr.draw(state, lang=lang)))
    with pytest.raises(ValueError, match="no language"):
        cr.draw(state, lang="de")


def test_draw__of_a_profile_and_of_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = played(cr.new_deal(compiled("foster-commit", 3), seed=1), Random(1))
    file, picture = tmp_path / "deal.comet.yaml", tmp_path / "deal.svg"
    cr.write_record(cr.Record.of(log, seats=["Ann", "Ben", "Cia"]), file)
    status, out, _ = outcome(capsys, "draw", file, "--ply", "3", "--seat", "1", "--lang", "sv")
    assert status == 0 and "Ann" in told(checked(out))
    arguments = ("draw", "svensk-komet", "--players", "4", "--ply", "5", "--output", picture)
    assert outcome(capsys, *arguments)[0] == 0
    checked(picture.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("foster-commit", "--ply", "999"), "no picture after 999"),
        (("foster-commit", "--seat", "7"), "no seat 7"),
        (("nothing",), "no profile"),
        (("nowhere.comet.yaml",), "nowhere.comet.yaml"),
        (("foster-commit", "--players", "9"), "2 to 6 players"),
    ],
)
def test_draw__of_what_is_not_there(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = outcome(capsys, "draw", *arguments)
    assert (status, out) == (2, "") and said in err and len(err.splitlines()) == 1
