"""Whole game trees of small games, against rules written a second time.

The second engine below is written from the vocabulary in words and knows nothing of the first:
hands are lists of physical cards, and every move is a text that somebody at the table might say,
judged one by one. Node counts are pinned, so that a change in both would show as well.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr

from .helpers import house, legal, paid, play, table
from .strategies import RuleSheet, rule_sheets, seeds, sheet_profile

pytestmark = pytest.mark.long

# --- the rules, a second time -----------------------------------------------------------------

Physical = tuple[str, str, int]
"""A card one can touch: rank, suit, and from which of the decks."""

NEUTRAL: RuleSheet = {
    "deck.suits": ["C", "D", "H", "S"],
    "deck.copies": 1,
    "deck.remove": [],
    "play.order": "by_turn",
    "play.suits": "matter",
    "play.continue": "must",
    "play.turn": "as_far_as_possible",
    "play.at_once": "one_card",
    "play.direction": "left",
    "play.stops": [],
    "play.after_stop": "same_player_leads",
    "play.when_stuck": "last_player_leads",
    "play.lead.by": "next_to_dealer",
    "play.lead.first": "any_card",
    "play.lead.later": "any_card",
    "play.lead.suit": "any",
    "play.lead.no_such_suit": "any_card",
    "play.lead.at_once": "one_card",
    "comet.cards": [],
    "comet.when": "in_place_only",
    "comet.earliest": "after_first_card",
    "comet.must": "never",
    "comet.does": "nothing",
    "comet.fork_answered": "in_turn",
    "comet.if_led": "natural",
    "comet.if_due": "comet",
    "payments.from": "each_opponent",
    "payments.laying": {},
    "payments.leading": {},
    "payments.set": "each_card",
    "payments.comet.reward": 0,
    "payments.comet.grows": 0,
    "payments.comet.resets": "after_the_deal",
    "payments.comet.counted": "together",
    "payments.comet.if_led": "paid",
    "payments.comet.rank_too": "never",
    "payments.stuck": 0,
    "payments.passing": 0,
    "stakes.pool.each": 0,
    "stakes.pool.dealer": 0,
    "stakes.pool.won_by": "first_out",
    "stakes.pots.cards": {},
    "stakes.pots.taken": "when_laid",
    "stakes.pots.frozen": "never",
    "stakes.pots.unclaimed": "stay",
    "stakes.pots.caught": "nothing",
    "settlement.scoring": "payments",
    "settlement.going_out": 0,
    "settlement.per_card": 0,
    "settlement.per_point": 0,
    "settlement.values": {},
    "settlement.collected_by": "winner",
    "settlement.unplayed.cards": {},
    "settlement.unplayed.where": "anywhere",
    "settlement.unplayed.as_card": "too",
    "settlement.caught": {},
    "settlement.times.comet_caught": 1,
    "settlement.times.comet_last": 1,
    "settlement.times.opera": 1,
    "settlement.times.together": "multiply",
    "settlement.drawn": "never",
}


def text_of(card: Physical) -> str:
    return card[0] + card[1]


Words = tuple[tuple[str, ...], str]
"""What is said to be laid, card by card, and what it is said to stand for."""


def words(text: str) -> Words:
    said, _, stands_for = text.partition("=")
    parts = [part.partition("*") for part in said.split("+")]
    return tuple(name for name, _, n in parts for _ in range(int(n or 1))), stands_for


class Game:
    """What a rule sheet says, for a number of players."""

    def __init__(self, sheet: RuleSheet, players: int) -> None:
        self.says: RuleSheet = {**NEUTRAL, **sheet}
        self.players = players
        self.ranks = [rank.replace("10", "T") for rank in self.says["deck.ranks"]]
        self.suits_matter = self.says["play.suits"] == "matter"
        gone = self.says["deck.remove"]
        self.pack: list[Physical] = [
            (rank, suit, deck)
            for rank in self.ranks
            for suit in self.says["deck.suits"]
            for deck in range(self.says["deck.copies"])
            if rank not in gone and rank + suit not in gone
        ]
        self.comets = set(self.says["comet.cards"])
        self.stands_in = self.says["comet.does"] in ("stand_in", "stand_in_and_stop")
        self.places = (
            [rank + suit for suit in self.says["deck.suits"] for rank in self.ranks]
            if self.suits_matter
            else list(self.ranks)
        )
        self.card_matters = self._ranks_with_a_card_that_matters()
        self.called = {card: self._called(card) for card in self.pack}
        self.texts = {text: words(text) for text in self._texts()}

    def _ranks_with_a_card_that_matters(self) -> set[str]:
        """Where somebody cares which card of a rank is laid, it must be named."""
        says = self.says
        named = itertools.chain(
            says["payments.laying"], says["payments.leading"], says["stakes.pots.cards"],
            says["settlement.unplayed.cards"], says["settlement.caught"],
            says["settlement.values"], says["play.stops"],
        )  # fmt: skip
        if "lowest_of_a_suit" in (says["play.lead.first"], says["play.lead.later"]):
            named = itertools.chain(named, map(text_of, self.pack))
        return {name[0] for name in named if len(name) == 2 and name not in self.comets}

    def is_comet(self, card: Physical) -> bool:
        return text_of(card) in self.comets

    def _called(self, card: Physical) -> str:
        """What a move calls a card: by its rank where nobody cares which it is."""
        if self.suits_matter or self.is_comet(card) or card[0] in self.card_matters:
            return text_of(card)
        return card[0]

    def place(self, card: Physical) -> str:
        return text_of(card) if self.suits_matter else card[0]

    def above(self, place: str) -> str | None:
        """The place after another in its run, whether or not a card is there for it."""
        nth = self.ranks.index(place[0]) + 1
        return self.ranks[nth] + place[1:] if nth < len(self.ranks) else None

    def all_above(self, place: str) -> list[str]:
        above = self.above(place)
        return [above, *self.all_above(above)] if above else []

    def after(self, seat: int) -> int:
        step = 1 if self.says["play.direction"] == "left" else -1
        return (seat + step) % self.players

    def _texts(self) -> Iterator[str]:
        """Everything that anybody might say: any cards of one rank together, and more."""
        yield "pass"
        yield from (text_of(card) for card in self.pack)
        yield from self.ranks
        for rank in self.ranks:
            equal = [self.called[card] for card in self.pack if card[0] == rank]
            for number in range(1, len(equal) + 1):
                for chosen in itertools.combinations(sorted(equal), number):
                    counts = Counter(chosen)
                    yield "+".join(f"{what}*{n}" if n > 1 else what for what, n in counts.items())
        yield from (f"{comet}={place}" for comet in self.comets for place in self.places)
        yield from (f"{comet}={rank}" for comet in self.comets for rank in self.ranks)


@attrs.define
class Position:
    """A table in the middle of a deal."""

    game: Game
    hands: list[list[Physical]]
    dealer: int
    grown: dict[str, int] = attrs.Factory(dict)
    awaits: str = "lead"  # or turn, holder, over
    seat: int = 0
    last: int | None = None
    needs: list[str] = attrs.Factory(list)
    laid_in_this_turn: bool = False
    skipping: bool = False
    passed_leads: int = 0
    opened: bool = False
    has_been_led: bool = False
    only_one_has_played: bool = True
    holders_were_asked: bool = False
    suit: str | None = None
    comet_is_out: bool = False
    ended_by: str = ""
    money: list[int] = attrs.Factory(list)
    pool: int = 0
    pots: dict[str, int] = attrs.Factory(dict)
    dealt: list[list[Physical]] = attrs.Factory(list)
    settled: bool = False

    @classmethod
    def at_start(
        cls,
        game: Game,
        hands: list[list[Physical]],
        dealer: int,
        pool: int = 0,
        grown: dict[str, int] | None = None,
    ) -> Position:
        says = game.says
        self = cls(game, hands, dealer, grown or {}, pool=pool)
        self.seat = self.first_to_lead()
        self.dealt = [list(hand) for hand in hands]
        self.money = [-says["stakes.pool.each"]] * game.players
        self.money[dealer] -= says["stakes.pool.dealer"]
        self.pool -= sum(self.money)
        for card, stake in says["stakes.pots.cards"].items():
            each, more = stake.get("each", 0), stake.get("dealer", 0)
            self.pots[card] = each * game.players + more
            self.money = [money - each for money in self.money]
            self.money[dealer] -= more
        return self

    def first_to_lead(self) -> int:
        says, ranks = self.game.says, self.game.ranks
        if says["play.lead.by"] == "dealer":
            return self.dealer
        if says["play.lead.by"] == "holder_of":
            rank, suit = says["play.lead.holder_of"]
            for name in [higher + suit for higher in ranks[ranks.index(rank) :]]:
                for seat, hand in enumerate(self.hands):
                    if name in map(text_of, hand):
                        return seat
        return self.game.after(self.dealer)

    def copied(self) -> Position:
        twin = attrs.evolve(self)
        twin.hands = [list(hand) for hand in self.hands]
        twin.money, twin.pots = list(self.money), dict(self.pots)
        return twin

    # who may say what

    def legal(self) -> set[str]:
        """Every text of every seat that is accepted."""
        seats = range(self.game.players)
        return {f"{s}:{text}" for s in seats for text in self.game.texts if self.allows(s, text)}

    def allows(self, seat: int, text: str) -> bool:
        if self.awaits == "over":
            return False
        if text == "pass":
            return self.may_pass(seat)
        said, stands_for = self.game.texts[text]
        cards = self.cards_said(seat, said)
        if not cards:
            return False
        if not any(map(self.game.is_comet, cards)):
            return not stands_for and self.may_lay(seat, cards)
        if len(cards) > 1 or bool(stands_for) > self.game.stands_in:
            return False
        if stands_for:
            return stands_for in self.comet_may_fill(seat, cards[0])
        if self.is_plain_here(seat, cards[0]):
            return self.may_lay(seat, cards)
        return not self.game.stands_in and bool(self.comet_may_fill(seat, cards[0]))

    def cards_said(self, seat: int, said: tuple[str, ...]) -> list[Physical]:
        """The cards of a hand that a text means; none if they are not all there."""
        left, cards = list(self.hands[seat]), []
        for name in said:
            card = next((card for card in left if self.game.called[card] == name), None)
            if card is None:
                return []
            left.remove(card)
            cards.append(card)
        return cards

    def is_plain_here(self, seat: int, comet: Physical) -> bool:
        """Whether a Comet would be an ordinary card, laid here and now."""
        says = self.game.says
        if self.awaits == "lead":
            return seat == self.seat and bool(says["comet.if_led"] == "natural")
        return says["comet.if_due"] == "natural" and self.game.place(comet) in self.due(seat)

    def may_lay(self, seat: int, cards: list[Physical]) -> bool:
        """Plain cards, one or several of one place."""
        game = self.game
        if self.awaits != "holder" and seat != self.seat:
            return False
        leading = self.awaits == "lead"
        if leading and not all(card in self.cards_to_lead() for card in cards):
            return False
        if not leading and game.place(cards[0]) not in self.due(seat):
            return False
        at_once = game.says["play.lead.at_once" if leading else "play.at_once"]
        if at_once == "one_card" or len(cards) == 1:
            return len(cards) == 1
        if len(set(map(game.place, cards))) > 1:
            return False
        equal = [card for card in game.pack if game.place(card) == game.place(cards[0])]
        plain = [card for card in equal if not game.is_comet(card)]
        return at_once == "any_number" or len(cards) == len(plain)

    def cards_to_lead(self) -> list[Physical]:
        """The cards that may open a run as plain cards."""
        says, ranks = self.game.says, self.game.ranks
        hand = self.hands[self.seat]
        if says["comet.if_led"] != "natural":
            hand = [card for card in hand if not self.game.is_comet(card)]
        if self.suit and says["play.lead.suit"] != "any":
            fitting = [card for card in hand if self.changes_suit(card)]
            gone_round = self.passed_leads >= self.game.players
            passes_on = says["play.lead.no_such_suit"] == "lead_passes" and not gone_round
            hand = fitting if fitting or passes_on else hand
        limit = says["play.lead.later" if self.has_been_led else "play.lead.first"]
        if limit == "any_card":
            return hand
        rivals = {
            card: [c for c in hand if limit == "lowest_card" or c[1] == card[1]] for card in hand
        }
        return [
            card
            for card in hand
            if all(ranks.index(card[0]) <= ranks.index(rival[0]) for rival in rivals[card])
        ]

    def changes_suit(self, card: Physical) -> bool:
        if self.game.says["play.lead.suit"] == "new":
            return card[1] != self.suit
        return (card[1] in "DH") != (str(self.suit) in "DH")

    def due(self, seat: int) -> list[str]:
        """The places that have to be filled now, as far as a hand can fill them."""
        says, game = self.game.says, self.game
        places = [
            game.place(card)
            for card in self.hands[seat]
            if not game.is_comet(card) or says["comet.if_due"] == "natural"
        ]
        if not self.skipping:
            return [place for place in self.needs if place in places]
        if seat != self.seat:
            return []  # nobody else skips
        further = [[p for p in self.game.all_above(gap) if p in places] for gap in self.needs]
        return [reached[0] for reached in further if reached]

    def able(self, seat: int) -> bool:
        """Whether a hand has a card that has to follow now."""
        return bool(self.due(seat))

    def own_place_has_come(self, seat: int, comet: Physical) -> bool:
        """Whether the run has come to the Comet's own place, so that it may be laid there."""
        place, game = self.game.place(comet), self.game
        if self.awaits == "turn" and seat == self.seat and self.skipping:
            for gap in self.needs:
                above = game.all_above(gap)
                ahead = [p for p in above if p in self.due(seat)]
                if place in above and (not ahead or above.index(place) <= above.index(ahead[0])):
                    return True
        return place in self.needs and (
            self.awaits == "lead" or seat == self.seat or self.nobody_is_asked()
        )

    def nobody_is_asked(self) -> bool:
        """By holder a right needs no turn, unless a fork is asked round."""
        by_holder = bool(self.game.says["play.order"] == "by_holder")
        return self.awaits == "holder" or (by_holder and self.skipping)

    def comet_may_fill(self, seat: int, comet: Physical) -> list[str]:
        """The places for which a Comet may be laid as a Comet, by this seat, now."""
        own = [self.game.place(comet)] if self.own_place_has_come(seat, comet) else []
        if self.awaits == "lead":
            if seat == self.seat and self.game.says["comet.if_led"] == "natural":
                return []  # who is about to lead and lays it leads it (D4)
            return self.game.places if self.comet_may_open(seat) else own
        on_turn = self.awaits == "turn" and seat == self.seat
        if self.game.place(comet) in self.needs and self.game.says["comet.if_due"] == "natural":
            return []
        may = {
            "in_place_only": False,
            "ending_own_part": on_turn and self.laid_in_this_turn and not self.able(seat),
            "when_unable": on_turn and not self.able(seat),
            "on_turn": on_turn,
            "any_time": True,
        }
        return self.needs if may[self.game.says["comet.when"]] else own

    def comet_may_open(self, seat: int) -> bool:
        """Whether a Comet may be laid as a Comet while a lead is awaited, wherever a run was."""
        says = self.game.says
        if seat == self.seat:
            everybody_passed = self.passed_leads >= self.game.players
            return says["comet.if_led"] == "comet" or (
                says["comet.if_led"] == "not_allowed" and everybody_passed
            )
        early = says["comet.earliest"] == "before_first_card"
        return says["comet.when"] == "any_time" and (self.opened or early)

    def may_pass(self, seat: int) -> bool:
        says = self.game.says
        if self.awaits == "holder" or seat != self.seat:
            return False
        if self.awaits == "lead":
            return not any(self.allows(seat, text) for text in self.game.texts if text != "pass")
        if self.able(seat):
            return says["play.continue"] == "may" and not self.skipping
        return not self.must_lay_comet(seat)

    def must_lay_comet(self, seat: int) -> bool:
        comets = [card for card in self.hands[seat] if self.game.is_comet(card)]
        return self.game.says["comet.must"] == "when_unable" and any(
            self.comet_may_fill(seat, comet) for comet in comets
        )

    # what comes of it

    def after(self, seat: int, text: str) -> Position:
        """The table after a legal move."""
        new = self.copied()
        if text == "pass":
            new._pass()
        else:
            new._lay(seat, text)
        return new

    def _pass(self) -> None:
        game = self.game
        self.only_one_has_played = False
        if not self.laid_in_this_turn:
            self.money[self.seat] -= game.says["payments.passing"]
            self.pool += game.says["payments.passing"]
        following = game.after(self.seat)
        if self.awaits == "lead":
            self.seat, self.passed_leads = following, self.passed_leads + 1
            return
        self._turn(following, self.needs)
        if following == self.last:
            bound = self.able(following) or self.must_lay_comet(following)
            if not bound or game.says["play.continue"] == "may":
                self._stuck()

    def _turn(self, seat: int, needs: list[str], *, laid: bool = False) -> None:
        self.awaits, self.seat, self.needs = "turn", seat, needs
        self.laid_in_this_turn, self.skipping = laid, False

    def _lead(self, seat: int) -> None:
        self.awaits, self.seat, self.needs = "lead", seat, []
        self.laid_in_this_turn, self.skipping, self.passed_leads = False, False, 0

    def _stuck(self) -> None:
        game, says, needs = self.game, self.game.says, self.needs
        assert self.last is not None
        self._earn(self.last, says["payments.stuck"])
        if says["play.when_stuck"] == "last_player_skips":
            self._turn(self.last, needs)
            self.skipping = True
            if self.able(self.last):
                return
        next_leads = says["play.when_stuck"] == "next_player_leads"
        self._lead(game.after(self.last) if next_leads else self.last)
        if says["play.order"] == "by_holder" and says["comet.if_due"] == "comet":
            # Nobody has to lay the Comet in its own place, so nobody waits for it; it still may.
            self.needs = [place for place in needs if place in game.comets]

    def _lay(self, seat: int, text: str) -> None:
        game, says = self.game, self.game.says
        said, stands_for = game.texts[text]
        cards = self.cards_said(seat, said)
        comet = game.is_comet(cards[0])
        plain = not comet or (not stands_for and self.is_plain_here(seat, cards[0]))
        leads = self.awaits == "lead" and seat == self.seat
        if comet and not plain:
            leads = leads and self.comet_may_open(seat)
        ordinary = plain or says["comet.does"] == "nothing"
        self._pay_for(seat, cards, leads=leads, ordinary=ordinary, stands_for=stands_for)
        old_needs = [] if leads else self.needs
        out_of_turn = self.awaits != "holder" and seat != self.seat
        if self.opened or seat != self.seat or self.passed_leads:
            self.only_one_has_played &= self.last == seat and not self.passed_leads
        self.comet_is_out |= comet
        self.opened, self.last, self.passed_leads = True, seat, 0
        self.has_been_led |= leads
        for card in cards:
            self.hands[seat].remove(card)
        if game.suits_matter and ordinary:
            self.suit = cards[0][1]
        if not self.hands[seat]:
            self.awaits, self.seat, self.needs = "over", seat, []
            own = plain or stands_for[:1] == cards[0][0]
            self.ended_by = ("own rank" if own else "comet") if comet else "card"
            return
        if ordinary:
            names = [text_of(card) for card in cards]
            self._after_card(seat, game.place(cards[0]), names, out_of_turn=out_of_turn)
        elif says["comet.does"] == "stand_in":
            self._after_card(seat, stands_for, [stands_for], out_of_turn=out_of_turn)
        elif says["comet.does"] == "fork":
            self._fork(seat, cards[0], old_needs)
        else:
            self._lead(seat)

    def _after_card(self, seat: int, place: str, names: list[str], *, out_of_turn: bool) -> None:
        game, says = self.game, self.game.says
        above = game.above(place)
        stops = any(name in says["play.stops"] for name in (*names, place[0]))
        if stops or above is None:
            same = says["play.after_stop"] == "same_player_leads"
            self._lead(seat if same else game.after(seat))
        elif says["play.order"] == "by_holder":
            self._ask_holders([above])
        elif says["play.turn"] == "one_card":
            self._turn(seat if out_of_turn else game.after(seat), [above])
        else:
            self._turn(seat, [above], laid=True)

    def _ask_holders(self, needs: list[str]) -> None:
        self.awaits, self.needs, self.skipping = "holder", needs, False
        self.holders_were_asked = True
        if not any(self.able(seat) for seat in range(self.game.players)):
            self._stuck()

    def _fork(self, seat: int, comet: Physical, old: list[str]) -> None:
        game = self.game
        own = game.place(comet)
        if sum(game.place(card) == own for card in game.pack) == 1:
            old = [place for place in old if place != own]  # there is no other card for it
        above = game.above(own)
        needs = list(dict.fromkeys([*old, *([above] if above else [])]))
        if not needs:
            self.needs = needs
            self._stuck()
        elif game.says["comet.fork_answered"] == "by_holder":
            self._ask_holders(needs)
        else:
            self._turn(game.after(seat), needs)

    # money

    def _earn(self, seat: int, amount: int) -> None:
        """What a seat earns in play."""
        if self.game.says["settlement.scoring"] == "points":
            self.money[seat] += amount
        elif self.game.says["payments.from"] == "pool":
            self.money[seat] += min(amount, self.pool)
            self.pool -= min(amount, self.pool)
        else:
            self.money = [money - amount for money in self.money]
            self.money[seat] += amount * self.game.players

    def _pay_for(
        self, seat: int, cards: list[Physical], *, leads: bool, ordinary: bool, stands_for: str
    ) -> None:
        says = self.game.says
        tables = [says["payments.laying"]] + [says["payments.leading"]] * leads
        for prices in tables:
            if ordinary:
                earned = [price_of(prices, card) for card in cards]
                once = says["payments.set"] == "once"
                self._earn(seat, max(earned) if once else sum(earned))
            else:
                self._earn(seat, prices.get(text_of(cards[0]), 0))
        if stands_for and says["payments.comet.rank_too"] == "also_paid":
            self._earn_for_rank_too(seat, cards[0], stands_for)
        if self.game.is_comet(cards[0]):
            unpaid = leads and says["payments.comet.if_led"] == "not_paid"
            self._earn(seat, 0 if unpaid else self.reward(cards[0]))
        frozen = self.comet_is_out and says["stakes.pots.frozen"] != "never"
        if says["stakes.pots.taken"] == "when_laid" and not frozen:
            for card in cards:
                self.money[seat] += self.pots.get(text_of(card), 0)
                self.pots.update({text_of(card): 0} if text_of(card) in self.pots else {})

    def _earn_for_rank_too(self, seat: int, comet: Physical, stands_for: str) -> None:
        table = self.game.says["payments.laying"]
        key = stands_for if stands_for in table else stands_for[0]
        if key != text_of(comet):  # else it has been paid as the card it is
            self._earn(seat, table.get(key, 0))

    def reward(self, comet: Physical) -> int:
        says = self.game.says
        reward: int = says["payments.comet.reward"]
        if not reward or says["payments.comet.resets"] == "at_once":
            return reward
        counts = self.grown
        together = says["payments.comet.counted"] == "together"
        deals = max(counts.values(), default=0) if together else counts.get(text_of(comet), 0)
        return reward + int(says["payments.comet.grows"]) * deals

    def settle(self) -> None:
        """The end of the deal, once somebody is out."""
        if self.settled or self.awaits != "over" or self.drawn():
            return
        self.settled = True
        says, winner = self.game.says, self.seat
        points = says["settlement.scoring"] == "points"
        others = [seat for seat in range(self.game.players) if seat != winner]
        going_out = says["settlement.going_out"]
        self._gain(winner, going_out * (1 if points else len(others)))
        for seat in others:
            self._gain(seat, 0 if points else -going_out)
            self._settle_hand(seat, winner, points=points)
        dealt = {card for hand in self.dealt for card in hand}
        dead = [card for card in self.game.pack if card not in dealt]
        left = [card for seat in others for card in self.hands[seat]]
        for card in left + (dead if says["settlement.unplayed.where"] == "anywhere" else []):
            self._gain(winner, price_of(says["settlement.unplayed.cards"], card))
        self._settle_pots(others)
        if says["stakes.pool.won_by"] == "first_out" or self.ended_by != "card":
            self._gain(winner, self.pool)
            self.pool = 0

    def _gain(self, seat: int, amount: int) -> None:
        self.money[seat] += amount

    def _settle_hand(self, seat: int, winner: int, *, points: bool) -> None:
        says, hand = self.game.says, self.hands[seat]
        instead = says["settlement.unplayed.as_card"] == "instead"
        counted = [
            c for c in hand if not instead or key_of(says["settlement.unplayed.cards"], c) is None
        ]
        due = says["settlement.per_card"] * len(counted)
        due += says["settlement.per_point"] * sum(map(self.worth, hand))
        due *= self.factor(hand)
        self._gain(winner if says["settlement.collected_by"] == "winner" else seat, due)
        self._gain(seat, 0 if points else -due)
        caught = says["settlement.caught"]
        for card in hand:
            key = "comet" if self.game.is_comet(card) and "comet" in caught else ""
            price = caught.get(key or key_of(caught, card), {})
            to_each, to_winner = price.get("to_each", 0), price.get("to_winner", 0)
            self.money = [money + to_each for money in self.money]
            self._gain(seat, -to_each * self.game.players - price.get("lost", 0))
            self._gain(winner, to_winner)
            self._gain(seat, 0 if points else -to_winner)

    def worth(self, card: Physical) -> int:
        values = self.game.says["settlement.values"]
        key = key_of(values, card)
        if self.game.is_comet(card) and "comet" in values:
            key = "comet"
        usual = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
        return int(values[key] if key else usual.get(card[0]) or int(card[0]))

    def factor(self, hand: list[Physical]) -> int:
        says = self.game.says
        times = [says["settlement.times.comet_caught"]] * sum(map(self.game.is_comet, hand))
        last = says["settlement.times.comet_last"]
        if self.ended_by == "comet":
            times.append(last)
        if self.ended_by == "own rank":
            times.append(says.get("settlement.times.comet_last_as_own_rank", last))
        if self.only_one_has_played:
            times.append(says["settlement.times.opera"])
        times = [factor for factor in times if factor != 1]
        if 0 in times or not times:
            return 0 if times else 1
        together: dict[Any, int] = {
            "multiply": math.prod(times),
            "add": sum(times),
            "highest": max(times),
        }
        return together[says["settlement.times.together"]]

    def _settle_pots(self, others: list[int]) -> None:
        says = self.game.says
        frozen = self.comet_is_out and says["stakes.pots.frozen"] != "never"
        for card, lying in list(self.pots.items()):
            keepers = [seat for seat in others if card in map(text_of, self.hands[seat])]
            if keepers and says["stakes.pots.caught"] == "doubled":
                self._gain(keepers[0], -lying)
                self.pots[card] += lying
            elif says["stakes.pots.taken"] == "at_end" and not frozen:
                for seat, hand in enumerate(self.dealt):
                    if card in map(text_of, hand):
                        self._gain(seat, lying)
                        self.pots[card] = 0

    def drawn(self) -> bool:
        """Whether the first turn ended the deal, and could have ended it for the dealer too."""
        says, dealer = self.game.says, self.dealer
        never = says["settlement.drawn"] == "never" or says["settlement.times.opera"] == 1
        if never or not self.only_one_has_played or self.seat == dealer:
            return False
        hands: list[list[Physical]] = [[] for _ in self.hands]
        hands[dealer] = self.hands[dealer]
        start = Position(self.game, hands, dealer, seat=dealer, money=[0] * len(hands))
        return start.could_be_emptied()

    def could_be_emptied(self) -> bool:
        if self.awaits == "over":
            return True
        if self.holders_were_asked or self.seat != self.dealer or not self.hands[self.dealer]:
            return False
        texts = [t for t in self.game.texts if t != "pass" and self.allows(self.dealer, t)]
        return any(self.after(self.dealer, text).could_be_emptied() for text in texts)


