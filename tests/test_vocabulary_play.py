"""Every key and value of `play` but its leads, on small deals; then all of them in pairs."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import cometrules as cr

from .helpers import events, house, legal, paid, play, refused, table, texts, total

pytestmark = pytest.mark.long


def turn(seat: int, needs: str) -> cr.AwaitTurn:
    """A seat on turn, with the cards or ranks it needs."""
    return cr.AwaitTurn(seat, tuple(_places(needs)))


def holder(needs: str) -> cr.AwaitHolder:
    """Whoever holds one of these."""
    return cr.AwaitHolder(tuple(_places(needs)))


def _places(text: str) -> Iterator[cr.Card | str]:
    return (part if len(part) == 1 else cr.parse_card(part) for part in text.split())


def stuck_events(state: cr.State, move: str) -> list[cr.RunStuck]:
    return [event for event in events(state, move) if isinstance(event, cr.RunStuck)]


def refusal(changes: dict[str, Any]) -> set[str]:
    """The codes with which the checker refuses the changed house rules."""
    with pytest.raises(cr.ProfileError) as caught:
        house(changes)
    assert caught.value.report is not None
    return {problem.code for problem in caught.value.report.problems}


# --- order ------------------------------------------------------------------------------------


def test_play_order_by_turn_asks_one_seat_after_the_other() -> None:
    state = play(table(house(), ["5C 9H", "7C KS", "6C KH"]), "0:5C")
    assert state.pending == turn(0, "6C")
    assert legal(state) == {"0:pass"}
    assert refused(state, "2:6C") == "wrong_seat"
    state = play(state, "0:pass")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass")
    assert state.pending == turn(2, "6C")
    assert legal(state) == {"2:6C"}


def test_play_order_by_turn_goes_on_from_the_player_of_the_last_card() -> None:
    """Not from the seat after the leader: the turn stays where the run has come to."""
    state = play(table(house(), ["5C 9H", "7C KS", "6C KH"]), "0:5C 0:pass 1:pass 2:6C")
    assert state.pending == turn(2, "7C")
    assert play(state, "2:pass").pending == turn(0, "7C")


def test_play_order_by_holder_asks_whoever_holds_the_next_card() -> None:
    state = play(table(house({"play.order": "by_holder"}), ["5C 9H", "7C KS", "6C KH"]), "0:5C")
    assert state.pending == holder("6C")
    assert legal(state) == {"2:6C"}
    assert refused(state, "2:pass") == "no_turns"
    assert refused(state, "1:pass") == "no_turns"
    assert refused(state, "1:7C") == "not_next"
    state = play(state, "2:6C")
    assert legal(state) == {"1:7C"}


def test_play_order_by_holder_stuck_at_once_when_no_hand_has_the_card() -> None:
    before = table(house({"play.order": "by_holder"}), ["5C 9H", "7C KS", "8C KH"])
    assert stuck_events(before, "0:5C") == [cr.RunStuck(0, (cr.parse_card("6C"),))]
    assert play(before, "0:5C").pending == cr.AwaitLead(0)


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("M20", {"play.continue": "may"}),
        ("M20", {"play.turn": "one_card"}),
        ("M21", {"play.suits": "ignored"}),
        ("M21", {"deck.copies": 2}),
        ("M20", {"comet.cards": ["9D"], "comet.when": "ending_own_part"}),
        ("M20", {"comet.cards": ["9D"], "comet.when": "when_unable"}),
        ("M20", {"comet.cards": ["9D"], "comet.when": "on_turn"}),
        ("M20", {"comet.cards": ["9D"], "comet.when": "any_time", "comet.must": "when_unable"}),
    ],
)
def test_play_order_by_holder_refuses_what_asks_for_a_turn(
    code: str, changes: dict[str, Any]
) -> None:
    assert refusal({"play.order": "by_holder", **changes}) == {code}
    house(changes)


# --- suits ------------------------------------------------------------------------------------


def test_play_suits_matter_keeps_the_run_in_its_suit() -> None:
    state = play(table(house(), ["5C 6D 2H", "KS"]), "0:5C")
    assert legal(state) == {"0:pass"}
    assert refused(state, "0:6D") == "not_next"


def test_play_suits_ignored_asks_for_a_rank() -> None:
    profile = house({"play.suits": "ignored"})
    state = play(table(profile, ["5C 6D 2H", "6H KS"]), "0:5")
    assert state.pending == turn(0, "6")
    assert legal(state) == {"0:6"}
    state = play(state, "0:6 0:pass")
    assert state.pending == turn(1, "7")
    with pytest.raises(cr.NotationError, match="write 6"):
        cr.parse_move(state.rules, "1:6H")


def test_play_suits_ignored_leaves_the_equal_cards_in_the_hand() -> None:
    state = play(table(house({"play.suits": "ignored"}), ["6C 6D 6H 2S", "KS"]), "0:6")
    assert [card.rank for card in state.hands[0]].count("6") == 2


# --- continue ---------------------------------------------------------------------------------


def test_play_continue_must_binds_everybody_who_can__F1() -> None:
    state = play(table(house(), ["5C 6C 9H", "7C 2S"]), "0:5C")
    assert legal(state) == {"0:6C"}
    assert refused(state, "0:pass") == "must_continue"
    state = play(state, "0:6C 0:pass")
    assert legal(state) == {"1:7C"}
    assert refused(state, "1:pass") == "must_continue"


def test_play_continue_may_lets_anybody_pass__F1() -> None:
    state = play(table(house({"play.continue": "may"}), ["5C 6C 9H", "7C 2S"]), "0:5C")
    assert legal(state) == {"0:6C", "0:pass"}
    state = play(state, "0:pass")
    assert state.pending == turn(1, "6C")
    state = play(table(house({"play.continue": "may"}), ["5C 9H", "6C 2S"]), "0:5C 0:pass")
    assert legal(state) == {"1:6C", "1:pass"}


def test_play_continue_may_closed_circle_ends_the_run_though_its_player_is_able() -> None:
    state = play(table(house({"play.continue": "may"}), ["5C 6C 9H", "KH", "KS"]), "0:5C 0:pass")
    state = play(state, "1:pass")
    assert stuck_events(state, "2:pass") == [cr.RunStuck(0, (cr.parse_card("6C"),))]
    state = play(state, "2:pass")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == {"0:6C", "0:9H"}


@pytest.mark.parametrize("number", [2, 3, 4])
def test_play_continue_must_closed_circle_comes_back_to_who_is_able(number: int) -> None:
    """With one card to a turn the player of the last card may still hold the next."""
    profile = house({"play.turn": "one_card"})
    state = table(profile, ["5C 6C 9H", "KH QH", "KS QS", "KD QD"][:number])
    state = play(state, "0:5C " + " ".join(f"{seat}:pass" for seat in range(1, number)))
    assert state.pending == turn(0, "6C")
    assert legal(state) == {"0:6C"}
    assert refused(state, "0:pass") == "must_continue"


# --- turn -------------------------------------------------------------------------------------


def test_play_turn_as_far_as_possible() -> None:
    state = play(table(house(), ["5C 6C 7C 9C 2H", "8C KS"]), "0:5C 0:6C 0:7C")
    assert state.pending == turn(0, "8C")
    state = play(state, "0:pass 1:8C")
    assert legal(state) == {"1:pass"}
    assert legal(play(state, "1:pass")) == {"0:9C"}


def test_play_turn_one_card_moves_on_after_each_card() -> None:
    profile = house({"play.turn": "one_card"})
    state = play(table(profile, ["5C 6C 7C 2H", "8C KS", "KD QD"]), "0:5C")
    assert state.pending == turn(1, "6C")
    assert refused(state, "0:6C") == "wrong_seat"
    state = play(state, "1:pass 2:pass 0:6C")
    assert state.pending == turn(1, "7C")


def test_play_turn_one_card_is_stuck_when_the_circle_closes_on_who_is_not_able() -> None:
    profile = house({"play.turn": "one_card"})
    state = play(table(profile, ["5C 7C", "8C KS", "KD QD"]), "0:5C 1:pass")
    assert stuck_events(state, "2:pass") == [cr.RunStuck(0, (cr.parse_card("6C"),))]
    assert play(state, "2:pass").pending == cr.AwaitLead(0)


def test_play_turn_one_card_with_may_ends_when_the_circle_closes() -> None:
    profile = house({"play.turn": "one_card", "play.continue": "may"})
    state = play(table(profile, ["5C 6C", "8C KS", "KD QD"]), "0:5C 1:pass 2:pass")
    assert state.pending == cr.AwaitLead(0)


def test_play_turn_one_card_counts_a_set_as_one() -> None:
    profile = house({"play.turn": "one_card", "play.suits": "ignored", "play.at_once": "full_set"})
    state = play(table(profile, ["5C 7C", "6C 6D 6H 6S 7S"]), "0:5 1:6*4")
    assert state.pending == turn(0, "7")


# --- at once ----------------------------------------------------------------------------------

IGNORED = {"play.suits": "ignored"}
SIXES = ["5C 2H", "6C 6D 6H 6S KS"]


@pytest.mark.parametrize(
    ("at_once", "hand", "moves"),
    [
        ("one_card", "6C 6D 6H 6S KS", {"6"}),
        ("full_set", "6C 6D 6H 6S KS", {"6", "6*4"}),
        ("full_set", "6C 6D 6H KS", {"6"}),
        ("any_number", "6C 6D 6H 6S KS", {"6", "6*2", "6*3", "6*4"}),
        ("any_number", "6D 6S KS", {"6", "6*2"}),
        ("any_number", "6S KS", {"6"}),
    ],
)
def test_play_at_once_where_suits_are_ignored(at_once: str, hand: str, moves: set[str]) -> None:
    profile = house({**IGNORED, "play.at_once": at_once})
    state = play(table(profile, ["5C 2H", hand]), "0:5 0:pass")
    assert legal(state) == {f"1:{move}" for move in moves}


def test_play_at_once_takes_the_whole_set_from_the_hand_and_goes_on_above_it() -> None:
    profile = house({**IGNORED, "play.at_once": "full_set"})
    state = play(table(profile, SIXES), "0:5 0:pass 1:6*4")
    assert state.pending == turn(1, "7")
    assert texts(state.hands[1]) == ["KS"]
    assert play(table(profile, SIXES), "0:5 0:pass 1:6").pending == turn(1, "7")


def test_play_at_once_says_nothing_of_leads__T3() -> None:
    profile = house({**IGNORED, "play.at_once": "full_set"})
    state = table(profile, ["6C 6D 6H 6S", "KS"])
    assert legal(state) == {"0:6"}
    assert refused(state, "0:6*4") == "set_not_allowed"


def test_play_at_once_full_set_is_what_the_pack_has_of_the_rank() -> None:
    profile = house({**IGNORED, "play.at_once": "full_set", "deck.remove": ["6H"]})
    state = play(table(profile, ["5C 2H", "6C 6D 6S KS"]), "0:5 0:pass")
    assert legal(state) == {"1:6", "1:6*3"}
    single = house({**IGNORED, "play.at_once": "full_set", "deck.remove": ["6H", "6D", "6S"]})
    assert legal(play(table(single, ["5C 2H", "6C KS"]), "0:5 0:pass")) == {"1:6"}


@pytest.mark.parametrize(
    ("at_once", "moves"),
    [("full_set", {"9", "9*3"}), ("any_number", {"9", "9*2", "9*3"})],
)
def test_play_at_once_sets_leave_the_comet_out__T3(at_once: str, moves: set[str]) -> None:
    profile = house({**IGNORED, "play.at_once": at_once, "comet.cards": ["9D"]})
    state = play(table(profile, ["8C 2H", "9C 9D 9H 9S KS"]), "0:8 0:pass")
    assert legal(state) == {f"1:{move}" for move in moves} | {"1:9D"}
    assert "9D" in texts(play(state, "1:9*3").hands[1])


def test_play_at_once_full_set_counts_every_copy_where_suits_are_ignored() -> None:
    profile = house({**IGNORED, "play.at_once": "full_set", "deck.copies": 2})
    eight = "6C 6C 6D 6D 6H 6H 6S 6S"
    state = play(table(profile, ["5C 2C", f"{eight} KC"]), "0:5 0:pass")
    assert legal(state) == {"1:6", "1:6*8"}
    state = play(table(profile, ["5C 2C", f"{eight[:-3]} KC"]), "0:5 0:pass")
    assert legal(state) == {"1:6"}


@pytest.mark.parametrize(
    ("copies", "at_once", "moves"),
    [
        (2, "one_card", {"8C"}),
        (2, "full_set", {"8C", "8C*2"}),
        (3, "full_set", {"8C"}),
        (3, "any_number", {"8C", "8C*2"}),
    ],
)
def test_play_at_once_with_copies_where_suits_matter(
    copies: int, at_once: str, moves: set[str]
) -> None:
    """The set is of the card that is due; eights of other suits have nothing to do with it."""
    profile = house({"deck.copies": copies, "play.at_once": at_once})
    state = play(table(profile, ["7C 2H", "8C 8C 8D 8D KS"]), "0:7C 0:pass")
    assert legal(state) == {f"1:{move}" for move in moves}
    for move in moves:
        left = texts(play(state, f"1:{move}").hands[1])
        assert left.count("8C") == (0 if move.endswith("*2") else 1)


def test_play_at_once_needs_two_cards_that_share_a_place() -> None:
    for path in ("play.at_once", "play.lead.at_once"):
        for value in ("full_set", "any_number"):
            assert refusal({path: value}) == {"M22"}
            house({path: value, "deck.copies": 2})
            house({path: value, "play.suits": "ignored"})


# --- named cards ------------------------------------------------------------------------------

NAMING: list[dict[str, Any]] = [
    {"stakes.pots.cards": {"JD": {"dealer": 1}}},
    {"payments.laying": {"JD": 1}},
    {"payments.leading": {"JD": 1}},
    {"settlement.caught": {"JD": {"to_winner": 1}}},
    {"settlement.values": {"JD": 20}, "settlement.per_point": 1},
    {"settlement.scoring": "points", "settlement.unplayed.cards": {"JD": 2}},
    {"play.stops": ["JD"]},
]


@pytest.mark.parametrize("naming", NAMING, ids=lambda naming: next(iter(naming)))
def test_named_card_is_told_from_its_equals_where_suits_are_ignored(
    naming: dict[str, Any],
) -> None:
    profile = house({**IGNORED, "play.at_once": "any_number", **naming})
    state = play(table(profile, ["10C 10D 2H", "JC JD KS"]), "0:T 0:pass")
    assert legal(state) == {"1:JC", "1:JD", "1:JC+JD"}
    assert texts(play(state, "1:JD").hands[1]) == ["JC", "KS"]
    assert texts(play(state, "1:JC").hands[1]) == ["JD", "KS"]
    assert texts(play(state, "1:JC+JD").hands[1]) == ["KS"]


def test_named_card_in_a_full_set() -> None:
    profile = house({**IGNORED, "play.at_once": "full_set", "payments.laying": {"JD": 1}})
    state = play(table(profile, ["10C 2H", "JC JD JH JS KS"]), "0:T 0:pass")
    assert legal(state) == {"1:JC", "1:JD", "1:JH", "1:JS", "1:JC+JD+JH+JS"}
    assert paid(state, "1:JC+JD+JH+JS") == [(0, 1, 1, "payments.laying.JD")]
    assert paid(state, "1:JC") == []


def test_named_card_in_a_set_with_copies() -> None:
    profile = house({**IGNORED, "play.at_once": "any_number", "payments.laying": {"JD": 1}}).with_(
        {"deck.copies": 2}
    )
    state = play(table(profile, ["10C 2H", "JC JD JD KS"]), "0:T 0:pass")
    moves = {"JC", "JD", "JC+JD", "JD*2", "JC+JD*2"}
    assert legal(state) == {f"1:{move}" for move in moves}
    assert paid(state, "1:JC+JD*2") == [(0, 1, 1, "payments.laying.JD")] * 2


def test_named_card_takes_its_pot_out_of_a_set() -> None:
    pots = {"stakes.pots.cards": {"JD": {"dealer": 3}, "JH": {"dealer": 2}}}
    profile = house({**IGNORED, "play.at_once": "any_number", **pots})
    state = play(table(profile, ["10C 2H", "JC JD JH KS"]), "0:T 0:pass")
    assert paid(state, "1:JC+JD") == [("pot JD", 1, 3, "stakes.pots.taken")]
    assert paid(state, "1:JC+JD+JH") == [
        ("pot JD", 1, 3, "stakes.pots.taken"),
        ("pot JH", 1, 2, "stakes.pots.taken"),
    ]


def test_named_rank_or_comet_alone_leaves_the_move_a_rank() -> None:
    """A payment for a rank, or for the Comet, tells no card from its equals."""
    profile = house({**IGNORED, "comet.cards": ["9D"], "payments.laying": {"J": 1, "9D": 2}})
    state = table(profile, ["JC JD 9C 9D", "KS"])
    assert legal(state) == {"0:J", "0:9", "0:9D"}


# --- direction --------------------------------------------------------------------------------


def test_play_direction_left() -> None:
    state = play(table(house(), ["5C 9H", "7C KS", "8C KH"], dealer=2), "0:5C 0:pass")
    assert state.pending == turn(1, "6C")


def test_play_direction_right() -> None:
    profile = house({"play.direction": "right"})
    state = table(profile, ["5C 9H", "7C KS", "8C KH"], dealer=1)
    assert state.pending == cr.AwaitLead(0)
    state = play(state, "0:5C 0:pass")
    assert state.pending == turn(2, "6C")
    state = play(state, "2:pass")
    assert state.pending == turn(1, "6C")
    assert play(state, "1:pass").pending == cr.AwaitLead(0)


def test_play_direction_right_for_the_neighbour_who_leads() -> None:
    changes = {"play.direction": "right"}
    hands = ["5C KC", "7C KS", "8C KH"]
    after_stop = house({**changes, "play.after_stop": "next_player_leads"})
    assert play(table(after_stop, hands, dealer=1), "0:KC").pending == cr.AwaitLead(2)
    when_stuck = house({**changes, "play.when_stuck": "next_player_leads"})
    state = play(table(when_stuck, hands, dealer=1), "0:5C 0:pass 2:pass 1:pass")
    assert state.pending == cr.AwaitLead(2)


# --- stops ------------------------------------------------------------------------------------


def test_play_stops_left_out_the_top_rank_still_is_one() -> None:
    state = table(house(), ["KC QC 2H", "3H", "KS"])
    assert cr.RunStopped(0) in events(state, "0:KC")
    assert play(state, "0:KC").pending == cr.AwaitLead(0)
    assert play(state, "0:QC").pending == turn(0, "KC")
    short = house({"deck.ranks": ["A", 2, 3, 4, 5]})
    assert play(table(short, ["5C 2H", "3H"]), "0:5C").pending == cr.AwaitLead(0)


def test_play_stops_by_rank() -> None:
    state = table(house({"play.stops": [7]}), ["7C 7D 2H", "8C 8D"])
    for move in ("0:7C", "0:7D"):
        assert cr.RunStopped(0) in events(state, move)
        assert play(state, move).pending == cr.AwaitLead(0)


def test_play_stops_by_card__F6() -> None:
    state = table(house({"play.stops": ["7D"]}), ["7C 7D 2H", "8C 8D"])
    assert play(state, "0:7D").pending == cr.AwaitLead(0)
    assert play(state, "0:7C").pending == turn(0, "8C")
    assert not any(isinstance(event, cr.RunStopped) for event in events(state, "0:7C"))


def test_play_stops_end_the_run_of_whoever_lays_them() -> None:
    state = table(house({"play.stops": ["7D"]}), ["6D 2H", "3H 4S", "7D 5S"])
    state = play(state, "0:6D 0:pass 1:pass 2:7D")
    assert state.pending == cr.AwaitLead(2)


def test_play_stops_by_card_where_suits_are_ignored() -> None:
    profile = house({**IGNORED, "play.stops": ["7D"], "play.at_once": "any_number"})
    state = play(table(profile, ["6C 2H", "7C 7D 3H 4H"]), "0:6 0:pass")
    assert legal(state) == {"1:7C", "1:7D", "1:7C+7D"}
    assert play(state, "1:7C").pending == turn(1, "8")
    assert play(state, "1:7D").pending == cr.AwaitLead(1)
    assert play(state, "1:7C+7D").pending == cr.AwaitLead(1)


def test_play_stops_by_holder() -> None:
    profile = house({"play.order": "by_holder", "play.stops": ["7D"]})
    state = play(table(profile, ["6D 2H", "8D 4S", "7D 5S"]), "0:6D 2:7D")
    assert state.pending == cr.AwaitLead(2)


def test_play_stops_are_not_stuck_runs() -> None:
    profile = house({"play.stops": [7], "payments.stuck": 1})
    state = table(profile, ["7C 2H", "8D 4S"])
    assert paid(state, "0:7C") == []
    assert stuck_events(state, "0:7C") == []


# --- after a stop -----------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["by_turn", "by_holder"])
@pytest.mark.parametrize(("value", "leader"), [("same_player_leads", 2), ("next_player_leads", 0)])
def test_play_after_stop(order: str, value: str, leader: int) -> None:
    profile = house({"play.order": order, "play.after_stop": value, "play.stops": ["7D"]})
    state = table(profile, ["6D 2H", "3H 4S", "7D 5S"])
    state = play(state, "0:6D" if order == "by_holder" else "0:6D 0:pass 1:pass")
    assert events(state, "2:7D")[-1] == cr.RunStopped(leader)
    assert play(state, "2:7D").pending == cr.AwaitLead(leader)


def test_play_after_stop_speaks_of_the_top_rank_as_well() -> None:
    profile = house({"play.after_stop": "next_player_leads"})
    assert play(table(profile, ["KC 2H", "3H", "4H"]), "0:KC").pending == cr.AwaitLead(1)


def test_play_after_stop_says_nothing_of_stuck_runs() -> None:
    profile = house({"play.after_stop": "next_player_leads"})
    state = play(table(profile, ["5C 2H", "3H", "4H"]), "0:5C 0:pass 1:pass 2:pass")
    assert state.pending == cr.AwaitLead(0)


# --- when stuck -------------------------------------------------------------------------------

STUCK = [("last_player_leads", 2), ("next_player_leads", 0)]
PAID = [(0, 2, 1, "payments.stuck"), (1, 2, 1, "payments.stuck")]


@pytest.mark.parametrize(("value", "leader"), STUCK)
def test_play_when_stuck_by_turn(value: str, leader: int) -> None:
    """The last player is seat 2; the player of the stuck run earns, whoever leads."""
    profile = house({"play.when_stuck": value, "payments.stuck": 1})
    state = table(profile, ["5C 2H", "3H 4H", "6C 5H 8C"])
    state = play(state, "0:5C 0:pass 1:pass 2:6C 2:pass 0:pass")
    assert stuck_events(state, "1:pass") == [cr.RunStuck(2, (cr.parse_card("7C"),))]
    assert paid(state, "1:pass") == PAID
    assert play(state, "1:pass").pending == cr.AwaitLead(leader)


@pytest.mark.parametrize(("value", "leader"), STUCK)
def test_play_when_stuck_by_holder(value: str, leader: int) -> None:
    profile = house({"play.order": "by_holder", "play.when_stuck": value, "payments.stuck": 1})
    state = play(table(profile, ["5C 2H", "3H 4H", "6C 5H 8C"]), "0:5C")
    assert stuck_events(state, "2:6C") == [cr.RunStuck(2, (cr.parse_card("7C"),))]
    assert paid(state, "2:6C") == PAID
    assert play(state, "2:6C").pending == cr.AwaitLead(leader)


def test_play_when_stuck_last_player_skips_by_turn() -> None:
    """It goes on above the gap with the lowest it has there, and is bound to."""
    profile = house({"play.when_stuck": "last_player_skips", "payments.stuck": 1})
    state = table(profile, ["5C 2H", "3H 9C", "6C 8C TC 5H"])
    state = play(state, "0:5C 0:pass 1:pass 2:6C 2:pass 0:pass")
    assert paid(state, "1:pass") == PAID
    state = play(state, "1:pass")
    assert state.pending == turn(2, "8C")
    assert legal(state) == {"2:8C"}
    assert refused(state, "2:pass") == "must_continue"
    state = play(state, "2:8C")
    assert state.pending == turn(2, "9C")
    assert legal(play(state, "2:pass 0:pass")) == {"1:9C"}


def test_play_when_stuck_last_player_skips_by_holder() -> None:
    """The card between is in another hand, and yet the last player goes on."""
    profile = house(
        {"play.order": "by_holder", "play.when_stuck": "last_player_skips", "payments.stuck": 1}
    )
    state = table(profile, ["5C 2H", "3H 8C JC", "6C 9C TC 5H"])
    state = play(state, "0:5C")
    assert paid(state, "2:6C") == PAID
    state = play(state, "2:6C")
    assert legal(state) == {"2:9C"}
    state = play(state, "2:9C")
    assert state.pending == holder("TC")
    assert legal(play(state, "2:TC")) == {"1:JC"}


@pytest.mark.parametrize("order", ["by_turn", "by_holder"])
def test_play_when_stuck_last_player_skips_leads_with_nothing_above(order: str) -> None:
    profile = house(
        {"play.order": order, "play.when_stuck": "last_player_skips", "payments.stuck": 1}
    )
    state = table(profile, ["5C 4C 2H", "KC 3H"])
    if order == "by_turn":
        state = play(state, "0:5C 0:pass")
    last = "1:pass" if order == "by_turn" else "0:5C"
    assert paid(state, last) == [(1, 0, 1, "payments.stuck")]
    assert play(state, last).pending == cr.AwaitLead(0)


def test_play_when_stuck_last_player_skips_again_at_the_next_gap() -> None:
    profile = house({"play.when_stuck": "last_player_skips", "payments.stuck": 1})
    state = play(table(profile, ["5C 7C JC 2H", "3H"]), "0:5C 0:pass 1:pass 0:7C 0:pass")
    assert paid(state, "1:pass") == [(1, 0, 1, "payments.stuck")]
    assert legal(play(state, "1:pass")) == {"0:JC"}


def test_play_when_stuck_last_player_skips_where_suits_are_ignored() -> None:
    profile = house(
        {**IGNORED, "play.when_stuck": "last_player_skips", "play.at_once": "any_number"}
    )
    state = play(table(profile, ["5C 7D 7H KS", "3H"]), "0:5 0:pass 1:pass")
    assert state.pending == turn(0, "7")
    assert legal(state) == {"0:7", "0:7*2"}


def test_play_when_stuck_last_player_skips_is_bound_though_it_may_pass_elsewhere() -> None:
    """A run that everybody may leave alone has to end some time: the skip is no choice."""
    profile = house({"play.when_stuck": "last_player_skips", "play.continue": "may"})
    state = play(table(profile, ["5C 6C 8C 2H", "3H"]), "0:5C 0:pass 1:pass")
    assert legal(state) == {"0:8C"}


def test_play_when_stuck_last_player_skips_for_one_card_only() -> None:
    profile = house({"play.when_stuck": "last_player_skips", "play.turn": "one_card"})
    state = play(table(profile, ["5C 8C 9C 2H", "3H"]), "0:5C 1:pass")
    assert legal(state) == {"0:8C"}
    assert play(state, "0:8C").pending == turn(1, "9C")


def test_play_when_stuck_last_player_skips_to_a_stop() -> None:
    profile = house(
        {"play.when_stuck": "last_player_skips", "play.after_stop": "next_player_leads"}
    )
    state = play(table(profile, ["5C KC 2H", "3H"]), "0:5C 0:pass 1:pass 0:KC")
    assert state.pending == cr.AwaitLead(1)


FORK = {"comet.cards": ["9D"], "comet.does": "fork", "play.when_stuck": "last_player_skips"}


@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        ("7C QC", {"7C"}),
        ("QC 8C", {"8C"}),
        ("JD KD", {"JD"}),
        ("7C JD", {"7C", "JD"}),
        ("8C QD", {"8C", "QD"}),
    ],
)
def test_play_when_stuck_last_player_skips_after_a_fork(hand: str, moves: set[str]) -> None:
    """Nobody has 6C or TD: the Comet's player goes on above either gap with the next it holds."""
    profile = house({**FORK, "comet.when": "when_unable", "payments.stuck": 1})
    state = play(table(profile, [f"5C 9D 2H {hand}", "3H"]), "0:5C 0:9D")
    assert state.pending == turn(1, "6C TD")
    assert paid(state, "1:pass") == [(1, 0, 1, "payments.stuck")]
    state = play(state, "1:pass")
    assert isinstance(state.pending, cr.AwaitTurn)
    assert legal(state) == {f"0:{move}" for move in moves}


