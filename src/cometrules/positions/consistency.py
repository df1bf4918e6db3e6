"""Whether a moment of a deal can have come about: what is awaited, and the cards.

What is looked at follows from the rules alone; whether the moves that lead there would have
been wise, or the shuffle likely, is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..engine.dealing import first_leader
from ..engine.outcomes import binding, stops_run
from ..moves import Place
from ..profile.report import Path
from ..situations import Ended, Kind, Phase, Situation, misfits
from .moment import Fault, Moment
from .money import dealt_to, money

__all__ = ["faults"]

AWAITS: Path = ("awaits",)
KIND: Path = ("awaits", "kind")
NEEDS: Path = ("awaits", "needs")


def faults(moment: Moment, sound: Callable[..., bool]) -> Iterator[Fault]:
    """Everything about a moment that contradicts the rules or itself.

    Args:
        moment: the moment; parts that are not sound may be left out of it.
        sound: whether nothing is wrong with some parts, each for itself.
    """
    awaits, cards = sound("awaits"), sound("hands", "dead")
    missing = list(_fields(moment.s)) if awaits else []
    yield from missing
    if awaits and cards:
        yield from _hands(moment)
        if not missing and moment.s.kind is not Kind.DEAL:
            yield from _course(moment)
            yield from _by_kind(moment)
        if not missing and sound("dealer"):
            yield from _first_lead(moment)
    if sound("carried", "dealer"):
        yield from money(moment, sound)
    if awaits and cards and sound("dealt_to"):
        yield from dealt_to(moment)


def _fields(s: Situation) -> Iterator[Fault]:
    for said, name in misfits(s):
        yield "N08", said, AWAITS if name is None else (*AWAITS, name)


def _hands(moment: Moment) -> Iterator[Fault]:
    s = moment.s
    if s.kind is Kind.DEAL:
        if moment.setup.dead:
            yield "N07", "before the deal no card is dead", ("dead",)
        return
    for seat in range(moment.setup.rules.players):
        out = s.kind is Kind.OVER and seat == s.seat
        if out and moment.lane(seat):
            yield "N07", f"seat {seat} is out and cannot hold cards", ("hands", str(seat))
        if not out and not moment.lane(seat):
            yield "N07", f"seat {seat} has no cards, and is not out", ("hands", str(seat))


# --- what is awaited --------------------------------------------------------------------------


def _course(moment: Moment) -> Iterator[Fault]:
    """What is remembered of the course of the deal."""
    s, laid = moment.s, moment.laid
    if s.last is None and laid:
        yield "N08", "cards have been laid: it lacks 'last', who laid the last of them", AWAITS
    if s.last is not None and not laid:
        yield "N08", "no card has been laid, so nobody laid the last", ("awaits", "last")
    yield from _phase(moment)
    follows = moment.profile.play.lead.suit != "any"
    plain_laid = laid > moment.comets_laid
    if s.suit is not None and not follows:
        yield "N08", "in these rules no lead depends on a suit", ("awaits", "suit")
    elif s.suit is not None and not moment.laid_of(_of_suit(moment, s.suit)):
        yield "N08", f"no card of the suit {s.suit} has been laid", ("awaits", "suit")
    elif s.suit is None and follows and plain_laid and s.kind is not Kind.OVER:
        yield "N08", "it lacks 'suit', that of the last plain card: leads depend on it", AWAITS


def _of_suit(moment: Moment, suit: str) -> int:
    return sum(mask for card, mask in moment.pack.card_mask.items() if card.suit == suit)


def _phase(moment: Moment) -> Iterator[Fault]:
    s, profile, path = moment.s, moment.profile, ("awaits", "phase")
    unopened = s.phase is Phase.UNOPENED
    early = profile.comet.earliest == "before_first_card" and moment.comets_laid
    if unopened and moment.laid > moment.comets_laid and not early:
        yield "N08", "cards have been laid, so the deal is not unopened", path
    elif unopened and moment.laid and not early:
        yield "N08", "no Comet may come before the first card in these rules", path
    elif not unopened and not moment.laid:
        yield "N08", "no card has been laid, so the phase is unopened", AWAITS
    if profile.settlement.times.opera == 1 and (s.opera or s.phase is Phase.FIRST_TURN):
        key = "opera" if s.opera else "phase"
        yield "N08", "these rules do not ask for the first turn of a deal", ("awaits", key)
    by_turns = profile.play.order == "by_turn" and profile.play.turn == "as_far_as_possible"
    in_turn = s.kind is not Kind.TURN or s.laid or s.bound
    if s.phase is Phase.FIRST_TURN and by_turns and not in_turn:
        yield "N08", "the turn has passed on, so it is not the first", path


def _first_lead(moment: Moment) -> Iterator[Fault]:
    """Before the first card the lead is with whom the rules give it to, or was passed on."""
    s = moment.s
    if s.kind is Kind.LEAD and not moment.laid:
        first = s.seat if s.refused is None else s.refused
        wanted = first_leader(moment.pack, moment.hands, moment.setup.dealer)
        if first != wanted:
            key = "seat" if s.refused is None else "refused"
            yield "N08", f"the first lead is with seat {wanted}", ("awaits", key)


def _by_kind(moment: Moment) -> Iterator[Fault]:
    match moment.s.kind:
        case Kind.LEAD:
            yield from _lead(moment)
        case Kind.TURN:
            yield from _turn(moment)
        case Kind.HOLDER:
            yield from _holder(moment)
        case Kind.OVER:
            yield from _over(moment)
    yield from _follow(moment)


def _lead(moment: Moment) -> Iterator[Fault]:
    s, pack, profile = moment.s, moment.pack, moment.profile
    comet_stays = bool(pack.comets) and profile.comet.if_led == "not_allowed"
    passes = comet_stays or profile.play.lead.no_such_suit == "lead_passes"
    if s.refused is not None and not passes:
        yield "N08", "in these rules no lead is passed on", ("awaits", "refused")
    open_ = {place for place in moment.comet_places if pack.due[place] != pack.all_of[place]}
    if s.needs and (profile.play.order != "by_holder" or not open_.issuperset(s.needs)):
        yield "N08", "at a lead only the place of a Comet can be open, and only by holder", NEEDS


def _turn(moment: Moment) -> Iterator[Fault]:
    s, pack, play = moment.s, moment.pack, moment.profile.play
    assert s.seat is not None
    own = s.seat == s.last
    as_far = play.order == "by_turn" and play.turn == "as_far_as_possible"
    if play.order == "by_holder" and not (s.bound or moment.may_be_forked):
        yield "N08", "where whoever holds the card lays it there is a turn only in a fork", KIND
    if s.laid and not (own and as_far):
        yield "N08", "only who laid the last card can have laid in this turn", ("awaits", "laid")
    above = pack.due_at(pack.all_above(s.needs)) << pack.shift(s.seat)
    if s.bound and not (own and play.when_stuck == "last_player_skips" and moment.hands & above):
        yield "N08", "nobody has to go on above a gap here", ("awaits", "bound")
    broke_in = play.turn == "one_card" and moment.comets_laid > 0  # and has the turn with it
    if own and not (s.laid or s.bound or broke_in or moment.hands & binding(pack, s)):
        message = f"the turn is back with seat {s.seat}, who cannot go on: the run is stuck"
        yield "N08", message, ("awaits", "seat")


def _holder(moment: Moment) -> Iterator[Fault]:
    s, pack, profile = moment.s, moment.pack, moment.profile
    in_fork = profile.comet.fork_answered == "by_holder" and moment.may_be_forked
    if profile.play.order != "by_holder" and not in_fork:
        yield "N08", "by turn nobody lays before the turn comes", KIND
    if not moment.hands & pack.everywhere(pack.due_at(s.needs)):
        yield "N08", "nobody holds a card that continues, so the run is stuck", NEEDS


def _over(moment: Moment) -> Iterator[Fault]:
    s, comet, path = moment.s, moment.profile.comet, ("awaits", "ended")
    if s.last != s.seat:
        yield "N08", "who is out has laid the last card", ("awaits", "last")
    if s.ended is Ended.CARD:
        if moment.laid == moment.comets_laid:
            yield "N08", "no card but a Comet has been laid, so the last was one", path
        return
    plain = comet.does == "nothing" or "natural" in (comet.if_led, comet.if_due)
    if not moment.comets_laid:
        yield "N08", "no Comet has been laid, so none was the last card", path
    elif s.ended is Ended.COMET and comet.does == "nothing":
        yield "N08", "in these rules the Comet is a card like others", path
    elif s.ended is Ended.COMET_AS_ITSELF and not (plain or comet.stands_in):
        yield "N08", "in these rules no Comet stands for itself", path


# --- the run ----------------------------------------------------------------------------------


def _follow(moment: Moment) -> Iterator[Fault]:
    """The cards that continue follow upon something that lies on the table."""
    s, pack = moment.s, moment.pack
    ways = 1 + len(moment.comet_places) * moment.may_be_forked  # a fork may be forked again
    if len(s.needs) > ways and s.kind is not Kind.LEAD:
        yield "N08", "without a fork one card continues, and each Comet adds one way on", NEEDS
    below = {above: place for place, above in pack.above.items() if above is not None}
    stood_in = moment.profile.comet.stands_in and moment.comets_laid
    for place in s.needs:
        if place not in below:
            yield "N08", f"{place} is the lowest of a run and continues none", NEEDS
        elif not stood_in:
            yield from _follows(moment, place, below[place])


def _follows(moment: Moment, place: Place, under: Place) -> Iterator[Fault]:
    if not moment.laid_of(moment.pack.all_of[under]):
        yield "N08", f"{place} follows {under}, which has not been laid", NEEDS
    elif stops_run(moment.pack, under) and not moment.comets_laid:
        yield "N08", f"{place} follows {under}, which ends a run", NEEDS
