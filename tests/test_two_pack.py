"""The two-pack game (TP §1 to §7, rulings T1 to T7 and T10) inside one deal."""

from __future__ import annotations

from collections import Counter

import pytest

import cometrules as cr

from .helpers import balances, events, house, legal, paid, play, refused, table, texts

GAME = "two-pack-comet"
RANKS = "23456789TJQK"
PACKS = {"black": ("CS", "9C", "9D"), "red": ("DH", "9D", "9C")}
"""By pack: its suits, the nine that was taken out, and the Comet that came in for it."""
CARDS_EACH = {2: 18, 3: 12, 4: 10, 5: 9}
DEAD = {2: 12, 3: 12, 4: 8, 5: 3}


def rules(players: int, profile: cr.Profile | str = GAME) -> cr.Rules:
    return cr.compile_rules(profile, players)


def whole_pack(state: cr.State) -> Counter[str]:
    """Every card of a fresh deal, dead ones too."""
    return Counter(texts(state.dead)) + Counter(t for hand in state.hands for t in texts(hand))


def stand_ins(seat: int, comet: str = "9D", ranks: str = RANKS) -> set[str]:
    return {f"{seat}:{comet}={rank}" for rank in ranks}


def said(state: cr.State, move: str) -> cr.Passed:
    """What a pass tells the table."""
    (event,) = events(state, move)
    assert isinstance(event, cr.Passed)
    return event


# --- §1 and §2: players and packs ---------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 6])
def test_tp_01_two_to_five_players(players: int) -> None:
    with pytest.raises(cr.DealError, match="2 to 5"):
        rules(players)


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("players", CARDS_EACH)
def test_tp_02_a_pack_has_48_cards_each_rank_four_times(pack: str, players: int) -> None:
    suits, _, _ = PACKS[pack]
    cards = whole_pack(cr.new_deal(rules(players), seed=1, pack=pack))
    assert cards.total() == 48
    assert Counter(card[0] for card in cards.elements()) == dict.fromkeys(RANKS, 4)
    for rank in RANKS.replace("9", ""):
        assert [cards[rank + suit] for suit in suits] == [2, 2]


@pytest.mark.parametrize("pack", PACKS)
def test_tp_02_three_natural_nines_and_the_odd_one(pack: str) -> None:
    suits, exchanged, comet = PACKS[pack]
    cards = whole_pack(cr.new_deal(rules(2), seed=1, pack=pack))
    nines = {card: count for card, count in cards.items() if card[0] == "9"}
    other = next("9" + suit for suit in suits if "9" + suit != exchanged)
    assert nines == {exchanged: 1, other: 2, comet: 1}


@pytest.mark.parametrize(("pack", "comet"), [("black", "9D"), ("red", "9C")])
def test_tp_02_the_odd_nine_is_the_comet_the_other_one_is_not(pack: str, comet: str) -> None:
    """The nine of clubs is a plain nine in the black pack and the Comet in the red one."""
    low = {"black": "2C", "red": "2H"}[pack]
    natural = {"black": "9C", "red": "9D"}[pack]
    state = cr.new_deal(rules(2), hands=[[comet, natural, low], [low]], dealer=1, pack=pack)
    assert legal(state) == {"0:2", "0:9"} | stand_ins(0, comet)


@pytest.mark.parametrize(("pack", "card"), [("black", "9H"), ("black", "2D"), ("red", "2C")])
def test_tp_02_the_packs_are_not_mixed(pack: str, card: str) -> None:
    with pytest.raises(cr.DealError, match="not in the pack"):
        cr.new_deal(rules(2), hands=[[card], ["KH" if pack == "red" else "KC"]], pack=pack)


def test_tp_02_the_exchanged_nine_is_there_once_only() -> None:
    with pytest.raises(cr.DealError, match="too often"):
        table(GAME, ["9C 9C", "2C"])
    table(GAME, ["9S 9S 9C 9D", "2C"])


def test_tp_02_two_is_low_and_king_is_high() -> None:
    """A run goes from the 2 over the 10 to the King and not round the corner."""
    run = "0:2 0:3 0:4 0:5 0:6 0:7 0:8 0:9 0:T 0:J 0:Q"
    hand = "2C 2S 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    state = play(table(GAME, [hand, "5S"]), run)
    assert legal(state) == {"0:K"}
    assert legal(play(state, "0:K")) == {"0:2"}
    assert state.pending == cr.AwaitTurn(0, ("K",))


def test_tp_02_no_ace_can_be_dealt_or_laid() -> None:
    state = table(GAME, ["2C", "2S"])
    with pytest.raises(cr.NotationError, match="no move"):
        cr.parse_move(state.rules, "0:A")
    with pytest.raises(cr.DealError):
        table(GAME, ["AC", "2S"])


def test_t2_black_pack_first__T2() -> None:
    assert cr.new_deal(rules(2), seed=1).pack == "black"
    assert "9D" in whole_pack(cr.new_deal(rules(2), seed=1))


def test_t2_red_pack_first__T2_parameter() -> None:
    black = {"suits": ["C", "S"], "exchange": {"9C": "9D"}, "comet": ["9D"]}
    red = {"suits": ["D", "H"], "exchange": {"9D": "9C"}, "comet": ["9C"]}
    other = house({"deck.packs": {"red": red, "black": black}}, base=GAME)
    state = cr.new_deal(rules(2, other), seed=1)
    assert state.pack == "red"
    assert "9H" in whole_pack(state) and "9S" not in whole_pack(state)


