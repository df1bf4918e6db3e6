"""Swedish Komet: rulings S1-S11."""

from __future__ import annotations

from collections import Counter

import pytest

import cometrules as cr
from cometrules.sentences import describe

from .helpers import balances, events, house, legal, paid, play, refused, table, texts, total

SV = "svensk-komet"
STAR = {"AD": 5, "KD": 4, "QD": 3, "JD": 2, "TD": 1}
PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]

CLUBS = ("2C 5C KH", "3C 6C 2H 3H", "4C 8C 4H", "7C 5H 9S")
"""Four hands with a club run from the two to the eight; seat 3 deals, nobody holds 9C or 9D."""


def with_comet(seat: int) -> list[str]:
    """The club hands with 9D in one of them."""
    return [f"{hand} 9D" if s == seat else hand for s, hand in enumerate(CLUBS)]


def pots(state: cr.State) -> dict[str, int]:
    """What lies on each honour, by its text."""
    return {str(card): amount for card, amount in state.pots.items()}


def carried(**amounts: int) -> cr.Carried:
    """Pots left by earlier deals."""
    return cr.Carried(pots={cr.parse_card(card): amount for card, amount in amounts.items()})


def carried_on(state: cr.State) -> cr.Carried:
    """What a deal leaves to the next."""
    return cr.Carried(pots=cr.score(state).pots)


def laid(state: cr.State, move: str) -> cr.Laid:
    """The event of cards laid by a move."""
    (event,) = [e for e in events(state, move) if isinstance(e, cr.Laid)]
    return event


def settled(state: cr.State, move: str) -> Counter[tuple[int | str, int | str, int]]:
    """Payer, payee and amount of each payment of a move."""
    return Counter((payer, payee, amount) for payer, payee, amount, _ in paid(state, move))


def shown(name: str) -> str:
    """What a reader of the profile is told."""
    sections = describe(cr.load_profile(name))
    return " ".join(one.text for section in sections for one in section.sentences)


# --- the deal ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "sizes"), [
    (3, [18, 17, 17]), (4, [13] * 4), (5, [11, 11, 10, 10, 10]), (6, [9, 9, 9, 9, 8, 8]),
    (7, [8, 8, 8, 7, 7, 7, 7]), (8, [7, 7, 7, 7, 6, 6, 6, 6]),
])  # fmt: skip
def test_svensk_deal_all_52_go_round_from_forehand__S9(players: int, sizes: list[int]) -> None:
    """Who is dealt first has the extra card, whoever deals; no card is dead."""
    rules = cr.compile_rules(SV, players)
    for dealer in range(players):
        state = cr.new_deal(rules, seed=dealer, dealer=dealer)
        forehand = (dealer + 1) % players
        assert state.pending == cr.AwaitLead(forehand)
        in_order = [len(state.hands[(forehand + n) % players]) for n in range(players)]
        assert in_order == sizes
        assert state.dead == ()
        assert sorted(texts(card for hand in state.hands for card in hand)) == sorted(PACK)


@pytest.mark.parametrize("players", [2, 9])
def test_svensk_three_to_eight_players(players: int) -> None:
    with pytest.raises(cr.DealError, match="for 3 to 8 players"):
        cr.compile_rules(SV, players)


def test_svensk_hands_as_shown__S9() -> None:
    """The lost table is worked out, and shown for every number of players."""
    rows = "3 players 17-18; 4 players 13; 5 players 10-11; 6 players 8-9; 7 players 7-8"
    for row in [*rows.split("; "), "8 players 6-7"]:
        assert row in shown(SV)


def test_svensk_one_unit_of_payment__S10() -> None:
    """Chips on the star and payments for cards left are the same money: one balance adds them."""
    assert "marker" in shown(SV)
    assert not any(word in shown(SV) for word in ("stick", "mark "))
    state = play(table(SV, ["AD 2C", "3C 4C", "5C"]), "0:AD 0:2C")
    assert balances(state) == (5 + 3, -2, -1 - 15)


# --- play -------------------------------------------------------------------------------------


