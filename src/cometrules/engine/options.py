"""Which moves are legal: the one place that says so.

`options_at` gives, for a situation, the bits of the hands that matter and the legal moves by
those bits. The engine, the error messages and the simulation all ask here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..moves import Lay, LaySet, Move, Pass, Place
from ..profile.model import AtOnce
from ..rules import PackRules, name_counts, several
from ..situations import Kind, Phase, Situation
from .comet import comet_moves, may_lead_comet
from .leads import Leads, RestrictedLeads
from .nodes import Moves, Options, Remembered

__all__ = ["lays", "options_at"]


def options_at(pack: PackRules, s: Situation) -> tuple[int, Options]:
    """The bits that matter in a situation, and the legal moves by those bits.

    Who laid the last card never matters to what is legal, so situations share their answers:
    with eight players that is an eighth of the work.
    """
    what_matters = s._replace(last=None)
    if s.kind is not Kind.LEAD:
        what_matters = what_matters._replace(phase=Phase.LATER, suit=None)
    found = pack.options.get(what_matters)
    if found is None:
        found = pack.options[what_matters] = _options(pack, what_matters)
    return found


def _options(pack: PackRules, s: Situation) -> tuple[int, Options]:
    match s.kind:
        case Kind.LEAD:
            return _at_lead(pack, s)
        case Kind.TURN:
            assert s.seat is not None
            places = pack.all_above(s.needs) if s.bound else s.needs
            own = pack.due_at(places) << pack.shift(s.seat)
            wanted = own | _comets_that_matter(pack, s, s.seat)
            return wanted, Remembered(lambda hands: tuple(_on_turn(pack, s, hands)))
        case Kind.HOLDER:
            return _at_holders(pack, s)
    return 0, Remembered(lambda hands: ())


def _comets_that_matter(pack: PackRules, s: Situation, seat: int) -> int:
    """The Comets of one seat; of all, where others may lay theirs too."""
    profile = pack.rules.profile
    left_open = bool(s.needs) and (s.kind is Kind.LEAD or profile.play.order == "by_holder")
    if profile.comet.when == "any_time" or left_open:
        return pack.everywhere(pack.comet_mask)
    return pack.comet_mask << pack.shift(seat)


def _lane(pack: PackRules, hands: int, seat: int) -> int:
    return hands >> pack.shift(seat) & pack.lane


def _on_turn(pack: PackRules, s: Situation, hands: int) -> Iterator[Move]:
    """On turn: the cards that continue, the Comet, a pass; others may break in."""
    profile = pack.rules.profile
    seat = s.seat
    assert seat is not None
    lane = _lane(pack, hands, seat)
    places = pack.next_above(s.needs, lane) if s.bound else s.needs
    able = bool(lane & pack.due_at(places))
    for place in places:
        yield from lays(pack, seat, place, lane & pack.due[place], profile.play.at_once)
    comets = tuple(comet_moves(pack, s, seat, lane, able=able))
    yield from comets
    free = profile.play.continue_ == "may" and not s.bound
    forced = comets and profile.comet.must == "when_unable"
    if (free or not able) and not (forced and not able):
        yield Pass(seat)
    yield from _break_ins(pack, s, hands, seat)


def _at_holders(pack: PackRules, s: Situation) -> tuple[int, Options]:
    """Whoever holds a card that continues lays it; a Comet may come first.

    The two are remembered apart: together they are many, and each is soon known.
    """
    seats = range(pack.rules.players)
    due = pack.everywhere(pack.due_at(s.needs))
    comet = pack.comets_everywhere

    def continuing(hands: int) -> Iterator[Move]:
        for seat in seats:
            lane = _lane(pack, hands, seat)
            for place in s.needs:
                yield from lays(pack, seat, place, lane & pack.due[place], "one_card")

    def comets(hands: int) -> Iterator[Move]:
        for seat in seats:
            yield from comet_moves(pack, s, seat, _lane(pack, hands, seat), able=False)

    of_cards = Remembered(lambda hands: tuple(continuing(hands)))
    of_comets = Remembered(lambda hands: tuple(comets(hands)))
    return due | comet, Remembered(lambda hands: of_cards[hands & due] + of_comets[hands & comet])


def _break_ins(pack: PackRules, s: Situation, hands: int, besides: int) -> Iterator[Move]:
    """The Comets that other seats may lay now, whoever's turn it is."""
    for seat in range(pack.rules.players):
        if seat != besides:
            yield from comet_moves(pack, s, seat, _lane(pack, hands, seat), able=False)


def _at_lead(pack: PackRules, s: Situation) -> tuple[int, Options]:
    """A lead: any card or what the restrictions leave, the Comet, or the lead refused."""
    seat = s.seat
    assert seat is not None
    play = pack.rules.profile.play
    wanted = pack.lane << pack.shift(seat) | _comets_that_matter(pack, s, seat)
    limit = play.lead.first if s.phase is Phase.UNOPENED else play.lead.later

    def besides(hands: int) -> Moves:
        """What the Comets add, which depends on who holds them alone."""
        lane = _lane(pack, hands, seat)
        own = comet_moves(pack, s, seat, lane, able=True)
        return (*own, *_break_ins(pack, s, hands, seat))

    natural = (
        pack.lane if pack.rules.profile.comet.if_led == "natural" else pack.lane & ~pack.comet_mask
    )
    if (
        limit == "any_card"
        and (s.suit is None or play.lead.suit == "any")
        and not _may_refuse(pack, s)
    ):
        return wanted, Leads(pack, seat, natural, _single_leads(pack, seat), Remembered(besides))
    return wanted, RestrictedLeads(pack, s, limit, natural, _single_leads(pack, seat), besides)


def _may_refuse(pack: PackRules, s: Situation) -> bool:
    """Whether the leader could be left with nothing but a Comet that may not be led."""
    return pack.rules.profile.comet.if_led == "not_allowed" and not may_lead_comet(pack, s)


def _single_leads(pack: PackRules, seat: int) -> Callable[[Place, int], Moves]:
    at_once = pack.rules.profile.play.lead.at_once
    return lambda place, held: lays(pack, seat, place, held, at_once)


def lays(pack: PackRules, seat: int, place: Place, held: int, at_once: AtOnce) -> Moves:
    """The ways to lay the held cards of one place: one of them, and sets where they are allowed.

    Obeys `play.at_once` and `play.lead.at_once`.
    """
    if not held:
        return ()
    key = (seat, place, held, at_once)
    found = pack.lays.get(key)
    if found is None:
        found = pack.lays[key] = tuple(_lays(*key, pack))
    return found


def _lays(seat: int, place: Place, held: int, at_once: AtOnce, pack: PackRules) -> Iterator[Move]:
    plain = held & pack.plain[place]
    names = name_counts(pack, plain)
    yield from (Lay(seat, name) for name in names)
    if at_once == "any_number":
        yield from (LaySet(seat, parts) for parts in several(names))
    elif at_once == "full_set" and sum(names.values()) > 1 and plain == pack.plain[place]:
        yield LaySet(seat, tuple(names.items()))
    for comet in pack.comets:
        if held & comet.mask:
            yield Lay(seat, comet.card)
