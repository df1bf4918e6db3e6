"""The keys of players, deck and deal: how many play, which cards there are, who gets them."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

import cometrules as cr

from .helpers import balances, events, house, legal, paid, play, refused, table, texts

SMALL = {"deck.ranks": [2, 3, 4, 5, 6]}  # 20 cards


def dealt(
    changes: Mapping[str, Any] | None = None,
    players: int = 2,
    *,
    dealer: int | None = None,
    seed: int | str = 1,
    pack: str | None = None,
) -> cr.State:
    """A deal by seed of the house rules with changes; seat 0 leads unless a dealer is given."""
    rules = cr.compile_rules(house(changes), players)
    return cr.new_deal(
        rules, seed=seed, dealer=players - 1 if dealer is None else dealer, pack=pack
    )


def sizes(state: cr.State) -> tuple[int, ...]:
    """The cards in each hand, then the dead ones."""
    return (*(len(hand) for hand in state.hands), len(state.dead))


def whole_pack(state: cr.State) -> Counter[str]:
    """Every card of the deal, in hands and dead."""
    return Counter(texts([card for hand in (*state.hands, state.dead) for card in hand]))


def cards(ranks: str, suits: str = "CDHS", copies: int = 1) -> Counter[str]:
    """The cards of these ranks and suits."""
    return Counter({rank + suit: copies for rank in ranks for suit in suits})


FULL = cards("A23456789TJQK")

# --- players ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_players_min_max__every_number_between_is_dealt_a_hand(players: int) -> None:
    profile = house({"players.min": 3, "players.max": 5})
    state = cr.new_deal(cr.compile_rules(profile, players), seed=1)
    assert len(state.hands) == players
    assert all(state.hands)


@pytest.mark.parametrize("players", [0, 1, 2, 6, 13, -3])
def test_players_min_max__no_other_number_is(players: int) -> None:
    profile = house({"players.min": 3, "players.max": 5})
    with pytest.raises(cr.DealError, match="house-variant is for 3 to 5 players"):
        cr.compile_rules(profile, players)


def test_players_min_max__one_number_alone() -> None:
    profile = house({"players.min": 2, "players.max": 2})
    assert sizes(cr.new_deal(cr.compile_rules(profile, 2), seed=1)) == (26, 26, 0)
    with pytest.raises(cr.DealError, match="is for 2 players, not 3"):
        cr.compile_rules(profile, 3)


def test_players_min_max__as_many_hands_as_players() -> None:
    rules = cr.compile_rules(house(), players=3)
    with pytest.raises(cr.DealError, match="3 players need as many hands, not 2"):
        cr.new_deal(rules, hands=[["5C"], ["6C"]])


def test_players_max__twelve_at_one_table() -> None:
    state = dealt({"players.max": 12}, players=12)
    assert sizes(state) == (4,) * 12 + (4,)


# --- deck.ranks -------------------------------------------------------------------------------


def test_deck_ranks__the_pack_holds_every_rank_of_every_suit() -> None:
    assert whole_pack(dealt()) == FULL
    assert whole_pack(dealt({"deck.ranks": [7, 8, 9, 10, "J"]})) == cards("789TJ")


def test_deck_ranks__a_run_goes_up_the_list() -> None:
    state = table(house(), ["AC 3C 9H", "2C 4C 9S"])
    state = play(state, "0:AC 0:pass 1:2C")
    assert state.pending == cr.AwaitTurn(1, (cr.parse_card("3C"),))
    state = play(state, "1:pass 0:3C 0:pass 1:4C")
    assert state.pending == cr.AwaitTurn(1, (cr.parse_card("5C"),))


def test_deck_ranks__a_run_stops_at_the_end_of_the_list() -> None:
    """The last rank ends a run though deck and stops say nothing more; there is no way round."""
    state = table(house(), ["QC KC 2H", "AC 3H"])
    state = play(state, "0:QC 0:KC")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == {"0:2H"}


def test_deck_ranks__the_ace_can_be_the_highest() -> None:
    ace_high = house({"deck.ranks": [2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A"]})
    state = play(table(ace_high, ["KC 2H", "AC 2C 3H"]), "0:KC 0:pass")
    assert legal(state) == {"1:AC"}
    state = play(state, "1:AC")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:2C", "1:3H"}


def test_deck_ranks__any_order_can_be_written() -> None:
    backwards = house({"deck.ranks": ["K", "Q", "J", 10, 9]})
    state = play(table(backwards, ["KC JC 9H", "QC TC KH"]), "0:KC 0:pass 1:QC 1:pass 0:JC")
    assert state.pending == cr.AwaitTurn(0, (cr.parse_card("TC"),))


def test_deck_ranks__a_rank_left_out_is_no_gap() -> None:
    """A rank that is not in the list is not missed; the run goes from 4 to 6."""
    state = table(house({"deck.ranks": [2, 3, 4, 6, 7]}), ["4C 6C 2H", "7C 3H"])
    assert legal(play(state, "0:4C")) == {"0:6C"}


def test_deck_ranks__a_card_of_another_rank_is_not_in_the_pack() -> None:
    with pytest.raises(cr.DealError, match="A♣ is not in the pack"):
        table(house({"deck.ranks": [2, 3, 4]}), ["2C AC", "3C"])


def test_deck_ranks__suits_ignored_run_up_the_same_list() -> None:
    state = table(house({**SMALL, "play.suits": "ignored"}), ["5C 6H 2H", "3C"])
    assert legal(play(state, "0:5")) == {"0:6"}
    assert play(state, "0:5 0:6").pending == cr.AwaitLead(0)


# --- deck.suits -------------------------------------------------------------------------------


@pytest.mark.parametrize("suits", ["D", "CS", "DHS", "CDHS"])
def test_deck_suits__only_these_are_in_the_pack(suits: str) -> None:
    state = dealt({"deck.suits": list(suits)})
    assert whole_pack(state) == cards("A23456789TJQK", suits)


def test_deck_suits__a_run_in_a_pack_of_one_suit() -> None:
    state = table(house({**SMALL, "deck.suits": ["D"]}), ["2D 4D 6D", "3D 5D"])
    assert legal(play(state, "0:2D 0:pass")) == {"1:3D"}
    with pytest.raises(cr.DealError, match="not in the pack"):
        table(house({"deck.suits": ["D"]}), ["2C", "3D"])


# --- deck.copies ------------------------------------------------------------------------------


@pytest.mark.parametrize("copies", [1, 2, 3, 4])
def test_deck_copies__every_card_is_there_so_often(copies: int) -> None:
    state = dealt({**SMALL, "deck.copies": copies})
    assert whole_pack(state) == cards("23456", copies=copies)


def test_deck_copies__equal_cards_in_several_hands() -> None:
    """Whoever is on turn continues with either of two equal cards; each can be laid once."""
    profile = house({"deck.copies": 2})
    state = table(profile, ["5C 6C 5H", "6C 5C 5H"])
    state = play(state, "0:5C")
    assert legal(state) == {"0:6C"}
    state = play(state, "0:6C")
    assert texts(state.hands[0]) == ["5H"]
    assert texts(state.hands[1]) == ["5C", "6C", "5H"]
    with pytest.raises(cr.DealError, match="5♣ is dealt too often: the pack has it 2 times"):
        table(profile, ["5C 5C", "5C"])


def test_deck_copies__two_in_one_hand_leave_it_one_by_one() -> None:
    state = play(table(house({"deck.copies": 2}), ["5C 5C 2H", "6C 3H"]), "0:5C 0:pass 1:6C")
    assert texts(state.hands[0]) == ["5C", "2H"]


# --- deck.remove ------------------------------------------------------------------------------


def test_deck_remove__a_card() -> None:
    state = dealt({"deck.remove": ["8D"]})
    assert whole_pack(state) == FULL - Counter(["8D"])


def test_deck_remove__a_whole_rank() -> None:
    state = dealt({"deck.remove": [8, "KD"]})
    assert whole_pack(state) == cards("A2345679TJQK") - Counter(["KD"])


def test_deck_remove__takes_every_copy() -> None:
    state = dealt({**SMALL, "deck.copies": 3, "deck.remove": [2, "6H"]})
    assert whole_pack(state) == cards("345", copies=3) + cards("6", "CDS", copies=3)


def test_deck_remove__leaves_a_gap_in_the_run() -> None:
    """Nobody can lay 8D after 7D, and nobody can go on with 9D."""
    state = play(table(house({"deck.remove": ["8D"]}), ["7D 9D 2H", "TD 3H"]), "0:7D")
    assert state.pending == cr.AwaitTurn(0, (cr.parse_card("8D"),))
    assert legal(state) == {"0:pass"}
    state = play(state, "0:pass 1:pass")
    assert state.pending == cr.AwaitLead(0)


def test_deck_remove__a_gap_sticks_at_once_by_holder() -> None:
    profile = house({"deck.remove": ["8D"], "play.order": "by_holder"})
    happened = events(table(profile, ["7D 9D 2H", "TD 3H"]), "0:7D")
    assert cr.RunStuck(0, (cr.parse_card("8D"),)) in happened


def test_deck_remove__a_removed_rank_is_a_gap_where_suits_are_ignored() -> None:
    profile = house({"deck.remove": [8], "play.suits": "ignored"})
    state = table(profile, ["7D 9D 2H", "TD 3H"])
    assert play(state, "0:7").pending == cr.AwaitTurn(0, ("8",))
    assert play(state, "0:7 0:pass 1:pass").pending == cr.AwaitLead(0)


def test_deck_remove__a_removed_card_cannot_be_dealt_or_laid() -> None:
    profile = house({"deck.remove": ["8D"]})
    with pytest.raises(cr.DealError, match="8♦ is not in the pack"):
        table(profile, ["8D", "5C"])
    with pytest.raises(cr.NotationError, match="8♦ is not in its cards"):
        play(table(profile, ["7D", "5C"]), "0:8D")


# --- deck.remove_for --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "gone"), [(2, "8D"), (3, "8D 2D"), (4, "8D AC AD AH AS 2C 2D 2H 2S")]
)
def test_deck_remove_for__more_goes_for_that_number_of_players_only(
    players: int, gone: str
) -> None:
    state = dealt(
        {"deck.remove": ["8D"], "deck.remove_for": {4: ["A", 2], 3: ["2D"]}}, players=players
    )
    assert whole_pack(state) == FULL - Counter(gone.split())


def test_deck_remove_for__holds_for_every_pack() -> None:
    changes = {
        **SMALL,
        "deck.packs": {"black": {"suits": ["C", "S"]}, "red": {"suits": ["D", "H"]}},
        "deck.remove_for": {3: [6]},
    }
    assert whole_pack(dealt(changes, players=3, pack="red")) == cards("2345", "DH")
    assert whole_pack(dealt(changes, players=2, pack="red")) == cards("23456", "DH")


# --- deck.strip -------------------------------------------------------------------------------

STRIP = ["8C", "8H", "8S", "7C", "7D", "7H", "7S"]


@pytest.mark.parametrize(
    ("players", "gone"),
    [
        (2, "8C"),
        (3, ""),
        (4, "8C 8H 8S"),
        (5, "8C"),
        (6, "8C 8H 8S"),
        (7, "8C 8H"),
        (8, "8C 8H 8S"),
    ],
)
def test_deck_strip__in_its_order_until_the_pack_divides_evenly(players: int, gone: str) -> None:
    state = dealt({"players.max": 8, "deck.remove": ["8D"], "deck.strip": STRIP}, players=players)
    assert whole_pack(state) == FULL - Counter(["8D", *gone.split()])
    assert not state.dead


def test_deck_strip__the_order_is_the_lists() -> None:
    state = dealt({"deck.remove": ["8D"], "deck.strip": ["KS", "2C"]})
    assert whole_pack(state) == FULL - Counter(["8D", "KS"])


def test_deck_strip__a_stripped_card_is_a_gap() -> None:
    state = table(house({"deck.strip": ["8C"]}), ["7C 9C 2H", "3H 4H", "5H 6H"])
    assert legal(play(state, "0:7C")) == {"0:pass"}


def test_deck_strip__a_rank_stands_for_its_cards_in_the_order_of_the_suits() -> None:
    """Of 52, one eight goes with three players (51); of 51, three with four (48)."""
    assert whole_pack(dealt({"deck.strip": [8]}, 3)) == FULL - Counter(["8C"])
    stripped = dealt({"deck.remove": ["KS"], "deck.strip": [8]}, 4)
    assert whole_pack(stripped) == FULL - Counter(["KS", "8C", "8D", "8H"])


def test_deck_strip__copies_go_one_at_a_time() -> None:
    """Of 40 cards, one has to go with three players, and two of 38."""
    two = {**SMALL, "deck.copies": 2, "deck.strip": ["6C", "6D"]}
    all_of_them = cards("23456", copies=2)
    assert whole_pack(dealt(two, 3)) == all_of_them - Counter(["6C"])
    stripped = dealt({**two, "deck.remove": ["2C"]}, 3)
    assert whole_pack(stripped) == all_of_them - Counter({"2C": 2, "6C": 2})


def test_deck_strip__no_further_than_the_list() -> None:
    """Where the list runs out before the pack divides, what is over is dead."""
    assert sizes(dealt({"deck.remove": ["KS"], "deck.strip": ["8C"]}, 4)) == (12, 12, 12, 12, 2)


def test_deck_strip__counts_spare_hands_and_what_is_laid_aside_first() -> None:
    """Without 2 cards laid aside first, 18 remain; three hands (one spare) divide them."""
    changes = {**SMALL, "deck.strip": ["6C", "6D", "6H"], "deal.spare_hands": 1}
    assert sizes(dealt({**changes, "deal.dead_first": 2})) == (6, 6, 8)
    assert sizes(dealt(changes)) == (6, 6, 6)  # 6C and 6D go
    assert whole_pack(dealt(changes)) == cards("23456") - Counter(["6C", "6D"])


def test_deck_strip__holds_for_every_pack() -> None:
    packs = {"black": {"suits": ["C", "S"]}, "red": {"suits": ["D", "H"], "remove": ["2D"]}}
    changes = {**SMALL, "deck.packs": packs, "deck.strip": ["6S", "6H"]}
    assert whole_pack(dealt(changes, players=3)) == cards("23456", "CS") - Counter(["6S"])
    assert whole_pack(dealt(changes, players=3, pack="red")) == cards("23456", "DH") - Counter(
        ["2D"]
    )


# --- deck.packs -------------------------------------------------------------------------------

TWO_PACKS: dict[str, Any] = {
    "deck.copies": 2,
    "deck.packs": {
        "black": {"suits": ["C", "S"], "exchange": {"9C": "9D"}, "comet": ["9D"]},
        "red": {"suits": ["D", "H"], "exchange": {"9D": "9C"}, "comet": ["9C"]},
    },
    "play.suits": "ignored",
    "comet.when": "on_turn",
    "comet.does": "stop",
    "comet.if_led": "comet",
}


def test_deck_packs__a_single_pack_is_called_pack() -> None:
    state = dealt()
    assert state.pack == "pack"
    assert dealt(pack="pack") == state


def test_deck_packs__the_first_written_is_used_first() -> None:
    packs = {"zebra": {"suits": ["D", "H"]}, "ant": {"suits": ["C", "S"]}}
    assert dealt({"deck.packs": packs}).pack == "zebra"
    assert cr.start(cr.compile_rules(house({"deck.packs": packs}), 2)).pack == "zebra"


def test_deck_packs__another_by_name() -> None:
    assert dealt(TWO_PACKS).pack == "black"
    assert dealt(TWO_PACKS, pack="red").pack == "red"
    with pytest.raises(cr.DealError, match="there is no pack 'green'"):
        dealt(TWO_PACKS, pack="green")


def test_deck_packs__used_in_turn() -> None:
    packs = {"zebra": {"suits": ["D", "H"]}, "ant": {"suits": ["C", "S"]}, "bee": {}}
    rules = cr.compile_rules(house({"deck.packs": packs, "match.deals_each": 2}), 3)
    match = cr.new_match(rules, seed=1, dealer=0)
    used = []
    while not match.is_over:
        state = match.deal(hands=[["5D"], ["6D"], ["7D"]] if match.pack != "ant" else None)
        used.append(state.pack)
        while not state.is_over:
            state = cr.step(state, cr.legal_moves(state)[0])
        match = match.after(state)
    assert used == ["zebra", "ant", "bee"] * 2


def test_deck_packs_exchange__one_copy_goes_and_one_comes() -> None:
    usual = cards("A23456789TJQK", "CS", copies=2)
    assert whole_pack(dealt(TWO_PACKS)) == usual - Counter(["9C"]) + Counter(["9D"])
    usual = cards("A23456789TJQK", "DH", copies=2)
    assert whole_pack(dealt(TWO_PACKS, pack="red")) == usual - Counter(["9D"]) + Counter(["9C"])


def test_deck_packs_exchange__the_card_that_came_runs_in_its_own_suit() -> None:
    """Where suits matter, 9D in a black pack has no neighbours there, and ends up stuck."""
    packs = {"black": {"suits": ["C", "S"], "exchange": {"9C": "9D"}}}
    state = table(house({"deck.packs": packs}), ["8C 9D 2S", "TC 3S"])
    assert legal(play(state, "0:8C")) == {"0:pass"}
    state = play(state, "0:8C 0:pass 1:pass 0:9D")
    assert state.pending == cr.AwaitTurn(0, (cr.parse_card("TD"),))


def test_deck_packs_suits_copies_remove__each_entry_its_own() -> None:
    changes = {
        **SMALL,
        "deck.copies": 2,
        "deck.remove": ["2C"],
        "deck.packs": {
            "plain": {},
            "short": {"suits": ["C"], "copies": 1, "remove": ["3C"]},
        },
    }
    assert whole_pack(dealt(changes)) == cards("23456", copies=2) - Counter({"2C": 2})
    assert whole_pack(dealt(changes, pack="short")) == cards("2456", "C")


def test_deck_packs_comet__each_entry_its_own() -> None:
    """9D is the Comet of the black pack, 9C that of the red one; the other nines are plain."""
    rules = cr.compile_rules(house(TWO_PACKS), 2)
    hands = [["5S", "9D", "9C", "KS"], ["6S", "8S"]]
    state = cr.new_deal(rules, dealer=1, hands=hands)
    assert legal(play(state, "0:5")) == {"0:9D", "0:pass"}
    hands = [["5H", "9D", "9C", "KH"], ["6H", "8H"]]
    state = cr.new_deal(rules, dealer=1, hands=hands, pack="red")
    assert legal(play(state, "0:5")) == {"0:9C", "0:pass"}


def test_deck_packs_comet__left_out_it_is_that_of_comet_cards() -> None:
    packs = {"a": {"suits": ["C", "D"]}, "b": {"suits": ["D", "H"], "comet": ["8D"]}}
    changes = {"deck.packs": packs, "comet.cards": ["9D"], "comet.when": "on_turn"}
    profile = house(changes)
    hands = [["5D", "8D", "9D"], ["6D"]]
    rules = cr.compile_rules(profile, 2)
    state = play(cr.new_deal(rules, dealer=1, hands=hands), "0:5D")
    assert legal(state) == {"0:9D", "0:pass"}
    state = play(cr.new_deal(rules, dealer=1, hands=hands, pack="b"), "0:5D")
    assert legal(state) == {"0:8D", "0:pass"}


def test_deck_packs_comet__an_empty_list_leaves_a_pack_without() -> None:
    packs = {"a": {"suits": ["C", "D"]}, "b": {"suits": ["D", "H"], "comet": []}}
    changes = {"deck.packs": packs, "comet.cards": ["9D"], "comet.when": "on_turn"}
    rules = cr.compile_rules(house(changes), 2)
    state = cr.new_deal(rules, dealer=1, hands=[["5D", "9D"], ["6D"]], pack="b")
    assert legal(play(state, "0:5D")) == {"0:pass"}


# --- deal.hands, table, spare_hands, dead_first -----------------------------------------------


@pytest.mark.parametrize(
    ("hands", "players", "expected"),
    [
        ("table", 2, (18, 18, 16)),
        ("table", 3, (11, 11, 11, 19)),
        ("table", 4, (13, 13, 13, 13, 0)),
        ("even", 2, (26, 26, 0)),
        ("even", 3, (17, 17, 17, 1)),
        ("even", 4, (13, 13, 13, 13, 0)),
        ("all", 2, (26, 26, 0)),
        ("all", 3, (18, 17, 17, 0)),
        ("all", 4, (13, 13, 13, 13, 0)),
    ],
)
def test_deal_hands__table_even_all(hands: str, players: int, expected: tuple[int, ...]) -> None:
    table_ = {2: 18, 3: 11, 4: 13} if hands == "table" else {}
    state = dealt({"deal.hands": hands, "deal.table": table_}, players=players)
    assert sizes(state) == expected


@pytest.mark.parametrize(
    ("dealer", "expected"), [(0, (12, 13, 13, 12)), (1, (12, 12, 13, 13)), (2, (13, 12, 12, 13))]
)
def test_deal_hands_all__the_first_to_lead_gets_the_first_extra_card(
    dealer: int, expected: tuple[int, ...]
) -> None:
    state = dealt({"deal.hands": "all", "deck.remove": ["8D", "8C"]}, 4, dealer=dealer)
    assert sizes(state) == (*expected, 0)
    assert state.pending == cr.AwaitLead((dealer + 1) % 4)


def test_deal_hands_all__extra_cards_one_each_whatever_the_packet() -> None:
    changes = {"deal.hands": "all", "deal.packet": 5, "deck.remove": ["8D", "8C"]}
    assert sizes(dealt(changes, 4)) == (13, 13, 12, 12, 0)


def test_deal_table__what_is_left_over_is_dead_and_cannot_be_laid() -> None:
    """A dead card is nobody's: the run that needs it gets stuck."""
    state = table(house({**SMALL, "deal.hands": "table", "deal.table": {2: 2, 3: 2, 4: 2}}),
                  ["2C 5C", "4C 6C"])  # fmt: skip
    assert cr.parse_card("3C") in state.dead
    state = play(state, "0:2C 0:pass 1:pass")
    assert state.pending == cr.AwaitLead(0)


