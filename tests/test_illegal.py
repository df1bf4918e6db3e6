"""What is refused, by which code and in which words; refusing changes nothing, tells nothing."""

from __future__ import annotations

import functools
import pickle
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import cometrules as cr
from cometrules.rules import seated

from .helpers import every_table, house, legal, play, table
from .strategies import compiled, playout

COMET = {"comet.cards": ["9D"], "comet.does": "stop"}
IGNORED = {"play.suits": "ignored"}


def refusal(state: cr.State, move: Any) -> cr.IllegalMoveError:
    """The error of a move that is not legal; every way to make it refuses alike.

    The state is seen to stay as it was.
    """
    if isinstance(move, str):
        move = cr.parse_move(state.rules, move)
    before = pickle.dumps(state), str(state), hash(state), cr.legal_moves(state)
    with pytest.raises(cr.IllegalMoveError) as by_step:
        cr.step(state, move)
    with pytest.raises(cr.IllegalMoveError) as by_transition:
        cr.transition(state, move)
    explained = cr.explain_illegal(state, move)
    assert explained is not None
    assert (pickle.dumps(state), str(state), hash(state), cr.legal_moves(state)) == before
    errors = (by_step.value, by_transition.value, explained)
    assert len({(e.code, str(e), e.rule, e.log) for e in errors}) == 1
    return explained


def check(error: cr.IllegalMoveError, code: str, words: str, rule: str) -> None:
    """The code, the rule, and each of the words in what is said."""
    assert (error.code, error.rule) == (code, rule)
    for word in words.split():
        assert re.search(rf"(?<!\w){re.escape(word)}(?!\w)", str(error)), str(error)


# --- by turn ----------------------------------------------------------------------------------

FOSTER = ["5C 7C QS", "6C 9D 2H", "KC TD 7D"]
"""Seat 0 leads; seat 1 has the Comet."""


@pytest.mark.parametrize(
    ("before", "move", "code", "words", "rule"),
    [
        pytest.param("", "1:6C", "wrong_seat", "0 lead 1", "play.order", id="leading out of turn"),
        pytest.param("", "1:pass", "wrong_seat", "0 lead 1", "play.order", id="pass out of turn"),
        pytest.param("", "0:pass", "must_lead", "0 lead must", "play.lead", id="passing a lead"),
        pytest.param("", "0:KC", "not_held", "0 K♣ hold", "", id="leading a card not held"),
        pytest.param("0:5C", "1:6C", "wrong_seat", "0 turn 1", "play.order", id="wrong seat"),
        pytest.param("0:5C", "0:7C", "not_next", "7♣ 6♣ needed", "deck.ranks", id="not next"),
        pytest.param("0:5C", "0:6C", "not_held", "0 6♣ hold", "", id="card not held"),
        pytest.param(
            "0:5C 0:pass", "1:pass", "must_continue", "1 6♣ must", "play.continue", id="bound"
        ),
        pytest.param(
            "0:5C 0:pass", "1:9D", "comet_not_now", "Comet 6♣", "comet.when", id="Comet though able"
        ),
        pytest.param(
            "0:5C", "1:9D", "comet_not_now", "Comet 6♣", "comet.when", id="Comet out of turn"
        ),
        pytest.param("", "1:9D", "comet_not_now", "Comet", "comet.when", id="Comet too early"),
        pytest.param("0:5C", "2:9D", "not_held", "2 9♦ hold", "", id="another's Comet"),
        pytest.param(
            "0:QS 0:pass 1:9D", "2:7D", "not_next", "7♦ K♠ 10♦", "deck.ranks", id="in a fork"
        ),
        pytest.param(
            "0:QS 0:pass 1:9D", "2:pass", "must_continue", "2 K♠ 10♦", "play.continue", id="fork"
        ),
        pytest.param(
            "0:QS 0:pass 1:9D", "1:2H", "wrong_seat", "2 turn 1", "play.order", id="fork, too soon"
        ),
    ],
)
def test_foster_commit_refuses(before: str, move: str, code: str, words: str, rule: str) -> None:
    check(refusal(play(table("foster-commit", FOSTER), before), move), code, words, rule)


