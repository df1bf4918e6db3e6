"""Every key and value of `comet`, alone and combined, on small deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import cometrules as cr

from .helpers import balances, events, house, legal, paid, play, refused, table, texts


def turn(seat: int, needs: str) -> cr.AwaitTurn:
    """A seat on turn, with the cards or ranks it needs."""
    return cr.AwaitTurn(seat, tuple(_places(needs)))


def holder(needs: str) -> cr.AwaitHolder:
    """Whoever holds one of these."""
    return cr.AwaitHolder(tuple(_places(needs)))


def _places(text: str) -> Iterator[cr.Card | str]:
    return (part if len(part) == 1 else cr.parse_card(part) for part in text.split())


def comet(when: str, does: str = "nothing", **more: Any) -> cr.Profile:
    """The house rules with 9D as a Comet; a key of `more` is one of `comet`, or `play__turn`."""
    changes = {"comet.cards": ["9D"], "comet.when": when, "comet.does": does}
    changes |= {
        path.replace("__", ".") if "__" in path else f"comet.{path}": value
        for path, value in more.items()
    }
    return house(changes)


def refusal(changes: dict[str, Any]) -> set[str]:
    """The codes with which the checker refuses the changed house rules."""
    with pytest.raises(cr.ProfileError) as caught:
        house(changes)
    assert caught.value.report is not None
    return {problem.code for problem in caught.value.report.problems}


def laid(state: cr.State, move: str) -> cr.Laid:
    (event,) = (event for event in events(state, move) if isinstance(event, cr.Laid))
    return event


BY_HOLDER = {"play__order": "by_holder"}
IGNORED = {"play__suits": "ignored"}
ONE_CARD = {"play__turn": "one_card"}
MAY = {"play__continue": "may"}


def comet_moves(state: cr.State) -> set[str]:
    """The legal moves that lay 9D."""
    return {move for move in legal(state) if ":9D" in move}


# --- when -------------------------------------------------------------------------------------
# Moments of a run: who may lay the Comet there, as 9D (it does nothing, or forks, or stops).

WHENS = ["in_place_only", "ending_own_part", "when_unable", "on_turn", "any_time"]

MOMENTS = {
    "on turn, able": (["5C 6C 9D 2H", "3H", "4H"], "0:5C"),
    "own part ends": (["5C 9D 2H", "3H", "4H"], "0:5C"),
    "on turn, unable, nothing laid": (["5C 2H", "9D 3H", "4H"], "0:5C 0:pass"),
    "another's turn": (["5C 2H", "3H", "9D 4H"], "0:5C 0:pass"),
    "another's lead": (["KC 2H", "3H", "9D 4H"], "0:KC"),
    "own place, on turn": (["8D 2H", "9D 3H", "4H"], "0:8D 0:pass"),
}
RIGHTS = {
    "in_place_only": {"own place, on turn"},
    "ending_own_part": {"own part ends", "own place, on turn"},
    "when_unable": {
        "own part ends",
        "on turn, unable, nothing laid",
        "own place, on turn",
    },
    "on_turn": {
        "on turn, able",
        "own part ends",
        "on turn, unable, nothing laid",
        "own place, on turn",
    },
    "any_time": set(MOMENTS),
}


@pytest.mark.parametrize("does", ["nothing", "stop", "fork"])
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("when", WHENS)
def test_comet_when_by_turn(when: str, moment: str, does: str) -> None:
    hands, moves = MOMENTS[moment]
    state = play(table(comet(when, does), hands), moves)
    owner = next(seat for seat, hand in enumerate(hands) if "9D" in hand)
    assert comet_moves(state) == ({f"{owner}:9D"} if moment in RIGHTS[when] else set())


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("when", WHENS[1:])
def test_comet_when_for_a_stand_in_by_turn(when: str, moment: str) -> None:
    """The same moments; what it stands for is the card that is needed."""
    hands, moves = MOMENTS[moment]
    state = play(table(comet(when, "stand_in"), hands), moves)
    owner = next(seat for seat, hand in enumerate(hands) if "9D" in hand)
    allowed = moment in RIGHTS[when]
    if moment == "another's lead":
        assert bool(comet_moves(state)) is allowed
        return
    place = "9D" if moment == "own place, on turn" else "6C"
    assert comet_moves(state) == ({f"{owner}:9D={place}"} if allowed else set())


def test_comet_when_a_comet_at_the_wrong_time_is_refused_with_a_reason() -> None:
    hands, moves = MOMENTS["another's turn"]
    for when in WHENS[:-1]:
        assert refused(play(table(comet(when), hands), moves), "2:9D") == "comet_not_now"


def test_comet_when_ending_own_part_is_not_for_who_could_lay_nothing__A3() -> None:
    """The player of the missing part may, the next one who only cannot go on may not."""
    state = play(table(comet("ending_own_part", "fork"), ["5C 2H", "9D 6C 3H"]), "0:5C 0:pass")
    assert legal(state) == {"1:6C"}
    assert legal(play(state, "1:6C")) == {"1:9D", "1:pass"}


def test_comet_when_unable_is_not_for_who_can_continue__F2() -> None:
    state = play(table(comet("when_unable", "fork"), ["5C 6C 9D 2H", "3H"]), "0:5C")
    assert legal(state) == {"0:6C"}
    assert legal(play(state, "0:6C")) == {"0:9D", "0:pass"}


def test_comet_when_unable_with_may_is_still_not_for_who_can_continue() -> None:
    state = play(table(comet("when_unable", "fork", **MAY), ["5C 6C 9D 2H", "3H"]), "0:5C")
    assert legal(state) == {"0:6C", "0:pass"}


def test_comet_when_any_time_by_holder__D3() -> None:
    """After any card, before anybody's next card or lead, in every hand that has it."""
    profile = comet("any_time", "fork", if_led="comet", **BY_HOLDER)
    state = table(profile, ["5C KH 2H", "6C 3H", "9D 4H"])
    assert comet_moves(state) == set()
    state = play(state, "0:5C")
    assert legal(state) == {"1:6C", "2:9D"}
    state = play(state, "1:6C")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:3H", "2:9D"}
    after_king = play(table(profile, ["KC 5C", "6C 3H", "9D 4H"]), "0:KC")
    assert legal(after_king) == {"0:5C", "2:9D"}


def test_comet_when_in_place_only_by_holder() -> None:
    """Its place has come: whoever holds it may lay it, and by default need not."""
    state = table(comet("in_place_only", **BY_HOLDER), ["5D 8D 2H", "6D 7D 3H", "9D 4H"])
    state = play(state, "0:5D 1:6D 1:7D 0:8D")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == {"0:2H", "2:9D"}
    assert play(state, "2:9D").pending == cr.AwaitLead(2)