# --- §3: the deal --------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("players", CARDS_EACH)
def test_t1_cards_each_and_dead__T1(players: int, pack: str) -> None:
    state = cr.new_deal(rules(players), seed=7, pack=pack)
    assert {len(hand) for hand in state.hands} == {CARDS_EACH[players]}
    assert len(state.dead) == DEAD[players]


def test_t1_other_figures_for_the_lost_table__T1_parameter() -> None:
    other = house({"deal.table": {2: 20, 3: 15, 4: 11, 5: 9}}, base=GAME)
    assert [len(hand) for hand in cr.new_deal(rules(3, other), seed=7).hands] == [15, 15, 15]


@pytest.mark.parametrize("players", CARDS_EACH)
def test_tp_03_dealt_clockwise_from_the_dealers_left(players: int) -> None:
    """The same shuffle gives the same hands to the seats counted from the dealer."""
    deals = [cr.new_deal(rules(players), seed="x", dealer=d).hands for d in range(players)]
    first = [deals[0][(1 + i) % players] for i in range(players)]
    for dealer, hands in enumerate(deals):
        assert [hands[(dealer + 1 + i) % players] for i in range(players)] == first


@pytest.mark.parametrize("players", CARDS_EACH)
def test_tp_04_the_player_left_of_the_dealer_leads(players: int) -> None:
    for dealer in range(players):
        state = cr.new_deal(rules(players), seed=3, dealer=dealer)
        assert state.pending == cr.AwaitLead((dealer + 1) % players)


def test_tp_03_dead_cards_stay_out_and_runs_get_stuck_on_them() -> None:
    """All eights are dead: a run that comes to the 7 cannot go on."""
    state = table(GAME, ["7C 3C", "9C 2C"], dead=["8C", "8C", "8S", "8S"])
    assert texts(state.dead).count("8C") == 2
    state = play(state, "0:7 0:pass 1:pass")
    assert state.pending == cr.AwaitLead(0)


# --- §4: the worked run, and §5: its Comet -------------------------------------------------------

ANNA, BEN, CARLA = 0, 1, 2
WORKED = [
    "2C 3C 5C 6C 6S 7C 7S 9C TC JC KC KS",
    "2S 3S 5C 5S 7C 7S 9S TS JS QC QS KC",
    "2C 2S 3C 3S 8C 8S 9S 9D JC QC QS KS",
]
WORKED_DEAD = "4C 4C 4S 4S 5S 6C 6S 8C 8S TC TS JS"


def worked() -> cr.State:
    """A full deal for three, Carla dealing, in which both examples of the text come about."""
    return table(GAME, WORKED, dealer=CARLA, dead=WORKED_DEAD.split())


def test_tp_04_worked_run_anna_opens() -> None:
    state = worked()
    assert state.pending == cr.AwaitLead(ANNA)
    assert legal(state) == {f"0:{rank}" for rank in "235679TJK"}
    (laid,) = events(state, "0:5")
    five = (cr.parse_card("5C"),)
    assert laid == cr.Laid(ANNA, five, lead=True, as_comet=False, names=("5",))
    state = play(state, "0:5")
    assert legal(state) == {"0:6"}
    (laid,) = events(state, "0:6")
    assert isinstance(laid, cr.Laid) and not laid.lead
    state = play(state, "0:6")
    assert legal(state) == {"0:7"}
    state = play(state, "0:7")
    assert legal(state) == {"0:pass"}
    assert said(state, "0:pass") == cr.Passed(ANNA, ("8",), laid=True)  # "without 8"


def test_tp_04_worked_run_ben_passes_and_carla_goes_on() -> None:
    state = play(worked(), "0:5 0:6 0:7 0:pass")
    assert state.pending == cr.AwaitTurn(BEN, ("8",))
    assert legal(state) == {"1:pass"}
    assert said(state, "1:pass") == cr.Passed(BEN, ("8",), laid=False)  # "pass"
    state = play(state, "1:pass")
    assert legal(state) == {"2:8", "2:9D=8"}
    state = play(state, "2:8")
    assert legal(state) == {"2:9", "2:9D=9"}
    state = play(state, "2:9")
    assert legal(state) == {"2:9D=T", "2:pass"}
    assert said(state, "2:pass") == cr.Passed(CARLA, ("T",), laid=True)  # "without 10"


def test_tp_04_worked_run_up_to_bens_king() -> None:
    state = play(worked(), "0:5 0:6 0:7 0:pass 1:pass 2:8 2:9 2:pass")
    assert legal(state) == {"0:T"}
    state = play(state, "0:T")
    assert legal(state) == {"0:J"}
    state = play(state, "0:J")
    assert said(state, "0:pass") == cr.Passed(ANNA, ("Q",), laid=True)  # "without Queen"
    state = play(state, "0:pass")
    assert legal(state) == {"1:Q"}
    state = play(state, "1:Q")
    assert legal(state) == {"1:K"}
    laid, stopped = events(state, "1:K")
    assert isinstance(laid, cr.Laid) and stopped == cr.RunStopped(BEN)
    state = play(state, "1:K")
    assert state.pending == cr.AwaitLead(BEN)  # the King's player starts anew, with any card
    assert legal(state) == {f"1:{rank}" for rank in "23579TJQ"}


AFTER_KING = "0:5 0:6 0:7 0:pass 1:pass 2:8 2:9 2:pass 0:T 0:J 0:pass 1:Q 1:K"


