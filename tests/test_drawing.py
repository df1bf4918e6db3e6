"""Pictures of deals: well formed, within their frame, with words for everything, and no secrets."""

from __future__ import annotations

import io
import re
from collections import Counter
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr
from cometrules.cli.playing import Table
from cometrules.drawing import WIDTH
from cometrules.drawing.picture import svg_of
from cometrules.drawing.scene import scene_of
from cometrules.drawing.style import DARK, LIGHT, SIZES
from cometrules.lang.words import CODES, Language, language
from cometrules.testing import find_leaks

from .golden import played
from .helpers import house, outcome, table
from .strategies import compiled, deals, playout, seeds

SVG = "{http://www.w3.org/2000/svg}"
CARD = re.compile(r"\b(?:10|[A2-9JQK])[♣♦♥♠]")
FULL = house({"play.at_once": "any_number"}, base="two-pack-comet")
every_language = pytest.mark.parametrize("lang", CODES)


def kind_of(text: ElementTree.Element) -> str:
    """Which letters a text is written with."""
    return text.attrib["class"].split()[0].removeprefix("cr-")


def checked(drawn: str) -> ElementTree.Element:
    """A picture, once its frame, its letters and its names are seen to be right."""
    root = ElementTree.fromstring(drawn)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert width == WIDTH == 360
    for box in root.iter(f"{SVG}rect"):
        x, y = float(box.attrib["x"]), float(box.attrib["y"])
        assert x >= 0 and x + float(box.attrib["width"]) <= width
        assert y >= 0 and y + float(box.attrib["height"]) <= height
    for text in root.iter(f"{SVG}text"):
        assert text.text and "None" not in text.text
        size, bold = SIZES[kind_of(text)]
        wide = sum(1.0 if letter in "mwMW@%" else 0.62 for letter in text.text.rstrip("\ufe0e"))
        length, x = wide * size * (1.05 if bold else 1), float(text.attrib["x"])
        left = {"middle": x - length / 2, "end": x - length}.get(text.get("text-anchor", ""), x)
        assert left >= 0 and left + length <= width, text.text
        assert size - 2 <= float(text.attrib["y"]) <= height - 2
    names = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
    assert len(names) == len(set(names)) == 2
    assert root.attrib["aria-labelledby"].split() == names and root.attrib["role"] == "img"
    assert not re.search(r"<script|href|url\(|@import|\0", drawn)
    return root


def told(root: ElementTree.Element) -> str:
    """What the picture says in words."""
    desc = root.find(f"{SVG}desc")
    assert desc is not None and desc.text
    return desc.text


def cards(root: ElementTree.Element, kind: str) -> Counter[str]:
    """The cards that are drawn as held, laid or wanted."""
    found = (one.attrib.get(f"data-{kind}") for one in root.iter(f"{SVG}g"))
    return Counter(card for card in found if card is not None)


def lines(root: ElementTree.Element) -> list[str]:
    """The texts of a picture."""
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def kinds(root: ElementTree.Element, style: str) -> int:
    """How many shapes have a style."""
    return sum(f"cr-{style}" in one.get("class", "").split() for one in root.iter())


def logged(state: cr.State, moves: str) -> cr.DealLog:
    """The log of a deal after moves written as `2:9D 3:pass`."""
    log = cr.DealLog(state)
    for text in moves.split():
        log = log.step(cr.parse_move(state.rules, text))
    return log


# --- every moment -----------------------------------------------------------------------------


@given(deals(), seeds(), st.sampled_from(CODES))
@settings(max_examples=40, deadline=None)
def test_every_moment_can_be_drawn(state: cr.State, seed: int, lang: str) -> None:
    states = playout(state, seed).states
    now = states[seed % len(states)]
    root = checked(cr.draw(now, lang=lang))
    everything = Counter(str(card) for hand in now.hands for card in hand)
    assert cards(root, "held") == everything
    named = {cr.parse_card(card).name for card in everything}
    assert named <= set(CARD.findall(told(root)))
    for seat in (None, *range(now.rules.players)):
        view = cr.view(now, seat)
        drawn = cr.draw(view, lang=lang)
        assert drawn == cr.draw(cr.View.from_dict(view.to_dict(), view.profile), lang=lang)
        root = checked(drawn)
        seen = view.hands or (view.hand,)
        assert cards(root, "held") == Counter(str(card) for hand in seen for card in hand)
        hidden = sum(view.sizes) - len(view.hand) if not view.hands else 0
        assert kinds(root, "back") == hidden
        assert {cr.parse_card(card).name for card in cards(root, "held")} <= set(
            CARD.findall(told(root))
        )


