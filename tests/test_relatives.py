"""Traits of the relatives that the sources name, written as small profiles and played.

The sources give one trait each: a game named after 7D, one that calls 9D Pope and takes 8D out,
one in which the lowest card of a suit is led and a spare hand lies on the table. Each profile
below says such a trait in the profile language, with pots on named cards to go with it.
"""

from __future__ import annotations

from collections import Counter

import pytest

import cometrules as cr

from .helpers import balances, events, house, legal, paid, play, refused, table, texts, total

DWARF = """
format: 1
id: seven-of-diamonds
title: {en: A game round the seven of diamonds}
players: {min: 3, max: 5}
deck: {ranks: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]}
deal: {hands: table, table: {3: 15, 4: 12, 5: 9}}
play: {order: by_turn, suits: ignored, continue: must}
stakes:
  pots:
    cards: {10D: {each: 1}, JC: {each: 2}, QS: {each: 3}, KH: {each: 4}, 7D: {each: 5}}
    taken: when_laid
    caught: doubled
settlement: {scoring: payments, per_point: 1}
match: {ends: after_deals}
"""

POPE = """
format: 1
id: nine-of-diamonds
title: {en: A game in which the nine of diamonds excuses its holder}
players: {min: 3, max: 8}
deck: {ranks: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K], remove: [8D]}
deal: {hands: even, spare_hands: 1}
play: {order: by_holder, suits: matter, continue: must}
comet: {cards: [9D]}
stakes:
  pots:
    cards: {AD: {dealer: 1}, KD: {dealer: 1}, QD: {dealer: 1}, JD: {dealer: 1}, 9D: {dealer: 6}}
settlement:
  scoring: payments
  per_card: 1
  times: {comet_caught: 0}
match: {ends: after_deals}
"""

BOODLE = """
format: 1
id: lowest-of-a-suit
title: {en: A game of boodle cards and a spare hand}
players: {min: 3, max: 8}
deck: {ranks: [2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A]}
deal: {hands: all, spare_hands: 1}
play:
  order: by_holder
  suits: matter
  continue: must
  lead: {first: lowest_of_a_suit, later: lowest_of_a_suit, suit: new, no_such_suit: lead_passes}
stakes:
  pots:
    cards: {AH: {each: 1, dealer: 1}, KC: {each: 1, dealer: 1}, QD: {each: 1, dealer: 1},
            JS: {each: 1, dealer: 1}}
settlement: {scoring: payments, per_card: 1}
match: {ends: after_deals}
"""

PROFILES = {"dwarf": DWARF, "pope": POPE, "boodle": BOODLE}


def profile(text: str, **changes: object) -> cr.Profile:
    """A profile from its text; changes by path, with two underscores for a dot."""
    loaded = cr.load_profile(text=text)
    by_path = {path.replace("__", "."): value for path, value in changes.items()}
    return loaded.with_(by_path) if by_path else loaded


def pots(state: cr.State) -> dict[str, int]:
    """What lies on each card with a pot at this moment, the settlement included."""
    return {str(card): amount for card, amount in cr.score(state).pots.items()}


def pot_payments(state: cr.State, move: str) -> Counter[tuple[int | str, int | str, int, str]]:
    """The payments of a move that concern the pots."""
    return Counter(payment for payment in paid(state, move) if "pots" in payment[3])


@pytest.mark.parametrize("name", PROFILES)
def test_relatives_can_be_dealt_and_played_out(name: str) -> None:
    """To the end, by any legal moves, and nothing put up or paid gets lost."""
    loaded = profile(PROFILES[name])
    for players in range(loaded.players.min, loaded.players.max + 1):
        rules = cr.compile_rules(loaded, players)
        for seed in range(4):
            state = cr.new_deal(rules, seed=seed, dealer=seed % players)
            for _ in range(rules.max_moves):
                moves = cr.legal_moves(state)
                state = cr.step(state, moves[seed * 3 % len(moves)])
                assert total(state) == 0
                if state.is_over:
                    break
            assert cr.score(state).winner is not None


