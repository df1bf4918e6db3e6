"""The log of a deal: what happened, to whom it may be told, and what a seat has learnt of it."""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr
from cometrules.engine.play import opening
from cometrules.log import Told
from cometrules.testing import redeals

from .golden import played
from .helpers import every_table, house, table
from .strategies import (
    RuleSheet,
    compiled,
    deals,
    logs,
    playout,
    rule_sheets,
    seeds,
    sheet_profile,
)

EVENTS: tuple[type, ...] = get_args(cr.Event)
EVERY_TABLE = pytest.mark.parametrize(("name", "players"), every_table())


def onlookers(state: cr.State) -> tuple[int | None, ...]:
    """Every seat, and a spectator."""
    return (*range(state.rules.players), None)


def made(log: cr.DealLog, moves: str) -> cr.DealLog:
    """The log after moves written as `2:9D 3:pass`."""
    for text in moves.split():
        log = log.step(cr.parse_move(log.state.rules, text))
    return log


# --- events ----------------------------------------------------------------------------------


def short_log(name: str, players: int) -> cr.DealLog:
    """A deal of few cards, played to the end at random."""
    rng, rules = Random(f"{name} {players}"), compiled(name, players)
    cards = list(rules.packs[0].physical)
    rng.shuffle(cards)
    hands = [[cards.pop() for _ in range(4)] for _ in range(players)]
    return played(cr.new_deal(rules, hands=hands), rng)


def test_every_event_says_for_whom_it_is_in_the_class() -> None:
    visible = {event.__name__: event.visibility for event in EVENTS}  # type: ignore[attr-defined]
    assert {name for name, said in visible.items() if said == "in_part"} == {"Dealt", "Laid"}
    assert set(visible.values()) == {"in_part", "everyone"} and len(visible) == 9
    assert all("visibility" not in (f.name for f in attrs.fields(event)) for event in EVENTS)


def check_redacted(event: cr.Event, seat: int | None) -> None:
    shown = cr.redact(event, seat)
    assert type(shown) is type(event) and cr.redact(shown, seat) == shown
    match event, shown:
        case cr.Dealt(), cr.Dealt():
            own = tuple(hand if who == seat else None for who, hand in enumerate(event.hands))
            assert shown == cr.Dealt(event.sizes, event.leader, own)
        case cr.Laid(), cr.Laid():
            told = attrs.asdict(shown, recurse=False)
            whole = attrs.asdict(event, recurse=False)
            whole["cards"] = event.cards if seat == event.seat else shown.cards
            assert told == whole
            assert shown.cards in (event.cards, ())
            plain = all(isinstance(name, cr.Card) for name in event.names)
            assert (shown.cards == event.cards) == (plain or seat == event.seat)
        case _:
            assert shown is event


def check_plain(event: cr.Event, known: dict[str, cr.Event]) -> None:
    told = event.to_dict()
    text = json.dumps(told, allow_nan=False)
    assert json.loads(text) == told, "nothing but what JSON has"
    assert re.sub("_", "", told["event"]) == type(event).__name__.lower()
    assert set(told) == {"event", *(field.name for field in attrs.fields(type(event)))}
    assert known.setdefault(text, event) == event, "what differs is told differently"


def test_every_event_is_redacted_by_its_rule_and_told_in_full() -> None:
    met: Counter[type] = Counter()
    known: dict[str, cr.Event] = {}
    games = [*every_table(), ("lead passes", 2)]
    for name, players in games:
        if name == "lead passes":
            rules = house({"play.lead.suit": "new", "play.lead.no_such_suit": "lead_passes"})
            log = made(cr.DealLog(table(rules, ["KC 2C", "3D 4D"])), "0:KC 0:pass")
        else:
            log = short_log(name, players)
        for event in log.events:
            met[type(event)] += 1
            check_plain(event, known)
            for seat in onlookers(log.state):
                check_redacted(event, seat)
                check_plain(cr.redact(event, seat), known)
    assert {event: met[event] > 0 for event in EVENTS} == dict.fromkeys(EVENTS, True)


