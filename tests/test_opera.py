"""Opera (TP §9, rulings O1 to O3, T7): a deal won in its first turn, and when it is drawn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

import cometrules as cr

from .helpers import balances, events, house, legal, paid, play, table

pytestmark = pytest.mark.long

GAME = "two-pack-comet-opera"


def ended(state: cr.State, move: str) -> cr.DealEnded:
    (event,) = [e for e in events(state, move) if isinstance(e, cr.DealEnded)]
    return event


# --- O1: what an Opera is, and what it costs -----------------------------------------------------

STOPPED = "3C 5C"
"""A hand that cannot be emptied in one turn: whichever leads, the next card is missing."""


@pytest.mark.parametrize(
    ("hand", "moves", "reward"),
    [
        ("4C", "0:4", 0),
        ("4C 5C 6C", "0:4 0:5 0:6", 0),
        ("QC KC 2C 3C", "0:Q 0:K 0:2 0:3", 0),
        ("KC KC KS 8C", "0:K 0:K 0:K 0:8", 0),
        ("4C 9D 7C 8C", "0:4 0:9D=5 0:7 0:8", 2),
        ("9D 7C 8C", "0:9D=2 0:7 0:8", 2),
        ("7C 8C 8C 8S 8S 9C", "0:7 0:8*4 0:9", 0),
    ],
)
def test_o1_out_in_the_first_turn_pays_double__O1(hand: str, moves: str, reward: int) -> None:
    """Runs, Kings, the Comet and sets all lead on within the one turn."""
    *before, last = moves.split()
    state = play(table(GAME, [hand, STOPPED]), " ".join(before))
    assert ended(state, last) == cr.DealEnded(0, opera=True, drawn=False)
    end = play(state, last)
    assert balances(end) == (16 + reward, -16 - reward)
    (payment,) = cr.score(end).payments
    assert (payment.times, payment.because) == (2, ("settlement.times.opera",))


def test_o1_everybody_pays_double_with_three__O1_O3() -> None:
    state = play(table(GAME, ["4C 5C", "KC 7C 3C", STOPPED]), "0:4")
    assert paid(state, "0:5") == [
        (1, 0, 40, "settlement.per_point"),
        (2, 0, 16, "settlement.per_point"),
    ]


@pytest.mark.parametrize("dealer", range(4))
def test_o1_the_first_player_is_the_one_left_of_the_dealer__O1(dealer: int) -> None:
    first = (dealer + 1) % 4
    hands = [STOPPED] * 4
    hands[1], hands[2] = "3S 5S", "3S 5S"
    hands[first] = "4C"
    state = table(GAME, hands, dealer=dealer)
    assert ended(state, f"{first}:4") == cr.DealEnded(first, opera=True, drawn=False)
    expected = [-16] * 4
    expected[first] = 48
    assert balances(play(state, f"{first}:4")) == tuple(expected)


def test_o1_once_the_turn_has_passed_it_is_none__O1() -> None:
    """Everybody passes and the same player leads on to the end: that is a second turn."""
    state = play(table(GAME, ["4C 9C", STOPPED.replace("5C", "7C")]), "0:4 0:pass 1:pass")
    assert ended(state, "0:9") == cr.DealEnded(0, opera=False, drawn=False)
    assert balances(play(state, "0:9")) == (10, -10)


def test_o1_not_when_the_turn_comes_round_to_the_first_player__O1() -> None:
    state = play(table(GAME, ["4C 6C", "5C 8C"]), "0:4 0:pass 1:5 1:pass")
    assert not ended(state, "0:6").opera
    assert balances(play(state, "0:6")) == (8, -8)


def test_o1_another_players_first_turn_is_none__O1() -> None:
    """Out in a first turn, but not the deal's."""
    state = play(table(GAME, ["4C 8C", "5C 6C"]), "0:4 0:pass 1:5")
    assert not ended(state, "1:6").opera
    assert balances(play(state, "1:6")) == (-8, 8)