@given(deals(), seeds())
@settings(max_examples=25, deadline=None)
def test_every_moment_of_a_log_can_be_drawn(state: cr.State, seed: int) -> None:
    log = cr.DealLog(state)
    moves = [] if state.is_over else list(played(state, Random(seed)).moves)
    for move in moves[: seed % (len(moves) + 1)]:
        log = log.step(move)
    root = checked(cr.draw(log))
    run = [str(place) for place in log.run]
    assert len(list(cards(root, "laid").elements())) >= len(run)
    for place in log.run:
        assert (place.name if isinstance(place, cr.Card) else place.replace("T", "10")) in told(
            root
        )
    last = log.moves[-1] if log.moves else None
    for seat in range(log.state.rules.players):
        checked(cr.draw(log.view(seat), last=last))


def test_before_the_deal_there_are_seats_and_no_cards() -> None:
    root = checked(cr.draw(cr.start(compiled("svensk-komet", 3))))
    assert not cards(root, "held") and not kinds(root, "back")
    assert "The cards are to be dealt" in lines(root)


def test_long_hands_go_on_in_the_next_row() -> None:
    hand = " ".join(f"{rank}{suit}" for suit in "CH" for rank in "A23456789TJQ")
    root = checked(cr.draw(table("foster-commit", [f"{hand} 9D", "KS"])))
    assert len(list(cards(root, "held").elements())) == 26
    rows = {
        box.attrib["y"]
        for group in root.iter(f"{SVG}g")
        for box in group.iter(f"{SVG}rect")
        if box.attrib["height"] == "46"
    }
    assert len(rows) == 3  # two of the long hand, one of the short


def test_a_count_that_nobody_believes_draws_no_such_number_of_backs() -> None:
    data = cr.view(table("foster-commit", ["2C", "3C"]), 0).to_dict()
    data["sizes"] = [1, 10**9]
    assert kinds(checked(cr.draw(cr.View.from_dict(data))), "back") <= 60


# --- what must not be seen --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players"),
    [("svensk-komet", 3), ("two-pack-comet", 3), ("foster-commit", 3), ("usa-komet", 3)],
)
def test_a_picture_of_a_view_gives_nothing_away(name: str, players: int) -> None:
    channels = {
        "picture": lambda log, seat: cr.draw(log.view(seat)),
        "picture with the last move": lambda log, seat: cr.draw(
            log.view(seat), last=log.moves[-1] if log.moves else None
        ),
    }
    report = find_leaks(compiled(name, players), deals=2, moments=3, tries=4, channels=channels)
    assert report and report.compared, str(report)


def test_a_picture_of_a_whole_state_would_be_found_to_leak() -> None:
    channels = {"picture": lambda log, seat: cr.draw(log)}
    assert not find_leaks(compiled("foster-commit", 3), deals=1, moments=2, channels=channels)


def test_by_holder_no_seat_is_said_to_be_on_turn() -> None:
    state = table("svensk-komet", ["2C 5C", "3C", "9D"])
    root = checked(cr.draw(cr.step(state, cr.parse_move(state.rules, "0:2C"))))
    assert "Whoever holds 3♣ lays it." in told(root) and "on turn" not in told(root)
    assert not kinds(root, "awaited") and cards(root, "wanted") == Counter(["3C"])


# --- what there is to see ---------------------------------------------------------------------


def test_the_seat_on_turn_is_marked_by_frame_pointer_and_words() -> None:
    state = table("foster-commit", ["2C 9D", "3C 5D"])
    root = checked(cr.draw(cr.step(state, cr.parse_move(state.rules, "0:2C")), names=["Ann", "Bo"]))
    assert kinds(root, "awaited") == 1 and "on turn" in lines(root)
    assert "Ann is on turn; wanted: 3♣" in lines(root)
    assert "Ann (on turn): 2 cards" not in told(root) and "Ann (on turn): 1 card, " in told(root)
    assert "Bo (dealer): 2 cards" in told(root)


def test_the_comet_in_a_hand_is_marked_by_shape_and_word() -> None:
    root = checked(cr.draw(table("foster-commit", ["2C 9D", "3C"])))
    (comet,) = (one for one in root.iter(f"{SVG}g") if one.get("data-held") == "9D")
    assert len(list(comet.iter(f"{SVG}polygon"))) == 1
    assert "Comet" in [text.text for text in comet.iter(f"{SVG}text")]
    assert "9♦ (Comet)" in told(root)