@pytest.mark.parametrize(
    ("hands", "spare", "expected"),
    [
        ("even", 0, (17, 17, 17, 1)),
        ("even", 1, (13, 13, 13, 13)),
        ("even", 2, (10, 10, 10, 22)),
        ("even", 4, (7, 7, 7, 31)),
        ("table", 1, (12, 12, 12, 16)),
        ("all", 1, (13, 13, 13, 13)),
    ],
)
def test_deal_spare_hands__as_large_as_a_players_and_dead(
    hands: str, spare: int, expected: tuple[int, ...]
) -> None:
    changes = {"deal.hands": hands, "deal.spare_hands": spare, "players.min": 3, "players.max": 3}
    if hands == "table":
        changes["deal.table"] = {3: 12}
    assert sizes(dealt(changes, players=3)) == expected


@pytest.mark.parametrize(
    ("hands", "first", "expected"),
    [("even", 3, (16, 16, 16, 4)), ("all", 3, (17, 16, 16, 3)), ("table", 3, (12, 12, 12, 16))],
)
def test_deal_dead_first__laid_aside_before_the_deal(
    hands: str, first: int, expected: tuple[int, ...]
) -> None:
    changes = {"deal.hands": hands, "deal.dead_first": first, "players.min": 3, "players.max": 3}
    if hands == "table":
        changes["deal.table"] = {3: 12}
    assert sizes(dealt(changes, players=3)) == expected


