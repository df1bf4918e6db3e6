"""Cards and moves as texts and as expressions: nothing is lost; what is refused is explained."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr
from cometrules.cards import RANKS, SUITS
from cometrules.rules import seated

from .helpers import every_table, house, table
from .strategies import compiled, rule_sheets, sheet_profile

NAMES = {name: getattr(cr, name) for name in ("Card", "Deal", "Lay", "LaySet", "Pass", "StandIn")}
SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
PACK = [cr.Card(rank, suit) for rank in RANKS for suit in SUITS]


def rebuilt(value: object) -> object:
    """What the expression of a value comes to."""
    return eval(repr(value), dict(NAMES))


# --- cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_card_is_printed_and_read_without_loss(card: cr.Card) -> None:
    assert cr.parse_card(str(card)) == card
    assert cr.parse_card(card.name) == card
    assert rebuilt(card) == card and hash(rebuilt(card)) == hash(card)
    assert str(card) == card.rank + card.suit and len(str(card)) == 2
    assert card.name == ("10" if card.rank == "T" else card.rank) + SYMBOLS[card.suit]


def spellings(card: cr.Card) -> list[str]:
    ranks = [card.rank, card.rank.lower(), *(["10"] if card.rank == "T" else [])]
    symbol = SYMBOLS[card.suit]
    suits = [card.suit, card.suit.lower(), symbol, symbol + "\ufe0e", symbol + "\ufe0f"]
    plain = [rank + suit for rank in ranks for suit in suits]
    return plain + [f" {text} " for text in plain] + [f"{text}\n" for text in plain]


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_spelling_of_a_card_is_read(card: cr.Card) -> None:
    for text in spellings(card):
        assert cr.parse_card(text) == card, repr(text)


def test_no_two_cards_share_a_spelling() -> None:
    texts = [text.strip() for card in PACK for text in set(spellings(card))]
    owners = {text: {cr.parse_card(text)} for text in texts}
    assert len(set(itertools.chain(*owners.values()))) == 52


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "9", "D", "10", "T", "♦", "1D", "0D", "11D", "100D", "110D", "9X", "XD", "9DD",
        "99D", "D9", "♦9", "9 D", "9-D", "9♢", "９D", "JOKER", "pass", "9D 9C", "9D=6", "8*4",
        "ſ9", "9ſ", "Ⅹ♦", "٩D", "9D\u200b", "ace of spades", "10 ♦",
    ],
)  # fmt: skip
def test_what_is_no_card_is_refused_and_told_how(text: str) -> None:
    with pytest.raises(cr.NotationError) as raised:
        cr.parse_card(text)
    message = str(raised.value)
    assert message.startswith(f"{text!r} is no card")
    assert all(hint in message for hint in ("2-10", "J, Q, K", "C, D, H, S", "9D", "10♦"))


@pytest.mark.parametrize("what", [None, 9, 9.0, b"9D", ["9D"], cr.Card("9", "D")], ids=repr)
def test_what_is_no_text_is_no_card(what: Any) -> None:
    with pytest.raises(cr.NotationError, match="is no card") as raised:
        cr.parse_card(what)
    assert repr(what) in str(raised.value)


@pytest.mark.parametrize(
    ("rank", "suit"), [("1", "D"), ("", "D"), ("9", "X"), ("9", ""), ("JQ", "D")]
)
def test_a_card_cannot_be_made_of_anything_else(rank: str, suit: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(rank if suit == "D" else suit))):
        cr.Card(rank, suit)


def test_a_card_made_of_another_spelling_is_the_same_card() -> None:
    assert cr.Card("10", "♦") == cr.Card("t", "d") == cr.Card("T", "D")
    assert (cr.Card("10", "♦").rank, cr.Card("10", "♦").suit) == ("T", "D")


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_a_notation_error(text: str) -> None:
    try:
        card = cr.parse_card(text)
    except cr.NotationError:
        return
    assert card in PACK


# --- moves ------------------------------------------------------------------------------------


def check_round_trip(rules: cr.Rules) -> None:
    """Every action of every seat, through its text and through its expression."""
    texts = [str(action) for action in rules.actions]
    assert len(set(texts)) == len(texts) == len(set(rules.actions))
    for number, action in enumerate(rules.actions):
        assert action.seat is None
        assert rules.action_id(action) == number
        for seat in {0, rules.players - 1}:
            move = seated(action, seat)
            assert str(move) == str(action)
            assert rules.action_id(move) == number
            assert cr.parse_move(rules, str(move), seat=seat) == move
            assert cr.parse_move(rules, f"{seat}:{move}") == move
            assert cr.parse_move(rules, f"{seat}:{move}", seat=seat) == move
        assert rebuilt(move) == move and hash(rebuilt(move)) == hash(move)
        assert rebuilt(action) == action != move


@pytest.mark.parametrize(("name", "players"), every_table())
def test_every_action_is_printed_and_read_without_loss(name: str, players: int) -> None:
    check_round_trip(compiled(name, players))


@settings(max_examples=40, deadline=None)
@given(sheet=rule_sheets(), players=st.integers(2, 3))
def test_every_action_of_made_up_games_is_printed_and_read_without_loss(
    sheet: dict[str, Any], players: int
) -> None:
    check_round_trip(cr.compile_rules(sheet_profile(sheet), players))


@pytest.mark.parametrize(
    ("base", "changes", "texts"),
    [
        ("foster-commit", {}, "9D 8C TD pass"),
        ("two-pack-comet", {}, "8 8*4 9*3 T 9D=6 9D=9 9C=K pass"),
        ("old-comet-1718", {}, "A*4 K*4 9*3 9D=A pass"),
        ("usa-komet", {}, "9*2 8*4 9D=9 9C=9"),
        (
            None,
            {
                "play.suits": "ignored",
                "play.at_once": "any_number",
                "stakes.pots.cards": {"JD": {"dealer": 1}},
            },
            "8 8*2 8*3 8*4 JC JC+JD JD+JH+JS JC+JD+JH+JS pass",
        ),
        (
            None,
            {"deck.copies": 2, "play.at_once": "any_number", "play.lead.at_once": "full_set"},
            "8C 8C*2 JD*2 pass",
        ),
        (
            None,
            {"comet.cards": ["9D"], "comet.when": "on_turn", "comet.does": "stand_in"},
            "9D 9D=6C 9D=9D 9D=KS pass",
        ),
    ],
)
def test_texts_of_moves_are_what_the_notation_says(
    base: str | None, changes: dict[str, Any], texts: str
) -> None:
    rules = cr.compile_rules(house(changes, base=base), 2)
    known = set(map(str, rules.actions))
    assert set(texts.split()) <= known
    for text in texts.split():
        assert str(cr.parse_move(rules, f"1:{text}")) == text


@pytest.mark.parametrize(
    "text",
    ["9D", "9d", "9♦", "9♦\ufe0f", "9♦\ufe0e", " 9D ", "2:9D", "2:9♦", "2: 9d ", "02:9D", "9D*1"],
)
def test_every_spelling_of_a_lay_is_read(text: str) -> None:
    rules = compiled("foster-commit", 4)
    seat = None if ":" in text else 2
    assert cr.parse_move(rules, text, seat=seat) == cr.Lay(2, cr.Card("9", "D"))


@pytest.mark.parametrize(
    ("base", "text", "same_as"),
    [
        ("foster-commit", "10d", "TD"),
        ("foster-commit", "10♦", "TD"),
        ("foster-commit", "PASS", "pass"),
        ("foster-commit", " Pass ", "pass"),
        ("two-pack-comet", "10", "T"),
        ("two-pack-comet", "t", "T"),
        ("two-pack-comet", "10*4", "T*4"),
        ("two-pack-comet", " 8*4 ", "8*4"),
        ("two-pack-comet", "8+8+8+8", "8*4"),
        ("two-pack-comet", "8*2 + 8*2", "8*4"),
        ("two-pack-comet", "9d=10", "9D=T"),
        ("two-pack-comet", "9♦ = q", "9D=Q"),
        ("two-pack-comet", "9♦\ufe0f=10", "9D=T"),
    ],
)
def test_every_spelling_of_other_moves_is_read(base: str, text: str, same_as: str) -> None:
    rules = compiled(base, 2)
    move = cr.parse_move(rules, text, seat=1)
    assert move == cr.parse_move(rules, f"1:{same_as}")
    assert str(move) == same_as


def test_the_order_of_cards_in_a_set_makes_no_difference() -> None:
    profile = house(
        {"play.suits": "ignored", "play.at_once": "any_number", "payments.laying": {"JD": 1}}
    )
    rules = cr.compile_rules(profile, 2)
    texts = ["+".join(cards) for cards in itertools.permutations(["JC", "JD", "J♥"])]
    assert {str(cr.parse_move(rules, text, seat=0)) for text in texts} == {"JC+JD+JH"}


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "9", "zz", "9D+", "+9D", "9D++8D", "9D*", "*4", "9D*0", "9D*-1", "9D*x", "9D*1.5",
        "9D*100", "9D=", "=9D", "9D==6", "9D=6=6", "9D,8D", "9D 8D", "pass!", "passe", "P", "♦",
        "9D*٢", "(9D)", "9D#",
    ],
)  # fmt: skip
def test_what_is_no_move_is_refused_and_told_how(text: str) -> None:
    rules = compiled("foster-commit", 3)
    with pytest.raises(cr.NotationError) as raised:
        cr.parse_move(rules, text, seat=0)
    message = str(raised.value)
    if text == "9":  # the text of a move, but of another game
        assert message == "9 is no move of foster-commit: name the card, with its suit"
    else:
        assert message.startswith(f"{text.strip()!r} is no move") or repr(text) in message
        assert all(hint in message for hint in ("9D", "8*4", "9D=6", "pass"))


@pytest.mark.parametrize("what", [None, 9, 9.5, b"2:9D", ["2:9D"], cr.Pass(2)], ids=repr)
def test_what_is_no_text_is_no_move(what: Any) -> None:
    rules = compiled("foster-commit", 3)
    for seat in (None, 2):
        with pytest.raises(cr.NotationError, match="is no move: a move is text") as raised:
            cr.parse_move(rules, what, seat=seat)
        assert repr(what) in str(raised.value)


@pytest.mark.parametrize(
    ("text", "seat", "words"),
    [
        ("9D", None, "'9D' does not say whose move it is: write 2:9D or give seat="),
        ("x:9D", None, "does not say whose move it is"),
        (":9D", None, "does not say whose move it is"),
        ("-1:9D", None, "does not say whose move it is"),
        ("²:9D", None, "does not say whose move it is"),
        ("٢:9D", None, "does not say whose move it is"),
        ("3:9D", None, "there is no seat 3: seats are 0 to 2"),
        ("9D", 3, "there is no seat 3: seats are 0 to 2"),
        ("9D", -1, "there is no seat -1: seats are 0 to 2"),
        ("1:9D", 2, "'1:9D' is a move of another seat than 2"),
        ("x:9D", 2, "'x:9D'"),
    ],
)
def test_whose_move_it_is_has_to_be_said_once(text: str, seat: int | None, words: str) -> None:
    with pytest.raises(cr.NotationError, match=re.escape(words)):
        cr.parse_move(compiled("foster-commit", 3), text, seat)


@pytest.mark.parametrize("seat", ["2", 2.0, True], ids=repr)
def test_a_seat_is_a_number(seat: Any) -> None:
    """Neither text nor a truth value: the move would not be equal to, or print as, any other."""
    with pytest.raises(cr.NotationError, match=re.escape(repr(seat))):
        cr.parse_move(compiled("foster-commit", 3), "9D", seat)


@pytest.mark.parametrize(
    ("base", "text", "words"),
    [
        ("foster-commit", "8D", "8D is no move of foster-commit: 8♦ is not in its cards"),
        ("foster-commit", "8", "name the card, with its suit"),
        ("foster-commit", "8C*2", "one at a time"),
        ("foster-commit", "8C+8H", "one at a time"),
        ("foster-commit", "9D=6C", "9♦ does not stand for that"),
        ("two-pack-comet", "8C", "suits do not matter there, write 8"),
        ("two-pack-comet", "AC", "A♣ is not in its cards"),
        ("two-pack-comet", "8*2", "8*4"),
        ("two-pack-comet", "9*4", "9*3"),
        ("two-pack-comet", "9D*2", "9*3"),
        ("two-pack-comet", "9D=6C", "9♦ does not stand for that"),
        ("two-pack-comet", "8C=6", "8♣ is not the Comet"),
        ("two-pack-comet", "9D=A", "9♦ does not stand for that"),
        ("svensk-komet", "9D=6", "9♦ does not stand for that"),
    ],
)
def test_moves_that_a_game_has_not_are_explained(base: str, text: str, words: str) -> None:
    rules = compiled(base, cr.load_profile(base).players.min)
    with pytest.raises(cr.NotationError) as raised:
        cr.parse_move(rules, text, seat=0)
    assert f"is no move of {base}" in str(raised.value)
    assert words in str(raised.value)


@settings(max_examples=300)
@given(st.text(alphabet="9DTC8*=+ :pas10JQK♦\ufe0f", max_size=8), st.sampled_from([None, 0, 1]))
def test_any_text_is_a_move_or_a_notation_error(text: str, seat: int | None) -> None:
    rules = compiled("two-pack-comet", 2)
    try:
        move = cr.parse_move(rules, text, seat)
    except cr.NotationError:
        return
    assert seated(move, None) in rules.actions
    assert cr.parse_move(rules, f"{move.seat}:{move}") == move


def test_moves_and_deals_are_expressions() -> None:
    """`repr` rebuilds what `str` may leave out: the seat."""
    nine, jacks = cr.Card("9", "D"), ((cr.Card("J", "C"), 1), (cr.Card("J", "D"), 2))
    values = [
        cr.Lay(2, nine), cr.Lay(None, "8"), cr.LaySet(0, (("8", 4),)), cr.LaySet(1, jacks),
        cr.StandIn(1, nine, "6"), cr.StandIn(1, nine, cr.Card("6", "C")), cr.Pass(3),
        cr.Deal([["9D", "AC"], ["10H"]]),
    ]  # fmt: skip
    for value in values:
        assert rebuilt(value) == value
    assert repr(cr.Lay(2, nine)) == "Lay(seat=2, card=Card(rank='9', suit='D'))"
    assert len({repr(value) for value in values}) == len(values)
    assert str(cr.LaySet(1, jacks)) == "JC+JD*2"


def test_moves_that_say_the_same_are_equal_whoever_made_them() -> None:
    rules = compiled("foster-commit", 3)
    made = cr.Lay(1, cr.Card("9", "D"))
    assert made == cr.parse_move(rules, "1:9♦") == cr.Lay(1, "9D")
    assert hash(made) == hash(cr.parse_move(rules, "1:9♦"))
    assert len({made, cr.Lay(2, "9D"), cr.Lay(None, "9D"), cr.Lay(1, "9"), cr.Pass(1)}) == 5
    state = table("foster-commit", ["5C", "9D", "KC"])
    assert cr.legal_moves(state) == (cr.Lay(0, "5C"),)


def test_the_move_a_text_gives_is_the_one_of_the_rules() -> None:
    """A set spelt in any way is the listed action, so that it is found among the legal moves."""
    state = table("two-pack-comet", ["7C KC", "8C 8C 8S 8S 2C"])
    state = cr.step(state, cr.parse_move(state.rules, "0:7"))
    state = cr.step(state, cr.parse_move(state.rules, "0:pass"))
    assert cr.parse_move(state.rules, "1:8+8+8+8") in cr.legal_moves(state)


def test_a_deal_reads_cards_and_texts_alike() -> None:
    deal = cr.Deal([["9♦", cr.Card("A", "C")], ["10h"]])
    assert deal == cr.Deal(((cr.Card("9", "D"), cr.Card("A", "C")), (cr.Card("T", "H"),)))


@pytest.mark.parametrize("hands", [["9D AC", "10H"], "9D", 5, None, {"a": ["9D"]}, [7]], ids=repr)
def test_what_is_no_deal_is_refused_and_told_how(hands: Any) -> None:
    with pytest.raises(cr.NotationError, match=r"lists? of cards"):
        cr.Deal(hands)