def key_of(table: dict[str, Any], card: Physical) -> str | None:
    """The card goes before its rank."""
    return next((key for key in (text_of(card), card[0]) if key in table), None)


def price_of(table: dict[str, int], card: Physical) -> int:
    key = key_of(table, card)
    return table[key] if key else 0


# --- both engines side by side ----------------------------------------------------------------


def physical(game: Game, hands: tuple[tuple[cr.Card, ...], ...]) -> list[list[Physical]]:
    """Cards one can touch, for those of a state."""
    left = list(game.pack)
    result: list[list[Physical]] = []
    for hand in hands:
        result.append([])
        for card in hand:
            touched = next(one for one in left if text_of(one) == str(card))
            left.remove(touched)
            result[-1].append(touched)
    return result


def set_out(game: Game, state: cr.State) -> Position:
    grown = {str(card): deals for card, deals in state.carried.lay_dead.items()}
    hands = physical(game, state.hands)
    return Position.at_start(game, hands, state.dealer, state.carried.pool, grown)


def compare(state: cr.State, position: Position) -> set[str]:
    """See that both say the same of a moment; the legal moves."""
    game, pending = position.game, state.pending
    awaits = {
        cr.AwaitLead: "lead", cr.AwaitTurn: "turn", cr.AwaitHolder: "holder", cr.DealOver: "over",
    }  # fmt: skip
    assert awaits[type(pending)] == position.awaits
    if isinstance(pending, cr.DealOver):
        assert pending.winner == position.seat
    if isinstance(pending, (cr.AwaitLead, cr.AwaitTurn)):
        assert pending.seat == position.seat
    if isinstance(pending, (cr.AwaitTurn, cr.AwaitHolder)):
        places = position.due(position.seat) if position.skipping else position.needs
        assert set(map(str, pending.needs)) == set(places)
    for cards, hand in zip(state.hands, position.hands, strict=True):
        theirs = [game.called[card.rank, card.suit, 0] for card in cards]
        assert sorted(theirs) == sorted(game.called[card] for card in hand)
    position.settle()
    result = cr.score(state)
    assert result.balances == tuple(position.money), f"settled: {result.payments}"
    assert (result.pool, {str(c): n for c, n in result.pots.items()}) == (
        position.pool, position.pots
    )  # fmt: skip
    listed = [f"{move.seat}:{move}" for move in cr.legal_moves(state)]
    legal = position.legal()
    assert sorted(listed) == sorted(legal), str(state)
    return legal


