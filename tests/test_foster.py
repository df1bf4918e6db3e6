"""Foster's Commit, from the English sheet and from the Spanish one: rulings F1-F10 and F12.

Every test is played under both profiles. Names give the section of the sheet and the ruling.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

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

KING, ACE, COMET = "payments.laying.K", "payments.leading.A", "payments.comet.reward"
CAUGHT_COMET = "settlement.caught.comet.to_each"
CAUGHT_KING = "settlement.caught.K.to_each"
POOL = "stakes.pool.won_by"

RANKS = "A23456789TJQK"
PACK = {rank + suit for rank in RANKS for suit in "CDHS"} - {"8D"}
HANDS_AND_DEAD = {2: (25, 1), 3: (17, 0), 4: (12, 3), 5: (9, 6), 6: (8, 3)}


@pytest.fixture(params=["foster-commit", "foster-commit-es"])
def commit(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module", autouse=True)
def kept() -> list[cr.Rules]:
    """The compiled rules of all tables, kept for the length of this file."""
    names = ("foster-commit", "foster-commit-es")
    return [cr.compile_rules(name, players) for name in names for players in range(2, 7)]


def in_hand(state: cr.State, seat: int) -> set[str]:
    return set(texts(state.hands[seat]))


def told(happened: Iterable[cr.Event], kind: type[cr.Event]) -> list[cr.Event]:
    return [event for event in happened if isinstance(event, kind)]


def cards(text: str) -> tuple[cr.Card, ...]:
    return tuple(map(cr.parse_card, text.split()))


# --- 01: the pack, the players, the order of a run --------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_foster_01_pack_is_51_cards_without_the_eight_of_diamonds(
    commit: str, players: int
) -> None:
    state = cr.new_deal(cr.compile_rules(commit, players), seed="pack")
    seen = texts(itertools.chain(*state.hands, state.dead))
    assert len(seen) == 51
    assert set(seen) == PACK


def test_foster_01_eight_of_diamonds_is_dealt_to_nobody(commit: str) -> None:
    with pytest.raises(cr.DealError, match="8♦"):
        table(commit, ["8D", "2C"])


@pytest.mark.parametrize("players", [0, 1, 7])
def test_foster_01_two_to_six_play(commit: str, players: int) -> None:
    with pytest.raises(cr.DealError, match="2 to 6"):
        cr.compile_rules(commit, players)


def test_foster_01_a_run_goes_up_one_suit_from_ace_to_king(commit: str) -> None:
    state = table(commit, [" ".join(rank + "S" for rank in RANKS), "2C 2D 2H"])
    state = play(state, "0:AS")
    for rank in RANKS[1:]:
        assert legal(state) == {f"0:{rank}S"}
        state = play(state, f"0:{rank}S")
    assert state.pending == cr.DealOver(0)


def test_foster_01_the_king_is_not_followed_by_the_ace(commit: str) -> None:
    """After K the holder of A may not go on; the player of K leads, and A led is a new run."""
    state = play(table(commit, ["QC KC 2H AH", "AC 3H"]), "0:QC 0:KC")
    assert refused(state, "1:AC") == "wrong_seat"
    assert legal(state) == leads(0, "2H AH")


@pytest.mark.parametrize("other", ["6D", "6H", "6S", "7C", "5D"])
def test_foster_01_nothing_but_the_next_card_of_the_suit_continues(commit: str, other: str) -> None:
    state = play(table(commit, ["5C KH", f"{other} KS"]), "0:5C 0:pass")
    assert needs(state) == (1, {"6C"})
    assert refused(state, f"1:{other}") == "not_next"
    assert legal(state) == {"1:pass"}


def test_foster_01_the_comet_is_no_joker(commit: str) -> None:
    """Laid where 6♣ is missing it is not 6♣: 7♣ does not follow, and no move says it is."""
    state = table(commit, ["5C 9D KH", "7C KS"])
    with pytest.raises(cr.NotationError, match="9D=6C"):
        cr.parse_move(state.rules, "0:9D=6C")
    state = play(state, "0:5C 0:9D")
    assert needs(state) == (1, {"6C", "TD"})
    assert refused(state, "1:7C") == "not_next"


# --- 02: the deal, the dead cards, the pool ---------------------------------------------------


@pytest.mark.parametrize(("players", "sizes"), HANDS_AND_DEAD.items())
def test_foster_02_equal_hands_and_dead_cards(
    commit: str, players: int, sizes: tuple[int, int]
) -> None:
    each, dead = sizes
    state = cr.new_deal(cr.compile_rules(commit, players), seed=2)
    assert [len(hand) for hand in state.hands] == [each] * players
    assert len(state.dead) == dead


def test_foster_02_the_cards_are_dealt_singly(commit: str) -> None:
    """A hand dealt card by card has a quarter of every hand the same shuffle gives in blocks."""
    singly = cr.new_deal(cr.compile_rules(commit, 4), seed=3)
    blocks = cr.new_deal(cr.compile_rules(house({"deal.packet": 12}, base=commit), 4), seed=3)
    shares = {len(set(one) & set(two)) for one in singly.hands for two in blocks.hands}
    assert shares == {3}


@pytest.mark.parametrize("players", range(2, 7))
def test_foster_02_the_left_neighbour_of_the_dealer_starts(commit: str, players: int) -> None:
    rules = cr.compile_rules(commit, players)
    for dealer in range(players):
        state = cr.new_deal(rules, seed=dealer, dealer=dealer)
        left = (dealer + 1) % players
        assert state.pending == cr.AwaitLead(left)
        assert {move.seat for move in cr.legal_moves(state)} == {left}


@pytest.mark.parametrize("players", range(2, 7))
def test_foster_02_everybody_stakes_one__F8(commit: str, players: int) -> None:
    state = cr.start(cr.compile_rules(commit, players))
    assert balances(state) == (-1,) * players
    assert state.pool == players


@pytest.mark.parametrize("players", range(2, 7))
def test_foster_02_the_pool_is_laid_in_every_deal_and_won_whole__F8(
    commit: str, players: int
) -> None:
    """Each deal opens with a pool of one from each, and none of it is left when it ends."""
    hands = [f"{rank}H" for rank in RANKS[1 : players + 1]]
    for dealer in range(players):
        state = table(commit, hands, dealer=dealer)
        winner = (dealer + 1) % players
        assert state.pool == players
        move = f"{winner}:{hands[winner]}"
        assert Counter(paid(state, move)) == pool_to(winner, players)
        after = play(state, move)
        assert cr.score(after).pool == 0
        assert balances(after) == tuple(
            players - 1 if seat == winner else -1 for seat in range(players)
        )


@pytest.mark.parametrize("stake", [0, 3])
def test_foster_02_another_stake_is_another_pool__F8(commit: str, stake: int) -> None:
    state = table(house({"stakes.pool.each": stake}, base=commit), ["2H", "3H", "4H"])
    assert balances(play(state, "0:2H")) == (2 * stake, -stake, -stake)


def test_foster_02_balances_may_be_negative(commit: str) -> None:
    """A player in debt goes on paying; nothing is refused or cut short."""
    state = play(table(commit, ["KC KD KH AC 2S", "2H", "3H"]), "0:KC 0:KD 0:KH 0:AC")
    assert balances(state) == (7, -5, -5)


def test_foster_02_dead_cards_are_no_stock(commit: str) -> None:
    """6♣ lies dead: nobody can lay it or draw, so the run of 5♣ is stuck."""
    state = table(commit, ["5C 2H", "3H 4H", "7C 5H"], dead=["6C"])
    state = play(state, "0:5C")
    for seat in (0, 1, 2):
        assert legal(state) == {f"{seat}:pass"}
        assert refused(state, f"{seat}:6C") == "not_held"
        state = play(state, f"{seat}:pass")
    assert state.pending == cr.AwaitLead(0)
    assert sum(map(len, state.hands)) == 5


# --- 03: leads, turns, the King ---------------------------------------------------------------


def test_foster_03_a_leader_may_start_with_any_card(commit: str) -> None:
    state = table(commit, ["AC 5D 7D 9D TD KH", "2C"])
    assert legal(state) == leads(0, "AC 5D 7D 9D TD KH")
    assert refused(state, "0:pass") == "must_lead"


def test_foster_03_the_leader_must_go_on_while_able__F1(commit: str) -> None:
    state = play(table(commit, ["5C 6C 7C KH", "8C 2H"]), "0:5C")
    assert refused(state, "0:pass") == "must_continue"
    assert legal(state) == {"0:6C"}
    state = play(state, "0:6C")
    assert refused(state, "0:pass") == "must_continue"
    assert legal(state) == {"0:7C"}


def test_foster_03_the_missing_card_is_named_and_the_turn_passes_left(commit: str) -> None:
    state = play(table(commit, ["5C KH", "7C", "6C"]), "0:5C")
    assert events(state, "0:pass") == (cr.Passed(0, cards("6C"), laid=True),)
    assert needs(play(state, "0:pass")) == (1, {"6C"})


def test_foster_03_the_next_player_supplies_the_card_and_goes_on_while_able__F1(
    commit: str,
) -> None:
    state = play(table(commit, ["5C KH", "6C 7C 9C", "8C 2H"]), "0:5C 0:pass")
    assert legal(state) == {"1:6C"}
    assert refused(state, "1:pass") == "must_continue"
    state = play(state, "1:6C")
    assert legal(state) == {"1:7C"}
    state = play(state, "1:7C")
    assert legal(state) == {"1:pass"}
    assert events(state, "1:pass") == (cr.Passed(1, cards("8C"), laid=True),)


def test_foster_03_a_player_without_the_card_passes(commit: str) -> None:
    state = play(table(commit, ["5C KH", "7C", "6C 2H"]), "0:5C 0:pass")
    assert legal(state) == {"1:pass"}
    assert events(state, "1:pass") == (cr.Passed(1, cards("6C"), laid=False),)
    assert legal(play(state, "1:pass")) == {"2:6C"}


def test_foster_03_who_can_continue_may_pass__F1_parameter(commit: str) -> None:
    """The other reading: leader and neighbour alike may lay or pass."""
    free = house({"play.continue": "may"}, base=commit)
    state = play(table(free, ["5C 6C KH", "7C 2H", "3H"]), "0:5C")
    assert legal(state) == {"0:6C", "0:pass"}
    state = play(state, "0:6C 0:pass")
    assert legal(state) == {"1:7C", "1:pass"}
    state = play(state, "1:pass 2:pass")
    assert legal(state) == leads(0, "KH")


def test_foster_03_a_card_held_back_is_lost_to_the_run__F1_parameter(commit: str) -> None:
    """Free to pass, the last player is not asked again when the circle of passes is closed."""
    free = house({"play.continue": "may"}, base=commit)
    state = play(table(free, ["5C 6C KH", "7C", "8C"]), "0:5C 0:pass 1:pass")
    assert cr.RunStuck(0, cards("6C")) in events(state, "2:pass")
    assert legal(play(state, "2:pass")) == leads(0, "6C KH")


@pytest.mark.parametrize(("seat", "card"), [(2, "6C"), (0, "KH"), (2, "3H")])
def test_foster_03_nobody_plays_out_of_turn(commit: str, seat: int, card: str) -> None:
    state = play(table(commit, ["5C KH", "2H", "6C 3H"]), "0:5C 0:pass")
    assert refused(state, f"{seat}:{card}") == "wrong_seat"
    assert refused(state, f"{seat}:pass") == "wrong_seat"
    assert legal(state, seat) == set()


@pytest.mark.parametrize("players", range(2, 7))
def test_foster_03_when_all_others_pass_the_last_player_leads_any_card(
    commit: str, players: int
) -> None:
    state = table(commit, ["5C 7C 2D KH", *(f"{rank}H" for rank in RANKS[1:players])])
    state = play(state, "0:5C 0:pass")
    for seat in range(1, players - 1):
        state = play(state, f"{seat}:pass")
    assert events(state, f"{players - 1}:pass") == (
        cr.Passed(players - 1, cards("6C"), laid=False),
        cr.RunStuck(0, cards("6C")),
    )
    state = play(state, f"{players - 1}:pass")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == leads(0, "7C 2D KH")


def test_foster_03_the_player_of_the_last_part_leads_not_the_one_who_began(commit: str) -> None:
    state = play(
        table(commit, ["5C 9H", "2H", "6C 7C 3H TH", "4H"]),
        "0:5C 0:pass 1:pass 2:6C 2:7C 2:pass 3:pass 0:pass",
    )
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass")
    assert legal(state) == leads(2, "3H TH")


def test_foster_03_a_run_may_come_round_more_than_once(commit: str) -> None:
    """Whoever passed is asked again when the run has moved on."""
    state = play(table(commit, ["5C 8C 2H", "6C 3H", "7C 4H"]), "0:5C 0:pass 1:6C 1:pass")
    state = play(state, "2:7C 2:pass")
    assert legal(state) == {"0:8C"}
    assert refused(state, "0:pass") == "must_continue"


@pytest.mark.parametrize("suit", "CDHS")
def test_foster_03_a_king_stops_the_run_and_its_player_leads(commit: str, suit: str) -> None:
    other = "H" if suit != "H" else "S"
    state = table(
        commit, [f"Q{suit} 2{other}", f"A{suit} 3{other}", f"K{suit} 4{other} 6{other} 7{other}"]
    )
    state = play(state, f"0:Q{suit} 0:pass 1:pass")
    assert cr.RunStopped(2) in events(state, f"2:K{suit}")
    state = play(state, f"2:K{suit}")
    assert state.pending == cr.AwaitLead(2)
    assert legal(state) == leads(2, f"4{other} 6{other} 7{other}")


def test_foster_03_a_king_led_stops_at_once(commit: str) -> None:
    state = play(table(commit, ["KC KD 2H", "AC 3H"]), "0:KC")
    assert legal(state) == leads(0, "KD 2H")
    assert legal(play(state, "0:KD")) == leads(0, "2H")


# --- 04: when the Comet may be laid -----------------------------------------------------------


def test_foster_04_comet_by_the_player_whose_own_part_ended__F2(commit: str) -> None:
    state = play(table(commit, ["5C 9D KH", "2H", "3H"]), "0:5C")
    assert legal(state) == {"0:9D", "0:pass"}
    assert told(events(state, "0:9D"), cr.Laid) == [
        cr.Laid(0, cards("9D"), lead=False, as_comet=True)
    ]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_foster_04_comet_by_a_player_who_cannot_continue_at_all__F2(commit: str, seat: int) -> None:
    """Instead of a pass, by whoever is on turn, first in the circle or last."""
    hands = ["5C KH", "2H 3H", "4H 5H", "6H 7H"]
    hands[seat] += " 9D"
    state = play(table(commit, hands), "0:5C 0:pass")
    for before in range(1, seat):
        state = play(state, f"{before}:pass")
    assert legal(state) == {f"{seat}:9D", f"{seat}:pass"}
    assert Counter(paid(state, f"{seat}:9D")) == from_others(seat, 2, COMET, 4)
    assert needs(play(state, f"{seat}:9D")) == ((seat + 1) % 4, {"6C", "TD"})


def test_foster_04_comet_refused_to_a_player_who_can_continue__F2(commit: str) -> None:
    """Neither the leader in mid-run nor the next player, while the next card is in hand."""
    state = play(table(commit, ["5C 6C 9D KH", "7C 2H"]), "0:5C")
    assert refused(state, "0:9D") == "comet_not_now"
    assert legal(state) == {"0:6C"}
    state = play(table(commit, ["5C KH", "6C 9D 2H"]), "0:5C 0:pass")
    assert refused(state, "1:9D") == "comet_not_now"
    assert legal(state) == {"1:6C"}
    assert legal(play(state, "1:6C")) == {"1:9D", "1:pass"}


def test_foster_04_comet_refused_to_who_can_continue_but_need_not__F2_with_F1(commit: str) -> None:
    free = house({"play.continue": "may"}, base=commit)
    state = play(table(free, ["5C 6C 9D KH", "7C 2H"]), "0:5C")
    assert refused(state, "0:9D") == "comet_not_now"
    assert legal(state) == {"0:6C", "0:pass"}


@pytest.mark.parametrize("moves", ["0:5C", "0:5C 0:pass"])
def test_foster_04_comet_refused_out_of_turn__F2(commit: str, moves: str) -> None:
    state = play(table(commit, ["5C KH", "2H", "9D 3H"]), moves)
    assert refused(state, "2:9D") == "comet_not_now"
    assert legal(state, 2) == set()


def test_foster_04_comet_refused_to_others_while_a_lead_is_awaited__F2(commit: str) -> None:
    state = table(commit, ["KC KH", "9D 2H"])
    assert refused(state, "1:9D") == "comet_not_now"
    assert refused(play(state, "0:KC"), "1:9D") == "comet_not_now"


def test_foster_04_nobody_has_to_lay_the_comet__F2(commit: str) -> None:
    """Kept back at every chance; then its holder leads, and it is a plain lead."""
    state = play(table(commit, ["5C 9D KH", "6C 2H", "3H"]), "0:5C 0:pass 1:6C 1:pass 2:pass")
    assert legal(state) == {"0:9D", "0:pass"}
    state = play(state, "0:pass")
    assert legal(state) == leads(1, "2H")


def test_foster_04_once_the_circle_is_closed_the_comet_is_a_lead_only__F2_F4(commit: str) -> None:
    """The run of 5♣ is stuck and 9♦ laid now opens a run: 6♣ cannot answer it any more."""
    state = play(table(commit, ["5C 9D KH", "2H", "6H 3H"]), "0:5C 0:pass 1:pass 2:pass")
    assert legal(state) == leads(0, "9D KH")
    assert told(events(state, "0:9D"), cr.Laid) == [
        cr.Laid(0, cards("9D"), lead=True, as_comet=False)
    ]
    assert needs(play(state, "0:9D")) == (0, {"TD"})


# --- 04: the fork -----------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "above"), [("6C", "7C"), ("TD", "JD")])
@pytest.mark.parametrize("passes", [0, 1, 2])
def test_foster_04_fork_answered_by_the_first_neighbour_who_can__F3(
    commit: str, passes: int, card: str, above: str
) -> None:
    """Asked from the left of the Comet's player; who holds neither card passes."""
    hands = ["5C 9D KH", "2H 3H", "4H 5H", "6H 7H"]
    answering = 1 + passes
    hands[answering] += f" {card}"
    state = play(table(commit, hands), "0:5C 0:9D")
    for seat in range(1, answering):
        assert needs(state) == (seat, {"6C", "TD"})
        assert legal(state) == {f"{seat}:pass"}
        assert events(state, f"{seat}:pass") == (cr.Passed(seat, cards("6C TD"), laid=False),)
        state = play(state, f"{seat}:pass")
    assert legal(state) == {f"{answering}:{card}"}
    assert refused(state, f"{answering}:pass") == "must_continue"
    state = play(state, f"{answering}:{card}")
    assert needs(state) == (answering, {above})


