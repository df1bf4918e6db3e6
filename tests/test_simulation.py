"""Many deals: results that follow from the seed alone, and summaries worked out by hand."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

import cometrules as cr
from cometrules.cli import run

from .helpers import house, table


def game(name: cr.Profile | str, players: int) -> cr.Rules:
    return cr.compile_rules(name, players)


# --- the seed decides, and nothing else -------------------------------------------------------


@pytest.fixture(scope="module")
def alone() -> list[cr.DealResult]:
    return list(cr.simulate(game("two-pack-comet", 3), deals=450, seed=5))


@pytest.mark.parametrize("workers", [2, 5])
def test_any_number_of_workers_gives_the_same_results(
    workers: int, alone: list[cr.DealResult]
) -> None:
    with ProcessPoolExecutor(workers) as pool:
        results = list(cr.simulate(game("two-pack-comet", 3), deals=450, seed=5, executor=pool))
    assert results == alone
    assert cr.summarize(results) == cr.summarize(alone)


def test_any_executor_will_do(alone: list[cr.DealResult]) -> None:
    with ThreadPoolExecutor(2) as pool:
        results = list(cr.simulate(game("two-pack-comet", 3), deals=450, seed=5, executor=pool))
    assert results == alone


def test_dask_gives_the_same_results(alone: list[cr.DealResult]) -> None:
    distributed = pytest.importorskip("distributed", reason="dask is an extra: pip install .[dask]")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor: Executor = client.get_executor()
        results = list(cr.simulate(game("two-pack-comet", 3), deals=450, seed=5, executor=executor))
    assert results == alone


def test_deals_are_numbered_and_each_has_its_own_stream(alone: list[cr.DealResult]) -> None:
    """The first of many are the same as few; the dealer goes round, and then the packs."""
    assert [result.number for result in alone] == list(range(1, 451))
    assert list(cr.simulate(game("two-pack-comet", 3), deals=10, seed=5)) == alone[:10]
    assert [result.dealer for result in alone[:6]] == [0, 1, 2, 0, 1, 2]
    assert list(cr.simulate(game("two-pack-comet", 3), deals=10, seed=6)) != alone[:10]


@pytest.mark.parametrize("name", cr.bundled_profiles())
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_every_profile_with_both_policies(name: str, policy: str) -> None:
    profile = cr.load_profile(name)
    for players in (profile.players.min, profile.players.max):
        rules = game(profile, players)
        for result in cr.simulate(rules, deals=6, seed=1, policies=policy):
            assert result.moves <= rules.max_moves
            assert result.choices <= result.moves
            comets = sum(rules.packs[0].pack.counts[c] for c in rules.packs[0].pack.comets)
            assert result.comets_laid + result.comets_caught + result.comets_dead == comets


def test_greedy_beats_random() -> None:
    """At one seat of four, over 400 deals, by far more than its error."""
    policies = ["greedy", "random", "random", "random"]
    for name in ("foster-commit", "two-pack-comet", "svensk-komet"):
        summary = cr.summarize(cr.simulate(game(name, 4), deals=400, seed=2, policies=policies))
        out = summary["seat out", "seat 0"]
        assert out.error is not None
        assert out.mean > 0.25 + 2 * out.error, name


def test_matches_carry_on_and_are_counted() -> None:
    rules = game("svensk-komet", 3)
    results = list(cr.simulate(rules, matches=12, seed=3))
    assert [result.number for result in results] == list(range(1, 13))
    for result in results:
        assert [deal.number for deal in result.deals] == [1, 2, 3]
        balances = zip(*(deal.balances for deal in result.deals), strict=True)
        assert result.totals == tuple(map(sum, balances))
    with ProcessPoolExecutor(2) as pool:
        assert list(cr.simulate(rules, matches=12, seed=3, executor=pool)) == results
    assert pickle.loads(pickle.dumps(results)) == results


def test_a_match_with_an_agreed_dealer_begins_at_seat_0() -> None:
    rules = game(house({"deal.first_dealer": "agreed"}), 2)
    (result,) = cr.simulate(rules, matches=1, seed=1)
    assert [deal.dealer for deal in result.deals] == [0, 1]


# --- what is in a summary ---------------------------------------------------------------------


def result(number: int, winner: int | None, **changes: object) -> cr.DealResult:
    values: dict[str, object] = {
        "number": number, "dealer": 2, "leader": 0, "winner": winner, "moves": 10, "choices": 4,
        "balances": (0, 0, 0), "paid": (), "comets_laid": 0, "comets_caught": 0,
        "comets_dead": 1, "comet_earned": 0, "comet_cost": 0,
    }  # fmt: skip
    return cr.DealResult(**{**values, **changes})  # type: ignore[arg-type]


SCRIPTED = [
    result(1, 0, moves=12, balances=(4, -1, -3), paid=(("payments.laying.K", 2),)),
    result(2, 2, dealer=0, leader=1, balances=(-6, 0, 6), comets_laid=1, comets_dead=0,
           comet_earned=4),
    result(3, None, moves=17, choices=7, comets_caught=1, comets_dead=0, comet_cost=9,
           paid=(("payments.laying.K", 4), ("settlement.per_card", 3))),
    result(4, 0, moves=9, balances=(2, -1, -1)),
]  # fmt: skip


def test_summary_of_a_scripted_set_worked_out_by_hand() -> None:
    summary = cr.summarize(SCRIPTED)
    moves = summary["deal", "moves"]
    # 12, 10, 17, 9: mean 12; squares 0 + 4 + 25 + 9 = 38; 38 / 3 / 4 under the root.
    assert (moves.mean, moves.count) == (12, 4)
    assert moves.error == pytest.approx(math.sqrt(38 / 12))
    expected = {
        ("deal", "choices"): 4.75,
        ("going out", "leader"): 0.5,
        ("going out", "2"): 0.25,  # deal 2: seat 2 is the second from leader 1
        ("going out", "dealer"): 0,
        ("going out", "drawn"): 0.25,
        ("balance", "leader"): (4 + 0 + 0 + 2) / 4,
        ("balance", "dealer"): (-3 - 6 + 0 - 1) / 4,
        ("seat out", "seat 0"): 0.5,
        ("seat balance", "seat 2"): (-3 + 6 + 0 - 1) / 4,
        ("paid", "payments.laying.K"): 1.5,
        ("paid", "settlement.per_card"): 0.75,
        ("Comet", "laid"): 0.25,
        ("Comet", "caught"): 0.25,
        ("Comet", "dead"): 0.5,
        ("Comet", "earned"): 1,
        ("Comet", "cost"): 2.25,
    }
    for key, mean in expected.items():
        assert summary[key].mean == pytest.approx(mean), key
    # 0, 0, 3, 0: seen first in the third deal, and counted over all four.
    per_card = summary["paid", "settlement.per_card"]
    assert per_card.count == 4
    assert per_card.error == pytest.approx(math.sqrt((3 * 0.75**2 + 2.25**2) / 12))


def test_summary_of_one_has_no_error_and_of_none_no_figures() -> None:
    assert cr.summarize(SCRIPTED[:1])["deal", "moves"].error is None
    assert cr.summarize([]).figures == ()


def test_summary_of_matches() -> None:
    matches = [
        cr.MatchResult(1, tuple(SCRIPTED[:2]), (3, -1, -2), (0,)),
        cr.MatchResult(2, tuple(SCRIPTED[2:]), (1, 1, -2), (0, 1)),
    ]
    summary = cr.summarize(matches)
    assert summary["match", "deals"].mean == 2
    assert summary["match", "shared"].mean == 0.5
    assert summary["match", "seat 0 wins"].mean == 0.75
    assert summary["match", "seat 1 wins"].mean == 0.25
    assert summary["total", "seat 2"].mean == -2
    assert summary["deal", "moves"].count == 4


def test_summary_as_csv_and_json() -> None:
    summary = cr.summarize(SCRIPTED)
    rows = list(csv.DictReader(io.StringIO(summary.to_csv())))
    data = json.loads(summary.to_json())
    assert len(rows) == len(data) == len(summary.figures)
    for row, entry, figure in zip(rows, data, summary.figures, strict=True):
        assert (row["group"], row["name"]) == (entry["group"], entry["name"])
        assert float(row["mean"]) == entry["mean"] == figure.mean


def test_what_the_comet_earns_and_costs_is_what_was_paid() -> None:
    """In Foster's game a caught Comet pays 2 to each, a laid one earns 2 of each."""
    for result in cr.simulate(game("foster-commit", 4), deals=120, seed=9):
        paid = dict(result.paid)
        assert result.comet_earned == paid.get("payments.comet.reward", 0) == 6 * result.comets_laid
        caught = paid.get("settlement.caught.comet.to_each", 0)
        assert result.comet_cost == caught == 6 * result.comets_caught