@pytest.mark.parametrize(
    ("changes", "hands", "before", "move", "code", "words", "rule"),
    [
        pytest.param(
            {**COMET, "comet.when": "ending_own_part"},
            ["5C 7C", "9D KC", "KD"], "0:5C 0:pass", "1:9D",
            "comet_not_now", "laid turn 6♣", "comet.when", id="Comet only to end one's part",
        ),
        pytest.param(
            {**COMET, "comet.when": "in_place_only"},
            ["5C 7C", "9D KC", "KD"], "0:5C 0:pass", "1:9D",
            "comet_not_now", "place 6♣", "comet.when", id="Comet only in place",
        ),
        pytest.param(
            {**COMET, "comet.when": "on_turn"},
            ["5C 7C", "9D KC", "KD"], "0:5C", "1:9D",
            "comet_not_now", "turn 6♣", "comet.when", id="Comet only on one's turn",
        ),
        pytest.param(
            {**COMET, "comet.when": "any_time"},
            ["5C 7C", "9D KC", "KD"], "", "1:9D",
            "comet_not_now", "before first", "comet.earliest", id="Comet before the first card",
        ),
        pytest.param(
            {**COMET, "comet.when": "when_unable", "comet.must": "when_unable"},
            ["5C 7C", "9D KC", "KD"], "0:5C 0:pass", "1:pass",
            "must_lay_comet", "1 must Comet", "comet.must", id="bound to lay the Comet",
        ),
        pytest.param(
            {**COMET, "comet.if_led": "not_allowed"},
            ["5C 9D", "KC", "KD"], "", "0:9D",
            "comet_lead", "Comet led", "comet.if_led", id="Comet not to be led",
        ),
        pytest.param(
            {"comet.cards": ["9D"], "comet.does": "stand_in", "comet.when": "on_turn"},
            ["5C 9D", "KC", "KD"], "", "0:9D=4C",
            "comet_lead", "Comet led plain", "comet.if_led", id="a stand-in is no lead here",
        ),
        pytest.param(
            {"comet.cards": ["9D"], "comet.does": "stand_in", "comet.when": "on_turn"},
            ["5C 9D", "KC", "KD"], "0:5C", "0:9D=8C",
            "comet_not_now", "Comet 6♣", "comet.when", id="standing in for the wrong card",
        ),
        pytest.param(
            {"play.lead.first": "lowest_card"}, ["5C 9D", "KC"], "", "0:9D",
            "lead_limited", "9♦ lowest", "play.lead.first", id="first lead limited",
        ),
        pytest.param(
            {"play.lead.later": "lowest_of_a_suit"}, ["KC 9D TD", "KD"], "0:KC", "0:TD",
            "lead_limited", "10♦ lowest suit", "play.lead.later", id="later lead limited",
        ),
        pytest.param(
            {"play.lead.suit": "new"}, ["KC 2C 3D", "KD"], "0:KC", "0:2C",
            "lead_suit", "2♣ suit", "play.lead.suit", id="the same suit again",
        ),
        pytest.param(
            {"play.lead.suit": "other_colour"}, ["KC 2S 3D", "KD"], "0:KC", "0:2S",
            "lead_suit", "2♠ suit", "play.lead.suit", id="the same colour again",
        ),
        pytest.param(
            {**IGNORED, "play.at_once": "full_set"},
            ["7C KC KD", "8C 8D 8H", "8S"], "0:7 0:pass", "1:8*4",
            "not_held", "1 4 times 8 hold", "", id="incomplete set named as full",
        ),
        pytest.param(
            {**IGNORED, "play.at_once": "full_set"},
            ["7C KC KD", "8C 8D 8H 8S", "2S"], "", "0:8*4",
            "not_held", "0 4 times 8 hold", "", id="a set of others",
        ),
        pytest.param(
            {**IGNORED, "play.at_once": "full_set"},
            ["8C 8D 8H 8S 2C", "2S"], "", "0:8*4",
            "set_not_allowed", "4 times 8 led", "play.lead.at_once", id="a set may not be led",
        ),
        pytest.param(
            {**IGNORED, "play.lead.at_once": "full_set"},
            ["7C KC", "8C 8D 8H 8S 2S"], "0:7 0:pass", "1:8*4",
            "set_not_allowed", "4 times 8 together", "play.at_once", id="a set may only be led",
        ),
        pytest.param(
            {**IGNORED, "play.at_once": "full_set"},
            ["6C KC", "8C 8D 8H 8S 7S"], "0:6 0:pass", "1:8*4",
            "not_next", "4 times 8 7 needed", "deck.ranks", id="a set that is not next",
        ),
        pytest.param(
            {"play.when_stuck": "last_player_skips", "play.continue": "may"},
            ["5C 8C", "2D"], "0:5C 0:pass 1:pass", "0:pass",
            "must_continue", "0 8♣ must", "play.when_stuck", id="a skip is no choice",
        ),
        pytest.param(
            {**COMET, "comet.when": "on_turn", "comet.if_due": "natural"},
            ["8D 2C", "9D 2D"], "0:8D 0:pass", "1:pass",
            "must_continue", "1 9♦ must", "play.continue", id="a natural Comet is due",
        ),
    ],
)  # fmt: skip
def test_by_turn_it_is_refused(
    changes: dict[str, Any],
    hands: list[str],
    before: str,
    move: str,
    code: str,
    words: str,
    rule: str,
) -> None:
    check(refusal(play(table(house(changes), hands), before), move), code, words, rule)