def walk(state: cr.State, position: Position, counts: Counter[int], depth: int = 0) -> None:
    """The whole tree below a moment, both engines in step; nodes are counted by depth."""
    counts[depth] += 1
    for said in sorted(compare(state, position)):
        seat, _, text = said.partition(":")
        move = cr.parse_move(state.rules, said)
        walk(cr.step(state, move), position.after(int(seat), text), counts, depth + 1)


def nodes_by_depth(state: cr.State, counts: Counter[int], depth: int = 0) -> None:
    """The same tree by the library alone."""
    counts[depth] += 1
    for move in cr.legal_moves(state):
        nodes_by_depth(cr.step(state, move), counts, depth + 1)


# --- games small enough to look at every move -------------------------------------------------

MICRO: dict[str, RuleSheet] = {
    # By turn, the Comet of whoever cannot go on forks: Foster's Commit in small.
    "foster": {
        "deck.ranks": [*"789TJQ"],
        "deck.suits": ["D", "S"],
        "deck.remove": ["8D"],
        "comet.cards": ["9D"],
        "comet.when": "when_unable",
        "comet.does": "fork",
        "payments.laying": {"Q": 1},
        "payments.leading": {"7": 1},
        "payments.comet.reward": 2,
        "stakes.pool.each": 1,
        "settlement.caught": {"comet": {"to_each": 2}, "Q": {"to_each": 1}},
    },
    # By holder, the Comet breaks in and forks, answered in turn: Denexa's game in small.
    "denexa": {
        "deck.ranks": [*"789TJQ"],
        "deck.suits": ["D", "S"],
        "deck.remove": ["8D"],
        "play.order": "by_holder",
        "comet.cards": ["9D"],
        "comet.when": "any_time",
        "comet.does": "fork",
        "comet.if_led": "comet",
        "settlement.scoring": "points",
        "settlement.going_out": 1,
        "settlement.per_card": 1,
        "settlement.unplayed.cards": {"Q": 2},
        "settlement.caught": {"comet": {"lost": 1}},
    },
    # By holder, the Comet breaks in and stops, nobody has to lay it, pots freeze: the Swedish game.
    "swedish": {
        "deck.ranks": [*"789TJQ"],
        "deck.suits": ["D", "S"],
        "play.order": "by_holder",
        "comet.cards": ["9D"],
        "comet.when": "any_time",
        "comet.does": "stop",
        "comet.if_led": "comet",
        "stakes.pots.cards": {"QD": {"dealer": 3}, "JD": {"each": 1}},
        "stakes.pots.frozen": "once_comet_is_laid",
        "settlement.per_card": 1,
        "settlement.times.comet_caught": 2,
    },
    # By turn, one card a turn, and still anybody may break in, even before the first card.
    "break-in": {
        "deck.ranks": [*"789TJQ"],
        "deck.suits": ["D", "S"],
        "play.turn": "one_card",
        "comet.cards": ["9D"],
        "comet.when": "any_time",
        "comet.earliest": "before_first_card",
        "comet.must": "when_unable",
        "comet.does": "fork",
        "comet.if_led": "not_allowed",
        "payments.comet.reward": 1,
        "payments.passing": 1,
        "stakes.pool.each": 1,
        "stakes.pool.won_by": "out_with_comet",
    },
    # Suits ignored, full sets, a Comet for any card that stops: the two-pack games in small.
    "sets": {
        "deck.ranks": [*"89TJ"],
        "deck.suits": ["C", "D", "H"],
        "play.suits": "ignored",
        "play.at_once": "full_set",
        "comet.cards": ["9D"],
        "comet.when": "on_turn",
        "comet.does": "stand_in_and_stop",
        "comet.if_led": "comet",
        "payments.comet.reward": 2,
        "payments.stuck": 1,
        "settlement.per_point": 1,
        "settlement.times.comet_caught": 2,
        "settlement.times.comet_last": 2,
        "settlement.times.comet_last_as_own_rank": 4,
        "settlement.times.opera": 2,
        "settlement.drawn": "if_dealer_could_too",
    },
    # Two of every card, as many at once as one likes, and nobody has to continue.
    "copies": {
        "deck.ranks": [*"89T"],
        "deck.suits": ["D", "S"],
        "deck.copies": 2,
        "play.continue": "may",
        "play.at_once": "any_number",
        "play.lead.at_once": "any_number",
        "payments.laying": {"T": 2},
        "payments.set": "once",
        "payments.passing": 1,
    },
    # Suits ignored, but some cards carry pots and must be named: JC+JD.
    "named": {
        "deck.ranks": [*"9TJ"],
        "deck.suits": ["C", "D", "H"],
        "play.suits": "ignored",
        "play.at_once": "any_number",
        "play.lead.at_once": "full_set",
        "stakes.pots.cards": {"JD": {"dealer": 2}, "TH": {"each": 1}},
        "stakes.pots.taken": "at_end",
        "stakes.pots.caught": "doubled",
        "comet.cards": ["9D"],
        "comet.when": "ending_own_part",
        "comet.does": "fork",
    },
    # In suit, a Comet that has to stand in for the missing card, and the run goes on.
    "stand-in": {
        "deck.ranks": [*"789TJ"],
        "deck.suits": ["D", "S"],
        "deck.remove": ["8D"],
        "play.stops": ["TS"],
        "play.after_stop": "next_player_leads",
        "comet.cards": ["9D"],
        "comet.when": "when_unable",
        "comet.must": "when_unable",
        "comet.does": "stand_in",
        "comet.if_led": "comet",
        "payments.laying": {"J": 2},
        "payments.comet.rank_too": "also_paid",
    },
    # No Comet: gaps are skipped, and a lead has to change suit or passes on.
    "skips": {
        "deck.ranks": [*"789TJ"],
        "deck.suits": ["C", "D", "S"],
        "play.when_stuck": "last_player_skips",
        "play.lead.suit": "new",
        "play.lead.no_such_suit": "lead_passes",
        "play.lead.later": "lowest_of_a_suit",
        "payments.stuck": 1,
        "settlement.going_out": 2,
    },
}