def test_play_when_stuck_last_player_skips_after_a_fork_with_gaps_of_different_width() -> None:
    """The eight is the lowest rank it holds above a gap, and the next above the missing six."""
    state = play(
        table(house({**FORK, "comet.when": "when_unable"}), ["5C 9D 2H 8C JD", "3H"]),
        "0:5C 0:9D 1:pass",
    )
    assert "0:8C" in legal(state)


def test_play_when_stuck_last_player_skips_after_a_fork_leads_with_nothing_above() -> None:
    profile = house({**FORK, "comet.when": "when_unable"})
    state = play(table(profile, ["5C 9D 2H 8D", "3H"]), "0:5C 0:9D 1:pass")
    assert state.pending == cr.AwaitLead(0)


@pytest.mark.parametrize("answered", ["in_turn", "by_holder"])
def test_play_when_stuck_last_player_skips_after_a_fork_by_holder(answered: str) -> None:
    changes = {"play.order": "by_holder", "comet.when": "any_time", "comet.if_led": "comet"}
    profile = house({**FORK, **changes, "comet.fork_answered": answered, "payments.stuck": 1})
    before = table(profile, ["9D QD 2H KD", "3H JD"])
    last = "0:9D"
    if answered == "in_turn":
        before, last = play(before, "0:9D"), "1:pass"
    assert paid(before, last) == [(1, 0, 1, "payments.stuck")]
    state = play(before, last)
    assert state.pending == turn(0, "QD")
    assert legal(state) == {"0:QD"}