def test_two_pack_comet_04_three_of_four_are_no_set() -> None:
    """Exactly all, never two or three (T3): three eights are no move at all, in hand or not."""
    state = play(table("two-pack-comet", ["7C KC", "8C 8C 8S KS", "8S 2C"]), "0:7 0:pass")
    assert legal(state) == {"1:8"}
    check(refusal(state, "1:8*4"), "not_held", "1 4 times 8 hold", "")
    three = cr.LaySet(1, (("8", 3),))
    check(refusal(state, three), "no_such_move", "8*3 two-pack-comet", "")
    with pytest.raises(cr.NotationError, match="8\\*3 is no move of two-pack-comet"):
        cr.parse_move(state.rules, "1:8*3")


# --- by holder --------------------------------------------------------------------------------

DENEXA = ["5C 7C QS", "6C 2H KD", "KC TD 7D", "9D AS 3H"]


@pytest.mark.parametrize(
    ("before", "move", "code", "words", "rule"),
    [
        pytest.param("", "3:9D", "comet_not_now", "before first", "comet.earliest", id="too early"),
        pytest.param("", "1:6C", "wrong_seat", "0 lead 1", "play.order", id="not the leader"),
        pytest.param("", "0:pass", "must_lead", "0 lead must", "play.lead", id="passing a lead"),
        pytest.param("0:5C", "0:6C", "not_held", "0 6♣ hold", "", id="another holds it"),
        pytest.param("0:5C", "2:KC", "not_next", "K♣ 6♣ needed", "deck.ranks", id="not next"),
        pytest.param("0:5C", "2:pass", "no_turns", "nobody 6♣", "play.order", id="nobody passes"),
        pytest.param("0:5C", "1:pass", "no_turns", "nobody 6♣", "play.order", id="not its holder"),
        pytest.param("0:5C", "2:9D", "not_held", "2 9♦ hold", "", id="another has the Comet"),
        pytest.param(
            "0:5C 3:9D", "1:6C", "wrong_seat", "0 turn 1", "play.order", id="a fork goes round"
        ),
        pytest.param(
            "0:5C 3:9D 0:pass", "1:pass", "must_continue", "1 6♣ 10♦", "play.continue", id="fork"
        ),
    ],
)
def test_denexa_refuses(before: str, move: str, code: str, words: str, rule: str) -> None:
    check(refusal(play(table("denexa-comet-stub", DENEXA), before), move), code, words, rule)


