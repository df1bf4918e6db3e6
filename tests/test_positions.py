"""Positions: every moment of a deal comes back as it was, and nothing else is let in."""

from __future__ import annotations

import copy
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr

from .helpers import MINIMAL, every_table, house, play, table
from .strategies import (
    RuleSheet,
    compiled,
    deals,
    games,
    playout,
    rule_sheets,
    seeds,
    sheet_profile,
)

Data = dict[str, Any]
Change = Callable[[Data], object]
Told = tuple[str, str]
"""A problem: its code, and its path joined by dots."""


def moments(state: cr.State, seed: int, most: int) -> list[cr.State]:
    """Some moments of a deal played at random, the first and the last among them."""
    states = playout(state, seed).states
    between = Random(seed).sample(states[1:-1], min(most, len(states[1:-1])))
    return [states[0], *between, states[-1]]


def assert_comes_back(state: cr.State, profile: cr.Profile | None = None) -> None:
    data = state.to_dict()
    assert cr.State.from_dict(json.loads(json.dumps(data)), profile) == state
    assert cr.State.from_text(state.to_text(), profile) == state


def assert_is_sound(state: cr.State) -> None:
    """What has been let in comes back, keeps the pack together and is played out."""
    profile = state.rules.profile
    assert_comes_back(state, profile)
    if isinstance(state.pending, cr.AwaitDeal):
        assert not state.dead and not any(state.hands)
        return
    there = Counter(state._setup.pack.pack.counts)
    held = Counter(card for hand in state.hands for card in hand) + Counter(state.dead)
    assert held <= there and held + Counter(state.laid) == there
    end = playout(state).end
    assert [seat for seat, hand in enumerate(end.hands) if not hand] == [end.last_seat]
    cr.score(end)


# --- they come back ---------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), every_table())
def test_moments_of_every_game_come_back(name: str, players: int) -> None:
    rules = compiled(name, players)
    seed = f"{name} for {players}"
    for number, pack in enumerate(rules.packs):
        dealt = cr.new_deal(rules, seed=seed, pack=pack.pack.name, dealer=number)
        before = cr.start(rules, dealer=number, pack=pack.pack.name)
        for state in (before, *moments(dealt, players, 4)):
            assert_comes_back(state)


@settings(deadline=None, max_examples=40)
@given(deals(), seeds())
def test_moments_of_random_deals_come_back(state: cr.State, seed: int) -> None:
    for moment in moments(state, seed, 3):
        assert_comes_back(moment)


@settings(deadline=None, max_examples=40)
@given(st.data(), rule_sheets(), st.integers(2, 4), seeds())
def test_moments_of_games_made_up_at_random_come_back(
    data: st.DataObject, sheet: RuleSheet, players: int, seed: int
) -> None:
    profile = sheet_profile(sheet)
    rules = cr.compile_rules(profile, players)
    state = data.draw(deals(rules))
    before = cr.start(rules, state.dealer, pack=state.pack, carried=state.carried)
    for moment in (before, *moments(state, seed, 6)):
        assert_comes_back(moment, profile)


@settings(deadline=None, max_examples=20)
@given(games().flatmap(lambda rules: st.lists(deals(rules), min_size=2, max_size=3)), seeds())
def test_two_states_have_the_same_line_when_they_are_equal(
    starts: list[cr.State], seed: int
) -> None:
    states = [state for start in starts for state in playout(start, seed).states]
    by_line: dict[str, set[cr.State]] = {}
    for state in states:
        by_line.setdefault(state.to_text(), set()).add(state)
    assert all(len(equal) == 1 for equal in by_line.values())
    assert len(by_line) == len(set(states))
    assert len({json.dumps(state.to_dict()) for state in states}) == len(by_line)


def test_every_field_of_a_state_is_in_its_line() -> None:
    """States that differ in one thing alone, which random deals seldom do."""
    rules = compiled("svensk-komet", 3)
    hands = [["2C", "3D"], ["9D", "7H"], ["KC"]]
    carried: list[dict[str, Any]] = [
        {}, {"pots": {"KD": 1}}, {"lay_dead": {"9D": 1}}, {"lay_dead": {"9D": 2}},
    ]  # fmt: skip
    card = next(iter(rules.pot_cards))
    carried[1] = {"pots": {card: 1}}
    states = [
        cr.new_deal(rules, hands=hands, dealer=dealer, carried=cr.Carried(**left))
        for dealer in range(3)
        for left in carried
    ]
    states += [cr.start(rules, dealer) for dealer in range(3)]
    assert len({state.to_text() for state in states}) == len(states)


def test_who_was_dealt_a_card_with_a_pot_is_kept() -> None:
    profile = house({"stakes.pots.cards": {"KD": {"dealer": 2}, "9D": {"each": 1}},
                     "stakes.pots.taken": "at_end"})  # fmt: skip
    first = play(table(profile, ["KD 2C", "3C 5H"]), "0:KD")
    other = cr.new_deal(first.rules, hands=[["2C", "4H"], ["KD", "3C", "5H"]], dealer=1)
    assert first.to_dict()["dealt_to"] == [0, None]
    assert other.to_dict()["dealt_to"] == [1, None]
    assert first.to_text().endswith(" pots:KD=2,9D=2 dealt:0,-")
    assert_comes_back(first, profile)
    assert_comes_back(other, profile)


# --- how they look ----------------------------------------------------------------------------

FOSTER = ["2D KC 6D", "9D 3D", "4C 5C"]


def on_turn() -> cr.State:
    return play(table("foster-commit", FOSTER), "0:2D")


