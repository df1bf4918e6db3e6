"""Denexa Comet, both ways of dealing: rulings D1-D11."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

import cometrules as cr
from cometrules.engine.asking import questions
from cometrules.sentences import describe

from .helpers import balances, events, house, legal, paid, play, refused, table, texts

STUB, STRIPPED = "denexa-comet-stub", "denexa-comet-stripped"
BOTH = pytest.mark.parametrize("name", [STUB, STRIPPED])

CLUBS = ("AC 4C 2H KS", "2C 5C TD 3H", "3C 6C 4H QS", "7C JD KC 5H")
"""Four hands with a club run from the ace to the seven; the 9D is in none of them yet."""


def with_comet(seat: int, hands: Sequence[str] = CLUBS) -> list[str]:
    """The hands with 9D in one of them."""
    return [f"{hand} 9D" if s == seat else hand for s, hand in enumerate(hands)]


def asked(state: cr.State) -> tuple[int, set[str]]:
    """Who has to answer a fork, and with which cards."""
    pending = state.pending
    assert isinstance(pending, cr.AwaitTurn), pending
    return pending.seat, {str(place) for place in pending.needs}


def held_up(state: cr.State) -> set[str]:
    """The cards any holder is waited for."""
    pending = state.pending
    assert isinstance(pending, cr.AwaitHolder), pending
    return {str(place) for place in pending.needs}


def all_pass(state: cr.State) -> cr.State:
    """Everybody who is asked passes, as long as somebody is."""
    while isinstance(state.pending, cr.AwaitTurn):
        state = play(state, f"{state.pending.seat}:pass")
    return state


# --- cards and players: D1, D2, D11 -----------------------------------------------------------


@pytest.mark.parametrize(("players", "each", "stub"), [
    (4, 12, 3), (5, 10, 1), (6, 8, 3), (7, 7, 2), (8, 6, 3),
])  # fmt: skip
def test_denexa_setup_stub_is_set_aside__D1(players: int, each: int, stub: int) -> None:
    rules = cr.compile_rules(STUB, players)
    for seed in range(5):
        state = cr.new_deal(rules, seed=seed, dealer=seed % players)
        assert [len(hand) for hand in state.hands] == [each] * players
        assert len(state.dead) == stub
        cards = [*state.dead, *(card for hand in state.hands for card in hand)]
        assert len(set(cards)) == len(cards) == 51
        assert "8D" not in texts(cards)


@pytest.mark.parametrize(("players", "each", "gone"), [
    (4, 12, "8C 8H 8S"), (5, 10, "8C"), (6, 8, "8C 8H 8S"), (7, 7, "8C 8H"), (8, 6, "8C 8H 8S"),
])  # fmt: skip
def test_denexa_setup_eights_are_stripped_until_it_divides__D2(
    players: int, each: int, gone: str
) -> None:
    """The 8D apart, which is out already; no seven ever goes, and nobody has a card more."""
    rules = cr.compile_rules(STRIPPED, players)
    state = cr.new_deal(rules, seed=11)
    assert [len(hand) for hand in state.hands] == [each] * players
    assert state.dead == ()
    dealt = {str(card) for hand in state.hands for card in hand}
    pack = {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}
    assert pack - dealt == {"8D", *gone.split()}
    assert set(map(str, rules.cards)) == dealt
    for card in ("8D", *gone.split()):
        with pytest.raises(cr.NotationError, match="not in its cards"):
            cr.parse_move(rules, f"0:{card}")


@pytest.mark.parametrize(("players", "gone"), [
    (9, "8C 8H 8S 7C 7D 7H"), (10, "8C"), (11, "8C 8H 8S 7C 7D 7H 7S"), (12, "8C 8H 8S"),
])  # fmt: skip
def test_denexa_setup_sevens_follow_the_eights__D2(players: int, gone: str) -> None:
    """With more players than the rules admit, the sevens are reached, in the order of the ruling.

    The source's number is a soft one (D11), so a table of nine is a custom profile away.
    """
    more = house({"players.max": 12}, base=STRIPPED)
    rules = cr.compile_rules(more, players)
    state = cr.new_deal(rules, seed=1)
    assert len({len(hand) for hand in state.hands}) == 1 and state.dead == ()
    pack = {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}
    assert pack - set(map(str, rules.cards)) == {"8D", *gone.split()}


@BOTH
@pytest.mark.parametrize("players", [3, 9])
def test_denexa_four_to_eight_players__D11(name: str, players: int) -> None:
    with pytest.raises(cr.DealError, match="for 4 to 8 players"):
        cr.compile_rules(name, players)


@pytest.mark.parametrize(("name", "dead"), [(STUB, [3, 1, 3, 2, 3]), (STRIPPED, [0] * 5)])
def test_denexa_as_shown__D11(name: str, dead: list[int]) -> None:
    """51 cards or fewer: how many of them are dealt follows from the way of dealing."""
    sections = describe(cr.load_profile(name))
    shown = " ".join(one.text for section in sections for one in section.sentences)
    assert "4 to 8 players" in shown
    for players, each, left in zip(range(4, 9), (12, 10, 8, 7, 6), dead, strict=True):
        assert f"{players} players {each} (dead {left})" in shown


# --- play by holder ---------------------------------------------------------------------------


@BOTH
def test_denexa_play_left_of_dealer_leads_any_card(name: str) -> None:
    state = table(name, with_comet(2), dealer=1)
    assert state.pending == cr.AwaitLead(2)
    assert legal(state) == {"2:3C", "2:6C", "2:4H", "2:QS", "2:9D"}
    assert refused(state, "0:AC") == "wrong_seat"


@BOTH
def test_denexa_play_whoever_holds_the_next_card_lays_it(name: str) -> None:
    """No turn rotates and nobody may decline."""
    state = table(name, CLUBS)
    for laid, following in [
        ("0:AC", "1:2C"), ("1:2C", "2:3C"), ("2:3C", "0:4C"), ("0:4C", "1:5C"), ("1:5C", "2:6C"),
    ]:  # fmt: skip
        state = play(state, laid)
        assert held_up(state) == {following[2:]}
        assert legal(state) == {following}
        assert refused(state, f"{following[0]}:pass") == "no_turns"
    assert refused(state, "0:2H") == "not_next"
    assert refused(state, "3:6C") == "not_held"
    assert refused(state, "3:7C") == "not_next"


@BOTH
def test_denexa_play_own_next_card_continues_too(name: str) -> None:
    state = play(table(name, ["5S 6S 7S 2H", "3H", "4H", "5H"]), "0:5S")
    assert legal(state) == {"0:6S"}
    assert legal(play(state, "0:6S")) == {"0:7S"}


@BOTH
def test_denexa_play_king_ends_the_run_and_its_player_leads(name: str) -> None:
    """The ace is low: nothing comes above the King."""
    state = table(name, ["QH 2C", "KH 3C 4S", "AH 5C", "6C"])
    happened = events(play(state, "0:QH"), "1:KH")
    assert happened[-1] == cr.RunStopped(1)
    state = play(state, "0:QH 1:KH")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:3C", "1:4S"}


@pytest.mark.parametrize(("name", "hands", "moves", "last", "missing"), [
    # the next card lies in the stub
    (STUB, ["3H 2C", "4H KC", "6H", "7H"], "0:3H 1:4H", 1, "5H"),
    # the next card is the 8D, which is in no pack
    (STUB, ["6D 2C", "7D KC", "9H", "TD"], "0:6D 1:7D", 1, "8D"),
    (STRIPPED, ["6D 2C", "7D KC", "9H", "TD"], "0:6D 1:7D", 1, "8D"),
    # an eight taken out so that the pack divides
    (STRIPPED, ["6C 2C", "7C KC", "9C", "TC"], "0:6C 1:7C", 1, "8C"),
    # the next card was played before
    (STUB, ["4S QC", "5S 9S", "6S KC", "7S 2S 3S AC"], "0:4S 1:5S 2:6S 3:7S 3:2S 3:3S", 3, "4S"),
    (STRIPPED, ["4S QC", "5S 9S", "6S KC", "7S 2S 3S AC"], "0:4S 1:5S 2:6S 3:7S 3:2S 3:3S", 3,
     "4S"),
])  # fmt: skip
def test_denexa_play_broken_sequence_last_player_leads(
    name: str, hands: list[str], moves: str, last: int, missing: str
) -> None:
    """Whatever breaks it: the stub, 8D, a stripped eight, a card played before."""
    *before, final = moves.split()
    state = play(table(name, hands), " ".join(before))
    (stuck,) = [e for e in events(state, final) if isinstance(e, cr.RunStuck)]
    assert (stuck.last, list(map(str, stuck.missing))) == (last, [missing])
    state = play(state, final)
    assert state.pending == cr.AwaitLead(last)
    assert legal(state) == {f"{last}:{card}" for card in texts(state.hands[last])}


# --- the worked example -----------------------------------------------------------------------


@pytest.mark.parametrize(("hands", "comet", "order"), [
    # each of the asked with what it may do; the last of them answers
    (CLUBS, 2, [(3, {"7C"})]),
    (CLUBS, 0, [(1, {"TD"})]),
    (CLUBS, 1, [(2, {"pass"}), (3, {"7C"})]),
    (CLUBS, 3, [(0, {"pass"}), (1, {"TD"})]),
    (("AC 4C 2H", "2C 5C 3H", "3C 6C 4H", "7C TD 5H"), 2, [(3, {"7C", "TD"})]),
    (("AC 4C 2H", "2C 5C 3H", "3C 6C 4H", "7C TD 5H"), 0,
     [(1, {"pass"}), (2, {"pass"}), (3, {"7C", "TD"})]),
    (("AC 4C 2H", "2C 5C TD 3H", "3C 6C 4H 7C", "5H"), 0,
     [(1, {"TD"})]),
    (("AC 4C 7C 2H", "2C 5C TD 3H", "3C 6C 4H", "5H"), 2, [(3, {"pass"}), (0, {"7C"})]),
    (("AC 4C 2H", "2C 5C 3H", "3C 6C 7C TD 4H", "5H"), 2,
     [(3, {"pass"}), (0, {"pass"}), (1, {"pass"}), (2, {"7C", "TD"})]),
])  # fmt: skip
@BOTH
def test_denexa_role_of_the_nine_worked_example__D4(
    name: str, hands: Sequence[str], comet: int, order: list[tuple[int, set[str]]]
) -> None:
    """Clubs from the ace to the six, then 9D: the left neighbour is asked first, and so round."""
    state = play(table(name, with_comet(comet, hands)), "0:AC 1:2C 2:3C 0:4C 1:5C 2:6C")
    state = play(state, f"{comet}:9D")
    for number, (seat, moves) in enumerate(order, 1):
        assert asked(state) == (seat, {"7C", "TD"})
        assert legal(state) == {f"{seat}:{move}" for move in moves}
        if number < len(order):
            state = play(state, f"{seat}:pass")
    seat, moves = order[-1]
    assert refused(state, f"{seat}:pass") == "must_continue"
    for move in moves:
        after = play(state, f"{seat}:{move}")
        following = {"7C": "8C", "TD": "JD"}[move]
        if any(following in hand for hand in hands):
            assert held_up(after) == {following}  # one way taken, the other gone
        else:
            assert after.pending == cr.AwaitLead(seat)


@BOTH
def test_denexa_role_of_the_nine_one_answer_ends_the_fork__D4(name: str) -> None:
    """Once 10D is laid, play is by holder in diamonds, and 7C is not due any more."""
    state = play(table(name, with_comet(0)), "0:AC 1:2C 2:3C 0:4C 1:5C 2:6C 0:9D 1:TD")
    assert legal(state) == {"3:JD"}
    assert refused(state, "3:7C") == "not_next"
    stuck = play(state, "3:JD")
    assert stuck.pending == cr.AwaitLead(3)
    assert "3:7C" in legal(stuck)


@BOTH
def test_denexa_role_of_the_nine_old_run_goes_on__D4(name: str) -> None:
    """The other way round: with 5C laid the six follows by holder, whoever was asked."""
    state = play(table(name, with_comet(3)), "0:AC 1:2C 2:3C 0:4C 3:9D")
    assert asked(state) == (0, {"5C", "TD"})
    state = play(state, "0:pass")
    assert legal(state) == {"1:5C", "1:TD"}
    state = play(state, "1:5C")
    assert legal(state) == {"2:6C"}
    assert refused(state, "1:TD") == "not_next"


@BOTH
def test_denexa_role_of_the_nine_fork_can_be_refused_no_card__D4(name: str) -> None:
    """Only the seat that is asked lays, and only one of the two cards."""
    state = play(table(name, with_comet(3)), "0:AC 1:2C 3:9D")
    assert asked(state) == (0, {"3C", "TD"})
    assert refused(state, "1:TD") == "wrong_seat"
    assert refused(state, "2:3C") == "wrong_seat"
    assert refused(state, "0:4C") == "not_next"
    assert refused(state, "0:TD") == "not_held"
    passed = events(state, "0:pass")
    assert [type(event) for event in passed] == [cr.Passed]


# --- when the nine may break in: D3 -----------------------------------------------------------


@BOTH
@pytest.mark.parametrize("comet", range(4), ids=["just-laid", "holds-next", "other", "other-too"])
def test_denexa_nine_breaks_in_on_a_run__D3(name: str, comet: int) -> None:
    """Comet and next card are both legal, whoever holds them; the Comet is a right, no turn."""
    state = play(table(name, with_comet(comet)), "0:AC")
    assert legal(state) == {"1:2C", f"{comet}:9D"}
    (laid,) = [e for e in events(state, f"{comet}:9D") if isinstance(e, cr.Laid)]
    assert (laid.seat, texts(laid.cards), laid.lead, laid.as_comet) == (comet, ["9D"], False, True)
    assert asked(play(state, f"{comet}:9D")) == ((comet + 1) % 4, {"2C", "TD"})
    waited = play(state, "1:2C")
    assert legal(waited) == {"2:3C", f"{comet}:9D"}  # nothing is lost by waiting


@BOTH
@pytest.mark.parametrize("comet", range(4))
def test_denexa_nine_goes_first_if_both_want_to_lay__D3(name: str, comet: int) -> None:
    """A program that asks by turns asks the nine's holder first; only the other has to move."""
    state = play(table(name, with_comet(comet)), "0:AC")
    asked_for = [(q.seat, {str(m) for m in q.moves}, q.may_wait) for q in questions(state)]
    if comet == 1:
        assert asked_for == [(1, {"2C", "9D"}, False)]
    else:
        assert asked_for == [(comet, {"9D"}, True), (1, {"2C"}, False)]