def test_play_when_stuck_last_player_skips_to_a_comet_in_its_own_place() -> None:
    """The next card it holds above the gap is the Comet, which nothing keeps from its place."""
    profile = house({"comet.cards": ["9D"], "play.when_stuck": "last_player_skips"})
    state = play(table(profile, ["7D 9D JD 2C", "KS"]), "0:7D 0:pass 1:pass")
    assert "0:9D" in legal(state)
    due = profile.with_({"comet.if_due": "natural"})
    state = play(table(due, ["7D 9D JD 2C", "KS"]), "0:7D 0:pass 1:pass")
    assert legal(state) == {"0:9D"}


@pytest.mark.parametrize("order", ["by_turn", "by_holder"])
@pytest.mark.parametrize("does", ["nothing", "stop", "fork"])
def test_play_when_stuck_last_player_skips_to_a_comet_that_is_a_plain_card_there(
    does: str, order: str
) -> None:
    """What `if_due: natural` says of its own place holds where the run skips to it."""
    changes = {"comet.cards": ["9D"], "comet.does": does, "comet.if_due": "natural"}
    profile = house({**changes, "play.order": order, "play.when_stuck": "last_player_skips"})
    state = play(table(profile, ["7D 9D JD 2C", "TD KS"]), "0:7D")
    state = play(state, "0:pass 1:pass") if order == "by_turn" else state
    assert legal(state) == {"0:9D"}
    after = play(state, "0:9D")
    assert after.pending == (turn(0, "TD") if order == "by_turn" else holder("TD"))