def test_a_moment_as_plain_data() -> None:
    data = on_turn().to_dict()
    profile = cr.load_profile("foster-commit")
    dead = data.pop("dead")
    assert data == {
        "format": 1, "profile": "foster-commit", "hash": profile.digest,
        "players": 3, "pack": "pack", "dealer": 2, "hands": ["KC 6D", "3D 9D", "4C 5C"],
        "awaits": {"kind": "turn", "seat": 0, "last": 0, "needs": ["3D"], "laid": True},
        "balances": [-1, -1, -1], "pool": 3,
    }  # fmt: skip
    assert dead.startswith("AC 2C 3C 6C 7C") and len(dead.split()) == 51 - 7


def test_a_moment_as_a_line() -> None:
    state = on_turn()
    line = state.to_text()
    dead = "".join(map(str, state.dead))
    assert line == (
        f"foster-commit@{state.rules.profile.digest} players:3 pack:pack dealer:2 "
        f"hands:KC6D/3D9D/4C5C dead:{dead} awaits:turn,seat=0,last=0,needs=3D,laid "
        "money:-1,-1,-1 pool:3"
    )


def test_before_the_deal_there_are_no_cards() -> None:
    state = cr.start(compiled("svensk-komet", 3), dealer=1)
    data = state.to_dict()
    assert data["awaits"] == {"kind": "deal"} and data["dead"] == "" and "hands" not in data
    assert " dead:- awaits:deal " in state.to_text()
    assert_comes_back(state)
    assert cr.State.from_dict({**data, "hands": []}) == state


def test_cards_may_be_written_as_people_write_them_and_in_any_order() -> None:
    state = table("foster-commit", ["10H 2D", "3D KC"])
    data = {**state.to_dict(), "hands": ("2♦ 10h", "kc  3D")}
    assert cr.State.from_dict(MappingProxyType(data)) == state


def test_a_line_may_be_broken_and_its_words_may_stand_in_any_order() -> None:
    first, *words = on_turn().to_text().split()
    assert cr.State.from_text("\n ".join((first, *reversed(words)))) == on_turn()


# --- whose rules ------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "house.yaml"
    path.write_text(MINIMAL, encoding="utf-8")
    return path


def test_the_rules_of_a_file_are_given_as_a_profile_or_by_the_file(file: Path) -> None:
    profile = cr.load_profile(file)
    state = table(profile, ["2D", "3D 4D"])
    for given_ in (profile, file, str(file)):
        assert cr.State.from_dict(state.to_dict(), given_) == state
        assert cr.State.from_text(state.to_text(), given_) == state


def test_a_bundled_profile_may_be_given_too() -> None:
    state = on_turn()
    assert cr.State.from_dict(state.to_dict(), "foster-commit") == state


def test_what_a_position_names_is_never_taken_for_a_file(file: Path) -> None:
    data = table(cr.load_profile(file), ["2D", "3D 4D"]).to_dict()
    assert problems({**data, "profile": str(file)}) in ([("N02", "profile")], [("S07", "profile")])
    assert problems({**data, "profile": "a.yaml"}) == [("N02", "profile")]


# --- what is wrong ----------------------------------------------------------------------------


def error(data: object, profile: Any = None) -> cr.PositionError:
    """The error a position is refused with, as it always is: with a report that says the same."""
    load: Callable[..., cr.State] = cr.State.from_dict
    if isinstance(data, str) and data:
        load = cr.State.from_text
    with pytest.raises(cr.PositionError) as caught:
        load(data, profile)
    report = caught.value.report
    assert report is not None and report.label == "<position>"
    assert report.problems == caught.value.problems and str(report) == str(caught.value)
    lines = [line for line in str(report).splitlines() if not line.startswith("  hint: ")]
    assert len(lines) == len(report.problems) > 0
    for problem, line in zip(report.problems, lines, strict=True):
        assert line.startswith(f"<position>: error[{problem.code}] ") and len(line) < 400
        assert (problem.line, problem.column, problem.label) == (0, 0, "<position>")
    return caught.value


def problems(data: object, profile: Any = None) -> list[Told]:
    """The problems of a position: code and path."""
    return [(p.code, ".".join(p.path)) for p in error(data, profile).problems]


def messages(data: object, profile: Any = None) -> list[str]:
    return [problem.message for problem in error(data, profile).problems]


def changed(state: cr.State, **changes: Any) -> Data:
    """The data of a state with values changed by path (`awaits__seat`); None takes one away."""
    data = copy.deepcopy(state.to_dict())
    for path, value in changes.items():
        *parents, last = path.split("__")
        here: Any = data
        for part in parents:
            here = here[int(part) if isinstance(here, list) else part]
        key = int(last) if isinstance(here, list) else last
        if value is None:
            del here[key]
        else:
            here[key] = value
    return data


@pytest.mark.parametrize(
    "junk",
    [None, True, 7, 1.5, "", b"x", [], (), {}, object(), {1: 2}, {"format": 1}, [["a"]], set()],
    ids=lambda junk: f"{type(junk).__name__} of {len(junk) if hasattr(junk, '__len__') else 1}",
)
def test_what_is_no_position_at_all(junk: object) -> None:
    assert {code for code, _ in problems(junk)} <= {"N01", "S03"}


@pytest.mark.parametrize("junk", [None, 7, [], {}, b"foster-commit@5bc8cbbe"])
def test_what_is_no_line_of_text(junk: Any) -> None:
    with pytest.raises(cr.PositionError, match="a position is a line of text"):
        cr.State.from_text(junk)