def test_the_comet_on_the_table_is_marked_and_a_dead_one_is_not_mentioned() -> None:
    log = logged(table("foster-commit", ["2C 9D 4C", "3H 5C"]), "0:2C 0:9D")
    root = checked(cr.draw(log))
    (comet,) = (one for one in root.iter(f"{SVG}g") if one.get("data-laid") == "9D")
    assert "Comet" in [text.text for text in comet.iter(f"{SVG}text")]
    assert "The Comet has been laid: 9♦." in told(root)
    assert "2♣ 9♦ (Comet)" in told(root) and "The Comet has been laid: 9♦" in lines(root)
    assert "The Comet has been laid: 9♦" in lines(checked(cr.draw(log.view(1))))
    dead = table("foster-commit", ["2C", "3C"])
    assert cr.Card("9", "D") in dead.dead
    assert "Comet" not in told(checked(cr.draw(dead))).replace("Foster's Commit", "")


def test_what_the_comet_stands_for_is_told() -> None:
    rules = house({"comet.does": "stand_in"}, base="two-pack-comet")
    log = logged(table(rules, ["5C 9D KC", "7C 8C"]), "0:5 0:9D=6")
    for drawn in (cr.draw(log), cr.draw(log.view(1), last=log.moves[-1])):
        root = checked(drawn)
        assert "9♦ (Comet = 6)" in told(root) and "Comet = 6" in lines(root)
    assert "(Comet = 6)" not in told(checked(cr.draw(log.view(1))))


def test_a_log_draws_the_whole_run_and_a_state_its_end() -> None:
    log = logged(table("foster-commit", ["2C 3C 4C 9H", "5C"]), "0:2C 0:3C 0:4C")
    assert "On the table: 2♣ 3♣ 4♣." in told(checked(cr.draw(log)))
    assert cards(checked(cr.draw(log)), "laid") == Counter(["2C", "3C", "4C"])
    assert "On the table: 4♣." in told(checked(cr.draw(log.state)))


def test_the_last_move_is_told_and_its_card_marked() -> None:
    log = logged(table("foster-commit", ["2C 3C 9H", "4C 5D"]), "0:2C 0:3C")
    root = checked(cr.draw(log))
    assert "Seat 0 laid 3♣" in lines(root) and "Seat 0 laid 3♣." in told(root)
    assert kinds(root, "lit") == 1
    assert kinds(checked(cr.draw(log.state)), "lit") == 0
    assert kinds(checked(cr.draw(log.state, last=log.moves[-1])), "lit") == 1
    passed = log.step(cr.parse_move(log.state.rules, "0:pass"))
    root = checked(cr.draw(passed))
    assert "Seat 0 passed" in lines(root) and kinds(root, "lit") == 0


def test_equal_cards_laid_at_once_are_counted() -> None:
    log = logged(table("old-comet-1718", ["7C 8C 8D 8H 8S QC", "9C QD"]), "0:7 0:8*4")
    root = checked(cr.draw(log))
    assert "On the table: 7 8 ×4." in told(root) and "×4" in lines(root)
    assert "Seat 0 laid 8 ×4" in lines(root)


def test_cards_that_cover_each_other_leave_the_ranks_to_be_seen() -> None:
    hand = "2C 3C 4C 4S 5C 6C 7C 8C 9C TC JC QC"
    moves = " ".join(f"0:{rank}" for rank in ("2", "3", "4*2", *"56789TJ"))
    root = checked(cr.draw(logged(table(FULL, [hand, "KC 2S"]), moves)))
    laid = [one for one in root.iter(f"{SVG}g") if "data-laid" in one.attrib]
    boxes = [box for one in laid for box in one.iter(f"{SVG}rect")]
    for one, box, after in zip(laid, boxes, boxes[1:], strict=False):
        if box.attrib["y"] == after.attrib["y"]:
            for text in one.iter(f"{SVG}text"):
                half = 0.7 * SIZES[kind_of(text)][0] * len(text.text or "") / 2
                assert float(text.attrib["x"]) + half <= float(after.attrib["x"])


def test_at_a_lead_a_log_shows_the_run_that_is_over() -> None:
    log = logged(table("foster-commit", ["QC KC 9H", "5C 6D"]), "0:QC 0:KC")
    assert isinstance(log.state.pending, cr.AwaitLead)
    root = checked(cr.draw(log))
    assert "The last run" in lines(root) and "The last run: Q♣ K♣." in told(root)
    assert "On the table: nothing" in lines(checked(cr.draw(log.state)))