def test_only_the_log_says_what_a_seat_holds() -> None:
    """The table hears that the card is not there; the referee's log has the hand."""
    state = play(table("denexa-comet-stub", DENEXA), "0:5C")
    error = refusal(state, "2:6C")
    assert str(error) == "seat 2 cannot lay 6♣: it does not hold that"
    assert all(card in error.log for card in ("KC", "TD", "7D"))
    assert not any(card in error.log for card in ("5C", "9D", "AS"))
    assert refusal(state, "2:KC").log == str(refusal(state, "2:KC"))


def attempts(state: cr.State, every: int = 1) -> Iterator[tuple[cr.Move, cr.IllegalMoveError]]:
    """Every move of every seat that is refused now; or every so manyth action of the game."""
    for action in state.rules.actions[::every]:
        for seat in range(state.rules.players):
            move = seated(action, seat)
            error = cr.explain_illegal(state, move)
            if error is not None:
                yield move, error


CODES = {
    "after_end", "already_dealt", "before_deal", "comet_lead", "comet_not_now", "lead_limited",
    "lead_suit", "must_continue", "must_lay_comet", "must_lead", "no_such_move", "no_such_seat",
    "no_turns", "not_a_move", "not_held", "not_next", "set_not_allowed", "wrong_seat",
}  # fmt: skip


def values(profile: cr.Profile, path: str) -> Any:
    """What stands at a path of a profile."""
    here: Any = profile.rules()
    for part in path.split("."):
        here = here[part]
    return here


def public(state: cr.State) -> set[str]:
    """The cards and ranks that everybody knows are awaited."""
    places = getattr(state.pending, "needs", ())
    return {getattr(place, "name", place).replace("T", "10") for place in places}


WRITTEN = re.compile(r"\b([2-9TAJQK])([CDHS])\b")
READ = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")


@functools.cache
def named_cards(text: str) -> frozenset[str]:
    """Every card that a text names, in either way of writing it."""
    letters = dict(zip("CDHS", "♣♦♥♠", strict=True))
    written = WRITTEN.findall(text)
    read = READ.findall(text)
    return frozenset(rank.replace("T", "10") + letters[suit] for rank, suit in written) | {*read}


@pytest.mark.parametrize(("name", "players"), every_table())
def test_messages_name_no_seat_and_no_card_that_is_not_public(name: str, players: int) -> None:
    """Only the mover, whose turn it is by all that is seen, the move's cards and what is needed."""
    rules = compiled(name, players)
    states = playout(cr.new_deal(rules, seed=1, dealer=1), 1).states
    every = 1 if rules.profile.play.order == "by_holder" else 4
    for state in Random(1).sample(states, 2):
        on_turn = getattr(state.pending, "seat", getattr(state.pending, "winner", None))
        for move, error in attempts(state, every):
            assert error.code in CODES
            assert error.rule == "" or values(rules.profile, error.rule) is not None
            seats = {int(number) for number in re.findall(r"seat (\d+)", str(error))}
            assert seats <= {move.seat, on_turn}
            may_be_told = named_cards(str(move)) | public(state)
            assert named_cards(str(error)) <= may_be_told
            own = {card.name for card in state.hands[move.seat or 0]}
            assert named_cards(error.log) <= may_be_told | own