def test_svensk_play_any_lead_then_whoever_holds_the_next() -> None:
    """No turn goes round; the next card comes from the hand that has it."""
    state = table(SV, CLUBS)
    assert legal(state) == {"0:2C", "0:5C", "0:KH"}
    for move, following in [
        ("0:2C", "1:3C"), ("1:3C", "2:4C"), ("2:4C", "0:5C"), ("0:5C", "1:6C"), ("1:6C", "3:7C"),
    ]:  # fmt: skip
        state = play(state, move)
        assert legal(state) == {following}
        assert refused(state, f"{following[0]}:pass") == "no_turns"
    assert refused(state, "1:2H") == "not_next"


def test_svensk_play_stop_gives_the_last_player_a_free_lead() -> None:
    """Any card of any suit, after the run got stuck for want of 9C."""
    state = play(table(SV, CLUBS), "0:2C 1:3C 2:4C 0:5C 1:6C 3:7C")
    (stuck,) = [e for e in events(state, "2:8C") if isinstance(e, cr.RunStuck)]
    assert (stuck.last, list(map(str, stuck.missing))) == (2, ["9C"])
    state = play(state, "2:8C")
    assert state.pending == cr.AwaitLead(2)
    assert legal(state) == {"2:4H"}


def test_svensk_play_ace_is_high_and_its_player_leads() -> None:
    """A run goes on over the King; the ace stops it, and no two follows."""
    state = play(table(SV, ["QS 3S", "KS 4H", "AS 5H 3D", "2S"]), "0:QS")
    assert legal(state) == {"1:KS"}
    state = play(state, "1:KS")
    assert legal(state) == {"2:AS"}
    assert events(state, "2:AS")[-1] == cr.RunStopped(2)
    state = play(state, "2:AS")
    assert state.pending == cr.AwaitLead(2)
    assert legal(state) == {"2:5H", "2:3D"}
    ace_led = table(SV, ["AS 3S", "2S", "4H"])
    assert play(ace_led, "0:AS").pending == cr.AwaitLead(0)


def test_svensk_play_clubs_run_to_the_ace_make_five_a_stop__S11() -> None:
    """Only because that run began at the six; had it begun at the seven, six follows five."""
    hands = ["6C 8C TC QC AC 5C 2H", "7C 9C JC KC 8H", "3H", "4H"]
    run = "1:7C 0:8C 1:9C 0:TC 1:JC 0:QC 1:KC 0:AC 0:5C"
    from_six = play(table(SV, hands), f"0:6C {run}")
    assert from_six.pending == cr.AwaitLead(0)
    from_seven = play(table(SV, hands, dealer=0), run)
    assert legal(from_seven) == {"0:6C"}


# --- the star ---------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_svensk_star_dealer_stakes_fifteen(dealer: int) -> None:
    """5, 4, 3, 2, 1 on ace, King, Queen, Jack and ten, in every deal, by the dealer alone."""
    state = table(SV, CLUBS, dealer=dealer)
    assert pots(state) == STAR
    assert balances(state) == tuple(-15 if seat == dealer else 0 for seat in range(4))


@pytest.mark.parametrize(("card", "amount"), STAR.items())
@pytest.mark.parametrize("dealer", [0, 3])
def test_svensk_star_same_card_takes_its_pot(card: str, amount: int, dealer: int) -> None:
    """By whoever lays it, the dealer too (as seat 0 is, having the lead after an ace)."""
    hands = [f"AS {card} 2C", "KS 4H", "5H 6H", "7H 8H"]
    state = table(SV, hands, dealer=dealer)
    state = play(state, "1:KS 0:AS" if dealer == 0 else "0:AS")
    staked = [-15 if seat == dealer else 0 for seat in range(4)]
    assert balances(state) == tuple(staked)
    assert paid(state, f"0:{card}") == [(f"pot {card}", 0, amount, "stakes.pots.taken")]
    state = play(state, f"0:{card}")
    assert pots(state) == {**STAR, card: 0}
    assert balances(state) == (staked[0] + amount, *staked[1:])


