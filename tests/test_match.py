"""Matches: who deals first, what is carried from deal to deal, when it is over, who has won."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random

import pytest

import cometrules as cr

from .helpers import house, play, table

NINE_D, NINE_C = cr.parse_card("9D"), cr.parse_card("9C")


def game(profile: cr.Profile | str, players: int) -> cr.Rules:
    return cr.compile_rules(profile, players)


def played(state: cr.State, rng: Random | None = None) -> cr.State:
    """The deal played out: by chance, or always by the first legal move."""
    while not state.is_over:
        moves = cr.legal_moves(state)
        state = cr.step(state, moves[int(rng.random() * len(moves))] if rng else moves[0])
    return state


def scripted(match: cr.Match, *deals: tuple[Sequence[str], str]) -> cr.Match:
    """A match after deals laid out by hand and played by the moves given."""
    for hands, moves in deals:
        match = match.after(play(match.deal(hands=[hand.split() for hand in hands]), moves))
    return match


# --- the first dealer -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["foster-commit", "svensk-komet", "denexa-comet-stub"])
def test_first_dealer_at_random__F_02_D7(name: str) -> None:
    rules = game(name, 4)
    dealers = [cr.new_match(rules, seed=seed).dealer for seed in range(200)]
    assert {dealers.count(seat) > 25 for seat in range(4)} == {True}
    assert cr.new_match(rules, seed=1).drawn_cards == ()
    assert dealers == [cr.new_match(rules, seed=seed).dealer for seed in range(200)]


@pytest.mark.parametrize(
    ("way", "best"), [("lowest_card", min), ("highest_card", max)], ids=["lowest", "highest"]
)
def test_two_pack_03_drawn_for_the_deal_ties_again__T8(way: str, best: object) -> None:
    """Each round is drawn by those who tied in the round before, until one is left."""
    profile = house({"deal.first_dealer": way}, base="two-pack-comet")
    ranks = profile.deck.ranks
    again = 0
    for seed in range(120):
        match = cr.new_match(game(profile, 5), seed=seed)
        seats: tuple[int, ...] = (0, 1, 2, 3, 4)
        for round_ in match.drawn_cards:
            assert tuple(seat for seat, _ in round_) == seats
            values = {seat: ranks.index(card.rank) for seat, card in round_}
            top = best(values.values())  # type: ignore[operator]
            seats = tuple(seat for seat, value in values.items() if value == top)
        assert seats == (match.dealer,)
        again += len(match.drawn_cards) > 1
    assert again > 10


def test_first_jack_deals() -> None:
    """Cards go round face up until a jack comes; none came before it."""
    rules = game(house({"deal.first_dealer": "first_jack"}), 3)
    for seed in range(40):
        match = cr.new_match(rules, seed=seed)
        (dealt,) = match.drawn_cards
        assert [seat for seat, _ in dealt] == [number % 3 for number in range(len(dealt))]
        assert [card.rank == "J" for _, card in dealt] == [False] * (len(dealt) - 1) + [True]
        assert dealt[-1][0] == match.dealer


def test_agreed_first_dealer_must_be_said() -> None:
    rules = game(house({"deal.first_dealer": "agreed"}), 3)
    with pytest.raises(cr.DealError, match="say which with dealer="):
        cr.new_match(rules, seed=1)
    assert cr.new_match(rules, seed=1, dealer=2).dealer == 2
    with pytest.raises(cr.DealError, match="no seat 3"):
        cr.new_match(rules, seed=1, dealer=3)


def test_any_match_may_begin_with_a_dealer_agreed_on() -> None:
    match = cr.new_match(game("two-pack-comet", 3), seed=1, dealer=1)
    assert (match.dealer, match.drawn_cards) == (1, ())


@pytest.mark.parametrize(("direction", "dealers"), [("left", [1, 2, 0]), ("right", [1, 0, 2])])
def test_the_deal_goes_round(direction: str, dealers: list[int]) -> None:
    match = cr.new_match(game(house({"deal.direction": direction}), 3), seed=1, dealer=1)
    seen = []
    while not match.is_over:
        seen.append(match.dealer)
        match = match.after(played(match.deal()))
    assert seen == dealers


def test_two_pack_02_packs_in_turn_black_first__T2() -> None:
    match = cr.new_match(game("two-pack-comet", 3), seed=1)
    seen = []
    for _ in range(3):
        seen.append((match.pack, match.deal().pack))
        match = match.after(played(match.deal()))
    assert seen == [("black", "black"), ("red", "red"), ("black", "black")]


# --- Comet's reward over several deals --------------------------------------------------------

BLACK_DEAD = (["2C 5C", "4C", "6C"], "0:2 0:pass 1:pass 2:pass 0:5")
"""A black deal in which the Comet is in no hand; seat 0 leads and goes out."""
RED_DEAD = (["4D", "2D 5D", "6D"], "1:2 1:pass 2:pass 0:pass 1:5")


def rewards(match: cr.Match) -> list[int]:
    """What each other player pays for the Comet of the next deal, were it laid at once."""
    comet, suit = (NINE_D, "C") if match.pack == "black" else (NINE_C, "H")
    lead = match.rules.next_seat(match.dealer)
    hands = [f"{rank}{suit}".split() for rank in "456"]
    hands[lead] = [str(comet), f"2{suit}", f"3{suit}"]
    state = match.deal(hands=hands)
    made = cr.transition(state, cr.parse_move(match.rules, f"{comet}=2", seat=lead))
    return [event.payment.amount for event in made.events if isinstance(event, cr.Paid)]


def two_pack(changes: dict[str, object] | None = None) -> cr.Match:
    profile = house({"match.deals_each": 4, **(changes or {})}, base="two-pack-comet")
    return cr.new_match(game(profile, 3), seed=1, dealer=2)


def test_two_pack_05_reward_grows_while_the_comet_lies_dead__T5() -> None:
    """2, then 4, then 6, whichever pack; paid in full in the deal in which it is dealt."""
    match = two_pack()
    assert rewards(match) == [2, 2]
    match = scripted(match, BLACK_DEAD)
    assert rewards(match) == [4, 4]
    match = scripted(match, RED_DEAD)
    assert rewards(match) == [6, 6]


@pytest.mark.parametrize("laid", [True, False], ids=["laid", "kept"])
def test_two_pack_05_back_to_two_after_it_was_dealt__T5(*, laid: bool) -> None:
    """To a player who lays it or not: that deal was its turn."""
    match = scripted(two_pack(), BLACK_DEAD, RED_DEAD)
    hands = ["4C", "5C", "9D 2C 3C"]
    moves = "2:9D=4 2:2 2:3" if laid else "2:2 2:3 2:pass 0:4"
    match = scripted(match, (hands, moves))
    assert dict(match.carried.lay_dead) == {NINE_D: 0, NINE_C: 0}
    assert rewards(match) == [2, 2]


def test_two_pack_05_reset_at_once__T5_parameter() -> None:
    """The other reading: it falls back when it is dealt, so what had grown is never paid."""
    match = scripted(two_pack({"payments.comet.resets": "at_once"}), BLACK_DEAD, RED_DEAD)
    assert rewards(match) == [2, 2]


def test_two_pack_05_one_count_for_each_comet__T5_parameter() -> None:
    """The other reading: the black Comet's count stands while the red pack is played."""
    match = scripted(two_pack({"payments.comet.counted": "each_comet"}), BLACK_DEAD)
    assert dict(match.carried.lay_dead) == {NINE_D: 1, NINE_C: 0}
    assert rewards(match) == [2, 2]
    match = scripted(match, RED_DEAD)
    assert rewards(match) == [4, 4]
    assert dict(match.carried.lay_dead) == {NINE_D: 1, NINE_C: 1}