def test_comet_cost_is_what_doubling_adds() -> None:
    """13 cards with the nine pay 26 instead of 13."""
    rules = game("svensk-komet", 3)

    def keeps_the_nine(seen: cr.Seen, rng: Random, /) -> cr.Move | None:
        others = [m for m in seen.moves if str(m) != "9D"]
        if not others:
            return None if seen.may_wait else seen.moves[0]
        return others[0]

    for result in cr.simulate(rules, deals=60, seed=1, policies=keeps_the_nine):
        paid = dict(result.paid)["settlement.per_card"]
        if result.comets_caught:
            (loser,) = (b for b in [result.comet_cost] if b)
            assert 0 < loser <= paid // 2 + paid % 2 + paid
        else:
            assert result.comet_cost == 0


# --- policies ---------------------------------------------------------------------------------


def cheats_in_deal_7(seen: cr.Seen, rng: Random, /) -> cr.Move | None:
    """Lays a card it need not hold, once its random stream says it is a certain deal."""
    if seen.seat == 1 and rng.random() < 0.02:
        return cr.Lay(1, "KC")
    return seen.moves[0]


@pytest.mark.parametrize("processes", [False, True])
def test_an_illegal_move_is_reported_and_nothing_is_lost(processes: bool) -> None:
    rules = game("foster-commit", 3)
    results: list[cr.DealResult] = []
    pool = ProcessPoolExecutor(2) if processes else None
    with pytest.raises(cr.PolicyError, match="the policy of seat 1 chose KC in deal") as caught:
        results.extend(
            one
            for one in _collected(
                cr.simulate(rules, deals=500, seed=1, policies=cheats_in_deal_7, executor=pool),
                results,
            )
        )
    if pool:
        pool.shutdown()
    assert (caught.value.seat, caught.value.deal) == (1, len(results) + 1)
    assert [result.number for result in results] == list(range(1, caught.value.deal))