def test_comet_when_in_place_only_where_suits_are_ignored() -> None:
    profile = comet("in_place_only", **IGNORED)
    state = play(table(profile, ["8C 2H", "9C 9D 3H"]), "0:8 0:pass")
    assert legal(state) == {"1:9", "1:9D"}
    assert play(state, "1:9D").pending == turn(1, "T")
    state = play(table(profile, ["7C 2H", "9C 9D 3H"]), "0:7 0:pass")
    assert legal(state) == {"1:pass"}


def test_comet_when_on_turn_beside_the_needed_card__T4() -> None:
    profile = comet("on_turn", "stand_in_and_stop", if_led="comet", **IGNORED)
    state = play(table(profile, ["5C 2H", "6C 9D 3H"]), "0:5 0:pass")
    assert legal(state) == {"1:6", "1:9D=6"}


def test_comet_when_any_time_is_over_with_the_deal() -> None:
    state = play(table(comet("any_time"), ["KC", "9D 3H"]), "0:KC")
    assert state.is_over
    assert legal(state) == set()


# --- earliest ---------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["by_turn", "by_holder"])
@pytest.mark.parametrize("does", ["nothing", "stop", "fork", "stand_in", "stand_in_and_stop"])
def test_comet_earliest(order: str, does: str) -> None:
    hands = ["5C 2H", "3H", "9D 4H"]
    after = comet("any_time", does, earliest="after_first_card", play__order=order)
    assert legal(table(after, hands)) == {"0:5C", "0:2H"}
    assert comet_moves(play(table(after, hands), "0:5C"))
    before = comet("any_time", does, earliest="before_first_card", play__order=order)
    moves = comet_moves(table(before, hands))
    if does.startswith("stand_in"):
        assert len(moves) == 52
        assert {"2:9D=AC", "2:9D=9D", "2:9D=KS"} <= moves
    else:
        assert moves == {"2:9D"}
    assert legal(table(before, hands)) - moves == {"0:5C", "0:2H"}


def test_comet_earliest_before_the_first_card_opens_the_deal() -> None:
    hands = ["5C 2H", "3H TD", "9D 4H"]
    profile = comet("any_time", "stop", earliest="before_first_card")
    assert play(table(profile, hands), "2:9D").pending == cr.AwaitLead(2)
    profile = comet("any_time", "fork", earliest="before_first_card")
    state = play(table(profile, hands), "2:9D")
    assert state.pending == turn(0, "TD")
    assert legal(play(state, "0:pass")) == {"1:TD"}


@pytest.mark.parametrize(
    ("order", "does", "moves"),
    [
        ("by_turn", "stop", "2:9D"),
        ("by_holder", "stop", "2:9D"),
        ("by_turn", "fork", "2:9D 0:pass 1:pass"),
        ("by_holder", "fork", "2:9D 0:pass 1:pass"),
        ("by_turn", "stand_in", "2:9D=QS 2:pass 0:pass 1:pass"),
        ("by_holder", "stand_in", "2:9D=QS"),
    ],
)
def test_comet_earliest_a_break_in_is_no_lead_so_the_first_lead_is_still_to_come(
    order: str, does: str, moves: str
) -> None:
    profile = comet("any_time", does, earliest="before_first_card", play__order=order).with_(
        {"play.lead.first": "lowest_card"}
    )
    state = play(table(profile, ["5C 2H", "3H", "9D 4H 7C"]), moves)
    assert state.pending == cr.AwaitLead(2)
    assert legal(state) == {"2:4H"}


def test_comet_earliest_is_about_any_time_only() -> None:
    for when in WHENS[:-1]:
        changes = {"comet.cards": ["9D"], "comet.when": when}
        assert refusal({**changes, "comet.earliest": "before_first_card"}) == {"M34"}


def test_comet_earliest_leaves_the_first_lead_to_if_led__S1() -> None:
    for earliest in ("after_first_card", "before_first_card"):
        led = comet("any_time", "stop", earliest=earliest, if_led="comet")
        assert comet_moves(table(led, ["9D 2H", "3H"])) == {"0:9D"}
        not_led = comet("any_time", "stop", earliest=earliest, if_led="not_allowed")
        assert comet_moves(table(not_led, ["9D 2H", "3H"])) == set()


# --- must -------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["when_unable", "on_turn", "any_time"])
@pytest.mark.parametrize("more", [{}, MAY], ids=["must continue", "may continue"])
def test_comet_must_when_unable(when: str, more: dict[str, str]) -> None:
    hands = ["5C 2H", "9D 3H", "4H"]
    never = play(table(comet(when, "stop", must="never", **more), hands), "0:5C 0:pass")
    assert legal(never) == {"1:9D", "1:pass"}
    forced = play(table(comet(when, "stop", must="when_unable", **more), hands), "0:5C")
    forced = play(forced, "0:pass")
    assert legal(forced) == {"1:9D"}
    assert refused(forced, "1:pass") == "must_lay_comet"


def test_comet_must_when_unable_binds_only_where_it_may_be_laid() -> None:
    profile = comet("ending_own_part", "stop", must="when_unable")
    state = play(table(profile, ["5C 2H", "9D 6C 3H", "4H"]), "0:5C 0:pass")
    assert legal(state) == {"1:6C"}
    assert legal(play(state, "1:6C")) == {"1:9D"}
    state = play(table(profile, ["5C 2H", "9D 3H", "4H"]), "0:5C 0:pass")
    assert legal(state) == {"1:pass"}


def test_comet_must_when_unable_binds_nobody_out_of_turn() -> None:
    profile = comet("any_time", "stop", must="when_unable")
    state = play(table(profile, ["5C 2H", "3H", "9D 4H"]), "0:5C")
    assert legal(state) == {"0:pass", "2:9D"}
    assert legal(play(state, "0:pass")) == {"1:pass", "2:9D"}
    assert legal(play(state, "0:pass 1:pass")) == {"2:9D"}


def test_comet_must_when_unable_says_nothing_to_who_is_able() -> None:
    profile = comet("on_turn", "stop", must="when_unable", **MAY)
    state = play(table(profile, ["5C 2H", "9D 6C 3H"]), "0:5C 0:pass")
    assert legal(state) == {"1:6C", "1:9D", "1:pass"}


def test_comet_must_when_unable_in_its_own_place() -> None:
    profile = comet("in_place_only", "stop", must="when_unable")
    state = play(table(profile, ["8D 2H", "9D 3H"]), "0:8D 0:pass")
    assert legal(state) == {"1:9D"}


@pytest.mark.parametrize("when", ["when_unable", "on_turn", "any_time"])
def test_comet_must_when_unable_binds_when_the_circle_closes(when: str) -> None:
    """One card to a turn: the turn is back, the Comet is forced, so nothing is stuck yet."""
    hands = ["5C 9D 2H", "3H", "4H"]
    forced = comet(when, "stop", must="when_unable", **ONE_CARD)
    state = play(table(forced, hands), "0:5C 1:pass")
    assert not any(isinstance(event, cr.RunStuck) for event in events(state, "2:pass"))
    state = play(state, "2:pass")
    assert state.pending == turn(0, "6C")
    assert legal(state) == {"0:9D"}
    free = play(table(comet(when, "stop", **ONE_CARD), hands), "0:5C 1:pass 2:pass")
    assert free.pending == cr.AwaitLead(0)