def test_play_when_stuck_last_player_skips_by_holder_leaves_the_comet_its_place() -> None:
    """No duty binds it there, but a right it is, in whosever hand, before the skip as at a lead."""
    changes = {"play.order": "by_holder", "comet.cards": ["9D"]}
    hands = ["8D JD KH", "9D KS"]
    leads = play(table(house(changes), hands), "0:8D")
    assert legal(leads) == {"0:JD", "0:KH", "1:9D"}
    skips = house({**changes, "play.when_stuck": "last_player_skips"})
    assert legal(play(table(skips, hands), "0:8D")) == {"0:JD", "1:9D"}


# --- all of them in pairs ---------------------------------------------------------------------
# Every two values of play, comet, copies and scoring that the vocabulary lets stand together do
# so in one of some forty profiles, which are dealt and played at random. The rest
# must be refused. Nothing here is copied from the checker: the refusals are the vocabulary's.

SETS = ["full_set", "any_number"]
WHENS = ["in_place_only", "ending_own_part", "when_unable", "on_turn", "any_time"]
NO_FORK = ["nothing", "stop", "stand_in", "stand_in_and_stop"]

FACTORS: dict[str, list[Any]] = {
    "play.order": ["by_turn", "by_holder"],
    "play.suits": ["matter", "ignored"],
    "play.continue": ["must", "may"],
    "play.turn": ["as_far_as_possible", "one_card"],
    "play.at_once": ["one_card", "full_set", "any_number"],
    "play.direction": ["left", "right"],
    "play.stops": [[], [10], ["8D"]],
    "play.after_stop": ["same_player_leads", "next_player_leads"],
    "play.when_stuck": ["last_player_leads", "next_player_leads", "last_player_skips"],
    "play.lead.by": ["next_to_dealer", "dealer", "holder_of"],
    "play.lead.first": ["any_card", "lowest_card", "lowest_of_a_suit"],
    "play.lead.later": ["any_card", "lowest_card", "lowest_of_a_suit"],
    "play.lead.suit": ["any", "new", "other_colour"],
    "play.lead.no_such_suit": ["any_card", "lead_passes"],
    "play.lead.at_once": ["one_card", "full_set", "any_number"],
    "comet.cards": [[], ["9D"], ["9D", "10D"]],
    "comet.when": WHENS,
    "comet.earliest": ["after_first_card", "before_first_card"],
    "comet.must": ["never", "when_unable"],
    "comet.does": ["nothing", "stop", "fork", "stand_in", "stand_in_and_stop"],
    "comet.fork_answered": ["in_turn", "by_holder"],
    "comet.if_led": ["natural", "comet", "not_allowed"],
    "comet.if_due": ["comet", "natural"],
    "deck.copies": [1, 2],
    "payments.laying": [{"J": 1}, {"JC": 2}],
    "settlement.scoring": ["payments", "points"],
}

