"""American Commit: the paragraph in section 9 of source TP, sentence by sentence; rulings A1-A8.

Names give the sentence of the paragraph (09_1 to 09_7), or the section of the two-pack rules
that holds where the paragraph is silent (04), and the ruling.
"""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import pytest

import cometrules as cr

from .helpers import (
    balances,
    events,
    from_others,
    house,
    leads,
    legal,
    needs,
    paid,
    play,
    pool_to,
    refused,
    table,
    texts,
    to_others,
    total,
)

AMERICAN = "american-commit"
KING, COMET = "payments.laying.K", "payments.comet.reward"
CAUGHT_COMET = "settlement.caught.comet.to_each"
CAUGHT_KING = "settlement.caught.K.to_each"
POOL = "stakes.pool.won_by"

RANKS = "A23456789TJQK"
PACK = {rank + suit for rank in RANKS for suit in "CDHS"} - {"8D"}
HANDS_AND_DEAD = {2: (25, 1), 3: (17, 0), 4: (12, 3), 5: (9, 6)}


@pytest.fixture(scope="module", autouse=True)
def kept() -> list[cr.Rules]:
    """The compiled rules of all tables, kept for the length of this file."""
    return [cr.compile_rules(AMERICAN, players) for players in range(2, 6)]


def cards(text: str) -> tuple[cr.Card, ...]:
    return tuple(map(cr.parse_card, text.split()))


# --- sentence 1: the pack; and who plays ------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 6))
def test_american_09_1_one_pack_without_the_eight_of_diamonds(players: int) -> None:
    state = cr.new_deal(cr.compile_rules(AMERICAN, players), seed="pack")
    seen = texts(itertools.chain(*state.hands, state.dead))
    assert sorted(seen) == sorted(PACK)
    with pytest.raises(cr.DealError, match="8♦"):
        table(AMERICAN, ["8D", "2C"])


@pytest.mark.parametrize("players", [1, 6])
def test_american_two_to_five_play__A2(players: int) -> None:
    with pytest.raises(cr.DealError, match="2 to 5"):
        cr.compile_rules(AMERICAN, players)


def test_american_six_play_where_a_profile_says_so__A2() -> None:
    six = house({"players.max": 6, "deal.hands": "even"}, base=AMERICAN)
    state = cr.new_deal(cr.compile_rules(six, 6), seed=1)
    assert [len(hand) for hand in state.hands] == [8] * 6
    assert state.pool == 6


# --- sentence 2: the deal ---------------------------------------------------------------------


@pytest.mark.parametrize(("players", "sizes"), HANDS_AND_DEAD.items())
def test_american_09_2_hands_go_round_evenly_but_nine_each_for_five__A1(
    players: int, sizes: tuple[int, int]
) -> None:
    each, dead = sizes
    state = cr.new_deal(cr.compile_rules(AMERICAN, players), seed=2)
    assert [len(hand) for hand in state.hands] == [each] * players
    assert len(state.dead) == dead


@pytest.mark.parametrize(("players", "sizes"), {**HANDS_AND_DEAD, 5: (10, 1)}.items())
def test_american_09_2_ten_each_for_five__A1_parameter(
    players: int, sizes: tuple[int, int]
) -> None:
    """The other reading: as many as go round evenly, for every number of players."""
    each, dead = sizes
    even = house({"deal.hands": "even"}, base=AMERICAN)
    state = cr.new_deal(cr.compile_rules(even, players), seed=2)
    assert [len(hand) for hand in state.hands] == [each] * players
    assert len(state.dead) == dead


def test_american_09_2_the_rest_are_stops() -> None:
    """6♣ is dead: a run of 5♣ is stuck, and its player leads."""
    state = table(AMERICAN, ["5C 2H", "7C 3H", "4H 5H"], dead=["6C"])
    state = play(state, "0:5C 0:pass 1:pass")
    assert refused(state, "2:6C") == "not_held"
    assert events(state, "2:pass")[-1] == cr.RunStuck(0, cards("6C"))
    assert legal(play(state, "2:pass")) == leads(0, "2H")


@pytest.mark.parametrize("dealer", range(5))
def test_american_the_left_neighbour_of_the_dealer_starts(dealer: int) -> None:
    state = cr.new_deal(cr.compile_rules(AMERICAN, 5), seed=dealer, dealer=dealer)
    assert state.pending == cr.AwaitLead((dealer + 1) % 5)