def test_foster_04_fork_is_asked_round_from_the_player_of_the_comet__F3(commit: str) -> None:
    """Seat 1 lays it on a run of seat 0, so seat 0 is the last but one to be asked."""
    state = play(table(commit, ["5C TD KH", "9D 2H", "3H", "4H"]), "0:5C 0:pass 1:9D 2:pass 3:pass")
    assert needs(state) == (0, {"6C", "TD"})
    assert legal(state) == {"0:TD"}


def test_foster_04_fork_earlier_neighbour_goes_first__F3(commit: str) -> None:
    """The 6♣ of seat 2 does not wait for the 10♦ of seat 1, nor the other way round."""
    state = play(table(commit, ["5C 9D KH", "TD 2H", "6C 3H"]), "0:5C 0:9D")
    assert legal(state) == {"1:TD"}
    assert refused(state, "2:6C") == "wrong_seat"
    state = play(table(commit, ["5C 9D KH", "6C 2H", "TD 3H"]), "0:5C 0:9D")
    assert legal(state) == {"1:6C"}
    assert refused(state, "2:TD") == "wrong_seat"


@pytest.mark.parametrize("passes", [0, 1, 2])
def test_foster_04_fork_who_holds_both_cards_chooses__F3(commit: str, passes: int) -> None:
    hands = ["5C 9D KH", "2H 3H", "4H 5H", "6H 7H"]
    seat = 1 + passes
    hands[seat] += " 6C TD"
    state = play(table(commit, hands), "0:5C 0:9D")
    for before in range(1, seat):
        state = play(state, f"{before}:pass")
    assert legal(state) == {f"{seat}:6C", f"{seat}:TD"}
    assert refused(state, f"{seat}:pass") == "must_continue"


