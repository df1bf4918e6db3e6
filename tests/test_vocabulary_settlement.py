"""The keys of settlement: what is paid or written up when somebody is out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import cometrules as cr

from .helpers import balances, events, house, paid, play, table, total

POINTS = {"settlement.scoring": "points"}
IGNORED = {"play.suits": "ignored"}
COMET = {"comet.cards": ["9D"], "comet.when": "on_turn", "comet.does": "stop"}
STAND_IN = {**COMET, "comet.does": "stand_in_and_stop", "comet.if_led": "comet"}
PER_CARD = {"settlement.per_card": 1}
PER_POINT = {"settlement.per_point": 1}


def settled(
    changes: Mapping[str, Any], hands: list[str], moves: str, **options: Any
) -> tuple[int, ...]:
    """The balances of a deal played to its end."""
    over = play(table(house(changes), hands, **options), moves)
    assert over.is_over
    return balances(over)


def due(changes: Mapping[str, Any], hands: list[str], moves: str) -> list[cr.Payment]:
    """The payments of the settlement of a deal played to its end."""
    return list(cr.score(play(table(house(changes), hands), moves)).payments)


# --- scoring, unit, going_out -----------------------------------------------------------------

LEFT = ["5C", "7H KD", "2S"]


def test_settlement__nothing_is_due_where_nothing_is_said() -> None:
    assert settled({}, LEFT, "0:5C") == (0, 0, 0)


def test_settlement__nothing_is_due_before_somebody_is_out() -> None:
    profile = house({**PER_CARD, **PER_POINT, "settlement.going_out": 3})
    state = play(table(profile, ["5C 7C", "6C KD", "2S"]), "0:5C 0:pass 1:6C")
    assert cr.score(state).payments == ()
    assert balances(state) == (0, 0, 0)


def test_settlement_scoring_payments__one_gains_what_the_others_lose() -> None:
    changes = {**PER_CARD, "settlement.scoring": "payments"}
    assert paid(table(house(changes), LEFT), "0:5C") == [
        (1, 0, 2, "settlement.per_card"),
        (2, 0, 1, "settlement.per_card"),
    ]
    assert settled(changes, LEFT, "0:5C") == (3, -2, -1)


def test_settlement_scoring_points__written_up_and_nobody_pays() -> None:
    changes = {**PER_CARD, **POINTS}
    assert paid(table(house(changes), LEFT), "0:5C") == [
        ("written", 0, 2, "settlement.per_card"),
        ("written", 0, 1, "settlement.per_card"),
    ]
    assert settled(changes, LEFT, "0:5C") == (3, 0, 0)


def test_settlement_unit__a_word_that_changes_nothing() -> None:
    profile = house({**PER_CARD, "settlement.unit": "bästa marker"})
    assert profile.settlement.unit == "bästa marker"
    assert balances(play(table(profile, LEFT), "0:5C")) == settled(PER_CARD, LEFT, "0:5C")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_settlement_going_out__from_each_opponent(players: int) -> None:
    hands = ["5C", "7H", "2S", "3S"][:players]
    lost = (-2,) * (players - 1)
    assert settled({"settlement.going_out": 2}, hands, "0:5C") == (2 * (players - 1), *lost)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_settlement_going_out__in_points_once(players: int) -> None:
    hands = ["5C", "7H", "2S", "3S"][:players]
    state = table(house({**POINTS, "settlement.going_out": 2}), hands)
    assert paid(state, "0:5C") == [("written", 0, 2, "settlement.going_out")]


def test_settlement_going_out__to_whoever_is_out() -> None:
    changes = {"settlement.going_out": 2, "settlement.per_card": 1}
    assert settled(changes, ["5C 2H 3H", "6C", "2S"], "0:5C 0:pass 1:6C") == (-4, 7, -3)


# --- per_card, per_point, values --------------------------------------------------------------


def test_settlement_per_card__a_comet_counts_like_the_others() -> None:
    changes = {**COMET, "settlement.per_card": 2}
    assert settled(changes, ["5C", "9D KD", "2S"], "0:5C") == (6, -4, -2)


@pytest.mark.parametrize(
    ("hand", "points"),
    [("AS", 1), ("2S", 2), ("5S", 5), ("9S", 9), ("TS", 10), ("JS", 10), ("QS", 10), ("KS", 10),
     ("KS 7S 3S", 20), ("9D", 9), ("AH AD 2C", 4)],
)  # fmt: skip
def test_settlement_per_point__the_usual_values(hand: str, points: int) -> None:
    changes = {**COMET, **PER_POINT}
    assert settled(changes, ["5C", hand], "0:5C") == (points, -points)


def test_settlement_per_point__so_much_for_every_point() -> None:
    assert settled({"settlement.per_point": 3}, ["5C", "KS 7S"], "0:5C") == (51, -51)


def test_settlement_per_point__besides_what_is_paid_per_card() -> None:
    assert settled({**PER_CARD, **PER_POINT}, ["5C", "KS 7S"], "0:5C") == (19, -19)


def test_settlement_values__the_ace_is_one_where_it_is_the_highest_too() -> None:
    ace_high = {"deck.ranks": [2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A"]}
    assert settled({**ace_high, **PER_POINT}, ["5C", "AS"], "0:5C") == (1, -1)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, 29),
        ({"K": 5}, 24),
        ({"A": 11, "K": 0}, 19),
        ({"KS": 3}, 22),
        ({"KS": 3, "K": 30}, 22),  # a card goes before its rank
        ({"9": 4}, 24),  # the Comet is worth what its rank is
        ({"9D": 7}, 27),
        ({"comet": 15}, 35),
        ({"comet": 15, "9": 4, "9D": 7}, 35),
        ({"comet": 0}, 20),
        ({"10": 4, "J": 4}, 29),
    ],
)
def test_settlement_values__only_what_differs_is_said(
    values: Mapping[str, int], expected: int
) -> None:
    """Where nothing is said, K♠ and Q♥ are 10 each, and the Comet 9."""
    changes = {**COMET, **PER_POINT, "settlement.values": values}
    assert settled(changes, ["5C", "KS QH 9D"], "0:5C") == (expected, -expected)


def test_settlement_values__comet_is_the_comet_of_the_pack_in_use() -> None:
    packs = {"a": {"comet": ["9D"]}, "b": {"comet": ["9C"]}}
    changes = {"deck.packs": packs, **PER_POINT, "settlement.values": {"comet": 20}}
    hands = ["5C", "9D", "9C 2H"]
    assert settled(changes, hands, "0:5C", pack="a") == (31, -20, -11)
    assert settled(changes, hands, "0:5C", pack="b") == (31, -9, -22)


# --- collected_by -----------------------------------------------------------------------------


def test_settlement_collected_by_nobody__adds_to_the_holders_own_score() -> None:
    changes = {**POINTS, **PER_POINT, "settlement.collected_by": "nobody"}
    assert paid(table(house(changes), LEFT), "0:5C") == [
        ("written", 1, 17, "settlement.per_point"),
        ("written", 2, 2, "settlement.per_point"),
    ]
    assert settled(changes, LEFT, "0:5C") == (0, 17, 2)


def test_settlement_collected_by_winner__the_winner_scores_it() -> None:
    changes = {**POINTS, **PER_POINT, "settlement.collected_by": "winner"}
    assert settled(changes, LEFT, "0:5C") == (19, 0, 0)


def test_settlement_collected_by_nobody__going_out_is_still_the_winners() -> None:
    changes = {
        **POINTS, **PER_CARD, "settlement.collected_by": "nobody", "settlement.going_out": 4,
    }  # fmt: skip
    assert settled(changes, LEFT, "0:5C") == (4, 2, 1)


# --- unplayed ---------------------------------------------------------------------------------

KINGS = {**POINTS, "settlement.unplayed.cards": {"K": 2}}


@pytest.mark.parametrize(
    ("where", "expected"),
    [("anywhere", 6), ("in_hands", 2)],  # KC was played, KD is held, KH and KS are dead
)
def test_settlement_unplayed_where__in_hands_or_dead_too(where: str, expected: int) -> None:
    changes = {**KINGS, "settlement.unplayed.where": where}
    hands = ["KC 5C", "KD", "2S"]
    assert settled(changes, hands, "0:KC 0:5C") == (expected, 0, 0)
    rules = {payment.rule for payment in due(changes, hands, "0:KC 0:5C")}
    assert rules == {"settlement.unplayed.cards.K"}


def test_settlement_unplayed_cards__all_dead_all_count() -> None:
    assert settled(KINGS, ["5C", "2D", "2S"], "0:5C") == (8, 0, 0)


def test_settlement_unplayed_cards__every_copy() -> None:
    assert settled({**KINGS, "deck.copies": 2}, ["KC 5C", "2D", "2S"], "0:KC 0:5C") == (14, 0, 0)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [({"KD": 5}, 5), ({"KD": 5, "K": 2}, 9), ({"KD": 0, "K": 2}, 4), ({"KC": 5}, 0)],
)
def test_settlement_unplayed_cards__a_card_goes_before_its_rank(
    cards: Mapping[str, int], expected: int
) -> None:
    """KC was played, KD is held, the other two are dead."""
    changes = {**KINGS, "settlement.unplayed.cards": cards}
    assert settled(changes, ["KC 5C", "KD", "2S"], "0:KC 0:5C") == (expected, 0, 0)


def test_settlement_unplayed_cards__the_comet_by_its_own_name() -> None:
    changes = {**POINTS, **COMET, "settlement.unplayed.cards": {"9D": 3}}
    assert settled(changes, ["5C", "9D", "2S"], "0:5C") == (3, 0, 0)
    assert settled(changes, ["5C 9D", "2D", "2S"], "0:5C 0:9D") == (0, 0, 0)


@pytest.mark.parametrize(("as_card", "expected"), [("too", 5), ("instead", 4)])
def test_settlement_unplayed_as_card__a_king_in_a_hand_counts_as_a_card_too_or_instead(
    as_card: str, expected: int
) -> None:
    """7H and 2S are cards; KD is 2 as a King, and perhaps 1 as a card."""
    changes = {
        **KINGS, **PER_CARD,
        "settlement.unplayed.where": "in_hands", "settlement.unplayed.as_card": as_card,
    }  # fmt: skip
    assert settled(changes, LEFT, "0:5C") == (expected, 0, 0)


def test_settlement_unplayed_as_card_instead__dead_cards_are_no_cards_left_anyway() -> None:
    changes = {**KINGS, **PER_CARD, "settlement.unplayed.as_card": "instead"}
    assert settled(changes, LEFT, "0:5C") == (10, 0, 0)


@pytest.mark.parametrize("as_card", ["too", "instead"])
def test_settlement_unplayed_as_card__concerns_cards_and_not_points(as_card: str) -> None:
    """Whether such a card also brings in per_card; what it counts in points is not asked."""
    changes = {
        **KINGS, **PER_POINT,
        "settlement.unplayed.where": "in_hands", "settlement.unplayed.as_card": as_card,
    }  # fmt: skip
    assert settled(changes, LEFT, "0:5C") == (2 + 7 + 10 + 2, 0, 0)


# --- caught -----------------------------------------------------------------------------------


def test_settlement_caught_to_each__to_every_other_player_the_winner_among_them() -> None:
    changes = {"settlement.caught": {"K": {"to_each": 1}}}
    assert paid(table(house(changes), LEFT), "0:5C") == [
        (1, 0, 1, "settlement.caught.K.to_each"),
        (1, 2, 1, "settlement.caught.K.to_each"),
    ]
    assert settled(changes, LEFT, "0:5C") == (1, -2, 1)


def test_settlement_caught_to_winner__to_the_winner_alone() -> None:
    changes = {"settlement.caught": {"K": {"to_winner": 3}}}
    assert paid(table(house(changes), LEFT), "0:5C") == [(1, 0, 3, "settlement.caught.K.to_winner")]


def test_settlement_caught_to_winner__besides_what_goes_to_each() -> None:
    changes = {"settlement.caught": {"K": {"to_each": 10, "to_winner": 9}}}
    assert settled(changes, LEFT, "0:5C") == (19, -29, 10)


def test_settlement_caught_to_winner__written_up_where_points_are_scored() -> None:
    changes = {**POINTS, "settlement.caught": {"K": {"to_winner": 3}}}
    assert settled(changes, LEFT, "0:5C") == (3, 0, 0)


def test_settlement_caught_lost__taken_off_and_nobody_gains_it() -> None:
    changes = {**POINTS, "settlement.caught": {"K": {"lost": 3}}}
    assert paid(table(house(changes), LEFT), "0:5C") == [
        (1, "written", 3, "settlement.caught.K.lost")
    ]
    assert settled(changes, LEFT, "0:5C") == (0, -3, 0)


def test_settlement_caught__once_for_each_such_card_and_each_holder() -> None:
    changes = {"settlement.caught": {"K": {"to_each": 1}}}
    assert settled(changes, ["5C", "KD KH", "KS"], "0:5C") == (3, -3, 0)


def test_settlement_caught__a_card_that_was_laid_or_is_dead_costs_nothing() -> None:
    changes = {"settlement.caught": {"K": {"to_each": 1}}}
    assert settled(changes, ["KC 5C", "2D", "2S"], "0:KC 0:5C") == (0, 0, 0)


@pytest.mark.parametrize(
    ("caught", "hand", "rule", "amount"),
    [
        ({"K": 1, "KD": 5}, "KD", "KD", 5),
        ({"K": 1, "KD": 5}, "KC", "K", 1),
        ({"comet": 2}, "9D", "comet", 2),
        ({"comet": 2, "9": 1}, "9D", "comet", 2),
        ({"comet": 2, "9D": 5, "9": 1}, "9D", "comet", 2),
        ({"comet": 2, "9": 1}, "9C", "9", 1),
        ({"9D": 5}, "9D", "9D", 5),
        ({"9": 1}, "9D", "9", 1),
    ],
)
def test_settlement_caught__the_comet_before_the_card_and_the_card_before_its_rank(
    caught: Mapping[str, int], hand: str, rule: str, amount: int
) -> None:
    changes = {
        **COMET,
        "settlement.caught": {key: {"to_winner": price} for key, price in caught.items()},
    }
    assert paid(table(house(changes), ["5C", hand]), "0:5C") == [
        (1, 0, amount, f"settlement.caught.{rule}.to_winner")
    ]


def test_settlement_caught_comet__the_comet_of_the_pack_in_use() -> None:
    packs = {"a": {"comet": ["9D"]}, "b": {"comet": ["9C"]}}
    changes = {"deck.packs": packs, "settlement.caught": {"comet": {"to_winner": 4}}}
    for pack, expected in (("a", (4, -4, 0)), ("b", (4, 0, -4))):
        assert settled(changes, ["5C", "9D", "9C"], "0:5C", pack=pack) == expected


def test_settlement_caught_comet__each_of_two_comets() -> None:
    changes = {
        **COMET, "comet.cards": ["9D", "9C"], "settlement.caught": {"comet": {"to_each": 2}},
    }  # fmt: skip
    assert settled(changes, ["5C", "9D 9C", "2H"], "0:5C") == (4, -8, 4)


def test_settlement_caught__a_comet_that_could_have_been_laid_as_a_plain_card_too() -> None:
    changes = {
        **COMET, "comet.if_due": "natural", "settlement.caught": {"comet": {"to_each": 2}},
    }  # fmt: skip
    assert settled(changes, ["8D", "9D 2H", "3H"], "0:8D") == (2, -4, 2)


# --- times: each factor -----------------------------------------------------------------------


@pytest.mark.parametrize("factor", [0, 1, 2, 5])
def test_settlement_times_comet_caught__what_its_holder_owes(factor: int) -> None:
    """The Comet among the cards (and points); 0 excuses its holder; the others pay once."""
    changes = {**COMET, **PER_CARD, "settlement.times.comet_caught": factor}
    assert settled(changes, ["5C", "9D KD", "2S"], "0:5C") == (2 * factor + 1, -2 * factor, -1)
    changes = {**COMET, **PER_POINT, "settlement.times.comet_caught": factor}
    assert settled(changes, ["5C", "9D KD", "2S"], "0:5C") == (19 * factor + 2, -19 * factor, -2)


def test_settlement_times_comet_caught__once_for_each_comet_of_the_hand() -> None:
    changes = {
        **COMET, **PER_CARD, "comet.cards": ["9D", "9C"], "settlement.times.comet_caught": 3,
    }  # fmt: skip
    assert settled(changes, ["5C", "9D 9C", "2S"], "0:5C") == (19, -18, -1)
    assert settled(changes, ["5C", "9D KD", "9C"], "0:5C") == (9, -6, -3)


def test_settlement_times_comet_caught__in_points() -> None:
    changes = {**COMET, **PER_POINT, **POINTS, "settlement.times.comet_caught": 2}
    assert settled(changes, ["5C", "9D", "2S"], "0:5C") == (20, 0, 0)
    changes = {**changes, "settlement.collected_by": "nobody"}
    assert settled(changes, ["5C", "9D", "2S"], "0:5C") == (0, 18, 2)


LAST = {**PER_CARD, "settlement.times.comet_last": 2}
LAST_OWN = {**LAST, "settlement.times.comet_last_as_own_rank": 4}
OTHERS = ["KD 3H", "2S"]


@pytest.mark.parametrize(
    ("hand", "moves", "times"),
    [
        ("5C 9D", "0:5C 0:9D=6C", 2),
        ("8C 9D", "0:8C 0:9D=9C", 4),
        ("8D 9D", "0:8D 0:9D=9D", 4),
        ("9D", "0:9D=9H", 4),
        ("9D", "0:9D=TH", 2),
        ("9D 5C", "0:9D=6C 0:5C", 1),
    ],
)
def test_settlement_times_comet_last__a_comet_that_stands_in(
    hand: str, moves: str, times: int
) -> None:
    """What all owe; more if it stood for a nine; nothing if another card was the last."""
    assert settled({**STAND_IN, **LAST_OWN}, [hand, *OTHERS], moves) == (
        3 * times, -2 * times, -times,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "moves", "times"), [("5C 9D", "0:5 0:9D=6", 2), ("9D", "0:9D=9", 4)]
)
def test_settlement_times_comet_last__where_suits_are_ignored(
    hand: str, moves: str, times: int
) -> None:
    balance = settled({**STAND_IN, **LAST_OWN, **IGNORED}, [hand, *OTHERS], moves)
    assert balance == (3 * times, -2 * times, -times)


@pytest.mark.parametrize("does", ["stop", "fork"])
@pytest.mark.parametrize(
    ("hand", "moves"), [("5C 9D", "0:5C 0:9D"), ("8D 9D", "0:8D 0:9D"), ("9D", "0:9D")]
)
def test_settlement_times_comet_last__a_comet_that_stands_for_nothing(
    does: str, hand: str, moves: str
) -> None:
    changes = {**COMET, **LAST_OWN, "comet.does": does, "comet.if_led": "comet"}
    assert settled(changes, [hand, *OTHERS], moves) == (6, -4, -2)


@pytest.mark.parametrize(
    ("hand", "moves"), [("8D 9D", "0:8D 0:9D"), ("9D", "0:9D"), ("5C 9D", "0:5C 0:9D")]
)
def test_settlement_times_comet_last__a_comet_that_does_nothing_stands_for_itself(
    hand: str, moves: str
) -> None:
    changes = {**COMET, **LAST_OWN, "comet.does": "nothing"}
    assert settled(changes, [hand, *OTHERS], moves) == (12, -8, -4)


@pytest.mark.parametrize(
    ("natural", "hand", "moves"),
    [("comet.if_due", "8D 9D", "0:8D 0:9D"), ("comet.if_led", "9D", "0:9D")],
)
def test_settlement_times_comet_last__a_comet_laid_as_a_plain_nine_was_a_nine(
    natural: str, hand: str, moves: str
) -> None:
    changes = {**COMET, **LAST_OWN, natural: "natural"}
    assert settled(changes, [hand, *OTHERS], moves) == (12, -8, -4)


def test_settlement_times_comet_last_as_own_rank__left_out_it_is_as_comet_last() -> None:
    assert settled({**STAND_IN, **LAST}, ["9D", *OTHERS], "0:9D=9H") == (6, -4, -2)


def test_settlement_times_comet_last_as_own_rank__takes_the_place_of_comet_last() -> None:
    changes = {**LAST, "settlement.times.comet_last_as_own_rank": 1}
    assert settled({**STAND_IN, **changes}, ["9D", *OTHERS], "0:9D=9H") == (3, -2, -1)
    changes = {**PER_CARD, "settlement.times.comet_last_as_own_rank": 3}
    assert settled({**STAND_IN, **changes}, ["9D", *OTHERS], "0:9D=9H") == (9, -6, -3)
    assert settled({**STAND_IN, **changes}, ["9D", *OTHERS], "0:9D=8H") == (3, -2, -1)


OPERA = {**PER_CARD, "settlement.times.opera": 2}


@pytest.mark.parametrize(
    ("hands", "moves", "expected"),
    [
        (["5C", *OTHERS], "0:5C", (6, -4, -2)),
        (["5C 6C KD", "QD 3H", "2S"], "0:KD 0:5C 0:6C", (6, -4, -2)),
        (["5C 7C", "6C 3H", "2S"], "0:5C 0:pass 1:6C 1:pass 2:pass 0:7C", (2, -1, -1)),
        (["5C 7C", "KD 3H", "2S"], "0:5C 0:pass 1:pass 2:pass 0:7C", (3, -2, -1)),
    ],
)
def test_settlement_times_opera__out_before_the_turn_has_passed(
    hands: list[str], moves: str, expected: tuple[int, ...]
) -> None:
    """A King leads on within the turn; once the turn has passed, it is no opera any more."""
    assert settled(OPERA, hands, moves) == expected


def test_settlement_times_opera__not_for_another_player_in_the_second_turn() -> None:
    hands = ["5C 2H", "6C", "2S"]
    assert settled(OPERA, hands, "0:5C 0:pass 1:6C") == (-1, 2, -1)


def test_settlement_times_opera__also_for_the_dealer_who_leads() -> None:
    changes = {**OPERA, "play.lead.by": "dealer"}
    assert settled(changes, ["KD 3H", "2S", "5C"], "2:5C") == (-4, -2, 6)


def test_settlement_times_opera__told_with_the_end_of_the_deal() -> None:
    hands = ["5C", *OTHERS]
    assert cr.DealEnded(0, opera=True, drawn=False) in events(table(house(OPERA), hands), "0:5C")
    plain = table(house(PER_CARD), hands)
    assert cr.DealEnded(0, opera=False, drawn=False) in events(plain, "0:5C")


def test_settlement_times_opera__not_once_a_fork_has_been_asked_round() -> None:
    """Everybody is asked after the Comet, so the first turn is over."""
    changes = {**OPERA, **COMET, "comet.does": "fork", "comet.when": "when_unable"}
    hands = ["5C 9D TD", "KD 3H", "2S"]
    assert settled(changes, hands, "0:5C 0:9D 1:pass 2:pass 0:TD") == (3, -2, -1)


def test_settlement_times_opera__not_after_another_has_broken_in() -> None:
    changes = {**OPERA, **COMET, "comet.when": "any_time"}
    hands = ["KC 5C", "KD 3H", "9D 4C 2S"]
    assert settled(changes, hands, "0:KC 2:9D 2:4C 2:pass 0:5C") == (3, -2, -1)
    hands = ["KC 5C", "KD 3H", "9D 4C"]
    assert settled(changes, hands, "0:KC 2:9D 2:4C") == (-1, -2, 3)


# --- times: together --------------------------------------------------------------------------

MEETING = {
    **STAND_IN,
    **PER_CARD,
    "comet.cards": ["9D", "9C", "9H"],
    "settlement.times.comet_caught": 3,
    "settlement.times.comet_last": 5,
    "settlement.times.opera": 7,
}


@pytest.mark.parametrize(
    ("together", "expected"),
    [("multiply", (105, 315, 35)), ("add", (15, 18, 12)), ("highest", (7, 7, 7))],
)
def test_settlement_times_together__factors_that_meet(
    together: str, expected: tuple[int, int, int]
) -> None:
    """Out in the first turn with the Comet, against one, two and no Comets of one card each."""
    changes = {**MEETING, "settlement.times.together": together}
    one, two, none = expected
    hands = ["9D", "9C", "2S"]
    assert settled(changes, hands, "0:9D=5C") == (one + none, -one, -none)
    hands = ["9D", "9C 9H", "2S"]
    assert settled(changes, hands, "0:9D=5C") == (2 * two + none, -2 * two, -none)


@pytest.mark.parametrize("together", ["multiply", "add", "highest"])
def test_settlement_times_together__one_factor_alone_is_itself(together: str) -> None:
    changes = {**MEETING, "settlement.times.together": together, "settlement.times.opera": 1}
    assert settled(changes, ["9D", "2H", "2S"], "0:9D=5C") == (10, -5, -5)
    assert settled(changes, ["5C", "9D", "2S"], "0:5C") == (4, -3, -1)
    assert settled(changes, ["5C", "2H", "2S"], "0:5C") == (2, -1, -1)


@pytest.mark.parametrize("together", ["multiply", "add", "highest"])
def test_settlement_times_together__who_is_excused_stays_excused(together: str) -> None:
    changes = {
        **MEETING,
        "settlement.times.together": together,
        "settlement.times.comet_caught": 0,
    }
    assert settled(changes, ["9D", "9C", "2S"], "0:9D=5C")[1] == 0


def test_settlement_times__each_payment_tells_its_factors() -> None:
    payment = due(MEETING, ["9D", "9C"], "0:9D=5C")[0]
    assert (payment.amount, payment.times) == (105, 105)
    assert payment.because == (
        "settlement.times.comet_caught",
        "settlement.times.comet_last",
        "settlement.times.opera",
    )


def test_settlement_times__multiply_cards_and_points_and_nothing_else() -> None:
    """Going out, rewards, what is caught, pool and pots are left as they are."""
    changes = {
        **MEETING,
        **PER_POINT,
        "settlement.going_out": 1,
        "settlement.caught": {"comet": {"to_each": 2, "to_winner": 1}},
        "payments.comet.reward": 2,
        "stakes.pool.each": 1,
        "stakes.pots.cards": {"2S": {"each": 1}},
        "stakes.pots.caught": "doubled",
    }
    state = table(house(changes), ["9D", "9C", "2S"])
    assert paid(state, "0:9D=5C") == [
        (1, 0, 2, "payments.comet.reward"),
        (2, 0, 2, "payments.comet.reward"),
        (1, 0, 105, "settlement.per_card"),
        (1, 0, 9 * 105, "settlement.per_point"),
        (1, 0, 2, "settlement.caught.comet.to_each"),
        (1, 2, 2, "settlement.caught.comet.to_each"),
        (1, 0, 1, "settlement.caught.comet.to_winner"),
        (2, 0, 35, "settlement.per_card"),
        (2, 0, 2 * 35, "settlement.per_point"),
        (1, 0, 1, "settlement.going_out"),
        (2, 0, 1, "settlement.going_out"),
        (2, "pot 2S", 3, "stakes.pots.caught"),
        ("pool", 0, 3, "stakes.pool.won_by"),
    ]
    assert total(play(state, "0:9D=5C")) == 0


def test_settlement_times__nor_what_the_winner_scores_for_unplayed_cards() -> None:
    changes = {**MEETING, **KINGS}
    assert settled(changes, ["9D", "KC", "2S"], "0:9D=5C") == (35 + 35 + 8, 0, 0)


# --- drawn ------------------------------------------------------------------------------------

DRAWN = {**OPERA, "settlement.drawn": "if_dealer_could_too"}


@pytest.mark.parametrize(
    ("dealers", "could"),
    [
        ("2S", True),
        ("2S 3S 4S", True),
        ("2S 4S", False),
        ("KS QH KH", True),  # a King leads on
        ("QH KH 2S 3S", True),
        ("2S 3S QH KH", True),  # whichever way round they are held
        ("2S 3S QH", False),
        ("KS KH KD", True),
    ],
)
def test_settlement_drawn__if_the_dealer_could_have_gone_out_at_once(
    dealers: str, could: bool
) -> None:
    over = play(table(house(DRAWN), ["KC 5C", dealers]), "0:KC 0:5C")
    result = cr.score(over)
    assert result.drawn is could
    assert result.winner == (None if could else 0)
    assert balances(over)[0] == (0 if could else 2 * len(dealers.split()))


@pytest.mark.parametrize(
    ("changes", "dealers", "could"),
    [
        ({}, "4C 9D 2H", True),  # it stops, and its player leads
        ({"comet.when": "in_place_only", "comet.if_led": "comet"}, "4C 9D 2H", False),
        ({"comet.when": "in_place_only", "comet.if_led": "comet"}, "9D 4C", True),
        ({"comet.when": "ending_own_part"}, "4C 9D 2H", True),
        ({"comet.does": "stand_in"}, "4C 9D 6C", True),
        ({"comet.does": "stand_in"}, "4C 9D 7C", False),
        ({"comet.does": "fork"}, "4C 9D TD", False),  # the others are asked before
    ],
)
def test_settlement_drawn__the_dealers_comet_counts_as_it_could_be_laid(
    changes: Mapping[str, Any], dealers: str, could: bool
) -> None:
    profile = house({**DRAWN, **COMET, **changes})
    assert cr.score(play(table(profile, ["KC", dealers]), "0:KC")).drawn is could


def test_settlement_drawn__never_where_it_is_not_the_rule() -> None:
    assert settled(OPERA, ["5C", "2S"], "0:5C") == (2, -2)


def test_settlement_drawn__only_where_the_deal_was_won_in_its_first_turn() -> None:
    assert settled(DRAWN, ["5C 7C", "2S"], "0:5C 0:pass 1:pass 0:7C") == (1, -1)
    assert settled(DRAWN, ["5C 7C", "6C"], "0:5C 0:pass 1:6C") == (-1, 1)


@pytest.mark.parametrize(
    ("hands", "drawn"), [(["5C", "2H 4H", "2S"], True), (["5C", "2H", "2S 4S"], False)]
)
def test_settlement_drawn__with_three_it_is_the_dealer_alone_who_matters(
    hands: list[str], drawn: bool
) -> None:
    assert cr.score(play(table(house(DRAWN), hands), "0:5C")).drawn is drawn


def test_settlement_drawn__not_where_the_dealer_is_the_one_who_is_out() -> None:
    changes = {**DRAWN, "play.lead.by": "dealer"}
    assert settled(changes, ["2H", "5C"], "1:5C") == (-2, 2)


def test_settlement_drawn__nothing_is_settled_and_pool_and_pots_stay() -> None:
    """What was paid while cards were laid stands."""
    changes = {
        **DRAWN,
        "payments.laying": {"K": 1},
        "settlement.going_out": 1,
        "settlement.caught": {"2": {"to_each": 3}},
        "stakes.pool.each": 1,
        "stakes.pots.cards": {"2S": {"dealer": 2}},
        "stakes.pots.taken": "at_end",
        "stakes.pots.caught": "doubled",
    }
    state = play(table(house(changes), ["KC 5C", "2S"]), "0:KC")
    assert events(state, "0:5C")[1:] == (cr.DealEnded(0, opera=True, drawn=True),)
    over = play(state, "0:5C")
    result = cr.score(over)
    assert (result.payments, result.winner) == ((), None)
    assert (result.pool, dict(result.pots)) == (2, {cr.Card("2", "S"): 2})
    assert balances(over) == (0, -4)


# --- the whole of it --------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["by_turn", "by_holder"])
def test_settlement__a_hand_settles_the_same_whichever_way_it_was_played(order: str) -> None:
    changes = {**PER_CARD, **PER_POINT, "play.order": order}
    passes = "0:pass 1:" if order == "by_turn" else "1:"
    balance = settled(changes, ["5C 2H KS", "6C", "TD"], f"0:5C {passes}6C")
    assert balance == (-14, 25, -11)