def test_tp_04_worked_run_bens_new_run_gets_stuck() -> None:
    state = play(worked(), AFTER_KING + " 1:2 1:3")
    assert said(state, "1:pass") == cr.Passed(BEN, ("4",), laid=True)  # "without 4"
    state = play(state, "1:pass 2:pass")
    passed, stuck = events(state, "0:pass")
    assert passed == cr.Passed(ANNA, ("4",), laid=False)
    assert stuck == cr.RunStuck(BEN, ("4",))
    state = play(state, "0:pass")
    assert state.pending == cr.AwaitLead(BEN)
    assert legal(state) == {f"1:{rank}" for rank in "579TJQ"}
    assert balances(state) == (0, 0, 0)


def test_tp_05_worked_comet_laid_as_the_six() -> None:
    """Ben stands without a 6; Carla has none either, but the Comet: two from each, a new run."""
    state = play(worked(), AFTER_KING + " 1:2 1:3 1:pass 2:pass 0:pass 1:5")
    assert said(state, "1:pass") == cr.Passed(BEN, ("6",), laid=True)
    state = play(state, "1:pass")
    assert legal(state) == {"2:9D=6", "2:pass"}
    laid, *_, stopped = events(state, "2:9D=6")
    comet = cr.parse_card("9D")
    assert laid == cr.Laid(CARLA, (comet,), lead=False, as_comet=True, stands_for="6")
    assert paid(state, "2:9D=6") == [
        (ANNA, CARLA, 2, "payments.comet.reward"),
        (BEN, CARLA, 2, "payments.comet.reward"),
    ]
    assert stopped == cr.RunStopped(CARLA)
    state = play(state, "2:9D=6")
    assert state.pending == cr.AwaitLead(CARLA)
    assert legal(state) == {f"2:{rank}" for rank in "238JQK"}
    assert balances(state) == (-2, -2, 4)
    assert state.comet_laid


# --- §4: playing ---------------------------------------------------------------------------------


def test_tp_04_suits_do_not_matter() -> None:
    """Any five follows any four, and a rank held twice is one move."""
    state = play(table(GAME, ["4C KC", "5S 5C 2C", "5S"]), "0:4 0:pass")
    assert legal(state) == {"1:5"}
    with pytest.raises(cr.NotationError, match="suits do not matter"):
        cr.parse_move(state.rules, "1:5S")


def test_tp_04_which_of_equal_ranks_leaves_follows_a_fixed_order() -> None:
    """So records replay exactly, in whatever order the hand was written."""
    orders = (["5S", "5C", "2C"], ["2C", "5C", "5S"])
    states = [
        play(cr.new_deal(rules(2), hands=[hand, ["KC"]], dealer=1), "0:5 0:pass 1:pass")
        for hand in orders
    ]
    assert states[0] == states[1] and str(states[0]) == str(states[1])
    assert [card[0] for card in texts(states[0].hands[0])] == ["2", "5"]


def test_tp_04_who_can_play_must() -> None:
    state = play(table(GAME, ["4C KC", "5C 2C", "5S 2S"]), "0:4")
    assert refused(table(GAME, ["4C KC", "5C", "5S"]), "0:pass") == "must_lead"
    assert refused(play(state, "0:pass"), "1:pass") == "must_continue"
    again = play(table(GAME, ["4C 5C KC", "6C", "6S"]), "0:4")
    assert refused(again, "0:pass") == "must_continue"


def test_tp_04_passing_by_choice__parameter() -> None:
    state = table(house({"play.continue": "may"}, base=GAME), ["4C KC", "5C 2C", "5S 2S"])
    assert legal(play(state, "0:4 0:pass")) == {"1:5", "1:pass"}


def test_tp_04_turn_passes_left_and_comes_back() -> None:
    """The run goes round the table as often as it goes on."""
    state = table(GAME, ["2C 5C KC", "3C 6C KS", "4C 7C KC"])
    state = play(state, "0:2 0:pass 1:3 1:pass 2:4 2:pass 0:5 0:pass 1:6 1:pass 2:7 2:pass")
    assert state.pending == cr.AwaitTurn(0, ("8",))
    assert state.last_seat == 2
    state = play(state, "0:pass 1:pass")
    assert state.pending == cr.AwaitLead(2)


def test_tp_04_a_card_that_is_not_next_is_refused() -> None:
    state = play(table(GAME, ["4C KC", "5C 6C", "8S"]), "0:4 0:pass")
    assert refused(state, "1:6") == "not_next"
    assert refused(state, "2:8") == "wrong_seat"


def test_tp_04_stuck_the_last_player_leads_any_card() -> None:
    """Not the next in turn: the player of the last card, once all others have passed."""
    state = play(table(GAME, ["4C 2C KC", "5C 8C TC", "2S TS"]), "0:4 0:pass 1:5 1:pass 2:pass")
    assert legal(state) == {"0:pass"}
    assert legal(play(state, "0:pass")) == {"1:8", "1:T"}


def test_tp_04_king_led_alone_is_a_run_of_its_own() -> None:
    state = play(table(GAME, ["KC KS 4C", "5C"]), "0:K")
    assert legal(state) == {"0:K", "0:4"}
    assert balances(state) == (0, 0)


# --- §4.5: sets ----------------------------------------------------------------------------------