def test_foster_04_fork_may_be_passed_by_who_could_answer__F3_with_F1_parameter(
    commit: str,
) -> None:
    free = house({"play.continue": "may"}, base=commit)
    state = play(table(free, ["5C 9D KH", "6C 2H", "TD 3H"]), "0:5C 0:9D")
    assert legal(state) == {"1:6C", "1:pass"}
    state = play(state, "1:pass")
    assert legal(state) == {"2:TD", "2:pass"}


def test_foster_04_fork_nobody_answers__F4(commit: str) -> None:
    """Both cards lie dead: after a full circle the player of the Comet leads any card."""
    state = table(commit, ["5C KH", "9D 2H 7C", "3H", "4H"], dead=["6C", "TD"])
    state = play(state, "0:5C 0:pass 1:9D 2:pass 3:pass")
    assert legal(state) == {"0:pass"}
    assert events(state, "0:pass") == (
        cr.Passed(0, cards("6C TD"), laid=False),
        cr.RunStuck(1, cards("6C TD")),
    )
    state = play(state, "0:pass")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == leads(1, "2H 7C")


def test_foster_04_fork_own_player_must_answer_with_the_ten__F4(commit: str) -> None:
    """All others passed: the player of the Comet, holding 10♦, lays it and does not lead."""
    state = play(
        table(commit, ["5C 9D TD JD KH", "2H", "3H", "4H"]), "0:5C 0:9D 1:pass 2:pass 3:pass"
    )
    assert legal(state) == {"0:TD"}
    assert refused(state, "0:pass") == "must_continue"
    assert refused(state, "0:KH") == "not_next"
    state = play(state, "0:TD")
    assert legal(state) == {"0:JD"}
    assert events(play(state, "0:JD"), "0:pass") == (cr.Passed(0, cards("QD"), laid=True),)