@BOTH
@pytest.mark.parametrize("comet", range(4))
def test_denexa_nine_breaks_in_after_a_king__D3(name: str, comet: int) -> None:
    """Before the next lead; the old run is over, so only 10D answers (D4)."""
    hands = ["QS 2H", "KS 3H 4H", "5H 7C", "6H 2C"]
    state = play(table(name, with_comet(comet, hands)), "0:QS 1:KS")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:3H", "1:4H", f"{comet}:9D"}
    (laid,) = [e for e in events(state, f"{comet}:9D") if isinstance(e, cr.Laid)]
    assert laid.lead == (comet == 1)
    state = play(state, f"{comet}:9D")
    assert asked(state) == ((comet + 1) % 4, {"TD"})
    assert all_pass(state).pending == cr.AwaitLead(comet)


@BOTH
@pytest.mark.parametrize("comet", range(4))
def test_denexa_nine_breaks_in_on_a_stuck_run__D3(name: str, comet: int) -> None:
    """Nobody holds 5S: the run is over, though no King was laid, so only 10D answers (D4)."""
    hands = ["3S 2H", "4S 3H TD", "5H 7C", "6H 2C"]
    state = play(table(name, with_comet(comet, hands)), "0:3S 1:4S")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:3H", "1:TD", f"{comet}:9D"}
    (laid,) = [e for e in events(state, f"{comet}:9D") if isinstance(e, cr.Laid)]
    assert laid.lead == (comet == 1)
    state = play(state, f"{comet}:9D")
    while asked(state)[0] != 1:
        assert asked(state)[1] == {"TD"}
        assert legal(state) == {f"{asked(state)[0]}:pass"}
        state = play(state, f"{asked(state)[0]}:pass")
    assert legal(state) == {"1:TD"}