def test_comet_must_when_unable_does_not_hold_a_closed_circle_open_with_may() -> None:
    """With `may` the circle alone ends the run."""
    profile = comet("when_unable", "stop", must="when_unable", **ONE_CARD, **MAY)
    state = play(table(profile, ["5C 9D 2H", "3H", "4H"]), "0:5C 1:pass 2:pass")
    assert state.pending == cr.AwaitLead(0)


def test_comet_must_when_unable_binds_when_a_fork_has_gone_round() -> None:
    """Two Comets: the second is forced from its player when nobody takes a branch."""
    profile = comet("when_unable", "fork", must="when_unable", cards=["9D", "9C"])
    state = play(table(profile, ["5S 9D 9C 2H", "3H"]), "0:5S 0:9D 1:pass")
    assert state.pending == turn(0, "6S TD")
    assert legal(state) == {"0:9C"}
    assert play(state, "0:9C").pending == turn(1, "6S TD TC")


# --- does -------------------------------------------------------------------------------------


def test_comet_does_nothing_goes_on_above_itself() -> None:
    state = play(table(comet("on_turn"), ["5C 9D TD 2H", "3H 6C"]), "0:5C 0:9D")
    assert state.pending == turn(0, "TD")
    assert legal(state) == {"0:TD"}
    ignored = play(table(comet("on_turn", **IGNORED), ["5C 9D TC 2H", "3H"]), "0:5 0:9D")
    assert ignored.pending == turn(0, "T")


def test_comet_does_nothing_is_no_comet_when_it_lies() -> None:
    state = play(table(comet("on_turn"), ["5C 9D 2H", "3H"]), "0:5C")
    assert laid(state, "0:9D").stands_for is None
    assert play(state, "0:9D 0:pass 1:pass").pending == cr.AwaitLead(0)


@pytest.mark.parametrize("more", [{}, {"play__after_stop": "next_player_leads"}])
def test_comet_does_stop_and_its_player_leads(more: dict[str, str]) -> None:
    """Whatever `after_stop` says of stop cards."""
    state = play(table(comet("when_unable", "stop", **more), ["5C 2H", "9D 3H", "4H"]), "0:5C")
    state = play(state, "0:pass")
    assert laid(state, "1:9D").as_comet
    assert events(state, "1:9D")[-1] == cr.RunStopped(1)
    assert play(state, "1:9D").pending == cr.AwaitLead(1)


def test_comet_does_stop_by_holder__S1() -> None:
    profile = comet("any_time", "stop", if_led="comet", **BY_HOLDER)
    state = play(table(profile, ["5C 2H", "6C 3H", "9D 4H"]), "0:5C 2:9D")
    assert state.pending == cr.AwaitLead(2)


def test_comet_does_fork_into_the_missing_card_and_its_own_next__F3() -> None:
    state = play(table(comet("when_unable", "fork"), ["5C 9D 2H", "6C TD 3H", "7C JD"]), "0:5C")
    state = play(state, "0:9D")
    assert state.pending == turn(1, "6C TD")
    assert legal(state) == {"1:6C", "1:TD"}
    assert refused(state, "1:pass") == "must_continue"
    old, new = play(state, "1:6C"), play(state, "1:TD")
    assert (old.pending, new.pending) == (turn(1, "7C"), turn(1, "JD"))
    assert legal(play(old, "1:pass")) == {"2:7C"}
    assert legal(play(new, "1:pass")) == {"2:JD"}


def test_comet_does_fork_where_suits_are_ignored() -> None:
    profile = comet("when_unable", "fork", play__at_once="any_number", **IGNORED)
    state = play(table(profile, ["5C 9D 2H", "6C 6D TC TD 3H"]), "0:5 0:9D")
    assert state.pending == turn(1, "6 T")
    assert legal(state) == {"1:6", "1:6*2", "1:T", "1:T*2"}


def test_comet_does_fork_with_may_may_be_left_alone() -> None:
    profile = comet("when_unable", "fork", **MAY)
    state = play(table(profile, ["5C 9D TD 2H", "6C 3H"]), "0:5C 0:9D")
    assert legal(state) == {"1:6C", "1:pass"}
    assert play(state, "1:pass").pending == cr.AwaitLead(0)


def test_comet_does_fork_over_a_removed_card_has_one_way__F6() -> None:
    profile = comet("when_unable", "fork").with_({"deck.remove": ["8D"]})
    state = play(table(profile, ["7D 9D TD 2H", "JD 3H"]), "0:7D 0:9D")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass")
    assert legal(state) == {"0:TD"}


def test_comet_does_fork_at_its_own_place_has_one_way() -> None:
    state = play(table(comet("when_unable", "fork"), ["8D 9D 2H", "TD 3H"]), "0:8D 0:9D")
    assert state.pending == turn(1, "TD")


def test_comet_does_fork_at_its_own_place_beside_another_nine() -> None:
    """Suits ignored: the natural nine is still missing."""
    state = play(table(comet("on_turn", "fork", **IGNORED), ["8D 9D 2H", "TD 9C 3H"]), "0:8")
    state = play(state, "0:9D")
    assert state.pending == turn(1, "9 T")
    assert legal(state) == {"1:9", "1:T"}


@pytest.mark.parametrize(
    ("more", "move", "needs"),
    [({}, "9D=6C", "7C"), (IGNORED, "9D=6", "7")],
    ids=["suits matter", "suits ignored"],
)
def test_comet_does_stand_in_and_the_run_goes_on_above(
    more: dict[str, str], move: str, needs: str
) -> None:
    lead = "5" if more else "5C"
    state = play(
        table(comet("when_unable", "stand_in", **more), ["5C 9D 7C 2H", "3H"]), "0:" + lead
    )
    assert legal(state) == {f"0:{move}", "0:pass"}
    event = laid(state, f"0:{move}")
    assert event.as_comet and str(event.stands_for) == move.partition("=")[2]
    assert texts(event.cards) == ["9D"]
    state = play(state, f"0:{move}")
    assert state.pending == turn(0, needs)
    assert len(legal(state)) == 1 and "0:pass" not in legal(state)


