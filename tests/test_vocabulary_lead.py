"""Every key and value of `play.lead`, on small deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import cometrules as cr

from .helpers import events, house, legal, paid, play, refused, table, texts


def turn(seat: int, needs: str) -> cr.AwaitTurn:
    """A seat on turn, with the cards or ranks it needs."""
    return cr.AwaitTurn(seat, tuple(_places(needs)))


def _places(text: str) -> Iterator[cr.Card | str]:
    return (part if len(part) == 1 else cr.parse_card(part) for part in text.split())


def refusal(changes: dict[str, Any]) -> set[str]:
    """The codes with which the checker refuses the changed house rules."""
    with pytest.raises(cr.ProfileError) as caught:
        house(changes)
    assert caught.value.report is not None
    return {problem.code for problem in caught.value.report.problems}


def leads(changes: dict[str, Any], hand: str) -> set[str]:
    """What seat 0 may lead to open a deal, with this hand."""
    return legal(table(house(changes), [hand, "KS"]))


def later_leads(changes: dict[str, Any], opening: str, hand: str) -> set[str]:
    """What seat 0 may lead after a run of one card, with this hand."""
    state = table(house(changes), [f"{hand} {opening}", "AH"])
    opened = opening if changes.get("play.suits") != "ignored" else opening[:-1]
    state = play(state, f"0:{opened}")
    while not isinstance(state.pending, cr.AwaitLead):
        (move,) = cr.legal_moves(state)
        state = cr.step(state, move)
    assert state.pending == cr.AwaitLead(0)
    return legal(state)


HANDS = ["5C 2H", "3H KD", "4H QD"]

# --- by ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_lead_by_next_to_dealer(dealer: int) -> None:
    state = table(house(), HANDS, dealer=dealer)
    assert state.pending == cr.AwaitLead((dealer + 1) % 3)
    assert all(move.startswith(f"{(dealer + 1) % 3}:") for move in legal(state))


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_lead_by_next_to_dealer_where_the_turn_passes_right(dealer: int) -> None:
    state = table(house({"play.direction": "right"}), HANDS, dealer=dealer)
    assert state.pending == cr.AwaitLead((dealer - 1) % 3)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_lead_by_dealer(dealer: int) -> None:
    profile = house({"play.lead.by": "dealer"})
    assert table(profile, HANDS, dealer=dealer).pending == cr.AwaitLead(dealer)


HOLDER = {"play.lead.by": "holder_of", "play.lead.holder_of": "3H"}


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_lead_by_holder_of_a_card(dealer: int) -> None:
    state = table(house(HOLDER), HANDS, dealer=dealer)
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:3H", "1:KD"}


@pytest.mark.parametrize(
    ("hands", "leader"),
    [
        (["5C 2H", "4D KD", "4H QD"], 2),
        (["5C 6H", "4D KD", "2H QD"], 0),
        (["5C 6D", "KH 2H", "4S QD"], 1),
    ],
)
def test_lead_by_holder_of_a_dead_card_falls_to_the_next_above(
    hands: list[str], leader: int
) -> None:
    """Of its suit, and above only: the two of hearts gives no lead."""
    for dealer in range(3):
        state = table(house(HOLDER), hands, dealer=dealer)
        assert state.pending == cr.AwaitLead(leader)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_lead_by_holder_of_a_card_with_none_left_above_falls_to_the_neighbour(dealer: int) -> None:
    state = table(house(HOLDER), ["5C 2H", "AH 4D", "3D QD"], dealer=dealer)
    assert state.pending == cr.AwaitLead((dealer + 1) % 3)


def test_lead_by_holder_of_speaks_of_the_first_lead_only() -> None:
    state = play(table(house(HOLDER), HANDS, dealer=2), "1:3H 1:pass 2:4H 2:pass 0:pass 1:pass")
    assert state.pending == cr.AwaitLead(2)


def test_lead_by_holder_of_with_what_is_for_first_to_say() -> None:
    profile = house({**HOLDER, "play.lead.first": "lowest_card"})
    assert legal(table(profile, ["5C 2H", "3H 2D KD", "4H QD"])) == {"1:2D"}


def test_lead_by_holder_of_a_card_that_is_there_twice_asks_round_from_the_dealer() -> None:
    profile = house({**HOLDER, "deck.copies": 2})
    hands = ["3H 2H", "4H KD", "3H QD"]
    leaders = [table(profile, hands, dealer=dealer).pending for dealer in range(3)]
    assert leaders == [cr.AwaitLead(2), cr.AwaitLead(2), cr.AwaitLead(0)]


def test_lead_by_holder_of_needs_a_card_of_the_pack() -> None:
    assert refusal({**HOLDER, "deck.remove": ["3H"]}) == {"M13"}
    assert refusal({"play.lead.by": "holder_of"}) == {"M42"}
    assert refusal({"play.lead.holder_of": "3H"}) == {"M42"}
    house(HOLDER)


# --- first and later --------------------------------------------------------------------------

MIXED = "5C 2H 2D 7D TS"
LIMITS = [
    ("any_card", {"5C", "2H", "2D", "7D", "TS"}),
    ("lowest_card", {"2H", "2D"}),
    ("lowest_of_a_suit", {"5C", "2H", "2D", "TS"}),
]


@pytest.mark.parametrize(("limit", "moves"), LIMITS)
def test_lead_first(limit: str, moves: set[str]) -> None:
    state = table(house({"play.lead.first": limit}), [MIXED, "KS"])
    assert legal(state) == {f"0:{move}" for move in moves}
    for move in {"5C", "7D"} - moves:
        assert refused(state, f"0:{move}") == "lead_limited"


@pytest.mark.parametrize(("limit", "moves"), LIMITS)
def test_lead_later(limit: str, moves: set[str]) -> None:
    assert later_leads({"play.lead.later": limit}, "KC", MIXED) == {f"0:{m}" for m in moves}
    assert later_leads({"play.lead.later": limit}, "QC", MIXED) == {f"0:{m}" for m in moves}


@pytest.mark.parametrize("limit", ["lowest_card", "lowest_of_a_suit"])
def test_lead_first_does_not_bind_later_leads_nor_they_the_first(limit: str) -> None:
    everything = {f"0:{card}" for card in MIXED.split()}
    state = table(house({"play.lead.first": limit}), [f"AC {MIXED}", "KS"])
    assert legal(play(state, "0:AC 0:pass 1:pass")) == everything
    assert leads({"play.lead.later": limit}, MIXED) == everything


def test_lead_first_is_the_deal_s_and_not_each_player_s() -> None:
    profile = house({"play.lead.first": "lowest_card", "play.after_stop": "next_player_leads"})
    state = play(table(profile, ["QC KH", "KS 4H KC"]), "0:QC 0:pass 1:KC")
    assert state.pending == cr.AwaitLead(0)
    state = play(table(profile, ["KH KD", "KS 4H"]), "0:KH")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:KS", "1:4H"}


def test_lead_limits_obey_the_order_of_the_ranks() -> None:
    """Where the ace is high it is not the lowest."""
    ranks = [2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A"]
    assert leads({"deck.ranks": ranks, "play.lead.first": "lowest_card"}, "AC 3C") == {"0:3C"}
    assert leads({"play.lead.first": "lowest_card"}, "AC 3C") == {"0:AC"}


@pytest.mark.parametrize(
    ("limit", "moves"),
    [("any_card", {"2", "5", "7", "T"}), ("lowest_card", {"2"})],
)
def test_lead_limits_where_suits_are_ignored(limit: str, moves: set[str]) -> None:
    expected = {f"0:{move}" for move in moves}
    assert leads({"play.suits": "ignored", "play.lead.first": limit}, MIXED) == expected
    changes = {"play.suits": "ignored", "play.lead.later": limit}
    assert later_leads(changes, "KC", MIXED) == expected


def test_lead_lowest_of_a_suit_where_suits_are_ignored() -> None:
    """The run goes by rank, but a lead is still the lowest card of some suit."""
    changes = {"play.suits": "ignored", "play.lead.first": "lowest_of_a_suit"}
    state = table(house(changes), [MIXED, "8S KS"])
    leads_of = {cr.parse_card(str(move)) for move in cr.legal_moves(state)}
    assert texts(sorted(leads_of, key=str)) == ["2D", "2H", "5C", "TS"]
    state = play(state, "0:5C")
    assert state.pending == turn(0, "6")


def test_lead_lowest_card_may_be_a_comet_that_is_led_as_a_plain_card() -> None:
    changes = {"comet.cards": ["3D"], "play.lead.first": "lowest_card"}
    assert leads(changes, "3D 5C 7H") == {"0:3D"}
    assert leads(changes, "3D 2C 7H") == {"0:2C"}


# --- suit -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "moves"),
    [
        ("any", {"5C", "2H", "2D", "7D", "TS"}),
        ("new", {"2H", "2D", "7D", "TS"}),
        ("other_colour", {"2H", "2D", "7D"}),
    ],
)
def test_lead_suit_after_a_run_of_clubs(value: str, moves: set[str]) -> None:
    expected = {f"0:{move}" for move in moves}
    assert later_leads({"play.lead.suit": value}, "KC", MIXED) == expected
    assert later_leads({"play.lead.suit": value}, "QC", MIXED) == expected


@pytest.mark.parametrize(
    ("value", "opening", "moves"),
    [
        ("new", "KD", {"5C", "2H", "TS"}),
        ("new", "KH", {"5C", "2D", "7D", "TS"}),
        ("new", "QS", {"5C", "2H", "2D", "7D"}),
        ("other_colour", "KD", {"5C", "TS"}),
        ("other_colour", "KH", {"5C", "TS"}),
        ("other_colour", "QS", {"2H", "2D", "7D"}),
    ],
)
def test_lead_suit_after_other_suits(value: str, opening: str, moves: set[str]) -> None:
    expected = {f"0:{move}" for move in moves}
    assert later_leads({"play.lead.suit": value}, opening, MIXED) == expected


@pytest.mark.parametrize("value", ["new", "other_colour"])
def test_lead_suit_says_nothing_of_the_first_lead(value: str) -> None:
    assert leads({"play.lead.suit": value}, MIXED) == {f"0:{card}" for card in MIXED.split()}


def test_lead_suit_is_that_of_the_last_run_whoever_laid_it() -> None:
    state = table(house({"play.lead.suit": "new"}), ["QC 2C 2H", "KC 3C 3S", "4C"])
    state = play(state, "0:QC 0:pass 1:KC")
    assert legal(state) == {"1:3S"}
    assert refused(state, "1:3C") == "lead_suit"
    by_holder = house({"play.lead.suit": "new", "play.order": "by_holder"})
    state = play(table(by_holder, ["QC 2C 2H", "KC 3C 3S", "4C"]), "0:QC 1:KC")
    assert legal(state) == {"1:3S"}


@pytest.mark.parametrize("does", ["stop", "stand_in_and_stop"])
def test_lead_suit_is_that_of_the_last_natural_card(does: str) -> None:
    """A Comet that ends a run of clubs leaves clubs behind, not diamonds."""
    changes = {"comet.cards": ["9D"], "comet.when": "on_turn", "comet.does": does}
    profile = house({**changes, "play.lead.suit": "new"})
    state = play(table(profile, ["5C 9D 2C 2D 2H", "KS"]), "0:5C")
    state = play(state, "0:9D=6C" if does == "stand_in_and_stop" else "0:9D")
    assert legal(state) == {"0:2D", "0:2H"}


def test_lead_suit_after_a_comet_laid_as_a_natural_card_is_its_own() -> None:
    changes = {"comet.cards": ["9D"], "comet.when": "on_turn", "comet.does": "stop"}
    profile = house({**changes, "play.lead.suit": "new", "comet.if_led": "natural"})
    state = play(table(profile, ["9D 2C 2D 2H", "KS"]), "0:9D 0:pass 1:pass")
    assert legal(state) == {"0:2C", "0:2H"}


def test_lead_suit_needs_suits_that_matter() -> None:
    for value in ("new", "other_colour"):
        assert refusal({"play.suits": "ignored", "play.lead.suit": value}) == {"M40"}
        house({"play.lead.suit": value})


@pytest.mark.parametrize(
    ("later", "suit", "moves"),
    [
        ("lowest_card", "new", {"2H", "2D"}),
        ("lowest_of_a_suit", "new", {"2H", "2D", "TS"}),
        ("lowest_of_a_suit", "other_colour", {"2H", "2D"}),
    ],
)
def test_lead_suit_with_a_limit(later: str, suit: str, moves: set[str]) -> None:
    changes = {"play.lead.later": later, "play.lead.suit": suit}
    assert later_leads(changes, "KC", MIXED) == {f"0:{move}" for move in moves}


# --- no such suit -----------------------------------------------------------------------------

CLUBS = "KC 2C 4C"


@pytest.mark.parametrize("suit", ["new", "other_colour"])
def test_lead_no_such_suit_any_card(suit: str) -> None:
    profile = house({"play.lead.suit": suit, "play.lead.no_such_suit": "any_card"})
    state = play(table(profile, [CLUBS, "3S"]), "0:KC")
    assert legal(state) == {"0:2C", "0:4C"}


def test_lead_no_such_suit_any_card_is_not_for_who_has_one() -> None:
    profile = house({"play.lead.suit": "new"})
    state = play(table(profile, [f"{CLUBS} 2S", "3S"]), "0:KC")
    assert legal(state) == {"0:2S"}
    profile = house({"play.lead.suit": "other_colour"})
    state = play(table(profile, [f"{CLUBS} 2S", "3S"]), "0:KC")
    assert legal(state) == {"0:2C", "0:4C", "0:2S"}


PASSES = {"play.lead.suit": "new", "play.lead.no_such_suit": "lead_passes"}


def test_lead_no_such_suit_lead_passes_to_the_left() -> None:
    state = play(table(house(PASSES), [CLUBS, "5C 3S", "6H"]), "0:KC")
    assert legal(state) == {"0:pass"}
    assert refused(state, "0:2C") == "lead_suit"
    assert events(state, "0:pass") == (cr.LeadPassed(0),)
    state = play(state, "0:pass")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:3S"}
    assert refused(state, "1:pass") == "must_lead"


def test_lead_no_such_suit_lead_passes_round_and_then_any_card_is_led() -> None:
    state = play(table(house(PASSES), [CLUBS, "5C 8C", "6C 7C"]), "0:KC 0:pass")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass")
    assert legal(state) == {"2:pass"}
    state = play(state, "2:pass")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == {"0:2C", "0:4C"}
    state = play(state, "0:2C")
    assert state.pending == turn(0, "3C")


def test_lead_no_such_suit_lead_passes_anew_after_each_run() -> None:
    state = play(table(house(PASSES), [CLUBS, "5C 8C", "6C 7C"]), "0:KC 0:pass 1:pass 2:pass")
    state = play(state, "0:2C 0:pass 1:pass 2:pass")
    assert legal(state) == {"0:pass"}


def test_lead_no_such_suit_lead_passes_in_the_direction_of_the_turn() -> None:
    profile = house({**PASSES, "play.direction": "right"})
    state = play(table(profile, [CLUBS, "5C 3S", "6H"], dealer=1), "0:KC 0:pass")
    assert state.pending == cr.AwaitLead(2)


def test_lead_no_such_suit_lead_passes_by_holder() -> None:
    profile = house({**PASSES, "play.order": "by_holder"})
    state = play(table(profile, [CLUBS, "5C 3S", "6H"]), "0:KC 0:pass")
    assert legal(state) == {"1:3S"}


def test_lead_no_such_suit_with_a_limit_after_the_round() -> None:
    profile = house({**PASSES, "play.lead.later": "lowest_card"})
    state = play(table(profile, [CLUBS, "5C 8C"]), "0:KC 0:pass 1:pass")
    assert legal(state) == {"0:2C"}


def test_lead_passed_on_costs_what_a_pass_costs() -> None:
    profile = house({**PASSES, "payments.passing": 2})
    state = play(table(profile, [CLUBS, "5C 8C", "6C 7C"]), "0:KC")
    assert paid(state, "0:pass") == [(0, "pool", 2, "payments.passing")]
    state = play(state, "0:pass")
    assert paid(state, "1:pass") == [(1, "pool", 2, "payments.passing")]
    state = play(state, "1:pass 2:pass")
    assert state.pool == 6
    assert cr.score(state).balances == (-2, -2, -2)
    assert paid(state, "0:2C") == []


def test_lead_no_such_suit_needs_a_suit_that_can_be_missing() -> None:
    assert refusal({"play.lead.no_such_suit": "lead_passes"}) == {"M41"}


# --- at once ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at_once", "hand", "moves"),
    [
        ("one_card", "6C 6D 6H 6S KS", {"6", "K"}),
        ("full_set", "6C 6D 6H 6S KS", {"6", "6*4", "K"}),
        ("full_set", "6C 6D 6H KS", {"6", "K"}),
        ("any_number", "6C 6D 6H KS", {"6", "6*2", "6*3", "K"}),
    ],
)
def test_lead_at_once_where_suits_are_ignored__T3(at_once: str, hand: str, moves: set[str]) -> None:
    changes = {"play.suits": "ignored", "play.lead.at_once": at_once}
    assert legal(table(house(changes), [hand, "KH"])) == {f"0:{move}" for move in moves}
    later = play(table(house(changes), [f"KD {hand}", "KH"]), "0:K")
    assert legal(later) == {f"0:{move}" for move in moves}


def test_lead_at_once_says_nothing_of_the_run() -> None:
    profile = house({"play.suits": "ignored", "play.lead.at_once": "any_number"})
    state = play(table(profile, ["5C 5D 6C 6D 2H", "KH"]), "0:5*2")
    assert state.pending == turn(0, "6")
    assert legal(state) == {"0:6"}
    assert refused(state, "0:6*2") == "set_not_allowed"


@pytest.mark.parametrize(
    ("copies", "at_once", "moves"),
    [
        (2, "one_card", {"8C", "8D"}),
        (2, "full_set", {"8C", "8C*2", "8D"}),
        (3, "full_set", {"8C", "8D"}),
        (3, "any_number", {"8C", "8C*2", "8D"}),
    ],
)
def test_lead_at_once_with_copies_where_suits_matter(
    copies: int, at_once: str, moves: set[str]
) -> None:
    profile = house({"deck.copies": copies, "play.lead.at_once": at_once})
    state = table(profile, ["8C 8C 8D", "KS"])
    assert legal(state) == {f"0:{move}" for move in moves}


def test_lead_at_once_with_named_cards() -> None:
    profile = house(
        {
            "play.suits": "ignored",
            "play.lead.at_once": "any_number",
            "payments.leading": {"JD": 1},
        }
    )
    state = table(profile, ["JC JD 2H", "KS"])
    assert legal(state) == {"0:JC", "0:JD", "0:JC+JD", "0:2"}
    assert paid(state, "0:JC+JD") == [(1, 0, 1, "payments.leading.JD")]
    assert paid(state, "0:JC") == []


def test_lead_at_once_leaves_the_comet_out() -> None:
    changes = {"play.suits": "ignored", "play.lead.at_once": "full_set", "comet.cards": ["9D"]}
    assert leads(changes, "9C 9D 9H 9S") == {"0:9", "0:9*3", "0:9D"}


def test_lead_at_once_with_the_lowest_card() -> None:
    changes = {
        "play.suits": "ignored",
        "play.lead.at_once": "any_number",
        "play.lead.first": "lowest_card",
    }
    assert leads(changes, "6C 6D 8H") == {"0:6", "0:6*2"}