@BOTH
def test_denexa_nine_after_the_seven_of_diamonds__D3_D4(name: str) -> None:
    """8D is out, so the run is stuck at once, and 10D is what continues."""
    hands = ["6D 2H", "7D 3H 9D", "TD 7C", "6H 2C"]
    state = play(table(name, hands), "0:6D 1:7D")
    assert legal(state) == {"1:3H", "1:9D"}
    state = play(state, "1:9D")
    assert asked(state) == (2, {"TD"})
    assert refused(state, "2:pass") == "must_continue"


@BOTH
@pytest.mark.parametrize("comet", [1, 2, 3])
def test_denexa_nine_never_before_the_first_card__D3(name: str, comet: int) -> None:
    state = table(name, with_comet(comet))
    assert legal(state) == {"0:AC", "0:4C", "0:2H", "0:KS"}
    assert refused(state, f"{comet}:9D") == "comet_not_now"
    assert f"{comet}:9D" in legal(play(state, "0:2H"))


@BOTH
def test_denexa_refusal_before_the_first_card_names_its_rule__D3(name: str) -> None:
    """The nine may come at any time; what forbids it here is how early it is."""
    state = table(name, with_comet(2))
    error = cr.explain_illegal(state, cr.parse_move(state.rules, "2:9D"))
    assert error is not None
    assert error.rule == "comet.earliest"