def test_t3_all_four_at_once_when_their_rank_is_next__T3() -> None:
    state = play(table(GAME, ["7C 8C 8C 8S 8S 9C", "9S"]), "0:7")
    assert legal(state) == {"0:8", "0:8*4"}
    (laid,) = events(state, "0:8*4")
    assert isinstance(laid, cr.Laid) and texts(laid.cards) == ["8C", "8C", "8S", "8S"]
    state = play(state, "0:8*4")
    assert state.pending == cr.AwaitTurn(0, ("9",))
    assert texts(state.hands[0]) == ["9C"]


def test_t3_one_of_four_may_still_be_laid__T3() -> None:
    """A set is a right; the others stay in the hand, where they are no set any more."""
    state = play(table(GAME, ["7C 8C 8C 8S 8S 2C", "9S"]), "0:7 0:8")
    assert len(state.hands[0]) == 4
    assert legal(state) == {"0:pass"}
    state = play(table(GAME, ["7C 7S 8C 8C 8S 8S 2C", "2S"]), "0:7 0:8 0:pass 1:pass 0:7")
    assert legal(state) == {"0:8"}


@pytest.mark.parametrize("held", ["8C 8C 8S", "8C 8S", "8C"])
def test_t3_not_without_all_four__T3(held: str) -> None:
    state = play(table(GAME, [f"7C {held} KC", "9S"]), "0:7")
    assert legal(state) == {"0:8"}
    assert refused(state, "0:8*4") == "not_held"


@pytest.mark.parametrize("some", ["8*2", "8*3", "9*2", "9*4", "8+9"])
def test_t3_never_two_or_three__T3(some: str) -> None:
    state = table(GAME, ["7C 8C 8C 8S 8S 9C 9S 9S 9D", "2C"])
    with pytest.raises(cr.NotationError):
        cr.parse_move(state.rules, f"0:{some}")


def test_t3_three_natural_nines_are_a_set__T3() -> None:
    state = play(table(GAME, ["8C 9C 9S 9S TC 2C", "2S"]), "0:8")
    assert legal(state) == {"0:9", "0:9*3"}
    (laid,) = events(state, "0:9*3")
    assert isinstance(laid, cr.Laid) and texts(laid.cards) == ["9C", "9S", "9S"]
    assert legal(play(state, "0:9*3")) == {"0:T"}


def test_t3_red_nines_likewise__T3() -> None:
    state = play(table(GAME, ["8D 9D 9H 9H TD 2D", "2H"], pack="red"), "0:8")
    assert legal(state) == {"0:9", "0:9*3"}


def test_t3_the_comet_never_joins_a_set__T3() -> None:
    """With all four nines, Comet included, the set is the three natural ones."""
    state = play(table(GAME, ["8C 9C 9S 9S 9D 2C", "2S"]), "0:8")
    assert legal(state) == {"0:9", "0:9*3", "0:9D=9"}
    assert texts(play(state, "0:9*3").hands[0]) == ["2C", "9D"]
    two_and_comet = play(table(GAME, ["8C 9C 9S 9D 2C", "2S"]), "0:8")
    assert legal(two_and_comet) == {"0:9", "0:9D=9"}


@pytest.mark.parametrize(
    ("at_once", "sets"), [("full_set", {"9*3"}), ("any_number", {"9*2", "9*3"})]
)
def test_t3_a_plain_comet_joins_no_set_either__T3_parameter(at_once: str, sets: set[str]) -> None:
    """Not where it is an ordinary nine: when nines are due, or led."""
    changes = {"comet.if_due": "natural", "comet.if_led": "natural"}
    changes |= {"play.at_once": at_once, "play.lead.at_once": at_once}
    state = table(house(changes, base=GAME), ["9C 9S 9S 9D 8C", "2S"])
    nines = {"0:9", "0:9D", *(f"0:{text}" for text in sets)}
    assert legal(state) == nines | {"0:8"}
    assert legal(play(state, "0:8")) == nines


def test_t3_not_on_a_lead__T3() -> None:
    """The text speaks of the next rank; a lead has none before it."""
    state = table(GAME, ["8C 8C 8S 8S 9C 9S 9S", "2S"])
    assert legal(state) == {"0:8", "0:9"}
    assert refused(state, "0:8*4") == "set_not_allowed"
    assert refused(state, "0:9*3") == "set_not_allowed"


def test_t3_not_on_a_later_lead_either__T3() -> None:
    state = play(table(GAME, ["KC 8C 8C 8S 8S", "2S"]), "0:K")
    assert legal(state) == {"0:8"}


def test_t3_sets_on_leads__T3_parameter() -> None:
    profile = house({"play.lead.at_once": "full_set"}, base=GAME)
    state = table(profile, ["8C 8C 8S 8S 9C 9S 9S TC 2C 2S", "2S"])
    assert legal(state) == {"0:2", "0:8", "0:8*4", "0:9", "0:9*3", "0:T"}
    assert legal(play(state, "0:8*4")) == {"0:9", "0:9*3"}
    assert legal(play(state, "0:9*3")) == {"0:T"}
    later = play(table(profile, ["KC 8C 8C 8S 8S", "2S"]), "0:K")
    assert legal(later) == {"0:8", "0:8*4"}


def test_t3_any_number_at_once__T3_parameter() -> None:
    profile = house({"play.at_once": "any_number"}, base=GAME)
    state = play(table(profile, ["8C 9C 9S 9S 9D TC TS 2C", "2S"]), "0:8")
    assert legal(state) == {"0:9", "0:9*2", "0:9*3", "0:9D=9"}
    assert legal(play(state, "0:9*2")) == {"0:T", "0:T*2", "0:9D=T"}
    assert "0:T*2" not in legal(table(profile, ["TC TS", "2S"]))