def with_others_swapped(deal: cr.State, moves: tuple[cr.Move, ...], seat: int, seed: int) -> Any:
    """The same moves in a deal where the unseen cards of all other seats are dealt anew.

    Returns the state after the moves, or None where they could not have been made.
    """
    state = deal
    laid: list[set[cr.Card]] = [set() for _ in deal.hands]
    for move in moves:
        assert move.seat is not None
        after = cr.step(state, move)
        laid[move.seat] |= set(state.hands[move.seat]) - set(after.hands[move.seat])
        state = after
    unseen = [c for s, hand in enumerate(state.hands) if s != seat for c in hand] + [*state.dead]
    Random(seed).shuffle(unseen)
    hands = [
        list(deal.hands[s])
        if s == seat
        else [*laid[s], *(unseen.pop() for _ in range(len(state.hands[s])))]
        for s in range(len(deal.hands))
    ]
    twin = cr.new_deal(deal.rules, hands=hands, dealer=deal.dealer)
    for move in moves:
        if cr.explain_illegal(twin, move) is not None:
            return None
        twin = cr.step(twin, move)
    return twin if twin.pending == state.pending else None


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("denexa-comet-stub", 4),
        ("denexa-comet-stripped", 6),
        ("svensk-komet", 3),
        ("svensk-komet", 5),
        ("foster-commit", 4),
        ("american-commit", 3),
    ],
)
def test_what_a_seat_may_do_and_is_told_depends_on_its_own_hand_only(
    name: str, players: int
) -> None:
    """Other cards in the other hands, the same to see: the same moves, refusals and words."""
    rules = compiled(name, players)
    twins = 0
    for seed in range(24):
        deal = cr.new_deal(rules, seed=f"secret {seed}")
        played = playout(deal, seed)
        moves = played.moves[: Random(seed).randrange(min(12, len(played.moves)))]
        seat = seed % players
        twin = with_others_swapped(deal, moves, seat, seed)
        if twin is None:
            continue
        state = played.states[len(moves)]
        assert twin.hands != state.hands and twin.hands[seat] == state.hands[seat]
        twins += 1
        for action in rules.actions:
            move = seated(action, seat)
            one, two = cr.explain_illegal(state, move), cr.explain_illegal(twin, move)
            assert (one is None) == (two is None)
            if one and two:
                assert (one.code, str(one), one.rule, one.log) == (
                    two.code, str(two), two.rule, two.log,
                )  # fmt: skip
    assert twins >= 3


# --- at any table -----------------------------------------------------------------------------


def test_before_the_deal_only_a_deal_is_accepted() -> None:
    state = cr.start(compiled("foster-commit", 3))
    for move in ("0:9D", "1:pass", "2:KC"):
        check(refusal(state, move), "before_deal", "dealt", "")


def test_after_the_end_nothing_is_accepted() -> None:
    state = play(table("foster-commit", ["KC", "QC", "2D"]), "0:KC")
    assert state.is_over
    for move in ("0:KC", "1:QC", "1:pass"):
        check(refusal(state, move), "after_end", "over 0 out", "")
    check(refusal(state, cr.Deal([["KC"], ["QC"], ["2D"]])), "already_dealt", "dealt", "")


def test_a_deal_is_made_once() -> None:
    deal = cr.Deal([["KC"], ["QC"], ["2D"]])
    state = cr.step(cr.start(compiled("foster-commit", 3)), deal)
    check(refusal(state, deal), "already_dealt", "dealt already", "")
    check(refusal(cr.new_deal(compiled("foster-commit", 3), seed=1), deal), "already_dealt", "", "")


@pytest.mark.parametrize("what", [None, 7, 1.5, "9D", "0:9D", b"9D", ["9D"], {}, object, cr.Pass])
def test_what_is_no_move_is_refused_as_such(what: object) -> None:
    """Whatever is awaited; text gets the hint that it has to be read first."""
    rules = compiled("foster-commit", 3)
    over = play(table("foster-commit", ["KC", "QC", "2D"]), "0:KC")
    for state in (cr.start(rules), cr.new_deal(rules, seed=1), over):
        before = str(state)
        for call in (cr.step, cr.transition):
            with pytest.raises(cr.IllegalMoveError) as raised:
                call(state, what)  # type: ignore[arg-type]
            assert raised.value.code == "not_a_move"
            assert repr(what) in str(raised.value)
            assert ("parse_move" in str(raised.value)) == isinstance(what, str)
        assert str(state) == before


