"""Hypothesis strategies: bundled games, deals of them, playouts, and small games made up at random.

A playout is chosen by a seed and not choice by choice, so that a whole deal costs hypothesis one
number; short hands are drawn size by size, so that a failure shrinks to few cards.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
from hypothesis import strategies as st

import cometrules as cr

from .helpers import every_table, house

__all__ = [
    "Played",
    "RuleSheet",
    "carried",
    "compiled",
    "deals",
    "full_deals",
    "games",
    "given_hands",
    "logs",
    "moments",
    "pack_names",
    "physical_pack",
    "playout",
    "rule_sheets",
    "seeds",
    "sheet_profile",
    "short_deals",
]


@functools.cache
def compiled(name: str, players: int) -> cr.Rules:
    """The rules of a bundled game, kept so that its tables are made once."""
    return cr.compile_rules(name, players)


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32 - 1)


def games() -> st.SearchStrategy[cr.Rules]:
    """Every bundled game with every number of players."""
    return st.sampled_from(every_table()).map(lambda game: compiled(*game))


def pack_names(rules: cr.Rules) -> list[str]:
    """The packs used in turn, in their order."""
    return list(rules.profile.deck.packs)


def physical_pack(rules: cr.Rules, pack: str | None = None) -> list[cr.Card]:
    """Every card of a pack, equal ones as often as they are there, from the profile's words."""
    deck = rules.profile.deck
    spec = deck.packs[pack or pack_names(rules)[0]]
    gone = [*spec.remove, *deck.remove_for.get(rules.players, ())]
    cards = [
        cr.Card(rank, suit)
        for rank in deck.ranks
        for suit in spec.suits
        for _ in range(spec.copies)
        if rank not in gone and rank + suit not in gone
    ]
    for out, put in spec.exchange.items():
        cards[cards.index(out)] = put
    stripped = [card for name in deck.strip for card in cards if str(card) == name]
    while stripped and len(cards) % rules.players:
        cards.remove(stripped.pop(0))
    return cards


# --- deals ------------------------------------------------------------------------------------


@st.composite
def carried(draw: st.DrawFn, rules: cr.Rules) -> cr.Carried:
    """Something left by earlier deals, as far as the game has a place for it."""
    stakes = rules.profile.stakes
    few = st.integers(0, 4)
    packs = rules.profile.deck.packs.values()
    comets = sorted({card for pack in packs for card in pack.comet}, key=str)
    if rules.profile.payments.comet.counted == "together":
        together = draw(few)
        lay_dead = dict.fromkeys(comets, together)
    else:
        lay_dead = {comet: draw(few) for comet in comets}
    return cr.Carried(
        pots={card: draw(few) for card in stakes.pots.cards},
        pool=draw(few) if stakes.pool.each or stakes.pool.dealer else 0,
        lay_dead=lay_dead,
    )


@st.composite
def full_deals(draw: st.DrawFn, rules: cr.Rules) -> cr.State:
    """A whole deal by seed."""
    return cr.new_deal(
        rules,
        seed=draw(seeds()),
        dealer=draw(st.integers(0, rules.players - 1)),
        pack=draw(st.sampled_from(pack_names(rules))),
        carried=draw(carried(rules)),
    )