@pytest.mark.parametrize(
    ("hands", "move", "card", "name"),
    [
        (["5C 5S 7C", "6S 8C"], "0:5", "5S", "5"),
        (["5S 7C", "6S 8C"], "0:5", "5S", "5"),
        (["9D 7C", "6S 8C"], "0:9D=9", "9D", "9D"),
    ],
)
def test_a_card_is_shown_by_its_name_to_all_but_its_player(
    hands: list[str], move: str, card: str, name: str
) -> None:
    log = made(cr.DealLog(table("two-pack-comet", hands)), move)
    for seat in (0, 1, None):
        told = log.since(0, seat)[1].events[0]
        assert isinstance(told, cr.Laid) and list(map(str, told.names)) == [name]
        whole = seat == 0 or name == card
        assert list(map(str, told.cards)) == ([card] if whole else [])


def test_a_card_that_moves_name_is_shown_to_all() -> None:
    log = made(cr.DealLog(table("foster-commit", ["2C 4C", "3C 5H"])), "0:2C")
    for seat in (0, 1, None):
        assert log.since(0, seat)[1].events[0] == cr.Laid(0, (cr.Card("2", "C"),), True, False)


# --- steps -----------------------------------------------------------------------------------


@given(deals(), seeds())
@settings(max_examples=15, deadline=None)
def test_a_log_steps_as_the_deal_does(state: cr.State, seed: int) -> None:
    log, whole = cr.DealLog(state), playout(state, seed)
    for ply, (before, move, after) in enumerate(whole.steps()):
        assert (log.ply, log.state, log.moves) == (ply, before, whole.moves[:ply])
        earlier, log = log, log.step(move, ply=ply)
        assert (earlier.ply, earlier.state) == (ply, before)
        assert log.turns[-1].events == cr.transition(before, move).events
        assert (log.start, log.state) == (state, after)
    assert log.events == (opening(state), *(e for turn in log.turns for e in turn.events))
    assert pickle.loads(pickle.dumps(log)) == log and hash(log) == hash(played_again(log))


def played_again(log: cr.DealLog) -> cr.DealLog:
    again = cr.DealLog(log.start)
    for move in log.moves:
        again = again.step(move)
    return again


def test_no_part_of_a_log_can_be_changed() -> None:
    log = made(cr.DealLog(table("foster-commit", ["2C 4C", "3C 5H"])), "0:2C")
    parts: list[Any] = [log, log.turns[0], log.since(0, 0)[0]]
    for part in parts:
        for field in attrs.fields(type(part)):
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(part, field.name, None)


def test_the_cards_may_be_dealt_in_the_log() -> None:
    rules = compiled("svensk-komet", 3)
    empty = cr.DealLog(cr.start(rules, dealer=2))
    assert (empty.ply, empty.events, empty.since(0, 1)) == (0, (), ())
    dealt = empty.step(cr.Deal([["5C"], ["6C"], ["9D"]]), ply=0)
    assert dealt.ply == 0 and dealt.moves == ()
    assert dealt == cr.DealLog(cr.new_deal(rules, hands=[["5C"], ["6C"], ["9D"]], dealer=2))
    (told,) = dealt.since(0, 1)
    assert told.to_dict() == {
        "ply": 0, "move": None,
        "events": [
            {"event": "dealt", "sizes": [1, 1, 1], "leader": 0, "hands": [None, ["6C"], None]}
        ],
    }  # fmt: skip


@pytest.mark.parametrize("meant", [0, 1, 3, -1, 99])
@pytest.mark.parametrize("move", [cr.Pass(0), cr.Lay(1, "5H"), cr.Deal([["9D"]]), "no move"])
def test_a_move_for_another_moment_is_refused_before_it_is_looked_at(move: Any, meant: int) -> None:
    log = made(cr.DealLog(table("foster-commit", ["2C 4C", "3C 5H"])), "0:2C 0:pass")
    with pytest.raises(cr.StaleMoveError) as raised:
        log.step(move, ply=meant)
    for error in (raised.value, pickle.loads(pickle.dumps(raised.value))):
        assert isinstance(error, cr.IllegalMoveError) and type(error) is cr.StaleMoveError
        assert (error.ply, error.meant) == (2, meant)
        assert f"after {meant} moves" in str(error) and "it has had 2" in str(error)
        assert ("gone on since" in str(error)) == (meant < 2)
        assert error.to_dict() == {"code": "stale_move", "message": str(error), "rule": ""}


