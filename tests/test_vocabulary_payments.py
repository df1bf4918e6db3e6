"""The keys of payments and stakes: what is paid while cards are laid, and before a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import cometrules as cr

from .helpers import balances, events, house, legal, paid, play, table, texts, total

IGNORED = {"play.suits": "ignored"}
BY_HOLDER = {"play.order": "by_holder"}
POINTS = {"settlement.scoring": "points"}
COMET = {"comet.cards": ["9D"], "comet.when": "on_turn", "comet.does": "stop"}
STAND_IN = {**COMET, "comet.does": "stand_in", "comet.if_led": "comet"}
ANY_TIME = {**COMET, "comet.when": "any_time", "comet.if_led": "comet"}

Paid = list[tuple[int | str, int | str, int, str]]


def each(payee: int, amount: int, rule: str, players: int = 3) -> Paid:
    """A payment from each opponent."""
    return [(seat, payee, amount, rule) for seat in range(players) if seat != payee]


def after(profile: cr.Profile, hands: list[str], moves: str, **options: Any) -> cr.State:
    return play(table(profile, hands, **options), moves)


# --- payments.from ----------------------------------------------------------------------------

HANDS = ["KC KD 9D 2H", "3H 4H", "5H 6H"]


def test_payments_from_each_opponent__every_other_pays_the_full_sum() -> None:
    state = table(house({"payments.laying": {"K": 2}}), HANDS)
    assert paid(state, "0:KC") == each(0, 2, "payments.laying.K")
    assert balances(play(state, "0:KC")) == (4, -2, -2)


def test_payments_from_pool__the_pool_pays_once() -> None:
    profile = house({"payments.from": "pool", "payments.laying": {"K": 2}, "stakes.pool.each": 1})
    state = table(profile, HANDS)
    assert (state.pool, balances(state)) == (3, (-1, -1, -1))
    assert paid(state, "0:KC") == [("pool", 0, 2, "payments.laying.K")]
    state = play(state, "0:KC")
    assert (state.pool, balances(state)) == (1, (1, -1, -1))


def test_payments_from_pool__no_more_than_it_holds() -> None:
    profile = house({"payments.from": "pool", "payments.laying": {"K": 2}, "stakes.pool.each": 1})
    state = after(profile, HANDS, "0:KC")
    assert paid(state, "0:KD") == [("pool", 0, 1, "payments.laying.K")]
    state = play(state, "0:KD")
    assert (state.pool, balances(state)) == (0, (2, -1, -1))


def test_payments_from_pool__an_empty_one_pays_nothing() -> None:
    profile = house({"payments.from": "pool", "payments.laying": {"K": 3}, "stakes.pool.dealer": 3})
    state = after(profile, HANDS, "0:KC")
    assert state.pool == 0
    assert paid(state, "0:KD") == []
    assert balances(play(state, "0:KD")) == (3, 0, -3)


@pytest.mark.parametrize(
    ("changes", "hands", "moves", "last", "rule"),
    [
        ({"payments.leading": {"5": 1}}, ["5C 2H", "3H"], "", "0:5C", "payments.leading.5"),
        (
            {**COMET, "payments.comet.reward": 1},
            ["5C 9D 2H", "3H"],
            "0:5C",
            "0:9D",
            "payments.comet.reward",
        ),
        ({"payments.stuck": 1}, ["5C 2H", "3H"], "0:5C 0:pass", "1:pass", "payments.stuck"),
    ],
)
def test_payments_from_pool__pays_every_kind_of_earning(
    changes: Mapping[str, Any], hands: list[str], moves: str, last: str, rule: str
) -> None:
    pool = {"payments.from": "pool", "stakes.pool.each": 2}
    assert paid(after(house({**changes, **pool}), hands, moves), last) == [("pool", 0, 1, rule)]
    assert paid(after(house(changes), hands, moves), last) == [(1, 0, 1, rule)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_payments_in_points__written_up_once_and_nobody_pays(players: int) -> None:
    profile = house({**POINTS, "payments.laying": {"K": 2}})
    state = table(profile, ["KC 2H", "3H", "4H", "5H"][:players])
    assert paid(state, "0:KC") == [("written", 0, 2, "payments.laying.K")]
    assert balances(play(state, "0:KC")) == (2,) + (0,) * (players - 1)


# --- payments.laying --------------------------------------------------------------------------


def test_payments_laying__as_a_lead_or_later_and_by_whoever_lays_it() -> None:
    profile = house({"payments.laying": {"K": 1}})
    assert paid(table(profile, HANDS), "0:KC") == each(0, 1, "payments.laying.K")
    state = after(profile, ["QC 2H", "KC 3H", "4H 5H"], "0:QC 0:pass")
    assert paid(state, "1:KC") == each(1, 1, "payments.laying.K")


def test_payments_laying__other_cards_earn_nothing() -> None:
    state = table(house({"payments.laying": {"K": 1, "7D": 3}}), ["QC 7C 8D 2H", "3H"])
    for move in ("0:QC", "0:7C", "0:8D", "0:2H"):
        assert paid(state, move) == []


@pytest.mark.parametrize(("card", "amount", "key"), [("KD", 3, "KD"), ("KC", 1, "K")])
def test_payments_laying__a_card_goes_before_its_rank(card: str, amount: int, key: str) -> None:
    state = table(house({"payments.laying": {"K": 1, "KD": 3}}), HANDS)
    assert paid(state, f"0:{card}") == each(0, amount, f"payments.laying.{key}")


def test_payments_laying__a_card_at_nothing_is_taken_out_of_its_rank() -> None:
    state = table(house({"payments.laying": {"K": 1, "KD": 0}}), HANDS)
    assert paid(state, "0:KD") == []
    assert paid(state, "0:KC") == each(0, 1, "payments.laying.K")


def test_payments_laying__a_named_card_where_suits_are_ignored() -> None:
    """The move names the card, since it matters which; other ranks stay ranks."""
    state = table(house({**IGNORED, "payments.laying": {"K": 1, "KD": 3}}), HANDS)
    assert legal(state) == {"0:KC", "0:KD", "0:9", "0:2"}
    assert paid(state, "0:KD") == each(0, 3, "payments.laying.KD")
    assert paid(state, "0:KC") == each(0, 1, "payments.laying.K")


def test_payments_laying__a_rank_where_suits_are_ignored() -> None:
    state = table(house({**IGNORED, "payments.laying": {"K": 1}}), HANDS)
    assert paid(state, "0:K") == each(0, 1, "payments.laying.K")


def test_payments_laying__the_last_card_earns_before_the_settlement() -> None:
    profile = house({"payments.laying": {"K": 1}, "settlement.per_card": 1})
    assert paid(table(profile, ["KC", "3H 4H", "5H"]), "0:KC") == [
        *each(0, 1, "payments.laying.K"),
        (1, 0, 2, "settlement.per_card"),
        (2, 0, 1, "settlement.per_card"),
    ]


@pytest.mark.parametrize("spelling", ["10", 10, "T", "t"])
def test_payments_laying__the_ten_however_it_is_written(spelling: str | int) -> None:
    state = table(house({"payments.laying": {spelling: 1}}), ["TC 2H", "3H", "4H"])
    assert paid(state, "0:TC") == each(0, 1, "payments.laying.T")


def test_payments_laying__a_comet_laid_as_a_plain_card_is_one() -> None:
    changes = {"payments.laying": {"9": 1}, "comet.cards": ["9D"], "comet.if_led": "natural"}
    assert paid(table(house(changes), HANDS), "0:9D") == each(0, 1, "payments.laying.9")


def test_payments_laying__a_comet_laid_as_a_comet_earns_where_the_card_is_named() -> None:
    named = house({**COMET, "payments.laying": {"9D": 4}})
    state = after(named, ["5C 9D 2H", "3H", "4H"], "0:5C")
    assert paid(state, "0:9D") == each(0, 4, "payments.laying.9D")


# --- payments.leading -------------------------------------------------------------------------

ACE_HIGH = {"deck.ranks": [2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A"]}


def test_payments_leading__when_it_starts_a_run() -> None:
    state = table(house({"payments.leading": {"A": 2}}), ["AC 2H", "3H", "4H"])
    assert paid(state, "0:AC") == each(0, 2, "payments.leading.A")


def test_payments_leading__not_when_it_goes_on_with_one() -> None:
    profile = house({**ACE_HIGH, "payments.leading": {"A": 2}})
    state = after(profile, ["KC AC AD 2H", "3H", "4H"], "0:KC")
    assert paid(state, "0:AC") == []
    assert paid(play(state, "0:AC"), "0:AD") == each(0, 2, "payments.leading.A")


def test_payments_leading__later_leads_too() -> None:
    """After a stuck run, and by another player after a stop."""
    profile = house({"payments.leading": {"5": 1}, "play.after_stop": "next_player_leads"})
    state = after(profile, ["7C 5C 2H", "3H", "4H"], "0:7C 0:pass 1:pass 2:pass")
    assert paid(state, "0:5C") == each(0, 1, "payments.leading.5")
    state = after(profile, ["KC 2H", "5C 3H", "4H"], "0:KC")
    assert paid(state, "1:5C") == each(1, 1, "payments.leading.5")


def test_payments_leading__a_skip_goes_on_and_leads_nothing() -> None:
    profile = house({"payments.leading": {"5": 1}, "play.when_stuck": "last_player_skips"})
    state = after(profile, ["3C 5C 2H", "3H", "4H"], "0:3C 0:pass 1:pass 2:pass")
    assert legal(state) == {"0:5C"}
    assert paid(state, "0:5C") == []


def test_payments_leading__besides_what_laying_earns() -> None:
    profile = house({"payments.leading": {"K": 2}, "payments.laying": {"K": 1}})
    state = table(profile, HANDS)
    assert paid(state, "0:KC") == [
        *each(0, 1, "payments.laying.K"),
        *each(0, 2, "payments.leading.K"),
    ]
    assert balances(play(state, "0:KC")) == (6, -3, -3)


@pytest.mark.parametrize(("card", "amount", "key"), [("AD", 5, "AD"), ("AC", 1, "A")])
def test_payments_leading__a_card_goes_before_its_rank(card: str, amount: int, key: str) -> None:
    profile = house({"payments.leading": {"A": 1, "AD": 5}})
    state = table(profile, ["AC AD 2H", "3H", "4H"])
    assert paid(state, f"0:{card}") == each(0, amount, f"payments.leading.{key}")


# --- payments.set -----------------------------------------------------------------------------

SETS = {**IGNORED, "play.at_once": "any_number", "play.lead.at_once": "any_number"}


@pytest.mark.parametrize(("how", "times"), [("each_card", 3), ("once", 1)])
def test_payments_set__what_equal_cards_laid_together_earn(how: str, times: int) -> None:
    profile = house({**SETS, "payments.laying": {"K": 2}, "payments.set": how})
    state = after(profile, ["QC KC KD KH 2H", "3H", "4H"], "0:Q")
    assert paid(state, "0:K*3") == each(0, 2, "payments.laying.K") * times
    assert balances(play(state, "0:K*3")) == (4 * times, -2 * times, -2 * times)
    assert paid(state, "0:K") == each(0, 2, "payments.laying.K")


@pytest.mark.parametrize(("how", "times"), [("each_card", 2), ("once", 1)])
def test_payments_set__a_set_that_is_led(how: str, times: int) -> None:
    profile = house({**SETS, "payments.leading": {"5": 1}, "payments.set": how})
    state = table(profile, ["5C 5D 2H", "3H", "4H"])
    assert paid(state, "0:5*2") == each(0, 1, "payments.leading.5") * times


def test_payments_set__a_card_named_besides_its_rank() -> None:
    profile = house({**SETS, "payments.laying": {"K": 1, "KD": 3}})
    state = table(profile, ["KC KD KH 2H", "3H", "4H"])
    assert balances(play(state, "0:KC+KD+KH")) == (10, -5, -5)


# --- payments.comet.reward, if_led, rank_too --------------------------------------------------


def rewarded(changes: Mapping[str, Any], reward: int = 2, **more: Any) -> cr.Profile:
    return house({**changes, "payments.comet.reward": reward, **more})


def test_payments_comet_reward__from_each_when_it_is_laid() -> None:
    state = after(rewarded(COMET), ["5C 9D 2H", "3H", "4H"], "0:5C")
    assert paid(state, "0:9D") == each(0, 2, "payments.comet.reward")
    assert balances(play(state, "0:9D")) == (4, -2, -2)


def test_payments_comet_reward__to_whoever_lays_it_out_of_turn() -> None:
    state = after(rewarded(ANY_TIME), ["5C 6C 2H", "3H", "9D 4H"], "0:5C")
    assert paid(state, "2:9D") == each(2, 2, "payments.comet.reward")


@pytest.mark.parametrize("does", ["nothing", "stop", "fork", "stand_in", "stand_in_and_stop"])
def test_payments_comet_reward__whatever_it_does(does: str) -> None:
    move = "0:9D=6C" if does.startswith("stand_in") else "0:9D"
    profile = rewarded({**COMET, "comet.does": does})
    state = after(profile, ["5C 9D 2H", "3H", "4H"], "0:5C")
    assert paid(state, move) == each(0, 2, "payments.comet.reward")


@pytest.mark.parametrize(
    ("changes", "hands", "moves", "move"),
    [
        ({"comet.if_led": "natural"}, ["9D 2H", "3H", "4H"], "", "0:9D"),
        ({"comet.if_due": "natural"}, ["8D 9D 2H", "3H", "4H"], "0:8D", "0:9D"),
    ],
)
def test_payments_comet_reward__a_comet_laid_as_a_plain_card_earns_it(
    changes: Mapping[str, Any], hands: list[str], moves: str, move: str
) -> None:
    state = after(rewarded({**COMET, **changes}), hands, moves)
    assert paid(state, move) == each(0, 2, "payments.comet.reward")


def test_payments_comet_reward__a_comet_left_in_a_hand_earns_nothing() -> None:
    state = after(rewarded(COMET), ["5C", "9D 3H", "4H"], "0:5C")
    assert state.is_over
    assert balances(state) == (0, 0, 0)


def test_payments_comet_reward__each_of_two_comets() -> None:
    changes = {**COMET, "comet.cards": ["9D", "9C"]}
    state = after(rewarded(changes), ["5C 9D 9C 2H", "3H", "4H"], "0:5C 0:9D")
    assert paid(play(state, "0:2H"), "0:9C") == each(0, 2, "payments.comet.reward")


@pytest.mark.parametrize("how", ["paid", "not_paid"])
@pytest.mark.parametrize("led", ["natural", "comet"])
def test_payments_comet_if_led__whether_a_comet_that_is_led_earns_it(how: str, led: str) -> None:
    profile = rewarded({**COMET, "comet.if_led": led, "payments.comet.if_led": how})
    state = table(profile, ["9D 2H", "3H", "4H"])
    assert paid(state, "0:9D") == (each(0, 2, "payments.comet.reward") if how == "paid" else [])


@pytest.mark.parametrize("how", ["paid", "not_paid"])
def test_payments_comet_if_led__in_a_run_it_is_always_paid(how: str) -> None:
    state = after(
        rewarded({**COMET, "payments.comet.if_led": how}), ["5C 9D 2H", "3H", "4H"], "0:5C"
    )
    assert paid(state, "0:9D") == each(0, 2, "payments.comet.reward")


def test_payments_comet_if_led__a_break_in_between_two_runs_is_no_lead() -> None:
    profile = rewarded({**ANY_TIME, "payments.comet.if_led": "not_paid"})
    state = after(profile, ["KC 2H", "3H", "9D 4H"], "0:KC")
    assert state.pending == cr.AwaitLead(0)
    assert paid(state, "2:9D") == each(2, 2, "payments.comet.reward")


@pytest.mark.parametrize(("how", "earned"), [("never", 0), ("also_paid", 1)])
def test_payments_comet_rank_too__what_it_stands_for(how: str, earned: int) -> None:
    profile = house({**STAND_IN, "payments.laying": {"K": 1}, "payments.comet.rank_too": how})
    state = after(profile, ["QC 9D 2H", "3H", "4H"], "0:QC")
    assert paid(state, "0:9D=KC") == each(0, 1, "payments.laying.K") * earned
    led = table(profile, ["9D 2H", "3H", "4H"])
    assert paid(led, "0:9D=KH") == each(0, 1, "payments.laying.K") * earned
    assert paid(led, "0:9D=QH") == []


def test_payments_comet_rank_too__a_card_goes_before_its_rank() -> None:
    laying = {"payments.laying": {"K": 1, "KC": 4}, "payments.comet.rank_too": "also_paid"}
    state = after(house({**STAND_IN, **laying}), ["QC 9D 2H", "3H", "4H"], "0:QC")
    assert paid(state, "0:9D=KC") == each(0, 4, "payments.laying.KC")


def test_payments_comet_rank_too__a_rank_where_suits_are_ignored() -> None:
    laying = {"payments.laying": {"K": 1}, "payments.comet.rank_too": "also_paid"}
    profile = rewarded({**STAND_IN, **IGNORED, **laying})
    state = after(profile, ["QC 9D 2H", "3H", "4H"], "0:Q")
    assert paid(state, "0:9D=K") == [
        *each(0, 1, "payments.laying.K"),
        *each(0, 2, "payments.comet.reward"),
    ]


def test_payments_comet_rank_too__is_about_laying_and_not_about_leading() -> None:
    changes = {"payments.leading": {"K": 1}, "payments.comet.rank_too": "also_paid"}
    led = table(house({**STAND_IN, **changes}), ["9D 2H", "3H", "4H"])
    assert paid(led, "0:9D=KH") == []


# --- payments.comet.grows, resets, counted ----------------------------------------------------

NINE_D, NINE_C = cr.Card("9", "D"), cr.Card("9", "C")
TWO = {**COMET, "comet.cards": ["9D", "9C"], "payments.comet.reward": 2, "payments.comet.grows": 3}


def reward(profile: cr.Profile, lay_dead: Mapping[cr.Card, int], comet: str = "9D") -> int:
    """What laying a Comet earns from each, with what earlier deals have left."""
    carried = cr.Carried(lay_dead=lay_dead)
    state = after(profile, ["5C 9D 9C 2H", "3H", "4H"], "0:5C", carried=carried)
    payments = paid(state, f"0:{comet}")
    assert payments == each(0, payments[0][2], "payments.comet.reward")
    assert balances(play(state, f"0:{comet}"))[0] == 2 * payments[0][2]
    return payments[0][2]


@pytest.mark.parametrize("deals", [0, 1, 2, 5])
def test_payments_comet_grows__by_so_much_for_each_deal_without_it(deals: int) -> None:
    profile = rewarded(COMET, **{"payments.comet.grows": 3})
    assert reward(profile, {NINE_D: deals}) == 2 + 3 * deals


def test_payments_comet_grows__not_at_all_without_it() -> None:
    assert reward(rewarded(COMET), {NINE_D: 4}) == 2


@pytest.mark.parametrize(("when", "amount"), [("after_the_deal", 8), ("at_once", 2)])
def test_payments_comet_resets__whether_the_grown_reward_can_still_be_earned(
    when: str, amount: int
) -> None:
    assert reward(house({**TWO, "payments.comet.resets": when}), {NINE_D: 2, NINE_C: 2}) == amount


def test_payments_comet_counted__together_one_reward_grows_for_all() -> None:
    profile = house({**TWO, "payments.comet.counted": "together"})
    lay_dead = {NINE_D: 2, NINE_C: 2}
    assert reward(profile, lay_dead, "9D") == reward(profile, lay_dead, "9C") == 8


def test_payments_comet_counted__each_comet_has_its_own() -> None:
    profile = house({**TWO, "payments.comet.counted": "each_comet"})
    lay_dead = {NINE_D: 2, NINE_C: 0}
    assert reward(profile, lay_dead, "9D") == 8
    assert reward(profile, lay_dead, "9C") == 2


def test_payments_comet_counted__together_across_packs() -> None:
    """The packs take turns; one count for the game, whichever Comet lay dead."""
    packs = {"a": {"comet": ["9D"]}, "b": {"comet": ["9C"]}}
    changes = {**TWO, "comet.cards": [], "deck.packs": packs}
    lay_dead = {NINE_D: 1, NINE_C: 1}
    for pack, comet in (("a", "9D"), ("b", "9C")):
        state = after(
            house(changes), ["5C 9D 9C 2H", "3H", "4H"], "0:5C", pack=pack,
            carried=cr.Carried(lay_dead=lay_dead),
        )  # fmt: skip
        assert paid(state, f"0:{comet}") == each(0, 5, "payments.comet.reward")


def test_payments_comet_grows__written_up_where_points_are_scored() -> None:
    profile = house({**TWO, **POINTS})
    carried = cr.Carried(lay_dead={NINE_D: 1, NINE_C: 1})
    state = after(profile, ["5C 9D 2H", "3H", "4H"], "0:5C", carried=carried)
    assert paid(state, "0:9D") == [("written", 0, 5, "payments.comet.reward")]


def rewards_of_a_match(changes: Mapping[str, Any], comets: str) -> list[int]:
    """What laying the Comet earned, deal by deal: `-` where it lay dead, `9D` where it was laid.

    `x9D` is a Comet that was dealt and not laid.
    """
    rules = cr.compile_rules(house({**changes, "match.deals_each": 9}), 2)
    match, earned = cr.new_match(rules, seed=1, dealer=1), []
    for comet in comets.split():
        leader = (match.dealer + 1) % 2
        hands = [["5C", "KS"], ["2H"]] if leader == 0 else [["2H"], ["5C", "KS"]]
        if comet != "-":
            hands[leader].insert(0, comet[-2:])
        moves = f"{leader}:5C {leader}:"
        if comet.startswith("9"):
            state = play(match.deal(hands=hands), moves + comet)
            earned.append(balances(state)[leader])
            state = play(state, f"{leader}:KS")
        elif comet == "-":
            state = play(match.deal(hands=hands), f"{moves}pass {1 - leader}:pass {leader}:KS")
        else:
            hands[leader].remove("KS")
            hands[1 - leader] = ["6C"]
            state = play(match.deal(hands=hands), f"{moves}pass {1 - leader}:6C")
        assert state.is_over
        match = match.after(state)
    return earned


GROWING = {**TWO, "comet.cards": ["9D"]}


@pytest.mark.parametrize(
    ("changes", "deals", "expected"),
    [
        (GROWING, "9D 9D", [2, 2]),
        (GROWING, "- 9D 9D", [5, 2]),
        (GROWING, "- - - 9D 9D", [11, 2]),
        (GROWING, "- x9D 9D", [2]),  # dealt and not laid: the row is broken
        (GROWING, "- - 9D - 9D", [8, 5]),
        ({**GROWING, "payments.comet.resets": "at_once"}, "- - 9D 9D", [2, 2]),
        ({**TWO, "payments.comet.counted": "each_comet"}, "- 9D 9C", [5, 8]),
        ({**TWO, "payments.comet.counted": "each_comet"}, "9D 9D 9C", [2, 2, 8]),
        ({**TWO, "payments.comet.counted": "together"}, "- 9D 9C", [5, 2]),
        ({**TWO, "payments.comet.counted": "together"}, "9D 9D 9C", [2, 2, 2]),
    ],
)
def test_payments_comet_grows__from_deal_to_deal(
    changes: Mapping[str, Any], deals: str, expected: list[int]
) -> None:
    assert rewards_of_a_match(changes, deals) == expected


# --- payments.stuck ---------------------------------------------------------------------------


def test_payments_stuck__to_the_player_of_the_last_card() -> None:
    profile = house({"payments.stuck": 2})
    state = after(profile, ["5C 2H", "6C 4H", "3H"], "0:5C 0:pass 1:6C 1:pass 2:pass")
    assert paid(state, "0:pass") == each(1, 2, "payments.stuck")
    assert balances(play(state, "0:pass")) == (-2, 4, -2)


def test_payments_stuck__by_holder_as_soon_as_nobody_holds_the_next_card() -> None:
    profile = house({**BY_HOLDER, "payments.stuck": 2})
    state = after(profile, ["5C 2H", "6C 4H", "3H"], "0:5C")
    assert paid(state, "1:6C") == each(1, 2, "payments.stuck")


@pytest.mark.parametrize("when", ["last_player_leads", "next_player_leads", "last_player_skips"])
def test_payments_stuck__whoever_goes_on_then(when: str) -> None:
    profile = house({"payments.stuck": 2, "play.when_stuck": when})
    state = after(profile, ["5C 8C 2H", "3H", "4H"], "0:5C 0:pass 1:pass")
    assert paid(state, "2:pass") == each(0, 2, "payments.stuck")


@pytest.mark.parametrize("order", ["by_turn", "by_holder"])
@pytest.mark.parametrize(
    ("changes", "card"), [({}, "KC"), ({"play.stops": ["7C"]}, "7C"), (ANY_TIME, "9D")]
)
def test_payments_stuck__a_stop_is_not_stuck(
    order: str, changes: Mapping[str, Any], card: str
) -> None:
    profile = house({**changes, "play.order": order, "payments.stuck": 2})
    state = table(profile, [f"{card} 2H", "3H", "4H"])
    assert paid(state, f"0:{card}") == []
    assert play(state, f"0:{card}").pending == cr.AwaitLead(0)


@pytest.mark.parametrize("order", ["by_turn", "by_holder"])
def test_payments_stuck__the_end_of_the_deal_is_not_stuck(order: str) -> None:
    profile = house({"play.order": order, "payments.stuck": 2})
    state = table(profile, ["5C", "3H", "4H"])
    assert paid(state, "0:5C") == []
    assert balances(play(state, "0:5C")) == (0, 0, 0)


def test_payments_stuck__a_set_is_one_last_card() -> None:
    profile = house({**SETS, "payments.stuck": 2})
    state = after(profile, ["5C 5D 2H", "3H", "4H"], "0:5*2 0:pass 1:pass")
    assert paid(state, "2:pass") == each(0, 2, "payments.stuck")


# --- payments.passing -------------------------------------------------------------------------


def test_payments_passing__into_the_pool_which_the_winner_takes() -> None:
    profile = house({"payments.passing": 2})
    state = after(profile, ["5C 7C", "3H", "6C 4H"], "0:5C 0:pass")
    assert paid(state, "1:pass") == [(1, "pool", 2, "payments.passing")]
    state = play(state, "1:pass")
    assert (state.pool, balances(state)) == (2, (0, -2, 0))
    state = play(state, "2:6C 2:pass")
    assert paid(state, "0:7C") == [("pool", 0, 2, "stakes.pool.won_by")]
    assert balances(play(state, "0:7C")) == (2, -2, 0)


def test_payments_passing__every_pass_again() -> None:
    profile = house({"payments.passing": 1})
    state = after(profile, ["5C 7H KH", "3H", "4H"], "0:5C 0:pass 1:pass 2:pass")
    state = play(state, "0:7H 0:pass 1:pass")
    assert (state.pool, balances(state)) == (3, (0, -2, -1))


def test_payments_passing__where_nobody_is_bound_to_continue() -> None:
    profile = house({"payments.passing": 1, "play.continue": "may"})
    state = after(profile, ["5C 2H", "6C 3H", "4H"], "0:5C 0:pass")
    assert legal(state) == {"1:6C", "1:pass"}
    assert paid(state, "1:pass") == [(1, "pool", 1, "payments.passing")]


# --- stakes.pool ------------------------------------------------------------------------------

PLAIN = ["5C 2H", "3H", "4H"]


def test_stakes_pool_each__from_every_player_before_the_deal() -> None:
    rules = cr.compile_rules(house({"stakes.pool.each": 2}), 3)
    state = cr.start(rules, dealer=1)
    assert (state.pool, balances(state)) == (6, (-2, -2, -2))


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_stakes_pool_dealer__besides(dealer: int) -> None:
    rules = cr.compile_rules(house({"stakes.pool.each": 2, "stakes.pool.dealer": 3}), 3)
    state = cr.start(rules, dealer=dealer)
    assert state.pool == 9
    assert balances(state) == tuple(-5 if seat == dealer else -2 for seat in range(3))


def test_stakes_pool_dealer__alone() -> None:
    state = table(house({"stakes.pool.dealer": 3}), PLAIN)
    assert (state.pool, balances(state)) == (3, (0, 0, -3))


def test_stakes_pool__comes_to_what_lies_there_already() -> None:
    state = table(house({"stakes.pool.each": 2}), PLAIN, carried=cr.Carried(pool=7))
    assert state.pool == 13
    assert total(state) == 7


def test_stakes_pool_won_by_first_out__whoever_is_out() -> None:
    profile = house({"stakes.pool.each": 2})
    state = after(profile, ["5C 2H", "6C", "4H"], "0:5C 0:pass")
    assert paid(state, "1:6C") == [("pool", 1, 6, "stakes.pool.won_by")]
    over = play(state, "1:6C")
    assert (cr.score(over).pool, balances(over)) == (0, (-2, 4, -2))


OUT_WITH_COMET = {"stakes.pool.each": 2, "stakes.pool.won_by": "out_with_comet"}


def test_stakes_pool_won_by_out_with_comet__another_last_card_leaves_it() -> None:
    profile = house({**COMET, **OUT_WITH_COMET})
    over = after(profile, ["5C 9D 2H", "3H", "4H"], "0:5C 0:9D 0:2H")
    assert over.is_over
    assert (cr.score(over).pool, balances(over)) == (6, (-2, -2, -2))


@pytest.mark.parametrize(
    ("changes", "hand", "moves", "last"),
    [
        ({}, "5C 9D", "0:5C", "0:9D"),
        ({"comet.if_led": "comet"}, "9D", "", "0:9D"),
        ({"comet.if_led": "natural"}, "9D", "", "0:9D"),
        ({"comet.if_due": "natural"}, "8D 9D", "0:8D", "0:9D"),
        ({"comet.does": "stand_in"}, "5C 9D", "0:5C", "0:9D=6C"),
    ],
)
def test_stakes_pool_won_by_out_with_comet__the_comet_takes_it(
    changes: Mapping[str, Any], hand: str, moves: str, last: str
) -> None:
    state = after(house({**COMET, **OUT_WITH_COMET, **changes}), [hand, "3H", "4H"], moves)
    assert paid(state, last) == [("pool", 0, 6, "stakes.pool.won_by")]


# --- stakes.pots.cards ------------------------------------------------------------------------

POTS = {"stakes.pots.cards": {"AD": {"dealer": 5}, "TD": {"each": 1, "dealer": 2}}}
ACE_D, TEN_D = cr.Card("A", "D"), cr.Card("T", "D")


def test_stakes_pots_cards__each_from_everybody_and_the_dealers_besides() -> None:
    state = cr.start(cr.compile_rules(house(POTS), 3), dealer=1)
    assert state.pots == {ACE_D: 5, TEN_D: 5}
    assert balances(state) == (-1, -8, -1)


def test_stakes_pots_cards__whoever_lays_the_card_takes_its_pot() -> None:
    state = table(house(POTS), ["AD 2H", "TD 3H", "4H"])
    assert paid(state, "0:AD") == [("pot AD", 0, 5, "stakes.pots.taken")]
    state = play(state, "0:AD")
    assert state.pots == {ACE_D: 0, TEN_D: 5}
    assert balances(state) == (4, -1, -8)


def test_stakes_pots_cards__the_named_card_where_suits_are_ignored() -> None:
    """The move says which ten it is."""
    state = table(house({**POTS, **IGNORED}), ["TC TD 2H", "3H", "4H"])
    assert legal(state) == {"0:TC", "0:TD", "0:2"}
    assert paid(state, "0:TC") == []
    assert paid(state, "0:TD") == [("pot TD", 0, 5, "stakes.pots.taken")]


def test_stakes_pots_cards__in_a_set() -> None:
    state = table(house({**POTS, **SETS}), ["TC TD 2H", "3H", "4H"])
    assert paid(state, "0:TC+TD") == [("pot TD", 0, 5, "stakes.pots.taken")]


def test_stakes_pots_cards__the_second_of_two_equal_cards_finds_it_empty() -> None:
    state = after(house({**POTS, "deck.copies": 2}), ["AD AD 2H", "3H", "4H"], "0:AD 0:pass")
    state = play(state, "1:pass 2:pass")
    assert paid(state, "0:AD") == []


def test_stakes_pots_cards__a_comet_that_stands_in_for_the_card_takes_nothing() -> None:
    run = after(house({**STAND_IN, **POTS, **IGNORED}), ["8C 9D 9C 2H", "3H", "4H"], "0:8 0:9")
    assert paid(run, "0:9D=T") == []
    led = table(house({**STAND_IN, **POTS}), ["9D 2H", "3H", "4H"])
    assert paid(led, "0:9D=TD") == []
    assert play(led, "0:9D=TD").pots == {ACE_D: 5, TEN_D: 5}


# --- stakes.pots.taken ------------------------------------------------------------------------

AT_END = {**POTS, "stakes.pots.taken": "at_end"}


def test_stakes_pots_taken_at_end__by_the_seat_its_card_was_dealt_to() -> None:
    """Seat 1 laid its ace long ago, seat 2 still holds the ten: both take their pots."""
    state = table(house(AT_END), ["KC 2H", "AD 3H", "TD 4H"], dealer=0)
    assert paid(state, "1:AD") == []
    state = play(state, "1:AD 1:pass 2:pass 0:pass")
    assert state.pots == {ACE_D: 5, TEN_D: 5}
    assert paid(state, "1:3H") == [
        ("pot AD", 1, 5, "stakes.pots.taken"),
        ("pot TD", 2, 5, "stakes.pots.taken"),
    ]
    assert balances(play(state, "1:3H")) == (-8, 4, 4)


def test_stakes_pots_taken_at_end__a_card_nobody_was_dealt_leaves_its_pot() -> None:
    over = after(house(AT_END), ["AD", "3H", "4H"], "0:AD")
    assert cr.score(over).pots == {ACE_D: 0, TEN_D: 5}


def test_stakes_pots_taken_when_laid__a_card_still_held_at_the_end_leaves_its_pot() -> None:
    over = after(house(POTS), ["5C", "AD 3H", "TD 4H"], "0:5C")
    assert cr.score(over).pots == {ACE_D: 5, TEN_D: 5}


# --- stakes.pots.frozen -----------------------------------------------------------------------

FROZEN = {**COMET, **POTS, "stakes.pots.frozen": "once_comet_is_laid", "comet.if_led": "comet"}


@pytest.mark.parametrize("frozen", ["never", "once_comet_is_laid"])
def test_stakes_pots_frozen__no_pot_is_taken_once_the_comet_is_laid(frozen: str) -> None:
    profile = house({**FROZEN, "stakes.pots.frozen": frozen})
    state = table(profile, ["9D AD 2H", "3H", "4H"])
    assert paid(state, "0:AD") == [("pot AD", 0, 5, "stakes.pots.taken")]
    told = any(isinstance(event, cr.PotsFrozen) for event in events(state, "0:9D"))
    assert told == (frozen == "once_comet_is_laid")
    state = play(state, "0:9D")
    assert paid(state, "0:AD") == ([] if told else [("pot AD", 0, 5, "stakes.pots.taken")])
    assert play(state, "0:AD").pots[ACE_D] == (5 if told else 0)


def test_stakes_pots_frozen__by_a_comet_laid_as_a_plain_card_too() -> None:
    profile = house({**FROZEN, "comet.if_led": "natural"})
    state = after(profile, ["9D AD 2H", "3H", "4H"], "0:9D 0:pass 1:pass 2:pass")
    assert paid(state, "0:AD") == []


def test_stakes_pots_frozen__told_once_by_the_first_of_two_comets() -> None:
    state = table(house({**FROZEN, "comet.cards": ["9D", "9C"]}), ["9D 9C 2H", "3H", "4H"])
    assert cr.PotsFrozen() in events(state, "0:9D")
    assert cr.PotsFrozen() not in events(play(state, "0:9D"), "0:9C")


@pytest.mark.parametrize("hand", ["9D 2H", "5H 2H"])
def test_stakes_pots_frozen__not_by_a_comet_in_a_hand_or_dead(hand: str) -> None:
    state = table(house(FROZEN), ["AD 6H", hand, "4H"])
    assert paid(state, "0:AD") == [("pot AD", 0, 5, "stakes.pots.taken")]


def test_stakes_pots_frozen__pots_taken_at_the_end_as_well() -> None:
    profile = house({**FROZEN, "stakes.pots.taken": "at_end"})
    hands = ["9D 2H", "AD 3H", "4H"]
    assert paid(after(profile, hands, "0:9D"), "0:2H") == []
    over = after(profile, ["2H", "AD 9D 3H", "4H"], "0:2H")
    assert cr.score(over).pots == {ACE_D: 0, TEN_D: 5}


# --- stakes.pots.unclaimed --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unclaimed", "lying", "pots", "expected"),
    [
        ("stay", {}, (5, 5), (-1, -1, -8)),
        ("stay", {ACE_D: 5, TEN_D: 3}, (10, 8), (-1, -1, -8)),
        ("made_up", {}, (5, 5), (-1, -1, -8)),
        ("made_up", {ACE_D: 5, TEN_D: 5}, (5, 5), (0, 0, 0)),
        ("made_up", {ACE_D: 2}, (5, 5), (-1, -1, -6)),
        ("made_up", {ACE_D: 9}, (9, 5), (-1, -1, -3)),
    ],
)
def test_stakes_pots_unclaimed__a_stake_more_or_made_up_to_one(
    unclaimed: str,
    lying: Mapping[cr.Card, int],
    pots: tuple[int, int],
    expected: tuple[int, ...],
) -> None:
    rules = cr.compile_rules(house({**POTS, "stakes.pots.unclaimed": unclaimed}), 3)
    state = cr.start(rules, dealer=2, carried=cr.Carried(pots=lying))
    assert tuple(state.pots.values()) == pots
    assert balances(state) == expected
    assert total(state) == sum(lying.values())


@pytest.mark.parametrize(("unclaimed", "then"), [("stay", (10, 10)), ("made_up", (5, 5))])
def test_stakes_pots_unclaimed__in_the_next_deal(unclaimed: str, then: tuple[int, int]) -> None:
    rules = cr.compile_rules(house({**POTS, "stakes.pots.unclaimed": unclaimed}), 3)
    match = cr.new_match(rules, seed=1, dealer=2)
    over = play(match.deal(hands=[["5C"], ["AD", "3H"], ["TD", "4H"]]), "0:5C")
    state = match.after(over).deal()
    assert (state.pots[ACE_D], state.pots[TEN_D]) == then


def test_stakes_pool__left_by_one_deal_it_lies_in_the_next() -> None:
    profile = house({**COMET, **OUT_WITH_COMET})
    match = cr.new_match(cr.compile_rules(profile, 3), seed=1, dealer=2)
    over = play(match.deal(hands=[["5C"], ["AD", "3H"], ["TD", "4H"]]), "0:5C")
    assert match.after(over).deal().pool == 12


# --- stakes.pots.caught -----------------------------------------------------------------------


@pytest.mark.parametrize(("caught", "amount"), [("nothing", 0), ("doubled", 5)])
def test_stakes_pots_caught__who_still_holds_the_card_doubles_its_pot(
    caught: str, amount: int
) -> None:
    state = table(house({**POTS, "stakes.pots.caught": caught}), ["5C", "AD 3H", "4H"])
    payments = [(1, "pot AD", 5, "stakes.pots.caught")] if amount else []
    assert paid(state, "0:5C") == payments
    over = play(state, "0:5C")
    assert cr.score(over).pots == {ACE_D: 5 + amount, TEN_D: 5}
    assert balances(over) == (-1, -1 - amount, -8)


def test_stakes_pots_caught__as_much_as_lies_there() -> None:
    profile = house({**POTS, "stakes.pots.caught": "doubled"})
    state = table(profile, ["5C", "AD TD", "4H"], carried=cr.Carried(pots={TEN_D: 4}))
    assert paid(state, "0:5C") == [
        (1, "pot AD", 5, "stakes.pots.caught"),
        (1, "pot TD", 9, "stakes.pots.caught"),
    ]
    assert cr.score(play(state, "0:5C")).pots == {ACE_D: 10, TEN_D: 18}


def test_stakes_pots_caught__the_winner_holds_nothing_and_pays_nothing() -> None:
    profile = house({**POTS, "stakes.pots.caught": "doubled"})
    assert paid(table(profile, ["AD", "3H", "4H"]), "0:AD") == [
        ("pot AD", 0, 5, "stakes.pots.taken")
    ]


# --- the whole of it --------------------------------------------------------------------------


def test_payments_and_stakes__several_at_once_in_one_move() -> None:
    """A King that is led, named, with a pot on it, and the last card."""
    changes = {
        "payments.laying": {"K": 1},
        "payments.leading": {"KD": 2},
        "stakes.pots.cards": {"KD": {"dealer": 4}},
        "stakes.pool.each": 1,
    }
    state = table(house(changes), ["KD", "3H", "4H"])
    assert paid(state, "0:KD") == [
        *each(0, 1, "payments.laying.K"),
        *each(0, 2, "payments.leading.KD"),
        ("pot KD", 0, 4, "stakes.pots.taken"),
        ("pool", 0, 3, "stakes.pool.won_by"),
    ]
    over = play(state, "0:KD")
    assert balances(over) == (12, -4, -8)
    assert total(over) == 0


def test_payments_and_stakes__what_earlier_deals_left_must_have_a_place() -> None:
    with pytest.raises(cr.DealError, match="there is no pot on K♦"):
        table(house(POTS), PLAIN, carried=cr.Carried(pots={cr.Card("K", "D"): 1}))
    with pytest.raises(cr.DealError, match="9♦ is no Comet"):
        table(house(POTS), PLAIN, carried=cr.Carried(lay_dead={NINE_D: 1}))


def test_payments__each_tells_the_card_it_is_about() -> None:
    state = table(house({**POTS, "payments.laying": {"A": 1}}), ["AD 2H", "3H", "4H"])
    payments = [event.payment for event in events(state, "0:AD") if isinstance(event, cr.Paid)]
    assert texts([p.card for p in payments if p.card]) == ["AD", "AD", "AD"]