@pytest.mark.parametrize("card", ["AC", "KH", "QS", "JC", "TH", "9H", "2D"])
def test_svensk_star_no_other_card_takes_anything(card: str) -> None:
    """The identical card is needed: rank alone or suit alone will not do."""
    state = table(SV, [f"2C {card}", "3C 4H", "5H 6H"])
    assert paid(state, f"0:{card}") == []


def test_svensk_star_a_run_can_take_all_fifteen() -> None:
    """Each pot goes to who laid its card, in the order they fall."""
    state = table(SV, ["TD KD 2C", "JD AD 3C", "QD 4C"])
    for move, amount in [("0:TD", 1), ("1:JD", 2), ("2:QD", 3), ("0:KD", 4), ("1:AD", 5)]:
        assert paid(state, move) == [(f"pot {move[2:]}", int(move[0]), amount, "stakes.pots.taken")]
        state = play(state, move)
    assert balances(state) == (1 + 4, 2 + 5, 3 - 15)
    assert pots(state) == dict.fromkeys(STAR, 0)
    assert state.pending == cr.AwaitLead(1)


def test_svensk_star_pot_of_several_deals_goes_at_once__S4() -> None:
    """What earlier deals left and what this dealer put there."""
    state = table(SV, ["TD 2C", "3C", "4C"], carried=carried(TD=6, AD=10))
    assert pots(state) == {**STAR, "TD": 7, "AD": 15}
    assert paid(state, "0:TD") == [("pot TD", 0, 7, "stakes.pots.taken")]


@pytest.mark.parametrize("honour", STAR)
def test_svensk_last_card_an_honour_takes_its_pot_first__S6(honour: str) -> None:
    state = table(SV, [honour, "3C 4C", "5C"])
    happened = events(state, f"0:{honour}")
    kinds = [type(event) for event in happened]
    assert kinds == [cr.Laid, cr.Paid, cr.DealEnded, cr.Paid, cr.Paid]
    assert paid(state, f"0:{honour}") == [
        (f"pot {honour}", 0, STAR[honour], "stakes.pots.taken"),
        (1, 0, 2, "settlement.per_card"),
        (2, 0, 1, "settlement.per_card"),
    ]
    state = play(state, f"0:{honour}")
    assert state.pending == cr.DealOver(0)
    assert balances(state) == (STAR[honour] + 3, -2, -15 - 1)


@pytest.mark.parametrize("honour", STAR)
def test_svensk_last_card_an_honour_of_a_frozen_star__S3_S6(honour: str) -> None:
    """Then it ends the deal like any other card, and its pot stays."""
    state = play(table(SV, [f"9D {honour}", "3C 4C", "5C"]), "0:9D")
    assert [rule for *_, rule in paid(state, f"0:{honour}")] == ["settlement.per_card"] * 2
    state = play(state, f"0:{honour}")
    assert state.pending == cr.DealOver(0)
    assert pots(state) == STAR
    assert balances(state) == (3, -2, -1 - 15)


# --- frozen and unclaimed pots ----------------------------------------------------------------


@pytest.mark.parametrize("honour", STAR)
def test_svensk_comet_freezes_the_star__S3(honour: str) -> None:
    """An honour laid after the nine takes nothing; its pot stays where it is."""
    state = table(SV, [f"9D {honour} 2C", "3C 4H", "5H 6H"])
    assert cr.PotsFrozen() in events(state, "0:9D")
    state = play(state, "0:9D")
    assert paid(state, f"0:{honour}") == []
    assert cr.PotsFrozen() not in events(state, f"0:{honour}")
    after = play(state, f"0:{honour}")
    assert pots(after) == STAR
    assert balances(after) == (0, 0, -15)


def test_svensk_honours_before_the_comet_keep_what_they_took__S3() -> None:
    state = play(table(SV, ["AD 2C 3H", "3C 9D KD", "5H 6H QD"]), "0:AD")
    assert pots(state) == {**STAR, "AD": 0}
    state = play(state, "0:2C 1:9D 1:KD")
    assert pots(state) == {**STAR, "AD": 0}
    assert balances(state) == (5, 0, -15)