@pytest.mark.parametrize(("times", "owed"), [(2, 16), (3, 24), (5, 40)])
def test_o1_another_multiplier__O1_parameter(times: int, owed: int) -> None:
    profile = house({"settlement.times.opera": times}, base=GAME)
    assert balances(play(table(profile, ["4C", STOPPED]), "0:4")) == (owed, -owed)


def test_o1_points_written_up_are_doubled_too__O1_parameter() -> None:
    """Opera at Arnold's table: twice the points, and nobody pays them."""
    profile = house({"settlement.times.opera": 2}, base="two-player-arnold")
    assert balances(play(table(profile, ["4C", STOPPED]), "0:4")) == (16, 0)


# --- T7: Opera meets the Comet -------------------------------------------------------------------


def test_t7_opera_and_the_comet_caught_quadruple__T7() -> None:
    """Only the hand that has it pays four times."""
    end = play(table(GAME, ["4C", "9D KC", STOPPED]), "0:4")
    assert balances(end) == (4 * 19 + 16, -4 * 19, -16)
    caught = cr.score(end).payments[0]
    assert caught.times == 4
    assert sorted(caught.because) == ["settlement.times.comet_caught", "settlement.times.opera"]


def test_t7_opera_and_the_comet_last_quadruple__T7() -> None:
    """The Comet's reward stays single."""
    state = play(table(GAME, ["4C 9D", STOPPED]), "0:4")
    assert paid(state, "0:9D=5") == [
        (1, 0, 2, "payments.comet.reward"),
        (1, 0, 32, "settlement.per_point"),
    ]


@pytest.mark.parametrize("hand", ["8C 9D", "KC 9D", "9D"])
def test_t7_opera_and_the_comet_last_as_a_nine_eight_times__T7(hand: str) -> None:
    state = table(GAME, [hand, STOPPED])
    if hand != "9D":
        state = play(state, f"0:{hand[0]}")
    assert balances(play(state, "0:9D=9")) == (2 + 64, -66)


def test_t7_a_grown_reward_is_not_multiplied__T5_T7() -> None:
    carried = cr.Carried(lay_dead=dict.fromkeys(map(cr.parse_card, ("9C", "9D")), 2))
    state = table(GAME, ["9D", STOPPED], carried=carried)
    assert balances(play(state, "0:9D=2")) == (6 + 32, -38)


@pytest.mark.parametrize(("together", "times"), [("multiply", 8), ("add", 6), ("highest", 4)])
def test_t7_how_they_combine__T7_parameter(together: str, times: int) -> None:
    profile = house({"settlement.times.together": together}, base=GAME)
    end = play(table(profile, ["9D", STOPPED]), "0:9D=9")
    assert balances(end) == (2 + 8 * times, -2 - 8 * times)


def test_t7_pool_and_penalties_are_not_multiplied__T7() -> None:
    """What is multiplied is the points in the hands and nothing else."""
    changes = {"stakes.pool.each": 1, "settlement.caught": {"comet": {"to_each": 10}}}
    end = play(table(house(changes, base=GAME), ["4C", "9D", STOPPED]), "0:4")
    assert balances(end) == (-1 + 36 + 10 + 16 + 3, -1 - 36 - 20, -1 + 10 - 16)


# --- O2: drawn deals -----------------------------------------------------------------------------


def drawn(hand: str, changes: dict[str, Any] | None = None, *, pack: str = "black") -> bool:
    """Whether a first player's Opera is drawn against this hand of the dealer's."""
    first = {"black": "2C", "red": "2D"}[pack]
    state = play(table(house(changes, base=GAME), [first, hand], pack=pack), "0:2")
    result = cr.score(state)
    assert (result.winner is None) is result.drawn
    return result.drawn