# --- sentence 3: runs in suit -----------------------------------------------------------------


def test_american_09_3_the_run_of_the_text_goes_up_in_suit() -> None:
    state = table(AMERICAN, ["7S 8S 2H", "8H 9D 9H", "9S TH 3H"])
    state = play(state, "0:7S")
    assert legal(state) == {"0:8S"}
    state = play(state, "0:8S 0:pass")
    assert refused(state, "1:9H") == "not_next"
    state = play(state, "1:pass")
    assert legal(state) == {"2:9S"}
    state = play(state, "2:9S")
    assert refused(state, "2:TH") == "not_next"
    assert legal(state) == {"2:pass"}


def test_american_09_3_the_ace_is_below_the_two() -> None:
    state = play(table(AMERICAN, ["AC 3H", "2C 4H"]), "0:AC 0:pass")
    assert legal(state) == {"1:2C"}
    state = play(table(AMERICAN, ["2C 3H", "AC 4H"]), "0:2C 0:pass")
    assert refused(state, "1:AC") == "not_next"


def test_american_09_3_no_ace_follows_a_king() -> None:
    state = play(table(AMERICAN, ["KC 3H", "AC 4H"]), "0:KC")
    assert refused(state, "1:AC") == "wrong_seat"
    assert legal(state) == leads(0, "3H")


# --- the general rules of play: TP section 4 --------------------------------------------------


def test_american_04_who_can_continue_must__A5() -> None:
    state = play(table(AMERICAN, ["5C 6C KH", "7C 8C 2H"]), "0:5C")
    assert legal(state) == {"0:6C"}
    assert refused(state, "0:pass") == "must_continue"
    state = play(state, "0:6C 0:pass")
    assert legal(state) == {"1:7C"}
    assert refused(state, "1:pass") == "must_continue"
    state = play(state, "1:7C")
    assert refused(state, "1:pass") == "must_continue"


def test_american_04_who_can_continue_may_pass__A5_other_reading() -> None:
    free = house({"play.continue": "may"}, base=AMERICAN)
    state = play(table(free, ["5C 6C KH", "7C 2H"]), "0:5C")
    assert legal(state) == {"0:6C", "0:pass"}
    state = play(state, "0:6C 0:pass")
    assert legal(state) == {"1:7C", "1:pass"}
    assert legal(play(state, "1:pass")) == leads(0, "KH")


def test_american_04_without_and_pass_go_round_to_the_left() -> None:
    state = play(table(AMERICAN, ["5C KH", "2H", "6C 3H"]), "0:5C")
    assert events(state, "0:pass") == (cr.Passed(0, cards("6C"), laid=True),)
    state = play(state, "0:pass")
    assert refused(state, "2:6C") == "wrong_seat"
    assert events(state, "1:pass") == (cr.Passed(1, cards("6C"), laid=False),)
    assert legal(play(state, "1:pass")) == {"2:6C"}


def test_american_04_all_others_passing_gives_a_new_lead() -> None:
    """To the player of the last card, not to the one who began the run."""
    state = play(
        table(AMERICAN, ["5C 9H", "6C 2H TH", "3H"]), "0:5C 0:pass 1:6C 1:pass 2:pass 0:pass"
    )
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == leads(1, "2H TH")


def test_american_04_nobody_has_to_lay_the_comet() -> None:
    state = play(table(AMERICAN, ["5C 9D KH", "6C 2H"]), "0:5C")
    assert legal(state) == {"0:9D", "0:pass"}
    state = play(state, "0:pass 1:6C 1:pass")
    assert legal(state) == {"0:9D", "0:pass"}
    assert legal(play(state, "0:pass")) == leads(1, "2H")


# --- sentence 4: stops ------------------------------------------------------------------------


@pytest.mark.parametrize("stop", ["KC", "KD", "KH", "KS", "7D"])
def test_american_09_4_a_stop_led_gives_its_player_the_next_lead(stop: str) -> None:
    state = table(AMERICAN, [f"{stop} QD 2C 9D", "9C TD 2H"])
    assert cr.RunStopped(0) in events(state, f"0:{stop}")
    state = play(state, f"0:{stop}")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == leads(0, "QD 2C 9D")


