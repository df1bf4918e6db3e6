"""What a seat may see of a deal: made by listing what it sees, never by hiding the rest."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import attrs

from .cards import Card, parse_card
from .engine.illegal import why_illegal
from .engine.nodes import node_at
from .engine.settlement import score
from .engine.stakes import check_carried
from .errors import CometError, DealError, IllegalMoveError, NotationError, ProfileError
from .ledger import Carried
from .moves import Deal, Move, Place, read_place
from .profile.model import Profile
from .rules import PackRules, Rules, compile_rules
from .situations import Kind, Situation, misfits, situation_from_dict
from .state import Pending, State, pending_at

__all__ = ["View", "view"]


@attrs.frozen(kw_only=True)
class View:
    """A moment of a deal as one seat sees it, or whoever looks on; made by `view`.

    It holds nothing but what is listed here, and all of it is public but for the seat's own
    hand. Two views are equal when everything in them is.

    Args:
        profile: the rules.
        players: the number of players.
        pack: the name of the pack that is used.
        dealer: the seat that deals.
        carried: what earlier deals left.
        seat: whose view it is; None for a spectator.
        hand: the cards of that seat, sorted; none for a spectator.
        sizes: how many cards each seat holds.
        dead: how many cards are in no hand since the deal.
        laid: the cards laid in this deal, sorted, as moves name them: by rank where suits make
            no difference.
        run: the run on the table, low to high, as far as is known: a log knows all of it, a
            state only where it has come to. None at a lead.
        balances: each seat's net of this deal so far, the settlement included once it is over.
        pool: what lies in the pool.
        pot_amounts: what lies on each card with a pot, in the order of `Rules.pot_cards`.
        hands: the hands that are left once somebody is out, laid open to be counted; none
            before.
        situation: what is awaited, and what of the past still bears on it.
    """

    profile: Profile
    players: int
    pack: str
    dealer: int
    carried: Carried
    seat: int | None
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    dead: int
    laid: tuple[Place, ...]
    run: tuple[Place, ...]
    balances: tuple[int, ...]
    pool: int
    pot_amounts: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    situation: Situation

    @property
    def rules(self) -> Rules:
        """The compiled rules."""
        return compile_rules(self.profile, self.players)

    @property
    def pending(self) -> Pending:
        """What is awaited; by holder it is the table, never a seat."""
        pack, own = self._pack, self.situation.seat == self.seat
        lane = self._cards >> pack.shift(self.seat) if own and self.seat is not None else None
        return pending_at(pack, self.situation, lane)

    @property
    def last_seat(self) -> int | None:
        """Who laid the last card; None before the first."""
        return self.situation.last

    @property
    def pots(self) -> Mapping[Card, int]:
        """What lies on each card with a pot."""
        return MappingProxyType(dict(zip(self.rules.pot_cards, self.pot_amounts, strict=True)))

    @property
    def comet_laid(self) -> bool:
        """Whether a Comet has been laid in this deal."""
        return any(card in self._pack.pack.comets for card in self.laid)

    @property
    def is_over(self) -> bool:
        """Whether somebody is out."""
        return self.situation.kind is Kind.OVER

    def legal_moves(self, seat: int | None = None) -> tuple[Move, ...]:
        """The moves this seat may make now, worked out from the view alone.

        Args:
            seat: the seat of this view, or left out.

        Raises:
            DealError: another seat was asked for.

        >>> import cometrules as cr
        >>> rules = cr.compile_rules("foster-commit", players=2)
        >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
        >>> [str(move) for move in cr.view(state, 1).legal_moves()], cr.view(state, 0).legal_moves()
        (['AC', '9D'], ())
        """
        if seat not in (None, self.seat):
            raise DealError(f"this is not the view of seat {seat!r}: it does not tell its moves")
        return self._moves

    def explain_illegal(self, move: object) -> IllegalMoveError | None:
        """Why this seat cannot make a move now, as an error; None for a legal move.

        >>> import cometrules as cr
        >>> rules = cr.compile_rules("foster-commit", players=2)
        >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
        >>> print(cr.view(state, 0).explain_illegal(cr.parse_move(rules, "1:9D")))
        seat 0 makes no move of another seat
        """
        if move in self.legal_moves():
            return None
        if self.seat is None or getattr(move, "seat", self.seat) != self.seat:
            who = "whoever looks on" if self.seat is None else f"seat {self.seat}"
            return IllegalMoveError("not_your_seat", f"{who} makes no move of another seat")
        if isinstance(move, Deal) and self.situation.kind is Kind.DEAL:
            return IllegalMoveError("not_a_move", "a deal is no move of a seat")
        return why_illegal(self._pack, self.situation, self._cards, move)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, fit for JSON; for a seat with what it may do under ``legal``.

        >>> import cometrules as cr
        >>> rules = cr.compile_rules("foster-commit", players=2)
        >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
        >>> told = cr.view(state, 1).to_dict()
        >>> told["hand"], told["awaits"], told["legal"]
        (['AC', '9D'], {'kind': 'lead', 'seat': 1, 'phase': 'unopened'}, ['AC', '9D'])
        >>> cr.View.from_dict(told) == cr.view(state, 1)
        True
        """
        return {
            "format": FORMAT, "profile": self.profile.id, "hash": self.profile.digest,
            "players": self.players, "pack": self.pack, "dealer": self.dealer,
            "carried": self.carried.to_dict(), "seat": self.seat,
            "hand": _texts(self.hand), "sizes": list(self.sizes), "dead": self.dead,
            "laid": _texts(self.laid), "run": _texts(self.run),
            "balances": list(self.balances), "pool": self.pool, "pots": list(self.pot_amounts),
            "hands": [_texts(hand) for hand in self.hands],
            "awaits": self.situation.to_dict(), "legal": _texts(self.legal_moves()),
        }  # fmt: skip

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], profile: Profile | str | None = None) -> View:
        """The view that `to_dict` has told of; what it tells is believed, if it can be read.

        Args:
            data: what `to_dict` gave.
            profile: the rules, where they are not those of a bundled profile.

        Raises:
            NotationError: this is no view.
            ProfileError: it is of rules that are not there, or not these.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise NotationError(f"this is no view of format {FORMAT}")
        try:
            return _read(data, _profile(data, profile))
        except DealError as error:
            raise NotationError(f"this is no view: {error}") from None
        except CometError:
            raise
        except KeyError as error:
            raise NotationError(f"this is no view: it lacks {error}") from None
        except (AttributeError, TypeError, ValueError) as error:
            raise NotationError(f"this is no view: {error!r} came of reading it") from None

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: what this seat may see."""
        from .drawing import draw

        return draw(self)

    @functools.cached_property
    def _moves(self) -> tuple[Move, ...]:
        if self.seat is None:
            return ()
        node, hands = node_at(self._pack, self.situation), self._cards
        return tuple(m for m in node.options[hands & node.wanted] if m.seat == self.seat)

    @property
    def _pack(self) -> PackRules:
        return next(pack for pack in self.rules.packs if pack.pack.name == self.pack)

    @functools.cached_property
    def _cards(self) -> int:
        """The seat's own cards, as bits of all hands."""
        pack, lane = self._pack, 0
        for card in self.hand:
            bit = 1 << pack.first_bit[card]
            while lane & bit:  # an equal card has filled it
                bit <<= 1
            lane |= bit
        return lane << pack.shift(self.seat or 0)