@pytest.mark.parametrize(
    ("hand", "yes"),
    [
        ("4C", True),
        ("9D", True),
        ("4C 5S 6C 7S", True),
        ("4C 4S", False),
        ("4C 6C", False),
        ("4C 5C 7C", False),
        ("4C 6C KC", False),
        ("6C JC QC KC", True),
        ("2C 3C KC QC JC KS", True),
        ("KC KC KS KS", True),
        ("KC KC KS KS 2C", True),
        ("KC KC KS KS 2C 4C", False),
        ("QC QS KC KS 2S", True),
        ("QC QS KC", True),
        ("QC QS QS KC", False),
        ("9D 4C", True),
        ("9D 4C 4S", True),  # led four, laid as a five; the other four
        ("9D 4C 6C", True),
        ("9D 4C 6C 8C", False),
        ("9D 4C 5C 5S", True),
        ("9D 8C 8S KC", True),
        ("9D 9C 9S 9S", False),
        ("9D 8C 9C 9S 9S", True),
        ("8C 9C 9S 9S TC", True),
        ("9C 9S 9S", False),
        ("9C 9S", False),
        ("7C 8C 8C 8S 8S", True),
        ("7C 8C 8C 8S", False),
        ("8C 8C 8S 8S", False),
        ("7C 8C 8C 8S 8S TC", False),
        ("QC KC KC KS KS 7C", True),
        ("JC QC QC QS QS KC 5C 6C", True),
        ("5C 6C 6C 6S 6S 7C 7C 7S 7S 8S", True),
        ("6C 6C 6S 6S KC", False),
    ],
)
def test_o2_drawn_where_the_dealer_could_do_it_too__O2(hand: str, yes: bool) -> None:
    """The dealer's hand, given a free lead: Kings and the Comet lead on, a gap ends the turn."""
    assert drawn(hand) is yes


def test_o2_the_red_pack_has_its_own_comet__O2() -> None:
    """The nine of diamonds is the Comet in the black pack and a plain nine in the red."""
    assert drawn("9D 4C 6C") and drawn("9C 4D 6D", pack="red")
    assert not drawn("9C 4C 6C") and not drawn("9D 4D 6D", pack="red")


def test_o2_nothing_is_settled_in_a_drawn_deal__O2() -> None:
    state = table(GAME, ["4C", "KC"])
    assert [type(event) for event in events(state, "0:4")] == [cr.Laid, cr.DealEnded]
    assert ended(state, "0:4") == cr.DealEnded(0, opera=True, drawn=True)
    end = play(state, "0:4")
    result = cr.score(end)
    assert result.drawn and result.winner is None and result.payments == ()
    assert result.balances == (0, 0)
    assert end.is_over and legal(end) == set()


@pytest.mark.parametrize("grown", [0, 3])
def test_o2_payments_made_for_the_comet_stand__O2_T5(grown: int) -> None:
    """Also where the Comet was the last card, and where its reward had grown."""
    carried = cr.Carried(lay_dead=dict.fromkeys(map(cr.parse_card, ("9C", "9D")), grown))
    state = table(GAME, ["4C 9D 6C", "KC"], carried=carried)
    reward = 2 + 2 * grown
    assert balances(play(state, "0:4 0:9D=5 0:6")) == (reward, -reward)
    state = table(GAME, ["9D", STOPPED, "KC"], carried=carried)
    assert balances(play(state, "0:9D=9")) == (2 * reward, -reward, -reward)


def test_o2_the_dealer_caught_with_the_comet_pays_nothing_when_drawn__O2() -> None:
    assert balances(play(table(GAME, ["4C", "9D 8C"]), "0:4")) == (0, 0)


def test_o2_the_pool_stays_for_the_next_deal__O2_parameter() -> None:
    profile = house({"stakes.pool.each": 1}, base=GAME)
    start = cr.Carried(pool=5)
    result = cr.score(play(table(profile, ["4C", "KC"], carried=start), "0:4"))
    assert (result.balances, result.pool) == ((-1, -1), 7)
    result = cr.score(play(table(profile, ["4C", STOPPED], carried=start), "0:4"))
    assert (result.balances, result.pool) == ((-1 + 7 + 16, -1 - 16), 0)


def test_o2_no_penalty_in_a_drawn_deal__O2_parameter() -> None:
    profile = house({"settlement.caught": {"K": {"to_each": 3}}}, base=GAME)
    assert balances(play(table(profile, ["4C", "KC"]), "0:4")) == (0, 0)
    assert balances(play(table(profile, ["4C", "KC 5C 7C"]), "0:4")) == (47, -47)