REFUSED: list[dict[str, list[Any]]] = [
    {"play.order": ["by_holder"], "play.continue": ["may"]},
    {"play.order": ["by_holder"], "play.turn": ["one_card"]},
    {"play.order": ["by_holder"], "comet.when": ["ending_own_part", "when_unable", "on_turn"]},
    {"play.order": ["by_holder"], "comet.must": ["when_unable"]},
    {"play.order": ["by_holder"], "play.suits": ["ignored"]},
    {"play.order": ["by_holder"], "deck.copies": [2]},
    {"play.at_once": SETS, "play.suits": ["matter"], "deck.copies": [1]},
    {"play.lead.at_once": SETS, "play.suits": ["matter"], "deck.copies": [1]},
    {"play.lead.suit": ["new", "other_colour"], "play.suits": ["ignored"]},
    {"play.lead.suit": ["any"], "play.lead.no_such_suit": ["lead_passes"]},
    {"comet.does": ["stand_in", "stand_in_and_stop"], "comet.when": ["in_place_only"]},
    {"comet.does": NO_FORK, "comet.fork_answered": ["by_holder"]},
    {"comet.fork_answered": ["by_holder"], "play.continue": ["may"]},
    {"comet.fork_answered": ["by_holder"], "play.suits": ["ignored"]},
    {"comet.fork_answered": ["by_holder"], "deck.copies": [2]},
    {"comet.when": ["ending_own_part"], "play.turn": ["one_card"]},
    {"comet.when": WHENS[:-1], "comet.earliest": ["before_first_card"]},
    {"comet.when": WHENS[1:], "comet.cards": [[]]},
    {"comet.does": ["stop", "fork", "stand_in", "stand_in_and_stop"], "comet.cards": [[]]},
]
"""What the vocabulary does not let stand together."""