@pytest.mark.parametrize(("before", "stop"), [("QC", "KC"), ("QD", "KD"), ("6D", "7D")])
def test_american_09_4_a_stop_in_a_run_gives_its_player_the_next_lead(
    before: str, stop: str
) -> None:
    state = play(table(AMERICAN, [f"{before} 2C", "3C 4H", f"{stop} 5H 9D 9H"]), f"0:{before}")
    state = play(state, "0:pass 1:pass")
    assert cr.RunStopped(2) in events(state, f"2:{stop}")
    assert legal(play(state, f"2:{stop}")) == leads(2, "5H 9D 9H")


@pytest.mark.parametrize("holder", [1, 2])
def test_american_09_4_nobody_answers_the_seven_of_diamonds_with_the_comet(holder: int) -> None:
    """Its player leads at once, so no turn comes in which the Comet could be laid."""
    hands = ["6D 7D 2C 3S", "TD 2H", "3H 4H"]
    hands[holder] += " 9D"
    state = play(table(AMERICAN, hands), "0:6D 0:7D")
    assert legal(state) == leads(0, "2C 3S")
    assert refused(state, f"{holder}:9D") == "comet_not_now"
    assert refused(state, "0:pass") == "must_lead"


def test_american_09_4_its_own_player_may_but_lead_the_comet_after_it() -> None:
    """9♦ after one's own 7♦ is a lead of its own: 10♦ is next, and it is first due to oneself."""
    state = play(table(AMERICAN, ["7D 9D 2C", "TD 2H"]), "0:7D")
    assert cr.Laid(0, cards("9D"), lead=True, as_comet=False) in events(state, "0:9D")
    assert needs(play(state, "0:9D")) == (0, {"TD"})


def test_american_09_4_seven_of_diamonds_is_a_gap_in_fosters_game__F6() -> None:
    """The same cards under both sheets: there the Comet may answer, here a lead is due."""
    hands = ["6D 7D 2C", "9D 2H", "TD 3H"]
    assert legal(play(table(AMERICAN, hands), "0:6D 0:7D")) == leads(0, "2C")
    foster = play(table("foster-commit", hands), "0:6D 0:7D 0:pass")
    assert legal(foster) == {"1:9D", "1:pass"}
    gap = house({"play.stops": ["K"]}, base=AMERICAN)
    assert legal(play(table(gap, hands), "0:6D 0:7D 0:pass")) == {"1:9D", "1:pass"}


@pytest.mark.parametrize("seven", ["7C", "7H", "7S"])
def test_american_09_4_other_sevens_do_not_stop(seven: str) -> None:
    eight = seven.replace("7", "8")
    state = play(table(AMERICAN, [f"{seven} KD", f"{eight} 2D"]), f"0:{seven}")
    assert legal(state) == {"0:pass"}
    assert legal(play(state, "0:pass")) == {f"1:{eight}"}


# --- sentence 5: the Comet --------------------------------------------------------------------


def test_american_09_5_comet_instead_of_saying_without__A3() -> None:
    """By the player who has laid and cannot go on."""
    state = play(table(AMERICAN, ["5C 9D KH", "2H"]), "0:5C")
    assert legal(state) == {"0:9D", "0:pass"}
    assert needs(play(state, "0:9D")) == (1, {"6C", "TD"})


@pytest.mark.parametrize("seat", [1, 2])
def test_american_09_5_comet_instead_of_a_pass__A3(seat: int) -> None:
    """By a player who cannot continue at all."""
    hands = ["5C KH", "2H 3H", "4H 5H"]
    hands[seat] += " 9D"
    state = play(table(AMERICAN, hands), "0:5C 0:pass")
    if seat == 2:
        state = play(state, "1:pass")
    assert legal(state) == {f"{seat}:9D", f"{seat}:pass"}
    assert needs(play(state, f"{seat}:9D")) == ((seat + 1) % 3, {"6C", "TD"})


def test_american_09_5_comet_only_by_the_player_whose_part_ended__A3_parameter() -> None:
    """The other reading: who cannot continue at all may only pass."""
    ending = house({"comet.when": "ending_own_part"}, base=AMERICAN)
    state = play(table(ending, ["5C KH", "9D 2H"]), "0:5C 0:pass")
    assert legal(state) == {"1:pass"}
    assert refused(state, "1:9D") == "comet_not_now"
    state = play(table(ending, ["5C 9D KH", "2H"]), "0:5C")
    assert legal(state) == {"0:9D", "0:pass"}
    state = play(table(ending, ["5C KH", "6C 9D 2H"]), "0:5C 0:pass 1:6C")
    assert legal(state) == {"1:9D", "1:pass"}