def test_t3_no_sets_at_all__T3_parameter() -> None:
    state = table(house({"play.at_once": "one_card"}, base=GAME), ["7C 8C 8C 8S 8S 2C", "9S"])
    assert legal(play(state, "0:7")) == {"0:8"}


def test_t3_a_set_laid_by_the_next_player__T3() -> None:
    state = play(table(GAME, ["7C 2C", "8C 8C 8S 8S 2S"]), "0:7 0:pass")
    assert legal(state) == {"1:8", "1:8*4"}


def test_t3_four_kings_at_once_stop_the_run__T3() -> None:
    state = play(table(GAME, ["QC KC KC KS KS 5C", "6S"]), "0:Q")
    assert legal(state) == {"0:K", "0:K*4"}
    assert events(state, "0:K*4")[-1] == cr.RunStopped(0)
    assert legal(play(state, "0:K*4")) == {"0:5"}


def test_t3_a_set_can_be_the_last_cards__T3() -> None:
    state = play(table(GAME, ["7C 8C 8C 8S 8S", "TC"]), "0:7 0:8*4")
    assert state.is_over
    assert balances(state) == (10, -10)


def test_t3_three_nines_as_the_last_cards_are_no_comet__T3_T6() -> None:
    state = play(table(GAME, ["8C 9C 9S 9S", "TC"]), "0:8 0:9*3")
    assert balances(state) == (10, -10)


def test_t3_stuck_right_after_a_set__T3() -> None:
    state = play(table(GAME, ["7C 8C 8C 8S 8S 2C", "TC", "TS"]), "0:7 0:8*4")
    assert legal(state) == {"0:pass"}
    assert legal(play(state, "0:pass 1:pass 2:pass")) == {"0:2"}


# --- §5: the Comet -------------------------------------------------------------------------------


def test_t4_in_place_of_the_needed_card__T4() -> None:
    state = play(table(GAME, ["4C 2C", "9D KC", "2S"]), "0:4 0:pass")
    assert legal(state) == {"1:9D=5", "1:pass"}


def test_t4_never_obliged_to_lay_it__T4() -> None:
    """Not even as a nine in the nine's own place."""
    state = play(table(GAME, ["8C 2C", "9D KC"]), "0:8 0:pass")
    assert legal(state) == {"1:9D=9", "1:pass"}
    assert play(state, "1:pass").pending == cr.AwaitLead(0)


def test_t4_also_when_a_natural_card_is_held__T4() -> None:
    state = play(table(GAME, ["4C 2C", "9D 5C", "2S"]), "0:4 0:pass")
    assert legal(state) == {"1:5", "1:9D=5"}
    assert refused(state, "1:pass") == "must_continue"


def test_t4_only_when_unable__T4_parameter() -> None:
    profile = house({"comet.when": "when_unable"}, base=GAME)
    state = play(table(profile, ["4C 2C", "9D 5C", "9C"]), "0:4 0:pass")
    assert legal(state) == {"1:5"}
    assert refused(state, "1:9D=5") == "comet_not_now"
    assert legal(play(state, "1:5")) == {"1:9D=6", "1:pass"}


def test_t4_only_by_who_has_just_laid__T4_parameter() -> None:
    profile = house({"comet.when": "ending_own_part"}, base=GAME)
    state = play(table(profile, ["4C 2C", "9D 6C KC", "5C 2S"]), "0:4 0:pass")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass 2:5 2:pass 0:pass")
    assert legal(state) == {"1:6"}
    assert legal(play(state, "1:6")) == {"1:9D=7", "1:pass"}


def test_t4_forced_when_unable__T4_parameter() -> None:
    profile = house({"comet.must": "when_unable"}, base=GAME)
    state = play(table(profile, ["4C 2C", "9D KC"]), "0:4 0:pass")
    assert legal(state) == {"1:9D=5"}
    assert refused(state, "1:pass") == "must_lay_comet"


def test_t4_only_on_ones_own_turn__T4() -> None:
    state = play(table(GAME, ["4C 2C", "KC 2S", "9D KS"]), "0:4")
    assert legal(state) == {"0:pass"}
    assert refused(state, "2:9D=5") == "comet_not_now"
    state = play(state, "0:pass")
    assert refused(state, "2:9D=5") == "comet_not_now"
    assert legal(play(state, "1:pass")) == {"2:9D=5", "2:pass"}


def test_t4_only_for_the_card_that_is_needed__T4() -> None:
    state = play(table(GAME, ["4C 2C", "9D KC"]), "0:4 0:pass")
    assert refused(state, "1:9D=6") == "comet_not_now"
    assert refused(state, "1:9D=9") == "comet_not_now"


def test_t4_as_a_free_lead_it_stands_for_any_rank__T4() -> None:
    state = table(GAME, ["9D 4C", "5C KC"])
    assert legal(state) == {"0:4"} | stand_ins(0)
    state = play(state, "0:9D=K")
    assert legal(state) == {"0:4"}
    assert balances(state) == (2, -2)


def test_t4_led_it_stops_too__T4() -> None:
    """Nobody goes on above the rank that was named: its player leads again."""
    state = table(GAME, ["9D 4C 6C", "5C KC"])
    laid, payment, stopped = events(state, "0:9D=4")
    assert isinstance(laid, cr.Laid) and laid.lead and laid.stands_for == "4"
    assert isinstance(payment, cr.Paid) and payment.payment.amount == 2
    assert stopped == cr.RunStopped(0)
    assert legal(play(state, "0:9D=4")) == {"0:4", "0:6"}


