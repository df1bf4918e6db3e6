"""What a move does: which cards leave the hand, what falls due, and how the deal goes on.

One function per kind of move. Obeys `play.continue`, `stops` and `comet.does`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..cards import Card
from ..moves import Lay, LaySet, Move, Pass, Place, StandIn
from ..situations import Ended, Kind, Phase, Situation, past_first_turn
from .charges import Charge, charge_of, dues_of_laying, dues_of_passing
from .comet import comet_moves, is_lead, is_natural
from .following import Following
from .nodes import ANY, Outcome, Route, node_at

if TYPE_CHECKING:
    from ..rules import PackRules

__all__ = ["binding", "outcome_at", "stops_run"]


def outcome_at(pack: PackRules, s: Situation, move: Move) -> Outcome:
    """The outcome of a legal move.

    Who laid the card before hardly matters to what laying the next one does, so situations
    share those outcomes: with eight players that is an eighth of the work.
    """
    if isinstance(move, Pass):
        return _refused_lead(pack, s) if s.kind is Kind.LEAD else _passed(pack, s)
    what_matters = s if s.phase is Phase.FIRST_TURN else s._replace(last=None)
    found = pack.outcomes.get((what_matters, move))
    if found is None:
        found = pack.outcomes[what_matters, move] = _laid(pack, what_matters, move)
    return found


# --- passing ----------------------------------------------------------------------------------


def _passed(pack: PackRules, s: Situation) -> Outcome:
    """The turn passes; when it is back with the player of the last card, the run may be stuck."""
    assert s.seat is not None and s.last is not None
    charge = None if s.laid else charge_of(pack, s.seat, dues_of_passing(pack))
    after = Following(pack, s.last, past_first_turn(s.phase), s.suit)
    on_turn = after.turn(pack.rules.next_seat(s.seat), s.needs)
    if on_turn.situation.seat != s.last:
        return _pass_outcome(Route(ANY, on_turn), charge=charge)
    bound = binding(pack, on_turn.situation)
    goes_on = [Route(bound, on_turn)] if bound else []
    return _pass_outcome(*goes_on, *after.stuck(s.needs, asked=True), charge=charge)


def _refused_lead(pack: PackRules, s: Situation) -> Outcome:
    """The lead passes on, because nothing that may be led is held."""
    assert s.seat is not None
    refused = s.seat if s.refused is None else s.refused
    following = s._replace(
        seat=pack.rules.next_seat(s.seat), refused=refused, phase=past_first_turn(s.phase)
    )
    charge = charge_of(pack, s.seat, dues_of_passing(pack))
    return _pass_outcome(Route(ANY, node_at(pack, following)), charge=charge)


def _pass_outcome(*routes: Route, charge: Charge | None) -> Outcome:
    first, *others = routes
    return Outcome(
        exact=0, takes=(), lane=ANY, over=None,
        first=first, others=tuple(others), charge=charge,
    )  # fmt: skip


def binding(pack: PackRules, s: Situation) -> int:
    """The bits of hands that bind the player of the last card to go on after a closed circle."""
    profile = pack.rules.profile
    if profile.play.continue_ == "may":
        return 0
    assert s.seat is not None
    bits = pack.due_at(s.needs)
    if profile.comet.must == "when_unable":
        bits |= sum(
            comet.mask for comet in pack.comets
            if any(comet_moves(pack, s, s.seat, comet.mask, able=False))
        )  # fmt: skip
    return bits << pack.shift(s.seat)


# --- laying -----------------------------------------------------------------------------------


def _laid(pack: PackRules, s: Situation, move: Move) -> Outcome:
    """Cards are laid: an empty hand ends the deal; else the run goes on, stops or forks."""
    seat = move.seat
    assert seat is not None
    natural, lead = is_natural(pack, s, move), is_lead(pack, s, move)
    does = pack.rules.profile.comet.does
    ordinary = natural or does == "nothing"
    takes = tuple(mask << pack.shift(seat) for mask in _takes(pack, move))
    phase = _next_phase(pack, s, seat, lead=lead)
    suit = _suit(pack, move) if ordinary else s.suit
    dues = dues_of_laying(pack, move, lead=lead, as_comet=not ordinary)
    after = Following(pack, seat, phase, suit)
    stops = _ends_run(pack, move, ordinary=ordinary)
    if stops:
        routes = after.stop(keeps_lead=not ordinary and does != "stand_in")
    elif not ordinary and does == "fork":
        routes = _fork(pack, s, move, after)
    else:
        out_of_turn = s.kind is not Kind.HOLDER and s.seat != seat
        routes = after.card(_place(pack, move), out_of_turn=out_of_turn)
    exact = _exact(takes)
    first, *others = routes
    return Outcome(
        exact=exact, takes=() if exact else takes, lane=pack.lane << pack.shift(seat),
        over=Route(ANY, node_at(pack, _over(pack, move, ordinary=ordinary, phase=phase))),
        first=first, others=tuple(others), charge=charge_of(pack, seat, dues),
        natural=natural, lead=lead, stops=stops,
    )  # fmt: skip


def _ends_run(pack: PackRules, move: Move, *, ordinary: bool) -> bool:
    """Whether the run ends by rule: at a stop card, or by a Comet that stops it."""
    does = pack.rules.profile.comet.does
    if ordinary or does == "stand_in":
        return _is_stop(pack, move, _place(pack, move))
    return does in ("stop", "stand_in_and_stop")


def _fork(pack: PackRules, s: Situation, move: Move, after: Following) -> Iterator[Route]:
    """Two ways on: the old run's missing card, or the card above the Comet."""
    own = _place(pack, move)
    above = pack.above[own]
    old = () if is_lead(pack, s, move) else s.needs
    if pack.all_of[own].bit_count() == 1:
        old = tuple(place for place in old if place != own)  # the Comet has just filled it itself
    return after.fork(tuple(dict.fromkeys((*old, *(() if above is None else (above,))))))