def test_american_09_5_comet_refused_to_who_can_continue() -> None:
    state = play(table(AMERICAN, ["5C 6C KH", "7C 9D 2H"]), "0:5C 0:6C 0:pass")
    assert refused(state, "1:9D") == "comet_not_now"
    assert legal(state) == {"1:7C"}
    state = play(table(AMERICAN, ["5C 6C 9D", "2H"]), "0:5C")
    assert refused(state, "0:9D") == "comet_not_now"


def test_american_09_5_comet_refused_out_of_turn() -> None:
    state = play(table(AMERICAN, ["5C KH", "2H", "9D 3H"]), "0:5C 0:pass")
    assert refused(state, "2:9D") == "comet_not_now"
    assert legal(state) == {"1:pass"}


def test_american_09_5_next_player_continues_the_old_run_or_the_diamonds() -> None:
    state = play(table(AMERICAN, ["5C 9D KH", "6C 7C TD JD 2H"]), "0:5C 0:9D")
    assert legal(state) == {"1:6C", "1:TD"}
    assert legal(play(state, "1:6C")) == {"1:7C"}
    assert legal(play(state, "1:TD")) == {"1:JD"}
    assert refused(state, "1:pass") == "must_continue"


@pytest.mark.parametrize("card", ["6C", "TD"])
@pytest.mark.parametrize("passes", [0, 1, 2])
def test_american_09_5_fork_answered_by_the_first_neighbour_who_can(passes: int, card: str) -> None:
    hands = ["5C 9D KH", "2H 3H", "4H 5H", "6H 7H"]
    answering = 1 + passes
    hands[answering] += f" {card}"
    state = play(table(AMERICAN, hands), "0:5C 0:9D")
    for seat in range(1, answering):
        assert legal(state) == {f"{seat}:pass"}
        state = play(state, f"{seat}:pass")
    assert legal(state) == {f"{answering}:{card}"}


def test_american_09_5_fork_nobody_continues__A4() -> None:
    state = table(AMERICAN, ["5C KH", "9D 2H 7C", "3H"], dead=["6C", "TD"])
    state = play(state, "0:5C 0:pass 1:9D 2:pass")
    assert legal(state) == {"0:pass"}
    assert cr.RunStuck(1, cards("6C TD")) in events(state, "0:pass")
    assert legal(play(state, "0:pass")) == leads(1, "2H 7C")


def test_american_09_5_fork_own_player_must_lay_the_ten__A4() -> None:
    state = play(table(AMERICAN, ["5C 9D TD KH", "2H", "3H"]), "0:5C 0:9D 1:pass 2:pass")
    assert legal(state) == {"0:TD"}
    assert refused(state, "0:KH") == "not_next"
    free = house({"play.continue": "may"}, base=AMERICAN)
    state = play(table(free, ["5C 9D TD KH", "2H", "3H"]), "0:5C 0:9D 1:pass 2:pass")
    assert legal(state) == leads(0, "TD KH")


@pytest.mark.parametrize(("taken", "gone"), [("6C", "TD"), ("TD", "6C")])
def test_american_09_5_fork_the_other_branch_is_gone(taken: str, gone: str) -> None:
    state = play(table(AMERICAN, ["5C 9D KH", f"{taken} 2H 3H", f"{gone} 4S"]), "0:5C 0:9D")
    state = play(state, f"1:{taken} 1:pass")
    assert refused(state, f"2:{gone}") == "not_next"
    assert legal(play(state, "2:pass 0:pass")) == leads(1, "2H 3H")


def test_american_09_5_fork_answered_with_diamonds_up_to_the_seven() -> None:
    """The old run was in diamonds; it reaches 7♦, which stops it, and 10♦ is not offered."""
    state = play(table(AMERICAN, ["5D 9D KH", "6D 7D 2H", "TD 3H"]), "0:5D 0:9D 1:6D 1:7D")
    assert legal(state) == leads(1, "2H")