def test_t4_led_after_a_king_and_after_a_stuck_run__T4() -> None:
    state = play(table(GAME, ["KC 9D 4C", "5C 2C"]), "0:K")
    assert legal(state) == {"0:4"} | stand_ins(0)
    state = play(table(GAME, ["6C 9D 4C", "5C 2C"]), "0:6 0:pass 1:pass")
    assert legal(state) == {"0:4"} | stand_ins(0)


def test_t4_not_to_be_led__T4_parameter() -> None:
    profile = house({"comet.if_led": "not_allowed"}, base=GAME)
    state = table(profile, ["9D 4C", "5C KC"])
    assert legal(state) == {"0:4"}
    assert refused(state, "0:9D=4") == "comet_lead"
    assert legal(play(state, "0:4")) == {"0:9D=5", "0:pass"}


def test_t4_not_to_be_led_and_nothing_else_left__T4_parameter() -> None:
    """Who has only the Comet passes the lead left."""
    profile = house({"comet.if_led": "not_allowed"}, base=GAME)
    state = play(table(profile, ["KC 9D", "5C 7C", "8S 2C"]), "0:K")
    assert legal(state) == {"0:pass"}
    assert events(state, "0:pass") == (cr.LeadPassed(0),)
    assert legal(play(state, "0:pass")) == {"1:5", "1:7"}


def test_t4_led_as_a_plain_nine__T4_parameter() -> None:
    profile = house({"comet.if_led": "natural"}, base=GAME)
    state = table(profile, ["9D 4C 2C", "TC KC"])
    assert legal(state) == {"0:2", "0:4", "0:9D"}
    assert paid(state, "0:9D") == [(1, 0, 2, "payments.comet.reward")]
    assert legal(play(state, "0:9D 0:pass")) == {"1:T"}


def test_t4_a_plain_nine_in_its_own_place__T4_parameter() -> None:
    """Where it is an ordinary card when nines are due, it is due like any other."""
    profile = house({"comet.if_due": "natural"}, base=GAME)
    state = play(table(profile, ["8C 2C", "9D TC KC"]), "0:8 0:pass")
    assert legal(state) == {"1:9D"}
    assert paid(state, "1:9D") == [(0, 1, 2, "payments.comet.reward")]
    assert legal(play(state, "1:9D")) == {"1:T"}


def test_t4_the_run_goes_on_above_it__T4_parameter() -> None:
    profile = house({"comet.does": "stand_in"}, base=GAME)
    state = play(table(profile, ["4C 2C", "9D 6C KC", "6S"]), "0:4 0:pass 1:9D=5")
    assert legal(state) == {"1:6"}


def test_t4_a_right_in_anybodys_turn__T4_parameter() -> None:
    profile = house({"comet.when": "any_time"}, base=GAME)
    state = play(table(profile, ["4C 2C", "5C KC", "9D KS"]), "0:4 0:pass")
    assert legal(state) == {"1:5", "2:9D=5"}
    assert play(state, "2:9D=5").pending == cr.AwaitLead(2)


@pytest.mark.parametrize("players", CARDS_EACH)
def test_tp_05_two_chips_from_every_other_player(players: int) -> None:
    hands = ["4C 9D 2C", "2S", "KC", "KS", "QC"][:players]
    state = play(table(GAME, hands), "0:4")
    rule = "payments.comet.reward"
    assert paid(state, "0:9D=5") == [(seat, 0, 2, rule) for seat in range(1, players)]
    expected = (2 * (players - 1), *[-2] * (players - 1))
    assert balances(play(state, "0:9D=5")) == expected


def test_tp_05_the_red_comet_earns_the_same() -> None:
    state = play(table(GAME, ["4D 9C 2D", "2H"], pack="red"), "0:4")
    assert legal(state) == {"0:9C=5", "0:pass"}
    assert paid(state, "0:9C=5") == [(1, 0, 2, "payments.comet.reward")]


def test_tp_05_the_comet_stops_even_for_a_low_card() -> None:
    """Its player leads, though it holds the card above the one that was stood in for."""
    state = play(table(GAME, ["4C 2C", "9D 6C 3C", "6S"]), "0:4 0:pass 1:9D=5")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:3", "1:6"}


# --- T5: the growing reward, within one deal -----------------------------------------------------


def carried(black: int = 0, red: int = 0) -> cr.Carried:
    return cr.Carried(lay_dead={cr.parse_card("9D"): black, cr.parse_card("9C"): red})


def reward(profile: cr.Profile | str, left: cr.Carried, pack: str = "black") -> list[int]:
    """What each opponent pays for the Comet, laid on a run and led."""
    comet, low, high = {"black": ("9D", "4C", "KC"), "red": ("9C", "4D", "KD")}[pack]
    hands = [f"{low} {comet} {high}", high, high.replace("K", "Q")]
    state = table(profile, hands, pack=pack, carried=left)
    led = paid(state, f"0:{comet}=7")
    on_run = paid(play(state, "0:4"), f"0:{comet}=5")
    assert led == on_run
    assert all(rule == "payments.comet.reward" for *_, rule in led)
    return [amount for _, _, amount, _ in led]


@pytest.mark.parametrize(("deals", "each"), [(0, 2), (1, 4), (2, 6), (3, 8), (7, 16)])
@pytest.mark.parametrize("pack", PACKS)
def test_t5_two_more_for_every_deal_it_lay_dead__T5(deals: int, each: int, pack: str) -> None:
    """Whichever pack it is played with: both Comets have grown alike."""
    assert reward(GAME, carried(deals, deals), pack) == [each, each]