@BOTH
@pytest.mark.parametrize("comet", [1, 2, 3])
def test_denexa_nine_before_the_first_card_as_a_parameter__D3(name: str, comet: int) -> None:
    """The other reading: it is asked round for 10D, and failing that its player leads."""
    early = house({"comet.earliest": "before_first_card"}, base=name)
    state = table(early, with_comet(comet))
    assert legal(state) == {"0:AC", "0:4C", "0:2H", "0:KS", f"{comet}:9D"}
    state = play(state, f"{comet}:9D")
    assert asked(state) == ((comet + 1) % 4, {"TD"})
    without_ten = [hand.replace("TD", "TS") for hand in CLUBS]
    unanswered = all_pass(play(table(early, with_comet(comet, without_ten)), f"{comet}:9D"))
    assert unanswered.pending == cr.AwaitLead(comet)


@BOTH
def test_denexa_nine_never_after_a_hand_is_empty__D3(name: str) -> None:
    """Not even after a King, by whoever was about to break in."""
    state = play(table(name, ["KS", "2C 9D", "3C", "4C"]), "0:KS")
    assert state.pending == cr.DealOver(0)
    assert legal(state) == set()
    assert refused(state, "1:9D") == "after_end"


@BOTH
def test_denexa_nine_between_an_answer_and_the_next_card__D3(name: str) -> None:
    """With the nine gone there is nothing left to break in: one answer is one card."""
    state = play(table(name, with_comet(2)), "0:AC 2:9D 3:pass 0:pass 1:2C")
    assert legal(state) == {"2:3C"}
    assert refused(state, "2:9D") == "not_held"


