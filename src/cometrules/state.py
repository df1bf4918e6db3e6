"""The state of a deal: frozen, comparable, hashable, picklable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs

from .cards import Card
from .ledger import Carried, Ledger
from .moves import Place
from .rules import PackRules, Rules
from .situations import Kind, Situation

if TYPE_CHECKING:
    import os

    from .engine.nodes import Node
    from .profile.model import Profile

__all__ = [
    "AwaitDeal",
    "AwaitHolder",
    "AwaitLead",
    "AwaitTurn",
    "DealOver",
    "Pending",
    "Setup",
    "State",
]


@attrs.frozen
class AwaitDeal:
    """The cards are to be dealt."""


@attrs.frozen
class AwaitLead:
    """A seat is to start a run.

    Args:
        seat: who leads.
    """

    seat: int


@attrs.frozen
class AwaitTurn:
    """A seat is to continue the run, or to pass.

    Args:
        seat: who is on turn.
        needs: the cards (or ranks, where suits are ignored) that continue; two in a fork.
    """

    seat: int
    needs: tuple[Place, ...]


@attrs.frozen
class AwaitHolder:
    """Whoever holds the card that continues the run is to lay it.

    Args:
        needs: the cards that continue; two in a fork.
    """

    needs: tuple[Place, ...]


@attrs.frozen
class DealOver:
    """Nothing more is awaited: somebody is out.

    Args:
        winner: the seat that is out.
    """

    winner: int


Pending = AwaitDeal | AwaitLead | AwaitTurn | AwaitHolder | DealOver


@attrs.frozen
class Setup:
    """What a deal never changes.

    Args:
        pack: the rules for the pack that is used.
        dealer: the seat that deals.
        carried: what earlier deals left.
        dead: the cards in no hand, as bits of a lane; 0 before the deal.
        dealt_to: for each card with a pot, the seat that was dealt it, or None; only where
            pots go to whoever was dealt the card.
    """

    pack: PackRules
    dealer: int
    carried: Carried = attrs.field(factory=Carried)
    dead: int = 0
    dealt_to: tuple[int | None, ...] = ()

    @property
    def rules(self) -> Rules:
        """The compiled rules."""
        return self.pack.rules

    def comet_laid(self, hands: int) -> bool:
        """Whether a Comet has been laid: one is neither in a hand nor dead."""
        pack = self.pack
        in_hands = (hands & pack.comets_everywhere).bit_count()
        return in_hands + (self.dead & pack.comet_mask).bit_count() < pack.comet_count

    def pots_frozen(self, hands: int) -> bool:
        """Whether no pot can be taken any more."""
        return self.pack.freezes and self.comet_laid(hands)

    def reward_growth(self, comet: Card) -> int:
        """By how much the reward for a Comet has grown."""
        pay = self.rules.profile.payments.comet
        if pay.resets == "at_once":
            return 0  # it fell back when the Comet was dealt, and a dead one earns nothing
        lay_dead = self.carried.lay_dead
        together = max(lay_dead.values(), default=0)
        return pay.grows * (together if pay.counted == "together" else lay_dead.get(comet, 0))


Parts = tuple[Setup, int, "Node", Ledger]
"""What never changes, the hands, what is awaited, and the money."""


@attrs.frozen(repr=False, str=False)
class State:
    """A moment of a deal.

    States are made by `start`, `new_deal`, `step`, `advance` and `transition`. Two states are
    equal exactly when their `str()` is.
    """

    _parts: Parts

    def __str__(self) -> str:
        rules, setup, ledger = self.rules, self._setup, self._ledger
        hands = " | ".join(" ".join(map(str, hand)) for hand in self.hands)
        return (
            f"{rules.profile.id} [{rules.profile.digest}] for {rules.players}, "
            f"pack {self.pack}, dealer {self.dealer}\n{setup.carried}, dealt to: {setup.dealt_to}\n"
            f"hands: {hands}\ndead: {' '.join(map(str, self.dead))}\n"
            f"awaits: {self._node.situation}\n"
            f"balances: {ledger.balances}, pool {ledger.pool}, pots {ledger.pots}"
        )

    def __repr__(self) -> str:
        return f"<State of {self.rules.profile.id}: {self.pending!r}>"

    @property
    def _setup(self) -> Setup:
        return self._parts[0]

    @property
    def _hands(self) -> int:
        return self._parts[1]

    @property
    def _node(self) -> Node:
        return self._parts[2]

    @property
    def _ledger(self) -> Ledger:
        return self._parts[3]

    @property
    def rules(self) -> Rules:
        """The compiled rules."""
        return self._setup.pack.rules

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self._setup.dealer

    @property
    def pack(self) -> str:
        """The name of the pack that is used."""
        return self._setup.pack.pack.name

    @property
    def carried(self) -> Carried:
        """What earlier deals left."""
        return self._setup.carried

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each seat, sorted."""
        pack = self._setup.pack
        return tuple(
            pack.cards_in(self._hands >> pack.shift(seat) & pack.lane)
            for seat in range(self.rules.players)
        )

    @property
    def dead(self) -> tuple[Card, ...]:
        """The cards in no hand since the deal, sorted; none before it."""
        return self._setup.pack.cards_in(self._setup.dead)

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards laid in this deal, sorted; in which order is told by the events."""
        left = Counter(card for hand in self.hands for card in hand) + Counter(self.dead)
        counts = self._setup.pack.pack.counts if left else {}
        return tuple(card for card, count in counts.items() for _ in range(count - left[card]))

    @property
    def pending(self) -> Pending:
        """What is awaited."""
        s, pack = self._node.situation, self._setup.pack
        lane = 0 if s.seat is None else self._hands >> pack.shift(s.seat) & pack.lane
        return pending_at(pack, s, lane)

    @property
    def last_seat(self) -> int | None:
        """Who laid the last card; None before the first."""
        return self._node.situation.last

    @property
    def pots(self) -> Mapping[Card, int]:
        """What lies on each card with a pot; at the end, before the settlement (see `score`)."""
        return MappingProxyType(dict(zip(self.rules.pot_cards, self._ledger.pots, strict=True)))

    @property
    def pool(self) -> int:
        """What lies in the pool; at the end, what is there to be settled (see `score`)."""
        return self._ledger.pool

    @property
    def comet_laid(self) -> bool:
        """Whether a Comet has been laid in this deal."""
        dealt = self._node.situation.kind is not Kind.DEAL
        return dealt and self._setup.comet_laid(self._hands)

    @property
    def is_over(self) -> bool:
        """Whether somebody is out."""
        return self._node.situation.kind is Kind.OVER

    def to_dict(self) -> dict[str, Any]:
        """As plain data, complete: whoever has it knows every card. For a seat there is `view`.

        >>> import cometrules as cr
        >>> rules = cr.compile_rules("foster-commit", players=2)
        >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
        >>> state.to_dict()["hands"], cr.State.from_dict(state.to_dict()) == state
        (['KC 2D', 'AC 9D'], True)
        """
        from .positions import state_to_dict

        return state_to_dict(self)

    @classmethod
    def from_dict(
        cls, data: Mapping[str, Any], profile: Profile | str | os.PathLike[str] | None = None
    ) -> State:
        """The state that `to_dict` has told of, once everything in it is checked.

        Args:
            data: what `to_dict` gave.
            profile: the rules, where they are not those of a bundled profile: a profile, or its
                file.

        Raises:
            PositionError: there can be no such moment of a deal; `problems` has everything
                that is wrong.
        """
        from .positions import state_from_dict

        return state_from_dict(data, profile)

    def to_text(self) -> str:
        """As one line of text, complete; two states have the same when they are equal.

        >>> import cometrules as cr
        >>> rules = cr.compile_rules("two-player-arnold", players=2)
        >>> state = cr.new_deal(rules, hands=[["KC", "2C"], ["9D", "3C"]])
        >>> state.to_text().split(" ", 1)[1].partition(" dead:")[0]
        'players:2 pack:black dealer:0 hands:2CKC/3C9D'
        """
        from .positions import state_to_text

        return state_to_text(self)

    @classmethod
    def from_text(cls, text: str, profile: Profile | str | os.PathLike[str] | None = None) -> State:
        """The state that `to_text` has told of, once everything in it is checked.

        Args:
            text: what `to_text` gave.
            profile: as for `from_dict`.

        Raises:
            PositionError: as for `from_dict`.
        """
        from .positions import state_from_text

        return state_from_text(text, profile)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: every hand is drawn."""
        from .drawing import draw

        return draw(self)