@st.composite
def given_hands(
    draw: st.DrawFn, rules: cr.Rules, pack: str | None = None, most: int = 6
) -> list[list[cr.Card]]:
    """Short hands, with a taste for the Comet: whole deals seldom end with it."""
    cards = physical_pack(rules, pack)
    most = min(most, len(cards) // rules.players)
    sizes = [draw(st.integers(1, most)) for _ in range(rules.players)]
    Random(draw(seeds())).shuffle(cards)
    comets = rules.profile.deck.packs[pack or pack_names(rules)[0]].comet
    if draw(st.booleans()):
        cards.sort(key=lambda card: card in comets)  # the last is dealt first
    hands: list[list[cr.Card]] = [[] for _ in sizes]
    order = Random(draw(seeds()))
    for seat in order.sample(range(rules.players), rules.players):
        hands[seat] = [cards.pop() for _ in range(sizes[seat])]
    return hands


@st.composite
def short_deals(draw: st.DrawFn, rules: cr.Rules, most: int = 6) -> cr.State:
    """A deal of few cards."""
    pack = draw(st.sampled_from(pack_names(rules)))
    return cr.new_deal(
        rules,
        hands=draw(given_hands(rules, pack, most)),
        dealer=draw(st.integers(0, rules.players - 1)),
        pack=pack,
        carried=draw(carried(rules)),
    )


def deals(rules: cr.Rules | None = None) -> st.SearchStrategy[cr.State]:
    """A deal, full or short, of one game or of any bundled one."""
    if rules is None:
        return games().flatmap(deals)
    return st.one_of(short_deals(rules), full_deals(rules))


# --- playouts ---------------------------------------------------------------------------------


@attrs.frozen
class Played:
    """A deal played out: every state, and the move made in each but the last."""

    states: tuple[cr.State, ...]
    moves: tuple[cr.Move, ...]

    @property
    def end(self) -> cr.State:
        return self.states[-1]

    def steps(self) -> Iterator[tuple[cr.State, cr.Move, cr.State]]:
        return zip(self.states, self.moves, self.states[1:], strict=False)


def playout(state: cr.State, seed: int = 0) -> Played:
    """Play at random to the end; more moves than `max_moves` are a failure."""
    random = Random(seed)
    states = [state]
    moves: list[cr.Move] = []
    while not state.is_over:
        assert len(moves) < state.rules.max_moves
        legal = cr.legal_moves(state)
        assert legal, f"nobody can move, and the deal is not over:\n{state}"
        moves.append(legal[int(random.random() * len(legal))])
        state = cr.step(state, moves[-1])
        states.append(state)
    return Played(tuple(states), tuple(moves))


@st.composite
def moments(draw: st.DrawFn, rules: cr.Rules | None = None) -> cr.State:
    """A random moment of a deal played at random, of one game or of any bundled one."""
    states = playout(draw(deals(rules)), draw(seeds())).states
    return states[draw(st.integers(0, len(states) - 1))]


@st.composite
def logs(draw: st.DrawFn, rules: cr.Rules | None = None, most: int = 40) -> cr.DealLog:
    """A deal with its course up to a random moment, or in short deals to the end."""
    state = draw(deals(rules))
    moves = playout(state, draw(seeds())).moves
    log = cr.DealLog(state)
    for move in moves[: draw(st.integers(0, min(most, len(moves))))]:
        log = log.step(move)
    return log


# --- small games made up at random ------------------------------------------------------------

RuleSheet = dict[str, Any]
"""Values by path, as `Profile.with_` takes them; what is left out is the neutral default."""


class _Sheet:
    """A rule sheet while it is drawn, section by section."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw, self.values = draw, RuleSheet()

    def __getitem__(self, path: str) -> Any:
        return self.values.get(path)

    def pick(self, path: str, *values: Any) -> Any:
        """One of the values, each as likely as another."""
        self.values[path] = self.draw(st.sampled_from(values))
        return self.values[path]

    def maybe(self, path: str, neutral: Any, *values: Any) -> Any:
        """The neutral value half of the time, else one of the others."""
        return self.pick(path, *(neutral,) * len(values), *values)

    @property
    def by_holder(self) -> bool:
        return bool(self["play.order"] == "by_holder")

    @property
    def ignored(self) -> bool:
        return bool(self["play.suits"] == "ignored")

    @property
    def shared(self) -> bool:
        """Whether several cards have one place in a run."""
        return self.ignored or (self["deck.copies"] or 1) > 1

    @property
    def points(self) -> bool:
        return bool(self["settlement.scoring"] == "points")

    @property
    def stands_in(self) -> bool:
        return str(self["comet.does"]).startswith("stand_in")


@st.composite
def rule_sheets(draw: st.DrawFn) -> RuleSheet:
    """A game of few cards with rules drawn at random from the vocabulary.

    What the checker refuses is not drawn; nor are combinations whose meaning the vocabulary leaves
    open: Opera where the Comet may come before the first lead; suits of leads where a Comet is
    led as a Comet; a Comet on turn where its player skips a gap; a pot doubled by two holders of
    its card; an Opera drawn where the dealer's lead is limited.
    """
    sheet = _Sheet(draw)
    sheet.pick("settlement.scoring", "payments", "payments", "points")
    sheet.pick("play.order", "by_turn", "by_turn", "by_holder")
    sheet.pick("play.suits", "matter", *(() if sheet.by_holder else ("ignored",)))
    names = _draw_deck(sheet)
    _draw_comet(sheet)
    _draw_play(sheet, names)
    _draw_leads(sheet)
    _draw_payments(sheet, names)
    if not sheet.points:
        _draw_stakes(sheet, names)
    _draw_settlement(sheet, names)
    return sheet.values


@attrs.frozen
class _Names:
    """The cards that rules of a small game speak of."""

    low: str
    middle: str
    top: str
    other: str  # a middle card of the second suit


def _draw_deck(sheet: _Sheet) -> _Names:
    ranks = sheet.pick("deck.ranks", *([*text] for text in ("789T", "89TJQ", "A29TK")))
    suits = sheet.pick("deck.suits", ["C", "D"], ["D", "S"], ["D", "C", "H"])
    middle = next(rank for rank in ranks[1:-1] if rank != "9")
    if not sheet.by_holder:
        sheet.maybe("deck.copies", 1, 2)
    sheet.maybe("deck.remove", [], [f"{middle}D"])
    return _Names(ranks[0], middle, ranks[-1], middle + next(s for s in suits if s != "D"))


def _draw_comet(sheet: _Sheet) -> None:
    suits = sheet["deck.suits"]
    cards = sheet.pick("comet.cards", [], ["9D"], ["9D"], ["9D", "9" + suits[-1]])
    sheet.values["comet.cards"] = list(dict.fromkeys(cards))
    if not cards:
        return
    by_turn = () if sheet.by_holder else ("when_unable", "on_turn", "ending_own_part")
    when = sheet.pick("comet.when", "in_place_only", "any_time", "any_time", *by_turn)
    stand_in = () if when == "in_place_only" else ("stand_in", "stand_in_and_stop")
    sheet.pick("comet.does", "nothing", "stop", "fork", "fork", *stand_in)
    if not sheet.by_holder:
        sheet.maybe("comet.must", "never", "when_unable")
    if sheet["comet.does"] == "fork" and not sheet.shared:
        sheet.maybe("comet.fork_answered", "in_turn", "by_holder")
    sheet.pick("comet.if_led", "natural", "comet", "not_allowed")
    sheet.maybe("comet.if_due", "comet", "natural")
    if when == "any_time":
        sheet.maybe("comet.earliest", "after_first_card", "before_first_card")


def _draw_play(sheet: _Sheet, names: _Names) -> None:
    if not sheet.by_holder:
        if sheet["comet.fork_answered"] != "by_holder":
            sheet.maybe("play.continue", "must", "may")
        if sheet["comet.when"] != "ending_own_part":
            sheet.maybe("play.turn", "as_far_as_possible", "one_card")
    if sheet.shared:
        sheet.pick("play.at_once", "one_card", "full_set", "any_number")
        sheet.pick("play.lead.at_once", "one_card", "full_set", "any_number")
    sheet.maybe("play.direction", "left", "right")
    sheet.maybe("play.stops", [], [names.middle], [names.other])
    sheet.maybe("play.after_stop", "same_player_leads", "next_player_leads")
    plain_gaps = not sheet["comet.cards"] or (sheet.by_holder and not sheet.stands_in)
    skips = ("last_player_skips",) if plain_gaps else ()
    sheet.maybe("play.when_stuck", "last_player_leads", "next_player_leads", *skips)


def _draw_leads(sheet: _Sheet) -> None:
    holder_of = () if sheet["deck.copies"] == 2 else ("holder_of",)
    if sheet.maybe("play.lead.by", "next_to_dealer", "dealer", *holder_of) == "holder_of":
        sheet.values["play.lead.holder_of"] = f"{sheet['deck.ranks'][0]}D"
    sheet.maybe("play.lead.first", "any_card", "lowest_card", "lowest_of_a_suit")
    sheet.maybe("play.lead.later", "any_card", "lowest_card", "lowest_of_a_suit")
    plain = not sheet["comet.cards"] or sheet["comet.if_led"] == "natural"
    if plain and not sheet.ignored and sheet.maybe("play.lead.suit", "any", "new", "other_colour"):
        passes = () if sheet["play.lead.suit"] == "any" else ("lead_passes",)
        sheet.pick("play.lead.no_such_suit", "any_card", *passes)


def _draw_payments(sheet: _Sheet, names: _Names) -> None:
    low, top = names.low, names.top
    laying = {top: 1}, {f"{top}D": 2, top: 1}, {"9D": 1}, {"9": 2}
    sheet.maybe("payments.laying", {}, *laying)
    if sheet.stands_in:
        sheet.maybe("payments.comet.rank_too", "never", "also_paid")
    sheet.maybe("payments.leading", {}, {low: 1}, {f"{low}D": 3})
    if sheet.shared and {sheet["play.at_once"], sheet["play.lead.at_once"]} != {"one_card"}:
        sheet.maybe("payments.set", "each_card", "once")
    sheet.maybe("payments.stuck", 0, 1)
    if sheet["comet.cards"] and sheet.maybe("payments.comet.reward", 0, 2):
        sheet.maybe("payments.comet.if_led", "paid", "not_paid")
        sheet.maybe("payments.comet.grows", 0, 3)
        sheet.maybe("payments.comet.resets", "after_the_deal", "at_once")
        sheet.maybe("payments.comet.counted", "together", "each_comet")


def _draw_stakes(sheet: _Sheet, names: _Names) -> None:
    sheet.maybe("payments.passing", 0, 1)
    if sheet.maybe("stakes.pool.each", 0, 2):
        sheet.maybe("stakes.pool.dealer", 0, 1)
        sheet.maybe("payments.from", "each_opponent", "pool")
        if sheet["comet.cards"]:
            sheet.maybe("stakes.pool.won_by", "first_out", "out_with_comet")
    if sheet.maybe("stakes.pots.cards", {}, {f"{names.top}D": {"dealer": 3}, "9D": {"each": 1}}):
        if sheet["deck.copies"] != 2:
            sheet.maybe("stakes.pots.taken", "when_laid", "at_end")
            sheet.maybe("stakes.pots.caught", "nothing", "doubled")
        if sheet["comet.cards"]:
            sheet.maybe("stakes.pots.frozen", "never", "once_comet_is_laid")
        sheet.maybe("stakes.pots.unclaimed", "stay", "made_up")


def _draw_settlement(sheet: _Sheet, names: _Names) -> None:
    low, top = names.low, names.top
    if sheet.points:
        sheet.maybe("settlement.unplayed.cards", {}, {top: 2}, {f"{top}D": 2})
        sheet.maybe("settlement.unplayed.where", "anywhere", "in_hands")
        sheet.maybe("settlement.unplayed.as_card", "too", "instead")
        sheet.maybe("settlement.collected_by", "winner", "nobody")
    sheet.maybe("settlement.going_out", 0, 1)
    sheet.maybe("settlement.per_card", 0, 1)
    sheet.maybe("settlement.per_point", 0, 1)
    sheet.maybe("settlement.values", {}, {low: 3}, {"9D": 4})
    price = {"lost": 2} if sheet.points else {"to_each": 1}
    caught: dict[str, Any] = {top: {**price, "to_winner": 3}, "9D": price}
    comet = {"comet": {"to_winner": 1}} if sheet["comet.cards"] else {}
    sheet.maybe("settlement.caught", {}, caught, {**comet, **caught})
    _draw_times(sheet)


def _draw_times(sheet: _Sheet) -> None:
    if not sheet.by_holder and sheet["comet.earliest"] != "before_first_card":
        opera = sheet.maybe("settlement.times.opera", 1, 2) == 2
        if opera and sheet["play.lead.first"] == "any_card":
            sheet.maybe("settlement.drawn", "never", "if_dealer_could_too")
    sheet.maybe("settlement.times.together", "multiply", "add", "highest")
    if sheet["comet.cards"]:
        sheet.maybe("settlement.times.comet_caught", 1, 2, 0)
        sheet.maybe("settlement.times.comet_last", 1, 3)
        if sheet.stands_in:
            sheet.maybe("settlement.times.comet_last_as_own_rank", 1, 5)


def sheet_profile(sheet: RuleSheet) -> cr.Profile:
    """The profile of a rule sheet."""
    return house({"deal.hands": "even", **sheet})