@pytest.mark.parametrize(
    "value",
    [1.0, float("nan"), 10**16, -(10**5000), b"9D", "x" * 1001, {2: 1}, {"y" * 5000: 1}, object()],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("place", ["pool", "awaits__seat", "hands__1", "balances__0", "extra"])
def test_values_that_json_or_the_game_do_not_know(place: str, value: object) -> None:
    told = problems(changed(on_turn(), **{place: value}))
    assert told == [("N01", place.replace("__", "."))]


BELONGS: dict[type, str] = {
    int: "players dealer pool awaits.seat awaits.last balances.1 carried.pool pots.KD",
    str: "profile hash pack dead hands.0 awaits.kind awaits.needs.0",
    list: "hands balances awaits.needs dealt_to",
    dict: "awaits carried carried.pots pots",
}
"""Places by the type of what belongs there."""


@pytest.mark.parametrize("value", [None, True, 7, "x", [], {}, [[]], {"x": {}}], ids=repr)
@pytest.mark.parametrize("right", BELONGS, ids=lambda right: str(right.__name__))
def test_values_of_another_type(right: type, value: object) -> None:
    for path in BELONGS[right].split() if type(value) is not right else ():
        data = {**on_turn().to_dict(), "carried": {"pool": 0}, "pots": {"KD": 0}, "dealt_to": [0]}
        data["carried"]["pots"] = {}
        *parents, last = (int(part) if part.isdigit() else part for part in path.split("."))
        at(data, tuple(parents))[last] = value
        assert {("S04", path), ("S02", path)} & set(problems(data))


@pytest.mark.parametrize("key", ["laid", "bound", "opera"])
@pytest.mark.parametrize("value", [None, False, 1, "yes"])
def test_what_is_true_or_left_out(key: str, value: object) -> None:
    data = on_turn().to_dict()
    data["awaits"][key] = value
    assert ("S05", f"awaits.{key}") in problems(data)


def test_unknown_and_missing_keys_are_all_told() -> None:
    data = changed(on_turn(), dealer=None, dead=None)
    told = error({**data, "balence": 1, "colour": 2})
    text = str(told)
    assert all(word in text for word in ("'dealer'", "'dead'", "'balence'", "'colour'"))
    assert "did you mean 'balances', which is there already?" in text
    assert len(told.problems) == 4


def test_what_contains_itself_or_is_too_large() -> None:
    ring: Data = {}
    ring["awaits"] = ring
    assert "nested deeper than" in messages(ring)[0]
    assert "more than 2000 values" in messages({"hands": ["9D"] * 3000})[0]
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert "nested deeper than" in messages({"hands": deep})[0]


@pytest.mark.parametrize("text", ["x" * 1_000_000, "a@b " + "x:y " * 250_000, "\n" * 1_000_000])
def test_a_long_text_is_refused_at_once(text: str) -> None:
    start = time.perf_counter()
    assert problems(text) == [("N01", "")]
    assert time.perf_counter() - start < 0.5


def test_another_format() -> None:
    assert problems(changed(on_turn(), format=2)) == [("S05", "format")]
    assert problems(changed(on_turn(), format=True)) == [("S05", "format")]


def test_an_unknown_profile() -> None:
    data = changed(on_turn(), profile="foster-comit")
    assert problems(data) == [("N02", "profile")]
    assert "did you mean 'foster-commit'?" in str(error(data))


@pytest.mark.parametrize(
    "given_", [5, "", "nope", "/nope/house.yaml", b"x", [], {"id": 1}, "\0.yaml"]
)
def test_a_profile_that_cannot_be_had(given_: object) -> None:
    assert problems(on_turn().to_dict(), given_) == [("N02", "profile")]


def test_a_file_with_faults_is_told_of_in_one_line(file: Path) -> None:
    data = table(cr.load_profile(file), ["2D", "3D 4D"]).to_dict()
    file.write_text(MINIMAL.replace("by_turn", "by_chance") + "\nx: 1\n", encoding="utf-8")
    (message,) = messages(data, file)
    assert "house.yaml" in message and "\n" not in message and "more" in message


def test_the_rules_of_another_profile() -> None:
    data = on_turn().to_dict()
    assert problems(data, "american-commit") == [("N03", "profile")]


def test_rules_that_have_changed_since() -> None:
    profile = cr.load_profile("foster-commit")
    data = changed(on_turn(), hash="0123abcd")
    assert problems(data) == [("N03", "hash")]
    assert profile.digest in messages(data)[0] and "0123abcd" in messages(data)[0]
    assert "with other rules of foster-commit" in messages(data)[0]


def test_players_pack_and_dealer() -> None:
    assert problems(changed(on_turn(), players=7)) == [("N04", "players")]
    assert problems(changed(on_turn(), pack="blue")) == [("N04", "pack")]
    assert problems(changed(on_turn(), dealer=3)) == [("N04", "dealer")]
    both = messages(changed(table("two-pack-comet", ["2D", "3D"], pack="red"), pack="blue"))
    assert both == ["there is no pack 'blue' in two-pack-comet: there is 'black' and 'red'"]


def test_seats_that_nobody_sits_on() -> None:
    data = changed(on_turn(), awaits__seat=3, awaits__last=4)
    assert problems(data) == [("N04", "awaits.seat"), ("N04", "awaits.last")]


@pytest.mark.parametrize("word", ["XX", "8D", "1D", "9", "9DD", "é", "JOKER"])
def test_cards_that_are_none_or_not_in_the_pack(word: str) -> None:
    """Foster's pack has no 8♦."""
    data = changed(on_turn(), hands__1=f"3D 9D {word}")
    assert problems(data) == [("N05", "hands.1")]


def test_a_card_twice_is_told_with_its_places() -> None:
    data = changed(on_turn(), hands__1="3D 9D 4C")
    assert problems(data) == [("N06", "hands")]
    assert messages(data) == [
        "4♣ stands in the hand of seat 1 and in the hand of seat 2; the pack has it once"
    ]
    dead = on_turn().to_dict()["dead"]
    data = changed(on_turn(), dead=f"{dead} 4C 4C")
    assert "in the hand of seat 2 and twice in the dead cards" in messages(data)[0]


def test_a_card_more_often_than_two_decks_have_it() -> None:
    state = table("two-pack-comet", ["8C 2S", "8C 3S"], pack="black")
    count = state._setup.pack.pack.counts[cr.parse_card("8C")]
    assert cr.State.from_dict(state.to_dict()) == state
    data = changed(state, hands__0=" ".join(["8C"] * count) + " 2S")
    assert f"the pack has it {count} times" in messages(data)[0]


def test_hands_too_few_too_many_and_empty() -> None:
    state = on_turn()
    assert problems(changed(state, hands__2=None)) == [("N07", "hands")]
    assert problems(changed(state, hands=["KC 6D", "3D 9D", "4C", "5C"])) == [("N07", "hands")]
    assert problems(changed(state, hands=None)) == [("N07", "hands")]
    assert problems(changed(state, hands__2="")) == [("N07", "hands.2")]


def test_the_hands_of_an_ended_deal() -> None:
    fewer = ended().to_dict()["dead"].replace(" 6H", "")
    assert problems(changed(ended(), hands__0="6H", dead=fewer)) == [("N07", "hands.0")]
    assert problems(changed(ended(), hands__1="")) == [("N07", "hands.1")]


def test_cards_before_the_deal() -> None:
    before = cr.start(compiled("foster-commit", 3))
    assert problems({**before.to_dict(), "hands": ["2D", "3D", "4D"]}) == [("N07", "hands")]
    assert problems(changed(before, dead="2D")) == [("N07", "dead")]


# --- what cannot be awaited -------------------------------------------------------------------


def awaited(state: cr.State, profile: cr.Profile | None = None, **awaits: Any) -> str:
    """What is wrong with a state of which other things are awaited; None takes something away."""
    data = state.to_dict()
    data["awaits"] = {**data["awaits"], **awaits}
    data["awaits"] = {key: value for key, value in data["awaits"].items() if value is not None}
    told = error(data, profile).problems
    assert {(problem.code, problem.path[0]) for problem in told} == {("N08", "awaits")}
    return "; ".join(problem.message for problem in told)


def opened() -> cr.State:
    return table("foster-commit", FOSTER)


def with_holder() -> cr.State:
    return play(table("svensk-komet", ["5C 7C", "6C 2C", "9D 2D"]), "0:5C")


def ended() -> cr.State:
    return play(table("foster-commit", ["2D", "3D 4D", "5C"]), "0:2D")


def test_awaited__a_lead() -> None:
    assert awaited(opened(), seat=None) == "a lead lacks 'seat'"
    assert awaited(opened(), laid=True) == "a lead has no 'laid'"
    assert awaited(opened(), opera=True) == "a lead has no 'opera'"
    assert awaited(opened(), seat=1) == "the first lead is with seat 0"
    assert awaited(opened(), phase=None) == "no card has been laid, so the phase is unopened"
    assert awaited(opened(), last=1) == "no card has been laid, so nobody laid the last"
    assert awaited(opened(), suit="D") == "in these rules no lead depends on a suit"
    assert awaited(opened(), needs=["9D"]).startswith("at a lead only the place of a Comet")


def test_awaited__a_lead_after_cards() -> None:
    state = play(table("foster-commit", ["KD 6D", "9D 3D", "4C 5C"]), "0:KD")
    assert state.pending == cr.AwaitLead(0)
    assert awaited(state, last=None).startswith("cards have been laid: it lacks 'last'")
    assert "so the deal is not unopened" in awaited(state, phase="unopened")


def test_awaited__a_lead_that_is_passed_on() -> None:
    assert awaited(opened(), refused=0, seat=1) == "in these rules no lead is passed on"
    profile = house(
        {"comet.cards": ["9D"], "comet.does": "stop", "comet.if_led": "not_allowed",
         "comet.when": "any_time"}
    )  # fmt: skip
    passed = play(table(profile, ["9D", "3C 4D"]), "0:pass")
    assert passed.to_dict()["awaits"]["refused"] == 0
    assert_comes_back(passed, profile)
    assert awaited(passed, profile, refused=1) == "the first lead is with seat 0"


def test_awaited__a_lead_that_depends_on_the_suit_of_the_last_card() -> None:
    profile = house({"play.lead.suit": "new"})
    state = play(table(profile, ["KD 2C", "3C 4S"]), "0:KD")
    assert state.to_dict()["awaits"]["suit"] == "D"
    assert_comes_back(state, profile)
    assert "it lacks 'suit'" in awaited(state, profile, suit=None)
    assert awaited(state, profile, suit="S") == "no card of the suit S has been laid"


def test_awaited__a_turn() -> None:
    assert awaited(on_turn(), last=None).startswith("a turn lacks 'last'")
    assert awaited(on_turn(), needs=None) == "a turn lacks 'needs'"
    assert awaited(on_turn(), ended="card") == "a turn has no 'ended'"
    assert awaited(on_turn(), refused=1) == "a turn has no 'refused'"
    only_the_last = "only who laid the last card can have laid in this turn"
    assert awaited(on_turn(), seat=1) == only_the_last
    assert awaited(on_turn(), last=1) == only_the_last
    assert awaited(on_turn(), laid=None).endswith("seat 0, who cannot go on: the run is stuck")
    assert awaited(on_turn(), bound=True) == "nobody has to go on above a gap here"
    assert "not unopened" in awaited(on_turn(), phase="unopened")
    assert "do not ask for the first turn" in awaited(on_turn(), phase="first turn")


def test_awaited__a_turn_above_a_gap() -> None:
    profile = house({"play.when_stuck": "last_player_skips"})
    state = play(table(profile, ["2D 5D", "3C 7D"]), "0:2D 0:pass 1:pass")
    assert state.pending == cr.AwaitTurn(0, (cr.parse_card("5D"),))
    assert_comes_back(state, profile)
    assert awaited(state, profile, seat=1) == "nobody has to go on above a gap here"
    assert awaited(state, profile, bound=None).endswith("who cannot go on: the run is stuck")


def test_awaited__the_first_turn_of_a_deal() -> None:
    state = play(table("two-pack-comet-opera", ["2C 5C", "3S 5S"]), "0:2")
    assert state.to_dict()["awaits"]["phase"] == "first turn"
    passed = play(state, "0:pass")
    told = awaited(passed, phase="first turn")
    assert told == "the turn has passed on, so it is not the first"


def test_awaited__cards_that_follow_nothing() -> None:
    assert awaited(on_turn(), needs=["5H"]) == "5H follows 4H, which has not been laid"
    assert awaited(on_turn(), needs=["AD"]) == "AD is the lowest of a run and continues none"
    assert awaited(on_turn(), needs=["3D", "5H"]).startswith("without a fork one card continues")
    card = "is no step of a run in these rules, where it is a card, such as 6C"
    for need in ("3", "10D", "3d", "the", "é", ""):
        assert awaited(on_turn(), needs=[need]) == f"{need!r} {card}"
    rank = play(table("two-pack-comet", ["2C 5C", "3S 5S"]), "0:2")
    assert awaited(rank, needs=["3D"]).endswith("where it is a rank")


def test_awaited__a_card_above_one_that_ends_a_run() -> None:
    profile = house({"play.stops": ["7"]})
    state = play(table(profile, ["7D 2C", "8D 3C"]), "0:7D")
    data = {"kind": "turn", "seat": 1, "last": 0, "needs": ["8D"], "phase": None}
    assert awaited(state, profile, **data) == "8D follows 7D, which ends a run"


def test_awaited__a_fork() -> None:
    state = play(table("foster-commit", ["2D 9D KC", "4C 3D", "TD 5C"]), "0:2D 0:9D")
    assert isinstance(state.pending, cr.AwaitTurn) and len(state.pending.needs) == 2
    assert_comes_back(state)
    assert awaited(state, needs=["3D", "TD", "4D"]).startswith("without a fork one card continues")
    assert awaited(state, needs=["3D", "TC"]) == "TC follows 9C, which has not been laid"


def test_awaited__a_fork_in_a_fork() -> None:
    comets = [f"9{suit}" for suit in "CDHS"]
    forks = {"comet.cards": comets, "comet.when": "any_time", "comet.does": "fork"}
    profile = house({**forks, "comet.if_led": "comet", "comet.if_due": "comet"})
    start = table(profile, ["2D 9C 3S", "9D 3C", "9H 4C", "9S 5C"])
    state = play(start, "0:2D 0:9C 1:9D 2:9H")
    assert state.to_dict()["awaits"]["needs"] == ["3D", "TC", "TD", "TH"]
    assert_comes_back(state, profile)
    assert_comes_back(play(state, "3:9S"), profile)


def test_awaited__whoever_holds_the_card() -> None:
    state = with_holder()
    assert awaited(state, seat=1).endswith("has no 'seat'")
    assert awaited(state, last=None).startswith("what whoever holds it is to lay lacks 'last'")
    assert awaited(state, needs=["AC"]).count(";") == 1
    data = changed(state, hands__1="2C", dead=state.to_dict()["dead"] + " 6C")
    assert messages(data) == ["nobody holds a card that continues, so the run is stuck"]
    told = awaited(state, kind="turn", seat=1)
    assert told == "where whoever holds the card lays it there is a turn only in a fork"
    assert "by turn nobody lays before the turn comes" in awaited(
        on_turn(), kind="holder", seat=None, laid=None
    )


def test_awaited__the_comet_before_the_first_card() -> None:
    state = table("svensk-komet", ["5C 7C", "6C 2C", "9D 2D"])
    data = changed(state, hands__2="2D", awaits__last=2)
    assert problems(data) == [("N08", "awaits.phase")]
    assert messages(data) == ["no Comet may come before the first card in these rules"]


def test_awaited__nothing_more() -> None:
    assert awaited(ended(), last=1) == "who is out has laid the last card"
    assert awaited(ended(), ended=None) == "the end of a deal lacks 'ended'"
    assert awaited(ended(), needs=["3D"]) == "the end of a deal has no 'needs'"
    assert awaited(ended(), opera=True).startswith("these rules do not ask for the first turn")
    none = "no Comet has been laid, so none was the last card"
    assert awaited(ended(), ended="comet") == none
    assert awaited(ended(), ended="comet as its own rank") == none
    by_comet = play(table("foster-commit", ["9D", "3D 4D"]), "0:9D")
    assert awaited(by_comet, ended="card").startswith("no card but a Comet has been laid")


def test_awaited__a_last_comet_that_the_rules_do_not_have() -> None:
    comet = {"comet.cards": ["9D"], "comet.when": "any_time"}
    plain = house({**comet, "comet.does": "nothing"})
    state = play(table(plain, ["9D", "3D 4D"]), "0:9D")
    assert "a card like others" in awaited(state, plain, ended="comet")
    stop = house({**comet, "comet.does": "stop", "comet.if_led": "comet"})
    state = play(table(stop, ["9D", "3D 4D"]), "0:9D")
    told = awaited(state, stop, ended="comet as its own rank")
    assert told == "in these rules no Comet stands for itself"


def test_awaited__a_deal_with_more_than_that() -> None:
    before = cr.start(compiled("foster-commit", 3))
    told = "a deal that is still to come has no 'seat'"
    assert awaited(before, seat=1) == told
    assert awaited(before, last=1, seat=1).startswith(told)


def test_awaited__a_move_that_nobody_has() -> None:
    """Whatever else is right: a state in which nobody can move is none."""
    for state in (opened(), on_turn(), with_holder()):
        assert cr.legal_moves(cr.State.from_dict(state.to_dict()))


# --- money that does not add up ---------------------------------------------------------------


def test_money__balances() -> None:
    assert problems(changed(on_turn(), balances=[-1, -1])) == [("N09", "balances")]
    assert problems(changed(on_turn(), balances=[-1, -1, -1, 0])) == [("N09", "balances")]
    (message,) = messages(changed(on_turn(), balances=[-1, -1, 0]))
    assert message == "balances, pool and pots make 1, and 0 was there before the deal"


def test_money__before_the_first_card() -> None:
    before = cr.start(compiled("foster-commit", 3))
    for state in (opened(), before):
        moved = changed(state, balances=[0, -2, -1])
        assert messages(moved) == [
            "before the first card only stakes are laid: balances -1, -1, -1"
        ]
        assert problems(changed(state, pool=2)) == [("N09", "pool")]


def test_money__a_pool_that_nothing_goes_into_or_comes_out_of() -> None:
    data = changed(on_turn(), pool=2, balances=[0, -1, -1])
    assert messages(data) == ["the pool stays 3 until the deal is settled, not 2"]
    passing = house({"payments.passing": 1, "stakes.pool.each": 1})
    state = play(table(passing, ["2D 5C", "3C 5D"]), "0:2D 0:pass 1:pass")
    assert_comes_back(state, passing)
    data = changed(state, pool=1, balances=[0, -1])
    assert messages(data, passing) == ["the pool is at least 2 until the deal is settled, not 1"]
    paying = house({"payments.from": "pool", "stakes.pool.each": 1, "payments.laying": {"2": 1}})
    state = play(table(paying, ["2D 5C", "3C 5D"]), "0:2D")
    assert state.pool == 1
    assert_comes_back(state, paying)
    data = changed(state, pool=3, balances=[-2, -1])
    assert messages(data, paying) == ["the pool is at most 2 until the deal is settled, not 3"]


POTS = {"stakes.pots.cards": {"KD": {"dealer": 2}, "3D": {"each": 1}}}


def test_money__pots() -> None:
    profile = house(POTS)
    state = play(table(profile, ["2D KC", "3D KD"]), "0:2D")
    pots = state.to_dict()["pots"]
    assert pots == {"KD": 2, "3D": 2}
    assert_comes_back(state, profile)
    for change, path in (
        ({"KD": 2}, "pots"), ({**pots, "AD": 1}, "pots.AD"), ({}, "pots"),
        ({"KD": 1, "3D": 3}, "pots.KD"), ({"10D": 2, **pots}, "pots.10D"),
    ):  # fmt: skip
        assert ("N09", path) in problems(changed(state, pots=change), profile)
    taken = play(state, "0:pass 1:3D")
    assert taken.pots[cr.parse_card("3D")] == 0
    assert_comes_back(taken, profile)
    left = changed(taken, pots__3D=2, balances__1=taken.to_dict()["balances"][1] - 2)
    assert messages(left, profile) == ["on 3♦ lies 0, not 2"]


def test_money__a_frozen_pot_stays() -> None:
    profile = house(
        {**POTS, "stakes.pots.frozen": "once_comet_is_laid", "comet.cards": ["9D"],
         "comet.does": "stop", "comet.when": "any_time", "comet.if_led": "comet"}
    )  # fmt: skip
    state = play(table(profile, ["9D 3D 2C", "4C 4S"]), "0:9D 0:3D")
    assert state.pots[cr.parse_card("3D")] == 2
    assert_comes_back(state, profile)
    data = changed(state, pots__KD=0, balances__0=2)
    assert ("N09", "pots.KD") in problems(data, profile)


def test_money__points_need_not_add_up_but_have_no_pool() -> None:
    profile = house({"settlement.scoring": "points", "payments.laying": {"2": 5}})
    state = play(table(profile, ["2D KC", "3D KD"]), "0:2D")
    assert state.to_dict()["balances"] == [5, 0]
    assert_comes_back(state, profile)
    assert problems({**state.to_dict(), "pool": 1}, profile) == [("N09", "pool")]


def test_money__what_is_carried() -> None:
    wrong: list[tuple[Data, str]] = [
        ({"pots": {"AD": 1}}, "there is no pot on A♦"),
        ({"lay_dead": {"2C": 1}}, "2♣ is no Comet"),
    ]
    for carried, told in wrong:
        data = {**on_turn().to_dict(), "carried": carried}
        assert problems(data) == [("N09", "carried")]
        assert told in messages(data)[0]
    assert problems({**on_turn().to_dict(), "carried": {"pool": -1}}) == [("S05", "carried.pool")]
    assert problems({**on_turn().to_dict(), "carried": {"pools": 1}}) == [("S01", "carried.pools")]
    more = {**on_turn().to_dict(), "carried": {"pool": 4}}
    assert problems(more) == [("N09", "pool"), ("N09", "balances")]


AT_END = {**POTS, "stakes.pots.taken": "at_end"}


def test_dealt_to() -> None:
    profile = house(AT_END)
    state = play(table(profile, ["2D 3D", "4C KC"]), "0:2D")
    assert state.to_dict()["dealt_to"] == [None, 0]
    assert_comes_back(state, profile)
    for dealt, path, told in (
        ([0, 0], "dealt_to.0", "K♦ was dealt to nobody"),
        ([None, None], "dealt_to.1", "3♦ was dealt to somebody"),
        ([None, 1], "dealt_to.1", "3♦ was dealt to seat 0, who holds it, not to 1"),
        ([None], "dealt_to", "for each of 2 cards with a pot it is said here who was dealt it"),
    ):
        data = changed(state, dealt_to=dealt)
        assert (problems(data, profile), messages(data, profile)) == ([("N10", path)], [told])
    assert problems(changed(state, dealt_to=[None, 2]), profile) == [("N04", "dealt_to.1")]
    assert problems(changed(state, dealt_to=None), profile) == [("N10", "dealt_to")]
    laid = play(state, "0:3D") if cr.legal_moves(state, 0) else state
    assert laid.is_over and problems({**on_turn().to_dict(), "dealt_to": [0]}) == [
        ("N10", "dealt_to")
    ]


# --- several at once, and lines -----------------------------------------------------------------


def test_everything_that_is_wrong_is_told_at_once() -> None:
    data = changed(
        on_turn(), hash="0123abcd", dealer=5, hands__1="3D 9D 4C XX", awaits__seat=1,
        balances=[-1, -1], carried={"pots": {"AD": 1}}, pots={"KD": 1}, pool="three", x=1,
    )  # fmt: skip
    assert set(problems(data)) == {
        ("S01", "x"), ("S04", "pool"), ("N03", "hash"), ("N04", "dealer"), ("N05", "hands.1"),
        ("N06", "hands"), ("N09", "carried"), ("N09", "balances"), ("N09", "pots.KD"),
    }  # fmt: skip


def test_cards_awaits_and_money_are_judged_side_by_side() -> None:
    data = changed(on_turn(), hands__2="", awaits__needs=["AD"], balances=[0, 0, 0])
    assert problems(data) == [
        ("N07", "hands.2"), ("N08", "awaits.needs"), ("N09", "balances"),
    ]  # fmt: skip


def line(**words: str | None) -> str:
    """The line of a state with words changed; None takes one away."""
    first, *rest = on_turn().to_text().split()
    told = {**dict(word.split(":", 1) for word in rest), **words}
    return " ".join(
        (first, *(f"{key}:{value}" for key, value in told.items() if value is not None))
    )


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ({"players": "three"}, "players"),
        ({"players": "9" * 40}, "players"),
        ({"dealer": ""}, "dealer"),
        ({"money": "-1,-1,--1"}, "balances"),
        ({"hands": "KC6/3D9D/4C5C"}, "hands"),
        ({"awaits": "turn,seat=one"}, "awaits"),
        ({"awaits": "turn,seat=0,seat=1"}, "awaits"),
        ({"pots": "KD"}, "pots"),
        ({"pots": "KD=1,KD=2"}, "pots"),
        ({"carried": "pool=1,pool.KD=2"}, "carried"),
        ({"pool": "٣"}, "pool"),
        ({"colour": "red"}, "'colour'"),
    ],
    ids=str,
)  # fmt: skip
def test_words_of_a_line_that_cannot_be_read(words: dict[str, str | None], path: str) -> None:
    assert problems(line(**words)) == [("N01", path)]