def pending_at(pack: PackRules, s: Situation, lane: int | None) -> Pending:
    """What is awaited in a situation, as far as it is known.

    Args:
        pack: the rules.
        s: the situation.
        lane: the cards of the seat on turn, as bits of a lane; None where they are not to be
            seen. Only who skips a gap is asked for cards that nobody else can tell.
    """
    if s.kind is Kind.HOLDER:
        return AwaitHolder(s.needs)
    if s.seat is None:
        return AwaitDeal()
    if s.kind is Kind.LEAD:
        return AwaitLead(s.seat)
    if s.kind is Kind.OVER:
        return DealOver(s.seat)
    if not s.bound:
        return AwaitTurn(s.seat, s.needs)
    if lane is None:
        return AwaitTurn(s.seat, pack.all_above(s.needs))
    above = (place for place in pack.next_above(s.needs, lane) if lane & pack.due[place])
    return AwaitTurn(s.seat, tuple(above))


_new = object.__new__
_set_parts: Callable[[State, Parts], None] = State.__dict__["_parts"].__set__


def make_state(parts: Parts) -> State:
    """A state, made for the engine without the frozen class's own slow way.

    Every move makes one: by the setter of its only slot it takes half the time of `State(...)`,
    and a slot for each part would cost a setter's call for each.
    """
    state = _new(State)
    _set_parts(state, parts)
    return state