def test_o2_never_drawn__O2_parameter() -> None:
    profile = house({"settlement.drawn": "never"}, base=GAME)
    assert balances(play(table(profile, ["4C", "KC"]), "0:4")) == (20, -20)


def test_o2_not_drawn_without_an_opera__O2() -> None:
    """The dealer's hand is only asked about when the first player was out in the first turn."""
    state = play(table(GAME, ["4C 9C", "7C"]), "0:4 0:pass 1:pass")
    assert ended(state, "0:9") == cr.DealEnded(0, opera=False, drawn=False)
    state = play(table(GAME, ["4C 2C", "5C"]), "0:4 0:pass")
    assert balances(play(state, "1:5")) == (-2, 2)


# --- O3: three players and more ------------------------------------------------------------------


def test_o3_only_the_dealers_hand_is_looked_at__O3() -> None:
    """Seats 1 and 2 could have gone out at once, the dealer could not: no draw."""
    state = table(GAME, ["4C", "5C", "KC", STOPPED])
    assert ended(state, "0:4") == cr.DealEnded(0, opera=True, drawn=False)
    assert balances(play(state, "0:4")) == (10 + 20 + 16, -10, -20, -16)


def test_o3_drawn_by_the_dealers_hand_for_all__O3() -> None:
    state = table(GAME, ["4C", STOPPED, "3S 5S", "QC KC 2S"])
    assert ended(state, "0:4") == cr.DealEnded(0, opera=True, drawn=True)
    assert balances(play(state, "0:4")) == (0, 0, 0, 0)


@pytest.mark.parametrize("dealer", range(3))
def test_o3_whichever_seat_deals__O3(dealer: int) -> None:
    first, second = (dealer + 1) % 3, (dealer + 2) % 3
    hands = {first: "4C", second: STOPPED, dealer: "KC"}
    state = table(GAME, [hands[seat] for seat in range(3)], dealer=dealer)
    assert ended(state, f"{first}:4").drawn
    hands = {first: "4C", second: "KC", dealer: STOPPED}
    state = table(GAME, [hands[seat] for seat in range(3)], dealer=dealer)
    assert not ended(state, f"{first}:4").drawn


# --- O2 against a search of its own --------------------------------------------------------------
#
# Written from the rules in words. A hand is how many plain cards it has of each rank, and whether
# it has the Comet; a moment of the turn is a hand with the rank that is due, or none on a lead.


class Reading(NamedTuple):
    """A way to read the rules of one turn, with the profile that says the same."""

    base: str = GAME
    pack: str = "black"
    sets: str = "full_set"  # of the rank that is due: one_card, full_set or any_number
    lead_sets: str = "one_card"
    comet_led: str = "comet"  # comet, natural (a plain nine) or not_allowed
    comet_when: str = "on_turn"  # on_turn, or when_unable
    comet_stops: bool = True

    def profile(self) -> cr.Profile:
        changes = {
            "settlement.times.opera": 2,
            "settlement.drawn": "if_dealer_could_too",
            "play.at_once": self.sets,
            "play.lead.at_once": self.lead_sets,
            "comet.if_led": self.comet_led,
            "comet.when": self.comet_when,
            "comet.does": "stand_in_and_stop" if self.comet_stops else "stand_in",
        }
        return house(changes, base=self.base)

    @property
    def old(self) -> bool:
        return self.base == "old-comet-1718"

    @property
    def comet(self) -> str:
        return "9C" if self.pack == "red" else "9D"

    @property
    def ranks(self) -> str:
        return ("A" if self.old else "") + "23456789TJQK"

    def cards(self) -> list[str]:
        """The pack, card by card."""
        if self.old:
            return [rank + suit for rank in self.ranks for suit in "CDHS"]
        suits = "DH" if self.pack == "red" else "CS"
        plain = [rank + suit for rank in self.ranks for suit in suits for _ in range(2)]
        plain.remove("9D" if self.pack == "red" else "9C")
        return [*plain, self.comet]


class Moment(NamedTuple):
    """Where a turn stands: plain cards by rank, the Comet, and the rank that is due if any."""

    counts: tuple[int, ...]
    comet: bool
    due: int | None = None