def test_usa_each_of_two_comets_in_one_pack_has_its_count__U5() -> None:
    profile = house({"match.deals_each": 2}, base="usa-komet")
    match = cr.new_match(game(profile, 2), seed=1, dealer=1)
    match = scripted(match, (["9D 2C", "3C"], "0:2 0:pass 1:3"))
    assert dict(match.carried.lay_dead) == {NINE_D: 0, NINE_C: 1}


def test_old_comet_reward_does_not_grow__C4() -> None:
    match = cr.new_match(game("old-comet-1718", 3), seed=1, dealer=2)
    match = scripted(match, (["2C 5C", "4C", "6C"], "0:2 0:pass 1:pass 2:pass 0:5"))
    assert dict(match.carried.lay_dead) == {}


def test_opera_drawn_deal_counts_as_a_deal__O4() -> None:
    """The deal passes, the packs change, the reward grows, and nobody is paid."""
    profile = house({"match.deals_each": 2}, base="two-pack-comet-opera")
    match = cr.new_match(game(profile, 2), seed=1, dealer=1)
    state = play(match.deal(hands=[["2C", "3C"], ["5C", "6C"]]), "0:2 0:3")
    assert cr.score(state).drawn
    after = match.after(state)
    assert (after.deals, after.dealer, after.pack, after.totals) == (1, 0, "red", (0, 0))
    assert after.carried.lay_dead[NINE_D] == 1


# --- pots and pool over several deals ---------------------------------------------------------

