"""What a seat may see: views, logs, polls and errors, and the search that finds what leaks."""

from __future__ import annotations

import gc
import json
import pickle
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr
from cometrules.moves import Move
from cometrules.situations import Kind
from cometrules.state import Setup
from cometrules.testing import CHANNELS, assert_no_leaks, find_leaks, leaks_at, redeals

from .golden import played
from .helpers import every_table, house, table
from .strategies import RuleSheet, compiled, deals, playout, rule_sheets, seeds, sheet_profile

EVERY_TABLE = pytest.mark.parametrize(("name", "players"), every_table())


def moment(state: cr.State, seed: int) -> cr.State:
    """A random moment of a deal played at random."""
    states = playout(state, seed).states
    return states[seed % len(states)]


def seats(state: cr.State) -> range:
    return range(state.rules.players)


# --- views ------------------------------------------------------------------------------------


def check_views(state: cr.State) -> None:
    pack = state._setup.pack
    seen = [cr.view(state, seat) for seat in seats(state)]
    for seat, view in enumerate(seen):
        assert cr.legal_moves(view) == cr.legal_moves(state, seat) == view.legal_moves(seat)
        assert view.hand == state.hands[seat]
        told = json.loads(json.dumps(view.to_dict()))
        assert cr.View.from_dict(told, state.rules.profile) == view
        again = pickle.loads(pickle.dumps(view))
        assert again == view and hash(again) == hash(view)
    spectator = cr.view(state, None)
    assert cr.legal_moves(spectator) == () and spectator.hand == ()
    held = Counter(pack.name(card) for view in seen for card in view.hand)
    whole = Counter(map(pack.name, state.dead)) + held + Counter(spectator.laid)
    undealt = isinstance(state.pending, cr.AwaitDeal)
    assert whole == ({} if undealt else Counter(map(pack.name, pack.physical)))
    score = cr.score(state)
    assert spectator.balances == score.balances and spectator.pots == score.pots
    assert spectator.hands == (state.hands if state.is_over else ())


@given(deals(), seeds())
@settings(max_examples=150, deadline=None)
def test_a_view_has_what_its_seat_may_see_and_its_moves_follow(state: cr.State, seed: int) -> None:
    check_views(moment(state, seed))


@EVERY_TABLE
def test_views_before_the_deal_and_after_the_end(name: str, players: int) -> None:
    check_views(cr.start(compiled(name, players)))
    check_views(playout(cr.new_deal(compiled(name, players), seed=1), 1).end)


@given(rule_sheets(), seeds())
@settings(max_examples=60, deadline=None)
def test_views_of_games_made_up(sheet: RuleSheet, seed: int) -> None:
    rules = cr.compile_rules(sheet_profile(sheet), 3)
    check_views(moment(cr.new_deal(rules, seed=seed), seed))


@given(deals(), seeds())
@settings(max_examples=60, deadline=None)
def test_equal_views_have_equal_moves(state: cr.State, seed: int) -> None:
    log = cr.DealLog(state)
    for move in playout(state, seed).moves[: seed % 40]:
        log = log.step(move)
    for seat in seats(state):
        for other in redeals(log, seat, Random(seed), tries=6):
            assert log.view(seat) == other.view(seat)
            assert cr.legal_moves(log.view(seat)) == cr.legal_moves(other.view(seat))


def test_nothing_of_a_state_is_reachable_from_a_view() -> None:
    state = cr.new_deal(compiled("foster-commit", 4), seed=1)
    view = cr.view(state, 1)
    assert cr.legal_moves(view) and cr.explain_illegal(view, cr.Pass(1)) and view.pots == {}
    reached, left = set[int](), [view]
    while left:
        thing = left.pop()
        if id(thing) in reached or isinstance(thing, (type, cr.Profile)):
            continue
        reached.add(id(thing))
        assert not isinstance(thing, (cr.State, Setup, cr.Rules))
        assert not isinstance(thing, int) or thing != state._hands
        left += [one for one in gc.get_referents(thing) if not callable(one)]
    assert len(reached) > 10