@BOTH
def test_denexa_nine_only_as_a_lead__D3_other_reading(name: str) -> None:
    """Had it no right to break in, it could only be led: its own place never comes, 8D is out."""
    strict = house({"comet.when": "in_place_only"}, base=name)
    state = play(table(strict, with_comet(2)), "0:AC")
    assert legal(state) == {"1:2C"}
    assert refused(state, "2:9D") == "comet_not_now"
    led = table(strict, with_comet(0))
    assert "0:9D" in legal(led)
    assert asked(play(led, "0:9D")) == (1, {"TD"})


# --- what follows the nine: D4, D8, D9 --------------------------------------------------------


@BOTH
def test_denexa_nine_as_a_free_lead__D8(name: str) -> None:
    """Any card may be led, this one too; with no run before it only 10D answers."""
    state = table(name, with_comet(0))
    assert "0:9D" in legal(state)
    (laid,) = [e for e in events(state, "0:9D") if isinstance(e, cr.Laid)]
    assert laid.lead and laid.as_comet
    state = play(state, "0:9D")
    assert asked(state) == (1, {"TD"})
    assert legal(play(state, "1:TD")) == {"3:JD"}


@BOTH
@pytest.mark.parametrize("comet", range(4))
def test_denexa_fork_nobody_answers__D4(name: str, comet: int) -> None:
    """All pass round to the Comet's own player, who then leads whatever it likes."""
    hands = ["AC 2H", "2C 3H 4S", "5H KC", "6H 7S"]  # nobody has 3C: stuck
    state = play(table(name, with_comet(comet, hands)), f"0:AC 1:2C {comet}:9D")
    for distance in (1, 2, 3):
        seat = (comet + distance) % 4
        assert asked(state) == (seat, {"TD"})
        assert legal(state) == {f"{seat}:pass"}
        happened = events(state, f"{seat}:pass")
        assert [type(e) for e in happened] == [cr.Passed] + [cr.RunStuck] * (distance == 3)
        state = play(state, f"{seat}:pass")
    stuck = happened[-1]
    assert isinstance(stuck, cr.RunStuck)
    assert (stuck.last, list(map(str, stuck.missing))) == (comet, ["TD"])
    assert state.pending == cr.AwaitLead(comet)
    assert legal(state) == {f"{comet}:{card}" for card in texts(state.hands[comet])}


