"""The game for two after Arnold (TP §9), inside one deal."""

from __future__ import annotations

import pytest

import cometrules as cr

from .helpers import balances, events, house, legal, paid, play, refused, table

GAME = "two-player-arnold"


def caught_and_last(times: int, rule: str) -> tuple[int, tuple[str, ...]]:
    return times, (f"settlement.times.{rule}",)


@pytest.mark.parametrize("players", [1, 3])
def test_arnold_09_for_two_only(players: int) -> None:
    with pytest.raises(cr.DealError, match="2 players"):
        cr.compile_rules(GAME, players)


@pytest.mark.parametrize("pack", ["black", "red"])
def test_arnold_09_eighteen_cards_each_twelve_dead(pack: str) -> None:
    state = cr.new_deal(cr.compile_rules(GAME, 2), seed=5, pack=pack)
    assert [len(hand) for hand in state.hands] == [18, 18]
    assert len(state.dead) == 12


def test_arnold_09_winner_scores_the_losers_points() -> None:
    """Written up once: the loser loses nothing."""
    state = table(GAME, ["5C", "KC 7C 3C"])
    assert paid(state, "0:5") == [("written", 0, 20, "settlement.per_point")]
    end = play(state, "0:5")
    assert balances(end) == (20, 0)
    assert cr.score(end).winner == 0


def test_arnold_09_either_player_may_win() -> None:
    state = play(table(GAME, ["4C QC JC 2C", "5C"]), "0:4 0:pass 1:5")
    assert balances(state) == (0, 22)
    assert cr.score(state).winner == 1


def test_arnold_09_points_paid_by_the_loser__parameter() -> None:
    """The other way to read it: what the winner scores, the loser pays."""
    profile = house({"settlement.scoring": "payments"}, base=GAME)
    assert balances(play(table(profile, ["5C", "KC 7C 3C"]), "0:5")) == (20, -20)


@pytest.mark.parametrize(
    ("rank", "points"), [("2", 2), ("8", 8), ("9", 9), ("T", 10), ("J", 10), ("Q", 10), ("K", 10)]
)
def test_arnold_09_points_of_a_card(rank: str, points: int) -> None:
    assert balances(play(table(GAME, ["2C", f"{rank}S"]), "0:2")) == (points, 0)


# --- the Comet -----------------------------------------------------------------------------------


LAYING_THE_COMET = [("0:4", "0:9D=5"), ("0:8", "0:9D=9"), ("", "0:9D=K")]
"""On a run, in the nine's own place, and led: the moves before, and the Comet's."""


@pytest.mark.parametrize(("before", "move"), LAYING_THE_COMET)
def test_arnold_09_laying_the_comet_earns_nothing(before: str, move: str) -> None:
    state = play(table(GAME, ["4C 8C 9D KC", "2C"]), before)
    assert move in legal(state)
    assert paid(state, move) == []
    assert balances(play(state, move)) == (0, 0)


@pytest.mark.parametrize(("before", "move"), LAYING_THE_COMET)
def test_arnold_09_nor_after_it_lay_dead(before: str, move: str) -> None:
    """Where nothing is paid, nothing grows."""
    match = cr.new_match(cr.compile_rules(GAME, 2), seed=1, dealer=1)
    match = match.after(play(match.deal(hands=[["4C"], ["6C"]]), "0:4"))
    match = match.after(play(match.deal(hands=[["4D"], ["6D"]]), "1:6"))
    state = play(match.deal(hands=[["4C", "8C", "9D", "KC"], ["2C"]]), before)
    assert paid(state, move) == []


def test_arnold_09_the_comet_plays_as_in_the_two_pack_game() -> None:
    """A wild card in place of the needed one, a stop, and its player leads."""
    state = play(table(GAME, ["4C KC", "9D 5C 6C"]), "0:4 0:pass")
    assert legal(state) == {"1:5", "1:9D=5"}
    assert events(state, "1:9D=5")[-1] == cr.RunStopped(1)
    assert legal(play(state, "1:9D=5")) == {"1:5", "1:6"}