@pytest.mark.parametrize(
    ("more", "move"),
    [({}, "9D=6C"), (IGNORED, "9D=6")],
    ids=["suits matter", "suits ignored"],
)
def test_comet_does_stand_in_and_stop(more: dict[str, str], move: str) -> None:
    lead = "5" if more else "5C"
    profile = comet("on_turn", "stand_in_and_stop", play__after_stop="next_player_leads", **more)
    state = play(table(profile, ["5C 2H", "9D 7C 3H", "4H"]), f"0:{lead} 0:pass")
    assert legal(state) == {f"1:{move}", "1:pass"}
    assert events(state, f"1:{move}")[-1] == cr.RunStopped(1)
    assert play(state, f"1:{move}").pending == cr.AwaitLead(1)


def test_comet_does_stand_in_for_a_card_that_is_there_no_more() -> None:
    profile = comet("when_unable", "stand_in").with_({"deck.remove": ["8D"]})
    state = play(table(profile, ["7D 9D 2H", "3H"]), "0:7D")
    assert legal(state) == {"0:9D=8D", "0:pass"}
    assert play(state, "0:9D=8D").pending == turn(0, "9D")


def test_comet_does_stand_in_for_a_stop() -> None:
    """It takes the place of the King, and so ends the run as a King does."""
    profile = comet("when_unable", "stand_in", play__after_stop="next_player_leads")
    state = play(table(profile, ["QC 9D 2H", "3H", "4H"]), "0:QC")
    assert events(state, "0:9D=KC")[-1] == cr.RunStopped(1)
    assert play(state, "0:9D=KC").pending == cr.AwaitLead(1)


def test_comet_does_stand_in_cannot_be_laid_as_itself() -> None:
    state = play(table(comet("on_turn", "stand_in"), ["5C 9D 2H", "3H"]), "0:5C")
    assert refused(state, "0:9D") == "comet_not_now"
    assert refused(state, "0:9D=7C") == "comet_not_now"


def test_comet_does_stand_in_with_one_card_to_a_turn() -> None:
    state = play(table(comet("on_turn", "stand_in", **ONE_CARD), ["5C 2H", "9D 7C"]), "0:5C")
    assert play(state, "1:9D=6C").pending == turn(0, "7C")


def test_comet_does_stand_in_needs_more_than_its_own_place() -> None:
    for does in ("stand_in", "stand_in_and_stop"):
        assert refusal({"comet.cards": ["9D"], "comet.does": does}) == {"M30"}
        comet("on_turn", does)


@pytest.mark.parametrize("does", ["stop", "fork", "stand_in", "stand_in_and_stop"])
def test_comet_does_something_only_where_there_is_one(does: str) -> None:
    assert "M35" in refusal({"comet.does": does, "comet.when": "on_turn"})


# --- any_time by turn -------------------------------------------------------------------------

BREAK_IN = ["5C 2H", "6C 3H", "9D 7C 4H"]


def test_comet_break_in_by_turn_nothing_and_its_player_has_the_turn() -> None:
    state = play(table(comet("any_time"), [*BREAK_IN[:2], "9D TD 4H"]), "0:5C 2:9D")
    assert state.pending == turn(2, "TD")
    assert legal(state) == {"2:TD"}


def test_comet_break_in_by_turn_stop_and_its_player_leads() -> None:
    state = play(table(comet("any_time", "stop"), BREAK_IN), "0:5C 2:9D")
    assert state.pending == cr.AwaitLead(2)


def test_comet_break_in_by_turn_stand_in_and_its_player_has_the_turn() -> None:
    """Before the one on turn has laid the six, which then stays in the hand."""
    state = play(table(comet("any_time", "stand_in"), BREAK_IN), "0:5C 0:pass")
    assert legal(state) == {"1:6C", "2:9D=6C"}
    state = play(state, "2:9D=6C")
    assert state.pending == turn(2, "7C")
    assert legal(state) == {"2:7C"}
    state = play(state, "2:7C 2:pass")
    assert state.pending == turn(0, "8C")


def test_comet_break_in_by_turn_stand_in_where_suits_are_ignored() -> None:
    state = play(table(comet("any_time", "stand_in", **IGNORED), BREAK_IN), "0:5 0:pass 2:9D=6")
    assert state.pending == turn(2, "7")


def test_comet_break_in_by_turn_stand_in_and_stop_and_its_player_leads() -> None:
    state = play(table(comet("any_time", "stand_in_and_stop"), BREAK_IN), "0:5C 2:9D=6C")
    assert state.pending == cr.AwaitLead(2)


def test_comet_break_in_by_turn_fork_is_asked_round_first() -> None:
    """From the left of the Comet's player; whoever answers then has the turn."""
    hands = ["5C 2H", "6C TD JD 3H", "9D 4H"]
    state = play(table(comet("any_time", "fork"), hands), "0:5C 2:9D")
    assert state.pending == turn(0, "6C TD")
    assert legal(state) == {"0:pass"}
    state = play(state, "0:pass")
    assert legal(state) == {"1:6C", "1:TD"}
    state = play(state, "1:TD")
    assert state.pending == turn(1, "JD")


def test_comet_break_in_by_turn_fork_that_nobody_answers() -> None:
    state = play(table(comet("any_time", "fork"), ["5C 2H", "3H", "9D 4H"]), "0:5C 2:9D")
    state = play(state, "0:pass")
    assert any(isinstance(event, cr.RunStuck) for event in events(state, "1:pass"))
    assert play(state, "1:pass").pending == cr.AwaitLead(2)


def test_comet_break_in_by_turn_fork_that_its_own_player_must_answer__F4() -> None:
    state = play(table(comet("any_time", "fork"), ["5C 2H", "3H", "9D TD 4H"]), "0:5C 2:9D")
    state = play(state, "0:pass 1:pass")
    assert state.pending == turn(2, "6C TD")
    assert legal(state) == {"2:TD"}


@pytest.mark.parametrize(("does", "move"), [("nothing", "9D"), ("stand_in", "9D=6C")])
def test_comet_break_in_by_turn_with_one_card_to_a_turn_gives_its_player_the_turn(
    does: str, move: str
) -> None:
    """It was laid out of turn, so the turn that follows it is its player's."""
    profile = comet("any_time", does, **ONE_CARD)
    state = play(table(profile, ["5C 2H", "3H", "9D 7C TD 4H"]), f"0:5C 2:{move}")
    assert isinstance(state.pending, cr.AwaitTurn)
    assert state.pending.seat == 2


def test_comet_break_in_by_turn_between_two_runs() -> None:
    """There is no place to fill: the stand-in is free, the fork has one way."""
    hands = ["KC 2H", "TD 3H", "9D 7C 4H"]
    state = play(table(comet("any_time", "stand_in"), hands), "0:KC")
    assert len(comet_moves(state)) == 52
    assert play(state, "2:9D=6C").pending == turn(2, "7C")
    state = play(table(comet("any_time", "fork"), hands), "0:KC 2:9D")
    assert state.pending == turn(0, "TD")
    assert legal(play(state, "0:pass")) == {"1:TD"}


