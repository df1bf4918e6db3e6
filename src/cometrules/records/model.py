"""What a record holds, checked when it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs

from ..cards import Card
from ..engine.dealing import new_deal
from ..engine.settlement import score
from ..errors import DealError, RecordError
from ..ledger import Carried
from ..log import DealLog
from ..moves import Move
from ..profile.catalogue import data_alone
from ..profile.model import Profile, profile_from_data
from ..profile.text import control_in, in_one_form

if TYPE_CHECKING:
    from ..state import State

__all__ = ["DealOutcome", "MatchOutcome", "Record", "RecordedDeal"]

_LARGEST = 999_999_999
"""Larger numbers are read differently by different YAML readers."""


def _text(text: str) -> str:
    """A text in the form in which it will be read again."""
    if not isinstance(text, str) or not text.strip():
        raise RecordError(f"{text!r} is no text to keep in a record: write some letters")
    whole = in_one_form(text)
    if control := control_in(whole):
        raise RecordError(f"{text!r} has the control character {control}: take it out")
    return whole


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(_text, texts))


def _kept(value: Any, depth: int = 0) -> Any:
    """Metadata: text, whole numbers, lists (as tuples), mappings and nothing; all frozen."""
    if depth > 8:
        raise RecordError("metadata is nested too deeply: eight levels are enough")
    if isinstance(value, Mapping):
        if "<<" in value:
            raise RecordError("'<<' cannot be a key in a record: YAML has a meaning for it")
        entries = {_text(key): _kept(item, depth + 1) for key, item in value.items()}
        return MappingProxyType(entries)
    if isinstance(value, (list, tuple)):
        return tuple(_kept(item, depth + 1) for item in value)
    if value is None or (type(value) is int and abs(value) <= _LARGEST):
        return value
    if isinstance(value, str):
        return _text(value) if value else value
    raise RecordError(f"{value!r} cannot be kept in a record: write it as text")


def plain(value: Any) -> Any:
    """Frozen metadata as mappings and lists of its own."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def _numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(numbers)


def _deals(deals: Iterable[RecordedDeal]) -> tuple[RecordedDeal, ...]:
    return tuple(deals)


def _amounts(pots: Iterable[tuple[Card, int]]) -> tuple[tuple[Card, int], ...]:
    return tuple(sorted(((card, n) for card, n in pots if n), key=str))


def _note(seed: int | str | None) -> str | None:
    return None if seed is None else _text(str(seed))