def _collected(
    stream: Iterator[cr.DealResult], into: list[cr.DealResult]
) -> Iterator[cr.DealResult]:
    for one in stream:
        into.append(one)
    return
    yield


def test_waiting_where_one_must_move_is_illegal() -> None:
    rules = game("foster-commit", 2)
    with pytest.raises(cr.PolicyError, match="chose None in deal 1"):
        list(cr.simulate(rules, deals=1, seed=1, policies=lambda seen, rng: None))


def test_a_policy_is_shown_its_own_hand_only() -> None:
    shown: list[cr.Seen] = []

    def looks(seen: cr.Seen, rng: Random, /) -> cr.Move | None:
        shown.append(seen)
        return seen.moves[0]

    list(cr.simulate(game("denexa-comet-stub", 4), deals=3, seed=1, policies=looks))
    assert shown
    for seen in shown:
        assert all(move.seat == seen.seat for move in seen.moves)
        assert len(seen.hand) == seen.sizes[seen.seat]


def test_mere_rights_are_asked_first_and_may_wait__D3() -> None:
    """The holder of 9D is asked before the holder of the next card, and may let it go."""
    state = table("denexa-comet-stub", ["5C 2H", "6C 3H", "9D 4H", "8H KS"])
    state = cr.step(state, cr.parse_move(state.rules, "0:5C"))
    from cometrules.engine.asking import questions

    asked = [(q.seat, [str(move) for move in q.moves], q.may_wait) for q in questions(state)]
    assert asked == [(2, ["9D"], True), (1, ["6C"], False)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "say how many"),
        ({"deals": 1, "matches": 1}, "say how many"),
        ({"deals": -1}, "no number of deals"),
        ({"deals": 1, "policies": "clever"}, "no policy is called 'clever'"),
        ({"deals": 1, "policies": ["random", "random"]}, "3 seats need one policy, or one each"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(cr.DealError, match=words):
        list(cr.simulate(game("foster-commit", 3), seed=1, **arguments))  # type: ignore[call-overload]


# --- at the command line ----------------------------------------------------------------------


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = run(["simulate", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_simulate_prints_a_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, err = simulated(
        capsys, "foster-commit", "--players", "3", "--deals", "30", "--seed", "1"
    )
    assert (status, err) == (0, "")
    assert out.startswith("foster-commit, 3 players, 30 deals, seed 1, random\n")
    assert "payments.leading.A" in out
    assert max(map(len, out.splitlines())) <= 80


def test_simulate_writes_the_same_whatever_the_workers(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    texts = []
    for workers in ("1", "2"):
        file = tmp_path / f"{workers}.csv"
        status, out, _ = simulated(
            capsys, "svensk-komet", "--deals", "300", "--seed", "1", "--workers", workers,
            "--format", "csv", "--output", str(file),
        )  # fmt: skip
        assert (status, out) == (0, "")
        texts.append(file.read_text("utf-8"))
    assert texts[0] == texts[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.csv", "2.csv"]


def test_simulate_matches_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = simulated(
        capsys, "two-player-arnold", "--matches", "2", "--seed", "1", "--format", "json"
    )
    assert status == 0
    assert {"match", "total", "deal"} <= {figure["group"] for figure in json.loads(out)}


def test_simulate_refuses_a_folder_that_is_not_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "nowhere" / "x.csv"
    status, out, err = simulated(capsys, "foster-commit", "--deals", "1", "--output", str(file))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "No such file or directory" in err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_what_is_finished_whole(workers: str) -> None:
    """Longer waits only help a machine that is too busy to finish a deal in the first."""
    assert any(stopped_by_hand(workers, seconds) > 0 for seconds in (3, 10, 40))


def stopped_by_hand(workers: str, seconds: float) -> int:
    """The deals that are in the summary of a simulation stopped after some seconds."""
    code = (
        "import sys; from cometrules.cli import run; print('ready', flush=True); "
        f"sys.exit(run(['simulate', 'svensk-komet', '--deals', '100000000', '--seed', '1', "
        f"'--workers', '{workers}', '--format', 'json']))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    figures = json.loads(out)
    count = int(figures[0]["count"]) if figures else 0
    assert f"stopped after {count} deals" in err
    assert "Traceback" not in err
    return count
