"""Views: that they hold what a seat may see, that its moves follow, and that no more is told."""

from __future__ import annotations

import copy
import gc
import json
import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr
from cometrules.rules import PackRules
from cometrules.situations import Situation
from cometrules.state import Setup
from cometrules.testing import redeals

from .helpers import every_table, house, play, table
from .strategies import (
    RuleSheet,
    compiled,
    logs,
    moments,
    playout,
    rule_sheets,
    seeds,
    sheet_profile,
)

EVERY_TABLE = pytest.mark.parametrize(("name", "players"), every_table())


def onlookers(state: cr.State) -> tuple[int | None, ...]:
    """Every seat, and a spectator."""
    return (*range(state.rules.players), None)


def sent(view: cr.View) -> cr.View:
    """The view as it comes out of a socket: nothing can have come along but what is written."""
    return cr.View.from_dict(json.loads(json.dumps(view.to_dict())), view.profile)


# --- what follows from a view ----------------------------------------------------------------


def check_moves(state: cr.State) -> None:
    for seat in range(state.rules.players):
        view = cr.view(state, seat)
        assert cr.legal_moves(sent(view)) == cr.legal_moves(view) == cr.legal_moves(state, seat)
    assert cr.legal_moves(cr.view(state, None)) == ()


def check_forms(state: cr.State) -> None:
    views = [cr.view(state, seat) for seat in onlookers(state)]
    for view in views:
        for again in (sent(view), pickle.loads(pickle.dumps(view)), copy.deepcopy(view)):
            assert again == view and hash(again) == hash(view)
            assert again.pending == view.pending and again.pots == view.pots
    assert len(set(views)) == len(views), "views of different seats are different"


def check_cards(state: cr.State) -> None:
    """The hands of all views, the cards laid and the dead ones are the pack, name by name."""
    pack = state._setup.pack
    for seat in onlookers(state):
        seen = cr.view(state, seat)
        held = [card for who in range(seen.players) for card in cr.view(state, who).hand]
        names = Counter(map(pack.name, held)) + Counter(map(pack.name, state.dead))
        assert names + Counter(seen.laid) == Counter(map(pack.name, pack.physical))
        assert sum(seen.sizes) + seen.dead + len(seen.laid) == len(pack.physical)
        assert list(seen.sizes) == [len(hand) for hand in state.hands]
        assert seen.comet_laid == state.comet_laid and seen.is_over == state.is_over


def check_pending(state: cr.State) -> None:
    """Everybody sees what is awaited; only where a gap is skipped the seat itself knows more."""
    s = state._node.situation
    for seat in onlookers(state):
        told = cr.view(state, seat).pending
        if s.bound and seat != s.seat:
            assert isinstance(told, cr.AwaitTurn) and isinstance(state.pending, cr.AwaitTurn)
            assert told.seat == state.pending.seat
            assert set(told.needs) > set(state.pending.needs) or told == state.pending
        else:
            assert told == state.pending


@EVERY_TABLE
def test_the_moves_of_a_seat_follow_from_its_view(name: str, players: int) -> None:
    states = playout(cr.new_deal(compiled(name, players), seed=f"moves {name}"), players).states
    for state in (Random(name).choice(states), states[-1]):
        check_moves(state)
        check_cards(state)
    check_moves(cr.start(compiled(name, players)))


@given(moments())
@settings(max_examples=25, deadline=None)
def test_a_view_keeps_its_word_in_every_form(state: cr.State) -> None:
    check_forms(state)
    check_pending(state)


@given(rule_sheets(), st.data())
@settings(max_examples=25, deadline=None)
def test_views_of_made_up_games(sheet: RuleSheet, data: st.DataObject) -> None:
    rules = cr.compile_rules(sheet_profile(sheet), data.draw(st.integers(2, 3)))
    state = data.draw(moments(rules))
    for check in (check_moves, check_forms, check_cards, check_pending):
        check(state)