# --- pots on named cards, taken when laid -----------------------------------------------------


def test_dwarf_everybody_stakes_on_the_named_cards() -> None:
    state = cr.new_deal(cr.compile_rules(profile(DWARF), 4), seed=1)
    assert [len(hand) for hand in state.hands] == [12] * 4
    assert len(state.dead) == 4
    assert balances(state) == (-15,) * 4
    assert pots(state) == {"TD": 4, "JC": 8, "QS": 12, "KH": 16, "7D": 20}


def test_dwarf_moves_name_the_card_where_a_pot_does() -> None:
    """Suits do not matter to the run, but they do to the pot."""
    state = table(profile(DWARF), ["6C 7C 7D 2H", "8S JC JD", "QS 3H"])
    assert legal(state) == {"0:6", "0:7C", "0:7D", "0:2"}
    state = play(state, "0:6")
    assert legal(state) == {"0:7C", "0:7D"}
    with pytest.raises(cr.NotationError, match="name the card"):
        cr.parse_move(state.rules, "0:7")
    assert paid(state, "0:7C") == []
    assert paid(state, "0:7D") == [("pot 7D", 0, 15, "stakes.pots.taken")]
    state = play(state, "0:7D 0:pass")
    assert pots(state)["7D"] == 0
    assert balances(state) == (0, -15, -15)
    assert legal(state) == {"1:8"}


def test_dwarf_pot_of_a_stop_and_of_the_last_card() -> None:
    state = table(profile(DWARF), ["QS KH 2C", "5S", "4H"])
    assert paid(state, "0:QS") == [("pot QS", 0, 9, "stakes.pots.taken")]
    state = play(state, "0:QS")
    assert paid(state, "0:KH") == [("pot KH", 0, 12, "stakes.pots.taken")]
    assert play(state, "0:KH").pending == cr.AwaitLead(0)
    last = play(table(profile(DWARF), ["QS KH", "5S", "4H"]), "0:QS")
    assert paid(last, "0:KH") == [
        ("pot KH", 0, 12, "stakes.pots.taken"),
        (1, 0, 5, "settlement.per_point"), (2, 0, 4, "settlement.per_point"),
    ]  # fmt: skip


def test_dwarf_pot_card_kept_doubles_its_pot() -> None:
    """Whoever still holds the card adds as much as lies there; the next deal comes on top."""
    state = table(profile(DWARF), ["2H", "7D 3C", "JC TD"])
    assert pot_payments(state, "0:2") == Counter([
        (1, "pot 7D", 15, "stakes.pots.caught"),
        (2, "pot JC", 6, "stakes.pots.caught"),
        (2, "pot TD", 3, "stakes.pots.caught"),
    ])  # fmt: skip
    state = play(state, "0:2")
    left = {"TD": 6, "JC": 12, "QS": 9, "KH": 12, "7D": 30}
    assert pots(state) == left
    assert balances(state) == (-15 + 10 + 20, -15 - 10 - 15, -15 - 20 - 9)
    following = table(
        profile(DWARF), ["7D", "2C", "3C"], carried=cr.Carried(pots=cr.score(state).pots)
    )
    assert paid(following, "0:7D")[0] == ("pot 7D", 0, 30 + 15, "stakes.pots.taken")


def test_dwarf_pot_card_kept_costs_nothing_without_that_rule() -> None:
    kept = profile(DWARF, stakes__pots__caught="nothing")
    state = table(kept, ["2H", "7D 3C", "JC TD"])
    assert pot_payments(state, "0:2") == Counter()
    assert pots(play(state, "0:2"))["7D"] == 15