def test_a_card_is_no_move() -> None:
    state = table("foster-commit", ["5C", "6C"])
    with pytest.raises(cr.IllegalMoveError, match="is no move") as raised:
        cr.step(state, cr.parse_card("5C"))  # type: ignore[arg-type]
    assert raised.value.code == "not_a_move"


@pytest.mark.parametrize("seat", ["0", 1.5])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    for make in (lambda: cr.Lay(seat, "5C"), lambda: cr.Pass(seat)):
        with pytest.raises(cr.NotationError, match="a seat is a whole number"):
            make()


@pytest.mark.parametrize("seat", [None, -1, 3])
def test_a_move_needs_a_seat_that_there_is(seat: Any) -> None:
    state = table("foster-commit", ["5C", "6C", "7C"])
    for move in (cr.Lay(seat, cr.parse_card("5C")), cr.Pass(seat)):
        check(refusal(state, move), "no_such_seat", "", "")
        assert repr(seat) in str(refusal(state, move))


@pytest.mark.parametrize("seat", [False, 0.0], ids=repr)
def test_what_only_equals_a_seat_is_none(seat: Any) -> None:
    """It would find its way into states, which would be equal and print differently."""
    state = table("foster-commit", ["5C", "6C"])
    with pytest.raises(cr.CometError):
        cr.step(state, cr.Lay(seat, "5C"))
    assert str(play(state, "0:5C").pending) == "DealOver(winner=0)"


@pytest.mark.parametrize("parts", [None, 4, "8*4", [("8", 4)]], ids=repr)
def test_parts_of_a_set_that_are_none(parts: Any) -> None:
    """Whatever stands where parts belong, an error of ours says so, or it is read as parts."""
    state = table("two-pack-comet", ["7C KC", "2C"])
    with pytest.raises(cr.CometError):
        cr.step(state, cr.LaySet(0, parts))


@pytest.mark.parametrize(
    "move",
    [
        cr.Lay(0, "5"),
        cr.Lay(0, "8D"),
        cr.LaySet(0, (("5", 4),)),
        cr.LaySet(0, ()),
        cr.StandIn(0, cr.Card("9", "D"), "6"),
        cr.StandIn(0, cr.Card("9", "D"), cr.Card("6", "C")),
    ],
    ids=str,
)
def test_moves_of_other_games_are_refused_as_such(move: cr.Move) -> None:
    check(
        refusal(table("foster-commit", ["5C 9D", "6C"]), move), "no_such_move", "foster-commit", ""
    )


def test_errors_are_values_that_travel() -> None:
    """An error keeps its code, rule and log when it is pickled, as between processes."""
    error = refusal(play(table("denexa-comet-stub", DENEXA), "0:5C"), "2:6C")
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.code, str(twin), twin.rule, twin.log) == (
        error.code, str(error), error.rule, error.log,
    )  # fmt: skip


def test_every_error_is_a_comet_error_and_a_value_error() -> None:
    kinds = (cr.DealError, cr.IllegalMoveError, cr.NotationError, cr.ProfileError)
    assert all(issubclass(kind, cr.CometError) for kind in kinds)
    assert issubclass(cr.CometError, ValueError)


def test_a_lawful_move_has_no_explanation() -> None:
    state = table("foster-commit", FOSTER)
    for move in cr.legal_moves(state):
        assert cr.explain_illegal(state, move) is None
    deal = cr.Deal([["KC"], ["QC"], ["2D"]])
    assert cr.explain_illegal(cr.start(compiled("foster-commit", 3)), deal) is None


# --- deals that are none ----------------------------------------------------------------------