SIX_CARDS = {"deck.ranks": ["7", "8", "9"], "deck.suits": ["C", "D"], "comet.cards": ["9D"]}
MICRO = {
    "by holder": {
        **SIX_CARDS, "play.order": "by_holder", "comet.when": "any_time", "comet.does": "stop",
        "comet.if_led": "comet",
    },
    "fork": {**SIX_CARDS, "comet.when": "when_unable", "comet.does": "fork"},
    "break in": {
        **SIX_CARDS, "comet.when": "any_time", "comet.does": "stop", "comet.if_led": "comet",
        "comet.earliest": "before_first_card",
    },
    "ranks": {**SIX_CARDS, "play.suits": "ignored", "play.at_once": "full_set", "comet.cards": []},
}  # fmt: skip


def every_deal(changes: dict[str, Any]) -> Iterator[cr.State]:
    """Every deal of two cards to each of two, with two cards dead, and one card settled."""
    rules = cr.compile_rules(house(changes), players=2)
    first, *cards = rules.packs[0].physical
    for second in cards:
        for theirs in combinations([card for card in cards if card is not second], 2):
            yield cr.new_deal(rules, hands=[[first, second], theirs], dealer=1)


def every_moment(state: cr.State) -> Iterator[cr.State]:
    yield state
    for move in cr.legal_moves(state):
        yield from every_moment(cr.step(state, move))


@pytest.mark.parametrize("game", MICRO)
def test_over_all_deals_of_a_small_game_equal_views_have_equal_moves(game: str) -> None:
    moves_of: dict[cr.View, tuple[cr.Move, ...]] = {}
    told_of: dict[cr.View, str] = {}
    met = 0
    for state in {moment for deal in every_deal(MICRO[game]) for moment in every_moment(deal)}:
        for seat in (0, 1):
            view = cr.view(state, seat)
            met += view in moves_of
            assert moves_of.setdefault(view, cr.legal_moves(state, seat)) == cr.legal_moves(view)
            assert told_of.setdefault(view, json.dumps(view.to_dict())) == told_of[view]
            assert json.dumps(view.to_dict()) == told_of[view]
    assert met > 100, "many deals cannot be told apart"


# --- what is not in a view -------------------------------------------------------------------


def reachable(view: cr.View) -> Iterator[object]:
    """Everything a view holds, however deep; the rules apart, which everybody knows."""
    reached, left = set[int](), [view]
    while left:
        thing: Any = left.pop()
        if id(thing) in reached or isinstance(thing, (type, cr.Profile)):
            continue
        reached.add(id(thing))
        yield thing
        left += gc.get_referents(thing)


HOLDS_SECRETS = (cr.State, cr.DealLog, Setup, cr.Rules, PackRules, Random)


@pytest.mark.parametrize(
    ("name", "players"), [("foster-commit", 4), ("svensk-komet", 3), ("two-pack-comet", 2)]
)
def test_nothing_secret_can_be_reached_from_a_view(name: str, players: int) -> None:
    states = playout(cr.new_deal(compiled(name, players), seed=4), 4).states
    for state in (*states[:40:6], states[-1]):
        for seat in onlookers(state):
            view = cr.view(state, seat)
            view.to_dict(), view.pending, view.explain_illegal(cr.Pass(0)), hash(view)  # warm
            things = list(reachable(view))
            assert not any(isinstance(thing, HOLDS_SECRETS) for thing in things)
            secret = {number for number in (state._hands, state._setup.dead) if number > 2**20}
            assert state.is_over or not secret & {n for n in things if isinstance(n, int)}
            cards = {thing for thing in things if isinstance(thing, cr.Card)}
            public = {*view.laid, *view.run, *view.situation.needs}
            known = {*view.hand, *public, *view.carried.pots, *view.carried.lay_dead}
            assert state.is_over or cards <= known


KEYS = {
    "format", "profile", "hash", "players", "pack", "dealer", "carried", "seat", "hand", "sizes",
    "dead", "laid", "run", "balances", "pool", "pots", "hands", "awaits", "legal",
}  # fmt: skip


@given(moments())
@settings(max_examples=25, deadline=None)
def test_plain_data_has_known_keys_and_no_other_hand_before_the_end(state: cr.State) -> None:
    for seat in onlookers(state):
        told = cr.view(state, seat).to_dict()
        assert set(told) == KEYS
        assert set(told["awaits"]) <= set(Situation._fields)
        assert set(told["carried"]) <= {"pots", "pool", "lay_dead"}
        assert told["hand"] == ([] if seat is None else [str(card) for card in state.hands[seat]])
        numbers = [*told["sizes"], *told["balances"], *told["pots"], told["dead"], told["pool"]]
        assert all(type(number) is int for number in numbers)
        shown = [[str(card) for card in hand] for hand in state.hands] if state.is_over else []
        assert told["hands"] == shown
        assert told["legal"] == [
            str(move) for move in cr.legal_moves(state) if seat is not None and move.seat == seat
        ]