def test_dwarf_sets_with_a_pot_card() -> None:
    """Laid at once they are named one by one, and the named one takes its pot."""
    sets = profile(DWARF, play__at_once="any_number", play__lead__at_once="any_number")
    state = play(table(sets, ["9C TC TD TH 2C", "3C", "4C"]), "0:9")
    moves = {"TC", "TD", "TH", "TC+TD", "TC+TH", "TD+TH", "TC+TD+TH"}
    assert legal(state) == {f"0:{move}" for move in moves}
    assert paid(state, "0:TC+TH") == []
    assert paid(state, "0:TD+TC") == [("pot TD", 0, 3, "stakes.pots.taken")]
    full = profile(DWARF, play__at_once="full_set")
    state = play(table(full, ["9C TC TD TH TS 2C", "3C", "4C"]), "0:9")
    assert legal(state) == {"0:TC", "0:TD", "0:TH", "0:TS", "0:TC+TD+TH+TS"}
    assert paid(state, "0:TC+TD+TH+TS") == [("pot TD", 0, 3, "stakes.pots.taken")]


# --- pots taken at the end --------------------------------------------------------------------


def test_pots_at_the_end_go_to_who_was_dealt_the_card() -> None:
    """Laid or not; nothing while cards are laid; those of dead cards stay."""
    at_end = profile(DWARF, stakes__pots__taken="at_end", stakes__pots__caught="nothing")
    state = table(at_end, ["6C 2H", "7D 3C", "JC TD"])
    state = play(state, "0:6 0:pass")
    assert paid(state, "1:7D") == []
    state = play(state, "1:7D 1:pass 2:pass 0:pass")
    assert state.pending == cr.AwaitLead(1)
    assert Counter(paid(state, "1:3")) == Counter([
        (0, 1, 2, "settlement.per_point"), (2, 1, 20, "settlement.per_point"),
        ("pot TD", 2, 3, "stakes.pots.taken"), ("pot JC", 2, 6, "stakes.pots.taken"),
        ("pot 7D", 1, 15, "stakes.pots.taken"),
    ])  # fmt: skip
    state = play(state, "1:3")
    assert pots(state) == {"TD": 0, "JC": 0, "QS": 9, "KH": 12, "7D": 0}
    assert balances(state) == (-15 - 2, -15 + 22 + 15, -15 - 20 + 9)


def test_pots_at_the_end_not_for_a_card_still_held() -> None:
    """With both rules, who kept the card pays instead of taking."""
    both = profile(DWARF, stakes__pots__taken="at_end")
    state = play(table(both, ["6C 2H", "7D 3C", "JC TD"]), "0:6 0:pass 1:7D 1:pass 2:pass 0:pass")
    assert pot_payments(state, "1:3") == Counter([
        ("pot 7D", 1, 15, "stakes.pots.taken"),
        (2, "pot JC", 6, "stakes.pots.caught"),
        (2, "pot TD", 3, "stakes.pots.caught"),
    ])  # fmt: skip


# --- 9D without a role of its own, 8D out, a spare hand ---------------------------------------


@pytest.mark.parametrize(("players", "each", "dead"), [
    (3, 12, 15), (4, 10, 11), (5, 8, 11), (6, 7, 9), (7, 6, 9), (8, 5, 11),
])  # fmt: skip
def test_pope_a_spare_hand_is_dealt_and_not_played(players: int, each: int, dead: int) -> None:
    """51 cards in one hand more than there are players; the remainder is dead as well."""
    state = cr.new_deal(cr.compile_rules(profile(POPE), players), seed=2)
    assert [len(hand) for hand in state.hands] == [each] * players
    assert len(state.dead) == dead
    assert "8D" not in texts([*state.dead, *(card for hand in state.hands for card in hand)])