def test_comet_break_in_by_turn_is_no_lead() -> None:
    """It earns its reward though leads do not, and nothing for leading."""
    pay = {"payments.comet": {"reward": 2, "if_led": "not_paid"}, "payments.leading": {"9": 5}}
    profile = comet("any_time", "stop", if_led="comet").with_(pay)
    state = play(table(profile, ["KC 2H", "3H", "9D 4H"]), "0:KC")
    assert paid(state, "2:9D") == [
        (0, 2, 2, "payments.comet.reward"),
        (1, 2, 2, "payments.comet.reward"),
    ]
    assert not laid(state, "2:9D").lead
    led = play(table(profile, ["KC 9D 2H", "3H", "4H"]), "0:KC")
    assert paid(led, "0:9D") == []


# --- any_time by holder -----------------------------------------------------------------------


def test_comet_break_in_by_holder_stand_in() -> None:
    profile = comet("any_time", "stand_in", **BY_HOLDER)
    state = play(table(profile, ["5C 2H", "6C 3H", "9D 7C 4H"]), "0:5C")
    assert legal(state) == {"1:6C", "2:9D=6C"}
    state = play(state, "2:9D=6C")
    assert state.pending == holder("7C")
    assert legal(state) == {"2:7C"}


def test_comet_break_in_by_holder_nothing() -> None:
    state = play(table(comet("any_time", **BY_HOLDER), ["5C TD 2H", "6C 3H", "9D 4H"]), "0:5C 2:9D")
    assert state.pending == holder("TD")
    assert legal(state) == {"0:TD"}


def test_comet_break_in_by_holder_fork_with_no_old_run__D4() -> None:
    """After a King and after a stuck run there is only the ten of diamonds."""
    profile = comet("any_time", "fork", if_led="comet", **BY_HOLDER)
    for lead in ("KC", "5C"):
        state = play(table(profile, ["KC 5C TD 2H", "3H", "9D 4H"]), f"0:{lead} 2:9D")
        assert state.pending == turn(0, "TD")
        assert legal(state) == {"0:TD"}


def test_comet_led_while_another_one_s_place_is_open_has_no_old_run__D4() -> None:
    """7C is a Comet that nobody has to lay; its place is not one of the led Comet's two ways."""
    profile = comet("any_time", "fork", cards=["9D", "7C"], if_led="comet", **BY_HOLDER)
    state = play(table(profile, ["6C 9D 2H", "7C 3H", "8C 4H"]), "0:6C")
    assert comet_moves(state) == {"0:9D"}
    assert play(state, "0:9D").pending == turn(1, "TD")


# --- fork answered ----------------------------------------------------------------------------

ANSWERS = ["5C 9D 2H", "3H", "6C TD 4H"]


def test_comet_fork_answered_in_turn_by_turn() -> None:
    state = play(table(comet("when_unable", "fork"), ANSWERS), "0:5C 0:9D")
    assert state.pending == turn(1, "6C TD")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass")
    assert legal(state) == {"2:6C", "2:TD"}


def test_comet_fork_answered_in_turn_goes_round_to_its_own_player__F4() -> None:
    state = play(table(comet("when_unable", "fork"), ["5C 9D TD", "3H", "4H"]), "0:5C 0:9D")
    state = play(state, "1:pass")
    assert not any(isinstance(event, cr.RunStuck) for event in events(state, "2:pass"))
    state = play(state, "2:pass")
    assert legal(state) == {"0:TD"}


def test_comet_fork_answered_in_turn_by_holder__D4() -> None:
    profile = comet("any_time", "fork", if_led="comet", **BY_HOLDER)
    state = play(table(profile, ["6C JD 2H", "TD 3H", "5C 9D 4H"], dealer=1), "2:5C 2:9D")
    assert state.pending == turn(0, "6C TD")
    assert legal(state) == {"0:6C"}
    state = play(state, "0:6C")
    assert state.pending == cr.AwaitLead(0)
    state = play(table(profile, ["7C JD 2H", "TD 3H", "9D 4H 5H"], dealer=1), "2:9D 0:pass 1:TD")
    assert state.pending == holder("JD")
    assert legal(state) == {"0:JD"}


def test_comet_fork_answered_by_holder_by_turn() -> None:
    """Nobody is asked round: whoever has a branch lays it and goes on."""
    profile = comet("when_unable", "fork", fork_answered="by_holder")
    state = play(table(profile, ["5C 9D 2H", "TD 3H", "6C JD 4H"]), "0:5C 0:9D")
    assert state.pending == holder("6C TD")
    assert legal(state) == {"1:TD", "2:6C"}
    assert refused(state, "1:pass") == "no_turns"
    assert play(state, "1:TD").pending == turn(1, "JD")
    state = play(state, "2:6C")
    assert state.pending == turn(2, "7C")
    assert play(state, "2:pass").pending == turn(0, "7C")


def test_comet_fork_answered_by_holder_may_be_its_own_player() -> None:
    profile = comet("when_unable", "fork", fork_answered="by_holder")
    state = play(table(profile, ["5C 9D TD 2H", "3H", "4H"]), "0:5C 0:9D")
    assert legal(state) == {"0:TD"}


@pytest.mark.parametrize("order", ["by_turn", "by_holder"])
def test_comet_fork_answered_by_holder_is_stuck_at_once_when_nobody_can(order: str) -> None:
    profile = comet("any_time", "fork", fork_answered="by_holder", play__order=order).with_(
        {"payments.stuck": 1, "comet.if_led": "comet"}
    )
    state = table(profile, ["9D 2H", "3H", "4H"])
    stuck = cr.RunStuck(0, (cr.parse_card("TD"),))
    assert stuck in events(state, "0:9D")
    assert paid(state, "0:9D") == [(1, 0, 1, "payments.stuck"), (2, 0, 1, "payments.stuck")]
    assert play(state, "0:9D").pending == cr.AwaitLead(0)


def test_comet_fork_answered_by_holder_by_holder() -> None:
    profile = comet("any_time", "fork", fork_answered="by_holder", **BY_HOLDER)
    state = play(table(profile, ["5C 2H", "6C 3H", "9D TD 4H"]), "0:5C 2:9D")
    assert state.pending == holder("6C TD")
    assert legal(state) == {"1:6C", "2:TD"}
    assert play(state, "1:6C").pending == cr.AwaitLead(1)


def test_comet_fork_answered_by_holder_with_one_card_to_a_turn() -> None:
    profile = comet("when_unable", "fork", fork_answered="by_holder", **ONE_CARD)
    state = play(table(profile, ["5C 2H", "9D 3H", "TD JD 4H"]), "0:5C 1:9D")
    assert legal(state) == {"2:TD"}
    assert play(state, "2:TD").pending == turn(0, "JD")