TREES: list[tuple[str, list[str], str]] = [
    (
        "foster",
        ["9D JS 8S QD", "JD QS 7D TD", "9S 7S TS"],
        "1 4 8 11 16 20 20 21 28 37 36 29 32 32 21 17 10 7 9 4 1",
    ),
    (
        "foster",
        ["8S QS QD JS", "9D 7S TS JD", "9S TD 7D"],
        "1 4 8 12 16 21 25 25 24 27 30 31 32 28 30 30 31 26 17 13 11 8 5 3 2 1",
    ),
    (
        "foster",
        ["9S JD JS QS", "7D TD QD", "9D 8S TS 7S"],
        "1 4 6 7 8 11 16 19 21 19 22 24 23 23 21 23 17 12 10 7 4 2 1 1",
    ),
    ("foster", ["7D 9S", "9D QS", "TD 7S"], "1 2 2 4 4 4 2 2 2"),
    ("denexa", ["9D 7D JS TD", "8S 7S QS TS", "9S QD JD"], "1 4 8 14 25 36 43 44 33 21 14 7"),
    ("denexa", ["8S QS QD JS", "9D 7S TS JD", "9S TD 7D"], "1 4 12 25 39 46 62 72 59 25"),
    ("denexa", ["9S JD JS QS", "7D TD QD", "9D 8S TS 7S"], "1 4 10 19 31 44 54 47 31 16 14 9"),
    ("swedish", ["QD JD 8D QS", "9D 8S 7S TD", "TS JS 7D 9S"], "1 4 14 40 79 102 113 93 83 81 46"),
    ("swedish", ["9D TS 7S JD", "9S 8S TD JS", "QD 7D 8D QS"], "1 4 9 17 31 55 79 91 94 71 40"),
    (
        "swedish",
        ["9S 8D QD 7S", "7D 8S TD JS", "9D JD QS TS"],
        "1 4 12 30 60 101 142 158 143 105 47",
    ),
    (
        "break-in",
        ["8D TD 7D TS", "7S JS 8S QD", "9D JD QS 9S"],
        "1 5 9 12 15 18 24 33 45 57 57 51 49 39 23 12 3 1",
    ),
    (
        "break-in",
        ["8S JD 7D TS", "9D 8D QD 9S", "7S TD JS QS"],
        "1 5 8 12 16 19 25 28 30 33 35 35 35 31 19 9 3 2 1",
    ),
    (
        "break-in",
        ["9D TS 7S JD", "9S 8S TD JS", "QD 7D 8D QS"],
        "1 3 6 11 18 25 28 30 39 56 67 76 78 72 57 43 24 9 4",
    ),
    ("sets", ["TD JC 8C 9H", "9D 9C 8D TC"], "1 4 6 7 8 9 14 14 22 28 32 29 33 12 19 1 4"),
    ("sets", ["9D 9C 8H JH", "TH 9H TC JC"], "1 7 22 35 36 23 29 43 44 34 11"),
    ("sets", ["8C 8D 8H 9D", "9C 9H TD JC"], "1 5 6 7 11 12 11 6 1"),
    ("sets", ["8C 8D 8H 9C", "9D 9H TH TC"], "1 2 2 3 6 9 15 26 33 28 26 16 5 4"),
    ("sets", ["JC TD JD", "JH 9D TH"], "1 2 3 3"),
    (
        "copies",
        ["9S TD 8D 9D", "8S 9D 8D 9S"],
        "1 4 8 12 19 30 38 42 51 42 53 61 80 80 78 78 48 20 12",
    ),
    ("copies", ["9D 8S 8S TS", "TD 9D 9S TD"], "1 4 6 10 22 33 45 75 91 88 96 90 66 49 29 9 6"),
    ("copies", ["8D 8D TS TS", "9D 9D TD TD"], "1 4 7 11 27 42 48 60 65 52 43 31 17 8 4"),
    ("named", ["9D 9C JC TD", "9H JH TH TC"], "1 4 6 8 13 17 27 32 30 30 20 8 4"),
    ("named", ["9C JC TH TD", "9D 9H JH JD"], "1 4 8 12 14 28 58 80 80 64 44 16 8"),
    ("named", ["9D TD JH TH", "JC 9H 9C JD"], "1 4 8 14 22 44 68 64 56 40 22 8 4"),
    ("stand-in", ["JD 8S 7D TD", "9D JS 7S TS"], "1 4 16 38 45 56 97 124 126 156 144 106 91 28 2"),
    ("stand-in", ["9D TD 9S 8S", "7S 7D JS JD"], "1 13 22 40 55 63 87 100 82 73 56 26 18"),
    ("stand-in", ["TD 9S JS 8S", "9D TS 7S 7D"], "1 4 16 24 30 50 80 88 88 100 81 60 50 26 9 9"),
    (
        "skips",
        ["TS 9D TC JS", "8S 8C JD JC", "7D 9C 7S 7C"],
        "1 4 5 6 7 10 13 14 14 17 17 15 15 17 16 16 18 18 21 23 23 21 22 19 13 8 8 4",
    ),
    (
        "skips",
        ["7S TC 8D JS", "8C 9C 7D TD", "7C 8S JD JC"],
        "1 4 5 5 5 7 10 11 12 14 17 16 15 17 18 16 14 14 14 14 12 11 10 8 5 4 2 1 1",
    ),
    (
        "skips",
        ["TC JS TD 7S", "8C 8D JD 8S", "9D 7D 9S 9C"],
        "1 4 5 5 6 8 9 9 10 12 13 14 14 15 17 20 20 19 18 18 16 14 13 11 4",
    ),
]
"""Each game with its hands and the number of nodes at each depth of its tree."""