def test_american_09_5_nine_of_diamonds_as_a_free_lead__A4() -> None:
    """A plain nine that earns its 2; its player goes on with 10♦ and must."""
    state = table(AMERICAN, ["9D TD KH", "2H", "3H"])
    assert Counter(paid(state, "0:9D")) == from_others(0, 2, COMET, 3)
    state = play(state, "0:9D")
    assert legal(state) == {"0:TD"}
    assert refused(state, "0:pass") == "must_continue"
    state = play(table(AMERICAN, ["9D KH", "JD 2H", "TD 3H"]), "0:9D 0:pass")
    assert legal(state) == {"1:pass"}
    assert legal(play(state, "1:pass")) == {"2:TD"}


def test_american_09_5_nine_of_diamonds_led_after_a_stuck_run__A4() -> None:
    state = play(table(AMERICAN, ["5C 9D KH", "2H"]), "0:5C 0:pass 1:pass")
    assert legal(state) == leads(0, "9D KH")
    assert Counter(paid(state, "0:9D")) == from_others(0, 2, COMET, 2)
    assert needs(play(state, "0:9D")) == (0, {"TD"})


def test_american_09_5_nine_of_diamonds_led_earns_nothing__A4_other_reading() -> None:
    unpaid = house({"payments.comet.if_led": "not_paid"}, base=AMERICAN)
    assert paid(table(unpaid, ["9D TD KH", "2H"]), "0:9D") == []
    state = play(table(unpaid, ["5C 9D KH", "2H"]), "0:5C")
    assert Counter(paid(state, "0:9D")) == from_others(0, 2, COMET, 2)


# --- sentence 6: what is collected, and the Comet caught --------------------------------------


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize(
    ("card", "amount", "rule"),
    [*((king, 1, KING) for king in ("KC", "KD", "KH", "KS")), ("9D", 2, COMET)],
)
def test_american_09_6_what_a_card_collects_from_every_other_player(
    players: int, card: str, amount: int, rule: str
) -> None:
    hands = [f"{card} QC QS", *(f"{rank}H" for rank in RANKS[1:players])]
    state = table(AMERICAN, hands)
    assert Counter(paid(state, f"0:{card}")) == from_others(0, amount, rule, players)
    assert balances(play(state, f"0:{card}")) == (
        -1 + amount * (players - 1),
        *[-1 - amount] * (players - 1),
    )


def test_american_09_6_king_and_comet_collect_in_a_run_too() -> None:
    state = play(table(AMERICAN, ["QC 2H", "KC 3H", "4H"]), "0:QC 0:pass")
    assert Counter(paid(state, "1:KC")) == from_others(1, 1, KING, 3)
    state = play(table(AMERICAN, ["QC 2H", "9D 3H", "4H"]), "0:QC 0:pass")
    assert Counter(paid(state, "1:9D")) == from_others(1, 2, COMET, 3)


@pytest.mark.parametrize("ace", ["AC", "AD", "AH", "AS"])
def test_american_leading_an_ace_earns_nothing(ace: str) -> None:
    """The list of payments does not name it; Foster's does."""
    hands = [f"{ace} QC", "3C 4C", "4H"]
    assert paid(table(AMERICAN, hands), f"0:{ace}") == []
    assert len(paid(table("foster-commit", hands), f"0:{ace}")) == 2


def test_american_the_seven_of_diamonds_and_stuck_runs_earn_nothing() -> None:
    state = table(AMERICAN, ["7D 5C KH", "2H", "3H"])
    assert paid(state, "0:7D") == []
    state = play(state, "0:7D")
    for move in ("0:5C", "0:pass", "1:pass", "2:pass"):
        assert paid(state, move) == []
        state = play(state, move)
    assert balances(state) == (-1, -1, -1)


@pytest.mark.parametrize("players", range(2, 6))
def test_american_09_6_whoever_is_caught_with_the_comet_pays_two_to_each(players: int) -> None:
    state = table(AMERICAN, ["QH", "9D JH", *(f"{r}H" for r in RANKS[1 : players - 1])])
    assert Counter(paid(state, "0:QH")) == (
        to_others(1, 2, CAUGHT_COMET, players) + pool_to(0, players)
    )
    assert balances(play(state, "0:QH")) == (
        players + 1,
        -1 - 2 * (players - 1),
        *[1] * (players - 2),
    )