def test_foster_04_fork_own_player_leads_instead_of_the_ten__F4_with_F1_parameter(
    commit: str,
) -> None:
    free = house({"play.continue": "may"}, base=commit)
    state = play(table(free, ["5C 9D TD KH", "2H", "3H"]), "0:5C 0:9D 1:pass 2:pass")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == leads(0, "TD KH")


def test_foster_04_fork_of_two_players(commit: str) -> None:
    state = play(table(commit, ["5C 9D KH", "6C TD 2H"]), "0:5C 0:9D")
    assert legal(state) == {"1:6C", "1:TD"}
    state = play(table(commit, ["5C 9D KH", "7C JD"]), "0:5C 0:9D 1:pass")
    assert legal(state) == leads(0, "KH")


@pytest.mark.parametrize(("taken", "gone"), [("6C", "TD"), ("TD", "6C")])
def test_foster_04_fork_the_other_branch_is_gone__F5(commit: str, taken: str, gone: str) -> None:
    """Seat 1 takes one; the other card stays with seat 2, who may but lead it later."""
    state = play(table(commit, ["5C 9D KH", f"{taken} 2H 8S", f"{gone} KS 3H"]), "0:5C 0:9D")
    state = play(state, f"1:{taken} 1:pass")
    assert refused(state, f"2:{gone}") == "not_next"
    assert legal(state) == {"2:pass"}
    state = play(state, "2:pass 0:pass")
    assert legal(state) == leads(1, "2H 8S")
    state = play(state, "1:2H 1:pass 2:3H 2:pass 0:pass 1:pass")
    assert legal(state) == leads(2, f"{gone} KS")


def test_foster_04_fork_who_chose_keeps_the_other_card_and_may_lead_it__F5(commit: str) -> None:
    state = play(table(commit, ["5C 9D KH", "6C TD 7C JD 2H"]), "0:5C 0:9D 1:TD")
    assert legal(state) == {"1:JD"}
    state = play(state, "1:JD 1:pass 0:pass")
    assert legal(state) == leads(1, "6C 7C 2H")
    assert legal(play(state, "1:6C")) == {"1:7C"}


def test_foster_04_fork_both_branches_in_diamonds(commit: str) -> None:
    """The run stands at 5♦: 6♦ or 10♦, and 6♦ leads on to 7♦, where 8♦ is missing."""
    state = play(table(commit, ["5D 9D KH", "6D 7D TD 2H"]), "0:5D 0:9D")
    assert legal(state) == {"1:6D", "1:TD"}
    state = play(state, "1:6D 1:7D")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass 0:pass")
    assert legal(state) == leads(1, "TD 2H")


def test_foster_04_fork_where_the_ten_is_out_already(commit: str) -> None:
    """A run led with 10♦ lacks J♦: the Comet laid here leaves J♦ alone to continue."""
    state = play(table(commit, ["TD 9D KH", "JD 2H"]), "0:TD 0:9D")
    assert legal(state) == {"1:JD"}