def test_svensk_a_comet_in_hand_freezes_nothing__S3() -> None:
    """Nor one that nobody was dealt; only when it is laid."""
    for hands in (["AD 2C", "3C 9D", "5H 9H"], ["AD 2C", "3C 4H", "5H 9H"]):
        assert paid(table(SV, hands), "0:AD") == [("pot AD", 0, 5, "stakes.pots.taken")]


def test_svensk_frozen_pots_stay_and_the_next_dealer_adds_fifteen__S3() -> None:
    """Deal after deal the star grows by its five stakes until somebody takes from it."""
    hands = ["9D TD 2C", "3C 4H", "5H 6H"]
    before = cr.Carried()
    for number in range(1, 4):
        dealer = number % 3
        rotated = [hands[(seat - dealer - 1) % 3] for seat in range(3)]
        state = table(SV, rotated, dealer=dealer, carried=before)
        assert pots(state) == {card: number * amount for card, amount in STAR.items()}
        assert balances(state)[dealer] == -15
        leader = (dealer + 1) % 3
        state = play(state, f"{leader}:9D {leader}:TD {leader}:2C")
        assert state.is_over
        before = carried_on(state)
    state = table(SV, ["TD AD 2C", "3C 4H", "5H 6H"], carried=before)
    assert paid(state, "0:TD") == [("pot TD", 0, 4, "stakes.pots.taken")]
    assert paid(state, "0:AD") == [("pot AD", 0, 20, "stakes.pots.taken")]


def test_svensk_unclaimed_pots_stay_without_the_comet__S4() -> None:
    """An honour kept in hand, or dead, leaves its pot for the next deal."""
    state = play(table(SV, ["AD 2C", "KD 3H", "QD 4H"]), "0:AD 0:2C")
    assert state.is_over
    left = {"AD": 0, "KD": 4, "QD": 3, "JD": 2, "TD": 1}
    assert pots(state) == left
    following = table(SV, ["KD 2C", "AD 3H", "QD 4H"], carried=carried_on(state))
    assert pots(following) == {card: left[card] + STAR[card] for card in STAR}
    assert balances(following) == (0, 0, -15)  # the dealer adds the whole 15


def test_svensk_unclaimed_pots_made_up__S4_other_reading() -> None:
    """A house rule the ruling turns down: the next dealer only fills what is missing."""
    made_up = house({"stakes.pots.unclaimed": "made_up"}, base=SV)
    state = table(made_up, ["KD 2C", "AD 3H", "QD 4H"], carried=carried(KD=4, QD=3, TD=9))
    assert pots(state) == {**STAR, "TD": 9}
    assert balances(state) == (0, 0, -5 - 2)


@pytest.mark.parametrize(("hands", "moves"), [
    (["AD 2C", "KD 3H", "QD 4H"], "0:AD 0:2C"),
    (["9D 2C", "KD 3H", "QD 4H"], "0:9D 0:2C"),
    (["2C 5C", "3C 4C 9D", "QD 4H"], "0:2C 1:3C 1:4C 0:5C"),
    (["TD 2C", "JD 3C", "QD KD"], "0:TD 1:JD 2:QD 2:KD"),
])  # fmt: skip
def test_svensk_balances_and_pots_sum_to_zero__S5(hands: list[str], moves: str) -> None:
    """What is left on the star is reported with the result, and nothing gets lost."""
    state = table(SV, hands)
    for move in moves.split():
        assert total(state) == 0
        state = play(state, move)
    result = cr.score(state)
    assert result.winner is not None
    assert sum(result.balances) == -sum(result.pots.values()) != 0
    grown = play(table(SV, hands, carried=carried(AD=5, TD=2)), moves)
    assert total(grown) == 7