# --- deal.packet, direction, first_dealer -----------------------------------------------------


@functools.cache
def twelve_of_one_card() -> cr.Rules:
    """A game in which twelve players are dealt one card each."""
    one = dict.fromkeys(range(2, 13), 1)
    profile = house({"players.max": 12, "deal.hands": "table", "deal.table": one})
    return cr.compile_rules(profile, 12)


def in_order(seed: int, count: int) -> list[str]:
    """The cards of a shuffled pack in the order in which they are dealt."""
    state = cr.new_deal(twelve_of_one_card(), seed=seed, dealer=11)
    return [str(hand[0]) for hand in state.hands][:count]


@pytest.mark.parametrize(
    ("packet", "left", "right"),
    [(1, (0, 2, 4, 6, 8), (1, 3, 5, 7, 9)), (2, (0, 1, 4, 5, 8), (2, 3, 6, 7, 9)),
     (3, (0, 1, 2, 6, 7), (3, 4, 5, 8, 9)), (5, (0, 1, 2, 3, 4), (5, 6, 7, 8, 9)),
     (13, (0, 1, 2, 3, 4), (5, 6, 7, 8, 9))],
)  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_deal_packet__so_many_cards_at_a_time(
    packet: int, left: tuple[int, ...], right: tuple[int, ...], seed: int
) -> None:
    """The same shuffled pack, dealt in packets: who gets its first, second … tenth card."""
    five = {"deal.hands": "table", "deal.table": {2: 5, 3: 5, 4: 5}}
    state = dealt({**five, "deal.packet": packet}, seed=seed)
    order = in_order(seed, 10)
    assert set(texts(state.hands[0])) == {order[place] for place in left}
    assert set(texts(state.hands[1])) == {order[place] for place in right}