def test_foster_04_fork_answered_with_a_king_ends_the_run(commit: str) -> None:
    state = play(table(commit, ["QC 9D 2H", "KC TD 3H", "4H"]), "0:QC 0:9D")
    assert legal(state) == {"1:KC", "1:TD"}
    assert Counter(paid(state, "1:KC")) == from_others(1, 1, KING, 3)
    assert legal(play(state, "1:KC")) == leads(1, "TD 3H")


def test_foster_04_fork_the_run_goes_on_by_turns_after_the_answer(commit: str) -> None:
    state = play(table(commit, ["5C 9D KH", "6C 2H", "3H", "7C 4H"]), "0:5C 0:9D 1:6C 1:pass")
    assert legal(state) == {"2:pass"}
    assert legal(play(state, "2:pass")) == {"3:7C"}


def test_foster_04_fork_another_way_to_lay_the_comet_has_no_fork(commit: str) -> None:
    """A Comet that were to end the run would be no fork: its player would lead at once."""
    stop = house({"comet.does": "stop"}, base=commit)
    state = play(table(stop, ["5C 9D KH", "6C TD"]), "0:5C 0:9D")
    assert legal(state) == leads(0, "KH")


# --- 04: seven of diamonds --------------------------------------------------------------------


def test_foster_04_seven_of_diamonds_is_a_gap_and_no_stop__F6(commit: str) -> None:
    """Its player does not lead at once; everybody may only pass, then it leads."""
    state = play(table(commit, ["6D 7D KH", "TD 2H", "9C 3H"]), "0:6D 0:7D")
    for seat in (0, 1, 2):
        assert legal(state) == {f"{seat}:pass"}
        state = play(state, f"{seat}:pass")
    assert legal(state) == leads(0, "KH")


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_foster_04_comet_after_the_seven_of_diamonds__F6(commit: str, seat: int) -> None:
    """Whoever is on turn may lay it there, and 10♦ alone continues."""
    hands = ["7D KH", "2H 3H", "4H 5H"]
    hands[seat] += " 9D"
    answering = (seat + 1) % 3
    hands[answering] += " TD 6D 8C"
    state = play(table(commit, hands), "0:7D")
    for before in range(seat):
        state = play(state, f"{before}:pass")
    assert legal(state) == {f"{seat}:9D", f"{seat}:pass"}
    assert Counter(paid(state, f"{seat}:9D")) == from_others(seat, 2, COMET, 3)
    assert legal(play(state, f"{seat}:9D")) == {f"{answering}:TD"}


def test_foster_04_comet_after_the_seven_of_diamonds_and_no_ten__F6_F4(commit: str) -> None:
    state = table(commit, ["7D KH", "9D 2H", "3H"], dead=["TD"])
    state = play(state, "0:7D 0:pass 1:9D 2:pass 0:pass")
    assert legal(state) == leads(1, "2H")


def test_foster_04_seven_of_diamonds_as_a_stop__F6_parameter(commit: str) -> None:
    """The other reading: its player leads at once, and the Comet cannot answer it."""
    stop = house({"play.stops": ["K", "7D"]}, base=commit)
    state = play(table(stop, ["6D 7D 9D KH", "TD 2H", "3H"]), "0:6D")
    assert cr.RunStopped(0) in events(state, "0:7D")
    assert legal(play(state, "0:7D")) == leads(0, "9D KH")
    state = play(table(stop, ["7D KH 2S", "9D 2H", "3H"]), "0:7D")
    assert refused(state, "1:9D") == "comet_not_now"
    assert legal(state) == leads(0, "KH 2S")


@pytest.mark.parametrize("seven", ["7C", "7H", "7S"])
def test_foster_04_other_sevens_are_followed_by_their_eights__F6(commit: str, seven: str) -> None:
    eight = seven.replace("7", "8")
    state = play(table(commit, [f"{seven} KD", f"{eight} 2D"]), f"0:{seven} 0:pass")
    assert legal(state) == {f"1:{eight}"}


# --- 04: 9♦ as a free lead --------------------------------------------------------------------


def test_foster_04_nine_of_diamonds_led_is_an_ordinary_nine__F7(commit: str) -> None:
    """Its own player goes on with 10♦ and must; it earns the 2 all the same."""
    state = table(commit, ["9D TD KH", "2H", "3H"])
    assert Counter(paid(state, "0:9D")) == from_others(0, 2, COMET, 3)
    assert told(events(state, "0:9D"), cr.Laid) == [
        cr.Laid(0, cards("9D"), lead=True, as_comet=False)
    ]
    state = play(state, "0:9D")
    assert legal(state) == {"0:TD"}
    assert refused(state, "0:pass") == "must_continue"


def test_foster_04_after_nine_of_diamonds_led_only_the_ten_continues__F7(commit: str) -> None:
    state = play(table(commit, ["9D KH", "JD 9C 2H", "TD 3H"]), "0:9D")
    assert legal(state) == {"0:pass"}
    state = play(state, "0:pass")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass")
    assert legal(state) == {"2:TD"}
    assert refused(state, "2:pass") == "must_continue"


def test_foster_04_nine_of_diamonds_led_and_stuck__F7(commit: str) -> None:
    state = table(commit, ["9D KH", "JD 2H"], dead=["TD"])
    assert legal(play(state, "0:9D 0:pass 1:pass")) == leads(0, "KH")


@pytest.mark.parametrize("before", ["0:KC", "0:5C 0:pass 1:pass"])
def test_foster_04_nine_of_diamonds_led_later_in_the_deal__F7(commit: str, before: str) -> None:
    """After a King or a stuck run it is a lead as well: paid, and no old run to go back to."""
    state = play(table(commit, ["KC 5C 9D 2H", "TD 7C 3H"]), before)
    assert Counter(paid(state, "0:9D")) == from_others(0, 2, COMET, 2)
    assert needs(play(state, "0:9D")) == (0, {"TD"})


def test_foster_04_nine_of_diamonds_led_earns_nothing__F7_parameter(commit: str) -> None:
    """The other reading; laid in place of a pass it still earns."""
    unpaid = house({"payments.comet.if_led": "not_paid"}, base=commit)
    assert paid(table(unpaid, ["9D TD KH", "2H"]), "0:9D") == []
    state = play(table(unpaid, ["5C 9D KH", "2H"]), "0:5C")
    assert Counter(paid(state, "0:9D")) == from_others(0, 2, COMET, 2)