def _meta(meta: Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(meta, Mapping):
        raise RecordError(f"metadata is a mapping, not {meta!r}")
    kept: Mapping[str, Any] = _kept(meta)
    return kept


@attrs.frozen
class DealOutcome:
    """What came of a deal.

    Args:
        winner: the seat that is out; None where the deal is drawn.
        balances: what each seat has won or lost, or scored.
        pool: what is left in the pool.
        pots: what is left on cards with a pot; a card with nothing on it is left out.
    """

    winner: int | None
    balances: tuple[int, ...] = attrs.field(converter=_numbers)
    pool: int = 0
    pots: tuple[tuple[Card, int], ...] = attrs.field(default=(), converter=_amounts)

    @classmethod
    def of(cls, state: State) -> DealOutcome:
        """The outcome of an ended deal."""
        end = score(state)
        return cls(end.winner, end.balances, end.pool, end.pots.items())


@attrs.frozen
class MatchOutcome:
    """What came of a match.

    Args:
        totals: what each seat has won or lost, or scored, in all deals.
        winners: who has won; several where a tie is shared.
    """

    totals: tuple[int, ...] = attrs.field(converter=_numbers)
    winners: tuple[int, ...] = attrs.field(converter=_numbers)


@attrs.frozen(kw_only=True)
class RecordedDeal:
    """One deal of a record.

    Args:
        dealer: the seat that deals.
        hands: the cards dealt to each seat, sorted; whatever is in no hand is dead.
        moves: every move.
        pack: the name of the pack; None where it follows from the deal before, or is the first.
        carried: what earlier deals left; None where it follows.
        seed: what the shuffle followed from; a note and nothing more.
        outcome: what came of it, or None where it is not said.
    """

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    moves: tuple[Move, ...] = ()
    pack: str | None = None
    carried: Carried | None = None
    seed: str | None = attrs.field(default=None, converter=_note)
    outcome: DealOutcome | None = None

    @classmethod
    def of(cls, log: DealLog, seed: int | str | None = None) -> RecordedDeal:
        """The record of a deal with its course, over or not."""
        start = log.start
        return cls(
            dealer=start.dealer, hands=start.hands, moves=log.moves, pack=start.pack,
            carried=start.carried, seed=seed,
            outcome=DealOutcome.of(log.state) if log.state.is_over else None,
        )  # fmt: skip


@attrs.frozen(kw_only=True)
class Record:
    """A deal, or the deals of a match, as they were played.

    Args:
        profile: the rules.
        players: how many play.
        deals: the deals, in order.
        seats: the names of those who play, or none.
        meta: whatever else is to be kept: text, whole numbers, lists and mappings.
        embed: whether the profile is written into the record, as it must be where whoever
            reads it does not have it.
        outcome: what came of the match, or None where it is not over or not said.

    Raises:
        RecordError: names, metadata or profile cannot be kept like this.
    """

    profile: Profile
    players: int
    deals: tuple[RecordedDeal, ...] = attrs.field(converter=_deals)
    seats: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    meta: Mapping[str, Any] = attrs.field(factory=dict, converter=_meta, hash=False)
    embed: bool = False
    outcome: MatchOutcome | None = None

    def __attrs_post_init__(self) -> None:
        if self.seats and len(self.seats) != self.players:
            raise RecordError(f"{self.players} players have as many names, not {len(self.seats)}")
        if self.embed and self.profile.extends:
            alone = profile_from_data(data_alone(self.profile))
            object.__setattr__(self, "profile", alone)

    @classmethod
    def of(
        cls,
        *logs: DealLog,
        seats: Sequence[str] = (),
        meta: Mapping[str, Any] = MappingProxyType({}),
        seeds: Sequence[int | str | None] = (),
        embed: bool | None = None,
    ) -> Record:
        """The record of one deal, or of the deals of a match in order.

        Args:
            logs: the deals with their course.
            seats: the names of those who play.
            meta: whatever else is to be kept.
            seeds: a seed for each deal, as a note.
            embed: whether the profile is written into the record; if left out, where it is not
                a bundled one.

        Raises:
            RecordError: there is no deal, or they do not follow each other.

        >>> import cometrules as cr
        >>> rules = cr.compile_rules("foster-commit", players=2)
        >>> log = cr.DealLog(cr.new_deal(rules, hands=[["KC", "2D"], ["AC"]]))
        >>> log = log.step(cr.parse_move(rules, "1:AC"))
        >>> print(Record.of(log, seats=["Ann", "Ben"]).to_yaml().partition("deals:")[2])
        <BLANKLINE>
        - dealer: 0
          hands:
          - KC 2D
          - AC
          moves: |
            1:AC
          result: {winner: 1, balances: [-3, 3]}
        <BLANKLINE>
        """
        from ..evidence.cells import is_bundled
        from .replaying import match_outcome, played

        if not logs:
            raise RecordError("a record needs a deal")
        if not all(_freshly_dealt(log.start) for log in logs):
            raise RecordError("a record begins where the cards are dealt: this log does not")
        rules = logs[0].start.rules
        notes = (*seeds, *[None] * len(logs))
        deals = tuple(RecordedDeal.of(log, seed) for log, seed in zip(logs, notes, strict=False))
        record = cls(
            profile=rules.profile, players=rules.players, deals=deals, seats=tuple(seats),
            meta=meta, embed=not is_bundled(rules.profile) if embed is None else embed,
        )  # fmt: skip
        course = played(record)
        if course.faults:
            raise RecordError(course.faults[0].message)
        return attrs.evolve(record, outcome=match_outcome(course))

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Record], tuple[dict[str, Any]]]:
        # Read-only views, as in the metadata, do not pickle.
        fields = attrs.asdict(self, recurse=False)
        return _made_of, ({**fields, "meta": plain(self.meta)},)

    def replay(self) -> tuple[DealLog, ...]:
        """Every deal with its course, played again move by move.

        Raises:
            RecordError: the rules do not allow what the record tells.
        """
        from .replaying import played

        course = played(self)
        if course.faults:
            raise RecordError(course.faults[0].message)
        return course.logs

    def to_yaml(self) -> str:
        """As the text of a ``.comet.yaml`` file; `read_record` gives the same record back."""
        from .writing import to_yaml

        return to_yaml(self)

    def to_json(self) -> str:
        """As JSON; `read_record` gives the same record back."""
        from .writing import to_json

        return to_json(self)


def _made_of(fields: dict[str, Any]) -> Record:
    return Record(**fields)


def _freshly_dealt(state: State) -> bool:
    """Whether a state is one that a record can begin with: dealt, and nothing done since."""
    try:
        return state == new_deal(
            state.rules, hands=state.hands, dealer=state.dealer, pack=state.pack,
            carried=state.carried,
        )  # fmt: skip
    except DealError:
        return False