@pytest.mark.parametrize(
    ("direction", "dealer", "seats"),
    [("left", 2, (0, 1, 2)), ("left", 0, (1, 2, 0)), ("right", 2, (1, 0, 2)),
     ("right", 0, (2, 1, 0))],
)  # fmt: skip
def test_deal_direction__whose_neighbour_gets_the_first_card(
    direction: str, dealer: int, seats: tuple[int, ...]
) -> None:
    one = {"deal.hands": "table", "deal.table": {2: 1, 3: 1, 4: 1}}
    state = dealt({**one, "deal.direction": direction}, players=3, dealer=dealer, seed=4)
    assert [texts(state.hands[seat])[0] for seat in seats] == in_order(4, 3)


def test_deal_direction__is_not_the_direction_of_play() -> None:
    """Dealt to the right, led and played to the left."""
    profile = house({"deal.direction": "right"})
    state = table(profile, ["5C 2H", "6C 3H", "4H 5H"], dealer=2)
    assert state.pending == cr.AwaitLead(0)
    assert legal(play(state, "0:5C 0:pass")) == {"1:6C"}


WAYS = ["at_random", "lowest_card", "highest_card", "first_jack", "agreed"]


@pytest.mark.parametrize("how", WAYS)
def test_deal_first_dealer__changes_nothing_once_the_dealer_is_known(how: str) -> None:
    rules = cr.compile_rules(house({"deal.first_dealer": how}), 3)
    state = cr.new_deal(rules, seed=8, dealer=1)
    assert state.hands == dealt(players=3, dealer=1, seed=8).hands
    assert state.pending == cr.AwaitLead(2)
    assert cr.new_match(rules, seed=1, dealer=2).dealer == 2


