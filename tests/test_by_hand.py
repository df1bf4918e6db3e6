"""The sources' worked examples as records written by hand, with the figures the texts give."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import cometrules as cr
from cometrules.evidence.sources import sources

from .golden import FOLDER
from .helpers import texts

RECORDS = {file.name.removesuffix(".comet.yaml"): file for file in FOLDER.glob("by_hand/*")}

WORKED = {
    ("F-en", "05"): ["f-en-05-totals"],
    ("F-en", "08"): ["f-en-08-fork"],
    ("F-es", "05"): ["f-es-05-totals"],
    ("F-es", "08"): ["f-es-08-fork"],
    ("TP", "4"): ["tp-4-run"],
    ("TP", "5"): ["tp-5-comet", "tp-5-growing-reward"],
    ("TP", "6"): ["tp-6-settlement", "tp-6-settlement-red"],
    ("TP", "9"): ["tp-9-american-five", "tp-9-old-comet-manille"],
    ("D", "nine"): ["d-nine-fork"],
    ("SV", "example"): ["sv-example-39", "sv-example-41", "sv-example-52"],
    ("SV", "play"): ["sv-play-five-of-clubs"],
}
"""Every section that works something out, with the records of it."""

NAMES = [name for names in WORKED.values() for name in names]
COMETS = [cr.Card("9", "D"), cr.Card("9", "C")]  # of the black pack, and of the red one
UNFINISHED = {"tp-4-run", "tp-5-comet", "d-nine-fork"}
"""Their texts stop in the middle of a deal."""


def logs_of(name: str) -> tuple[cr.DealLog, ...]:
    return cr.read_record(RECORDS[name]).replay()


def log_of(name: str) -> cr.DealLog:
    (log,) = logs_of(name)
    return log


def moves_of(name: str) -> list[str]:
    return [f"{move.seat}:{move}" for move in log_of(name).moves]


def settled(name: str) -> list[tuple[int | str, int | str, int]]:
    """Who pays whom how much in the settlement, the pool left out."""
    payments = cr.score(log_of(name).state).payments
    return [(p.payer, p.payee, p.amount) for p in payments if p.payer != "pool"]


def laid(log: cr.DealLog, text: str) -> list[tuple[int | str, int | str, int]]:
    """Who pays whom how much for a move."""
    (turn,) = (turn for turn in log.turns if str(turn.move) == text)
    paid = [event.payment for event in turn.events if isinstance(event, cr.Paid)]
    return [(p.payer, p.payee, p.amount) for p in paid]


def hand_sizes(log: cr.DealLog) -> list[int]:
    return [len(hand) for hand in log.start.hands]


# --- which there are --------------------------------------------------------------------------


def test_every_section_with_a_worked_example_has_its_records() -> None:
    assert sorted(NAMES) == sorted(RECORDS)
    for (source, section), names in WORKED.items():
        assert section in sources()[source].sections
        for name in names:
            record = cr.read_record(RECORDS[name])
            assert (record.meta["source"], record.meta["section"]) == (source, section)
            assert name.startswith(f"{source.lower()}-{section}-")
            assert source in record.profile.sources
            assert record.meta["shows"]


@pytest.mark.parametrize("name", NAMES)
def test_the_result_is_told_where_the_text_comes_to_an_end(name: str) -> None:
    told = [deal.outcome is not None for deal in cr.read_record(RECORDS[name]).deals]
    assert told == [name not in UNFINISHED] * len(told)


# --- what their comments say ------------------------------------------------------------------

SUM = re.compile(r"^ +# seat (\d) has (-?\d+) = ([-+*() \d]+)$", re.MULTILINE)


def explained(name: str) -> Iterator[dict[int, int]]:
    """For each deal, what its comments make of the seats' balances; their sums are right."""
    _, *deals = RECORDS[name].read_text(encoding="utf-8").split("\n- dealer:")
    for deal in deals:
        sums = SUM.findall(deal)
        assert len(re.findall(r" has -?\d", deal)) == len(sums), "a sum that cannot be read"
        for _, total, terms in sums:
            assert eval(terms) == int(total)  # digits and signs of a file of our own
        yield {int(seat): int(total) for seat, total, _ in sums}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in UNFINISHED])