def _takes(pack: PackRules, move: Move) -> Iterator[int]:
    """The bits of which the highest leaves, for each card laid."""
    match move:
        case Lay(card=name):
            yield pack.mask_of(name)
        case StandIn(comet=comet):
            yield pack.mask_of(comet)
        case LaySet(parts=parts):
            for name, count in parts:
                yield from [pack.mask_of(name)] * count


def _exact(takes: tuple[int, ...]) -> int:
    """The bits that leave, where each card can only be one."""
    whole = functools.reduce(int.__or__, takes)
    return whole if whole.bit_count() == len(takes) else 0


def _place(pack: PackRules, move: Move) -> Place:
    match move:
        case Lay(card=Card() as card) | LaySet(parts=((Card() as card, _), *_)):
            return pack.place(card)
        case Lay(card=rank) | LaySet(parts=((rank, _), *_)):
            return rank
        case StandIn(place=place):
            return place
    raise AssertionError(move)


def _suit(pack: PackRules, move: Move) -> str | None:
    """The suit a later lead is compared with, where one is."""
    place = _place(pack, move)
    follows = pack.rules.profile.play.lead.suit != "any"
    return place.suit if follows and isinstance(place, Card) else None


def _is_stop(pack: PackRules, move: Move, place: Place) -> bool:
    """Whether a card just laid ends the run by rule: by its rank, by itself, or as the highest."""
    names: list[Place] = []
    if isinstance(move, Lay):
        names.append(move.card)
    elif isinstance(move, LaySet):
        names += [name for name, _ in move.parts]
    return stops_run(pack, place, *names)


def stops_run(pack: PackRules, place: Place, *names: Place) -> bool:
    """Whether what lies at a place of a run ends it by rule, whatever it is that lies there.

    Args:
        pack: the rules.
        place: the place.
        names: the cards that lie there, as a move names them.
    """
    stops = pack.rules.profile.play.stops
    all_names = (place, *names)
    ranks = {name.rank if isinstance(name, Card) else name for name in all_names}
    return any(str(name) in stops for name in (*all_names, *ranks)) or pack.above[place] is None


def _next_phase(pack: PackRules, s: Situation, seat: int, *, lead: bool) -> Phase:
    """The phase after cards are laid.

    A Comet that comes before the first lead leaves that lead to come. Only Opera asks whether
    the deal is still in its first turn.
    """
    if s.phase is Phase.UNOPENED and not lead:
        return Phase.UNOPENED
    if pack.rules.profile.settlement.times.opera == 1:
        return Phase.LATER
    first_lead = s.phase is Phase.UNOPENED and s.refused is None
    still = s.phase is Phase.FIRST_TURN and s.last == seat
    return Phase.FIRST_TURN if first_lead or still else Phase.LATER


def _over(pack: PackRules, move: Move, *, ordinary: bool, phase: Phase) -> Situation:
    """The end of a deal, with what the settlement asks of its last card."""
    ended = Ended.CARD
    match move:
        case Lay(card=Card() as card) if card in pack.pack.comets:
            ended = Ended.COMET_AS_ITSELF if ordinary else Ended.COMET
        case StandIn(comet=comet, place=place):
            rank = place.rank if isinstance(place, Card) else place
            ended = Ended.COMET_AS_ITSELF if rank == comet.rank else Ended.COMET
    opera = phase is Phase.FIRST_TURN
    return Situation(Kind.OVER, move.seat, move.seat, ended=ended, opera=opera)
