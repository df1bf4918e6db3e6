"""When the Comet may be laid as a Comet, and what it is when it is laid.

Obeys `comet.when`, `earliest`, `must`, `if_led` and `if_due`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..cards import Card
from ..moves import Lay, Move, Place, StandIn
from ..situations import Kind, Phase, Situation

if TYPE_CHECKING:
    from ..rules import CometCard, PackRules

__all__ = ["comet_moves", "is_lead", "is_natural", "may_lead_comet", "rights"]


def may_lead_comet(pack: PackRules, s: Situation) -> bool:
    """Whether the leader may lead a Comet as a Comet.

    Where a Comet may not be led, a lead that everybody has passed on may be one all the same:
    somebody has to lead.
    """
    if_led = pack.rules.profile.comet.if_led
    return if_led == "comet" or (if_led == "not_allowed" and s.refused == s.seat)


def is_natural(pack: PackRules, s: Situation, move: Move) -> bool:
    """Whether a move lays plain cards, or a Comet that counts as one here."""
    comet = pack.rules.profile.comet
    match move:
        case StandIn():
            return False
        case Lay(card=Card() as card) if card in pack.pack.comets:
            if s.kind is Kind.LEAD and s.seat == move.seat:
                return comet.if_led == "natural"
            return comet.if_due == "natural" and _comes_up(pack, s, move.seat, pack.place(card))
    return True


def _comes_up(pack: PackRules, s: Situation, seat: int | None, place: Place) -> bool:
    """Whether the run has come to a place, or its player may get there by skipping a gap."""
    return place in s.needs or (s.bound and seat == s.seat and place in pack.all_above(s.needs))


def is_lead(pack: PackRules, s: Situation, move: Move) -> bool:
    """Whether a move made here starts a run as its player's lead."""
    leads = s.kind is Kind.LEAD and s.seat == move.seat
    return leads and (is_natural(pack, s, move) or may_lead_comet(pack, s))


def rights(
    pack: PackRules, s: Situation, seat: int, comet: CometCard, lane: int, *, able: bool
) -> tuple[Place, ...]:
    """The places for which a seat may lay a Comet it holds, as a Comet.

    Args:
        pack: the rules.
        s: what is awaited.
        seat: whose right is asked for.
        comet: the Comet.
        lane: the bits of the seat's hand.
        able: whether the seat holds a card that continues the run.

    Returns:
        The places it may stand for; where it stands for nothing, its own place or nothing.
    """
    profile = pack.rules.profile
    own = (comet.place,)
    if s.kind is Kind.LEAD:
        if seat == s.seat and may_lead_comet(pack, s):
            return pack.places if profile.comet.stands_in else own
        if seat == s.seat and profile.comet.if_led == "natural":
            return ()  # it is among the plain leads
        if seat == s.seat or not _may_break_in(pack, s):
            return own if comet.place in s.needs else ()
        # Between two runs there is no place to fill: it is free, as on a lead.
        return pack.places if profile.comet.stands_in else own
    on_turn = seat == s.seat
    if profile.comet.if_due == "natural" and _comes_up(pack, s, seat, comet.place):
        return ()
    skips = s.bound and on_turn and comet.place in pack.next_above(s.needs, lane)
    due = skips or comet.place in s.needs
    if _may_lay_anywhere(pack, s, seat, able=able):
        return s.needs if profile.comet.stands_in else own
    unasked = s.kind is Kind.HOLDER or (s.bound and profile.play.order == "by_holder")
    return own if due and (on_turn or unasked) else ()


def _may_break_in(pack: PackRules, s: Situation) -> bool:
    comet = pack.rules.profile.comet
    opened = s.phase is not Phase.UNOPENED
    return comet.when == "any_time" and (opened or comet.earliest == "before_first_card")


def _may_lay_anywhere(pack: PackRules, s: Situation, seat: int, *, able: bool) -> bool:
    """Whether the Comet may be laid while a run goes on, wherever the run has come to."""
    when = pack.rules.profile.comet.when
    on_turn = s.kind is Kind.TURN and seat == s.seat
    return (
        when == "any_time"
        or (when == "on_turn" and on_turn)
        or (when == "when_unable" and on_turn and not able)
        or (when == "ending_own_part" and on_turn and not able and s.laid)
    )


def comet_moves(
    pack: PackRules, s: Situation, seat: int, lane: int, *, able: bool
) -> Iterator[Move]:
    """The moves by which a seat may lay a Comet as a Comet.

    Args:
        pack: the rules.
        s: what is awaited.
        seat: who asks.
        lane: the bits of its hand.
        able: whether it holds a card that continues the run.
    """
    stands_in = pack.rules.profile.comet.stands_in
    for comet in pack.comets:
        if lane & comet.mask:
            places = rights(pack, s, seat, comet, lane, able=able)
            if stands_in:
                yield from (StandIn(seat, comet.card, place) for place in places)
            elif places:
                yield Lay(seat, comet.card)