def test_svensk_ten_can_become_the_best_point_of_the_star__S11() -> None:
    """Only where the other four were taken before each freeze, six deals in a row."""
    taken, whole = cr.Carried(), cr.Carried()
    for number in range(1, 7):
        state = table(SV, ["AD KD QD JD 9D 2C", "3C", "TD 6H"], carried=taken)
        assert pots(state) == {**STAR, "TD": number}
        state = play(state, "0:AD 0:KD 0:QD 0:JD 0:9D 0:2C")
        assert state.is_over
        assert pots(state) == {**dict.fromkeys(STAR, 0), "TD": number}
        taken = carried_on(state)
        # The nine out first: the star keeps its proportions.
        state = play(table(SV, ["9D AD 2C", "3C", "TD 6H"], carried=whole), "0:9D 0:AD 0:2C")
        assert pots(state) == {card: number * amount for card, amount in STAR.items()}
        whole = carried_on(state)
    assert pots(table(SV, ["AD", "3C", "TD"], carried=taken)) == {**STAR, "TD": 7}


# --- the Comet: S1, S2 ------------------------------------------------------------------------


@pytest.mark.parametrize("comet", range(4), ids=["just-laid", "holds-next", "other", "dealer"])
def test_svensk_comet_breaks_in_on_a_run__S1(comet: int) -> None:
    """Whatever the suit; the holder of the next card may lay as well, and nothing is lost."""
    state = play(table(SV, with_comet(comet)), "0:2C")
    assert legal(state) == {"1:3C", f"{comet}:9D"}
    event = laid(state, f"{comet}:9D")
    assert (event.lead, event.as_comet, event.stands_for) == (False, True, None)
    assert events(state, f"{comet}:9D")[-1] == cr.RunStopped(comet)
    after = play(state, f"{comet}:9D")
    assert after.pending == cr.AwaitLead(comet)
    assert legal(after) == {f"{comet}:{card}" for card in texts(after.hands[comet])}
    assert f"{comet}:9D" in legal(play(state, "1:3C"))


@pytest.mark.parametrize("comet", range(4))
def test_svensk_comet_breaks_in_after_an_ace__S1(comet: int) -> None:
    """Before the ace's player has led again; by that player it is a lead."""
    hands = ["KS 2H", "AS 3H 4H", "5H 7C", "6H 2C"]
    hands[comet] += " 9D"
    state = play(table(SV, hands), "0:KS 1:AS")
    assert legal(state) == {"1:3H", "1:4H", f"{comet}:9D"}
    assert laid(state, f"{comet}:9D").lead == (comet == 1)
    assert play(state, f"{comet}:9D").pending == cr.AwaitLead(comet)


@pytest.mark.parametrize("comet", range(4))
def test_svensk_comet_breaks_in_on_a_stuck_run__S1(comet: int) -> None:
    hands = ["3S 2H", "4S 3H 4H", "5H 7C", "6H 2C"]
    hands[comet] += " 9D"
    state = play(table(SV, hands), "0:3S 1:4S")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:3H", "1:4H", f"{comet}:9D"}
    assert laid(state, f"{comet}:9D").lead == (comet == 1)
    assert play(state, f"{comet}:9D").pending == cr.AwaitLead(comet)


def test_svensk_comet_as_a_lead__S1() -> None:
    """Forehand's first card too; the same player leads again."""
    state = table(SV, with_comet(0))
    assert "0:9D" in legal(state)
    event = laid(state, "0:9D")
    assert event.lead and event.as_comet
    state = play(state, "0:9D")
    assert legal(state) == {"0:2C", "0:5C", "0:KH"}


@pytest.mark.parametrize("comet", [1, 2, 3])
def test_svensk_comet_not_before_the_first_card__S1(comet: int) -> None:
    state = table(SV, with_comet(comet))
    assert legal(state) == {"0:2C", "0:5C", "0:KH"}
    assert refused(state, f"{comet}:9D") == "comet_not_now"