def ways(moment: Moment, reading: Reading) -> Iterator[tuple[str, Moment]]:
    """Everything the player can do next without the turn passing on."""
    ranks, king = reading.ranks, len(reading.ranks) - 1
    leading = moment.due is None
    for r in range(len(ranks)) if moment.due is None else [moment.due]:
        held = moment.counts[r]
        every = 3 if ranks[r] == "9" else 4
        numbers = {1} if held else set()
        sets = reading.lead_sets if leading else reading.sets
        if sets == "any_number":
            numbers |= set(range(2, held + 1))
        elif sets == "full_set" and held == every:
            numbers |= {every}
        after = None if r == king else r + 1
        for number in numbers:
            counts = (*moment.counts[:r], held - number, *moment.counts[r + 1 :])
            text = ranks[r] if number == 1 else f"{ranks[r]}*{number}"
            yield text, Moment(counts, moment.comet, after)
        may = reading.comet_led == "comet" if leading else True
        if not leading and reading.comet_when == "when_unable":
            may = not held
        if moment.comet and may:
            following = None if reading.comet_stops else after
            yield f"{reading.comet}={ranks[r]}", Moment(moment.counts, False, following)
    if leading and moment.comet and reading.comet_led == "natural":
        yield reading.comet, Moment(moment.counts, False, ranks.index("9") + 1)


def way_out(hand: list[str], reading: Reading) -> list[str] | None:
    """Moves that empty a hand in one turn, found breadth first; None where there are none."""
    plain = [card for card in hand if card != reading.comet]
    ranks = [card[0] for card in plain]
    first = Moment(tuple(map(ranks.count, reading.ranks)), len(plain) < len(hand))
    reached: dict[Moment, tuple[str, Moment] | None] = {first: None}
    queue = [first]
    for moment in queue:
        if not any(moment.counts) and not moment.comet:
            moves = []
            at = moment
            while (step := reached[at]) is not None:
                moves.append(step[0])
                at = step[1]
            return moves[::-1]
        for text, following in ways(moment, reading):
            if following not in reached:
                reached[following] = (text, moment)
                queue.append(following)
    return None


def random_hand(rng: Random, reading: Reading, size: int) -> list[str]:
    """A hand drawn at random, or put together from runs and then disturbed a little."""
    left = reading.cards()
    rng.shuffle(left)
    if rng.random() < 0.3:
        return left[:size]
    hand: list[str] = []

    def draw(rank: str) -> None:
        for card in left:
            if card[0] == rank and len(hand) < size and (card != reading.comet):
                left.remove(card)
                hand.append(card)
                return

    if rng.random() < 0.5:
        left.remove(reading.comet)
        hand.append(reading.comet)
    tries = 0
    while len(hand) < size and tries < 30:
        tries += 1
        start = rng.randrange(len(reading.ranks))
        stop = len(reading.ranks) if rng.random() < 0.6 else start + rng.randint(1, 5)
        for rank in reading.ranks[start:stop]:
            copies = rng.choice((1, 1, 1, 1, 1, 2, 4)) if reading.sets != "one_card" else 1
            for _ in range(copies):
                draw(rank)
    if rng.random() < 0.4 and len(hand) > 1:
        hand.pop(rng.randrange(len(hand)))
        hand.append(left.pop())
    return hand


READINGS = [
    Reading(),
    Reading(pack="red"),
    Reading(sets="any_number"),
    Reading(pack="red", sets="any_number"),
    Reading(sets="one_card"),
    Reading(sets="full_set", lead_sets="full_set"),
    Reading(sets="any_number", lead_sets="any_number"),
    Reading(comet_led="not_allowed"),
    Reading(comet_led="natural"),
    Reading(comet_when="when_unable"),
    Reading(comet_stops=False, pack="red"),
    Reading(base="old-comet-1718"),
    Reading(base="old-comet-1718", sets="any_number", comet_stops=False),
]


def _name(reading: Reading | str) -> str:
    if isinstance(reading, str):
        return reading.replace(" ", "")
    odd = [f for f in reading._fields if getattr(reading, f) != Reading._field_defaults[f]]
    return " ".join(f"{f}={getattr(reading, f)}" for f in odd) or "as bundled"