Row = dict[str, Any]
Choice = dict[str, int]
Pair = tuple[tuple[str, int], tuple[str, int]]
Refusal = dict[str, set[int]]

REFUSALS: list[Refusal] = [
    {key: {FACTORS[key].index(value) for value in values} for key, values in refusal.items()}
    for refusal in REFUSED
]
PLACE = {key: place for place, key in enumerate(FACTORS)}


def _pair(one: tuple[str, int], other: tuple[str, int]) -> Pair:
    return (one, other) if PLACE[one[0]] < PLACE[other[0]] else (other, one)


def _refused(choice: Choice, refusals: list[Refusal]) -> bool:
    return any(
        all(key in choice and choice[key] in numbers for key, numbers in refusal.items())
        for refusal in refusals
    )


def _row(choice: Choice) -> Row:
    return {key: FACTORS[key][choice[key]] for key in FACTORS if key in choice}


def _completed(
    start: Choice, rng: Random, uncovered: set[Pair], refusals: list[Refusal]
) -> Choice | None:
    """A value for every key around some that are given, worth many new pairs; or None."""
    choice = dict(start)
    rest = [key for key in FACTORS if key not in choice]
    rng.shuffle(rest)
    for key in rest:
        concerned = [refusal for refusal in refusals if key in refusal]
        best: list[int] = []
        worth = -1
        for number in range(len(FACTORS[key])):
            if _refused({**choice, key: number}, concerned):
                continue
            new = sum(_pair((key, number), item) in uncovered for item in choice.items())
            if new > worth:
                best, worth = [], new
            if new == worth:
                best.append(number)
        if not best:
            return None
        choice[key] = rng.choice(best)
    return choice