def test_a_view_is_frozen() -> None:
    view = cr.view(cr.new_deal(compiled("foster-commit", 2), seed=1), 0)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        view.hand = ()  # type: ignore[misc]


@pytest.mark.parametrize("seat", [2, -1, True, "0", 1.0])
def test_a_view_of_a_seat_that_is_not_there(seat: Any) -> None:
    state = cr.new_deal(compiled("foster-commit", 2), seed=1)
    with pytest.raises(cr.DealError, match="no seat"):
        cr.view(state, seat)
    with pytest.raises(cr.DealError, match="not the view"):
        cr.legal_moves(cr.view(state, 0), 1)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_mangled_view_is_refused_or_read(data: st.DataObject) -> None:
    told = cr.view(cr.new_deal(compiled("svensk-komet", 3), seed=1), 1).to_dict()
    few = st.none() | st.integers(-9, 99) | st.text(max_size=3)
    junk = few | st.lists(few, max_size=2)
    key = data.draw(st.sampled_from(sorted(told)))
    if data.draw(st.booleans()):
        del told[key]
    else:
        told[key] = data.draw(junk | st.dictionaries(st.text(max_size=4), junk, max_size=2))
    try:
        view = cr.View.from_dict(told)
    except cr.CometError:
        return
    assert cr.View.from_dict(view.to_dict()) == view


def test_a_view_cannot_have_a_file_opened(tmp_path: Path) -> None:
    file = tmp_path / "svensk-komet.yaml"
    file.write_text("extends: svensk-komet", encoding="utf-8")
    told = cr.view(cr.new_deal(compiled("svensk-komet", 3), seed=1), 1).to_dict()
    with pytest.raises(cr.ProfileError, match="no bundled profile"):
        cr.View.from_dict({**told, "profile": str(file)})


def test_who_holds_the_next_card_is_the_table_by_holder() -> None:
    state = table("svensk-komet", ["2C 5C", "3C", "9D"])
    state = cr.step(state, cr.parse_move(state.rules, "0:2C"))
    for seat in (None, 0, 1, 2):
        assert cr.view(state, seat).pending == cr.AwaitHolder((cr.Card("3", "C"),))


def test_what_who_skips_a_gap_goes_on_with_is_not_shown_to_others() -> None:
    rules = house({"play.when_stuck": "last_player_skips"})
    state = table(rules, ["2C 9C QC KD", "5D 6D"])
    for text in ("0:2C", "0:pass", "1:pass"):
        state = cr.step(state, cr.parse_move(state.rules, text))
    assert state.pending == cr.view(state, 0).pending == cr.AwaitTurn(0, (cr.Card("9", "C"),))
    shown = cr.view(state, 1).pending
    assert isinstance(shown, cr.AwaitTurn) and len(shown.needs) == 10


# --- events and logs --------------------------------------------------------------------------


def test_every_event_says_who_may_see_it() -> None:
    events = [cr.Dealt, cr.Laid, cr.Passed, cr.LeadPassed, cr.RunStopped, cr.RunStuck, cr.Paid,
              cr.PotsFrozen, cr.DealEnded]  # fmt: skip
    in_part = [event for event in events if getattr(event, "visibility", "") == "in_part"]
    assert in_part == [cr.Dealt, cr.Laid]


def test_the_very_card_is_shown_to_its_player_alone_where_suits_make_no_difference() -> None:
    log = cr.DealLog(table("two-pack-comet", ["5C 5S 7C", "6S 8C"]))
    log = log.step(cr.parse_move(log.state.rules, "0:5"))
    laid = {seat: log.since(0, seat)[1].events[0] for seat in (None, 0, 1)}
    assert isinstance(laid[0], cr.Laid) and laid[0].cards == (cr.Card("5", "S"),)
    for seat in (None, 1):
        told = laid[seat]
        assert isinstance(told, cr.Laid) and (told.cards, told.names) == ((), ("5",))


