"""The two sketches at the end of the Swedish page: USA-komet (U1-U5) and French Comet."""

from __future__ import annotations

from collections import Counter

import pytest

import cometrules as cr

from .helpers import balances, events, house, legal, paid, play, refused, table, texts

USA, FRANSK = "usa-komet", "fransk-comet"
RANKS = "23456789TJQK"


def carried(**lay_dead: int) -> cr.Carried:
    """How often each Comet lay dead, written as c9D=2 would be (cards begin with a digit)."""
    return cr.Carried(lay_dead={cr.parse_card(name[1:]): n for name, n in lay_dead.items()})


def leads(seat: int, ranks: str, *comets: str) -> set[str]:
    """Leads of plain ranks, and of Comets for every rank of a 48-card pack."""
    stand_ins = {f"{seat}:{comet}={rank}" for comet in comets for rank in RANKS}
    return {f"{seat}:{rank}" for rank in ranks} | stand_ins


def settled(state: cr.State, move: str) -> dict[int | str, int]:
    """What each seat pays per point once the deal is over."""
    return {
        payer: amount
        for payer, _, amount, rule in paid(state, move)
        if rule == "settlement.per_point"
    }


# --- USA-komet --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "each", "dead"), [
    (2, 18, 12), (3, 12, 12), (4, 10, 8), (5, 9, 3),
])  # fmt: skip
def test_usa_hands_and_dead_cards__U2(players: int, each: int, dead: int) -> None:
    """48 cards, the aces out, every other card once, both nines among them."""
    state = cr.new_deal(cr.compile_rules(USA, players), seed=5)
    assert [len(hand) for hand in state.hands] == [each] * players
    assert len(state.dead) == dead
    cards = texts([*state.dead, *(card for hand in state.hands for card in hand)])
    assert sorted(cards) == sorted(rank + suit for rank in RANKS for suit in "CDHS")


@pytest.mark.parametrize("players", [1, 6])
def test_usa_two_to_five_players__U2(players: int) -> None:
    with pytest.raises(cr.DealError, match="for 2 to 5 players"):
        cr.compile_rules(USA, players)


def test_usa_one_pack_in_every_deal__U2() -> None:
    """Not a black one and a red one by turns: the cards of all suits are in one pack."""
    rules = cr.compile_rules(USA, 2)
    state = cr.new_deal(rules, seed=1)
    with pytest.raises(cr.DealError, match="no pack 'red'"):
        cr.new_deal(rules, seed=1, pack="red")
    again = cr.new_deal(rules, seed=1, pack=state.pack)
    assert again == state


def test_usa_suits_do_not_matter_and_turns_go_round__U1() -> None:
    """As in the two-pack game: as far as one can, then the left neighbour, or a pass."""
    state = table(USA, ["5H 6C 8D KS", "7D 2C JS", "8S 9H QC"])
    state = play(state, "0:5 0:6")
    assert legal(state) == {"0:pass"}
    state = play(state, "0:pass 1:7 1:pass")
    assert legal(state) == {"2:8"}
    assert refused(state, "2:pass") == "must_continue"
    assert refused(state, "0:8") == "wrong_seat"
    state = play(state, "2:8 2:9 2:pass 0:pass")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass")
    assert state.pending == cr.AwaitLead(2)


def test_usa_king_stops_and_an_ace_is_no_card__U1() -> None:
    state = play(table(USA, ["QH 5C", "KD 2S 3H", "4H"]), "0:Q 0:pass 1:K")
    assert state.pending == cr.AwaitLead(1)
    with pytest.raises(cr.DealError, match="not in the pack"):
        table(USA, ["AD", "2C"])


@pytest.mark.parametrize("comet", ["9D", "9C"])
def test_usa_both_nines_are_comets__U1(comet: str) -> None:
    """In place of any card needed, on one's turn, even beside a natural one; it stops."""
    state = play(table(USA, [f"5H 6C {comet} 2S", "7D 3S", "8S"]), "0:5")
    assert legal(state) == {"0:6", f"0:{comet}=6"}
    assert paid(state, f"0:{comet}=6") == [
        (1, 0, 2, "payments.comet.reward"), (2, 0, 2, "payments.comet.reward"),
    ]  # fmt: skip
    state = play(state, f"0:{comet}=6")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == {"0:2", "0:6"}
    led = table(USA, [f"5H {comet}", "7D 3S", "8S"])
    assert legal(led) == leads(0, "5", comet)


def test_usa_two_comets_in_one_hand__U1() -> None:
    """Each is laid and paid for on its own, one for the card needed and one for the lead."""
    state = play(table(USA, ["5H 9D 9C 2S", "7D 3S", "8S"]), "0:5")
    assert legal(state) == {"0:9D=6", "0:9C=6", "0:pass"}
    state = play(state, "0:9C=6")
    assert legal(state) == leads(0, "2", "9D")
    state = play(state, "0:9D=9")
    assert balances(state) == (8, -4, -4)
    assert state.pending == cr.AwaitLead(0)