def test_pots_pool_balances_and_dead_cards_are_drawn() -> None:
    root = checked(cr.draw(cr.new_deal(compiled("svensk-komet", 8), seed=1)))
    assert "Pots: A♦ 5, K♦ 4, Q♦ 3, J♦ 2, 10♦ 1." in told(root)
    assert {"10♦\ufe0e", "5", "balance −15"} <= set(lines(root))
    state = table("foster-commit", ["2C 9D", "3C"])
    root = checked(cr.draw(state))
    assert "Pool 2" in lines(root) and "Pool: 2." in told(root)
    assert f"Dead cards: {len(state.dead)}" in lines(root)


def test_points_are_called_points() -> None:
    root = checked(cr.draw(cr.new_deal(compiled("denexa-comet-stub", 4), seed=1)))
    assert "points 0" in lines(root) and "balance" not in told(root)


def test_at_the_end_the_hands_are_open_to_everybody() -> None:
    log = logged(table("foster-commit", ["2C", "4C 9D"]), "0:2C")
    assert log.state.is_over
    root = checked(cr.draw(log.view(None), names=["Ann", "Bo"]))
    assert "Ann is out" in lines(root) and "holds 4♣ 9♦ (Comet)" in told(root)
    assert cards(root, "held") == Counter(["4C", "9D"])


# --- how it is made ---------------------------------------------------------------------------


def test_notebooks_get_the_same_pictures() -> None:
    state = table("foster-commit", ["2C 9D", "3C"])
    assert state._repr_svg_() == cr.draw(state)
    assert cr.view(state, 1)._repr_svg_() == cr.draw(cr.view(state, 1))
    log = logged(state, "0:2C")
    assert log._repr_svg_() == cr.draw(log)