STAR = {f"{rank}D": amount for rank, amount in zip("AKQJT", (5, 4, 3, 2, 1), strict=True)}


def pots(match: cr.Match) -> dict[str, int]:
    return {str(card): amount for card, amount in match.deal().pots.items()}


def test_svensk_frozen_pots_stay_and_the_next_dealer_adds__S3() -> None:
    """Seat 0 lays the Comet, then an honour that takes nothing; 15 more are laid on top."""
    match = cr.new_match(game("svensk-komet", 3), seed=1, dealer=2)
    match = scripted(match, (["9D TD 2C", "3C", "4C"], "0:9D 0:TD 0:2C"))
    assert match.carried.pots == {cr.parse_card(card): amount for card, amount in STAR.items()}
    assert pots(match) == {card: 2 * amount for card, amount in STAR.items()}


def test_svensk_unclaimed_pots_stay_too__S4() -> None:
    """Only the ten's pot was taken, the Comet never came."""
    match = cr.new_match(game("svensk-komet", 3), seed=1, dealer=2)
    match = scripted(match, (["TD 2C", "3C", "4C"], "0:TD 0:2C"))
    assert pots(match) == {"AD": 10, "KD": 8, "QD": 6, "JD": 4, "TD": 1}


def test_svensk_the_ten_can_outgrow_the_ace__S11() -> None:
    """After frozen deals, if the others were taken before each freeze."""
    profile = house({"match.deals_each": 3}, base="svensk-komet")
    match = cr.new_match(game(profile, 3), seed=1, dealer=2)
    hands = ["AD KD QD JD 9D 2C", "3C", "4C"]
    for turn in range(6):
        lead = turn % 3
        laid = [hands[(seat - lead) % 3] for seat in range(3)]
        moves = " ".join(f"{lead}:{card}" for card in hands[0].split())
        match = scripted(match, (laid, moves))
    assert pots(match)["TD"] == 7 > pots(match)["AD"] == 5


def test_svensk_left_pots_are_reported_and_all_is_accounted_for__S5() -> None:
    for seed in range(20):
        match = cr.new_match(game("svensk-komet", 4), seed=seed)
        while not match.is_over:
            match = match.after(played(match.deal(), Random(seed)))
        assert sum(match.totals) + sum(match.carried.pots.values()) == 0


def test_unclaimed_pots_are_only_made_up__parameter() -> None:
    profile = house({"stakes.pots.unclaimed": "made_up"}, base="svensk-komet")
    match = cr.new_match(game(profile, 3), seed=1, dealer=2)
    match = scripted(match, (["TD 2C", "3C", "4C"], "0:TD 0:2C"))
    assert pots(match) == STAR


def test_pool_that_nobody_won_stays() -> None:
    profile = house(
        {"stakes.pool.won_by": "out_with_comet", "match.deals_each": 2}, base="foster-commit"
    )
    match = cr.new_match(game(profile, 2), seed=1, dealer=1)
    match = scripted(match, (["2C", "4C"], "0:2C"))
    assert match.carried.pool == 2
    assert match.deal().pool == 4
    match = scripted(match, (["2C", "9D"], "1:9D"))
    assert (match.carried.pool, match.totals) == (0, (-4, 4))


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["foster-commit", "foster-commit-es", "american-commit", "two-pack-comet", "svensk-komet"],
)
def test_one_deal_each_is_a_match__F11_A7_T9_S8(name: str) -> None:
    rules = game(name, 3)
    match = cr.new_match(rules, seed=3)
    for number in range(3):
        assert (match.is_over, match.deals) == (False, number)
        match = match.after(played(match.deal(), Random(number)))
    assert match.is_over
    assert match.winners == tuple(s for s in range(3) if match.totals[s] == max(match.totals))
    with pytest.raises(cr.DealError, match="the match is over"):
        match.deal()


def test_deals_each_is_a_multiple__A7_parameter() -> None:
    match = cr.new_match(game(house({"match.deals_each": 3}, base="american-commit"), 2), seed=1)
    while not match.is_over:
        match = match.after(played(match.deal()))
    assert match.deals == 6


def level(ties: str) -> cr.Match:
    """Two players who each go out once with one card left at the other: level at the end."""
    profile = house({"settlement.per_card": 1, "match.ties": ties})
    match = cr.new_match(game(profile, 2), seed=1, dealer=1)
    return scripted(match, (["2C", "4C"], "0:2C"), (["4C", "2C"], "1:2C"))


def test_foster_06_those_level_at_the_top_share__F11_A7_T9_S8() -> None:
    match = level("shared")
    assert (match.is_over, match.totals, match.winners) == (True, (0, 0), (0, 1))