def test_an_illegal_move_at_the_right_moment_has_its_own_error() -> None:
    log = made(cr.DealLog(table("foster-commit", ["2C 4C", "3C 5H"])), "0:2C 0:pass")
    for move, code in ((cr.Pass(0), "wrong_seat"), (cr.Lay(1, "5H"), "not_next")):
        for ply in (2, None):
            with pytest.raises(cr.IllegalMoveError) as raised:
                log.step(move, ply=ply)
            assert raised.value.code == code and not isinstance(raised.value, cr.StaleMoveError)


# --- what a seat has missed -------------------------------------------------------------------


@given(logs(), st.data())
@settings(max_examples=25, deadline=None)
def test_what_was_told_before_and_after_is_the_whole(log: cr.DealLog, data: st.DataObject) -> None:
    heard = data.draw(st.integers(0, log.ply))
    for seat in onlookers(log.state):
        whole = log.since(0, seat)
        assert [told.ply for told in whole] == list(range(log.ply + 1))
        early = log
        if heard < log.ply:
            early = cr.DealLog(log.start)
            for move in log.moves[:heard]:
                early = early.step(move)
        assert early.since(0, seat) + (log.since(heard, seat) if heard else whole[1:]) == whole
        assert log.since(log.ply, seat) == (() if log.ply else whole)
        events = [event for told in whole for event in told.events]
        assert events == [cr.redact(event, seat) for event in log.events]
        assert [told.move for told in whole[1:]] == list(log.moves)


def test_a_move_is_told_with_its_seat() -> None:
    log = made(cr.DealLog(table("foster-commit", ["2C 4C", "3C 5H"])), "0:2C 0:pass 1:3C")
    assert [told.to_dict()["move"] for told in log.since(0, 1)] == [None, "0:2C", "0:pass", "1:3C"]
    assert log.since(2, 1)[0] == Told(3, log.moves[2], log.turns[2].events)


@pytest.mark.parametrize(
    ("ply", "seat"), [(4, 0), (-1, 0), (True, 0), ("0", 0), (0.0, 0), (0, 2), (0, -1), (0, "0")]
)
def test_what_came_since_no_moment_or_for_no_seat(ply: Any, seat: Any) -> None:
    log = made(cr.DealLog(table("foster-commit", ["2C 4C", "3C 5H"])), "0:2C 0:pass 1:3C")
    with pytest.raises(cr.DealError, match=r"3 moves|no seat"):
        log.since(ply, seat)
    assert log.since(3, 0) == ()


# --- what a seat has learnt -------------------------------------------------------------------


def lines(log: cr.DealLog) -> Iterator[cr.DealLog]:
    """A log, and every way on from it."""
    yield log
    for move in cr.legal_moves(log.state):
        yield from lines(log.step(move))


TINY = {
    "deck.ranks": ["7", "8", "9"], "deck.suits": ["C", "D"], "comet.cards": ["9D"],
    "play.order": "by_holder", "comet.when": "any_time", "comet.does": "stop",
    "comet.if_led": "comet",
}  # fmt: skip


def tiny_logs() -> Iterator[cr.DealLog]:
    """Every course of thirty deals of two cards to each of two, with two cards dead."""
    rules = cr.compile_rules(house(TINY), players=2)
    cards = rules.packs[0].physical
    for number in range(30):
        mine, theirs = (Random(number).sample(cards, 4)[i : i + 2] for i in (0, 2))
        yield from lines(cr.DealLog(cr.new_deal(rules, hands=[mine, theirs], dealer=1)))


def learnt(log: cr.DealLog, seat: int | None) -> str:
    return f"{log.since(0, seat)} {log.view(seat)}"


def test_what_a_seat_cannot_tell_apart_has_one_key() -> None:
    keys: dict[tuple[int | None, str], str] = {}
    met = 0
    for log in tiny_logs():
        for seat in (0, 1, None):
            met += (seat, learnt(log, seat)) in keys
            assert keys.setdefault((seat, learnt(log, seat)), log.key(seat)) == log.key(seat)
    assert met > 50


def test_what_a_seat_can_tell_apart_has_two_keys() -> None:
    seen: dict[tuple[int | None, str], str] = {}
    for log in tiny_logs():
        for seat in (0, 1, None):
            assert seen.setdefault((seat, log.key(seat)), learnt(log, seat)) == learnt(log, seat)


