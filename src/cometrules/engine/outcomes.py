"""What a move leads to: which cards leave the hand, what falls due, and what is awaited next.

One function per kind of transition. What comes next may depend on who holds which card; such
questions are kept as masks over the hands, asked in order, so that making a move is arithmetic.

Obeys `play.order`, `continue`, `turn`, `stops`, `after_stop`, `when_stuck`, `direction`,
`comet.does` and `comet.fork_answered`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from ..cards import Card
from ..events import RunStuck
from ..moves import Lay, LaySet, Move, Pass, Place, StandIn
from .charges import Charge, charge_of, dues_of_laying, dues_of_passing, dues_of_stuck
from .comet import comet_moves, is_lead, is_natural
from .nodes import Node, node_at
from .situations import Ended, Kind, Phase, Situation

if TYPE_CHECKING:
    from ..rules import PackRules

__all__ = ["Outcome", "Route", "outcome_of"]

ANY = -1


@attrs.frozen(eq=False)
class Route:
    """One way on: taken where some of the bits of `mask` are in the hands.

    Args:
        mask: bits over all hands; ANY is always there.
        node: what is awaited then.
        charge: what falls due on this way (a stuck run), or None.
        stuck: the run that got stuck on this way, or None.
    """

    mask: int
    node: Node
    charge: Charge | None = None
    stuck: RunStuck | None = None


@attrs.frozen(eq=False)
class Outcome:
    """What one move does in one situation.

    Args:
        exact: the bits that leave the hands, where they are always the same; else 0.
        takes: masks of which the highest bit leaves, one for each card laid.
        lane: the bits of the player's whole hand; 0 for a pass.
        over: what is awaited (nothing) when that hand is empty.
        routes: the ways on otherwise; the first that fits is taken, the last always does.
        charge: what falls due, or None.
        natural: whether plain cards were laid (or none).
        lead: whether the move starts a run.
        stops: whether it ends the run by rule.
    """

    exact: int
    takes: tuple[int, ...]
    lane: int
    over: Route | None
    routes: tuple[Route, ...]
    charge: Charge | None
    natural: bool = True
    lead: bool = False
    stops: bool = False

    def without(self, hands: int) -> int:
        """The hands without the cards of the move; of equal ones the last in order leaves."""
        if self.exact or not self.takes:
            return hands ^ self.exact
        for mask in self.takes:
            hands ^= 1 << (hands & mask).bit_length() - 1
        return hands

    def route(self, left: int) -> Route:
        """The way on with the cards that are left."""
        if self.over is not None and not left & self.lane:
            return self.over
        return next(route for route in self.routes if left & route.mask)


def outcome_of(pack: PackRules, s: Situation, move: Move) -> Outcome:
    """The outcome of a legal move."""
    if isinstance(move, Pass):
        return _refused_lead(pack, s) if s.kind is Kind.LEAD else _passed(pack, s)
    return _laid(pack, s, move)


# --- passing ----------------------------------------------------------------------------------


def _passed(pack: PackRules, s: Situation) -> Outcome:
    """The turn passes; when it is back with the player of the last card, the run may be stuck."""
    rules = pack.rules
    assert s.seat is not None and s.last is not None
    seat = rules.next_seat(s.seat)
    charge = None if s.laid else charge_of(pack, s.seat, dues_of_passing(pack))
    on_turn = Situation(Kind.TURN, seat, s.last, s.needs, phase=Phase.LATER, suit=s.suit)
    if seat != s.last:
        return _pass_outcome(Route(ANY, node_at(pack, on_turn)), charge=charge)
    bound = Route(_binding(pack, on_turn), node_at(pack, on_turn))
    stuck = _stuck(pack, s.last, s.needs, Phase.LATER, s.suit)
    return _pass_outcome(*([bound] if bound.mask else []), *stuck, charge=charge)


def _refused_lead(pack: PackRules, s: Situation) -> Outcome:
    """The lead passes on, because nothing that may be led is held."""
    assert s.seat is not None
    refused = s.seat if s.refused is None else s.refused
    following = s._replace(seat=pack.rules.next_seat(s.seat), refused=refused)
    charge = charge_of(pack, s.seat, dues_of_passing(pack))
    return _pass_outcome(Route(ANY, node_at(pack, following)), charge=charge)


def _pass_outcome(*routes: Route, charge: Charge | None) -> Outcome:
    return Outcome(exact=0, takes=(), lane=0, over=None, routes=routes, charge=charge)


def _binding(pack: PackRules, s: Situation) -> int:
    """The bits that oblige the player of the last card to go on when the circle is closed."""
    profile = pack.rules.profile
    if profile.play.continue_ == "may":
        return 0
    assert s.seat is not None
    bits = _due(pack, s.needs)
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
    ordinary = natural or pack.rules.profile.comet.does == "nothing"
    takes = tuple(mask << pack.shift(seat) for mask in _takes(pack, move))
    phase = _next_phase(pack, s, seat)
    suit = _suit(pack, move) if ordinary else s.suit
    dues = dues_of_laying(pack, move, lead=lead, as_comet=not ordinary)
    if ordinary:
        place = _place(pack, move)
        stops = _is_stop(pack, move, place)
        routes = _after_card(pack, seat, place, stops=stops, phase=phase, suit=suit)
    else:
        stops = _comet_stops(pack, move)
        routes = _after_comet(pack, s, move, phase=phase, suit=suit)
    return Outcome(
        exact=_exact(takes), takes=takes, lane=pack.lane << pack.shift(seat),
        over=Route(ANY, node_at(pack, _over(pack, move, natural=natural, phase=phase))),
        routes=tuple(routes), charge=charge_of(pack, seat, dues),
        natural=natural, lead=lead, stops=stops,
    )  # fmt: skip


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
    stops = pack.rules.profile.play.stops
    names: list[Place] = [place]
    if isinstance(move, Lay):
        names.append(move.card)
    elif isinstance(move, LaySet):
        names += [name for name, _ in move.parts]
    ranks = {name.rank if isinstance(name, Card) else name for name in names}
    return any(str(name) in stops for name in (*names, *ranks)) or pack.above[place] is None


def _next_phase(pack: PackRules, s: Situation, seat: int) -> Phase:
    """Opera asks whether the deal is still in its first turn; nothing else does."""
    if pack.rules.profile.settlement.times.opera == 1:
        return Phase.LATER
    first_lead = s.phase is Phase.UNOPENED and s.seat == seat and s.refused is None
    still = s.phase is Phase.FIRST_TURN and s.last == seat
    return Phase.FIRST_TURN if first_lead or still else Phase.LATER


def _over(pack: PackRules, move: Move, *, natural: bool, phase: Phase) -> Situation:
    """The end of a deal, with what the settlement asks of its last card."""
    ended = Ended.CARD
    match move:
        case Lay(card=Card() as card) if card in pack.pack.comets:
            ended = Ended.COMET_AS_ITSELF if natural else Ended.COMET
        case StandIn(comet=comet, place=place):
            rank = place.rank if isinstance(place, Card) else place
            ended = Ended.COMET_AS_ITSELF if rank == comet.rank else Ended.COMET
    opera = phase is Phase.FIRST_TURN
    return Situation(Kind.OVER, move.seat, move.seat, ended=ended, opera=opera)


# --- what is awaited next ---------------------------------------------------------------------


def _after_card(
    pack: PackRules, seat: int, place: Place, *, stops: bool, phase: Phase, suit: str | None
) -> Iterator[Route]:
    """After an ordinary card: a new lead after a stop, else the place above is needed."""
    above = pack.above[place]
    if stops or above is None:
        play = pack.rules.profile.play
        leader = seat if play.after_stop == "same_player_leads" else pack.rules.next_seat(seat)
        yield Route(ANY, node_at(pack, _lead(leader, seat, phase, suit)))
    else:
        yield from _go_on(pack, seat, (above,), phase, suit)


def _go_on(
    pack: PackRules, seat: int, needs: tuple[Place, ...], phase: Phase, suit: str | None
) -> Iterator[Route]:
    """The run goes on: by whoever holds the next card, or by turns."""
    rules = pack.rules
    if rules.profile.play.order == "by_holder":
        yield from _holders(pack, seat, needs, phase, suit)
        return
    own = rules.profile.play.turn == "as_far_as_possible"
    on_turn = seat if own else rules.next_seat(seat)
    turn = Situation(Kind.TURN, on_turn, seat, needs, laid=own, phase=phase, suit=suit)
    yield Route(ANY, node_at(pack, turn))


def _holders(
    pack: PackRules, seat: int, needs: tuple[Place, ...], phase: Phase, suit: str | None
) -> Iterator[Route]:
    """Whoever holds a needed card must lay it; where nobody does, the run is stuck."""
    held = pack.everywhere(_due(pack, needs))
    if held:
        yield Route(
            held, node_at(pack, Situation(Kind.HOLDER, None, seat, needs, phase=phase, suit=suit))
        )
    yield from _stuck(pack, seat, needs, phase, suit)


def _comet_stops(pack: PackRules, move: Move) -> bool:
    does = pack.rules.profile.comet.does
    if does == "stand_in":
        return _is_stop(pack, move, _place(pack, move))
    return does in ("stop", "stand_in_and_stop")


def _after_comet(
    pack: PackRules, s: Situation, move: Move, *, phase: Phase, suit: str | None
) -> Iterator[Route]:
    """After a Comet laid as one: what `comet.does` says."""
    seat = move.seat
    assert seat is not None
    comet = pack.rules.profile.comet
    if comet.does == "fork":
        yield from _fork(pack, s, move, phase=phase, suit=suit)
    elif comet.does == "stand_in":
        place = _place(pack, move)
        yield from _after_card(
            pack, seat, place, stops=_is_stop(pack, move, place), phase=phase, suit=suit
        )
    else:
        yield Route(ANY, node_at(pack, _lead(seat, seat, phase, suit)))


def _fork(
    pack: PackRules, s: Situation, move: Move, *, phase: Phase, suit: str | None
) -> Iterator[Route]:
    """Two ways on: the old run's missing card, or the card above the Comet."""
    seat = move.seat
    assert seat is not None and isinstance(move, Lay) and isinstance(move.card, Card)
    own = pack.place(move.card)
    above = pack.above[own]
    old = () if is_lead(pack, s, move) else s.needs
    if pack.all_of[own].bit_count() == 1:
        old = tuple(place for place in old if place != own)  # the Comet has just filled it itself
    needs = tuple(dict.fromkeys((*old, *(() if above is None else (above,)))))
    if not needs:
        yield from _stuck(pack, seat, (), phase, suit)
    elif pack.rules.profile.comet.fork_answered == "by_holder":
        yield from _holders(pack, seat, needs, phase, suit)
    else:
        asked = pack.rules.next_seat(seat)
        yield Route(
            ANY,
            node_at(pack, Situation(Kind.TURN, asked, seat, needs, phase=Phase.LATER, suit=suit)),
        )