def test_pope_nine_is_a_plain_card() -> None:
    """It breaks in nowhere, stops and forks nothing; it can only be led, since 8D is out."""
    state = play(table(profile(POPE), ["6D 2C", "9D 3C", "7D TD 4C"]), "0:6D")
    assert legal(state) == {"2:7D"}
    assert refused(state, "1:9D") == "comet_not_now"
    state = play(state, "2:7D")
    assert state.pending == cr.AwaitLead(2)
    assert refused(state, "1:9D") == "comet_not_now"
    led = table(profile(POPE), ["9D 2C", "TD 3C", "4C"])
    (laid,) = [e for e in events(led, "0:9D") if isinstance(e, cr.Laid)]
    assert laid.lead and not laid.as_comet
    assert paid(led, "0:9D") == [("pot 9D", 0, 6, "stakes.pots.taken")]
    led = play(led, "0:9D")
    assert legal(led) == {"1:TD"}  # 10D follows of right, and must
    assert refused(led, "0:2C") == "not_next"


def test_pope_nine_kept_excuses_its_holder() -> None:
    """The rule the Swedish game turns round: nothing to pay, however many cards are left."""
    state = table(profile(POPE), ["2C", "9D 3C 4C", "5C 6C"])
    assert paid(state, "0:2C") == [(2, 0, 2, "settlement.per_card")]
    assert balances(play(state, "0:2C")) == (2, 0, -2 - 10)
    assert pots(play(state, "0:2C")) == {"AD": 1, "KD": 1, "QD": 1, "JD": 1, "9D": 6}


def test_pope_nine_with_no_mention_at_all() -> None:
    """A profile without a Comet: its holder pays like anybody, and no rule speaks of 9D."""
    plain = """
format: 1
id: eight-out
title: {en: Eight of diamonds out}
players: {min: 3, max: 4}
deck: {ranks: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K], remove: [8D]}
deal: {hands: even, spare_hands: 1}
play: {order: by_holder, suits: matter, continue: must}
settlement: {scoring: payments, per_card: 1}
match: {ends: after_deals}
"""
    state = table(profile(plain), ["2C AC", "9D 3C 4H", "5C 6C"])
    assert refused(state, "1:9D") == "wrong_seat"
    state = play(state, "0:AC 0:2C")
    assert state.pending == cr.DealOver(0)
    assert balances(state) == (5, -3, -2)
    state = play(table(profile(plain), ["2C AC", "9D 3C 4H", "5C 6C"]), "0:AC")
    assert legal(state) == {"0:2C"}


# --- a Comet that is another card -------------------------------------------------------------


def test_seven_of_diamonds_as_the_comet_that_stops() -> None:
    """The name moved to 7D: it breaks in, freezes the star, and 9D is a card like any other."""
    moved = house({"comet.cards": ["7D"]}, base="svensk-komet")
    state = play(table(moved, ["2C 9D 8D", "3C 7D AD", "4C TD"]), "0:2C")
    assert legal(state) == {"1:3C", "1:7D"}
    assert refused(state, "0:9D") == "not_next"
    state = play(state, "1:7D")
    assert state.pending == cr.AwaitLead(1)
    assert paid(state, "1:AD") == []
    run = play(table(moved, ["6D 8D 2C", "3C 7D", "9D TD 4C"]), "0:6D")
    assert legal(run) == {"0:8D", "0:2C", "1:7D"}
    assert legal(play(run, "0:8D")) == {"2:9D", "1:7D"}


def test_seven_of_diamonds_as_the_comet_that_forks() -> None:
    """With 6D out instead of 8D; after it the old run's card or 8D."""
    moved = house({"comet.cards": ["7D"], "deck.remove": ["6D"]}, base="denexa-comet-stub")
    state = play(table(moved, ["2C 2H", "3C 3H", "7D 4H", "8D 5H"]), "0:2C 2:7D")
    assert legal(state) == {"3:8D"}
    state = play(table(moved, ["2C 2H", "3C 3H", "8D 4H", "7D 5H"]), "0:2C 3:7D 0:pass")
    assert legal(state) == {"1:3C"}


# --- restricted leads, boodle cards -----------------------------------------------------------