def _pairwise() -> tuple[list[Choice], list[Pair]]:
    """Choices in which every two values meet that may, and the pairs that may not."""
    rng = Random(1750)
    every = [
        ((one, i), (other, j))
        for one, other in itertools.combinations(FACTORS, 2)
        for i in range(len(FACTORS[one]))
        for j in range(len(FACTORS[other]))
    ]
    uncovered, rows, never = set(every), [], []
    for pair in every:
        if pair not in uncovered:
            continue
        choice = None
        if not _refused(dict(pair), REFUSALS):
            tries = (_completed(dict(pair), rng, uncovered, REFUSALS) for _ in range(30))
            choice = next((found for found in tries if found), None)
        if choice is None:
            never.append(pair)
            continue
        uncovered -= {_pair(*two) for two in itertools.combinations(choice.items(), 2)}
        rows.append(choice)
    return rows, never


ROWS, NEVER = _pairwise()


MICRO = house({"deck.ranks": [7, 8, 9, 10, "J"], "deck.suits": ["C", "D", "H"]})
"""Three suits of five ranks: runs end soon, and the Comet is in its own place often enough."""


def _micro(row: Row) -> cr.Profile:
    changes = dict(row)
    if row.get("play.lead.by") == "holder_of":
        changes["play.lead.holder_of"] = "8D"
    if row.get("comet.cards"):
        changes["payments.comet.reward"] = 3
    changes |= {"payments.stuck": 1, "settlement.going_out": 2, "settlement.per_card": 1}
    if row.get("settlement.scoring", "payments") == "payments":
        changes |= {"stakes.pool.each": 1, "payments.passing": 1}
    return MICRO.with_(changes)