def test_t5_a_first_deal_has_nothing_carried__T5() -> None:
    state = play(table(GAME, ["4C 9D 2C", "2S"]), "0:4")
    assert state.carried == cr.Carried()
    assert paid(state, "0:9D=5") == [(1, 0, 2, "payments.comet.reward")]


def test_t5_the_grown_reward_is_in_the_balances__T5() -> None:
    state = table(GAME, ["4C 9D 2C", "2S", "2S"], carried=carried(3, 3))
    assert balances(play(state, "0:4 0:9D=5")) == (16, -8, -8)


def test_t5_a_count_for_each_comet__T5_parameter() -> None:
    each = house({"payments.comet.counted": "each_comet"}, base=GAME)
    assert reward(each, carried(black=3, red=1)) == [8, 8]
    assert reward(each, carried(black=3, red=1), "red") == [4, 4]
    assert reward(each, carried(black=0, red=5)) == [2, 2]


@pytest.mark.parametrize("counted", ["together", "each_comet"])
def test_t5_reset_as_soon_as_it_is_dealt__T5_parameter(counted: str) -> None:
    """Then a reward that is earned has always fallen back to two."""
    changes = {"payments.comet.resets": "at_once", "payments.comet.counted": counted}
    assert reward(house(changes, base=GAME), carried(3, 3)) == [2, 2]


def test_t5_another_growth__T5_parameter() -> None:
    assert reward(house({"payments.comet.grows": 5}, base=GAME), carried(2, 2)) == [12, 12]


def test_t5_no_growth_at_all__T5_parameter() -> None:
    """After a deal in which the Comet lay dead it earns what it always does."""
    profile = house({"payments.comet.grows": 0}, base=GAME)
    match = cr.new_match(rules(2, profile), seed=1, dealer=1)
    match = match.after(play(match.deal(hands=[["4C"], ["6C"]]), "0:4"))
    state = match.deal(hands=[["KD"], ["9C", "4D", "2D"]])
    assert (state.pack, state.dealer) == ("red", 0)
    assert paid(state, "1:9C=K") == [(0, 1, 2, "payments.comet.reward")]


def test_t5_only_a_comet_counts_how_often_it_lay_dead__T5() -> None:
    with pytest.raises(cr.DealError, match="no Comet"):
        table(GAME, ["2C", "2S"], carried=cr.Carried(lay_dead={cr.parse_card("9H"): 1}))


# --- §6: the end of a deal -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "pack"),
    [(["5C", "KC 7C 3C", "4C QC 9D"], "black"), (["5H", "KD 7D 3H", "4D QH 9C"], "red")],
)
def test_tp_06_worked_payments_20_and_46(hands: list[str], pack: str) -> None:
    state = table(GAME, hands, pack=pack)
    assert paid(state, "0:5") == [
        (BEN, ANNA, 20, "settlement.per_point"),
        (CARLA, ANNA, 46, "settlement.per_point"),
    ]
    state = play(state, "0:5")
    assert balances(state) == (66, -20, -46)
    assert cr.score(state).winner == ANNA and not cr.score(state).drawn


@pytest.mark.parametrize(
    ("rank", "points"),
    [*((str(n), n) for n in range(2, 10)), ("T", 10), ("J", 10), ("Q", 10), ("K", 10)],
)
def test_tp_06_points_of_each_rank(rank: str, points: int) -> None:
    assert balances(play(table(GAME, ["2C", f"{rank}S"]), "0:2")) == (points, -points)


@pytest.mark.parametrize(
    ("hand", "owed"), [("9D", 18), ("9D 2S", 22), ("9D 9S", 36), ("9D KC QC", 58)]
)
def test_tp_06_caught_with_the_comet_pays_double_the_comet_counting_nine(
    hand: str, owed: int
) -> None:
    state = table(GAME, ["2C", hand, "3C"])
    end = play(state, "0:2")
    assert balances(end) == (owed + 3, -owed, -3)
    doubled = cr.score(end).payments[0]
    assert (doubled.times, doubled.because) == (2, ("settlement.times.comet_caught",))


def test_tp_06_a_red_natural_nine_of_diamonds_does_not_double() -> None:
    assert balances(play(table(GAME, ["2D", "9D"], pack="red"), "0:2")) == (9, -9)
    assert balances(play(table(GAME, ["2D", "9C"], pack="red"), "0:2")) == (18, -18)


def test_tp_06_the_deal_ends_with_the_last_card_at_once() -> None:
    """Not at the end of the turn or of the run, and with nothing for anybody else to do."""
    state = play(table(GAME, ["5C", "6C 7C", "9D"]), "0:5")
    assert state.pending == cr.DealOver(0)
    assert legal(state) == set()
    assert refused(state, "1:6") == "after_end"


def test_tp_06_a_king_as_the_last_card() -> None:
    state = table(GAME, ["KC", "2C"])
    assert [type(event) for event in events(state, "0:K")] == [cr.Laid, cr.DealEnded, cr.Paid]
    assert balances(play(state, "0:K")) == (2, -2)


def test_tp_06_any_player_can_be_first_out() -> None:
    state = play(table(GAME, ["4C KC", "5C", "9D 2S"]), "0:4 0:pass 1:5")
    assert balances(state) == (-10, 32, -22)
    assert cr.score(state).winner == 1