def test_comet_fork_answered_is_about_forks_with_one_holder() -> None:
    base = {"comet.cards": ["9D"], "comet.when": "when_unable", "comet.fork_answered": "by_holder"}
    assert refusal({**base, "comet.does": "stop"}) == {"M32"}
    assert refusal({**base, "comet.does": "fork", "play.suits": "ignored"}) == {"M21"}
    assert refusal({**base, "comet.does": "fork", "play.continue": "may"}) == {"M33"}
    house({**base, "comet.does": "fork"})


def test_comet_fork_may_be_answered_with_another_comet_in_its_own_place() -> None:
    """TD is a Comet too, and its place has come: a right, whoever is asked."""
    for answered in ("in_turn", "by_holder"):
        profile = comet("when_unable", "fork", cards=["9D", "TD"], fork_answered=answered)
        state = play(table(profile, ["5C 9D KH", "TD KS"]), "0:5C 0:9D")
        assert "1:TD" in legal(state), answered


# --- if led -----------------------------------------------------------------------------------


@pytest.mark.parametrize("does", ["nothing", "stop", "fork", "stand_in", "stand_in_and_stop"])
def test_comet_if_led_natural_opens_a_run_as_the_card_it_is__F7(does: str) -> None:
    profile = comet("on_turn", does, if_led="natural").with_({"payments.comet.reward": 2})
    state = table(profile, ["9D 2H", "TD 3H"])
    assert legal(state) == {"0:9D", "0:2H"}
    assert not laid(state, "0:9D").as_comet
    assert laid(state, "0:9D").lead
    assert paid(state, "0:9D") == [(1, 0, 2, "payments.comet.reward")]
    state = play(state, "0:9D")
    assert state.pending == turn(0, "TD")
    assert legal(play(state, "0:pass")) == {"1:TD"}


def test_comet_if_led_natural_unless_leads_are_not_paid__F7() -> None:
    pay = {"payments.comet": {"reward": 2, "if_led": "not_paid"}}
    state = table(comet("on_turn", "fork").with_(pay), ["9D 2H", "TD 3H"])
    assert paid(state, "0:9D") == []


def test_comet_if_led_natural_by_holder() -> None:
    profile = comet("any_time", "fork", if_led="natural", **BY_HOLDER)
    state = play(table(profile, ["9D 2H", "3H", "TD 4H"]), "0:9D")
    assert state.pending == holder("TD")
    assert legal(state) == {"2:TD"}


def test_comet_if_led_comet_stop() -> None:
    state = table(comet("on_turn", "stop", if_led="comet"), ["9D 2H 3C", "TD 3H"])
    assert laid(state, "0:9D").as_comet
    assert laid(state, "0:9D").lead
    assert play(state, "0:9D").pending == cr.AwaitLead(0)


def test_comet_if_led_comet_fork_has_one_way_and_is_asked_round__D8() -> None:
    state = table(comet("on_turn", "fork", if_led="comet"), ["9D 2H", "TD 3H", "4H"])
    assert play(state, "0:9D").pending == turn(1, "TD")


@pytest.mark.parametrize("more", [{}, IGNORED], ids=["suits matter", "suits ignored"])
def test_comet_if_led_comet_stand_in_names_what_it_stands_for__T4(more: dict[str, str]) -> None:
    state = table(comet("on_turn", "stand_in", if_led="comet", **more), ["9D 2H 5C", "TD 3H"])
    moves = comet_moves(state)
    ranks = "A23456789TJQK"
    places = list(ranks) if more else [rank + suit for rank in ranks for suit in "CDHS"]
    assert moves == {f"0:9D={place}" for place in places}
    move = "9D=4" if more else "9D=4C"
    assert str(laid(state, f"0:{move}").stands_for) == move.partition("=")[2]
    assert play(state, f"0:{move}").pending == turn(0, "5" if more else "5C")


def test_comet_if_led_comet_stand_in_and_stop_may_call_itself_a_nine__T4() -> None:
    profile = comet("on_turn", "stand_in_and_stop", if_led="comet", **IGNORED)
    state = table(profile, ["9D 2H", "TD 3H"])
    assert "0:9D=9" in legal(state)
    assert play(state, "0:9D=9").pending == cr.AwaitLead(0)


NOT_LED = {"if_led": "not_allowed"}


@pytest.mark.parametrize("does", ["nothing", "stop", "fork", "stand_in", "stand_in_and_stop"])
@pytest.mark.parametrize("order", ["by_turn", "by_holder"])
def test_comet_if_led_not_allowed_passes_the_lead_on(does: str, order: str) -> None:
    profile = comet("any_time", does, play__order=order, **NOT_LED)
    state = table(profile, ["KC 9D", "2H 3H", "4H"])
    assert legal(state) == {"0:KC"}
    assert refused(state, "0:9D=9D" if does.startswith("stand_in") else "0:9D") == "comet_lead"
    state = play(state, "0:KC")
    assert legal(state) == {"0:pass"}
    assert events(state, "0:pass") == (cr.LeadPassed(0),)
    state = play(state, "0:pass")
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) - comet_moves(state) == {"1:2H", "1:3H"}


def test_comet_if_led_not_allowed_is_no_pass_for_who_has_something_else() -> None:
    state = table(comet("on_turn", "stop", **NOT_LED), ["2C 9D", "2H 3H", "4H"])
    assert legal(state) == {"0:2C"}
    assert refused(state, "0:pass") == "must_lead"


def test_comet_if_led_not_allowed_is_led_when_the_lead_has_gone_round() -> None:
    """Each has nothing but a Comet."""
    profile = comet("on_turn", "stop", cards=["9D", "9C", "9H"], **NOT_LED)
    state = play(table(profile, ["KC 9D", "9C", "9H"]), "0:KC 0:pass")
    assert legal(state) == {"1:pass"}
    state = play(state, "1:pass 2:pass")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == {"0:9D"}
    assert laid(state, "0:9D").lead
    assert refused(state, "0:pass") == "must_lead"


def test_comet_if_led_not_allowed_gone_round_as_a_stand_in() -> None:
    profile = comet("on_turn", "stand_in", cards=["9D", "9C"], **NOT_LED, **IGNORED)
    state = play(table(profile, ["KC 9D", "9C"]), "0:K 0:pass 1:pass")
    assert comet_moves(state) == legal(state) == {f"0:9D={rank}" for rank in "A23456789TJQK"}


def test_comet_if_led_not_allowed_costs_what_a_pass_costs() -> None:
    profile = comet("on_turn", "stop", **NOT_LED).with_({"payments.passing": 3})
    state = play(table(profile, ["KC 9D", "2H 3H"]), "0:KC")
    assert paid(state, "0:pass") == [(0, "pool", 3, "payments.passing")]