# --- 05: payments while cards are laid --------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(
    ("card", "amount", "rule"),
    [*((ace, 1, ACE) for ace in ("AC", "AD", "AH", "AS")), ("KC", 1, KING), ("9D", 2, COMET)],
)
def test_foster_05_what_a_card_earns_from_every_opponent(
    commit: str, players: int, card: str, amount: int, rule: str
) -> None:
    hands = [f"{card} QH QS", *(f"{rank}H" for rank in RANKS[1:players])]
    state = table(commit, hands)
    assert Counter(paid(state, f"0:{card}")) == from_others(0, amount, rule, players)
    after = play(state, f"0:{card}")
    assert balances(after) == (
        -1 + amount * (players - 1),
        *[-1 - amount] * (players - 1),
    )


def test_foster_05_an_ace_earns_at_every_lead_of_one__F9(commit: str) -> None:
    """At the first lead, after a King, and after a stuck run."""
    state = table(commit, ["AC KD AH AS 4S", "2D", "3D"])
    assert Counter(paid(state, "0:AC")) == from_others(0, 1, ACE, 3)
    state = play(state, "0:AC 0:pass 1:pass 2:pass")
    assert Counter(paid(state, "0:AH")) == from_others(0, 1, ACE, 3)
    state = play(state, "0:KD")
    assert Counter(paid(state, "0:AS")) == from_others(0, 1, ACE, 3)


def test_foster_05_an_ace_comes_only_at_the_start_of_a_run__F9(commit: str) -> None:
    """It is low and no card stands below it, so it continues nothing."""
    state = play(table(commit, ["2C KD", "AC AD 3H"]), "0:2C 0:pass")
    assert refused(state, "1:AC") == "not_next"
    state = play(table(commit, ["QD 2H", "KD AD 3H"]), "0:QD 0:pass 1:KD")
    assert Counter(paid(state, "1:AD")) == from_others(1, 1, ACE, 2)


def test_foster_05_the_cards_after_an_ace_and_other_leads_earn_nothing__F9(commit: str) -> None:
    state = play(table(commit, ["AC 2C 4H QD", "3C 5H 9S", "6H"]), "0:AC")
    assert paid(state, "0:2C") == []
    state = play(state, "0:2C 0:pass")
    assert paid(state, "1:3C") == []
    assert paid(play(state, "1:3C 1:pass 2:pass 0:pass"), "1:5H") == []


@pytest.mark.parametrize("card", [f"{rank}H" for rank in RANKS if rank not in "AK"])
def test_foster_05_other_cards_led_earn_nothing(commit: str, card: str) -> None:
    assert paid(table(commit, [f"{card} 2C", "3C"]), f"0:{card}") == []


@pytest.mark.parametrize("suit", "CDHS")
def test_foster_05_a_king_earns_in_a_run_as_well_as_led(commit: str, suit: str) -> None:
    other = "H" if suit != "H" else "S"
    state = table(commit, [f"Q{suit} 2{other}", f"K{suit} 3{other}", f"4{other}"])
    state = play(state, f"0:Q{suit} 0:pass")
    assert Counter(paid(state, f"1:K{suit}")) == from_others(1, 1, KING, 3)
    state = table(commit, [f"K{suit} 2{other}", f"3{other}", f"4{other}"])
    assert Counter(paid(state, f"0:K{suit}")) == from_others(0, 1, KING, 3)


def test_foster_05_passes_and_stuck_runs_cost_nothing(commit: str) -> None:
    """What the list of payments does not name is not paid."""
    state = play(table(commit, ["5C 9D KH", "2H", "3H"]), "0:5C")
    for move in ("0:pass", "1:pass", "2:pass"):
        assert paid(state, move) == []
        state = play(state, move)
    assert balances(state) == (-1, -1, -1)


# --- 05: the last card ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "before", "card", "amount", "rule"),
    [
        pytest.param("AC", "", "AC", 1, ACE, id="ace-led"),
        pytest.param("KC", "", "KC", 1, KING, id="king-led"),
        pytest.param("QC KC", "0:QC", "KC", 1, KING, id="king-in-own-run"),
        pytest.param("9D", "", "9D", 2, COMET, id="comet-led"),
        pytest.param("5C 9D", "0:5C", "9D", 2, COMET, id="comet-after-own-part"),
    ],
)
def test_foster_05_the_last_card_is_paid_before_the_pool_is_taken__F12(
    commit: str, hand: str, before: str, card: str, amount: int, rule: str
) -> None:
    state = play(table(commit, [hand, "2H 5D", "3H"]), before)
    happened = events(state, f"0:{card}")
    assert [type(event) for event in happened] == [
        cr.Laid,
        *[cr.Paid] * 2,
        cr.DealEnded,
        cr.Paid,
    ]
    payments = paid(state, f"0:{card}")
    assert Counter(payments[:2]) == from_others(0, amount, rule, 3)
    assert payments[2:] == [("pool", 0, 3, POOL)]
    after = play(state, f"0:{card}")
    assert after.pending == cr.DealOver(0)
    assert balances(after) == (2 * amount + 2, -1 - amount, -1 - amount)


@pytest.mark.parametrize(
    ("start", "card", "amount", "rule"),
    [("5C", "9D", 2, COMET), ("QC", "KC", 1, KING), ("QC", "9D", 2, COMET)],
)
def test_foster_05_the_last_card_of_a_player_on_turn_is_paid__F12(
    commit: str, start: str, card: str, amount: int, rule: str
) -> None:
    """Not by the leader: the Comet in place of a pass, and a King that continues."""
    state = play(table(commit, [f"{start} 2H", "4H 5D", card]), f"0:{start} 0:pass 1:pass")
    assert legal(state) == ({f"2:{card}", "2:pass"} if card == "9D" else {f"2:{card}"})
    payments = paid(state, f"2:{card}")
    assert Counter(payments[:2]) == from_others(2, amount, rule, 3)
    assert payments[2:] == [("pool", 2, 3, POOL)]
    assert balances(play(state, f"2:{card}")) == (-1 - amount, -1 - amount, 2 * amount + 2)


def test_foster_05_the_comet_as_a_last_card_leaves_no_fork__F12(commit: str) -> None:
    """The deal ends with it, though the neighbour could answer."""
    state = play(table(commit, ["5C 9D", "6C TD 2H"]), "0:5C 0:9D")
    assert state.pending == cr.DealOver(0)
    assert legal(state) == set()
    assert in_hand(state, 1) == {"6C", "TD", "2H"}