def usa_in_suit(**changes: str) -> cr.Profile:
    """U1 the other way: suits and holders as in the Swedish game."""
    return house(
        {
            "play.order": "by_holder", "play.suits": "matter", "play.at_once": "one_card",
            "comet.when": "any_time", **changes,
        },
        base=USA,
    )  # fmt: skip


def test_usa_in_suit_and_by_holder__U1_parameter() -> None:
    """Whoever holds the next card of the suit lays it; both Comets break in as any card needed."""
    state = play(table(usa_in_suit(), ["5H 2C", "6H 3C 9D", "7H 6C 9C"]), "0:5H")
    assert legal(state) == {"1:6H", "1:9D=6H", "2:9C=6H"}
    stopped = play(state, "2:9C=6H")
    assert stopped.pending == cr.AwaitLead(2)
    assert balances(stopped) == (-2, -2, 4)
    assert legal(play(state, "1:6H")) == {"2:7H", "1:9D=7H", "2:9C=7H"}
    unopened = table(usa_in_suit(), ["5H 2C", "6H 3C 9D", "7H 6C 9C"])
    assert legal(unopened) == {"0:5H", "0:2C"}


def test_usa_with_a_plain_stop__U1_parameter() -> None:
    """Without changing the core of the Swedish game a Comet only stops, and stands for nothing."""
    swedish = usa_in_suit(**{"comet.does": "stop"})
    state = play(table(swedish, ["5H 2C", "6H 3C 9D", "7H 6C 9C"]), "0:5H")
    assert legal(state) == {"1:6H", "1:9D", "2:9C"}
    state = play(state, "2:9C")
    assert state.pending == cr.AwaitLead(2)
    assert legal(state) == {"2:7H", "2:6C", "1:9D"}
    assert play(state, "1:9D").pending == cr.AwaitLead(1)
    eight = play(table(swedish, ["8C 8D 2H", "9C 3H", "9D 4H"]), "0:8C")
    assert legal(eight) == {"0:8D", "0:2H", "1:9C", "2:9D"}  # a right, no duty
    both = play(eight, "1:9C 2:9D")
    assert both.pending == cr.AwaitLead(2)
    assert balances(both) == (-2 - 2, 4 - 2, -2 + 4)


def test_usa_set_of_nines_is_the_two_natural_ones__U3() -> None:
    """9H and 9S together or one of them; the Comets never join."""
    state = play(table(USA, ["8H 9H 9S 9D 9C 2S", "3S", "4S"]), "0:8")
    assert legal(state) == {"0:9", "0:9*2", "0:9D=9", "0:9C=9"}
    for bigger in ("9*3", "9*4"):
        with pytest.raises(cr.NotationError, match="may go together"):
            cr.parse_move(state.rules, f"0:{bigger}")
    both = play(state, "0:9*2")
    assert texts(both.hands[0]) == ["2S", "9C", "9D"]
    assert legal(both) == {"0:9D=T", "0:9C=T", "0:pass"}


def test_usa_set_of_nines_needs_both__U3() -> None:
    """With one natural nine in another hand, or on the table, there is no set left."""
    state = play(table(USA, ["8H 9H 9D 9C 2S", "9S 3S", "4S"]), "0:8")
    assert legal(state) == {"0:9", "0:9D=9", "0:9C=9"}
    assert refused(state, "0:9*2") in ("not_held", "set_not_allowed")
    led = table(USA, ["9H 9S 2S", "3S", "4S"])
    assert legal(led) == {"0:9", "0:2"}
    assert refused(led, "0:9*2") == "set_not_allowed"


def test_usa_other_sets_have_all_four__U3() -> None:
    state = play(table(USA, ["5H 6C 6D 6H 6S 2S", "3S", "4S"]), "0:5")
    assert legal(state) == {"0:6", "0:6*4"}
    assert texts(play(state, "0:6*4").hands[0]) == ["2S"]
    three = play(table(USA, ["5H 6C 6D 6H 2S", "3S 6S", "4S"]), "0:5")
    assert legal(three) == {"0:6"}


LEFT = ["2H", "9D KH 5S", "9C 9H", "7D"]
"""Seat 0 goes out; 24 points with one Comet, 18 with the other, 7 without."""


def test_usa_each_comet_caught_doubles__U4() -> None:
    """One in each of two hands: either pays double for itself; nobody pays for the other's."""
    assert settled(table(USA, LEFT), "0:2") == {1: 48, 2: 36, 3: 7}
    state = play(table(USA, LEFT), "0:2")
    assert balances(state) == (91, -48, -36, -7)