def test_tp_06_points_of_dead_cards_cost_nobody() -> None:
    state = play(table(GAME, ["2C", "3C"], dead=["9D", "KC"]), "0:2")
    assert balances(state) == (3, -3)


def test_t6_comet_last_on_a_run_doubles__T6() -> None:
    """Its reward is paid first and stays single."""
    state = play(table(GAME, ["4C 9D", "KC 7C 3C", "4S QC"]), "0:4")
    assert paid(state, "0:9D=5") == [
        (1, 0, 2, "payments.comet.reward"),
        (2, 0, 2, "payments.comet.reward"),
        (1, 0, 40, "settlement.per_point"),
        (2, 0, 28, "settlement.per_point"),
    ]
    end = play(state, "0:9D=5")
    assert balances(end) == (72, -42, -30)
    assert {p.because for p in cr.score(end).payments} == {("settlement.times.comet_last",)}


def test_t6_comet_last_as_a_nine_on_a_run_quadruples__T6() -> None:
    state = play(table(GAME, ["8C 9D", "KC 7C 3C", "4S QC"]), "0:8")
    assert legal(state) == {"0:9D=9", "0:pass"}
    end = play(state, "0:9D=9")
    assert balances(end) == (80 + 56 + 4, -82, -58)
    (because,) = {p.because for p in cr.score(end).payments}
    assert because == ("settlement.times.comet_last_as_own_rank",)


@pytest.mark.parametrize("rank", RANKS)
def test_t6_comet_last_on_a_lead_can_be_called_a_nine__T4_T6(rank: str) -> None:
    state = play(table(GAME, ["KC 9D", "KC 7C 3C"]), "0:K")
    assert legal(state) == stand_ins(0)
    times = 4 if rank == "9" else 2
    assert paid(state, f"0:9D={rank}") == [
        (1, 0, 2, "payments.comet.reward"),
        (1, 0, 20 * times, "settlement.per_point"),
    ]


def test_t6_comet_as_the_very_first_and_last_card__T6() -> None:
    assert balances(play(table(GAME, ["9D", "5C"]), "0:9D=9")) == (22, -22)
    assert balances(play(table(GAME, ["9D", "5C"]), "0:9D=8")) == (12, -12)


def test_t6_the_red_comet_last_as_a_nine__T6() -> None:
    state = play(table(GAME, ["8D 9C", "KD 7D 3D"], pack="red"), "0:8")
    assert balances(play(state, "0:9C=9")) == (82, -82)


def test_t6_a_grown_reward_is_not_multiplied__T5_T6_T7() -> None:
    state = table(GAME, ["8C 9D", "5C", "6C"], carried=carried(2, 2))
    assert balances(play(state, "0:8 0:9D=9")) == (56, -26, -30)


def test_t6_comet_laid_earlier_doubles_nothing__T6() -> None:
    state = play(table(GAME, ["9D 4C", "5C"]), "0:9D=9 0:4")
    assert balances(state) == (2 + 5, -7)


def test_t6_comet_last_without_a_price_of_its_own_as_a_nine__T6_parameter() -> None:
    """Where nothing is said of its own rank, the nine is like any other card."""
    profile = house({"settlement.times.comet_last_as_own_rank": 2}, base=GAME)
    assert balances(play(table(profile, ["9D", "5C"]), "0:9D=9")) == (12, -12)


def test_t6_led_as_a_plain_nine_and_last__T4_T6_parameter() -> None:
    """Then it was a nine in every sense."""
    profile = house({"comet.if_led": "natural"}, base=GAME)
    assert balances(play(table(profile, ["9D", "5C"]), "0:9D")) == (22, -22)


@pytest.mark.parametrize(
    ("together", "caught", "last"), [("multiply", 4, 8), ("add", 4, 6), ("highest", 2, 4)]
)
def test_t7_multipliers_that_meet__T7(together: str, caught: int, last: int) -> None:
    """Only Opera can meet another: caught with it, or the Comet last as a nine."""
    changes = {"settlement.times.opera": 2, "settlement.times.together": together}
    profile = house(changes, base=GAME)
    state = play(table(profile, ["2C", "9D KC"]), "0:2")
    assert balances(state) == (19 * caught, -19 * caught)
    state = play(table(profile, ["9D", "5C"]), "0:9D=9")
    assert balances(state) == (2 + 5 * last, -2 - 5 * last)


def test_t7_the_two_pack_game_itself_knows_no_opera() -> None:
    state = table(GAME, ["2C", "3C"])
    (ended,) = [e for e in events(state, "0:2") if isinstance(e, cr.DealEnded)]
    assert ended == cr.DealEnded(0, opera=False, drawn=False)


def test_t10_no_limit_to_what_a_deal_costs__T10() -> None:
    """The fifty chips to begin with are advice: a hand may cost more."""
    hand = "9D KC KC KS KS QC QC QS QS JC JC JS JS TC TC TS TS 8C"
    state = play(table(GAME, ["2C", hand]), "0:2")
    assert balances(state) == (2 * 177, -2 * 177)


def test_t10_payments_sum_to_zero_over_whole_deals__T10() -> None:
    for players in CARDS_EACH:
        for seed in range(20):
            state = cr.new_deal(rules(players), seed=seed, carried=carried(seed, seed))
            while not state.is_over:
                state = cr.step(state, cr.legal_moves(state)[-1])
            assert sum(balances(state)) == 0
            assert cr.score(state).pool == 0