def first_dealers(how: str, more: Mapping[str, Any] | None = None) -> list[cr.Match]:
    rules = cr.compile_rules(house({"deal.first_dealer": how, **(more or {})}), 3)
    return [cr.new_match(rules, seed=seed) for seed in range(40)]


def test_deal_first_dealer_at_random__by_lot() -> None:
    matches = first_dealers("at_random")
    assert {match.dealer for match in matches} == {0, 1, 2}
    assert not any(match.drawn_cards for match in matches)


@pytest.mark.parametrize(("how", "best"), [("lowest_card", min), ("highest_card", max)])
def test_deal_first_dealer_lowest_highest_card__everybody_draws(how: str, best: Any) -> None:
    """The ace is low here; those who tie draw again."""
    matches = first_dealers(how, {"deck.ranks": ["A", 2, 3, 4, "K"]})
    assert any(len(match.drawn_cards) > 1 for match in matches)
    for match in matches:
        seats = {0, 1, 2}
        for drawn in match.drawn_cards:
            assert {seat for seat, _ in drawn} == seats
            places = {seat: "A234K".index(card.rank) for seat, card in drawn}
            seats = {seat for seat in seats if places[seat] == best(places.values())}
        assert seats == {match.dealer}


def test_deal_first_dealer_first_jack__cards_are_turned_up_until_one_falls() -> None:
    matches = first_dealers("first_jack")
    assert {match.dealer for match in matches} == {0, 1, 2}
    for match in matches:
        (turned,) = match.drawn_cards
        assert [card.rank == "J" for _, card in turned] == [False] * (len(turned) - 1) + [True]
        assert [seat for seat, _ in turned] == [place % 3 for place in range(len(turned))]
        assert turned[-1][0] == match.dealer


def test_deal_first_dealer_agreed__has_to_be_said() -> None:
    with pytest.raises(cr.DealError, match="agree on the first dealer"):
        first_dealers("agreed")


# --- the whole of it --------------------------------------------------------------------------


def test_deck_and_deal__dead_cards_cost_nobody_and_are_never_laid() -> None:
    """Cards in no hand stay where they are, and count for nobody."""
    profile = house({"settlement.per_card": 1})
    state = table(profile, ["5C", "6C 7C", "8C"])
    assert len(state.dead) == 48
    assert paid(state, "0:5C") == [
        (1, 0, 2, "settlement.per_card"),
        (2, 0, 1, "settlement.per_card"),
    ]
    over = play(state, "0:5C")
    assert balances(over) == (3, -2, -1)
    assert len(over.dead) == 48


def test_deck_and_deal__a_card_not_in_the_hand_is_refused() -> None:
    state = table(house(), ["5C 7C", "6C"])
    assert refused(state, "0:6C") == "not_held"