def view(state: State, seat: int | None, *, run: tuple[Place, ...] | None = None) -> View:
    """What one seat sees of a state, or (None) whoever looks on.

    Args:
        state: a state, which the view keeps nothing of.
        seat: the seat, or None for a spectator.
        run: the run on the table, by who has followed the deal (see `DealLog.view`).

    Raises:
        DealError: there is no such seat.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=2)
    >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
    >>> seen = view(state, 0)
    >>> seen.hand == state.hands[0], seen.sizes, seen.pending, seen.hands
    (True, (2, 2), AwaitLead(seat=1), ())
    """
    setup, hands, node, _ = state._parts
    pack, rules, s = setup.pack, setup.rules, node.situation
    if seat is not None and (type(seat) is not int or not 0 <= seat < rules.players):
        raise DealError(f"there is no seat {seat!r}: seats are 0 to {rules.players - 1}")
    lanes = [hands >> pack.shift(place) & pack.lane for place in range(rules.players)]
    now = score(state)
    return View(
        profile=rules.profile, players=rules.players, pack=pack.pack.name,
        dealer=setup.dealer, carried=setup.carried,
        seat=seat, hand=() if seat is None else pack.cards_in(lanes[seat]),
        sizes=tuple(lane.bit_count() for lane in lanes), dead=setup.dead.bit_count(),
        laid=_laid(pack, hands, setup.dead) if s.kind is not Kind.DEAL else (),
        run=_come_to(pack, s) if run is None else run,
        balances=now.balances, pool=now.pool, pot_amounts=tuple(now.pots.values()),
        hands=state.hands if s.kind is Kind.OVER else (), situation=s,
    )  # fmt: skip