@BOTH
@pytest.mark.parametrize("comet", range(4))
def test_denexa_fork_of_a_running_run_is_always_answered__D4(name: str, comet: int) -> None:
    """By holder a run that is not stuck has a holder, who is asked at the latest as the third."""
    state = play(table(name, with_comet(comet, ["AC 2H", "2C 3H", "5H", "6H"])), f"0:AC {comet}:9D")
    while asked(state)[0] != 1:
        state = play(state, f"{asked(state)[0]}:pass")
    assert asked(state) == (1, {"2C", "TD"})
    assert legal(state) == {"1:2C"}


@BOTH
def test_denexa_fork_own_player_answers__D4(name: str) -> None:
    """The Comet's player holds both ways: asked last of all, it must take one, and chooses."""
    hands = ["AC 2H", "2C 3H TD 9D", "5H KC", "6H 7S"]
    state = play(table(name, hands), "0:AC 1:9D 2:pass 3:pass 0:pass")
    assert asked(state) == (1, {"2C", "TD"})
    assert legal(state) == {"1:2C", "1:TD"}
    assert refused(state, "1:pass") == "must_continue"
    assert refused(state, "1:3H") == "not_next"
    assert play(state, "1:TD").pending == cr.AwaitLead(1)  # nobody has JD
    assert play(state, "1:2C").pending == cr.AwaitLead(1)  # nobody has 3C


@BOTH
@pytest.mark.parametrize(("hands", "moves", "way"), [
    (["AC 2H", "2C 3H 9D", "5H KC", "6H 7S"], "0:AC 1:9D", "1:2C"),
    (["AC 2H", "2C 3H 9D TD", "5H KC", "6H 7S"], "0:AC 1:2C 1:9D", "1:TD"),
    (["AC 2H 9D TD", "3H", "5H KC", "6H 7S"], "0:9D", "0:TD"),
    (["AC KH", "3H", "9D KC TD", "6H 7S"], "0:KH 2:9D", "2:TD"),
])  # fmt: skip
def test_denexa_fork_own_player_holds_one_way__D4(
    name: str, hands: list[str], moves: str, way: str
) -> None:
    """On a run, a stuck run, a lead, after a King: it must continue rather than lead anew."""
    state = play(table(name, hands), moves)
    own = int(way[0])
    for distance in (1, 2, 3):
        state = play(state, f"{(own + distance) % 4}:pass")
    assert legal(state) == {way}
    assert refused(state, f"{own}:pass") == "must_continue"


@BOTH
def test_denexa_fork_with_the_ten_gone__D4(name: str) -> None:
    """Only the old run is left as an answer; 10D lies on the table already."""
    hands = ["TD AC 2H", "2C 3H", "5H KC 9D", "6H 7S"]
    state = play(table(name, hands), "0:TD 0:AC 2:9D")
    assert legal(state) == {"3:pass"}
    state = play(state, "3:pass 0:pass")
    assert legal(state) == {"1:2C"}


@BOTH
def test_denexa_fork_answered_with_the_last_card__D4(name: str) -> None:
    state = play(table(name, ["AC 2H", "2C 3H", "9D KC", "TD"]), "0:AC 2:9D 3:TD")
    assert state.pending == cr.DealOver(3)


@BOTH
def test_denexa_fork_by_holder_as_a_parameter__D4(name: str) -> None:
    """The other answer the vocabulary has: nobody is asked, either holder lays."""
    loose = house({"comet.fork_answered": "by_holder"}, base=name)
    state = play(table(loose, with_comet(3)), "0:AC 1:2C 3:9D")
    assert held_up(state) == {"3C", "TD"}
    assert legal(state) == {"2:3C", "1:TD"}
    stuck = play(table(loose, ["AC 2H 9D", "3H", "4H", "5H"]), "0:AC 0:9D")
    assert stuck.pending == cr.AwaitLead(0)


@BOTH
def test_denexa_nine_stands_for_nothing__D9(name: str) -> None:
    """Called wild in the opening, it forks: no move names a card it would replace."""
    state = play(table(name, with_comet(2)), "0:AC")
    with pytest.raises(cr.NotationError, match="is no move of"):
        cr.parse_move(state.rules, "2:9D=2C")
    (laid,) = [e for e in events(state, "2:9D") if isinstance(e, cr.Laid)]
    assert laid.stands_for is None
    after = play(state, "2:9D 3:pass 0:pass 1:2C")
    assert held_up(after) == {"3C"}  # 2C had still to be laid


