"""The playing stage of the checker: faults put into the engine are found, and told to be replayed.

Each fault is put into the names that `cometrules.trial` calls the engine by; what is told of it
is then played again by the engine as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs
import pytest

import cometrules as cr
from cometrules import trial
from cometrules.state import make_state
from cometrules.trial import DEALS, try_out

from .helpers import MINIMAL, house, play

NAMES = cr.bundled_profiles()
TOLD = re.compile(
    r"(\d+) players, seed '([^']+)', dealer (\d+), pack '([^']+)'(?:; moves: (\S.*))?", re.ASCII
)
Seen = dict[int, cr.State]
"""For each number of players the state at which the fault came about."""


def numbers(profile: cr.Profile) -> list[int]:
    """The numbers of players a profile admits."""
    return list(range(profile.players.min, profile.players.max + 1))


def told(problem: cr.Problem) -> tuple[int, str, int, str, str]:
    """Players, seed, dealer, pack and the moves so far."""
    found = TOLD.fullmatch(problem.hint)
    assert found, problem.hint
    players, seed, dealer, pack, moves = found.groups()
    return int(players), seed, int(dealer), pack, moves or ""


def replayed(profile: cr.Profile, problem: cr.Problem, *, but_last: bool = False) -> cr.State:
    """The state that the deal has come to by what the problem tells."""
    players, seed, dealer, pack, moves = told(problem)
    rules = cr.compile_rules(profile, players)
    state = cr.new_deal(rules, seed=seed, dealer=dealer, pack=pack)
    return play(state, moves.rpartition(" ")[0] if but_last else moves)


def check_told(profile: cr.Profile, problems: list[cr.Problem], code: str, seen: Seen) -> None:
    """One problem for each number of players, in order; each leads to the state that was seen."""
    assert [(p.code, told(p)[0]) for p in problems] == [(code, n) for n in numbers(profile)]
    for problem in problems:
        assert replayed(profile, problem) == seen[told(problem)[0]]
        assert problem.severity == "error"


def moved(monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    """What comes of a move is changed, whether every payment is told or not."""

    def transition(state: cr.State, move: cr.Move) -> cr.Transition:
        after = cr.transition(state, move)
        return attrs.evolve(after, state=change(after.state))

    monkeypatch.setattr(trial, "step", lambda state, move: change(cr.step(state, move)))
    monkeypatch.setattr(trial, "transition", transition)


# --- no fault ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_trial__every_bundled_profile_passes_and_every_deal_is_counted(name: str) -> None:
    profile, count = cr.load_profile(name), [0]

    def done() -> None:
        count[0] += 1

    assert list(try_out(profile, 5, done)) == []
    assert count == [5 * len(numbers(profile))]


def dealt(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, Any, int, Any]]:
    """A list that grows by players, seed, dealer and pack of each deal."""
    deals: list[tuple[int, Any, int, Any]] = []

    def new_deal(rules: cr.Rules, **options: Any) -> cr.State:
        deals.append((rules.players, options["seed"], options["dealer"], options["pack"]))
        return cr.new_deal(rules, **options)

    monkeypatch.setattr(trial, "new_deal", new_deal)
    return deals


def test_trial__no_deals_means_that_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = dealt(monkeypatch)
    assert list(try_out(house(), 0)) == []
    assert cr.validate_profile(text=MINIMAL, deals=0)
    assert deals == []
    assert cr.validate_profile(text=MINIMAL, deals=1)
    assert [players for players, *_ in deals] == [2, 3, 4]


def test_trial__loading_a_profile_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = dealt(monkeypatch)
    cr.load_profile(text=MINIMAL)
    assert deals == []


def test_trial__a_hundred_deals_where_no_number_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = dealt(monkeypatch)
    assert cr.validate_profile(text=MINIMAL.replace("max: 4", "max: 2"))
    assert len(deals) == DEALS == 100


def test_trial__the_deals_are_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer deals are the first of more; so are their moves."""
    asked: list[str] = []

    def legal_moves(state: cr.State) -> tuple[cr.Move, ...]:
        asked.append(str(state))
        return cr.legal_moves(state)

    monkeypatch.setattr(trial, "legal_moves", legal_moves)
    runs = []
    for deals in (3, 3, 5):
        asked.clear()
        assert list(try_out(house({"players.max": 2}), deals)) == []
        runs.append(list(asked))
    assert runs[0] == runs[1] == runs[2][: len(runs[0])]
    assert len(runs[2]) > len(runs[0])


def test_trial__every_seat_deals_every_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = house({"players.max": 2}, base="two-pack-comet")
    deals = dealt(monkeypatch)
    assert list(try_out(profile, 20)) == []
    packs = set(profile.deck.packs)
    assert {(dealer, pack) for _, _, dealer, pack in deals} == {
        (dealer, pack) for dealer in (0, 1) for pack in packs
    }