@given(deals(), seeds())
@settings(max_examples=60, deadline=None)
def test_a_log_tells_a_seat_everything_once(state: cr.State, seed: int) -> None:
    log = cr.DealLog(state)
    for ply, move in enumerate(playout(state, seed).moves):
        assert log.ply == ply
        made = cr.transition(log.state, move)
        log = log.step(move, ply=ply)
        assert (log.state, log.turns[-1].events) == (made.state, made.events)
    for seat in (None, *seats(state)):
        whole = log.since(0, seat)
        assert [told.ply for told in whole] == list(range(log.ply + 1))
        heard = seed % (log.ply + 1)
        assert log.since(heard, seat) == (whole[heard + 1 :] if heard else whole)
        hands = whole[0].events[0].hands  # type: ignore[union-attr]
        assert hands == tuple(h if s == seat else None for s, h in enumerate(state.hands))
        json.dumps([told.to_dict() for told in whole])


@pytest.mark.parametrize("ply", [1, -1, 99])
def test_a_stale_move_is_refused_by_its_own_error(ply: int) -> None:
    log = cr.DealLog(table("foster-commit", ["AC 3D", "2C"]))
    with pytest.raises(cr.StaleMoveError) as raised:
        log.step(cr.Pass(0), ply=ply)
    error = pickle.loads(pickle.dumps(raised.value))
    assert (error.ply, error.meant, error.code) == (0, ply, "stale_move")
    assert isinstance(error, cr.IllegalMoveError) and str(ply) in str(error)
    assert log.step(cr.parse_move(log.state.rules, "0:AC"), ply=0).ply == 1


@pytest.mark.parametrize(("ply", "seat"), [(1, 0), (-1, 0), (True, 0), (0, 5)])
def test_since_a_moment_that_was_not(ply: Any, seat: int) -> None:
    with pytest.raises(cr.DealError):
        cr.DealLog(table("foster-commit", ["AC 3D", "2C"])).since(ply, seat)


@pytest.mark.parametrize(
    ("game", "hands", "moves", "run"),
    [
        ("foster-commit", ["2C 3C 9D", "4C 5H"], "0:2C 0:3C 0:9D", "2C 3C 9D"),
        ("foster-commit", ["2C 9D 2H", "3C 5H"], "0:2C 0:9D 1:3C", "2C 9D 3C"),
        ("two-pack-comet", ["5C 6S 9D 2C", "8C 8S"], "0:5 0:6 0:9D=7", ""),
        ("old-comet-1718", ["5C 6S 2C", "7C 9H"], "0:5 0:6 0:pass 1:7", "5 6 7"),
        ("svensk-komet", ["5C 2D", "6C 3D", "9D 4D"], "0:5C 1:6C", ""),
        ("denexa-comet-stub", ["5C 2D", "6C 3D", "9D 4D", "TD QC"], "0:5C 2:9D 3:TD", ""),
    ],
)
def test_the_run_on_the_table(game: str, hands: list[str], moves: str, run: str) -> None:
    log = cr.DealLog(table(game, hands))
    for text in moves.split():
        log = log.step(cr.parse_move(log.state.rules, text))
    seen = log.view(0)
    if isinstance(seen.pending, cr.AwaitLead):
        assert seen.run == ()
    assert " ".join(map(str, seen.run)) == run
    assert set(cr.view(log.state, 0).run) <= set(seen.run)


def test_a_key_tells_apart_what_a_seat_can_tell_apart() -> None:
    log = cr.DealLog(cr.new_deal(compiled("foster-commit", 4), seed=1))
    (other, *_) = redeals(log, 0, Random(1))
    assert log.key(0) == other.key(0) and log.key(None) == other.key(None)
    assert log.key(1) != other.key(1) or log.start.hands[1] == other.start.hands[1]
    assert log.key(0) != log.key(1)
    assert log.step(cr.legal_moves(log.state)[0]).key(0) != log.key(0)