# --- sentence 7: the pool, and Kings left -----------------------------------------------------


@pytest.mark.parametrize("players", range(2, 6))
def test_american_09_7_the_first_player_out_wins_the_pool__A6(players: int) -> None:
    """One from each in every deal, whoever deals; all of it goes to the winner."""
    hands = [f"{rank}H" for rank in RANKS[1 : players + 1]]
    for dealer in range(players):
        state = table(AMERICAN, hands, dealer=dealer)
        winner = (dealer + 1) % players
        assert state.pool == players
        assert balances(state) == (-1,) * players
        assert Counter(paid(state, f"{winner}:{hands[winner]}")) == pool_to(winner, players)
        after = play(state, f"{winner}:{hands[winner]}")
        assert cr.score(after).pool == 0
        assert balances(after)[winner] == players - 1


@pytest.mark.parametrize("stake", [0, 2, 5])
def test_american_09_7_another_stake_agreed_beforehand__A6(stake: int) -> None:
    state = table(house({"stakes.pool.each": stake}, base=AMERICAN), ["5C 2H", "6C", "3H"])
    state = play(state, "0:5C 0:pass 1:6C")
    assert balances(state) == (-stake, 2 * stake, -stake)


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("kings", [1, 2, 3, 4])
def test_american_09_7_each_king_left_costs_one_to_each(players: int, kings: int) -> None:
    held = " ".join(["KC", "KD", "KH", "KS"][:kings])
    state = table(AMERICAN, ["QH", f"{held} JH", *(f"{r}H" for r in RANKS[1 : players - 1])])
    expected = pool_to(0, players)
    for _ in range(kings):
        expected += to_others(1, 1, CAUGHT_KING, players)
    assert Counter(paid(state, "0:QH")) == expected
    assert balances(play(state, "0:QH")) == (
        players - 1 + kings,
        -1 - kings * (players - 1),
        *[kings - 1] * (players - 2),
    )


def test_american_09_7_dead_kings_and_a_dead_comet_cost_nobody() -> None:
    state = table(AMERICAN, ["2C", "3H", "4H"], dead=["9D", "KC", "KD", "KH", "KS"])
    assert Counter(paid(state, "0:2C")) == pool_to(0, 3)


def test_american_no_payment_for_cards_or_points_left() -> None:
    """Unlike the two-pack game on the same page: twelve cards cost no more than one."""
    many = "AC AD AH AS QC QD QH QS JC TD 7D 8H"
    state = table(AMERICAN, ["2C", many, "3H"])
    assert Counter(paid(state, "0:2C")) == pool_to(0, 3)
    assert balances(play(state, "0:2C")) == (2, -1, -1)


def test_american_the_deal_ends_at_once_with_the_first_hand_empty() -> None:
    state = play(table(AMERICAN, ["5C 2H", "6C", "7C 3H"]), "0:5C 0:pass 1:6C")
    assert state.pending == cr.DealOver(1)
    assert legal(state) == set()
    assert refused(state, "2:7C") == "after_end"


# --- the last card ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "before", "card", "amount", "rule"),
    [
        pytest.param("KC", "", "KC", 1, KING, id="king-led"),
        pytest.param("QC KC", "0:QC", "KC", 1, KING, id="king-in-own-run"),
        pytest.param("9D", "", "9D", 2, COMET, id="comet-led"),
        pytest.param("5C 9D", "0:5C", "9D", 2, COMET, id="comet-after-own-part"),
    ],
)
def test_american_the_last_card_is_paid_before_the_pool_is_taken__A8(
    hand: str, before: str, card: str, amount: int, rule: str
) -> None:
    state = play(table(AMERICAN, [hand, "2H 6C", "3H"]), before)
    assert [type(event) for event in events(state, f"0:{card}")] == [
        cr.Laid,
        cr.Paid,
        cr.Paid,
        cr.DealEnded,
        cr.Paid,
    ]
    payments = paid(state, f"0:{card}")
    assert Counter(payments[:2]) == from_others(0, amount, rule, 3)
    assert payments[2:] == [("pool", 0, 3, POOL)]
    assert balances(play(state, f"0:{card}")) == (2 * amount + 2, -1 - amount, -1 - amount)