@pytest.mark.parametrize("reading", READINGS, ids=_name)
def test_o2_agrees_with_a_search_of_its_own__O2(reading: Reading) -> None:
    """Random dealers' hands of 1 to 12 cards; every way out that is found is played as well."""
    rng = Random(f"opera {reading}")
    rules = cr.compile_rules(reading.profile(), 2)
    answers = {True: 0, False: 0}
    for number in range(420):
        hand = random_hand(rng, reading, 1 + number % 12)
        others = reading.cards()
        for card in hand:
            others.remove(card)
        other = rng.choice([card for card in others if card != reading.comet])
        moves = way_out(hand, reading)
        state = cr.new_deal(rules, hands=[[other], hand], dealer=1, pack=packed(reading))
        end = play(state, f"0:{other[0]}")
        assert cr.score(end).drawn is (moves is not None), (hand, moves)
        answers[moves is not None] += 1
        if moves is not None:
            state = cr.new_deal(rules, hands=[hand, [other]], dealer=1, pack=packed(reading))
            end = play(state, " ".join(f"0:{text}" for text in moves))
            assert end.is_over and cr.score(end).drawn, (hand, moves)
    assert min(answers.values()) > 100, answers


def packed(reading: Reading) -> str:
    return "pack" if reading.old else reading.pack


@pytest.mark.parametrize("players", [3, 4])
def test_o3_agrees_with_a_search_of_its_own__O3(players: int) -> None:
    """With more players too the dealer's hand alone decides, wherever the dealer sits."""
    rng = Random(players)
    reading = Reading()
    rules = cr.compile_rules(GAME, players)
    answers = {True: 0, False: 0}
    for number in range(150):
        hand = random_hand(rng, reading, 1 + number % 8)
        left = reading.cards()
        for card in hand:
            left.remove(card)
        rng.shuffle(left)
        lead = next(card for card in left if card != reading.comet)
        left.remove(lead)
        dealer = number % players
        first = (dealer + 1) % players
        hands = [[left.pop() for _ in range(rng.randint(1, 5))] for _ in range(players)]
        hands[dealer], hands[first] = hand, [lead]
        state = cr.new_deal(rules, hands=hands, dealer=dealer)
        could = way_out(hand, reading) is not None
        assert cr.score(play(state, f"{first}:{lead[0]}")).drawn is could, hand
        answers[could] += 1
    assert min(answers.values()) > 30, answers


# --- O2 in time ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "hand"),
    [
        # The hands that take longest, found by climbing: no way out, and the most moments to see.
        (Reading(), "2S 3C 4C 5S 6C 6C 7S 8S 9C 9S 9D TC JC JS QC KC KC KS"),
        (Reading(), "2S 4S 5C 6C 7C 8C 8C 9S 9D TC TC JS QC QS KC KC KS KS"),
        (Reading(sets="any_number"), "2S 4S 6C 6S 7C 8C 9S 9S 9D TC TS JC JS QS QS KC KS KS"),
        (
            Reading(sets="any_number", lead_sets="full_set"),
            "2S 4C 5C 7C 7S 8C 9C 9S 9S 9D TC TS JS JS QC QS KC KS",
        ),
        (Reading(base="old-comet-1718"), "AC 3C 4H 5D 6D 7C 8C 8D 9S 9D TD JC JD QS KC KH KS"),
    ],
    ids=_name,
)
def test_o2_a_whole_hand_is_answered_in_well_under_a_second__O2(
    reading: Reading, hand: str
) -> None:
    cards = hand.split()
    others = reading.cards()
    for card in cards:
        others.remove(card)
    rules = cr.compile_rules(reading.profile(), 2)
    state = cr.new_deal(rules, hands=[others[:1], cards], dealer=1, pack=packed(reading))
    end = play(state, f"0:{others[0][0]}")
    begin = time.process_time()
    answer = cr.score(end).drawn
    assert time.process_time() - begin < 0.7  # a tenth of a second on the machine it was tried on
    assert answer is (way_out(cards, reading) is not None)
