"""Whether a moment of a deal can have come about: what is awaited, the cards and the money.

What is looked at follows from the rules alone; whether the moves that lead there would have
been wise, or the shuffle likely, is not.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ..engine.outcomes import binding, stops_run
from ..engine.stakes import staked
from ..ledger import Ledger
from ..moves import Place
from ..profile.model import Profile
from ..profile.report import Path
from ..rules import PackRules
from ..situations import Ended, Kind, Phase, Situation
from ..state import Setup

__all__ = ["Fault", "Moment", "faults"]

Fault = tuple[str, str, Path]
"""A code, what is wrong, and where."""

AWAITS: Path = ("awaits",)

_FIELDS = {
    Kind.DEAL: ((), ()),
    Kind.LEAD: (("seat",), ("last", "needs", "phase", "suit", "refused")),
    Kind.TURN: (("seat", "last", "needs"), ("laid", "bound", "phase", "suit")),
    Kind.HOLDER: (("last", "needs"), ("phase", "suit")),
    Kind.OVER: (("seat", "last", "ended"), ("opera",)),
}
"""What is said of each kind of thing that is awaited: always, and sometimes."""


@attrs.frozen
class Moment:
    """A moment of a deal that is looked at.

    Args:
        setup: what a deal never changes.
        hands: the hands, as bits.
        s: what is awaited.
        ledger: the money.
    """

    setup: Setup
    hands: int
    s: Situation
    ledger: Ledger

    @property
    def pack(self) -> PackRules:
        """The rules for the pack."""
        return self.setup.pack

    @property
    def profile(self) -> Profile:
        """The rules."""
        return self.setup.rules.profile

    def lane(self, seat: int) -> int:
        """The cards of a seat, as bits of a lane."""
        return self.hands >> self.pack.shift(seat) & self.pack.lane

    def laid_of(self, mask: int) -> int:
        """How many of some cards have been laid."""
        held = (self.hands & self.pack.everywhere(mask)).bit_count()
        return mask.bit_count() - held - (self.setup.dead & mask).bit_count()

    @property
    def laid(self) -> int:
        """How many cards have been laid."""
        return self.laid_of(self.pack.lane)

    @property
    def comets_laid(self) -> int:
        """How many Comets have been laid."""
        return self.laid_of(self.pack.comet_mask)


def faults(moment: Moment) -> Iterator[Fault]:
    """Everything about a moment that contradicts the rules or itself."""
    missing = list(_fields(moment.s))
    yield from missing
    yield from _hands(moment)
    if not missing:
        if moment.s.kind is not Kind.DEAL:
            yield from _course(moment)
        yield from _by_kind(moment)
    yield from _money(moment)
    yield from _dealt_to(moment)


def _fields(s: Situation) -> Iterator[Fault]:
    always, sometimes = _FIELDS[s.kind]
    for name, value in s._asdict().items():
        said = name != "kind" and value != s._field_defaults[name]
        if said and name not in (*always, *sometimes):
            yield "N08", f"of {_kind(s)} no {name!r} is said", ("awaits", name)
        if not said and name in always:
            yield "N08", f"of {_kind(s)} it has to be said: {name!r}", AWAITS


def _kind(s: Situation) -> str:
    return {
        Kind.DEAL: "a deal that is awaited",
        Kind.LEAD: "a lead",
        Kind.TURN: "a turn",
        Kind.HOLDER: "a card that whoever holds it lays",
        Kind.OVER: "the end",
    }[s.kind]


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
    s, profile = moment.s, moment.profile
    plain_laid = moment.laid > moment.comets_laid
    if (s.last is None) != (moment.laid == 0):
        what = "cards have been laid" if moment.laid else "no card has been laid"
        yield "N08", f"{what}, which contradicts what is said of the last card", ("awaits", "last")
    if s.phase is Phase.UNOPENED and (plain_laid or s.kind is Kind.OVER):
        yield "N08", "the deal has been opened: cards have been laid", ("awaits", "phase")
    if s.phase is not Phase.UNOPENED and not moment.laid:
        yield "N08", "no card has been laid: the deal is unopened", ("awaits", "phase")
    if s.phase is Phase.UNOPENED and moment.laid and profile.comet.earliest != "before_first_card":
        yield "N08", "no Comet may come before the first card", ("awaits", "phase")
    opera = profile.settlement.times.opera != 1
    if (s.phase is Phase.FIRST_TURN or s.opera) and not opera:
        yield "N08", "these rules do not ask for the first turn of a deal", ("awaits", "phase")
    follows = profile.play.lead.suit != "any"
    if s.suit is not None and not (follows and moment.laid):
        yield "N08", "no lead depends on a suit here", ("awaits", "suit")
    if s.suit is None and follows and plain_laid and s.kind is not Kind.OVER:
        yield "N08", "the suit of the last card has to be said: leads depend on it", AWAITS


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


def _lead(moment: Moment) -> Iterator[Fault]:
    s, pack, profile = moment.s, moment.pack, moment.profile
    may_refuse = (
        profile.comet.if_led != "natural" or profile.play.lead.no_such_suit == "lead_passes"
    )
    if s.refused is not None and not may_refuse:
        yield "N08", "no lead is passed on in these rules", ("awaits", "refused")
    open_ = [
        comet.place for comet in pack.comets if pack.due[comet.place] != pack.all_of[comet.place]
    ]
    if s.needs and (profile.play.order != "by_holder" or not set(s.needs) <= set(open_)):
        yield (
            "N08",
            "on a lead only the place of a Comet can be open, by holder",
            ("awaits", "needs"),
        )
    yield from _follow(moment)


def _turn(moment: Moment) -> Iterator[Fault]:
    s, pack, play = moment.s, moment.pack, moment.profile.play
    assert s.seat is not None
    own = s.seat == s.last
    forked = moment.profile.comet.does == "fork" and moment.comets_laid
    if play.order == "by_holder" and not (s.bound or forked):
        yield "N08", "there are no turns by holder, but in a fork", ("awaits", "kind")
    if s.laid and not (own and play.order == "by_turn" and play.turn == "as_far_as_possible"):
        yield "N08", "only who laid the last card can have laid in this turn", ("awaits", "laid")
    above = pack.due_at(pack.all_above(s.needs)) << pack.shift(s.seat)
    if s.bound and not (own and play.when_stuck == "last_player_skips" and moment.hands & above):
        yield "N08", "nobody has to go on above a gap here", ("awaits", "bound")
    one_card = play.turn == "one_card" and moment.comets_laid  # who broke in has the turn
    if own and not (s.laid or s.bound or one_card or moment.hands & binding(pack, s)):
        message = f"the turn is back with seat {s.seat}, who cannot go on: the run is stuck"
        yield "N08", message, ("awaits", "seat")
    yield from _follow(moment)


def _holder(moment: Moment) -> Iterator[Fault]:
    s, pack = moment.s, moment.pack
    if (
        moment.profile.play.order != "by_holder"
        and moment.profile.comet.fork_answered != "by_holder"
    ):
        yield "N08", "by turn nobody lays before the turn comes", ("awaits", "kind")
    if not moment.hands & pack.everywhere(pack.due_at(s.needs)):
        yield "N08", "nobody holds a card that continues: the run is stuck", ("awaits", "needs")
    yield from _follow(moment)


def _over(moment: Moment) -> Iterator[Fault]:
    s = moment.s
    if s.last != s.seat:
        yield "N08", "who is out has laid the last card", ("awaits", "last")
    if s.ended is not Ended.CARD and not moment.comets_laid:
        yield "N08", "no Comet has been laid, so none was the last card", ("awaits", "ended")


def _follow(moment: Moment) -> Iterator[Fault]:
    """The cards that continue follow upon something that lies on the table."""
    s, pack = moment.s, moment.pack
    path = ("awaits", "needs")
    fork = moment.profile.comet.does == "fork" and moment.comets_laid
    if len(s.needs) > (2 if fork or s.kind is Kind.LEAD else 1):
        yield "N08", "of several cards only one can continue, but in a fork", path
    below = {above: place for place, above in pack.above.items() if above is not None}
    stood_in = moment.profile.comet.stands_in and moment.comets_laid
    for place in s.needs:
        if place not in below:
            yield "N08", f"{place} is the lowest of a run and continues none", path
        elif not stood_in:
            yield from _follows(moment, place, below[place])


def _follows(moment: Moment, place: Place, under: Place) -> Iterator[Fault]:
    path = ("awaits", "needs")
    if not moment.laid_of(moment.pack.all_of[under]):
        yield "N08", f"{place} follows {under}, which has not been laid", path
    elif stops_run(moment.pack, under) and not moment.comets_laid:
        yield "N08", f"{place} follows {under}, which ends a run", path


# --- money ------------------------------------------------------------------------------------


def _money(moment: Moment) -> Iterator[Fault]:
    ledger, profile, carried = moment.ledger, moment.profile, moment.setup.carried
    _, at_first = staked(moment.pack, moment.setup.dealer, carried)
    if moment.s.kind is Kind.DEAL and ledger != at_first:
        yield "N09", "before the deal there are the stakes and nothing else", ("balances",)
    if profile.settlement.scoring == "points":
        if ledger.pool:
            yield "N09", "where points are scored there is no pool", ("pool",)
    elif sum(ledger.balances) + ledger.pool + sum(ledger.pots) != _put_in(moment):
        message = f"balances, pool and pots together make what was carried over: {_put_in(moment)}"
        yield "N09", message, ("balances",)
    moves_pool = profile.payments.passing or profile.payments.from_ == "pool"
    if ledger.pool != at_first.pool and not moves_pool:
        yield "N09", f"the pool is {at_first.pool} until the deal is settled", ("pool",)
    for card, now, first in zip(
        moment.setup.rules.pot_cards, ledger.pots, at_first.pots, strict=True
    ):
        mask = moment.pack.card_mask.get(card, 0)
        taken = profile.stakes.pots.taken == "when_laid" and mask and moment.laid_of(mask)
        if now != first and not (taken and now == 0):
            how = f"{first} or, once it is taken, 0" if taken else str(first)
            yield "N09", f"the pot on {card.name} is {how}", ("pots", str(card))


def _put_in(moment: Moment) -> int:
    return moment.setup.carried.pool + sum(moment.setup.carried.pots.values())


def _dealt_to(moment: Moment) -> Iterator[Fault]:
    """Who was dealt the cards with a pot, where it matters."""
    setup, rules = moment.setup, moment.setup.rules
    wanted = moment.profile.stakes.pots.taken == "at_end" and moment.s.kind is not Kind.DEAL
    if len(setup.dealt_to) != (len(rules.pot_cards) if wanted else 0):
        what = "for each card with a pot it is said" if wanted else "here it is not said"
        yield "N10", f"{what} who was dealt it", ("dealt_to",)
        return
    for card, seat in zip(rules.pot_cards, setup.dealt_to, strict=False):
        mask = moment.pack.card_mask.get(card, 0)
        holders = [one for one in range(rules.players) if moment.lane(one) & mask]
        if seat is None and (holders or (mask and moment.laid_of(mask))):
            yield "N10", f"{card.name} was dealt to somebody", ("dealt_to",)
        if seat is not None and (holders not in ([], [seat]) or mask & setup.dead or not mask):
            yield "N10", f"{card.name} was not dealt to seat {seat}", ("dealt_to",)