def test_foster_05_last_card_against_cards_caught__F12(commit: str) -> None:
    """A King as last card against two Kings caught: each is paid, none is netted away."""
    state = play(table(commit, ["QC KC", "KD 2H", "KS 3H"]), "0:QC")
    assert Counter(paid(state, "0:KC")) == (
        from_others(0, 1, KING, 3)
        + to_others(1, 1, CAUGHT_KING, 3)
        + to_others(2, 1, CAUGHT_KING, 3)
        + pool_to(0, 3)
    )
    # 0: -1 + 2 + 3 + 2; 1 and 2: -1 - 1 - 2 + 1.
    assert balances(play(state, "0:KC")) == (6, -3, -3)


# --- 05: the finish ---------------------------------------------------------------------------


def test_foster_05_worked_totals_of_the_rulings(commit: str) -> None:
    """Four players; seat 1 is caught with the Comet, one King and other cards."""
    state = table(commit, ["2C", "9D KH 4S 5S", "5H", "6S TS"])
    assert Counter(paid(state, "0:2C")) == (
        to_others(1, 2, CAUGHT_COMET, 4) + to_others(1, 1, CAUGHT_KING, 4) + pool_to(0, 4)
    )
    assert balances(play(state, "0:2C")) == (6, -10, 2, 2)


@pytest.mark.parametrize("players", range(2, 7))
def test_foster_05_an_unplayed_comet_costs_two_to_every_opponent(commit: str, players: int) -> None:
    hands = ["QH", "9D JH", *(f"{rank}H" for rank in RANKS[1 : players - 1])]
    state = table(commit, hands)
    assert Counter(paid(state, "0:QH")) == to_others(1, 2, CAUGHT_COMET, players) + pool_to(
        0, players
    )
    assert balances(play(state, "0:QH"))[1] == -1 - 2 * (players - 1)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("kings", [1, 2, 3, 4])
def test_foster_05_every_unplayed_king_costs_one_to_every_opponent(
    commit: str, players: int, kings: int
) -> None:
    held = " ".join(["KC", "KD", "KH", "KS"][:kings])
    state = table(commit, ["QH", f"{held} JH", *(f"{r}H" for r in RANKS[1 : players - 1])])
    expected = pool_to(0, players)
    for _ in range(kings):
        expected += to_others(1, 1, CAUGHT_KING, players)
    assert Counter(paid(state, "0:QH")) == expected
    after = balances(play(state, "0:QH"))
    assert after[0] == players - 1 + kings
    assert after[1] == -1 - kings * (players - 1)
    assert set(after[2:]) <= {kings - 1}


def test_foster_05_kings_in_several_hands_add_up(commit: str) -> None:
    """Opposing entries are made both ways; the sums are what netting would give as well."""
    state = table(commit, ["2C", "KC KD 3H", "KH 9D", "4H"])
    assert Counter(paid(state, "0:2C")) == (
        to_others(1, 1, CAUGHT_KING, 4)
        + to_others(1, 1, CAUGHT_KING, 4)
        + to_others(2, 1, CAUGHT_KING, 4)
        + to_others(2, 2, CAUGHT_COMET, 4)
        + pool_to(0, 4)
    )
    # 0: -1 + 4 + 2 + 3; 1: -1 - 6 + 3; 2: -1 - 9 + 2; 3: -1 + 2 + 3.
    assert balances(play(state, "0:2C")) == (8, -4, -8, 4)


def test_foster_05_other_cards_have_no_value(commit: str) -> None:
    """Twelve cards left without a King or the Comet cost no more than one."""
    many = "AC AD AH AS QC QD QH QS JC TD 9C 8H"
    state = table(commit, ["2C", many, "3H"])
    assert Counter(paid(state, "0:2C")) == pool_to(0, 3)
    assert balances(play(state, "0:2C")) == (2, -1, -1)


def test_foster_05_a_price_for_cards_left_is_no_rule_here(commit: str) -> None:
    """Expressible, but not said by the sheet: the same finish with one for each card."""
    dear = house({"settlement.per_card": 1}, base=commit)
    assert balances(play(table(dear, ["2C", "AC AD QH", "3H"]), "0:2C")) == (6, -4, -2)


def test_foster_05_played_kings_and_comet_cost_nothing_at_the_end(commit: str) -> None:
    state = play(table(commit, ["2C 3S", "KD 5C 9D 2H"], dealer=0), "1:KD 1:5C 1:9D 0:pass")
    # 1: -1 + 1 + 2, leads 2H and is out: the pool of 2.
    assert Counter(paid(state, "1:2H")) == pool_to(1, 2)
    assert balances(play(state, "1:2H")) == (-4, 4)


# --- 06: the end ------------------------------------------------------------------------------


def test_foster_06_the_first_empty_hand_ends_the_deal_at_once(commit: str) -> None:
    """In mid-run, with the next card in another hand."""
    state = play(table(commit, ["5C 2H", "6C", "7C 3H"]), "0:5C 0:pass")
    assert cr.DealEnded(1, opera=False, drawn=False) in events(state, "1:6C")
    state = play(state, "1:6C")
    assert state.is_over
    assert cr.score(state).winner == 1
    assert legal(state) == set()
    assert refused(state, "2:7C") == "after_end"
    assert in_hand(state, 2) == {"7C", "3H"}


def test_foster_06_whoever_is_out_takes_the_pool_not_the_leader(commit: str) -> None:
    state = play(table(commit, ["5C 2H", "6C", "3H"]), "0:5C 0:pass")
    assert Counter(paid(state, "1:6C")) == pool_to(1, 3)
    assert balances(play(state, "1:6C")) == (-1, 2, -1)


def test_foster_06_dead_kings_and_a_dead_comet_cost_nobody__F10(commit: str) -> None:
    state = table(commit, ["2C", "3H", "4H"], dead=["9D", "KC", "KD", "KH", "KS"])
    assert Counter(paid(state, "0:2C")) == pool_to(0, 3)
    assert balances(play(state, "0:2C")) == (2, -1, -1)


def test_foster_06_dead_cards_do_not_revive_a_run(commit: str) -> None:
    """Neither an answer to the fork nor the next card comes from the dead cards."""
    state = table(commit, ["5C 9D 2H", "3H 7C"], dead=["6C", "TD"])
    state = play(state, "0:5C 0:9D")
    assert legal(state) == {"1:pass"}
    assert legal(play(state, "1:pass")) == leads(0, "2H")


def test_foster_06_all_51_cards_are_dealt_again(commit: str) -> None:
    """The next deal has the whole pack, less 8♦, whatever lay dead before."""
    rules = cr.compile_rules(commit, 5)
    dead = set()
    for seed in range(20):
        state = cr.new_deal(rules, seed=seed, dealer=seed % 5)
        seen = texts(itertools.chain(*state.hands, state.dead))
        assert sorted(seen) == sorted(PACK)
        dead |= set(texts(state.dead))
    assert len(dead) > 30


