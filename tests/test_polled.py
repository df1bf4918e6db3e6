"""Polled seats: everybody is asked in an order that tells nothing, and every deal can be played."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr
from cometrules.engine.comet import is_natural
from cometrules.moves import Move
from cometrules.polled import Poll
from cometrules.testing import redeals

from .helpers import every_table, house, play, table
from .strategies import (
    RuleSheet,
    compiled,
    deals,
    logs,
    moments,
    rule_sheets,
    seeds,
    sheet_profile,
)

EVERY_TABLE = pytest.mark.parametrize(("name", "players"), every_table())
BREAK_IN = {
    "comet.cards": ["9D"], "comet.when": "any_time", "comet.does": "stand_in",
    "comet.if_led": "comet",
}  # fmt: skip


def answers(polled: Poll) -> list[Move | None]:
    """What the seat that is asked may answer."""
    return [*polled.question.moves, *([None] if polled.question.may_wait else [])]


def refused(polled: Poll, answer: Any) -> str:
    """The code of the error that an answer is refused with; nothing is seen to change."""
    log, asked = polled.log, polled.asked
    with pytest.raises(cr.IllegalMoveError) as raised:
        polled.answer(answer)
    assert (polled.log, polled.asked) == (log, asked)
    assert raised.value.to_dict()["message"]
    return raised.value.code


# --- the order -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hands", "moves", "order"),
    [
        # No Comet, or none that could break in: who leads or is on turn alone.
        (house(), ["2C 9H", "4C", "5C"], "", (0,)),
        (house(), ["2C 9H", "4C", "5C"], "0:2C 0:pass", (1,)),
        ("american-commit", ["2C 9D", "4C", "5C"], "0:2C", (0,)),
        # A Comet may break in: everybody else first, from the next player of the last card.
        (house(BREAK_IN), ["2C 9D", "4C", "5C"], "", (0,)),
        (house(BREAK_IN), ["2C 9D", "4C", "5C"], "0:2C", (1, 2, 0)),
        (house(BREAK_IN), ["2C 9D", "4C", "5C"], "0:2C 0:pass", (2, 0, 1)),
        (house(BREAK_IN), ["2C 9H", "4C", "5C"], "0:2C 0:pass", (2, 0, 1)),
        (house(BREAK_IN), ["2C 9D 6D", "4C", "5C"], "0:2C 0:9D=3C", (0,)),
        (house(BREAK_IN), ["2C", "4C 9D", "5C"], "0:2C", ()),
        (house({**BREAK_IN, "play.direction": "right"}), ["5C", "2C 3H", "4C"], "1:2C", (0, 2, 1)),
        (house({**BREAK_IN, "comet.earliest": "before_first_card"}), ["2C", "4C", "5C"], "",
         (1, 2, 0)),
        # By holder everybody again; after the Comet only once.
        ("svensk-komet", ["5C 2D", "6C", "9D"], "", (0,)),
        ("svensk-komet", ["5C 2D", "6C", "9D"], "0:5C", (1, 2, 0, 1, 2, 0)),
        ("svensk-komet", ["5C 2D", "6C", "3D"], "0:5C", (1, 2, 0, 1, 2, 0)),
        ("svensk-komet", ["5C 4D", "6C 7C", "9D 3D TH"], "0:5C 2:9D 2:3D", (0, 1, 2)),
        ("svensk-komet", ["5C 2D", "6C", "9D"], "0:5C 1:6C", ()),
    ],
    ids=str,
)  # fmt: skip
def test_the_order_worked_by_hand(
    game: cr.Profile | str, hands: list[str], moves: str, order: tuple[int, ...]
) -> None:
    assert cr.poll(play(table(game, hands), moves)).order == order


@given(logs(), seeds())
@settings(max_examples=20, deadline=None)
def test_the_order_is_the_same_in_deals_that_are_alike(log: cr.DealLog, seed: int) -> None:
    for seat in (*range(log.state.rules.players), None):
        for other in redeals(log, seat, Random(seed), tries=2):
            assert cr.poll(other).order == cr.poll(log).order


def check_order(state: cr.State) -> None:
    """Seats with a right are asked before whose move it is, and one seat is asked like another."""
    polled, players = cr.poll(state), state.rules.players
    order = polled.order
    s = state._node.situation
    if polled.is_over:
        assert order == ()
        return
    mere = [
        move.seat
        for move in cr.legal_moves(state)
        if s.seat != move.seat and (s.seat is not None or not is_natural_here(state, move))
    ]
    if s.seat is None:
        first, second = order[:-players], order[-players:]
        assert sorted(second) == list(range(players)) and first in ((), second)
    else:
        first = order[:-1]
        assert order[-1] == s.seat
        assert sorted(first) in ([], [seat for seat in range(players) if seat != s.seat])
    assert set(mere) <= set(first)
    shown = {seat for n, seat in enumerate(first) if Poll(polled.log, n).question.moves}
    assert shown == set(mere), "who has a right is shown it"


def is_natural_here(state: cr.State, move: Move) -> bool:
    return is_natural(state._setup.pack, state._node.situation, move)


@given(moments())
@settings(max_examples=30, deadline=None)
def test_who_has_a_right_is_asked_before_who_must_move(state: cr.State) -> None:
    check_order(state)


@given(rule_sheets(), st.data())
@settings(max_examples=30, deadline=None)
def test_the_order_in_made_up_games(sheet: RuleSheet, data: st.DataObject) -> None:
    rules = cr.compile_rules(sheet_profile(sheet), data.draw(st.integers(2, 4)))
    check_order(data.draw(moments(rules)))


# --- whole deals -----------------------------------------------------------------------------


def polled_out(state: cr.State, seed: int, waits: Counter[bool]) -> Poll:
    """A deal played to its end by random answers."""
    rng, polled = Random(seed), cr.poll(state)
    while not polled.is_over:
        question = polled.question
        own = cr.legal_moves(polled.log.state, question.seat)
        assert set(question.moves) <= set(own)
        answer = rng.choice(answers(polled))
        waits[answer is None] += 1
        before = polled
        polled = polled.answer(answer)
        if answer is None:
            assert polled.log is before.log and polled.asked == before.asked + 1
        else:
            assert polled.log.moves == (*before.log.moves, answer) and polled.asked == 0
    return polled


def check_played(state: cr.State, seed: int) -> Counter[bool]:
    waits = Counter[bool]()
    polled = polled_out(state, seed, waits)
    assert polled.order == () and polled.log.start == state
    assert waits[False] == polled.log.ply <= state.rules.max_moves
    again = state
    for move in polled.log.moves:
        assert move in cr.legal_moves(again)
        again = cr.step(again, move)
    assert again == polled.log.state and again.is_over
    return waits


@EVERY_TABLE
def test_a_whole_deal_is_played_by_asking(name: str, players: int) -> None:
    check_played(cr.new_deal(compiled(name, players), seed=f"polled {name}"), players)


def test_letting_moments_pass_stays_out_of_the_record() -> None:
    waits = check_played(cr.new_deal(compiled("svensk-komet", 5), seed=3), 3)
    assert waits[True] > waits[False] > 30


@given(rule_sheets(), seeds(), st.integers(2, 4))
@settings(max_examples=30, deadline=None)
def test_made_up_games_are_played_by_asking(sheet: RuleSheet, seed: int, players: int) -> None:
    rules = cr.compile_rules(sheet_profile(sheet), players)
    check_played(cr.new_deal(rules, seed=seed), seed)


def check_reach(log: cr.DealLog) -> None:
    """A legal move is asked for once all before have waited, unless one of them has to move."""
    reached, polled = set[Move](), cr.poll(log)
    for _ in polled.order:
        reached |= set(polled.question.moves)
        if not polled.question.may_wait:
            break
        polled = polled.answer(None)
    assert not polled.question.may_wait, "somebody has to move in the end"
    assert polled.log is log
    bound = polled.question.seat
    for move in set(cr.legal_moves(log.state)) - reached:
        # In a fork by holder two seats may have to move; the first that is asked does.
        assert log.state._node.situation.seat is None and move.seat != bound
        assert is_natural_here(log.state, move)


@given(logs())
@settings(max_examples=30, deadline=None)
def test_every_legal_move_can_be_answered(log: cr.DealLog) -> None:
    if not log.state.is_over:
        check_reach(log)


@given(rule_sheets(), st.data())
@settings(max_examples=30, deadline=None)
def test_every_legal_move_of_made_up_games_can_be_answered(
    sheet: RuleSheet, data: st.DataObject
) -> None:
    log = data.draw(logs(cr.compile_rules(sheet_profile(sheet), 3)))
    if not log.state.is_over:
        check_reach(log)


@given(deals(), seeds())
@settings(max_examples=15, deadline=None)
def test_what_is_played_by_steps_can_be_played_by_answers(state: cr.State, seed: int) -> None:
    rng, polled = Random(seed), cr.poll(state)
    while not polled.is_over:
        move = rng.choice(cr.legal_moves(polled.log.state))
        waiting = polled
        while move not in waiting.question.moves and waiting.question.may_wait:
            waiting = waiting.answer(None)
        if move not in waiting.question.moves:  # a fork by holder, and another is asked first
            move = waiting.question.moves[0]
        polled = waiting.answer(move)
    assert polled.log.state.is_over


# --- questions and answers -------------------------------------------------------------------


def test_by_holder_the_holder_must_lay_and_nobody_else_is_shown_anything() -> None:
    polled = cr.poll(play(table("svensk-komet", ["5C 7C", "2C 6C", "9D 2D"]), "0:5C"))
    asked = []
    for _ in range(3):
        asked.append((polled.question.seat, texts(polled), polled.question.may_wait))
        polled = polled.answer(None)
    assert asked == [(1, [], True), (2, ["9D"], True), (0, [], True)]
    assert (polled.question.seat, texts(polled), polled.question.may_wait) == (1, ["6C"], False)
    assert refused(polled, None) == "must_answer"
    assert polled.answer(cr.Lay(1, "6C")).log.moves == (cr.Lay(1, "6C"),)


def texts(polled: Poll) -> list[str]:
    return [str(move) for move in polled.question.moves]


def test_in_the_second_round_by_holder_all_before_the_holder_wait() -> None:
    polled = cr.poll(play(table("svensk-komet", ["5C 6C", "2C", "2D", "9D"]), "0:5C"))
    seen = []
    while polled.question.may_wait:
        seen.append((polled.question.seat, texts(polled)))
        polled = polled.answer(None)
    assert seen == [(1, []), (2, []), (3, ["9D"]), (0, []), (1, []), (2, []), (3, [])]
    assert (polled.question.seat, texts(polled)) == (0, ["6C"])


def test_a_break_in_goes_before_whose_turn_it_is_and_starts_the_round_anew() -> None:
    polled = cr.poll(play(table(house(BREAK_IN), ["2C 3C 9H", "4C 7S", "9D 8D"]), "0:2C"))
    polled = polled.answer(None)
    assert (polled.question.seat, texts(polled)) == (2, ["9D=3C"])
    polled = polled.answer(polled.question.moves[0])
    assert polled.asked == 0 and polled.order == (2,)
    assert [str(move) for move in polled.log.moves] == ["9D=3C"]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (None, "must_answer"),
        (cr.Lay(1, "3C"), "not_asked"),
        (cr.Pass(2), "not_asked"),
        (cr.Lay(0, "KC"), "not_held"),
        (cr.Pass(0), "must_lead"),
    ],
)
def test_an_answer_that_is_none_is_refused(answer: Any, code: str) -> None:
    assert refused(cr.poll(table("svensk-komet", ["2C 5C", "3C", "9D"])), answer) == code


@pytest.mark.parametrize("answer", ["9D", 7, cr.Deal([["9D"]])], ids=str)
def test_an_answer_that_is_no_move_is_refused(answer: Any) -> None:
    code = refused(cr.poll(table("svensk-komet", ["2C 5C", "3C", "9D"])), answer)
    assert code == ("already_dealt" if isinstance(answer, cr.Deal) else "not_a_move")


@pytest.mark.parametrize(("waits", "text"), [(0, "1:6C"), (3, "1:9D")])
def test_a_move_that_is_not_asked_for_now_is_refused(waits: int, text: str) -> None:
    state = play(table("svensk-komet", ["5C 7C", "6C 9D", "2D 3D"]), "0:5C")
    polled = cr.poll(state)
    for _ in range(waits):
        polled = polled.answer(None)
    move = cr.parse_move(state.rules, text)
    assert move in cr.legal_moves(state) and move not in polled.question.moves
    assert refused(polled, move) == "not_asked"


def test_a_poll_keeps_the_course_that_it_was_given() -> None:
    log = cr.DealLog(table("foster-commit", ["2C 4C", "3C 5H"]))
    log = log.step(cr.parse_move(log.state.rules, "0:2C"))
    polled = cr.poll(log)
    assert polled == Poll(log) and polled.log is log and polled.question.seat == 0
    assert cr.poll(log.state).log == cr.DealLog(log.state)


def test_after_the_end_and_before_the_deal_nobody_is_asked() -> None:
    over = cr.poll(table("foster-commit", ["KC", "3C 5H"])).answer(cr.Lay(0, "KC"))
    assert over.is_over and over.order == ()
    undealt = cr.poll(cr.start(compiled("foster-commit", 2)))
    assert not undealt.is_over and undealt.order == ()
    for polled in (over, undealt):
        with pytest.raises(cr.DealError):
            polled.question  # noqa: B018
        with pytest.raises(cr.DealError):
            polled.answer(None)