@BOTH
def test_denexa_nine_is_wild__D9_other_reading(name: str) -> None:
    """As a wild card it would be the missing 2C, and the run would go on with 3C."""
    wild = house({"comet.does": "stand_in"}, base=name)
    state = play(table(wild, with_comet(3)), "0:AC")
    assert legal(state) == {"1:2C", "3:9D=2C"}
    assert legal(play(state, "3:9D=2C")) == {"2:3C"}


# --- the score: D5, D6, D10 -------------------------------------------------------------------

END = ["2H", "KC 3D", "9D 4S KH 5S", "6S"]
"""Seat 0 goes out with 2H; seven cards and two Kings are left in hands, two Kings are dead."""


@BOTH
def test_denexa_scoring_of_a_deal__D5_D6_D10(name: str) -> None:
    """1 for the deal, 7 cards, 4 Kings; 9D costs 1 and counts as a card; nobody pays."""
    state = table(name, END)
    assert Counter(paid(state, "0:2H")) == Counter([
        ("written", 0, 1, "settlement.going_out"),
        ("written", 0, 2, "settlement.per_card"),
        ("written", 0, 4, "settlement.per_card"),
        ("written", 0, 1, "settlement.per_card"),
        *[("written", 0, 2, "settlement.unplayed.cards.K")] * 4,
        (2, "written", 1, "settlement.caught.comet.lost"),
    ])  # fmt: skip
    assert balances(play(state, "0:2H")) == (1 + 7 + 8, 0, -1, 0)


@BOTH
def test_denexa_scoring_kings_in_opponents_hands_only__D5_parameter(name: str) -> None:
    state = table(house({"settlement.unplayed.where": "in_hands"}, base=name), END)
    assert balances(play(state, "0:2H")) == (1 + 7 + 4, 0, -1, 0)


@BOTH
def test_denexa_scoring_king_counts_two_in_all__D10_parameter(name: str) -> None:
    state = table(house({"settlement.unplayed.as_card": "instead"}, base=name), END)
    assert balances(play(state, "0:2H")) == (1 + 5 + 8, 0, -1, 0)
    both = {"settlement.unplayed.as_card": "instead", "settlement.unplayed.where": "in_hands"}
    state = table(house(both, base=name), END)
    assert balances(play(state, "0:2H")) == (1 + 5 + 4, 0, -1, 0)


@BOTH
@pytest.mark.parametrize(("hand", "moves", "points"), [
    ("2H", "0:2H", 1 + 3 + 8),
    ("2H KS", "0:KS 0:2H", 1 + 3 + 6),
    ("KS KH", "0:KH 0:KS", 1 + 3 + 4),  # the last card is played like any other
    ("2H KS KH KD", "0:KS 0:KH 0:KD 0:2H", 1 + 3 + 2),
    ("KC 2H KS KH KD", "0:KC 0:KS 0:KH 0:KD 0:2H", 1 + 3),
])  # fmt: skip
def test_denexa_scoring_two_for_each_king_not_played__D5(
    name: str, hand: str, moves: str, points: int
) -> None:
    """No King is in another hand: those not played here lie dead."""
    state = play(table(name, [hand, "3D", "4S", "6S"]), moves)
    assert balances(state) == (points, 0, 0, 0)


@BOTH
def test_denexa_scoring_king_in_a_hand_is_three__D10(name: str) -> None:
    """As a card 1 and as a King 2, against 1 for any other card there."""
    king = play(table(name, ["2H", "KD", "4S", "6S"]), "0:2H")
    other = play(table(name, ["2H", "QD", "4S", "6S"]), "0:2H")
    assert balances(king) == balances(other)  # where it lies, a King not played is worth 2
    elsewhere = {"settlement.unplayed.where": "in_hands"}
    king, other = (
        play(table(house(elsewhere, base=name), ["2H", card, "4S", "6S"]), "0:2H")
        for card in ("KD", "QD")
    )
    assert balances(king)[0] - balances(other)[0] == 2
    assert balances(other)[0] == 1 + 3


@BOTH
def test_denexa_scoring_nine_played_or_dead_costs_nobody__D6(name: str) -> None:
    dead = play(table(name, ["2H", "3D", "4S", "6S"]), "0:2H")
    assert balances(dead) == (1 + 3 + 8, 0, 0, 0)
    laid = play(table(name, ["3H 2C", "9D 3D", "4S", "6S"]), "0:3H 1:9D 2:pass 3:pass 0:pass 1:3D")
    assert laid.pending == cr.DealOver(1)
    assert balances(laid) == (0, 1 + 3 + 8, 0, 0)