def both(name: str, hands: list[list[str]]) -> tuple[cr.State, Position]:
    """A deal of a small game, set out for both engines; seat 0 leads."""
    sheet, players = MICRO[name], len(hands)
    rules, game = small_rules(name, players), Game(sheet, players)
    state = cr.new_deal(rules, hands=hands, dealer=players - 1)
    return state, set_out(game, state)


@functools.cache
def small_rules(name: str, players: int) -> cr.Rules:
    return cr.compile_rules(sheet_profile(MICRO[name]), players)


@pytest.mark.parametrize(
    ("name", "hands", "nodes"),
    TREES,
    ids=[f"{name}: {' | '.join(hands)}" for name, hands, _ in TREES],
)
def test_whole_trees_have_the_pinned_nodes_and_both_engines_agree_at_each(
    name: str, hands: list[str], nodes: str
) -> None:
    state, position = both(name, [hand.split() for hand in hands])
    by_both, by_library = Counter[int](), Counter[int]()
    walk(state, position, by_both)
    nodes_by_depth(state, by_library)
    pinned = dict(enumerate(map(int, nodes.split())))
    assert by_library == by_both == pinned


def physical_deals(pack: list[Physical], each: int) -> Iterator[list[list[Physical]]]:
    """Every way to give two players so many cards, equal cards told apart."""
    for first in itertools.combinations(pack, each):
        left = [card for card in pack if card not in first]
        for second in itertools.combinations(left, each):
            yield [list(first), list(second)]