def test_every_word_of_a_line_that_cannot_be_read_is_told() -> None:
    told = problems(line(players="x", dealer="y", pool=None, money=None, hands="KC/KC/5C"))
    assert sorted(told) == [("N01", "dealer"), ("N01", "players"), ("S03", "")]


def test_a_word_twice_or_missing_and_a_line_without_rules() -> None:
    assert problems(on_turn().to_text() + " pool:4") == [("N01", "pool")]
    assert problems(line(dead=None)) == [("S03", "")]
    assert messages(line(dead=None)) == ["the key 'dead' is missing"]
    assert messages("foster-commit players:3") == [
        "a position begins with PROFILE@HASH, and this with 'foster-commit'"
    ]


def test_a_problem_is_told_in_a_line_however_long_the_text() -> None:
    long = "x" * 999
    changes: tuple[Data, ...] = (
        {"hands__0": long},
        {"pack": long},
        {"profile": long},
        {"hash": long},
    )
    texts = (line(money="1" * 5000), line(hands="x" * 4001), f"{'y' * 5000} a:b", line(x="y" * 999))
    for data in (*texts, *(changed(on_turn(), **change) for change in changes)):
        assert all(len(message) < 200 for message in messages(data))


def test_nothing_steers_a_terminal() -> None:
    told = str(error(changed(on_turn(), hands__0="\x1b[31mKC", pack="\x07")))
    assert "\x1b" not in told and "\x07" not in told