def test_american_the_comet_as_last_card_in_place_of_a_pass__A8() -> None:
    state = play(table(AMERICAN, ["5C 2H", "4H 5H", "9D"]), "0:5C 0:pass 1:pass")
    assert balances(play(state, "2:9D")) == (-3, -3, 6)


@pytest.mark.parametrize(("hand", "before", "last"), [("AC", "", "AC"), ("6D 7D", "0:6D", "7D")])
def test_american_ace_and_seven_of_diamonds_as_last_card_earn_the_pool_alone__A8(
    hand: str, before: str, last: str
) -> None:
    state = play(table(AMERICAN, [hand, "2H", "3H"]), before)
    assert paid(state, f"0:{last}") == [("pool", 0, 3, POOL)]
    state = play(state, f"0:{last}")
    assert state.pending == cr.DealOver(0)
    assert balances(state) == (2, -1, -1)


# --- deals worked out by hand -----------------------------------------------------------------


def test_american_worked_totals_of_fosters_table_are_the_same_here() -> None:
    state = table(AMERICAN, ["2C", "9D KH 4S 5S", "5H", "6S TS"])
    assert Counter(paid(state, "0:2C")) == (
        to_others(1, 2, CAUGHT_COMET, 4) + to_others(1, 1, CAUGHT_KING, 4) + pool_to(0, 4)
    )
    assert balances(play(state, "0:2C")) == (6, -10, 2, 2)


@pytest.mark.parametrize(
    ("name", "totals"), [(AMERICAN, (-3, 9, -6)), ("foster-commit", (-1, 8, -7))]
)
def test_american_worked_three_players_ace_comet_and_kings(
    name: str, totals: tuple[int, ...]
) -> None:
    """American: seat 1 stakes 1, gets 2 and 2 for the Comet, the pool of 3, and 3 for Kings.

    Seat 0: -1 - 2 for the Comet - 2 for its own King + 2 for two others. Seat 2: -1 - 2 - 4 + 1.
    Foster pays seat 0 one from each for the ace besides.
    """
    state = table(name, ["AC 2C KD", "3C 9D 2H", "KH KS 5H"])
    state = play(state, "0:AC 0:2C 0:pass 1:3C 1:9D 2:pass 0:pass 1:2H")
    assert balances(state) == totals


def test_american_worked_five_players_seven_of_diamonds_then_a_king() -> None:
    """Seat 0 stops at 7♦ and goes out with a King led; seats 1 and 3 are caught.

    Seat 0: -1 + 4 (King) + 5 (pool) + 2 (Comet caught) + 2 (two Kings). Seats 1 and 3: -1 - 1,
    then 8 paid and 2 received. Seats 2 and 4: -1 - 1 + 2 + 2.
    """
    state = table(AMERICAN, ["6D 7D KC", "9D 2H", "TD 3H", "KD KS 4H", "5H"])
    assert balances(play(state, "0:6D 0:7D 0:KC")) == (12, -8, 2, -8, 2)


def test_american_worked_two_players_fork_answered_with_a_king() -> None:
    """Comet +2 to seat 0, then two Kings +2 to seat 1, who is out and takes the pool of 2."""
    state = table(AMERICAN, ["QC 9D 2S", "KC TD 3S KH"])
    state = play(state, "0:QC 0:9D")
    assert balances(state) == (1, -3)
    assert legal(state) == {"1:KC", "1:TD"}
    state = play(state, "1:KC")
    assert balances(state) == (0, -2)
    state = play(state, "1:TD 1:pass 0:pass 1:3S 1:pass 0:pass 1:KH")
    assert balances(state) == (-1, 1)


@pytest.mark.parametrize("players", range(2, 6))
def test_american_whole_deals_pay_by_the_listed_rules_alone(players: int) -> None:
    rules = cr.compile_rules(AMERICAN, players)
    seen: set[str] = set()
    for seed in range(6):
        random = Random(seed)
        state = cr.new_deal(rules, seed=seed, dealer=seed % players)
        while not state.is_over:
            move = random.choice(cr.legal_moves(state))
            seen |= {payment[3] for payment in paid(state, f"{move.seat}:{move}")}
            state = cr.step(state, move)
            assert total(state) == 0
        assert cr.score(state).pool == 0
    assert {KING, POOL} <= seen <= {KING, COMET, CAUGHT_COMET, CAUGHT_KING, POOL}
