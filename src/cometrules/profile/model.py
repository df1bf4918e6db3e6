"""The profile as the engine sees it: every rule in its place, nothing left out.

The classes mirror `schemas/profile.schema.json` section by section; what each key means is
written there, once. Defaults stand there too, so no field has one here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import attrs

from ..cards import Card, parse_card
from .effective import effective

__all__ = [
    "Caught",
    "Comet",
    "CometPay",
    "Customs",
    "DealRules",
    "Deck",
    "Lead",
    "MatchRules",
    "PackSpec",
    "Payments",
    "Play",
    "Players",
    "Pool",
    "PotStake",
    "Pots",
    "Profile",
    "Settlement",
    "Stakes",
    "Times",
    "Unplayed",
]

T = TypeVar("T")

AtOnce = Literal["one_card", "full_set", "any_number"]
LeadLimit = Literal["any_card", "lowest_card", "lowest_of_a_suit"]


def _cards(texts: Iterable[str]) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts)


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(texts)


def _frozen(mapping: Mapping[str, T]) -> Mapping[str, T]:
    return MappingProxyType(dict(mapping))


def _numbered(mapping: Mapping[str, T]) -> Mapping[int, T]:
    return MappingProxyType({int(key): value for key, value in mapping.items()})


def _packs(mapping: Mapping[str, Any]) -> Mapping[str, PackSpec]:
    return MappingProxyType({name: PackSpec(**entry) for name, entry in mapping.items()})


def _pot_stakes(mapping: Mapping[str, Any]) -> Mapping[Card, PotStake]:
    return MappingProxyType({parse_card(key): PotStake(**value) for key, value in mapping.items()})


def _caught(mapping: Mapping[str, Any]) -> Mapping[str, Caught]:
    return MappingProxyType({key: Caught(**value) for key, value in mapping.items()})


def _card_or_none(text: str | None) -> Card | None:
    return None if text is None else parse_card(text)


def _exchanges(mapping: Mapping[str, str]) -> Mapping[Card, Card]:
    return MappingProxyType({parse_card(out): parse_card(put) for out, put in mapping.items()})


def _lists_by_number(mapping: Mapping[str, Iterable[str]]) -> Mapping[int, tuple[str, ...]]:
    return MappingProxyType({int(key): tuple(value) for key, value in mapping.items()})


@attrs.frozen(eq=False, kw_only=True)
class Players:
    """How many can play."""

    min: int
    max: int


@attrs.frozen(eq=False, kw_only=True)
class PackSpec:
    """One of the packs used in turn, complete: nothing falls back to the deck any more."""

    suits: tuple[str, ...] = attrs.field(converter=_texts)
    copies: int
    remove: tuple[str, ...] = attrs.field(converter=_texts)
    exchange: Mapping[Card, Card] = attrs.field(converter=_exchanges)
    comet: tuple[Card, ...] = attrs.field(converter=_cards)


@attrs.frozen(eq=False, kw_only=True)
class Deck:
    """Which cards there are; `packs` is never empty (a single pack is called ``pack``)."""

    ranks: tuple[str, ...] = attrs.field(converter=_texts)
    suits: tuple[str, ...] = attrs.field(converter=_texts)
    copies: int
    remove: tuple[str, ...] = attrs.field(converter=_texts)
    remove_for: Mapping[int, tuple[str, ...]] = attrs.field(converter=_lists_by_number)
    strip: tuple[str, ...] = attrs.field(converter=_texts)
    packs: Mapping[str, PackSpec] = attrs.field(converter=_packs)


@attrs.frozen(eq=False, kw_only=True)
class DealRules:
    """How the pack is dealt."""

    hands: Literal["table", "even", "all"]
    table: Mapping[int, int] = attrs.field(converter=_numbered)
    spare_hands: int
    dead_first: int
    packet: int
    direction: Literal["left", "right"]
    first_dealer: Literal["at_random", "lowest_card", "highest_card", "first_jack", "agreed"]


@attrs.frozen(eq=False, kw_only=True)
class Lead:
    """Who leads, and with what."""

    by: Literal["next_to_dealer", "dealer", "holder_of"]
    holder_of: Card | None = attrs.field(converter=_card_or_none)
    first: LeadLimit
    later: LeadLimit
    suit: Literal["any", "new", "other_colour"]
    no_such_suit: Literal["any_card", "lead_passes"]
    at_once: AtOnce


@attrs.frozen(eq=False, kw_only=True)
class Play:
    """How runs grow and end; `stops` always contains the top rank."""

    order: Literal["by_turn", "by_holder"]
    suits: Literal["matter", "ignored"]
    continue_: Literal["must", "may"]
    turn: Literal["as_far_as_possible", "one_card"]
    at_once: AtOnce
    direction: Literal["left", "right"]
    stops: tuple[str, ...] = attrs.field(converter=_texts)
    after_stop: Literal["same_player_leads", "next_player_leads"]
    when_stuck: Literal["last_player_leads", "next_player_leads", "last_player_skips"]
    lead: Lead


@attrs.frozen(eq=False, kw_only=True)
class Comet:
    """What the special card may do and does; the cards themselves stand in each pack."""

    cards: tuple[Card, ...] = attrs.field(converter=_cards)
    when: Literal["in_place_only", "ending_own_part", "when_unable", "on_turn", "any_time"]
    earliest: Literal["after_first_card", "before_first_card"]
    must: Literal["never", "when_unable"]
    does: Literal["nothing", "stop", "fork", "stand_in", "stand_in_and_stop"]
    fork_answered: Literal["in_turn", "by_holder"]
    if_led: Literal["natural", "comet", "not_allowed"]
    if_due: Literal["comet", "natural"]

    @property
    def stands_in(self) -> bool:
        """Whether the Comet stands for another card."""
        return self.does in ("stand_in", "stand_in_and_stop")


@attrs.frozen(eq=False, kw_only=True)
class CometPay:
    """What laying the Comet earns."""

    reward: int
    grows: int
    resets: Literal["after_the_deal", "at_once"]
    counted: Literal["together", "each_comet"]
    if_led: Literal["paid", "not_paid"]
    rank_too: Literal["never", "also_paid"]


@attrs.frozen(eq=False, kw_only=True)
class Payments:
    """What is paid while cards are laid."""

    from_: Literal["each_opponent", "pool"]
    laying: Mapping[str, int] = attrs.field(converter=_frozen)
    leading: Mapping[str, int] = attrs.field(converter=_frozen)
    set: Literal["each_card", "once"]
    comet: CometPay
    stuck: int
    passing: int


@attrs.frozen(eq=False, kw_only=True)
class Pool:
    """The pool before a deal, and who wins it."""

    each: int
    dealer: int
    won_by: Literal["first_out", "out_with_comet"]


@attrs.frozen(eq=False, kw_only=True)
class PotStake:
    """What goes on one card before a deal: from everybody, and from the dealer besides."""

    each: int
    dealer: int


@attrs.frozen(eq=False, kw_only=True)
class Pots:
    """Pots on cards: who fills them, who takes them, and when not."""

    cards: Mapping[Card, PotStake] = attrs.field(converter=_pot_stakes)
    taken: Literal["when_laid", "at_end"]
    frozen: Literal["never", "once_comet_is_laid"]
    unclaimed: Literal["stay", "made_up"]
    caught: Literal["nothing", "doubled"]


@attrs.frozen(eq=False, kw_only=True)
class Stakes:
    """What is staked before every deal."""

    pool: Pool
    pots: Pots


@attrs.frozen(eq=False, kw_only=True)
class Unplayed:
    """Cards that earn the winner points for not having been played."""

    cards: Mapping[str, int] = attrs.field(converter=_frozen)
    where: Literal["anywhere", "in_hands"]
    as_card: Literal["too", "instead"]


@attrs.frozen(eq=False, kw_only=True)
class Caught:
    """What one card costs the player who still holds it."""

    to_each: int
    to_winner: int
    lost: int


@attrs.frozen(eq=False, kw_only=True)
class Times:
    """What multiplies the payment per card and per point."""

    comet_caught: int
    comet_last: int
    comet_last_as_own_rank: int
    opera: int
    together: Literal["multiply", "add", "highest"]


@attrs.frozen(eq=False, kw_only=True)
class Settlement:
    """What is paid or written up when somebody is out; `values` has every rank."""

    scoring: Literal["payments", "points"]
    unit: str
    going_out: int
    per_card: int
    per_point: int
    values: Mapping[str, int] = attrs.field(converter=_frozen)
    collected_by: Literal["winner", "nobody"]
    unplayed: Unplayed
    caught: Mapping[str, Caught] = attrs.field(converter=_caught)
    times: Times
    drawn: Literal["never", "if_dealer_could_too"]


@attrs.frozen(eq=False, kw_only=True)
class MatchRules:
    """How long a match is and who wins it."""

    ends: Literal["after_deals", "at_target"]
    deals_each: int
    target: int
    winner: Literal["highest", "lowest"]
    ties: Literal["shared", "play_on"]


@attrs.frozen(eq=False, kw_only=True)
class Customs:
    """What is said and done at the table without any effect on play."""

    laying: str
    ending_own_part: str
    unable: str
    comet: str
    cut_by: str
    chips_each: int
    netting: str


@attrs.frozen(eq=False, kw_only=True, repr=False)
class Profile:
    """The rules of one system, complete and checked; made by `load_profile`.

    Profiles compare and hash by everything they say, wherever they were read from.
    The value of any key is read by attribute (`profile.play.order`) or by its path in the
    file (`profile.value("play.order")`).
    """

    format: int
    id: str
    title: Mapping[str, str] = attrs.field(converter=_frozen)
    aliases: tuple[str, ...] = attrs.field(converter=_texts)
    extends: str | None
    sources: tuple[str, ...] = attrs.field(converter=_texts)
    completeness: Literal["full", "sketch"]
    leaves_out: tuple[str, ...] = attrs.field(converter=_texts)
    players: Players
    deck: Deck
    deal: DealRules
    play: Play
    comet: Comet
    payments: Payments
    stakes: Stakes
    settlement: Settlement
    match: MatchRules
    customs: Customs
    written: str
    """What the file and those it extends say, before defaults, as JSON text."""
    canonical: str
    """The effective profile as JSON text in one form, on which equality rests."""
    origin: Path | None = None
    """The file it was read from; None for text and for variants."""

    def __eq__(self, other: object) -> bool:
        return self.canonical == other.canonical if isinstance(other, Profile) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.canonical)

    def __repr__(self) -> str:
        return f"<Profile {self.id}>"

    def __reduce__(self) -> tuple[Callable[..., Profile], tuple[str, Path | None]]:
        # Section maps are read-only views, which do not pickle; the text they come from does.
        return profile_from_text, (self.written, self.origin)

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that tell profiles apart by everything they say."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()[:8]

    @property
    def rules_hash(self) -> str:
        """The sha256 of the effective rules alone, on which a record of a game depends."""
        rules = json.dumps(self.rules(), ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(rules.encode()).hexdigest()

    @property
    def name(self) -> str:
        """The title in English, or in the first language there is."""
        return self.title.get("en") or next(iter(self.title.values()))

    def rules(self) -> dict[str, Any]:
        """The effective rules as nested dictionaries, a fresh copy of the ten sections alone.

        >>> import cometrules as cr
        >>> cr.load_profile("svensk-komet").rules()["play"]["order"]
        'by_holder'
        """
        data = json.loads(self.canonical)
        return {
            key: value for key, value in data.items() if isinstance(value, dict) and key != "title"
        }

    def value(self, path: str) -> Any:
        """The value at a dotted path of the effective profile, as in `rules()`.

        Raises:
            KeyError: there is no such path.
        """
        value: Any = json.loads(self.canonical)
        for part in path.split("."):
            if not isinstance(value, dict) or part not in value:
                raise KeyError(f"{self.id} has no {path!r}")
            value = value[part]
        return value

    def with_(self, changes: Mapping[str, Any]) -> Profile:
        """A variant of this profile, checked like a file.

        Args:
            changes: values by dotted path, as they would stand in a file, such as
                ``{"play.stops": ["K", "7D"]}``. Unless ``id`` is among them, the variant is
                called after this profile with ``-variant`` behind.

        Raises:
            ProfileError: the changed profile is not valid.

        >>> import cometrules as cr
        >>> variant = cr.load_profile("foster-commit").with_({"play.stops": ["K", "7D"]})
        >>> variant.play.stops, variant.id
        (('K', '7D'), 'foster-commit-variant')
        """
        from .catalogue import make_variant

        return make_variant(self, changes)


def profile_from_data(data: Mapping[str, Any], origin: Path | None = None) -> Profile:
    """Build the model from what a file and its parents say, which is trusted to be valid."""
    whole = effective(data)
    written, canonical = (json.dumps(part, ensure_ascii=False) for part in (data, whole))
    named = {"extends": None, **whole}
    return Profile(
        **{**named, **_sections(whole)}, written=written, canonical=canonical, origin=origin
    )


def _sections(whole: Mapping[str, Any]) -> dict[str, Any]:
    """The sections of effective data; two keys are Python's own words and get a dash behind."""
    play, payments = dict(whole["play"]), dict(whole["payments"])
    play["continue_"], payments["from_"] = play.pop("continue"), payments.pop("from")
    play["lead"] = Lead(**{"holder_of": None, **play["lead"]})
    payments["comet"] = CometPay(**payments["comet"])
    stakes, end = whole["stakes"], whole["settlement"]
    return {
        "players": Players(**whole["players"]),
        "deck": Deck(**whole["deck"]),
        "deal": DealRules(**whole["deal"]),
        "play": Play(**play),
        "comet": Comet(**whole["comet"]),
        "payments": Payments(**payments),
        "stakes": Stakes(pool=Pool(**stakes["pool"]), pots=Pots(**stakes["pots"])),
        "settlement": Settlement(
            **{**end, "unplayed": Unplayed(**end["unplayed"]), "times": Times(**end["times"])}
        ),
        "match": MatchRules(**whole["match"]),
        "customs": Customs(**whole["customs"]),
    }


def profile_from_text(written: str, origin: Path | None) -> Profile:
    """Build a profile again from what it was written as (used by pickle)."""
    return profile_from_data(json.loads(written), origin)