def test_trial__payments_are_told_with_every_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = house({"players.max": 2}, base="two-pack-comet")
    packs: set[str] = set()

    def transition(state: cr.State, move: cr.Move) -> cr.Transition:
        packs.add(state.pack)
        return cr.transition(state, move)

    monkeypatch.setattr(trial, "transition", transition)
    assert list(try_out(profile, DEALS)) == []
    assert packs == set(profile.deck.packs)


# --- P01: no end ------------------------------------------------------------------------------


def test_trial_P01__a_deal_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody passes for ever: it is given up at the bound, and no earlier."""
    monkeypatch.setattr(trial, "legal_moves", lambda state: (cr.Pass(0), cr.Pass(1)))
    monkeypatch.setattr(trial, "step", lambda state, move: state)
    monkeypatch.setattr(trial, "transition", lambda state, move: cr.Transition(state, ()))
    problems = list(try_out(house(), 2))
    assert [problem.code for problem in problems] == ["P01"] * 3
    for problem in problems:
        players, *_, moves = told(problem)
        bound = cr.compile_rules(house(), players).max_moves
        assert f"within {bound} moves" in problem.message
        assert len(moves.split()) == bound
        assert set(moves.split()) == {"0:pass", "1:pass"}


@pytest.mark.parametrize("name", NAMES)
def test_trial_P01__is_told_to_be_replayed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Seen = {}

    def compile_rules(profile: cr.Profile, players: int) -> cr.Rules:
        rules = cr.compile_rules(profile, players)
        monkeypatch.setattr(rules, "max_moves", 3)
        return rules

    def reached(state: cr.State) -> cr.State:
        seen[state.rules.players] = state
        return state

    monkeypatch.setattr(trial, "compile_rules", compile_rules)
    moved(monkeypatch, reached)
    profile = cr.load_profile(name)
    problems = list(try_out(profile, 10))
    check_told(profile, problems, "P01", seen)
    assert all(len(told(problem)[4].split()) == 3 for problem in problems)


# --- P02: no move -----------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("name", NAMES)
def test_trial_P02__nobody_can_move(
    name: str, dealer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: Seen = {}

    def legal_moves(state: cr.State) -> tuple[cr.Move, ...]:
        if state.dealer != dealer or len(state.laid) < 2:
            return cr.legal_moves(state)
        seen[state.rules.players] = state
        return ()

    monkeypatch.setattr(trial, "legal_moves", legal_moves)
    profile = cr.load_profile(name)
    problems = list(try_out(profile, 10))
    check_told(profile, problems, "P02", seen)
    assert {told(problem)[2] for problem in problems} == {dealer}


# --- P03: cards -------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "dealer"), [("lost", 0), ("from nowhere", 1)])
@pytest.mark.parametrize("name", NAMES)
def test_trial_P03__cards_are_lost_or_come_from_nowhere(
    name: str, kind: str, dealer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: Seen = {}

    def faulty(state: cr.State) -> cr.State:
        if state.dealer != dealer or state.is_over or len(state.laid) < 2:
            return state
        seen[state.rules.players] = state
        setup, hands, node, ledger = state._parts
        wrong = hands & (hands - 1) if kind == "lost" else hands | (hands + 1)
        return make_state((setup, wrong, node, ledger))

    moved(monkeypatch, faulty)
    profile = cr.load_profile(name)
    check_told(profile, list(try_out(profile, 10)), "P03", seen)


# --- P04: money -------------------------------------------------------------------------------


def paying(scoring: str) -> list[str]:
    return [name for name in NAMES if cr.load_profile(name).settlement.scoring == scoring]


def wrong_score(monkeypatch: pytest.MonkeyPatch, dealer: int, field: str) -> Seen:
    """One chip too many at the end of a seat's deals."""
    seen: Seen = {}

    def score(state: cr.State) -> cr.Score:
        result = cr.score(state)
        if state.dealer != dealer or not state.is_over:
            return result
        seen[state.rules.players] = state
        if field == "pool":
            return attrs.evolve(result, pool=result.pool + 1)
        return attrs.evolve(result, balances=(result.balances[0] + 1, *result.balances[1:]))

    monkeypatch.setattr(trial, "score", score)
    return seen