def test_no_field_of_a_view_can_be_changed() -> None:
    view = cr.view(cr.new_deal(compiled("foster-commit", 2), seed=1), 0)
    for field in attrs.fields(cr.View):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(view, field.name, None)
    with pytest.raises(TypeError):
        view.pots[cr.Card("K", "D")] = 1  # type: ignore[index]
    with pytest.raises(TypeError):
        view.carried.pots[cr.Card("K", "D")] = 1  # type: ignore[index]


# --- what is awaited -------------------------------------------------------------------------


@pytest.mark.parametrize("holder", [1, 2, 3])
def test_by_holder_everybody_awaits_the_table(holder: int) -> None:
    hands = ["5C 2D", "3C", "3H", "3S"]
    hands[holder] += " 6C"
    state = play(table("svensk-komet", hands), "0:5C")
    awaited = {cr.view(state, seat).pending for seat in onlookers(state)}
    assert awaited == {cr.AwaitHolder((cr.Card("6", "C"),))}
    assert all(cr.view(state, seat).situation.seat is None for seat in onlookers(state))


def test_who_skips_a_gap_sees_its_cards_and_the_others_every_place_above() -> None:
    rules = house({"play.when_stuck": "last_player_skips"})
    state = play(table(rules, ["9C JC KC", "2D 3D"]), "0:9C 0:pass 1:pass")
    other = play(table(rules, ["9C QC KC", "2D 3D"]), "0:9C 0:pass 1:pass")
    assert cr.view(state, 0).pending == cr.AwaitTurn(0, (cr.Card("J", "C"),))
    above = cr.AwaitTurn(0, tuple(cr.Card(rank, "C") for rank in "JQK"))
    for seat in (1, None):
        assert cr.view(state, seat).pending == above
        assert cr.view(state, seat) == cr.view(other, seat)
        assert cr.legal_moves(cr.view(state, seat)) == ()


# --- views that are read ---------------------------------------------------------------------

TOLD = {
    name: cr.view(play(table(name, hands), moves), 1).to_dict()
    for name, hands, moves in (
        ("svensk-komet", ["5C 2D", "6C 9D", "3C 4D"], "0:5C"),
        ("old-comet-1718", ["5C 6S 2C", "7C 9D"], "0:5 0:6"),
    )
}
JUNK = st.none() | st.booleans() | st.integers(-2, 99) | st.sampled_from(
    ["", "K", "AC", "9D", "turn", "lead", "over", "deal", "holder", "later", "comet", "red"]
)  # fmt: skip
UNREADABLE: list[dict[str, Any]] = [
    {"awaits": {"kind": "lead"}},
    {"awaits": {"kind": "turn", "needs": ["6C"]}},
    {"awaits": {"kind": "turn", "seat": 0, "needs": ["6C"]}},
    {"awaits": {"kind": "turn", "seat": 1, "needs": ["AC"], "bound": True}},
    {"awaits": {"kind": "over"}},
    {"awaits": {"kind": "deal", "seat": 1}},
    {"awaits": {"kind": "holder", "seat": 1, "needs": ["6C"]}},
    {"carried": {"pool": [1]}},
    {"carried": {"pool": "much"}},
    {"carried": {"pots": {"KD": {}}}},
]