def test_the_error_comes_out_of_a_pickle() -> None:
    import pickle

    told = error(changed(on_turn(), dealer=5))
    again = pickle.loads(pickle.dumps(told))
    assert (str(again), again.problems) == (str(told), told.problems)


# --- whatever is changed ----------------------------------------------------------------------

JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, -1, 12, 10**30, 1.5, "", "x", "9D", "KC", "6", "6C", "a b",
    "\ud800",
    "first turn", "unopened", "turn", "holder", "lead", "over", "deal", "card", "comet", "C", "D",
    "comet as its own rank", [], {}, [[]], ["6C"], ["6", "T"], {"kind": "lead"}, {1: 2}, (1, 2),
)  # fmt: skip
KEYS = (
    "seat", "last", "needs", "laid", "bound", "phase", "suit", "refused", "ended", "opera", "kind",
    "pool", "pots", "carried", "dealt_to", "hands", "x",
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from places(item, (*path, number))


def at(data: Data, path: tuple[Any, ...]) -> Any:
    here: Any = data
    for part in path:
        here = here[part]
    return here


def mutate(data: Data, other: Data, random: Random) -> None:
    """One change at a random place, half of the time in what is awaited."""
    everywhere = list(places(data))
    awaits = [path for path in everywhere if path[0] == "awaits"]
    path = random.choice(awaits if awaits and random.random() < 0.5 else everywhere)
    here, key = at(data, path[:-1]), path[-1]
    value = here[key]
    match random.randrange(7):
        case 0:
            del here[key]
        case 1:
            here[key] = copy.deepcopy(random.choice(JUNK))
        case 2:
            here[key] = copy.deepcopy(at(data, random.choice(everywhere)))
        case 3 if isinstance(here, dict):
            here[random.choice(KEYS)] = copy.deepcopy(random.choice(JUNK))
        case 4 if type(value) is int:
            here[key] = value + random.choice((-1, 1))
        case 5 if isinstance(value, str):
            words = value.split()
            random.shuffle(words)
            here[key] = " ".join(words[random.randrange(2) :])
        case _:
            taken = random.choice(list(other))
            data[taken] = copy.deepcopy(other[taken])


LETTERS = "0123456789ACDHJKQST:=,/-+_@ xé\n."


def mangled(text: str, random: Random) -> str:
    letters = list(text)
    for _ in range(random.choice((1, 1, 2, 3))):
        # What is awaited is short, and the dead cards are many.
        start = random.choice((0, max(0, text.find(" awaits:"))))
        place = random.randrange(min(start, len(letters) - 1), len(letters))
        match random.randrange(4):
            case 0 if len(letters) > 1:
                del letters[place]
            case 1:
                letters[place] = random.choice(LETTERS)
            case 2:
                letters.insert(place, random.choice(LETTERS))
            case _:
                other = random.randrange(len(letters))
                letters[place], letters[other] = letters[other], letters[place]
    return "".join(letters)


def assert_refused_or_sound(load: Callable[[], cr.State]) -> None:
    told: tuple[cr.Problem, ...] = ()
    try:
        state = load()
    except cr.PositionError as refusal:
        told = refusal.problems
    if not told:  # and an error without problems leaves nothing to look at
        assert_is_sound(state)


@settings(deadline=None, max_examples=50)
@given(deals(), seeds())
def test_a_changed_position_is_refused_or_sound(start: cr.State, seed: int) -> None:
    random = Random(seed)
    states = playout(start, seed).states
    for _ in range(8):
        data = random.choice(states).to_dict()
        for _ in range(random.choice((1, 1, 2))):
            mutate(data, random.choice(states).to_dict(), random)
        assert_refused_or_sound(lambda data=data: cr.State.from_dict(data))  # type: ignore[misc]


@settings(deadline=None, max_examples=40)
@given(st.data(), rule_sheets(), seeds())
def test_a_changed_position_of_a_game_made_up_at_random_is_refused_or_sound(
    data: st.DataObject, sheet: RuleSheet, seed: int
) -> None:
    profile, random = sheet_profile(sheet), Random(seed)
    states = playout(data.draw(deals(cr.compile_rules(profile, 3))), seed).states
    for _ in range(10):
        told = random.choice(states).to_dict()
        mutate(told, random.choice(states).to_dict(), random)
        assert_refused_or_sound(lambda told=told: cr.State.from_dict(told, profile))  # type: ignore[misc]


@settings(deadline=None, max_examples=50)
@given(deals(), seeds())
def test_a_mangled_line_is_refused_or_sound(start: cr.State, seed: int) -> None:
    random = Random(seed)
    states = playout(start, seed).states
    for _ in range(8):
        text = mangled(random.choice(states).to_text(), random)
        assert_refused_or_sound(lambda text=text: cr.State.from_text(text))  # type: ignore[misc]


@settings(deadline=None, max_examples=50)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(KEYS) | st.text(), inner),
    ),
    st.sampled_from(["hands", "awaits", "balances", "carried", "pots", "dealt_to", "dead", "hash"]),
)
def test_junk_is_refused_or_sound(junk: Any, key: str) -> None:
    assert_refused_or_sound(lambda: cr.State.from_dict(junk))
    assert_refused_or_sound(lambda: cr.State.from_dict({**on_turn().to_dict(), key: junk}))


@settings(deadline=None, max_examples=100)
@given(st.text())
def test_any_text_is_refused(text: str) -> None:
    for line_ in (text, f"{on_turn().to_text()} {text}", f"foster-commit@5bc8cbbe {text}"):
        assert_refused_or_sound(lambda line_=line_: cr.State.from_text(line_))  # type: ignore[misc]


@pytest.mark.parametrize("pool", [1.5, True, -1, 10**9, "3"])
def test_what_no_position_could_tell_of_cannot_be_carried_into_a_deal(pool: Any) -> None:
    with pytest.raises(cr.DealError, match="cannot be carried over"):
        cr.new_deal(cr.compile_rules("foster-commit", 2), seed=1, carried=cr.Carried(pool=pool))


def test_the_most_that_can_be_carried_comes_back() -> None:
    rules = cr.compile_rules("foster-commit", 2)
    state = cr.new_deal(rules, seed=1, carried=cr.Carried(pool=100_000_000))
    assert cr.State.from_text(state.to_text()) == cr.State.from_dict(state.to_dict()) == state