@pytest.mark.parametrize(("field", "dealer"), [("balances", 0), ("pool", 1)])
@pytest.mark.parametrize("name", paying("payments"))
def test_trial_P04__a_chip_too_many(
    name: str, field: str, dealer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = wrong_score(monkeypatch, dealer, field)
    profile = cr.load_profile(name)
    problems = list(try_out(profile, 3))
    check_told(profile, problems, "P04", seen)
    assert {p.message for p in problems} == {"the payments do not add up: +1 is left over"}


@pytest.mark.parametrize("name", paying("points"))
def test_trial_P04__a_point_that_nobody_wrote_up(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = wrong_score(monkeypatch, 0, "balances")
    profile = cr.load_profile(name)
    problems = list(try_out(profile, 1))
    check_told(profile, problems, "P04", seen)
    assert all("one by one" in problem.message for problem in problems)


@pytest.mark.parametrize("name", NAMES)
def test_trial_P04__a_payment_that_is_not_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The balances add up among themselves, but not to what was told on the way."""
    seen: Seen = {}

    def transition(state: cr.State, move: cr.Move) -> cr.Transition:
        after = cr.transition(state, move)
        if not after.state.is_over:
            return after
        seen[state.rules.players] = after.state
        paid = next(event for event in after.events if isinstance(event, cr.Paid))
        return cr.Transition(after.state, tuple(e for e in after.events if e is not paid))

    monkeypatch.setattr(trial, "transition", transition)
    profile = cr.load_profile(name)
    problems = list(try_out(profile, 1))
    check_told(profile, problems, "P04", seen)
    assert all("one by one" in problem.message for problem in problems)


# --- P05: the engine itself -------------------------------------------------------------------

ERRORS = [
    cr.DealError("no such deal"),
    cr.IllegalMoveError("not_your_turn", "not now"),
    AssertionError("cannot be"),
    AttributeError("seat"),
    IndexError("out of range"),
    KeyError("9D"),
    RecursionError("too deep"),
    TypeError("no number"),
    ValueError("too few"),
    ZeroDivisionError("by nothing"),
]


def kinds(errors: Iterable[Exception]) -> list[str]:
    return [type(error).__name__ for error in errors]


@pytest.mark.parametrize("error", ERRORS, ids=kinds(ERRORS))
def test_trial_P05__the_engine_fails_at_a_move(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it fails with is told; the last move is the one that it failed at."""
    seen: Seen = {}
    moves: dict[int, str] = {}

    def step(state: cr.State, move: cr.Move) -> cr.State:
        if len(state.laid) < 3:
            return cr.step(state, move)
        seen[state.rules.players] = state
        moves[state.rules.players] = f"{move.seat}:{move}"
        raise error

    monkeypatch.setattr(trial, "step", step)
    profile = house()
    problems = list(try_out(profile, 10))
    assert [(p.code, told(p)[0]) for p in problems] == [("P05", n) for n in (2, 3, 4)]
    for problem in problems:
        players = told(problem)[0]
        assert replayed(profile, problem, but_last=True) == seen[players]
        assert told(problem)[4].split()[-1] == moves[players]
        assert repr(error) in problem.message


@pytest.mark.parametrize("name", ["new_deal", "legal_moves", "transition", "score"])
def test_trial_P05__the_engine_fails_anywhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise KeyError("9D")

    monkeypatch.setattr(trial, name, fails)
    problems = list(try_out(house(), 1))
    assert [(p.code, told(p)[:4]) for p in problems] == [
        ("P05", (players, "trial 0", 0, "pack")) for players in (2, 3, 4)
    ]


def test_trial_P05__the_rules_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Content never raises, not even there."""

    def fails(profile: cr.Profile, players: int) -> cr.Rules:
        raise KeyError("9D")

    monkeypatch.setattr(trial, "compile_rules", fails)
    report = cr.validate_profile(text=MINIMAL, deals=1)
    assert [problem.code for problem in report.problems] == ["P05"] * 3


# --- the report -------------------------------------------------------------------------------


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can ever move."""
    monkeypatch.setattr(trial, "legal_moves", lambda state: ())


@pytest.mark.usefixtures("stuck")
def test_trial__a_report_with_a_problem_has_no_profile() -> None:
    report = cr.validate_profile(text=MINIMAL, deals=2)
    assert not report
    assert report.profile is None
    assert [problem.code for problem in report.problems] == ["P02"] * 3
    assert cr.validate_profile(text=MINIMAL, deals=0).profile == house()


@pytest.mark.usefixtures("stuck")
def test_trial__warnings_are_kept() -> None:
    warned = MINIMAL.replace("{ends: after_deals}", "{ends: after_deals, target: 50}")
    report = cr.validate_profile(text=warned, deals=1)
    assert [problem.code for problem in report.warnings] == ["M80"]
    assert [problem.code for problem in report.problems] == ["P02"] * 3


@pytest.mark.usefixtures("stuck")
def test_trial__the_same_verdict_each_time() -> None:
    first, again = (cr.validate_profile(text=MINIMAL, deals=2) for _ in range(2))
    assert first == again
    assert str(first) == str(again)


@pytest.mark.usefixtures("stuck")
def test_trial__a_problem_is_of_the_file_or_text_that_was_checked(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(MINIMAL, encoding="utf-8")
    for report in (
        cr.validate_profile(file, deals=1),
        cr.validate_profile(text=MINIMAL, deals=1),
    ):
        assert {problem.label for problem in report.problems} == {report.label}


@pytest.mark.usefixtures("stuck")
def test_trial__a_problem_reads_in_two_lines() -> None:
    first = cr.validate_profile(text=MINIMAL, deals=1).problems[0]
    head, hint = str(first).splitlines()
    assert head.endswith("error[P02] nobody can move, and the deal is not over")
    assert hint == "  hint: 2 players, seed 'trial 0', dealer 0, pack 'pack'"