NO_QUEENS: RuleSheet = {"settlement.unplayed.cards": {"T": 2}}


@pytest.mark.parametrize(
    ("name", "changes", "deals", "states", "nodes", "leaves"),
    [
        ("copies", {"deck.suits": ["D"]}, 90, 21, 968, 352),
        ("sets", {"deck.ranks": [*"89T"], "deck.suits": ["C", "D"]}, 90, 90, 798, 325),
        ("denexa", {"deck.ranks": [*"789T"], **NO_QUEENS}, 210, 210, 1524, 566),
    ],
)
def test_every_physical_deal_of_a_tiny_pack(
    name: str, changes: RuleSheet, deals: int, states: int, nodes: int, leaves: int
) -> None:
    """Equal cards are told apart by hand here, and only here: the sums are over real deals."""
    sheet = {**MICRO[name], **changes}
    rules, game = cr.compile_rules(sheet_profile(sheet), 2), Game(sheet, 2)
    found: Counter[cr.State] = Counter()
    by_library, by_hand = Counter[str](), Counter[str]()
    for hands in physical_deals(game.pack, 2):
        state = cr.new_deal(rules, hands=[map(text_of, hand) for hand in hands], dealer=1)
        found[state] += 1
        count(state, by_library)
        count_by_hand(Position.at_start(game, hands, 1), by_hand)
    assert found.total() == deals
    assert len(found) == states
    for state, times in found.items():
        assert times == ways(game, state), "a deal comes up as often as there are equal cards"
    assert by_library == by_hand == {"nodes": nodes, "leaves": leaves, **outcomes_of(by_hand)}