def test_the_comments_add_up_to_the_balances_of_every_seat(name: str) -> None:
    for log, balances in zip(logs_of(name), explained(name), strict=True):
        assert balances == dict(enumerate(cr.score(log.state).balances))


def test_the_comments_of_an_unfinished_deal_agree() -> None:
    (balances,) = explained("tp-5-comet")
    assert balances == dict(enumerate(cr.score(log_of("tp-5-comet").state).balances))


@pytest.mark.parametrize("name", ["f-en-08-fork", "f-es-08-fork"])
def test_comment_f_08_who_holds_the_six_and_what_is_dead(name: str) -> None:
    log = log_of(name)
    assert "6C" in texts(log.start.hands[3])
    assert {"QD", "7C"} <= set(texts(log.start.dead))
    assert moves_of(name)[-1] == "1:3S"


def test_comment_tp_4_every_four_is_dead() -> None:
    dead = texts(log_of("tp-4-run").start.dead)
    assert sum(card.startswith("4") for card in dead) == 4


def test_comment_tp_5_nobody_after_anna_has_a_six() -> None:
    _, ben, carla = map(texts, log_of("tp-5-comet").start.hands)
    assert "9D" in carla
    assert not any(card.startswith("6") for card in ben + carla)
    first = moves_of("tp-4-run")
    assert moves_of("tp-5-comet")[: len(first)] == first


def test_comment_d_nine_only_seat_three_can_answer() -> None:
    hands = log_of("d-nine-fork").start.hands
    able = [{"7C", "TD"} & set(texts(hand)) for hand in hands]
    assert able == [set(), set(), set(), {"7C", "TD"}]


@pytest.mark.parametrize(("name", "sizes"), [
    ("sv-example-39", [13, 13, 13, 13]),
    ("sv-example-52", [13, 13, 13, 13]),
    ("sv-example-41", [11, 11, 10, 10, 10]),
])  # fmt: skip
def test_comment_sv_example_all_are_dealt(name: str, sizes: list[int]) -> None:
    log = log_of(name)
    assert hand_sizes(log) == sizes
    assert not log.start.dead


@pytest.mark.parametrize(("name", "holder"), [("sv-example-39", 2), ("sv-example-41", 1)])
def test_comment_sv_example_the_comet_comes_before_the_ace_of_spades(
    name: str, holder: int
) -> None:
    log = log_of(name)
    assert moves_of(name)[-2:] == ["0:KS", "0:9D"]
    assert "AS" in texts(log.state.hands[holder])


# --- the figures of the texts -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["f-en-05-totals", "f-es-05-totals"])
def test_f_05_nine_for_the_comet_and_a_king(name: str) -> None:
    assert sorted(settled(name)) == sorted(
        (1, seat, amount) for seat in (0, 2, 3) for amount in (2, 1)
    )
    assert cr.score(log_of(name).state).balances == (6, -10, 2, 2)


@pytest.mark.parametrize("name", ["f-en-08-fork", "f-es-08-fork"])
def test_f_08_two_from_each_and_the_six_stays_with_its_holder(name: str) -> None:
    log = log_of(name)
    assert laid(log, "9D") == [(1, 0, 2), (2, 0, 2), (3, 0, 2)]
    assert moves_of(name)[1:6] == ["0:5C", "0:9D", "1:TD", "1:JD", "1:pass"]
    missing = [event.missing for event in log.turns[5].events if isinstance(event, cr.Passed)]
    assert [list(map(str, cards)) for cards in missing] == [["QD"]]
    assert "6C" in texts(log.state.hands[3])


def test_tp_4_the_run_ends_with_bens_king_and_his_next_one_gets_stuck() -> None:
    log = log_of("tp-4-run")
    assert " ".join(moves_of("tp-4-run")) == (
        "0:5 0:6 0:7 0:pass 1:pass 2:8 2:9 2:pass 0:T 0:J 0:pass 1:Q 1:K "
        "1:2 1:3 1:pass 2:pass 0:pass"
    )
    stopped, stuck = (
        [event for event in log.events if isinstance(event, kind)]
        for kind in (cr.RunStopped, cr.RunStuck)
    )
    assert stopped == [cr.RunStopped(1)] and stuck == [cr.RunStuck(1, ("4",))]
    assert log.state.pending == cr.AwaitLead(1)


