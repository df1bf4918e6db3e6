"""The sources' worked examples as records written by hand, with the figures the texts give."""

from __future__ import annotations

import pytest

import cometrules as cr
from cometrules.evidence.sources import sources

from .golden import FOLDER

RECORDS = {file.name.removesuffix(".comet.yaml"): file for file in FOLDER.glob("by_hand/*")}


def log_of(name: str) -> cr.DealLog:
    (log,) = cr.read_record(RECORDS[name]).replay()
    return log


def settled(name: str) -> list[int]:
    """What the winner gets in the settlement, payment by payment."""
    score = cr.score(log_of(name).state)
    return [payment.amount for payment in score.payments if payment.payee == score.winner]


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_by_hand_says_what_it_shows(name: str) -> None:
    record = cr.read_record(RECORDS[name])
    source, section = record.meta["source"], record.meta["section"]
    assert section in sources()[source].sections
    assert name.startswith(f"{source.lower()}-{section}-") and record.meta["shows"]
    assert source in record.profile.sources


def test_every_section_with_a_worked_example_has_its_record() -> None:
    shown = {tuple(cr.read_record(file).meta[k] for k in ("source", "section"))
             for file in RECORDS.values()}  # fmt: skip
    assert shown == {
        ("F-en", "05"), ("F-en", "08"), ("F-es", "08"), ("TP", "4"), ("TP", "5"), ("TP", "6"),
        ("SV", "example"), ("D", "nine"),
    }  # fmt: skip


@pytest.mark.parametrize("name", ["f-en-08-fork", "f-es-08-fork"])
def test_f_08_two_from_each_and_the_six_stays_with_its_holder(name: str) -> None:
    log = log_of(name)
    comet = next(turn for turn in log.turns if str(turn.move) == "9D")
    paid = [event.payment for event in comet.events if isinstance(event, cr.Paid)]
    assert [(p.payer, p.payee, p.amount) for p in paid] == [(1, 0, 2), (2, 0, 2), (3, 0, 2)]
    after = [f"{move.seat}:{move}" for move in log.moves[3:6]]
    assert after == ["1:TD", "1:JD", "1:pass"]
    assert cr.Card("6", "C") in log.state.hands[3]


def test_f_en_05_totals() -> None:
    assert cr.score(log_of("f-en-05-totals").state).balances == (6, -10, 2, 2)


def test_tp_04_the_run_ends_with_bens_king_and_his_next_one_gets_stuck() -> None:
    log = log_of("tp-4-run")
    stopped, stuck = (
        [event for event in log.events if isinstance(event, kind)]
        for kind in (cr.RunStopped, cr.RunStuck)
    )
    assert stopped == [cr.RunStopped(1)] and stuck == [cr.RunStuck(1, ("4",))]
    assert log.state.pending == cr.AwaitLead(1)


def test_tp_05_the_comet_for_a_six_brings_two_from_each() -> None:
    log = log_of("tp-5-comet")
    assert str(log.moves[-1]) == "9D=6"
    assert cr.score(log.state).balances == (-2, -2, 4)
    assert log.state.pending == cr.AwaitLead(2)


@pytest.mark.parametrize("name", ["tp-6-settlement", "tp-6-settlement-red"])
def test_tp_06_twenty_and_forty_six(name: str) -> None:
    assert settled(name) == [20, 46]


@pytest.mark.parametrize(
    ("name", "amounts"),
    [
        ("sv-example-39", [13, 13, 13]),
        ("sv-example-52", [26, 13, 13]),
        ("sv-example-41", [10, 10, 10, 11]),
    ],
)
def test_sv_example(name: str, amounts: list[int]) -> None:
    assert settled(name) == amounts and str(sum(amounts)) in name


def test_d_nine_is_answered_from_the_left() -> None:
    moves = [f"{move.seat}:{move}" for move in log_of("d-nine-fork").moves]
    assert moves[-4:] == ["0:9D", "1:pass", "2:pass", "3:7C"]