def foster(**options: Any) -> cr.State:
    return cr.new_deal(compiled("foster-commit", 3), **options)


def two_pack(**options: Any) -> cr.State:
    return cr.new_deal(compiled("two-pack-comet", 2), **options)


GOOD = [["5C"], ["6C"], ["7C"]]


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        pytest.param(foster, "seed= rng= hands=", id="not said how"),
        pytest.param(lambda: foster(seed=1, hands=GOOD), "seed= rng= hands=", id="said twice"),
        pytest.param(lambda: foster(seed=1, rng=Random(1)), "seed= rng= hands=", id="two chances"),
        pytest.param(lambda: foster(seed=1, dealer=3), "seat 3 0 2", id="no such dealer"),
        pytest.param(lambda: foster(seed=1, dealer=-1), "seat -1 0 2", id="dealer below 0"),
        pytest.param(lambda: foster(seed=1, dealer="Ann"), "seat 'Ann' 0 2", id="dealer by name"),
        pytest.param(lambda: foster(seed=1, pack="black"), "pack 'black'", id="unknown pack"),
        pytest.param(lambda: two_pack(seed=1, pack="blue"), "'blue' black red", id="packs listed"),
        pytest.param(lambda: foster(hands=GOOD[:2]), "3 players hands 2", id="too few hands"),
        pytest.param(lambda: foster(hands=[*GOOD, ["2D"]]), "3 players hands 4", id="too many"),
        pytest.param(lambda: foster(hands=[["5C"], [], ["7C"]]), "seat 1 no", id="an empty hand"),
        pytest.param(lambda: foster(hands=[*GOOD[:2], ["8D"]]), "8♦ not pack", id="a removed card"),
        pytest.param(lambda: foster(hands=[*GOOD[:2], ["5C"]]), "5♣ once", id="a card twice"),
        pytest.param(lambda: foster(hands=[["5C", "5C"], *GOOD[1:]]), "5♣ once", id="in one hand"),
        pytest.param(lambda: foster(hands=GOOD, dead=["5C"]), "5♣", id="dealt and dead"),
        pytest.param(lambda: foster(hands=GOOD, dead=["8D"]), "8♦ not pack", id="dead, not there"),
        pytest.param(lambda: two_pack(hands=[["9C", "9C"], ["2C"]]), "9♣ once", id="exchanged"),
        pytest.param(lambda: two_pack(hands=[["8C"] * 3, ["2C"]]), "8♣ 2 times", id="three of two"),
        pytest.param(lambda: two_pack(hands=[["8D"], ["2C"]]), "8♦ not pack", id="other pack"),
        pytest.param(
            lambda: foster(seed=1, carried=cr.Carried(pots={cr.Card("A", "D"): 3})),
            "pot A♦", id="a pot there is not",
        ),
        pytest.param(
            lambda: foster(seed=1, carried=cr.Carried(lay_dead={cr.Card("9", "C"): 1})),
            "9♣ Comet", id="no Comet lay dead",
        ),
        pytest.param(lambda: foster(seed=1, carried=cr.Carried(pool=-1)), "0", id="less than none"),
        pytest.param(
            lambda: foster(seed=1, carried=cr.Carried(lay_dead={cr.Card("9", "D"): -1})),
            "0", id="dead less than never",
        ),
        pytest.param(lambda: cr.start(compiled("foster-commit", 3), 3), "seat 3 0 2", id="start"),
        pytest.param(
            lambda: cr.start(compiled("two-pack-comet", 2), pack="Black"), "'Black' black red",
            id="start with a pack",
        ),
        pytest.param(
            lambda: cr.step(cr.start(compiled("foster-commit", 3)), cr.Deal(GOOD[:2])),
            "3 players hands 2", id="as a move",
        ),
        pytest.param(
            lambda: cr.step(cr.start(compiled("foster-commit", 3)), cr.Deal([["5C"]] * 3)),
            "5♣ once", id="as a move, a card twice",
        ),
    ],
)  # fmt: skip
def test_bad_deals_are_refused(deal: Callable[[], object], words: str) -> None:
    with pytest.raises(cr.DealError) as raised:
        deal()
    for word in words.split():
        assert re.search(rf"(?<!\w){re.escape(word)}(?!\w)", str(raised.value)), str(raised.value)


