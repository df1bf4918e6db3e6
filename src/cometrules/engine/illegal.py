"""Why a move is illegal, said for the table and for the log.

One check stands behind everything: a move is legal when it is among the legal moves. This
module only finds the words, from what is on the table and the cards of the seat that tries the
move: so what is said is nothing that this seat does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ..cards import Card, rank_name
from ..errors import IllegalMoveError
from ..moves import Deal, Lay, LaySet, Move, Pass, Place, StandIn
from ..rules import PackRules
from ..situations import Kind, Phase, Situation
from ..state import (
    AwaitDeal,
    AwaitHolder,
    AwaitLead,
    AwaitTurn,
    DealOver,
    Pending,
    State,
    pending_at,
)  # fmt: skip
from .leads import changes_suit

if TYPE_CHECKING:
    from ..views import View

__all__ = ["Asked", "explain_illegal", "place_name", "why_illegal"]


def place_name(place: Place) -> str:
    """A card or rank as people read it."""
    return place.name if isinstance(place, Card) else rank_name(place)


def move_name(move: Move) -> str:
    """A move as people read it."""
    match move:
        case Lay(card=name):
            return place_name(name)
        case LaySet(parts=parts):
            return " and ".join(
                f"{n} times {place_name(name)}" if n > 1 else place_name(name) for name, n in parts
            )
        case StandIn(comet=comet, place=place):
            return f"{comet.name} as {place_name(place)}"
    return "pass"


def _or(places: tuple[Place, ...]) -> str:
    return " or ".join(map(place_name, places)) or "nothing"


@attrs.frozen
class Asked:
    """A moment of a deal as the seat that tries a move knows it.

    Args:
        pack: the rules.
        s: what is awaited.
        seat: who asks.
        lane: the cards of that seat, as bits of a lane.
    """

    pack: PackRules
    s: Situation
    seat: int
    lane: int

    @property
    def pending(self) -> Pending:
        """What is awaited, in the words of a state."""
        return pending_at(self.pack, self.s, self.lane if self.s.seat == self.seat else None)


def explain_illegal(position: State | View, move: object) -> IllegalMoveError | None:
    """Why a move cannot be made now, as an error that is not raised; None for a legal move.

    Of a view, what its seat may be told: it knows no more than the view does.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=2)
    >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
    >>> print(explain_illegal(state, cr.parse_move(rules, "KC", seat=0)))
    seat 1 has the lead, not seat 0
    """
    if not isinstance(position, State):
        return position.explain_illegal(move)
    node, hands = position._node, position._hands
    if move in node.options[hands & node.wanted]:
        return None
    if isinstance(move, Deal) and node.situation.kind is Kind.DEAL:
        return None
    error = why_illegal(node.pack, node.situation, hands, move)
    if error.code == "not_held":
        seat = getattr(move, "seat", 0)
        error.log = f"{error} (seat {seat} holds {' '.join(map(str, position.hands[seat]))})"
    return error


def why_illegal(pack: PackRules, s: Situation, hands: int, move: object) -> IllegalMoveError:
    """Why a move that is not legal is not.

    Args:
        pack: the rules.
        s: what is awaited.
        hands: the hands; only that of the move's seat is looked at.
        move: whatever was tried.
    """
    if isinstance(move, Deal):
        return IllegalMoveError("already_dealt", "the cards of this deal are dealt already")
    if not isinstance(move, (Lay, LaySet, StandIn, Pass)):
        hint = "; read it with parse_move" if isinstance(move, str) else ""
        return IllegalMoveError("not_a_move", f"{move!r} is no move{hint}")
    if not isinstance(move.seat, int) or not 0 <= move.seat < pack.rules.players:
        return IllegalMoveError("no_such_seat", f"there is no seat {move.seat!r} in this deal")
    return _of_seat(Asked(pack, s, move.seat, hands >> pack.shift(move.seat) & pack.lane), move)


def _of_seat(asked: Asked, move: Move) -> IllegalMoveError:
    pending, rules = asked.pending, asked.pack.rules
    if isinstance(pending, AwaitDeal):
        return IllegalMoveError("before_deal", "the cards are not dealt yet")
    if isinstance(pending, DealOver):
        return IllegalMoveError("after_end", f"the deal is over: seat {pending.winner} is out")
    try:
        rules.action_id(move)
    except KeyError:
        return IllegalMoveError("no_such_move", f"{move} is no move of {rules.profile.id}")
    wrong_seat = _wrong_seat(pending, move)
    if isinstance(move, Pass):
        return wrong_seat or _pass(asked, pending)
    if wrong_seat and not _is_comet(asked, move):
        return wrong_seat
    if not _holds(asked, move):
        message = f"seat {move.seat} cannot lay {move_name(move)}: it does not hold that"
        return IllegalMoveError("not_held", message)
    if _is_comet(asked, move):
        return _comet(asked, pending)
    if isinstance(pending, AwaitLead):
        return _lead(asked, move)
    return _not_next(asked, move, pending.needs)


def _wrong_seat(
    pending: AwaitLead | AwaitTurn | AwaitHolder, move: Move
) -> IllegalMoveError | None:
    if isinstance(pending, AwaitHolder) or pending.seat == move.seat:
        return None
    what = "has the lead" if isinstance(pending, AwaitLead) else "is on turn"
    return IllegalMoveError(
        "wrong_seat", f"seat {pending.seat} {what}, not seat {move.seat}", "play.order"
    )


def _pass(asked: Asked, pending: AwaitLead | AwaitTurn | AwaitHolder) -> IllegalMoveError:
    seat = asked.seat
    if isinstance(pending, AwaitLead):
        return IllegalMoveError(
            "must_lead", f"seat {seat} has the lead and must lay a card", "play.lead"
        )
    if isinstance(pending, AwaitHolder):
        message = f"nobody passes here: whoever holds {_or(pending.needs)} lays it"
        return IllegalMoveError("no_turns", message, "play.order")
    if asked.lane & asked.pack.due_at(pending.needs):
        rule = "play.when_stuck" if asked.s.bound else "play.continue"
        message = f"seat {seat} can continue with {_or(pending.needs)} and must"
        return IllegalMoveError("must_continue", message, rule)
    message = f"seat {seat} cannot continue and must lay the Comet"
    return IllegalMoveError("must_lay_comet", message, "comet.must")


def _is_comet(asked: Asked, move: Move) -> bool:
    if isinstance(move, StandIn):
        return True
    return isinstance(move, Lay) and move.card in asked.pack.pack.comets


def _holds(asked: Asked, move: Move) -> bool:
    mask_of, lane = asked.pack.mask_of, asked.lane
    match move:
        case Lay(card=name) | StandIn(comet=name):
            return bool(lane & mask_of(name))
        case LaySet(parts=parts):
            return all((lane & mask_of(name)).bit_count() >= count for name, count in parts)
    return False


def _comet(asked: Asked, pending: AwaitLead | AwaitTurn | AwaitHolder) -> IllegalMoveError:
    profile = asked.pack.rules.profile
    if isinstance(pending, AwaitLead) and pending.seat == asked.seat:
        how = {
            "natural": "may be led as a plain card only",
            "not_allowed": "may not be led",
            "comet": "is led with the card it stands for named, such as 9D=6",
        }[profile.comet.if_led]
        return IllegalMoveError("comet_lead", f"the Comet {how}", "comet.if_led")
    needs = getattr(pending, "needs", ())
    if profile.comet.when == "any_time" and asked.s.last is None:
        message = "the Comet may be laid at any time, but not before the first card"
        return IllegalMoveError("comet_not_now", message, "comet.earliest")
    places = {comet.place for comet in asked.pack.comets}
    if profile.comet.if_due == "natural" and places & set(needs):
        message = "the Comet is a plain card now that its own place has come"
        return IllegalMoveError("comet_not_now", message, "comet.if_due")
    when = {
        "in_place_only": "only in its own place in the run",
        "ending_own_part": "only by a player who has laid in this turn and cannot go on",
        "when_unable": "only on one's turn, when one cannot continue",
        "on_turn": "only on one's turn, for the card that is needed",
        "any_time": "at any time once a first card lies",
    }[profile.comet.when]
    wanted = f" ({_or(needs)} is needed)" if needs else ""
    return IllegalMoveError("comet_not_now", f"the Comet may be laid {when}{wanted}", "comet.when")


def _lead(asked: Asked, move: Move) -> IllegalMoveError:
    lead, s = asked.pack.rules.profile.play.lead, asked.s
    if isinstance(move, LaySet):
        message = f"{move_name(move)} cannot open a run: so many equal cards may not be led"
        return IllegalMoveError("set_not_allowed", message, "play.lead.at_once")
    limit, rule = (lead.first, "first") if s.phase is Phase.UNOPENED else (lead.later, "later")
    card = move.card if isinstance(move, Lay) else None
    if s.suit and isinstance(card, Card) and not changes_suit(lead.suit, s.suit, card):
        message = f"{move_name(move)} does not change suit as a lead must"
        return IllegalMoveError("lead_suit", message, "play.lead.suit")
    what = "the lowest card" if limit == "lowest_card" else "the lowest card of a suit"
    suit = ", of a suit that may be led" if lead.suit != "any" else ""
    return IllegalMoveError(
        "lead_limited", f"{move_name(move)} may not be led: only {what}{suit}", f"play.lead.{rule}"
    )


def _not_next(asked: Asked, move: Move, needs: tuple[Place, ...]) -> IllegalMoveError:
    if isinstance(move, LaySet):
        at = {asked.pack.place(n) if isinstance(n, Card) else n for n, _ in move.parts}
        if at <= set(needs):
            message = f"{move_name(move)} cannot be laid together"
            return IllegalMoveError("set_not_allowed", message, "play.at_once")
    message = f"{move_name(move)} does not continue the run: {_or(needs)} is needed"
    return IllegalMoveError("not_next", message, "deck.ranks")