@pytest.mark.parametrize("comet", [1, 2, 3])
def test_svensk_comet_before_the_first_card__S1_parameter(comet: int) -> None:
    """The other reading: it opens the deal in forehand's place, and its player leads."""
    early = house({"comet.earliest": "before_first_card"}, base=SV)
    state = table(early, with_comet(comet))
    assert legal(state) == {"0:2C", "0:5C", "0:KH", f"{comet}:9D"}
    assert cr.PotsFrozen() in events(state, f"{comet}:9D")
    state = play(state, f"{comet}:9D")
    assert state.pending == cr.AwaitLead(comet)


def test_svensk_comet_never_after_a_hand_is_empty__S1() -> None:
    state = play(table(SV, ["AS", "2C 9D", "3C"]), "0:AS")
    assert legal(state) == set()
    assert refused(state, "1:9D") == "after_end"


def test_svensk_comet_only_in_its_place_or_as_a_lead__S1_other_reading() -> None:
    """Not out of turn at all: after 8D, or led, and nowhere else."""
    placed = house({"comet.when": "in_place_only"}, base=SV)
    state = play(table(placed, with_comet(2)), "0:2C")
    assert legal(state) == {"1:3C"}
    assert refused(state, "2:9D") == "comet_not_now"
    state = play(table(placed, ["8D 2H", "3H 4H", "9D 5H"]), "0:8D")
    assert legal(state) == {"0:2H", "2:9D"}
    assert play(state, "2:9D").pending == cr.AwaitLead(2)
    assert "0:9D" in legal(table(placed, with_comet(0)))


@pytest.mark.parametrize("comet", [0, 1, 2])
def test_svensk_eight_of_diamonds_can_be_a_stop__S2(comet: int) -> None:
    """Whoever holds 9D may follow, never must: otherwise the eight's player leads."""
    hands = ["7D 2H 4H", "8D 3H 6H", "TD 5H"]
    hands[comet] += " 9D"
    state = play(table(SV, hands), "0:7D")
    assert legal(state) == {"1:8D", f"{comet}:9D"}
    state = play(state, "1:8D")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:3H", "1:6H", f"{comet}:9D"}
    followed = play(state, f"{comet}:9D")
    assert followed.pending == cr.AwaitLead(comet)
    assert pots(followed) == STAR
    declined = play(state, "1:3H")
    assert legal(declined) == {"0:4H", f"{comet}:9D"}  # the right is still there


@pytest.mark.parametrize("comet", [0, 1])
def test_svensk_ten_of_diamonds_is_only_led__S2(comet: int) -> None:
    """9D stops, so 10D continues nothing, in whichever hand the two lie."""
    hands = ["7D 2H 4H", "8D 3H 6H", "TD 5H"]
    hands[comet] += " 9D"
    state = play(table(SV, hands), f"0:7D 1:8D {comet}:9D")
    assert refused(state, "2:TD") == "wrong_seat"
    hands = ["7D 2H 4H", "8D 3H 6H", "TD 9D 5H"]
    state = play(table(SV, hands), "0:7D 1:8D 2:9D")
    assert legal(state) == {"2:TD", "2:5H"}
    assert laid(state, "2:TD").lead
    assert legal(play(table(SV, ["TD 9D 2C", "JD 3H", "4H"]), "0:9D 0:TD")) == {"1:JD"}


def test_svensk_nine_has_to_follow_the_eight__S2_other_reading() -> None:
    """As a plain card in its own place it is due, 10D follows it, and the star freezes."""
    due = house({"comet.if_due": "natural"}, base=SV)
    state = play(table(due, ["7D 2H 4H", "8D 3H", "TD 9D 5H"]), "0:7D 1:8D")
    assert legal(state) == {"2:9D"}
    assert cr.PotsFrozen() in events(state, "2:9D")
    state = play(state, "2:9D")
    assert legal(state) == {"2:TD"}
    assert paid(state, "2:TD") == []
    early = play(table(due, ["7D 2H 4H", "8D 3H", "TD 9D 5H"]), "0:7D")
    assert legal(early) == {"1:8D", "2:9D"}
    assert play(early, "2:9D").pending == cr.AwaitLead(2)