def ways(game: Game, state: cr.State) -> int:
    """In how many ways the hands can be made up of physical cards."""
    left, product = Counter(map(text_of, game.pack)), 1
    for hand in state.hands:
        for card, number in Counter(map(str, hand)).items():
            product *= math.comb(left[card], number)
            left[card] -= number
    return product


def count(state: cr.State, counts: Counter[str]) -> None:
    """Nodes, leaves, and how often each balance comes out, by the library."""
    counts["nodes"] += 1
    if state.is_over:
        counts["leaves"] += 1
        counts[f"ends {cr.score(state).balances}"] += 1
    for move in cr.legal_moves(state):
        count(cr.step(state, move), counts)


def count_by_hand(position: Position, counts: Counter[str]) -> None:
    """The same by the second engine alone."""
    counts["nodes"] += 1
    if position.awaits == "over":
        position.settle()
        counts["leaves"] += 1
        counts[f"ends {tuple(position.money)}"] += 1
    for said in position.legal():
        seat, _, text = said.partition(":")
        count_by_hand(position.after(int(seat), text), counts)


def outcomes_of(counts: Counter[str]) -> dict[str, int]:
    return {key: number for key, number in counts.items() if key.startswith("ends")}


def test_the_second_engine_can_tell_a_difference() -> None:
    """One rule changed in one engine only, and they part: the comparison is no tautology."""
    changes: list[tuple[str, RuleSheet]] = [
        ("foster", {"comet.when": "on_turn"}),
        ("foster", {"payments.leading": {}}),
        ("denexa", {"comet.if_led": "natural"}),
        ("swedish", {"stakes.pots.frozen": "never"}),
        ("break-in", {"comet.must": "never"}),
        ("sets", {"settlement.times.opera": 1, "settlement.drawn": "never"}),
        ("copies", {"play.continue": "must"}),
        ("named", {"stakes.pots.caught": "nothing"}),
        ("stand-in", {"payments.comet.rank_too": "never"}),
        ("skips", {"play.when_stuck": "last_player_leads"}),
    ]
    for name, change in changes:
        found = False
        for _, hands, _ in (tree for tree in TREES if tree[0] == name):
            players = len(hands)
            state, _ = both(name, [hand.split() for hand in hands])
            other = set_out(Game({**MICRO[name], **change}, players), state)
            try:
                walk(state, other, Counter())
            except AssertionError:
                found = True
        assert found, f"{name} with {change}"