def test_the_red_pack_has_cards_that_the_black_one_lacks() -> None:
    """2D is refused in one pack and dealt in the other; the nine exchanged is there but once."""
    hands = [["9D"], ["2D"]]
    assert two_pack(hands=hands, pack="red").pack == "red"
    with pytest.raises(cr.DealError, match="2♦ is not in the pack"):
        two_pack(hands=hands, pack="black")
    with pytest.raises(cr.DealError, match="9♦ is dealt too often"):
        two_pack(hands=[["9D", "9D"], ["2D"]], pack="red")


@pytest.mark.parametrize(
    ("name", "players", "words"),
    [
        ("foster-commit", 1, "2 to 6"),
        ("foster-commit", 7, "2 to 6"),
        ("svensk-komet", 2, "3 to 8"),
        ("denexa-comet-stub", 3, "4 to 8"),
        ("two-player-arnold", 3, "for 2 players"),
        ("foster-commit", 0, "not 0"),
        ("foster-commit", "4", "not '4'"),
        ("foster-commit", 4.0, "not 4.0"),
        ("foster-commit", True, "not True"),
        ("foster-commit", None, "not None"),
    ],
)
def test_player_numbers_that_are_not_admitted(name: str, players: Any, words: str) -> None:
    with pytest.raises(cr.DealError, match=re.escape(words)) as raised:
        cr.compile_rules(name, players)
    assert name in str(raised.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seed": 1.5}, "1.5"),
        ({"seed": True}, "True"),
        ({"seed": b"1"}, "b'1'"),
        ({"seed": 1, "dealer": True}, "seat True"),
        ({"seed": 1, "dealer": None}, "seat None"),
        ({"seed": 1, "dead": ["5C"]}, "dead="),
        ({"seed": 1, "carried": 3}, "Carried, not 3"),
        ({"seed": 1, "carried": {"pool": 3}}, "Carried, not {'pool': 3}"),
    ],
    ids=str,
)
def test_wrong_arguments_of_a_deal_are_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(cr.DealError, match=re.escape(words)):
        foster(**options)


@pytest.mark.parametrize("cards", [["XX"], ["5"], [7], [None], [""]])
def test_hands_that_cannot_be_read(cards: list[Any]) -> None:
    with pytest.raises(cr.NotationError, match=re.escape(repr(cards[0]))):
        foster(hands=[["5C"], ["6C"], cards])


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("foster-comit", "foster-commit"),
        ("fostercommit", "foster-commit"),
        ("denexa-comet", "denexa-comet-stub"),
        ("two_pack_comet", "two-pack-comet"),
        ("old-comet", "old-comet-1718"),
    ],
)
def test_an_unknown_profile_gets_a_suggestion(asked: str, meant: str) -> None:
    for call in (cr.load_profile, lambda name: cr.compile_rules(name, 4)):
        with pytest.raises(cr.ProfileError, match=f"did you mean '{meant}'") as raised:
            call(asked)
        assert repr(asked) in str(raised.value)


def test_a_title_is_no_id_but_leads_to_it() -> None:
    with pytest.raises(cr.ProfileError, match="Svensk Komet is the name of svensk-komet"):
        cr.load_profile("Svensk Komet")


def test_an_unknown_profile_like_no_other_gets_the_list() -> None:
    with pytest.raises(cr.ProfileError) as raised:
        cr.load_profile("bridge")
    assert all(name in str(raised.value) for name in cr.bundled_profiles())
    assert ".yaml" in str(raised.value)