@pytest.mark.parametrize(
    ("game", "one", "other", "moves"),
    [
        ("svensk-komet", ["5C 7C", "6C 2C", "9D 2D"], ["5C 7C", "3C 2C", "9D 2D"], "0:5C 2:9D"),
        ("foster-commit", ["KC", "2C 3C", "4D"], ["KC", "2D 3C", "4D"], "0:KC"),
    ],
    ids=["a run that got stuck", "hands laid open"],
)
def test_a_key_has_what_happened_on_the_way(
    game: str, one: list[str], other: list[str], moves: str
) -> None:
    a, b = (made(cr.DealLog(table(game, hands)), moves) for hands in (one, other))
    assert learnt(a, 0) != learnt(b, 0)
    assert a.key(0) != b.key(0)


@given(logs(), seeds())
@settings(max_examples=20, deadline=None)
def test_keys_over_deals_that_are_alike(log: cr.DealLog, seed: int) -> None:
    for seat in onlookers(log.state):
        for other in redeals(log, seat, Random(seed), tries=3):
            assert log.key(seat) == other.key(seat) and learnt(log, seat) == learnt(other, seat)
            for who in range(log.state.rules.players):
                same = log.start.hands[who] == other.start.hands[who]
                assert same or log.key(who) != other.key(who)
        assert "\n" not in log.key(seat)


def test_whatever_a_seat_knows_from_the_start_is_in_its_key() -> None:
    rules = compiled("svensk-komet", 3)
    hands = [["5C", "7C"], ["6C", "2C"], ["9D", "2D"]]
    base: dict[str, Any] = {"hands": hands, "dealer": 2}
    log = cr.DealLog(cr.new_deal(rules, **base))
    changes: list[dict[str, Any]] = [
        {"dealer": 1}, {"carried": cr.Carried(pots={cr.Card("K", "D"): 2})},
        {"hands": [["5C", "8C"], *hands[1:]]}, {"hands": [*hands[:2], ["9D"]]},
    ]  # fmt: skip
    others = [cr.DealLog(cr.new_deal(rules, **{**base, **change})) for change in changes]
    others.append(cr.DealLog(table(house(base="fransk-comet"), [" ".join(h) for h in hands])))
    assert len({each.key(0) for each in (log, *others)}) == len(others) + 1
    assert log.key(0) != log.key(1) != log.key(None)


# --- the run on the table ---------------------------------------------------------------------

WILD = {"comet.cards": ["9D"], "comet.when": "any_time", "comet.does": "stand_in",
        "comet.if_led": "comet"}  # fmt: skip
SKIP = {"play.when_stuck": "last_player_skips"}
FORK = {"comet.cards": ["9D"], "comet.when": "when_unable", "comet.does": "fork"}


@pytest.mark.parametrize(
    ("game", "hands", "moves", "run"),
    [
        (house(), ["2C 3C 9H", "4C 5H"], "0:2C 0:3C 0:pass 1:4C", "2C 3C 4C"),
        (house(), ["2C 9H", "4C 5H"], "0:2C 0:pass 1:pass", ""),
        (house(), ["2C 9H QH", "4C 5H"], "0:2C 0:pass 1:pass 0:QH", "QH"),
        (house(), ["KC 9H QH", "4C 5H"], "0:KC", ""),
        (house(), ["KC 9H QH", "4C 5H"], "0:KC 0:9H", "9H"),
        (house(SKIP), ["2C 9C TC", "4D 5H"], "0:2C 0:pass 1:pass 0:9C", "2C 9C"),
        (house(SKIP), ["2C 9C TC", "4D 5H"], "0:2C 0:pass 1:pass", "2C"),
        (house(FORK), ["2C 9D 5H", "6H TD 3D", "3C TS"], "0:2C 0:9D", "2C 9D"),
        (house(FORK), ["2C 9D 5H", "6H TD JD", "3C TS"], "0:2C 0:9D 1:TD 1:JD", "2C 9D TD JD"),
        (house(WILD), ["2C 9D 4C TH", "6H TD"], "0:2C 0:9D=3C 0:4C", "2C 3C 4C"),
        (house(WILD), ["2C 4C TH", "6H TD 9D"], "0:2C 1:9D=3C", "2C 3C"),
        (house(WILD), ["KC 4C TH", "6H TD 9D"], "0:KC 1:9D=5H 1:6H", "5H 6H"),
        ("svensk-komet", ["5C 7C 2D", "6C 3D", "9D 4D"], "0:5C 1:6C 0:7C", ""),
        ("svensk-komet", ["5C 7C 2D", "6C 3D", "8C 9D 4D"], "0:5C 1:6C 0:7C", "5C 6C 7C"),
        ("svensk-komet", ["5C 7C 2D", "6C 3D", "8C 9D 4D"], "0:5C 2:9D", ""),
        ("denexa-comet-stub", ["5C 2D", "6C 3D", "9D 4D", "TD QC"], "0:5C 2:9D", "5C 9D"),
        ("two-pack-comet", ["4C 5C 5S 2C", "6C 8S"], "0:4 0:5 0:pass 1:6", "4 5 6"),
        ("old-comet-1718", ["4C 5C 5S 5H 5D 2C", "6C 9H"], "0:4 0:5*4 0:pass 1:6", "4 5 6"),
        ("old-comet-1718", ["4C 5C 9D 2C", "6C 9H"], "0:4 0:5 0:9D=6", ""),
    ],
    ids=str,
)
def test_the_run_worked_by_hand(
    game: cr.Profile | str, hands: list[str], moves: str, run: str
) -> None:
    log = made(cr.DealLog(table(game, hands)), moves)
    for seat in onlookers(log.state):
        assert " ".join(map(str, log.view(seat).run)) == run
    if isinstance(log.state.pending, cr.AwaitLead):
        assert cr.view(log.state, 0).run == ()