def test_ties_are_played_on__parameter() -> None:
    """Deal by deal, until one is ahead."""
    match = level("play_on")
    assert (match.is_over, match.winners) == (False, ())
    match = scripted(match, (["2C", "4C 6C"], "0:2C"))
    assert (match.is_over, match.winners, match.deals) == (True, (0,), 3)


def test_lowest_wins__parameter() -> None:
    profile = house({"settlement.per_card": 1, "match.winner": "lowest"})
    match = cr.new_match(game(profile, 2), seed=1, dealer=1)
    match = scripted(match, (["2C", "4C"], "0:2C"), (["4C 5D", "2C"], "1:2C"))
    assert (match.totals, match.winners) == ((-1, 1), (0,))


def test_arnold_09_first_to_121__no_tie_can_occur() -> None:
    """121 is reached by winning a deal, whatever the other has."""
    for seed in range(10):
        rng = Random(seed)
        match = cr.new_match(game("two-player-arnold", 2), seed=seed)
        while not match.is_over:
            assert max(match.totals) < 121
            match = match.after(played(match.deal(), rng))
        assert max(match.totals) >= 121
        assert len(match.winners) == 1


def test_arnold_09_exactly_121_is_enough() -> None:
    match = cr.new_match(game("two-player-arnold", 2), seed=1, dealer=1)
    tens = " ".join(["TC", "TC", "TS", "TS", "JC", "JC", "JS", "JS", "QC", "QC", "QS", "QS"])
    match = scripted(match, (["2C", tens], "0:2"))
    assert (match.totals, match.is_over) == ((120, 0), False)
    match = scripted(match, (["2D", "3D"], "1:3"))
    assert (match.totals, match.is_over) == ((120, 2), False)
    match = scripted(match, (["2C", "3S"], "0:2"))
    assert match.totals == (123, 2)
    assert match.winners == (0,)


def test_denexa_first_to_100__D_scoring() -> None:
    for name in ("denexa-comet-stub", "denexa-comet-stripped"):
        match = cr.new_match(game(name, 5), seed=2)
        while not match.is_over:
            assert max(match.totals) < 100
            match = match.after(played(match.deal(), Random(match.deals)))
        assert match.winners == (match.totals.index(max(match.totals)),)


def test_denexa_scores_may_fall_below_zero__D6() -> None:
    match = cr.new_match(game("denexa-comet-stub", 4), seed=2, dealer=3)
    match = scripted(match, (["2C", "9D", "4C", "5C"], "0:2C"))
    assert match.totals[1] == -1


@pytest.mark.parametrize("name", cr.bundled_profiles())
def test_every_profile_to_the_end_of_a_match(name: str) -> None:
    profile = cr.load_profile(name)
    for players in (profile.players.min, profile.players.max):
        rng = Random(name)
        match = cr.new_match(game(profile, players), seed=name)
        while not match.is_over:
            match = match.after(played(match.deal(), rng))
        assert match.winners
        if profile.settlement.scoring == "payments":
            left = match.carried.pool + sum(match.carried.pots.values())
            assert sum(match.totals) + left == 0


# --- a match is a value -----------------------------------------------------------------------


def test_a_match_is_frozen_compares_hashes_and_pickles() -> None:
    match = cr.new_match(game("svensk-komet", 3), seed=1)
    after = match.after(played(match.deal()))
    assert match.deals == 0, "the match before stays as it was"
    assert after == match.after(played(match.deal())) != match
    assert len({match, after, pickle.loads(pickle.dumps(after))}) == 2
    with pytest.raises(AttributeError):
        match.deals = 5  # type: ignore[misc]


def test_deals_of_a_match_differ_and_follow_from_its_seed() -> None:
    rules = game("foster-commit", 3)
    one, same, other = (cr.new_match(rules, seed=seed, dealer=0) for seed in (1, 1, 2))
    assert one.deal() == same.deal() != other.deal()
    second = one.after(played(one.deal()))
    assert second.deal().hands != one.deal().hands


def test_a_deal_of_another_match_is_refused() -> None:
    rules = game("svensk-komet", 3)
    match = cr.new_match(rules, seed=1, dealer=0)
    with pytest.raises(cr.DealError, match="not over yet"):
        match.after(match.deal())
    for other in (
        played(cr.new_deal(rules, seed=1, dealer=1)),
        played(table("svensk-komet", ["2C", "3C", "4C", "5C"])),
        played(cr.new_deal(rules, seed=1, dealer=0, carried=cr.Carried(pots={NINE_TO_ACE: 1}))),
    ):
        with pytest.raises(cr.DealError, match="not the next deal"):
            match.after(other)


NINE_TO_ACE = cr.parse_card("AD")