# --- the settlement: S7 -----------------------------------------------------------------------


def some(count: int, start: int, *, without: str = "9D") -> str:
    """So many cards from the pack, honours and the Comet left out."""
    plain = [card for card in PACK if card not in (*STAR, without, "2S")]
    return " ".join(plain[start : start + count])


@pytest.mark.parametrize(("left", "comet", "wins"), [
    ((13, 13, 13), None, 39),
    ((13, 13, 13), 0, 52),
    ((13, 13, 13), 1, 52),
    ((13, 13, 13), 2, 52),
    ((10, 10, 10, 11), None, 41),
    ((10, 10, 10, 11), 3, 52),
    ((10, 10, 10, 11), 0, 51),
])  # fmt: skip
def test_svensk_settlement_worked_totals__S7(
    left: tuple[int, ...], comet: int | None, wins: int
) -> None:
    """39 and 52 for four with 13 each, 41 for five: one for each card, two for the Comet's holder.

    The winner's own hand is put down to its last card, and the dealer's stakes stand apart.
    """
    starts = [sum(left[:seat]) for seat in range(len(left))]
    hands = [
        f"9D {some(count - 1, start)}" if seat == comet else some(count, start)
        for seat, (count, start) in enumerate(zip(left, starts, strict=True))
    ]
    state = table(SV, ["2S", *hands])
    payments = Counter(paid(state, "0:2S"))
    assert payments == Counter(
        (seat + 1, 0, count * (2 if seat == comet else 1), "settlement.per_card")
        for seat, count in enumerate(left)
    )
    assert sum(amount for _, _, amount, _ in payments) == wins
    after = balances(play(state, "0:2S"))
    assert after[0] == wins
    assert sum(after) == -15


def test_svensk_settlement_thirteen_cards_with_the_comet_cost_26__S7() -> None:
    """The Comet is one of the thirteen; the others pay as always, and it is told why."""
    state = table(SV, ["2S", "9D " + some(12, 0), some(13, 12), some(13, 25)])
    payments = cr.score(play(state, "0:2S")).payments
    (holder,) = [p for p in payments if p.payer == 1]
    assert (holder.payee, holder.amount, holder.times) == (0, 26, 2)
    assert holder.because == ("settlement.times.comet_caught",)
    assert {p.amount for p in payments if p.payer != 1} == {13}


@pytest.mark.parametrize("hand", ["9D", "9D AD", "9D 2C 3C KH AS"])
def test_svensk_settlement_cards_count_not_pips__S7(hand: str) -> None:
    count = len(hand.split())
    state = table(SV, ["2S", hand, "KS QS"])
    assert settled(state, "0:2S") == Counter([(1, 0, 2 * count), (2, 0, 2)])


def test_svensk_settlement_comet_laid_or_last_doubles_nothing__S7() -> None:
    """Doubling is for keeping it; to go out with it brings no more than any card."""
    state = table(SV, ["9D", "3C 4C", "5C"])
    assert settled(state, "0:9D") == Counter([(1, 0, 2), (2, 0, 1)])
    state = play(table(SV, ["9D 2S", "3C 4C", "5C"]), "0:9D")
    assert settled(state, "0:2S") == Counter([(1, 0, 2), (2, 0, 1)])


def test_svensk_deal_ends_at_once_for_the_others() -> None:
    state = play(table(SV, ["2C", "3C 4C", "5C"]), "0:2C")
    assert state.pending == cr.DealOver(0)
    assert refused(state, "1:3C") == "after_end"