def _refusal_of(row: Row) -> set[str]:
    """The codes with which the checker refuses a profile, none where it admits it."""
    try:
        _micro(row)
    except cr.ProfileError as error:
        report = error.report
        return set() if report is None else {problem.code for problem in report.problems}
    return set()


def _number(move: cr.Move) -> int:
    match move:
        case cr.LaySet(parts=parts):
            return sum(count for _, count in parts)
        case cr.Pass():
            return 0
    return 1


def _conserved(state: cr.State, move: cr.Move, after: cr.State) -> None:
    """The cards of the move leave the hand of its player; nothing else moves."""
    assert after.dead == state.dead
    for seat, (before, left) in enumerate(zip(state.hands, after.hands, strict=True)):
        gone = Counter(before) - Counter(left)
        assert not Counter(left) - Counter(before)
        assert gone.total() == (_number(move) if seat == move.seat else 0)
        named = str(move).partition("=")[0]
        assert all(str(card) in named or card.rank in named for card in gone)


def _played(state: cr.State, rng: Random) -> cr.State:
    """A deal played at random to its end, with what must always be so looked at on the way."""
    rules, made = state.rules, 0
    balanced = rules.profile.settlement.scoring == "payments"
    while not state.is_over:
        moves = cr.legal_moves(state)
        assert moves and len(set(moves)) == len(moves)
        after = [cr.step(state, move) for move in moves]
        number = rng.randrange(len(moves))
        assert cr.parse_move(rules, f"{moves[number].seat}:{moves[number]}") == moves[number]
        _conserved(state, moves[number], after[number])
        for action in rng.sample(rules.actions, 3):
            move = cr.parse_move(rules, str(action), seat=rng.randrange(rules.players))
            assert (cr.explain_illegal(state, move) is None) == (move in moves)
        assert not balanced or total(state) == 0
        state = after[number]
        made += 1
        assert made <= rules.max_moves
    assert cr.legal_moves(state) == ()
    assert [seat for seat, hand in enumerate(state.hands) if not hand] == [cr.score(state).winner]
    assert not balanced or total(state) == 0
    return state


def test_pairs_all_meet_or_are_refused() -> None:
    """The pairs that no profile could be completed around: the checker finds none either."""
    met = {_pair(*two) for choice in ROWS for two in itertools.combinations(choice.items(), 2)}
    sizes = [len(values) for values in FACTORS.values()]
    assert len(met) + len(NEVER) == sum(a * b for a, b in itertools.combinations(sizes, 2))
    rng = Random(1718)
    for pair in NEVER:
        for _ in range(3):
            choice = {key: rng.randrange(len(values)) for key, values in FACTORS.items()}
            codes = _refusal_of(_row({**choice, **dict(pair)}))
            assert codes and all(code.startswith("M") for code in codes), pair


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda r: "-".join(r))
def test_pairs_the_vocabulary_refuses_are_refused_for_that_alone(refusal: Refusal) -> None:
    """Everything else in the profile goes together."""
    rng = Random(1)
    others = [other for other in REFUSALS if other is not refusal]
    seen = 0
    for numbers in itertools.product(*refusal.values()):
        start = dict(zip(refusal, numbers, strict=True))
        tries = (_completed(start, rng, set(), others) for _ in range(50))
        choice = next((found for found in tries if found), None)
        if choice is not None:
            seen += 1
            codes = _refusal_of(_row(choice))
            assert codes and all(code.startswith("M") for code in codes)
    assert seen


def test_pairs_the_checker_refuses_nothing_else() -> None:
    """Profiles drawn at random are refused if, and only if, the vocabulary refuses them."""
    rng = Random(2)
    for number in range(80):
        chosen = [key for key in FACTORS if rng.random() < 0.3]
        choice = {key: rng.randrange(len(FACTORS[key])) for key in chosen}
        whole = {**dict.fromkeys(FACTORS, 0), **choice}
        assert bool(_refusal_of(_row(whole))) == _refused(whole, REFUSALS), (number, _row(whole))


@pytest.mark.parametrize("row", [_row(choice) for choice in ROWS], ids=range(len(ROWS)))
def test_pairs_the_vocabulary_admits_are_dealt_and_played(row: Row) -> None:
    profile = _micro(row)
    rng = Random(str(row))
    for players in (2, 3, 4):
        rules = cr.compile_rules(profile, players)
        for number in range(4):
            seed = f"{players} players, deal {number}"
            _played(cr.new_deal(rules, seed=seed, dealer=number % players), rng)