def _laid(pack: PackRules, hands: int, dead: int) -> tuple[Place, ...]:
    """The cards laid, by their names: the order of the very cards would tell suits."""
    there = ((name, total, hands & mask, dead & mask) for name, mask, total in pack.by_name)
    counts = ((name, total - h.bit_count() - d.bit_count()) for name, total, h, d in there)
    return tuple(name for name, count in counts for _ in range(count))


def _come_to(pack: PackRules, s: Situation) -> tuple[Place, ...]:
    """What a state tells of the run: the places below those that continue."""
    if s.kind not in (Kind.TURN, Kind.HOLDER):
        return ()
    return tuple(place for place, above in pack.above.items() if above in s.needs)


# --- plain data -------------------------------------------------------------------------------

FORMAT = 1
"""The format of a view as plain data."""


def _texts(things: Iterable[object]) -> list[str]:
    return list(map(str, things))


def _profile(data: Mapping[str, Any], profile: Profile | str | None) -> Profile:
    """The profile of a view that is read, if its content is the same."""
    from .profile.catalogue import bundled_profiles, load_profile

    if profile is None and data["profile"] not in bundled_profiles():
        # Whoever sent the view must not choose a file that is opened here.
        raise ProfileError(f"{data['profile']!r} is no bundled profile: give it as profile=")
    given = data["profile"] if profile is None else profile
    found = given if isinstance(given, Profile) else load_profile(given)
    if (found.id, found.digest) != (data["profile"], data["hash"]):
        told = f"{data['profile']} [{data['hash']}]"
        raise ProfileError(f"the view is of {told}, and this is {found.id} [{found.digest}]")
    return found


def _read(data: Mapping[str, Any], profile: Profile) -> View:
    cards = tuple[Card, ...]

    def hand(texts: Iterable[str]) -> cards:
        return tuple(map(parse_card, texts))

    def number(value: Any) -> int:
        if type(value) is not int:
            raise NotationError(f"this is no view: {value!r} is no number")
        return value

    def numbers(values: Iterable[Any]) -> tuple[int, ...]:
        return tuple(map(number, values))

    seat = data["seat"]
    read = View(
        profile=profile, pack=data["pack"], carried=Carried(**data["carried"]),
        hand=hand(data["hand"]), laid=tuple(map(read_place, data["laid"])),
        run=tuple(map(read_place, data["run"])), hands=tuple(map(hand, data["hands"])),
        players=number(data["players"]), dealer=number(data["dealer"]),
        seat=None if seat is None else number(seat), sizes=numbers(data["sizes"]),
        dead=number(data["dead"]), balances=numbers(data["balances"]),
        pool=number(data["pool"]), pot_amounts=numbers(data["pots"]),
        situation=situation_from_dict(data["awaits"]),
    )  # fmt: skip
    _check(read)
    return read


def _check(view: View) -> None:
    """A view that could not be asked for everything is none."""
    for wrong in _wrong_with(view):
        raise NotationError(f"this is no view: {wrong}")
    view.legal_moves()  # finds out what cannot be awaited in these rules


def _wrong_with(view: View) -> Iterator[str]:
    pack = next((pack for pack in view.rules.packs if pack.pack.name == view.pack), None)
    if pack is None:
        yield f"there is no pack {view.pack!r}"
        return
    counts = pack.pack.counts
    for card, number in Counter(view.hand).items():
        if number > counts.get(card, 0):
            yield f"a hand cannot hold {card.name} so often"
    s = view.situation
    seats = (view.dealer, view.seat, s.seat, s.last, s.refused)
    if not all(seat is None or seat in range(view.players) for seat in seats):
        yield "it names a seat that is not there"
    if {len(view.sizes), len(view.balances)} != {view.players}:
        yield "it does not speak of every seat"
    yield from _wrong_with_sizes(view)
    if len(view.pot_amounts) != len(view.rules.pot_cards):
        yield "it does not speak of every pot"
    yield from (said for said, _ in misfits(view.situation))
    for place in view.situation.needs:
        if place not in pack.above.values():
            yield f"{place} continues no run"
    try:
        check_carried(view.rules, view.carried)
    except CometError as error:
        yield str(error)


def _wrong_with_sizes(view: View) -> Iterator[str]:
    if view.seat in range(len(view.sizes)) and len(view.hand) != view.sizes[view.seat or 0]:
        yield "its hand is not of the size that it tells of"
    if min(*view.sizes, view.dead) < 0:
        yield "there cannot be fewer cards than none"
    over = view.situation.kind is Kind.OVER
    if len(view.hands) != (view.players if over else 0):
        yield "the hands lie open at the end, and then all of them"