# --- errors -----------------------------------------------------------------------------------


@given(deals(), seeds())
@settings(max_examples=40, deadline=None)
def test_an_error_for_a_client_says_what_the_referee_says_of_its_own_moves(
    state: cr.State, seed: int
) -> None:
    now = moment(state, seed)
    for seat in seats(now):
        view = cr.view(now, seat)
        for action in now.rules.actions[:: max(1, len(now.rules.actions) // 20)]:
            move = attrs.evolve(action, seat=seat)
            by_view, by_state = cr.explain_illegal(view, move), cr.explain_illegal(now, move)
            assert (by_view is None) == (by_state is None)
            if by_view is not None and by_state is not None:
                assert by_view.to_dict() == by_state.to_dict()
                assert by_view.log == str(by_view)


@pytest.mark.parametrize("seat", [0, None])
def test_a_move_of_another_seat_is_refused_without_a_look_at_its_cards(seat: int | None) -> None:
    state = table("svensk-komet", ["2C 5C", "3C", "9D"])
    texts = ("1:3C", "1:4C", "2:9D", "2:2C")
    told = [cr.explain_illegal(cr.view(state, seat), cr.parse_move(state.rules, t)) for t in texts]
    assert {error.code for error in told if error is not None} == {"not_your_seat"}
    assert len({str(error) for error in told}) == 1


# --- polls ------------------------------------------------------------------------------------


@given(deals(), seeds())
@settings(max_examples=80, deadline=None)
def test_a_deal_can_be_played_by_asking_and_the_log_has_the_moves_alone(
    state: cr.State, seed: int
) -> None:
    rng, polled = Random(seed), cr.poll(state)
    answers = 0
    while not polled.is_over:
        question = polled.question
        assert set(question.moves) <= set(cr.legal_moves(polled.log.state, question.seat))
        choices: list[Move | None] = [*question.moves, *([None] if question.may_wait else [])]
        assert choices, "who is asked can answer"
        polled = polled.answer(rng.choice(choices))
        answers += 1
        assert answers < 4 * state.rules.players * state.rules.max_moves
    assert polled.log.state.is_over
    state_again = state
    for move in polled.log.moves:
        state_again = cr.step(state_again, move)
    assert state_again == polled.log.state


@given(deals(), seeds())
@settings(max_examples=60, deadline=None)
def test_every_legal_move_is_asked_for(state: cr.State, seed: int) -> None:
    now = moment(state, seed)
    polled, offered = cr.poll(now), set[Move]()
    for _ in polled.order:
        question = polled.question
        offered |= set(question.moves)
        if not question.may_wait:
            break
        polled = polled.answer(None)
    asked_before = {move.seat for move in offered}
    assert {move for move in cr.legal_moves(now) if move.seat in asked_before} <= offered


def test_wrong_answers_are_refused() -> None:
    polled = cr.poll(table("svensk-komet", ["2C 5C", "3C", "9D"]))
    for answer, code in ((None, "must_answer"), (cr.Lay(1, cr.Card("3", "C")), "not_asked")):
        with pytest.raises(cr.IllegalMoveError) as raised:
            polled.answer(answer)
        assert raised.value.code == code
    with pytest.raises(cr.IllegalMoveError):
        polled.answer(cr.Lay(0, cr.Card("K", "C")))


# --- leaks ------------------------------------------------------------------------------------


@EVERY_TABLE
def test_nothing_leaks(name: str, players: int) -> None:
    assert_no_leaks(compiled(name, players), deals=2, moments=3, tries=2, seed=name)


def test_every_kind_of_moment_is_compared() -> None:
    compared: Counter[Kind] = Counter()
    for name in ("foster-commit", "svensk-komet"):
        log = cr.DealLog(cr.new_deal(compiled(name, 4), seed=3))
        rng = Random(1)
        while True:
            report = leaks_at(log, 1, rng=rng, tries=4)
            assert report
            compared[log.state._node.situation.kind] += report.compared
            if log.state.is_over or log.ply == 20:
                break
            log = log.step(rng.choice(cr.legal_moves(log.state)))
    assert all(compared[kind] for kind in (Kind.LEAD, Kind.TURN, Kind.HOLDER))


@given(rule_sheets(), seeds())
@settings(max_examples=15, deadline=None)
def test_nothing_leaks_in_games_made_up(sheet: RuleSheet, seed: int) -> None:
    rules = cr.compile_rules(sheet_profile(sheet), 3)
    report = find_leaks(rules, deals=1, moments=4, tries=5, seed=seed)
    assert report, str(report)


def legal_of_all(log: cr.DealLog, seat: int | None) -> object:
    return len(cr.legal_moves(log.state))


def unredacted(log: cr.DealLog, seat: int | None) -> object:
    return log.events


def error_log(log: cr.DealLog, seat: int | None) -> object:
    rules = log.state.rules
    another = ((seat or 0) + 1) % rules.players
    moves = [attrs.evolve(action, seat=another) for action in rules.actions]
    errors = [cr.explain_illegal(log.state, move) for move in moves]
    return [error and error.log for error in errors]


def asks_only_who_can(log: cr.DealLog, seat: int | None) -> object:
    return [question.seat for question in cr.questions(log.state)]


def hash_of_state(log: cr.DealLog, seat: int | None) -> object:
    return hash((log.view(seat), log.state))


def equality_with_state(log: cr.DealLog, seat: int | None) -> object:
    return log.view(seat), log.state


def view_with_dead(log: cr.DealLog, seat: int | None) -> object:
    return {**log.view(seat).to_dict(), "dead": list(map(str, log.state.dead))}


def key_with_dead(log: cr.DealLog, seat: int | None) -> object:
    return log.key(seat) + str(log.state.dead)


SEEDED: dict[str, Callable[[cr.DealLog, int | None], object]] = {
    "view": view_with_dead,
    "equality of views": equality_with_state,
    "hash of views": hash_of_state,
    "legal moves": legal_of_all,
    "events": unredacted,
    "errors": error_log,
    "polled": asks_only_who_can,
    "key": key_with_dead,
}


def test_there_is_a_seeded_leak_for_every_channel() -> None:
    assert set(SEEDED) == set(CHANNELS)


@pytest.mark.parametrize("channel", SEEDED)
def test_a_leak_in_a_channel_is_found_and_in_no_other(channel: str) -> None:
    game = "svensk-komet"
    channels = {**CHANNELS, channel: SEEDED[channel]}
    report = find_leaks(compiled(game, 4), deals=2, moments=6, tries=4, channels=channels)
    assert not report
    assert {leak.channel for leak in report.leaks} == {channel}
    text = str(report.leaks[0])
    assert text.startswith(channel) and "can tell apart" in text
    assert "hands " in text and "moves" in text and game in text


def test_redact_that_does_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cometrules.log.redact", lambda event, seat: event)
    report = find_leaks(compiled("two-pack-comet", 3), deals=1, moments=3, tries=4)
    assert {leak.channel for leak in report.leaks} == {"events"}


def test_a_report_that_compared_nothing_proves_nothing() -> None:
    rules = compiled("foster-commit", 2)
    report = find_leaks(rules, deals=0)
    assert report and report.compared == 0
    with pytest.raises(AssertionError):
        assert_no_leaks(rules, deals=0)


def test_redeals_keep_what_the_seat_knows() -> None:
    log = played(cr.new_deal(compiled("svensk-komet", 4), seed=5), Random(5))
    for seat in (0, 3, None):
        for other in redeals(log, seat, Random(1)):
            assert other.moves == log.moves and other.state.hands == log.state.hands
            if seat is not None:
                assert other.start.hands[seat] == log.start.hands[seat]