def _lead(
    seat: int, last: int, phase: Phase, suit: str | None, needs: tuple[Place, ...] = ()
) -> Situation:
    return Situation(Kind.LEAD, seat, last, needs, phase=phase, suit=suit)


def _stuck(
    pack: PackRules, last: int, needs: tuple[Place, ...], phase: Phase, suit: str | None
) -> Iterator[Route]:
    """Nobody continues: who leads, or goes on above the gap, as `play.when_stuck` says."""
    rules = pack.rules
    play = rules.profile.play
    charge = charge_of(pack, last, dues_of_stuck(pack))
    stuck = RunStuck(last, needs)
    if play.when_stuck == "last_player_skips":
        for further in _above_gaps(pack, needs):
            own = _due(pack, further) << pack.shift(last)
            skips = Situation(Kind.TURN, last, last, further, bound=True, phase=phase, suit=suit)
            if own:
                yield Route(own, node_at(pack, skips), charge, stuck)
    leader = rules.next_seat(last) if play.when_stuck == "next_player_leads" else last
    open_places = tuple(place for place in needs if _may_still_come(pack, place))
    yield Route(ANY, node_at(pack, _lead(leader, last, phase, suit, open_places)), charge, stuck)


def _above_gaps(pack: PackRules, needs: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
    """The places one above the gaps, two above, and so on to the top."""
    while needs:
        needs = tuple(above for place in needs if (above := pack.above[place]) is not None)
        if needs:
            yield needs


def _may_still_come(pack: PackRules, place: Place) -> bool:
    """Whether a Comet whose own place it is may still be laid there, though nobody is bound to.

    Only by holder: by turn its holder was asked before the run got stuck.
    """
    profile = pack.rules.profile
    return (
        profile.play.order == "by_holder"
        and profile.comet.if_due == "comet"
        and any(comet.place == place for comet in pack.comets)
    )


def _due(pack: PackRules, needs: tuple[Place, ...]) -> int:
    return functools.reduce(int.__or__, (pack.due[place] for place in needs), 0)