def test_two_pictures_on_a_page_do_not_clash() -> None:
    state = table("foster-commit", ["2C 9D", "3C"])
    one, other = (checked(cr.draw(cr.view(state, seat))) for seat in (0, 1))
    assert one.attrib["class"] != other.attrib["class"]
    style = one.find(f"{SVG}style")
    assert style is not None and style.text
    plain = style.text.replace("@media (prefers-color-scheme: dark) {", "").replace("} }", "}")
    rules = [rule.strip() for rule in plain.split("}") if rule.strip()]
    assert all(rule.startswith(f".{one.attrib['class']} ") for rule in rules)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _mixed(one: str, other: str, share: float) -> str:
    """The colour seen where a share of one lies over the other."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_everything_has_contrast_by_day_and_by_night(colours: dict[str, str]) -> None:
    felt = _mixed(colours["mark"], colours["paper"], 0.07)
    for ground in (colours["paper"], felt):
        assert all(_contrast(colours[ink], ground) >= 4.5 for ink in ("ink", "soft", "mark"))
    assert all(_contrast(colours[ink], colours["card"]) >= 4.5 for ink in ("ink", "red"))
    assert _contrast(colours["line"], colours["card"]) >= 3


def test_no_text_is_smaller_than_eleven_pixels() -> None:
    drawn = cr.draw(cr.new_deal(compiled("svensk-komet", 8), seed=1))
    sizes = list(map(int, re.findall(r"font-size: (\d+)px", drawn)))
    assert len(sizes) == len(SIZES) and min(sizes) >= 11


def test_names_are_shown_whatever_they_are() -> None:
    state = table("foster-commit", ["2C 9D", "3C", "4C", "5C"])
    names = [
        '<b>&"',
        "A very long name that would not fit in here, however one tries it",
        "",
        "永樂",
    ]
    root = checked(cr.draw(state, names=names))
    assert '<b>&"' in told(root) and "fit in here, however" in told(root)
    assert "Seat 2" in lines(root) and "永樂" in lines(root)
    assert any(line.startswith("A very long name") and line[-1] == "…" for line in lines(root))
    for seat in (0, 1, None):
        checked(cr.draw(cr.view(state, seat), names=["W" * 40] * 4))


@given(st.lists(st.text(), min_size=2, max_size=2), seeds())
@settings(max_examples=40, deadline=None)
def test_no_name_breaks_a_picture(names: list[str], seed: int) -> None:
    ElementTree.fromstring(cr.draw(table("foster-commit", ["2C 9D", "3C"]), names=names))


@pytest.mark.parametrize(
    ("names", "said"),
    [(["Ann"], "2 players have as many names, not 1"), ("ab", "list of texts"), ([1, 2], "texts")],
)
def test_names_that_are_none(names: object, said: str) -> None:
    with pytest.raises(cr.DealError, match=said):
        cr.draw(table("foster-commit", ["2C 9D", "3C"]), names=names)  # type: ignore[arg-type]


def test_what_cannot_be_drawn() -> None:
    state = table("foster-commit", ["2C 9D", "3C"])
    with pytest.raises(TypeError, match="a State, a View or a DealLog"):
        cr.draw(7)  # type: ignore[arg-type]
    for seat in (None, 2):
        with pytest.raises(cr.DealError, match="of no seat"):
            cr.draw(state, last=cr.Pass(seat))


# --- languages --------------------------------------------------------------------------------


@every_language
def test_it_speaks_three_languages(lang: str) -> None:
    state = cr.new_deal(compiled("svensk-komet", 8), seed=1)
    assert state.rules.profile.title[lang] in told(checked(cr.draw(state, lang=lang)))
    with pytest.raises(ValueError, match="no language"):
        cr.draw(state, lang="de")


def test_every_word_of_drawings_is_used() -> None:
    asked: set[str] = set()

    class Noted(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            asked.add(key)
            return super().__getitem__(key)

    data = dict(language("en").data)
    data["drawing"] = Noted(data["drawing"])
    words = Language("en", data)
    stop = table(house({"stakes.pool.each": 1}, base="svensk-komet"), ["2C 5C 9D", "3C 4H", "6C"])
    foster = table("foster-commit", ["2C 9D 3H", "3C 4H 5S"])
    logs = [
        cr.DealLog(cr.start(compiled("foster-commit", 2))),
        cr.DealLog(stop), logged(stop, "0:2C"), logged(foster, "0:2C 0:pass"),
        logged(foster, "0:2C 0:9D"), logged(foster, "0:3H"),
        logged(table("foster-commit", ["QC KC 9H", "5C 6D"]), "0:QC 0:KC"),
        logged(table("foster-commit", ["2C", "4C"]), "0:2C"),
        cr.DealLog(cr.new_deal(compiled("denexa-comet-stub", 4), seed=1)),
    ]  # fmt: skip
    for log in logs:
        for position in (log, log.view(None), log.view(0)):
            svg_of(scene_of(position, None, words, None))
    assert set(data["drawing"]) - asked == {"turn_only"}  # where a view is no real one


# --- the command ------------------------------------------------------------------------------


def test_draw__of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = played(cr.new_deal(compiled("foster-commit", 3), seed=1), Random(1))
    file = tmp_path / "deal.comet.yaml"
    cr.write_record(cr.Record.of(log, seats=["Ann", "Ben", "Cia"]), file)
    past = cr.DealLog(log.start)
    for move in log.moves[:3]:
        past = past.step(move)
    names = ["Ann", "Ben", "Cia"]
    status, out, _ = outcome(capsys, "draw", file, "--ply", "3")
    assert (status, out) == (0, cr.draw(past, names=names) + "\n")
    status, out, _ = outcome(capsys, "draw", file, "--ply", "3", "--seat", "1", "--lang", "sv")
    drawn = cr.draw(past.view(1), names=names, lang="sv", last=past.moves[-1])
    assert (status, out) == (0, drawn + "\n")
    assert outcome(capsys, "draw", file)[1] == cr.draw(log, names=names) + "\n"


def test_draw__of_a_profile_is_the_deal_that_play_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "deal.svg"
    arguments = ("draw", "svensk-komet", "--players", "4", "--seed", "7", "--output", picture)
    assert outcome(capsys, *arguments)[:2] == (0, "")
    playing = Table(compiled("svensk-komet", 4), None, 80, open_hands=False, out=io.StringIO())
    playing.play_deal(seed="7", dealer=0, pack=None)
    assert picture.read_text(encoding="utf-8") == cr.draw(playing.played[0][0]) + "\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("foster-commit", "--ply", "999"), "no picture after 999"),
        (("foster-commit", "--seat", "7"), "no seat 7"),
        (("nothing",), "no profile"),
        (("nowhere.comet.yaml",), "nowhere.comet.yaml"),
        (("foster-commit", "--players", "9"), "2 to 6 players"),
        (("foster-commit", "--output", "/nowhere/deal.svg"), "/nowhere/deal.svg"),
    ],
)
def test_draw__of_what_is_not_there(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = outcome(capsys, "draw", *arguments)
    assert (status, out) == (2, "") and said in err and len(err.splitlines()) == 1


def test_draw__of_a_deal_that_a_record_has_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = cr.DealLog(cr.new_deal(compiled("foster-commit", 3), seed=1))
    cr.write_record(cr.Record.of(log), tmp_path / "deal.comet.yaml")
    status, out, err = outcome(capsys, "draw", tmp_path / "deal.comet.yaml", "--deal", "2")
    assert (status, out) == (2, "") and "no deal 2" in err and len(err.splitlines()) == 1