BOTH_IN_ONE = ["2H", "9D 9C KH", "7D"]


@pytest.mark.parametrize(("together", "times"), [("multiply", 4), ("add", 4), ("highest", 2)])
def test_usa_both_comets_caught_in_one_hand__U4(together: str, times: int) -> None:
    """Four times all the cards, the Comets 9 each; twice where only the highest factor counts."""
    profile = house({"settlement.times.together": together}, base=USA)
    assert settled(table(profile, BOTH_IN_ONE), "0:2") == {1: 28 * times, 2: 7}
    assert settled(table(USA, BOTH_IN_ONE), "0:2") == {1: 28 * 4, 2: 7}


@pytest.mark.parametrize(("rank", "lead", "times"), [("6", "5H", 2), ("9", "8H", 4)])
@pytest.mark.parametrize(("last", "other"), [("9D", "9C"), ("9C", "9D")])
def test_usa_last_comet_meets_a_caught_one__U4(
    rank: str, lead: str, times: int, last: str, other: str
) -> None:
    """Doubled, or four times as a nine; and twice that for who holds the other Comet."""
    state = play(table(USA, [f"{lead} {last}", f"{other} KH", "7D"]), f"0:{lead[0]}")
    assert settled(state, f"0:{last}={rank}") == {1: 19 * times * 2, 2: 7 * times}
    reward = [p for p in paid(state, f"0:{last}={rank}") if p[3] == "payments.comet.reward"]
    assert [amount for _, _, amount, _ in reward] == [2, 2]  # never multiplied


@pytest.mark.parametrize(("together", "times"), [("multiply", 8), ("add", 6), ("highest", 4)])
def test_usa_factors_that_meet__U4_other_readings(together: str, times: int) -> None:
    """The last Comet as a nine, against the other one caught."""
    profile = house({"settlement.times.together": together}, base=USA)
    state = play(table(profile, ["8H 9D", "9C KH", "7D"]), "0:8")
    assert settled(state, "0:9D=9") == {1: 19 * times, 2: 7 * 4}


@pytest.mark.parametrize(("nine_d", "nine_c"), [(0, 0), (2, 0), (0, 1), (3, 1)])
def test_usa_each_comet_has_its_own_growing_reward__U5(nine_d: int, nine_c: int) -> None:
    """It grows by two with every deal that very Comet lay dead, one after the other."""
    before = carried(c9D=nine_d, c9C=nine_c)
    state = table(USA, ["9D 2S 3S", "9C 4S 5S", "7D"], carried=before)
    first = 2 + 2 * nine_d
    assert paid(state, "0:9D=K") == [(s, 0, first, "payments.comet.reward") for s in (1, 2)]
    state = play(state, "0:9D=K 0:3 0:pass 1:4")
    second = 2 + 2 * nine_c
    assert paid(state, "1:9C=5") == [(s, 1, second, "payments.comet.reward") for s in (0, 2)]


def test_usa_counts_of_a_match__U5() -> None:
    """Each Comet's count goes up while it lies dead and falls back once it is dealt."""
    match = cr.new_match(cr.compile_rules(USA, 2), seed=1, dealer=1)
    counts = []
    for hands in (["2C", "3C 4C"], ["9D 2C", "3C"]):
        state = match.deal(hands=[hand.split() for hand in hands])
        if match.deals == 0:
            assert paid(state, "0:2")[0][2] == 7
            state = play(state, "0:2")
        else:
            assert paid(state, "1:3") == [(0, 1, 22, "settlement.per_point")]  # 9D is caught
            state = play(state, "1:3")
        match = match.after(state)
        counts.append({str(card): count for card, count in match.carried.lay_dead.items()})
    assert counts == [{"9C": 1, "9D": 1}, {"9C": 2, "9D": 0}]
    longer = house({"match.deals_each": 2}, base=USA)
    third = table(longer, ["9C 2C 3H", "9D 3C"], carried=match.carried)
    assert paid(third, "0:9C=K") == [(1, 0, 6, "payments.comet.reward")]
    assert paid(play(third, "0:9C=K 0:3 0:pass"), "1:9D=4") == [(0, 1, 2, "payments.comet.reward")]


def test_usa_one_count_for_both__U5_other_reading() -> None:
    profile = house({"payments.comet.counted": "together"}, base=USA)
    for comet in ("9D", "9C"):
        state = table(profile, [f"{comet} 2S", "3S"], carried=carried(c9D=2, c9C=2))
        assert paid(state, f"0:{comet}=K") == [(1, 0, 6, "payments.comet.reward")]