# --- 08: the worked example -------------------------------------------------------------------


def worked_example(state: cr.State, *, comet_by: int, holder: int) -> None:
    """From A's Comet on: A lays it, B (on A's left) takes the diamonds, 6♣ stays in hand."""
    players = state.rules.players
    a, b = comet_by, (comet_by + 1) % players
    assert legal(state) == {f"{a}:9D", f"{a}:pass"}
    assert Counter(paid(state, f"{a}:9D")) == from_others(a, 2, COMET, players)
    state = play(state, f"{a}:9D")
    assert balances(state) == tuple(
        -1 + 2 * (players - 1) if seat == a else -3 for seat in range(players)
    )
    assert needs(state) == (b, {"6C", "TD"})
    assert legal(state) == {f"{b}:TD"} | ({f"{b}:6C"} if holder == b else set())
    state = play(state, f"{b}:TD")
    assert legal(state) == {f"{b}:JD"}
    state = play(state, f"{b}:JD")
    assert legal(state) == {f"{b}:pass"}
    assert events(state, f"{b}:pass") == (cr.Passed(b, cards("QD"), laid=True),)
    state = play(state, f"{b}:pass")
    for further in range(1, players):
        seat = (b + further) % players
        assert needs(state) == (seat, {"QD"})
        assert legal(state) == {f"{seat}:pass"}
        if seat == holder:
            assert refused(state, f"{seat}:6C") == "not_next"
        state = play(state, f"{seat}:pass")
    assert "6C" in in_hand(state, holder)
    assert {"9D", "TD", "JD"}.isdisjoint(itertools.chain(*map(texts, state.hands)))
    assert state.pending == cr.AwaitLead(b)
    assert legal(state) == leads(b, " ".join(in_hand(state, b)))


@pytest.mark.parametrize(("players", "holder"), [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)])
def test_foster_08_worked_example_by_the_player_whose_part_ended__F2_F3_F5(
    commit: str, players: int, holder: int
) -> None:
    """A (seat 0) has brought the clubs to 5♣ itself; 6♣ is with B or with another."""
    hands = ["4C 5C 9D 2S", "TD JD 3S", "4S 5S", "6S 7S"][:players]
    hands[holder] += " 6C"
    state = play(table(commit, hands), "0:4C 0:5C")
    worked_example(state, comet_by=0, holder=holder)


@pytest.mark.parametrize("holder", [2, 3])
def test_foster_08_worked_example_by_a_player_who_cannot_continue__F2_F3_F5(
    commit: str, holder: int
) -> None:
    """Another has brought the clubs to 5♣; A is seat 1 and B seat 2."""
    hands = ["4C 5C 2S 8S", "9D 3S", "TD JD 4S", "6S 7S"]
    hands[holder] += " 6C"
    state = play(table(commit, hands), "0:4C 0:5C 0:pass")
    worked_example(state, comet_by=1, holder=holder)


def test_foster_08_the_card_that_stayed_begins_its_own_run_later__F5(commit: str) -> None:
    """9♦ did not become 6♣: 6♣ is led like any card, and 7♣ follows it."""
    state = play(
        table(commit, ["5C 9D 7C", "TD JD 6C 3S"]), "0:5C 0:9D 1:TD 1:JD 1:pass 0:pass 1:6C 1:pass"
    )
    assert legal(state) == {"0:7C"}


# --- whole deals, and the two sheets beside each other ----------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_foster_whole_deals_pay_by_the_listed_rules_alone(commit: str, players: int) -> None:
    """Payments name no other rule, and all that is won by one is lost by others."""
    rules = cr.compile_rules(commit, players)
    listed = {KING, ACE, COMET, CAUGHT_COMET, CAUGHT_KING, POOL}
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
    assert {KING, POOL} <= seen <= listed


@pytest.mark.parametrize("players", range(2, 7))
def test_foster_spanish_sheet_plays_the_same_deals(players: int) -> None:
    """The same cards, move by move: the same legal moves, happenings and results."""
    english, spanish = (
        cr.compile_rules(name, players) for name in ("foster-commit", "foster-commit-es")
    )
    for seed in range(6):
        random = Random(seed)
        one, two = (cr.new_deal(rules, seed=seed, dealer=0) for rules in (english, spanish))
        while not one.is_over:
            assert legal(one) == legal(two)
            text = random.choice(sorted(legal(one)))
            assert events(one, text) == events(two, text)
            one, two = play(one, text), play(two, text)
        assert cr.score(one) == cr.score(two)
        assert two.is_over


def test_foster_spanish_sheet_differs_in_no_rule() -> None:
    compared = cr.compare("foster-commit", "foster-commit-es")
    assert [profile.id for profile in compared.profiles] == ["foster-commit", "foster-commit-es"]
    assert compared.differences == ()


@pytest.mark.parametrize(
    ("path", "value", "before", "after"),
    [
        ("players.max", 5, "6", "5"),
        ("deal.table", {2: 25, 3: 17, 4: 12, 5: 10, 6: 8}, "9", "10"),
        ("play.continue", "may", "must", "may"),
        ("play.stops", ["K", "7D"], "K", "7D"),
        ("comet.when", "ending_own_part", "when_unable", "ending_own_part"),
        ("payments.laying", {"K": 2}, "1", "2"),
        ("payments.leading", {"A": 3}, "1", "3"),
        ("payments.comet.if_led", "not_paid", "paid", "not_paid"),
        ("stakes.pool.each", 2, "1", "2"),
        ("settlement.caught", {"comet": {"to_each": 4}}, "K", "4"),
        ("match.ties", "play_on", "shared", "play_on"),
        ("customs.netting", "never", "allowed", "never"),
    ],
)
def test_foster_spanish_sheet_with_one_rule_changed_shows_that_rule(
    path: str, value: Any, before: str, after: str
) -> None:
    """However a value is written out, each side shows its own."""
    changed = house({path: value}, base="foster-commit-es")
    (difference,) = cr.compare("foster-commit", changed).differences
    assert path in difference.dimension.where
    english, spanish = (str(cell.value) for cell in difference.cells)
    assert before in english
    assert after in spanish
    assert after not in english
    (back,) = cr.compare(changed, "foster-commit").differences
    assert [str(cell.value) for cell in back.cells] == [spanish, english]