def check_runs(log: cr.DealLog) -> None:
    """At every moment a state knows the end of a run, and a log how it came to be."""
    again = cr.DealLog(log.start)
    for move in (None, *log.moves):
        again = again if move is None else again.step(move)
        known, run = cr.view(again.state, None).run, again.view(None).run
        assert set(known) <= set(run)
        assert not run or isinstance(move, cr.Pass) or known in ((), run[-1:]) or len(known) > 1
        if isinstance(again.state.pending, cr.AwaitLead):
            assert run == known == ()
        assert attrs.evolve(again.view(0), run=known) == cr.view(again.state, 0)


@given(logs())
@settings(max_examples=25, deadline=None)
def test_the_run_of_a_state_is_in_that_of_the_log(log: cr.DealLog) -> None:
    check_runs(log)


@given(rule_sheets(), st.data())
@settings(max_examples=30, deadline=None)
def test_the_run_in_made_up_games(sheet: RuleSheet, data: st.DataObject) -> None:
    check_runs(data.draw(logs(cr.compile_rules(sheet_profile(sheet), 3))))


def test_a_log_from_the_middle_of_a_run_knows_what_its_state_knows() -> None:
    state = made(cr.DealLog(table("foster-commit", ["4C 5C 9H", "6C 2D"])), "0:4C 0:5C").state
    assert cr.DealLog(state).view(0) == cr.view(state, 0)
    assert made(cr.DealLog(state), "0:pass 1:6C").view(0).run[-2:] == tuple(
        cr.Card(rank, "C") for rank in "56"
    )


# --- what comes from a client, who may write anything ------------------------------------------


@pytest.mark.parametrize("ply", ["0", True, 0.0, [0]])
def test_a_ply_that_is_no_number_is_refused_by_the_library(ply: Any) -> None:
    log = cr.DealLog(table("foster-commit", ["KC 2D", "9D AC"]))
    with pytest.raises(cr.DealError, match="ply is how many moves there had been"):
        log.step(cr.legal_moves(log.state)[0], ply=ply)


@pytest.mark.parametrize("seat", [-1, 2, True, "0"])
def test_no_seat_has_no_key(seat: Any) -> None:
    with pytest.raises(cr.DealError, match="there is no seat"):
        cr.DealLog(table("foster-commit", ["KC 2D", "9D AC"])).key(seat)


def test_the_key_of_a_log_that_begins_within_a_deal_tells_what_came_before() -> None:
    """Two kings that were laid: the same hands are left, and yet another moment."""
    keys = set()
    for first in ("KC", "KD"):
        dealt = cr.DealLog(table("foster-commit", [f"{first} 2S", "5H 6H"]))
        moved = made(dealt, f"0:{first}")
        keys.add((cr.DealLog(moved.state).key(1), moved.view(1).laid))
    assert len(keys) == len({key for key, _ in keys}) == 2