def test_arnold_09_a_reward_all_the_same__parameter() -> None:
    """Where laying it is paid in points, they too are written up once."""
    profile = house({"payments.comet.reward": 2}, base=GAME)
    state = play(table(profile, ["4C 9D KC", "2C"]), "0:4")
    assert paid(state, "0:9D=5") == [("written", 0, 2, "payments.comet.reward")]
    assert balances(play(state, "0:9D=5")) == (2, 0)


@pytest.mark.parametrize(("hand", "score"), [("9D", 18), ("9D KC", 38), ("9D 4C QC", 46)])
def test_arnold_09_loser_holds_the_comet_doubled(hand: str, score: int) -> None:
    end = play(table(GAME, ["5C", hand]), "0:5")
    assert balances(end) == (score, 0)
    (payment,) = cr.score(end).payments
    assert (payment.times, payment.because) == caught_and_last(2, "comet_caught")


def test_arnold_09_winner_goes_out_with_the_comet_doubled() -> None:
    end = play(table(GAME, ["4C 9D", "KC 7C 3C"]), "0:4 0:9D=5")
    assert balances(end) == (40, 0)
    (payment,) = cr.score(end).payments
    assert (payment.times, payment.because) == caught_and_last(2, "comet_last")


@pytest.mark.parametrize(("first", "before"), [("8C", "0:8"), ("KC", "0:K")])
def test_arnold_09_quadrupled_if_it_stood_for_a_nine(first: str, before: str) -> None:
    """On a run that needs a nine, or on a lead called one."""
    end = play(table(GAME, [f"{first} 9D", "KC 7C 3C"]), f"{before} 0:9D=9")
    assert balances(end) == (80, 0)
    (payment,) = cr.score(end).payments
    assert (payment.times, payment.because) == caught_and_last(4, "comet_last_as_own_rank")


def test_arnold_09_the_red_comet_likewise() -> None:
    assert balances(play(table(GAME, ["5D", "9C"], pack="red"), "0:5")) == (18, 0)
    assert balances(play(table(GAME, ["5D", "9D"], pack="red"), "0:5")) == (9, 0)
    assert balances(play(table(GAME, ["9C", "KD"], pack="red"), "0:9C=9")) == (40, 0)


def test_arnold_09_out_in_the_first_turn_is_nothing_special() -> None:
    """Opera is another variant."""
    state = table(GAME, ["5C", "2C"])
    (ended,) = [e for e in events(state, "0:5") if isinstance(e, cr.DealEnded)]
    assert ended == cr.DealEnded(0, opera=False, drawn=False)


# --- the rest as the two-pack game ---------------------------------------------------------------


def test_arnold_09_runs_kings_and_sets_as_in_the_two_pack_game() -> None:
    state = play(table(GAME, ["7C 2C", "8C 8C 8S 8S 9C 9S 9S JC KC"]), "0:7 0:pass")
    assert legal(state) == {"1:8", "1:8*4"}
    assert refused(state, "1:pass") == "must_continue"
    state = play(state, "1:8*4")
    assert legal(state) == {"1:9", "1:9*3"}
    state = play(state, "1:9*3")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass 0:pass")
    assert legal(state) == {"1:J", "1:K"}
    state = play(state, "1:K")
    assert state.pending == cr.AwaitLead(1)
    assert balances(play(state, "1:J")) == (0, 2)


@pytest.mark.parametrize("dealer", [0, 1])
def test_arnold_09_the_player_who_does_not_deal_leads(dealer: int) -> None:
    state = cr.new_deal(cr.compile_rules(GAME, 2), seed=2, dealer=dealer)
    assert state.pending == cr.AwaitLead(1 - dealer)


def test_arnold_09_only_the_winner_of_a_deal_scores() -> None:
    """Whole deals: one side of the score stays at nothing, so no two can reach 121 at once."""
    rules = cr.compile_rules(GAME, 2)
    for seed in range(60):
        state = cr.new_deal(rules, seed=seed, dealer=seed % 2, pack=("black", "red")[seed % 2])
        while not state.is_over:
            state = cr.step(state, cr.legal_moves(state)[seed % len(cr.legal_moves(state))])
        result = cr.score(state)
        assert result.winner is not None
        assert result.balances[result.winner] > 0
        assert result.balances[1 - result.winner] == 0