def test_comet_if_led_not_allowed_is_still_laid_into_the_next_run() -> None:
    state = play(table(comet("on_turn", "stop", **NOT_LED), ["KC 9D", "2H 3H"]), "0:KC 0:pass")
    state = play(state, "1:2H 1:3H")
    assert state.is_over
    state = play(table(comet("on_turn", "stop", **NOT_LED), ["KC 9D", "2H 4H"]), "0:KC 0:pass")
    assert legal(play(state, "1:2H 1:pass")) == {"0:9D", "0:pass"}


def test_comet_if_led_not_allowed_with_a_suit_that_must_change() -> None:
    """Neither the clubs nor the Comet: the lead passes; gone round, any of them."""
    profile = comet("on_turn", "stop", **NOT_LED).with_(
        {"play.lead.suit": "new", "play.lead.no_such_suit": "lead_passes"}
    )
    state = play(table(profile, ["KC 2C 9D", "5C 8C"]), "0:KC")
    assert legal(state) == {"0:pass"}
    state = play(state, "0:pass 1:pass")
    assert {"0:2C"} <= legal(state) <= {"0:2C", "0:9D"}


@pytest.mark.parametrize(
    ("must", "moves"), [("never", {"0:9D", "0:pass"}), ("when_unable", {"0:9D"})]
)
def test_comet_if_led_comet_is_a_choice_where_the_lead_would_pass(
    must: str, moves: set[str]
) -> None:
    """Clubs only, after a run of clubs: the Comet can be led, and has to be by `must` alone."""
    profile = comet("on_turn", "stop", if_led="comet", must=must).with_(
        {"play.lead.suit": "new", "play.lead.no_such_suit": "lead_passes"}
    )
    state = play(table(profile, ["KC 2C 9D", "3H 4S"]), "0:KC")
    assert legal(state) == moves


# --- if due -----------------------------------------------------------------------------------


@pytest.mark.parametrize("when", WHENS)
@pytest.mark.parametrize("does", ["nothing", "stop", "fork"])
def test_comet_if_due_comet_is_a_right_by_turn(when: str, does: str) -> None:
    """`must` does not bind it in its own place, and there it is the Comet."""
    state = play(table(comet(when, does, if_due="comet"), ["8D 2H", "9D 3H", "TD"]), "0:8D 0:pass")
    assert legal(state) == {"1:9D", "1:pass"}
    assert laid(state, "1:9D").as_comet
    after = {
        "nothing": turn(1, "TD"),
        "stop": cr.AwaitLead(1),
        "fork": turn(2, "TD"),
    }
    assert play(state, "1:9D").pending == after[does]


@pytest.mark.parametrize("when", WHENS)
@pytest.mark.parametrize("does", ["nothing", "stop", "fork"])
def test_comet_if_due_natural_is_due_like_any_card_by_turn(when: str, does: str) -> None:
    profile = comet(when, does, if_due="natural").with_({"payments.comet.reward": 2})
    state = play(table(profile, ["8D 2H", "9D 3H", "TD"]), "0:8D 0:pass")
    assert legal(state) == {"1:9D"}
    assert refused(state, "1:pass") == "must_continue"
    assert not laid(state, "1:9D").as_comet
    assert [payment[2] for payment in paid(state, "1:9D")] == [2, 2]
    assert play(state, "1:9D").pending == turn(1, "TD")


@pytest.mark.parametrize("does", ["stand_in", "stand_in_and_stop"])
def test_comet_if_due_for_a_stand_in(does: str) -> None:
    hands = ["8D 2H", "9D 3H", "TD"]
    state = play(table(comet("on_turn", does, if_due="comet"), hands), "0:8D 0:pass")
    assert legal(state) == {"1:9D=9D", "1:pass"}
    state = play(table(comet("on_turn", does, if_due="natural"), hands), "0:8D 0:pass")
    assert legal(state) == {"1:9D"}
    assert play(state, "1:9D").pending == turn(1, "TD")


def test_comet_if_due_comet_is_gone_by_turn_for_who_has_passed() -> None:
    """Its holder was asked while the place was open; at the next lead it is open no more."""
    state = play(table(comet("in_place_only"), ["8D 2H", "9D 3H"]), "0:8D 0:pass")
    assert legal(state) == {"1:9D", "1:pass"}
    state = play(state, "1:pass")
    assert state.pending == cr.AwaitLead(0)
    assert legal(state) == {"0:2H"}
    assert refused(state, "1:9D") == "comet_not_now"


def test_comet_if_due_natural_waits_for_its_turn_like_any_card() -> None:
    """In its own place it is an ordinary card, so its holder cannot break in with it."""
    hands = ["8D 2H", "3H", "9D 4H"]
    natural = comet("any_time", "stop", if_due="natural")
    state = play(table(natural, hands), "0:8D 0:pass")
    assert legal(state) == {"1:pass"}
    assert legal(play(state, "1:pass")) == {"2:9D"}
    as_comet = comet("any_time", "stop", if_due="comet")
    assert comet_moves(play(table(as_comet, hands), "0:8D 0:pass")) == {"2:9D"}


@pytest.mark.parametrize("when", ["in_place_only", "any_time"])
@pytest.mark.parametrize("does", ["nothing", "stop", "fork"])
def test_comet_if_due_comet_is_a_right_by_holder__S2(when: str, does: str) -> None:
    """8D can be a stop: its player leads anew, unless the Comet is laid first."""
    profile = comet(when, does, if_due="comet", **BY_HOLDER)
    state = play(table(profile, ["8D 2H 3C", "3H", "9D 4H TD"]), "0:8D")
    assert legal(state) == {"0:2H", "0:3C", "2:9D"}
    assert play(state, "0:2H").pending == holder("3H")
    after = {"nothing": holder("TD"), "stop": cr.AwaitLead(2), "fork": turn(0, "TD")}
    assert play(state, "2:9D").pending == after[does]


@pytest.mark.parametrize("when", ["in_place_only", "any_time"])
@pytest.mark.parametrize("does", ["nothing", "stop", "fork"])
def test_comet_if_due_natural_is_due_like_any_card_by_holder__S2(when: str, does: str) -> None:
    profile = comet(when, does, if_due="natural", **BY_HOLDER)
    state = play(table(profile, ["8D 2H 3C", "3H", "9D 4H TD"]), "0:8D")
    assert state.pending == holder("9D")
    assert legal(state) == {"2:9D"}
    assert play(state, "2:9D").pending == holder("TD")


def test_comet_if_due_natural_beside_the_other_nines_where_suits_are_ignored() -> None:
    profile = comet("when_unable", "fork", if_due="natural", play__at_once="any_number", **IGNORED)
    state = play(table(profile, ["8D 2H", "9D 9C 9H 3H"]), "0:8 0:pass")
    assert legal(state) == {"1:9", "1:9*2", "1:9D"}
    assert play(state, "1:9D").pending == turn(1, "T")
    alone = play(table(profile, ["8D 2H", "9D 3H"]), "0:8 0:pass")
    assert legal(alone) == {"1:9D"}