# --- games made up at random ------------------------------------------------------------------


@settings(max_examples=120, deadline=None)
@given(sheet=rule_sheets(), players=st.integers(2, 4), seed=seeds())
def test_games_made_up_at_random_are_played_alike_by_both(
    sheet: RuleSheet, players: int, seed: int
) -> None:
    """Deals of few cards, each played out several times."""
    rules, game = cr.compile_rules(sheet_profile(sheet), players), Game(sheet, players)
    random = Random(seed)
    for _ in range(4):
        cards = list(map(text_of, game.pack))
        random.shuffle(cards)
        most = min(random.choice([3, 4, 6]), len(cards) // players)
        hands = [[cards.pop() for _ in range(random.randint(1, most))] for _ in range(players)]
        together = (
            random.randrange(3) if game.says["payments.comet.counted"] == "together" else None
        )
        comets = sorted(game.comets)
        lay_dead = [random.randrange(3) if together is None else together for _ in comets]
        carried = cr.Carried(lay_dead=dict(zip(map(cr.parse_card, comets), lay_dead, strict=True)))
        state = cr.new_deal(rules, hands=hands, dealer=random.randrange(players), carried=carried)
        position = set_out(game, state)
        while legal := sorted(compare(state, position)):
            said = random.choice(legal)
            seat, _, text = said.partition(":")
            state = cr.step(state, cr.parse_move(rules, said))
            position = position.after(int(seat), text)
        assert state.is_over


# --- what the comparison found ----------------------------------------------------------------


def test_a_lead_passed_on_ends_the_first_turn__O1() -> None:
    """Seat 0 goes out only after the lead has been with seat 1: no Opera."""
    profile = house(
        {
            "deck.ranks": [*"789T"],
            "play.after_stop": "next_player_leads",
            "comet.cards": ["9D"],
            "comet.when": "on_turn",
            "comet.does": "stop",
            "comet.if_led": "not_allowed",
            "settlement.per_card": 1,
            "settlement.times.opera": 2,
        }
    )
    state = play(table(profile, ["TD 8S", "9D"]), "0:TD 1:pass")
    assert paid(state, "0:8S") == [(1, 0, 1, "settlement.per_card")]


def test_a_comet_that_is_due_above_a_gap_is_a_plain_card_where_it_is_natural() -> None:
    """`if_due: natural`: reached by a skip it is due like any other card, and does not stop."""
    profile = house(
        {
            "play.order": "by_holder",
            "play.when_stuck": "last_player_skips",
            "comet.cards": ["9D"],
            "comet.does": "stop",
            "comet.if_due": "natural",
        }
    )
    state = play(table(profile, ["7D 9D 2C", "5C 3S TD"]), "0:7D")
    assert legal(state) == {"0:9D"}
    assert legal(play(state, "0:9D")) == {"1:TD"}


def test_a_fork_that_the_holders_are_asked_for_is_not_at_once__O2() -> None:
    """The dealer's hand alone cannot tell that nobody has the ten: his opera would not be sure."""
    sheet = {
        "play.order": "by_turn",
        "play.turn": "as_far_as_possible",
        "deck.ranks": [*"789T"],
        "comet.cards": ["9D"],
        "comet.if_led": "comet",
        "play.when_stuck": "last_player_leads",
        "play.after_stop": "same_player_leads",
        "stakes.pool.each": 2,
        "settlement.times.opera": 2,
        "settlement.drawn": "if_dealer_could_too",
    }
    fork = {"comet.does": "fork", "comet.fork_answered": "by_holder"}
    asked = table(house({**sheet, **fork}), ["8D", "7D 9D"], dealer=1)
    assert paid(asked, "0:8D") == [("pool", 0, 4, "stakes.pool.won_by")]
    stop = house({**sheet, "comet.does": "stop"})
    assert paid(table(stop, ["8D", "7D 9D"], dealer=1), "0:8D") == []