@pytest.mark.parametrize(("players", "sizes", "dead"), [
    (3, [13, 13, 13], 13), (4, [11, 11, 10, 10], 10), (5, [9, 9, 9, 9, 8], 8),
    (6, [8, 8, 8, 7, 7, 7], 7), (7, [7, 7, 7, 7, 6, 6, 6], 6), (8, [6, 6, 6, 6, 6, 6, 6, 5], 5),
])  # fmt: skip
def test_boodle_the_whole_pack_is_dealt_with_one_spare_hand(
    players: int, sizes: list[int], dead: int
) -> None:
    """The spare hand is dealt last, so it gets no extra card."""
    state = cr.new_deal(cr.compile_rules(profile(BOODLE), players), seed=4, dealer=players - 1)
    assert [len(hand) for hand in state.hands] == sizes
    assert len(state.dead) == dead


def test_boodle_stakes_of_all_and_of_the_dealer() -> None:
    state = table(profile(BOODLE), ["2C", "3C", "4C", "5C"])
    assert balances(state) == (-4, -4, -4, -8)
    assert pots(state) == {"AH": 5, "KC": 5, "QD": 5, "JS": 5}


def test_boodle_leads_are_the_lowest_of_a_suit() -> None:
    """Of each suit held, its lowest card; the ace is high."""
    state = table(profile(BOODLE), ["AC 7C 9C 3D AH KH", "2C", "5S"])
    assert legal(state) == {"0:7C", "0:3D", "0:KH"}
    for card in ("AC", "9C", "AH"):
        assert refused(state, f"0:{card}") == "lead_limited"
    assert refused(state, "0:2C") == "not_held"


def test_boodle_a_new_lead_changes_suit() -> None:
    """Against the last card of the last run, and again the lowest of its suit."""
    state = play(table(profile(BOODLE), ["7C 3D KH AH", "8C TC 5D 4S 9S", "5S"]), "0:7C 1:8C")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:5D", "1:4S"}
    assert refused(state, "1:9S") == "lead_limited"
    state = play(state, "1:5D")
    assert legal(state) == {"1:TC", "1:4S"}  # clubs are new again


def test_boodle_a_refused_lead_is_told_the_rule_that_forbids_it() -> None:
    """10C is the lowest of its suit, so only the change of suit stands against it."""
    state = play(table(profile(BOODLE), ["7C 3D KH AH", "8C TC 5D 4S 9S", "5S"]), "0:7C 1:8C")
    assert refused(state, "1:9S") == "lead_limited"
    assert refused(state, "1:TC") == "lead_suit"


def test_boodle_a_suit_less_lead_passes_left() -> None:
    """Who holds but the old suit hands the lead on; once it has gone round, any suit will do."""
    state = play(table(profile(BOODLE), ["7C 3D", "8C TC QC", "5S 6S"]), "0:7C 1:8C")
    assert legal(state) == {"1:pass"}
    assert [type(e) for e in events(state, "1:pass")] == [cr.LeadPassed]
    state = play(state, "1:pass")
    assert legal(state) == {"2:5S"}
    stubborn = table(profile(BOODLE), ["7C 2C", "8C TC QC", "5C KC"])
    stubborn = play(stubborn, "0:2C")
    assert legal(stubborn) == {"0:pass"}
    stubborn = play(stubborn, "0:pass 1:pass 2:pass")
    assert legal(stubborn) == {"0:7C"}


def test_boodle_a_comet_between_two_runs_has_no_suit() -> None:
    """A lead is compared with the last natural card; a Comet that stops leaves that as it was."""
    stopped = profile(BOODLE, comet={"cards": ["9D"], "when": "any_time", "does": "stop",
                                     "if_led": "comet"})  # fmt: skip
    state = play(table(stopped, ["7C 3D", "8C TC 5D", "5S 9D JC 6D"]), "0:7C")
    assert legal(state) == {"1:8C", "2:9D"}
    state = play(state, "2:9D")
    assert legal(state) == {"2:5S", "2:6D"}


