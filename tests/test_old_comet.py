"""Old Comet of 1718 (TP §9, rulings C1 to C7)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import cometrules as cr

from .helpers import balances, events, house, legal, paid, play, refused, table, texts

GAME = "old-comet-1718"
RANKS = "A23456789TJQK"
CARDS_EACH = {2: 17, 3: 13, 4: 10, 5: 8}
KING, STUCK, MANILLE = "payments.laying.K", "payments.stuck", "payments.comet.reward"
POINTS, CAUGHT = "settlement.per_point", "settlement.caught.comet.to_each"


def variant(**changes: Any) -> cr.Profile:
    """The game with values changed; the dots of a path are written as two underscores."""
    return house({path.replace("__", "."): v for path, v in changes.items()}, base=GAME)


def to(payee: int, amount: int, rule: str, players: int) -> list[tuple[int, int, int, str]]:
    """The same from each of the others."""
    return [(seat, payee, amount, rule) for seat in range(players) if seat != payee]


# --- C1 and the pack -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 6])
def test_tp_01_two_to_five_players(players: int) -> None:
    with pytest.raises(cr.DealError, match="2 to 5"):
        cr.compile_rules(GAME, players)


@pytest.mark.parametrize("players", CARDS_EACH)
def test_c1_a_hand_for_each_and_a_dead_one__C1(players: int) -> None:
    """What 52 divided by one hand more than there are players gives; the rest is dead too."""
    state = cr.new_deal(cr.compile_rules(GAME, players), seed=4)
    each = CARDS_EACH[players]
    assert [len(hand) for hand in state.hands] == [each] * players
    assert len(state.dead) == 52 - players * each >= each


def test_c1_the_two_pack_table__C1_parameter() -> None:
    table_of_tp = {2: 18, 3: 12, 4: 10, 5: 9}
    profile = variant(deal__hands="table", deal__table=table_of_tp, deal__spare_hands=0)
    for players, each in table_of_tp.items():
        state = cr.new_deal(cr.compile_rules(profile, players), seed=4)
        assert {len(hand) for hand in state.hands} == {each}


def test_c1_no_dead_hand__C1_parameter() -> None:
    profile = variant(deal__spare_hands=0)
    sizes = [
        len(cr.new_deal(cr.compile_rules(profile, players), seed=4).hands[0])
        for players in CARDS_EACH
    ]
    assert sizes == [26, 17, 13, 10]


def test_old_comet_09_one_whole_pack() -> None:
    state = cr.new_deal(cr.compile_rules(GAME, 2), seed=4)
    cards = Counter(texts(state.dead) + texts(state.hands[0]) + texts(state.hands[1]))
    assert cards == {rank + suit: 1 for rank in RANKS for suit in "CDHS"}


def test_old_comet_09_ace_is_lowest() -> None:
    """From the ace over the 2 up to the King, and the King is the end."""
    run = "0:A 0:2 0:3 0:4 0:5 0:6 0:7 0:8 0:9 0:T 0:J 0:Q"
    hand = "AC AD 2H 3S 4C 5D 6H 7S 8C 9H TD JS QC KH"
    state = play(table(GAME, [hand, "2C"]), run)
    assert legal(state) == {"0:K"}
    state = play(state, "0:K")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == {"0:A"}


def test_old_comet_09_suits_are_ignored() -> None:
    state = play(table(GAME, ["4C 2D", "5H 5D KC"]), "0:4 0:pass")
    assert legal(state) == {"1:5"}


def test_old_comet_09_only_the_nine_of_diamonds_is_wild() -> None:
    state = play(table(GAME, ["4C 9C 9H 9S", "2C"]), "0:4")
    assert legal(state) == {"0:pass"}
    state = play(table(GAME, ["4C 9D", "2C"]), "0:4")
    assert legal(state) == {"0:9D=5", "0:pass"}


def test_old_comet_09_who_can_play_must_but_never_the_manille() -> None:
    state = play(table(GAME, ["4C 2C", "5C 9D KC"]), "0:4 0:pass")
    assert legal(state) == {"1:5", "1:9D=5"}
    assert refused(state, "1:pass") == "must_continue"
    assert legal(play(state, "1:5")) == {"1:9D=6", "1:pass"}


def test_old_comet_09_sets_as_in_the_two_pack_game() -> None:
    """All four of the next rank, three nines without the manille, no aces: they are only led."""
    state = play(table(GAME, ["7C 8C 8D 8H 8S 9C 9H 9S 9D 2C", "KC"]), "0:7")
    assert legal(state) == {"0:8", "0:8*4", "0:9D=8"}
    state = play(state, "0:8*4")
    assert legal(state) == {"0:9", "0:9*3", "0:9D=9"}
    assert texts(play(state, "0:9*3").hands[0]) == ["2C", "9D"]
    assert legal(table(GAME, ["AC AD AH AS 2C", "KC"])) == {"0:A", "0:2"}
    aces_led = variant(play__lead__at_once="full_set")
    state = table(aces_led, ["AC AD AH AS 2C", "KC"])
    assert legal(state) == {"0:A", "0:A*4", "0:2"}
    assert legal(play(state, "0:A*4")) == {"0:2"}


# --- C2: Kings -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", CARDS_EACH)
def test_c2_a_king_collects_one_from_each__C2(players: int) -> None:
    """Led, and at the end of a run; its player leads."""
    hands = ["QC KC KD 2C", "3C", "4C", "5C", "6C"][:players]
    state = table(GAME, hands)
    assert paid(state, "0:K") == to(0, 1, KING, players)
    state = play(state, "0:Q")
    assert paid(state, "0:K") == to(0, 1, KING, players)
    state = play(state, "0:K")
    assert state.pending == cr.AwaitLead(0)
    assert balances(state) == (players - 1, *[-1] * (players - 1))
    assert balances(play(state, "0:K")) == (2 * (players - 1), *[-2] * (players - 1))


def test_c2_whoever_lays_it_collects__C2() -> None:
    state = play(table(GAME, ["QC 2C", "5C 2D", "KC 2H"]), "0:Q 0:pass 1:pass")
    assert paid(state, "2:K") == to(2, 1, KING, 3)


def test_c2_four_kings_at_once_collect_four__C2() -> None:
    state = play(table(GAME, ["QC KC KD KH KS 2C", "3C", "4C"]), "0:Q")
    assert legal(state) == {"0:K", "0:K*4"}
    after = play(state, "0:K*4")
    assert balances(after) == (8, -4, -4)
    assert paid(state, "0:K*4") == to(0, 1, KING, 3) * 4
    assert after.pending == cr.AwaitLead(0)


def test_c2_a_set_earns_once__C2_parameter() -> None:
    state = table(variant(payments__set="once"), ["QC KC KD KH KS 2C", "3C", "4C"])
    assert paid(play(state, "0:Q"), "0:K*4") == to(0, 1, KING, 3)
    assert paid(play(state, "0:Q"), "0:K") == to(0, 1, KING, 3)


def test_c2_no_other_card_earns__C2() -> None:
    state = table(GAME, ["AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC AD", "3D"])
    for move in [f"0:{rank}" for rank in RANKS[:-1]]:
        assert paid(state, move) == []
        state = play(state, move)
    assert balances(state) == (0, 0)


# --- C3: stuck -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", CARDS_EACH)
def test_c3_the_last_card_of_a_stuck_run_collects_one_from_each__C3(players: int) -> None:
    """Not before the circle of passes is complete; then its player leads."""
    state = play(table(GAME, ["4C 9C", "7C", "8C", "TC", "JC"][:players]), "0:4")
    for seat in range(players - 1):
        assert paid(state, f"{seat}:pass") == []
        state = play(state, f"{seat}:pass")
        assert balances(state) == (0,) * players
    last = f"{players - 1}:pass"
    assert events(state, last)[1] == cr.RunStuck(0, ("5",))
    assert paid(state, last) == to(0, 1, STUCK, players)
    state = play(state, last)
    assert state.pending == cr.AwaitLead(0)
    assert balances(state) == (players - 1, *[-1] * (players - 1))


def test_c3_it_is_the_last_card_that_counts_not_the_lead__C3() -> None:
    """The payment goes to who laid it, though another makes the pass that closes the circle."""
    state = play(table(GAME, ["4C 9C", "5C TC", "JC"]), "0:4 0:pass 1:5 1:pass 2:pass")
    assert paid(state, "0:pass") == to(1, 1, STUCK, 3)
    state = play(state, "0:pass")
    assert state.pending == cr.AwaitLead(1)
    assert balances(state) == (-1, 2, -1)


def test_c3_a_lead_nobody_answers_is_stuck_too__C3() -> None:
    state = play(table(GAME, ["4C 9C 2C", "7C"]), "0:4 0:pass 1:pass")
    assert paid(play(state, "0:9 0:pass"), "1:pass") == to(0, 1, STUCK, 2)
    assert balances(play(state, "0:9 0:pass 1:pass")) == (2, -2)


def test_c3_stuck_under_a_king_that_lies_dead__C3() -> None:
    state = play(table(GAME, ["QC 2C", "7C"], dead=["KC", "KD", "KH", "KS"]), "0:Q 0:pass")
    assert paid(state, "1:pass") == to(0, 1, STUCK, 2)


def test_c3_stuck_right_after_a_set_pays_once__C3() -> None:
    state = play(table(GAME, ["7C 8C 8D 8H 8S 2C", "TC", "JC"]), "0:7 0:8*4 0:pass 1:pass")
    assert paid(state, "2:pass") == to(0, 1, STUCK, 3)


def test_c3_with_the_manille_kept_back_it_is_stuck_all_the_same__C3() -> None:
    """Its holder passes; nobody is obliged to lay it."""
    state = play(table(GAME, ["4C 2C", "9D KC"]), "0:4 0:pass")
    assert paid(state, "1:pass") == to(0, 1, STUCK, 2)


def test_c3_a_king_or_the_manille_ends_a_run_unstuck__C3() -> None:
    """Only their own payments are made, and a new run is led at once."""
    state = play(table(GAME, ["QC KC 4C 9D 2C", "3C"]), "0:Q")
    assert paid(state, "0:K") == to(0, 1, KING, 2)
    state = play(state, "0:K 0:4")
    assert paid(state, "0:9D=5") == to(0, 10, MANILLE, 2)
    state = play(state, "0:9D=5")
    assert legal(state) == {"0:2"}
    assert balances(state) == (11, -11)


@pytest.mark.parametrize("price", [0, 3])
def test_c3_another_price__C3_parameter(price: int) -> None:
    state = play(table(variant(payments__stuck=price), ["4C 9C", "7C", "8C"]), "0:4 0:pass 1:pass")
    assert paid(state, "2:pass") == (to(0, price, STUCK, 3) if price else [])


# --- C4: the manille -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", CARDS_EACH)
def test_c4_ten_from_each_it_stops_and_its_player_leads__C4(players: int) -> None:
    hands = ["4C 9D 6C", "3C", "KC", "TC", "JC"][:players]
    state = play(table(GAME, hands), "0:4")
    assert paid(state, "0:9D=5") == to(0, 10, MANILLE, players)
    assert events(state, "0:9D=5")[-1] == cr.RunStopped(0)
    assert legal(play(state, "0:9D=5")) == {"0:6"}


@pytest.mark.parametrize("rank", RANKS)
def test_c4_led_it_stands_for_any_rank_the_ace_too__C4(rank: str) -> None:
    state = table(GAME, ["9D 6C", "3C"])
    assert paid(state, f"0:9D={rank}") == to(0, 10, MANILLE, 2)
    assert play(state, f"0:9D={rank}").pending == cr.AwaitLead(0)


def test_c4_as_a_nine_in_its_own_place__C4() -> None:
    state = play(table(GAME, ["8C 2C", "9D TC 3C"]), "0:8 0:pass")
    assert legal(state) == {"1:9D=9", "1:pass"}
    assert paid(state, "1:9D=9") == to(1, 10, MANILLE, 2)
    assert legal(play(state, "1:9D=9")) == {"1:T", "1:3"}


def test_c4_standing_for_a_king_it_does_not_earn_the_kings_one__C4() -> None:
    state = play(table(GAME, ["QC 9D 6C", "3C"]), "0:Q")
    assert paid(state, "0:9D=K") == to(0, 10, MANILLE, 2)
    assert paid(table(GAME, ["9D 6C", "3C"]), "0:9D=K") == to(0, 10, MANILLE, 2)


def test_c4_the_kings_one_as_well__C4_parameter() -> None:
    profile = variant(payments__comet__rank_too="also_paid")
    state = play(table(profile, ["QC 9D 6C", "3C", "4C"]), "0:Q")
    assert sorted(paid(state, "0:9D=K")) == sorted(to(0, 10, MANILLE, 3) + to(0, 1, KING, 3))
    state = table(profile, ["9D 6C", "3C", "4C"])
    assert balances(play(state, "0:9D=K")) == (22, -11, -11)
    assert balances(play(state, "0:9D=Q")) == (20, -10, -10)


def carried(deals: int) -> cr.Carried:
    return cr.Carried(lay_dead={cr.parse_card("9D"): deals})


def test_c4_the_reward_does_not_grow__C4() -> None:
    """Two deals in which the manille lies dead, and in the third it earns ten as ever."""
    match = cr.new_match(cr.compile_rules(variant(match__deals_each=2), 2), seed=1, dealer=1)
    for seat in (0, 1):
        match = match.after(play(match.deal(hands=[["4C"], ["6C"]]), f"{seat}:{'46'[seat]}"))
    assert paid(match.deal(hands=[["9D", "6C"], ["3C"]]), "0:9D=2") == to(0, 10, MANILLE, 2)


@pytest.mark.parametrize(("deals", "each"), [(0, 10), (1, 12), (3, 16)])
def test_c4_a_reward_that_grows__C4_parameter(deals: int, each: int) -> None:
    state = table(variant(payments__comet__grows=2), ["9D 6C", "3C"], carried=carried(deals))
    assert paid(state, "0:9D=2") == to(0, each, MANILLE, 2)


def test_c4_no_reward_for_leading_it__C4_parameter() -> None:
    state = table(variant(payments__comet__if_led="not_paid"), ["9D 6C", "3C"])
    assert paid(state, "0:9D=2") == []
    assert paid(play(state, "0:6"), "0:9D=7") == [*to(0, 10, MANILLE, 2), (1, 0, 3, POINTS)]


def test_c4_the_run_goes_on_above_it__C4_parameter() -> None:
    profile = variant(comet__does="stand_in")
    state = play(table(profile, ["4C 9D 6C 2C", "3C"]), "0:4 0:9D=5")
    assert legal(state) == {"0:6"}
    state = play(table(profile, ["QC 9D 6C 2C", "3C"]), "0:Q 0:9D=K")
    assert legal(state) == {"0:6", "0:2"}  # a King is a stop, stood in for or not


# --- C5: the settlement --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "points"),
    [("AS", 1), ("2S", 2), ("9S", 9), ("TS", 10), ("JS", 10), ("QS", 10), ("KS", 10)],
)
def test_c5_a_point_each_the_ace_one_and_court_cards_ten__C5(card: str, points: int) -> None:
    state = table(GAME, ["5C", card])
    assert paid(state, "0:5") == [(1, 0, points, POINTS)]


def test_c5_caught_with_the_manille__C5() -> None:
    """Ten to each other player, the winner among them, and its nine points to the winner once."""
    state = table(GAME, ["5C", "9D AC QC", "7C"])
    assert paid(state, "0:5") == [
        (1, 0, 20, POINTS),
        (1, 0, 10, CAUGHT),
        (1, 2, 10, CAUGHT),
        (2, 0, 7, POINTS),
    ]
    assert balances(play(state, "0:5")) == (37, -40, 3)


@pytest.mark.parametrize("players", CARDS_EACH)
def test_c5_caught_with_nothing_else__C5(players: int) -> None:
    end = play(table(GAME, ["5C", "9D", "AC", "AD", "AH"][:players]), "0:5")
    others = players - 2
    expected = (10 + 9 + others, -10 * (players - 1) - 9, *[10 - 1] * others)
    assert balances(end) == expected


def test_c5_nine_more_to_the_winner__C5_parameter() -> None:
    """The text's nine read as a payment besides the card's points."""
    caught = {"comet": {"to_each": 10, "to_winner": 9}}
    state = table(variant(settlement__caught=caught), ["5C", "9D AC QC", "7C"])
    assert (1, 0, 9, "settlement.caught.comet.to_winner") in paid(state, "0:5")
    assert balances(play(state, "0:5")) == (46, -49, 3)


def test_c5_another_nine_is_nine_points_and_no_more__C5() -> None:
    state = table(GAME, ["5C", "9C 9H 9S", "7C"])
    assert paid(state, "0:5") == [(1, 0, 27, POINTS), (2, 0, 7, POINTS)]


def test_c5_dead_cards_cost_nobody__C5() -> None:
    state = table(GAME, ["5C", "2C"], dead=["9D", "KC"])
    assert paid(state, "0:5") == [(1, 0, 2, POINTS)]


# --- C6: the last card ---------------------------------------------------------------------------


@pytest.mark.parametrize("last", ["5C", "QC", "AC"])
def test_c6_the_last_card_is_no_stuck_run__C6(last: str) -> None:
    """The deal ends at once: nobody passes and nobody pays for a stop."""
    state = table(GAME, [last, "2C 3C", "4C"])
    move = f"0:{last[0]}"
    assert [type(event) for event in events(state, move)[:2]] == [cr.Laid, cr.DealEnded]
    assert paid(state, move) == [(1, 0, 5, POINTS), (2, 0, 4, POINTS)]
    assert play(state, move).pending == cr.DealOver(0)


def test_c6_a_king_last_earns_its_one_and_ends_the_deal__C6() -> None:
    state = table(GAME, ["KC", "2C 3C", "4C"])
    assert paid(state, "0:K") == [*to(0, 1, KING, 3), (1, 0, 5, POINTS), (2, 0, 4, POINTS)]
    assert balances(play(state, "0:K")) == (11, -6, -5)


def test_c6_four_kings_last__C2_C6() -> None:
    state = play(table(GAME, ["QC KC KD KH KS", "2C"]), "0:Q 0:K*4")
    assert balances(state) == (6, -6)


def test_c6_earlier_stuck_payments_stand__C3_C6() -> None:
    state = play(table(GAME, ["4C TC", "7C"]), "0:4 0:pass 1:pass 0:T")
    assert balances(state) == (1 + 7, -1 - 7)


# --- C7: nothing is doubled ----------------------------------------------------------------------


def test_c7_the_manille_last_doubles_nothing__C7() -> None:
    """On a run, as a nine, or led as one: ten from each and the plain points."""
    for hand, moves in (("4C 9D", "0:4 0:9D=5"), ("8C 9D", "0:8 0:9D=9"), ("9D", "0:9D=9")):
        end = play(table(GAME, [hand, "KC 7C", "4S"]), moves)
        assert balances(end) == (20 + 17 + 4, -27, -14)
        assert {p.times for p in cr.score(end).payments} == {1}


def test_c7_the_manille_caught_doubles_nothing__C7() -> None:
    end = play(table(GAME, ["5C", "9D KC"]), "0:5")
    assert balances(end) == (10 + 19, -29)
    assert {p.times for p in cr.score(end).payments} == {1}


def test_c7_doubling_taken_over_from_the_two_pack_game__C7_parameter() -> None:
    """The points are multiplied, the ten to each are not."""
    times = {"comet_caught": 2, "comet_last": 2, "comet_last_as_own_rank": 4}
    profile = variant(**{f"settlement__times__{key}": value for key, value in times.items()})
    assert balances(play(table(profile, ["5C", "9D KC"]), "0:5")) == (10 + 38, -48)
    assert balances(play(table(profile, ["4C 9D", "KC"]), "0:4 0:9D=5")) == (10 + 20, -30)
    assert balances(play(table(profile, ["8C 9D", "KC"]), "0:8 0:9D=9")) == (10 + 40, -50)
    assert balances(play(table(profile, ["9D", "KC"]), "0:9D=9")) == (10 + 40, -50)


@pytest.mark.parametrize("players", CARDS_EACH)
def test_old_comet_09_every_payment_of_a_deal_is_one_of_the_five(players: int) -> None:
    """Whole deals: the payments that are told make up the balances, and all five come about."""
    rules = cr.compile_rules(GAME, players)
    told: set[str] = set()
    for seed in range(30):
        state, rng = cr.new_deal(rules, seed=seed), Random(seed)
        net = [0] * players
        while not state.is_over:
            moves = cr.legal_moves(state)
            if seed % 2:  # every other table keeps the manille back as long as it can
                moves = tuple(m for m in moves if not isinstance(m, cr.StandIn)) or moves
            made = cr.transition(state, rng.choice(moves))
            for event in made.events:
                if isinstance(event, cr.Paid):
                    payer, payee = event.payment.payer, event.payment.payee
                    assert isinstance(payer, int) and isinstance(payee, int)
                    net[payer] -= event.payment.amount
                    net[payee] += event.payment.amount
                    told.add(event.payment.rule)
            state = made.state
        assert balances(state) == tuple(net)
    assert told == {KING, STUCK, MANILLE, POINTS, CAUGHT}