@BOTH
def test_denexa_scoring_nine_as_the_last_card(name: str) -> None:
    """It ends the deal before anybody is asked, and multiplies nothing."""
    state = play(table(name, ["3H 4H", "9D", "4S TD", "6S 7S"]), "0:3H 1:9D")
    assert state.pending == cr.DealOver(1)
    assert balances(state) == (0, 1 + 5 + 8, 0, 0)


@BOTH
@pytest.mark.parametrize("players", range(4, 9))
def test_denexa_scoring_of_whole_deals(name: str, players: int) -> None:
    """Any deal played out: the score counted again from the cards that are left."""
    rules = cr.compile_rules(name, players)
    caught = 0
    for seed in range(6):
        state = cr.new_deal(rules, seed=seed, dealer=seed % players)
        kings = 4
        while not state.is_over:
            moves = cr.legal_moves(state)
            if seed % 2:  # every other deal its holder keeps the nine as long as it can
                moves = tuple(move for move in moves if str(move) != "9D") or moves
            move = moves[seed % len(moves)]
            kings -= str(move).startswith("K")
            state = cr.step(state, move)
        pending = state.pending
        assert isinstance(pending, cr.DealOver)
        left = [texts(hand) for hand in state.hands]
        expected = [-1 if "9D" in hand else 0 for hand in left]
        caught += -sum(expected)
        expected[pending.winner] = 1 + sum(map(len, left)) + 2 * kings
        assert balances(state) == tuple(expected)
        assert cr.score(state).winner == pending.winner
    assert caught  # both cases came up


# --- matches: D7, the hundred points ----------------------------------------------------------


def played(state: cr.State, choice: int = 0) -> cr.State:
    """The deal played to its end by one fixed choice among the legal moves."""
    while not state.is_over:
        moves = cr.legal_moves(state)
        state = cr.step(state, moves[choice % len(moves)])
    return state


@BOTH
def test_denexa_first_dealer_at_random__D7(name: str) -> None:
    """Each seat comes up, no cards are drawn for it, and the same seed finds the same."""
    rules = cr.compile_rules(name, 4)
    matches = [cr.new_match(rules, seed=seed) for seed in range(40)]
    assert {match.dealer for match in matches} == {0, 1, 2, 3}
    assert {match.drawn_cards for match in matches} == {()}
    assert [cr.new_match(rules, seed=seed).dealer for seed in range(40)] == [
        match.dealer for match in matches
    ]


@BOTH
def test_denexa_first_to_a_hundred_wins(name: str) -> None:
    """Deal after deal to the left, until somebody has 100 points or more."""
    match = cr.new_match(cr.compile_rules(name, 5), seed=2, dealer=3)
    totals: tuple[int, ...] = (0,) * 5
    while not match.is_over:
        assert max(totals) < 100
        assert match.winners == ()
        assert match.dealer == (3 + match.deals) % 5
        state = match.deal()
        assert state.pending == cr.AwaitLead((match.dealer + 1) % 5)
        state = played(state, match.deals)
        totals = tuple(a + b for a, b in zip(totals, balances(state), strict=True))
        match = match.after(state)
        assert match.totals == totals
    assert max(totals) >= 100
    assert match.winners == tuple(seat for seat in range(5) if totals[seat] == max(totals))


@BOTH
@pytest.mark.parametrize(("second", "reaches"), [(39, 98), (40, 99), (41, 100)])
def test_denexa_ninety_nine_is_not_enough(name: str, second: int, reaches: int) -> None:
    """One seat goes out twice, with 41 cards and some 40 left to the others, and no King."""
    cards = [rank + suit for suit in "CHS" for rank in "A2345679TJQ"]
    cards += ["3D", "4D", "5D", "6D", "7D", "TD", "JD", "QD"]
    match = cr.new_match(cr.compile_rules(name, 4), seed=1, dealer=3)
    state = match.deal(hands=[["2D"], *(cards[seat::3] for seat in range(3))])
    match = match.after(play(state, "0:2D"))
    assert match.totals == (1 + 41 + 8, 0, 0, 0)
    cards = cards[:second]
    state = match.deal(hands=[["2D"], [*cards[::3], "AD"], cards[1::3], cards[2::3]])
    match = match.after(play(state, "1:AD 0:2D"))
    assert match.totals == (reaches, 0, 0, 0)
    assert match.is_over == (reaches >= 100)
    assert match.winners == ((0,) if reaches >= 100 else ())