def test_boodle_a_suit_less_lead_is_free_without_that_rule() -> None:
    free = profile(BOODLE, play__lead__no_such_suit="any_card")
    state = play(table(free, ["7C 3D", "8C TC QC", "5S 6S"]), "0:7C 1:8C")
    assert legal(state) == {"1:TC"}


def test_boodle_other_colour() -> None:
    """Red after black: the hearts and diamonds alone."""
    colours = profile(BOODLE, play__lead__suit="other_colour")
    state = play(table(colours, ["7C 3D", "8C 5D 9H 4S", "5S"]), "0:7C 1:8C")
    assert legal(state) == {"1:5D", "1:9H"}
    state = play(state, "1:9H")
    assert legal(state) == {"1:4S"}


def test_boodle_lowest_card_of_the_hand() -> None:
    """The other limit: the lowest rank, any of its suits."""
    lowest = profile(
        BOODLE, play__lead__first="lowest_card", play__lead__later="any_card",
        play__lead__suit="any", play__lead__no_such_suit="any_card",
    )  # fmt: skip
    state = table(lowest, ["AC 3C 9C 3D AH KH", "4C 8C", "5S"])
    assert legal(state) == {"0:3C", "0:3D"}
    assert refused(state, "0:KH") == "lead_limited"
    state = play(state, "0:3D")
    assert legal(state) == {"0:AC", "0:3C", "0:9C", "0:AH", "0:KH"}


def test_boodle_card_laid_in_a_run_takes_its_pot() -> None:
    """Whoever lays it, as a lead or as the next card."""
    state = table(profile(BOODLE), ["QH AD 9C", "KH QD 2S", "AH JS 3S"])
    state = play(state, "0:QH 1:KH")
    assert paid(state, "2:AH") == [("pot AH", 2, 4, "stakes.pots.taken")]
    state = play(state, "2:AH")
    assert state.pending == cr.AwaitLead(2)
    assert legal(state) == {"2:3S"}  # JS is not its lowest spade
    state = play(state, "2:3S")
    assert legal(state) == {"2:pass"}  # nothing but spades
    state = play(state, "2:pass")
    assert legal(state) == {"0:AD", "0:9C"}
    state = play(state, "0:9C 0:AD")
    assert state.pending == cr.DealOver(0)
    assert pots(state) == {"AH": 0, "KC": 4, "QD": 4, "JS": 4}
    assert balances(state) == (-4 + 2 + 1, -4 - 2, -8 + 4 - 1)
    assert paid(table(profile(BOODLE), ["KC 2D", "4C", "5C"], dealer=2), "0:KC") == [
        ("pot KC", 0, 4, "stakes.pots.taken")
    ]


def test_boodle_restricted_leads_where_suits_are_ignored() -> None:
    """The lead then names its card, because the lowest of a suit is asked for."""
    ignored = profile(
        BOODLE, play__order="by_turn", play__suits="ignored", play__lead__suit="any",
        play__lead__no_such_suit="any_card",
    )  # fmt: skip
    state = table(ignored, ["7C 7H 9H 9C 3D", "8S", "TC"])
    assert legal(state) == {"0:7C", "0:7H", "0:3D"}
    assert refused(state, "0:9H") == "lead_limited"
    state = play(state, "0:7H 0:pass")
    assert legal(state) == {"1:8S"}


def test_spare_hand_beside_hands_of_a_table() -> None:
    """A hand like the others is dealt to nobody, and the remainder is dead with it."""
    spare = profile(DWARF, deal__spare_hands=1, deal__table={3: 12, 4: 10, 5: 8})
    state = cr.new_deal(cr.compile_rules(spare, 4), seed=6)
    assert [len(hand) for hand in state.hands] == [10] * 4
    assert len(state.dead) == 12
    with pytest.raises(cr.ProfileError, match="want 60 cards, there are 52"):
        profile(DWARF, deal__spare_hands=1)