def test_tp_5_the_comet_for_a_six_brings_two_from_each() -> None:
    log = log_of("tp-5-comet")
    assert moves_of("tp-5-comet")[-1] == "2:9D=6"
    assert laid(log, "9D=6") == [(0, 2, 2), (1, 2, 2)]
    assert log.state.pending == cr.AwaitLead(2)


def test_tp_5_the_reward_is_four_then_six_and_two_again() -> None:
    first, second, third, fourth = logs_of("tp-5-growing-reward")
    dead = [
        log.start.carried.lay_dead.get(comet, 0)
        for log, comet in zip((first, second, third, fourth), COMETS * 2, strict=True)
    ]
    assert [2 + 2 * deals for deals in dead] == [2, 4, 6, 2]
    assert "9D" in texts(first.start.dead) and "9C" in texts(second.start.dead)
    assert laid(third, "9D=6") == [(0, 2, 6), (1, 2, 6), (3, 2, 6)]
    assert laid(fourth, "9C=6") == [(0, 3, 2), (1, 3, 2), (2, 3, 2)]


@pytest.mark.parametrize("name", ["tp-6-settlement", "tp-6-settlement-red"])
def test_tp_6_twenty_and_forty_six(name: str) -> None:
    assert settled(name) == [(1, 0, 20), (2, 0, 46)]


def test_tp_9_the_manille_costs_ten_to_each_and_nine_to_the_winner() -> None:
    winner_by_points = 9 + 1
    assert sorted(settled("tp-9-old-comet-manille")) == sorted(
        [(1, 0, winner_by_points), (1, 0, 10), (1, 2, 10), (2, 0, 10 + 3)]
    )


def test_tp_9_nine_each_for_five_and_what_kings_and_the_comet_cost() -> None:
    log = log_of("tp-9-american-five")
    assert hand_sizes(log) == [9] * 5
    king, rest = laid(log, "KS")[:4], laid(log, "KS")[4:]
    assert king == [(seat, 0, 1) for seat in (1, 2, 3, 4)]
    assert sorted(rest[:-1]) == sorted(settled("tp-9-american-five"))
    assert rest[-1] == ("pool", 0, 5)
    assert sorted(settled("tp-9-american-five")) == sorted(
        (1, seat, amount) for seat in (0, 2, 3, 4) for amount in (2, 1)
    )
    assert cr.score(log.state).pool == 0


def test_sv_example_39_thirteen_from_each_of_three() -> None:
    assert settled("sv-example-39") == [(1, 0, 13), (2, 0, 13), (3, 0, 13)]
    assert sum(amount for _, _, amount in settled("sv-example-39")) == 39


def test_sv_example_52_twenty_six_from_the_holder_of_the_comet() -> None:
    assert "9D" in texts(log_of("sv-example-52").state.hands[1])
    assert settled("sv-example-52") == [(1, 0, 26), (2, 0, 13), (3, 0, 13)]
    assert sum(amount for _, _, amount in settled("sv-example-52")) == 52


def test_sv_example_41_where_the_winner_had_eleven() -> None:
    assert hand_sizes(log_of("sv-example-41"))[0] == 11
    assert settled("sv-example-41") == [(1, 0, 11), (2, 0, 10), (3, 0, 10), (4, 0, 10)]
    assert sum(amount for _, _, amount in settled("sv-example-41")) == 41


@pytest.mark.parametrize("name", WORKED["SV", "example"] + WORKED["SV", "play"])
def test_sv_fifteen_are_staked_and_stay(name: str) -> None:
    assert sorted(cr.score(log_of(name).state).pots.values()) == [1, 2, 3, 4, 5]


def test_sv_play_the_five_of_clubs_stops_once_the_run_from_the_six_is_out() -> None:
    log = log_of("sv-play-five-of-clubs")
    at_five = next(turn for turn in log.turns if str(turn.move) == "5C")
    assert any(isinstance(event, cr.RunStuck) for event in at_five.events)
    assert moves_of("sv-play-five-of-clubs")[-1] == "2:2S"


def test_d_nine_is_answered_from_the_left() -> None:
    moves = moves_of("d-nine-fork")
    assert moves[0] == "0:AC" and moves[5] == "2:6C"
    assert moves[-4:] == ["0:9D", "1:pass", "2:pass", "3:7C"]