# --- French Comet -----------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "each"), [(2, 17), (3, 13), (4, 10), (5, 8)])
def test_fransk_hands_as_in_old_comet(players: int, each: int) -> None:
    """52 cards, the aces in; a hand for nobody is dealt too, and the remainder is dead with it."""
    state = cr.new_deal(cr.compile_rules(FRANSK, players), seed=3)
    assert [len(hand) for hand in state.hands] == [each] * players
    assert len(state.dead) == 52 - players * each
    assert {str(card) for card in state.rules.cards} >= {"AC", "AD", "AH", "AS"}
    without = house({"deal.spare_hands": 0}, base=FRANSK)  # C1's other reading
    dealt = cr.new_deal(cr.compile_rules(without, players), seed=3)
    assert [len(hand) for hand in dealt.hands] == [52 // players] * players


@pytest.mark.parametrize("players", [1, 6])
def test_fransk_two_to_five_players(players: int) -> None:
    with pytest.raises(cr.DealError, match="for 2 to 5 players"):
        cr.compile_rules(FRANSK, players)


def test_fransk_suits_do_not_matter_and_runs_go_to_the_king() -> None:
    """From the ace below the two; whatever the suit; the King's player leads anew."""
    state = table(FRANSK, ["AH 2C 4D 4S", "3S 5C JC QH", "KD 6S 2H"])
    assert legal(state) == {"0:A", "0:2", "0:4"}
    state = play(state, "0:A 0:2 0:pass 1:3")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass 2:pass 0:4 0:pass 1:5 1:pass 2:6")
    assert legal(state) == {"2:pass"}
    state = play(table(FRANSK, ["JC QH AH", "2C", "KD 6S 2H"]), "0:J 0:Q 0:pass 1:pass")
    assert paid(state, "2:K") == [(s, 2, 1, "payments.laying.K") for s in (0, 1)]
    state = play(state, "2:K")
    assert state.pending == cr.AwaitLead(2)
    assert legal(state) == {"2:6", "2:2"}  # no ace follows the King


def test_fransk_nine_of_diamonds_is_wild() -> None:
    """In place of any card needed, also beside a natural one, and on a lead."""
    state = table(FRANSK, ["5H 6C 9D 2S", "7D 3S", "8S"])
    assert {f"0:9D={rank}" for rank in "A" + RANKS} <= legal(state)
    state = play(state, "0:5")
    assert legal(state) == {"0:6", "0:9D=6"}
    assert paid(state, "0:9D=6") == [(s, 0, 10, "payments.comet.reward") for s in (1, 2)]
    state = play(state, "0:9D=6")
    assert state.pending == cr.AwaitLead(0)


def test_fransk_nine_of_clubs_is_a_plain_nine() -> None:
    """9D is the only Comet: the other three nines are a set, and stand for nothing."""
    state = play(table(FRANSK, ["8H 9C 9H 9S 2S", "7D 3S", "8S"]), "0:8")
    assert legal(state) == {"0:9", "0:9*3"}
    with pytest.raises(cr.NotationError, match="is no move of"):
        cr.parse_move(state.rules, "0:9C=T")


def test_fransk_payments_are_those_of_old_comet() -> None:
    """A stuck run earns 1 from each, and left points and 9D are paid for at the end."""
    state = play(table(FRANSK, ["5H 2S", "7D 9D AS", "8S QC"]), "0:5 0:pass 1:pass")
    assert paid(state, "2:pass") == [(s, 0, 1, "payments.stuck") for s in (1, 2)]
    state = play(state, "2:pass")
    assert state.pending == cr.AwaitLead(0)
    assert Counter(paid(state, "0:2")) == Counter([
        (1, 0, 7 + 9 + 1, "settlement.per_point"),
        (2, 0, 8 + 10, "settlement.per_point"),
        (1, 0, 10, "settlement.caught.comet.to_each"),
        (1, 2, 10, "settlement.caught.comet.to_each"),
    ])  # fmt: skip
    assert balances(play(state, "0:2")) == (2 + 17 + 18 + 10, -1 - 17 - 20, -1 - 18 + 10)


def test_fransk_plays_as_old_comet_does() -> None:
    """Nothing is left to the sketch: the same moves from the same deals bring the same."""
    for players in range(2, 6):
        for seed in range(6):
            ours, theirs = (
                cr.new_deal(cr.compile_rules(name, players), seed=seed)
                for name in (FRANSK, "old-comet-1718")
            )
            while not ours.is_over:
                assert cr.legal_moves(ours) == cr.legal_moves(theirs)
                move = cr.legal_moves(ours)[seed * 5 % len(cr.legal_moves(ours))]
                assert [str(e) for e in events(ours, f"{move.seat}:{move}")] == [
                    str(e) for e in events(theirs, f"{move.seat}:{move}")
                ]
                ours, theirs = cr.step(ours, move), cr.step(theirs, move)
            assert theirs.is_over
            assert balances(ours) == balances(theirs)