@pytest.mark.parametrize("players", range(3, 9))
def test_svensk_whole_deals_add_up__S5_S7(players: int) -> None:
    """Played out from a shuffled pack: pots and payments counted again from what was seen."""
    rules = cr.compile_rules(SV, players)
    for seed in range(6):
        dealer = seed % players
        state = cr.new_deal(rules, seed=seed, dealer=dealer, carried=carried(TD=4))
        expected, lying, frozen = [0] * players, {**STAR, "TD": 5}, False
        expected[dealer] -= 15
        while not state.is_over:
            moves = cr.legal_moves(state)
            if seed % 2:
                moves = tuple(move for move in moves if str(move) != "9D") or moves
            move = moves[seed * 7 % len(moves)]
            assert move.seat is not None
            frozen = frozen or str(move) == "9D"
            if not frozen:
                expected[move.seat] += lying.get(str(move), 0)
                lying[str(move)] = 0
            state = cr.step(state, move)
        winner = cr.score(state).winner
        assert winner is not None
        for seat, hand in enumerate(state.hands):
            due = len(hand) * (2 if "9D" in texts(hand) else 1)
            expected[seat] -= due
            expected[winner] += due
        assert balances(state) == tuple(expected)
        assert total(state) == 4


# --- matches: S3, S5, S8 ----------------------------------------------------------------------

SAME = ["2S", "3C 4C", "KD 5C"]
"""Forehand goes out at once; the others, one after the other to its left, pay 2 each."""


def rotated(hands: list[str], forehand: int) -> list[list[str]]:
    """The hands by seat, the first of them forehand's."""
    count = len(hands)
    return [hands[(seat - forehand) % count].split() for seat in range(count)]


def test_svensk_match_everybody_deals_equally_often__S8() -> None:
    """One deal each unless agreed otherwise; a tie is shared; the star is what is missing."""
    match = cr.new_match(cr.compile_rules(SV, 3), seed=1, dealer=2)
    dealers = []
    while not match.is_over:
        assert match.winners == ()
        dealers.append(match.dealer)
        forehand = (match.dealer + 1) % 3
        state = match.deal(hands=rotated(SAME, forehand))
        assert pots(state) == {card: len(dealers) * amount for card, amount in STAR.items()}
        match = match.after(play(state, f"{forehand}:2S"))
    assert dealers == [2, 0, 1]
    assert match.totals == (-15, -15, -15)
    assert match.winners == (0, 1, 2)
    left = {str(card): amount for card, amount in match.carried.pots.items()}
    assert left == {card: 3 * amount for card, amount in STAR.items()}  # S5: 45 in all


def test_svensk_match_of_several_rounds_most_markers_win__S8() -> None:
    """A multiple of the players; whoever has most wins, here with all of one star."""
    twice = house({"match.deals_each": 2}, base=SV)
    match = cr.new_match(cr.compile_rules(twice, 3), seed=1, dealer=2)
    state = match.deal(hands=rotated(["TD JD QD KD AD 2S", "3C 4C", "5C 6C"], 0))
    state = play(state, "0:TD 0:JD 0:QD 0:KD 0:AD 0:2S")
    match = match.after(state)
    assert match.totals == (15 + 4, -2, -15 - 2)
    for _ in range(5):
        assert not match.is_over
        forehand = (match.dealer + 1) % 3
        match = match.after(play(match.deal(hands=rotated(SAME, forehand)), f"{forehand}:2S"))
    assert match.deals == 6
    assert match.is_over
    assert match.totals == (19 - 30 - 4, -2 - 30 + 2, -17 - 15 + 2)
    assert match.winners == (0,)
    assert sum(match.totals) == -sum(match.carried.pots.values()) == -75


def test_svensk_match_shuffled_deals_add_up__S3_S5_S8() -> None:
    """Four players: what the seats have lost lies on the star, after every deal."""
    match = cr.new_match(cr.compile_rules(SV, 4), seed=5)
    before = dict.fromkeys(STAR, 0)
    while not match.is_over:
        state = match.deal()
        assert pots(state) == {card: before[card] + STAR[card] for card in STAR}
        while not state.is_over:
            moves = cr.legal_moves(state)
            state = cr.step(state, moves[match.deals % len(moves)])
        match = match.after(state)
        before = {str(card): amount for card, amount in match.carried.pots.items()}
        assert sum(match.totals) == -sum(before.values())
    assert match.deals == 4
    assert {cr.new_match(match.rules, seed=seed).dealer for seed in range(30)} == {0, 1, 2, 3}