def places(data: object, at: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The way to everything in plain data."""
    if at:
        yield at
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*at, key))


def asked(view: cr.View) -> None:
    """Whatever has been read can be asked for everything."""
    assert sent(view) == view and hash(sent(view)) == hash(view)
    assert isinstance(view.pending, cr.DealOver) == view.is_over
    assert repr(view) and view.pots is not None and view.comet_laid in (True, False)
    for action in view.rules.actions[::9]:
        view.explain_illegal(attrs.evolve(action, seat=view.seat))


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_a_view_that_was_tampered_with_is_refused_or_read(data: st.DataObject) -> None:
    told = copy.deepcopy(TOLD[data.draw(st.sampled_from(sorted(TOLD)))])
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(list(places(told))))
        inner: Any = told
        for key in way:
            inner = inner[key]
        if data.draw(st.booleans()):
            del inner[last]
        else:
            inner[last] = data.draw(JUNK | st.lists(JUNK, max_size=2))
    try:
        view = cr.View.from_dict(told)
    except cr.CometError:
        return
    asked(view)


@pytest.mark.parametrize("change", UNREADABLE, ids=str)
def test_what_cannot_be_awaited_or_carried_is_no_view(change: dict[str, Any]) -> None:
    with pytest.raises(cr.NotationError, match="this is no view"):
        cr.View.from_dict({**TOLD["svensk-komet"], **change})


def test_a_view_is_read_by_the_rules_it_was_made_by() -> None:
    rules = house({"play.stops": ["8"]})
    view = cr.view(table(rules, ["2C 9C", "5D 6D"]), 1)
    assert cr.View.from_dict(view.to_dict(), rules) == view
    for other in (None, house(), "foster-commit"):
        with pytest.raises(cr.ProfileError):
            cr.View.from_dict(view.to_dict(), other)


def test_a_view_cannot_have_a_file_opened(tmp_path: Path) -> None:
    file = tmp_path / "svensk-komet.yaml"
    file.write_text("extends: svensk-komet", encoding="utf-8")
    told = cr.view(cr.new_deal(compiled("svensk-komet", 3), seed=1), 1).to_dict()
    with pytest.raises(cr.ProfileError, match="no bundled profile"):
        cr.View.from_dict({**told, "profile": str(file)})


@pytest.mark.parametrize("seat", [2, -1, True, "0", 1.0])
def test_a_view_of_a_seat_that_is_not_there(seat: Any) -> None:
    state = cr.new_deal(compiled("foster-commit", 2), seed=1)
    with pytest.raises(cr.DealError, match="no seat"):
        cr.view(state, seat)
    with pytest.raises(cr.DealError, match="not the view"):
        cr.legal_moves(cr.view(state, 0), 1)


# --- errors for the table --------------------------------------------------------------------


def every_action(rules: cr.Rules, seat: int, step: int = 1) -> Iterator[cr.Move]:
    for action in rules.actions[::step]:
        yield attrs.evolve(action, seat=seat)


@given(moments())
@settings(max_examples=25, deadline=None)
def test_a_client_is_told_what_the_refused_move_was_told(state: cr.State) -> None:
    for seat in range(state.rules.players):
        view = cr.view(state, seat)
        for move in every_action(state.rules, seat, 17):
            told = view.explain_illegal(move)
            assert (told is None) == (move in cr.legal_moves(state))
            if told is not None:
                with pytest.raises(cr.IllegalMoveError) as raised:
                    cr.step(state, move)
                assert told.to_dict() == raised.value.to_dict()
                assert set(told.to_dict()) == {"code", "message", "rule"}
                assert told.log == str(told)


@given(logs(most=15), seeds())
@settings(max_examples=20, deadline=None)
def test_errors_are_alike_in_deals_that_are_alike(log: cr.DealLog, seed: int) -> None:
    rules = log.state.rules
    for seat in range(rules.players):
        moves = [m for who in range(rules.players) for m in every_action(rules, who, 23)]
        for other in redeals(log, seat, Random(seed), tries=2):
            for move in moves:
                one, two = (each.view(seat).explain_illegal(move) for each in (log, other))
                assert (one and one.to_dict()) == (two and two.to_dict())


def test_a_move_of_another_seat_is_refused_whatever_it_is_and_whoever_holds_it() -> None:
    told = set()
    for hands in (["5C 2D", "6C 9D", "3C"], ["5C 2D", "3C 4D", "6C"]):
        state = play(table("svensk-komet", hands), "0:5C")
        for move in (*every_action(state.rules, 1), *every_action(state.rules, 2)):
            error = cr.explain_illegal(cr.view(state, 0), move)
            assert error is not None and error.log == str(error)
            told.add((error.code, str(error)))
        onlooker = cr.explain_illegal(cr.view(state, None), cr.Lay(1, "6C"))
        assert onlooker is not None and onlooker.code == "not_your_seat"
    assert told == {("not_your_seat", "seat 0 makes no move of another seat")}


def test_what_the_referee_may_know_stands_in_the_log_alone() -> None:
    state = table("foster-commit", ["2C 3C", "5D QH"])
    move = cr.parse_move(state.rules, "0:4C")
    referee, client = cr.explain_illegal(state, move), cr.view(state, 0).explain_illegal(move)
    assert referee is not None and client is not None
    assert "2C 3C" in referee.log and "2C" not in str(client.to_dict()) + client.log
    assert referee.to_dict() == client.to_dict() and "log" not in referee.to_dict()


@pytest.mark.parametrize("move", ["9D", None, 7, cr.Lay(9, "9D"), cr.Deal([["9D"]])], ids=str)
def test_what_is_no_move_of_this_deal_is_said_to_be_none(move: object) -> None:
    view = cr.view(table("foster-commit", ["2C 3C", "5D QH"]), 0)
    error = view.explain_illegal(move)
    assert error is not None
    assert error.code in ("not_a_move", "not_your_seat", "already_dealt")


# --- what a malformed view leaves behind, and what a pickle tells -------------------------------


@pytest.mark.parametrize(
    "change", [{"laid": 1}, {"seat": True}, {"last": 0.0}, {"bound": "yes"}, {"needs": "2C"}]
)
def test_a_malformed_view_changes_nothing_for_the_deals_of_this_process(
    change: dict[str, Any],
) -> None:
    """Equal is not the same: True equals 1, and what is awaited is kept once for all."""
    rules = compiled("american-commit", 3)
    hands = [["AC", "2C", "5C"], ["2D", "7H"], ["9D"]]
    log = cr.DealLog(cr.new_deal(rules, hands=hands, dealer=2))
    log = log.step(cr.parse_move(rules, "0:AC"))
    told = log.view(0).to_dict()
    with pytest.raises(cr.NotationError):
        cr.View.from_dict({**told, "awaits": {**told["awaits"], **change}})
    again = cr.State.from_dict(log.state.to_dict())
    assert again == log.state and json.dumps(again.to_dict()) == json.dumps(log.state.to_dict())


@pytest.mark.parametrize(
    "change",
    [
        {"sizes": [99, 3]}, {"dead": -5}, {"hands": [["9D"]]}, {"players": 99}, {"hand": []},
        {"awaits": {"kind": "lead", "seat": 0, "refused": 77}},
    ],
)  # fmt: skip
def test_a_view_that_contradicts_itself_is_none(change: dict[str, Any]) -> None:
    told = cr.view(table("foster-commit", ["KC 2D", "9D AC"]), 0).to_dict()
    with pytest.raises(cr.NotationError, match="this is no view"):
        cr.View.from_dict({**told, **change})


def test_a_pickle_of_a_view_does_not_tell_which_of_two_equal_cards_was_laid() -> None:
    rules, pickles = compiled("two-pack-comet", 2), set()
    for hand in ("TC TC JC JC 3C", "TS TC JS JC 3C"):
        hands = [["2C", "5C"], hand.split()]
        log = cr.DealLog(cr.new_deal(rules, hands=hands, dealer=0))
        for text in ("1:T", "1:J", "1:pass", "0:pass", "1:T", "1:J"):
            log = log.step(cr.parse_move(rules, text))
        pickles.add((pickle.dumps(log.view(0)), pickle.dumps(log.since(0, 0))))
    assert len(pickles) == 1


def test_points_for_a_dead_card_do_not_tell_its_suit_where_suits_make_no_difference() -> None:
    """Whose suit it has would tell, too, which of two equal cards a seat has laid."""
    profile = cr.load_profile("old-comet-1718").with_(
        {
            "settlement.scoring": "points", "settlement.caught": {},
            "payments.comet": {"reward": 0},
            "settlement.unplayed": {"cards": {"K": 3}, "where": "anywhere"},
        }
    )  # fmt: skip
    rules, told = cr.compile_rules(profile, players=2), set()
    for king in ("KC", "KD"):
        log = cr.DealLog(cr.new_deal(rules, hands=[["2C"], [king]], dealer=0))
        log = log.step(cr.parse_move(rules, "1:K"))
        # 9 for three kings, 1 for laying one, 2 for the two that is left
        assert cr.score(log.state).balances == (0, 12)
        told.add((log.key(None), log.since(0, None)))
    assert len(told) == 1