def test_comet_if_due_comet_beside_the_other_nines_where_suits_are_ignored() -> None:
    """Its holder is bound to the natural nine, not to the Comet."""
    profile = comet("in_place_only", "stop", if_due="comet", **IGNORED)
    state = play(table(profile, ["8D 2H", "9D 9C 3H"]), "0:8 0:pass")
    assert legal(state) == {"1:9", "1:9D"}
    alone = play(table(profile, ["8D 2H", "9D 3H"]), "0:8 0:pass")
    assert legal(alone) == {"1:9D", "1:pass"}


def test_comet_if_due_natural_closes_no_circle() -> None:
    """One card to a turn: the player of the eight holds the nine and must lay it."""
    profile = comet("on_turn", "stop", if_due="natural", **ONE_CARD)
    state = play(table(profile, ["8D 9D 2H", "3H"]), "0:8D 1:pass")
    assert legal(state) == {"0:9D"}
    free = play(table(profile.with_({"comet.if_due": "comet"}), ["8D 9D 2H", "3H"]), "0:8D 1:pass")
    assert free.pending == cr.AwaitLead(0)


def test_comet_if_due_natural_where_the_lead_may_not_be_a_comet() -> None:
    profile = comet("in_place_only", "stop", if_due="natural", **NOT_LED)
    state = table(profile, ["8D 9D 2H", "3H"])
    assert legal(state) == {"0:8D", "0:2H"}
    assert legal(play(state, "0:8D")) == {"0:9D"}


# --- two Comets -------------------------------------------------------------------------------


def test_comet_cards_two_comets_in_one_hand() -> None:
    profile = comet("when_unable", "stop", cards=["9D", "9C"])
    state = play(table(profile, ["5C 2H", "9D 9C 3H"]), "0:5C 0:pass")
    assert legal(state) == {"1:9D", "1:9C", "1:pass"}
    state = play(state, "1:9C")
    assert state.pending == cr.AwaitLead(1)
    assert sorted(texts(state.hands[1])) == ["3H", "9D"]


def test_comet_cards_two_stand_ins_one_after_the_other__U4() -> None:
    profile = comet("on_turn", "stand_in", cards=["9D", "9C"], **IGNORED)
    state = play(table(profile, ["5C 9D 9C 8C 2H", "3H"]), "0:5 0:9D=6")
    assert legal(state) == {"0:9C=7", "0:pass"}
    state = play(state, "0:9C=7")
    assert legal(state) == {"0:8"}


def test_comet_cards_two_stand_ins_may_both_be_led() -> None:
    profile = comet("on_turn", "stand_in_and_stop", cards=["9D", "9C"], if_led="comet", **IGNORED)
    state = table(profile, ["9D 9C", "3H 4H"])
    state = play(state, "0:9D=K")
    assert state.pending == cr.AwaitLead(0)
    assert play(state, "0:9C=9").is_over


def test_comet_cards_two_comets_break_in_on_each_other() -> None:
    profile = comet("any_time", "stop", cards=["9D", "9C"], if_led="comet", **BY_HOLDER)
    state = play(table(profile, ["5C 2H", "9C 3H", "9D 4H"]), "0:5C")
    assert comet_moves(state) == {"2:9D"}
    assert legal(state) == {"0:2H", "1:9C", "2:9D"}
    state = play(state, "2:9D")
    assert legal(state) == {"2:4H", "1:9C"}
    assert play(state, "1:9C").pending == cr.AwaitLead(1)


def test_comet_cards_a_second_comet_forks_again() -> None:
    """It answers nothing: what was missing is missing still."""
    profile = comet("when_unable", "fork", cards=["9D", "9C"])
    state = play(table(profile, ["5S 9D 2H", "9C 3H", "TC 6S 4H"]), "0:5S 0:9D")
    assert legal(state) == {"1:9C", "1:pass"}
    state = play(state, "1:9C")
    assert isinstance(state.pending, cr.AwaitTurn)
    assert state.pending.seat == 2
    assert {"2:TC", "2:6S"} <= legal(state)


def test_comet_cards_two_comets_each_earn_their_reward() -> None:
    profile = comet("when_unable", "stop", cards=["9D", "9C"]).with_({"payments.comet.reward": 2})
    state = play(table(profile, ["5C 9D 9C 2H 3C", "3H"]), "0:5C 0:9D")
    assert balances(state) == (2, -2)
    state = play(state, "0:9C")
    assert balances(state) == (4, -4)


def test_comet_cards_copies_of_one_comet() -> None:
    profile = comet("on_turn", "stand_in", deck__copies=2, **IGNORED)
    state = play(table(profile, ["5C 9D 9D 2H", "3H"]), "0:5")
    assert legal(state) == {"0:9D=6", "0:pass"}
    state = play(state, "0:9D=6")
    assert legal(state) == {"0:9D=7", "0:pass"}
    assert texts(state.hands[0]).count("9D") == 1


def test_comet_cards_by_pack() -> None:
    packs = {
        "black": {"suits": ["C", "S"], "exchange": {"9C": "9D"}, "comet": ["9D"]},
        "red": {"suits": ["D", "H"], "exchange": {"9D": "9C"}, "comet": ["9C"]},
    }
    profile = house(
        {
            "deck.copies": 2,
            "deck.packs": packs,
            "play.suits": "ignored",
            "comet.when": "on_turn",
            "comet.does": "stand_in_and_stop",
        }
    )
    state = play(table(profile, ["5C 2C", "9D 9C 3C"]), "0:5 0:pass")
    assert legal(state) == {"1:9D=6", "1:pass"}
    state = play(table(profile, ["5H 2H", "9C 9D 3D"], pack="red"), "0:5 0:pass")
    assert legal(state) == {"1:9C=6", "1:pass"}


def test_comet_cards_any_rank_may_be_one() -> None:
    profile = comet("when_unable", "fork", cards=["KD"])
    state = play(table(profile, ["5C KD 2H", "6C 3H"]), "0:5C 0:KD")
    assert state.pending == turn(1, "6C")


def test_comet_cards_must_be_in_the_pack() -> None:
    assert refusal({"comet.cards": ["9D"], "deck.remove": ["9D"]}) == {"M11"}


# --- to the right -----------------------------------------------------------------------------


def test_comet_by_turn_to_the_right() -> None:
    """A fork is asked round, and a lead passed on, the way the turn goes."""
    fork = comet("when_unable", "fork", play__direction="right")
    state = play(table(fork, ["5C 9D 2H", "3H", "6C 4H"], dealer=1), "0:5C 0:9D")
    assert legal(state) == {"2:6C"}
    led = comet("when_unable", "stop", play__direction="right", **NOT_LED)
    state = play(table(led, ["KC 9D", "3H 5H", "6C 4H"], dealer=1), "0:KC 0:pass")
    assert state.pending == cr.AwaitLead(2)
