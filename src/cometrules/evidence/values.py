"""The value of a dimension in a profile, read from what the engine runs on."""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterable, Mapping
from typing import Any

from ..profile.effective import usual_values
from ..profile.model import Profile
from ..profile.schema import schema_at
from .dimensions import Dimension

__all__ = ["follows", "says_nothing", "value_of"]

_NO_DEFAULT = object()


def _hands(answers: Mapping[str, Any]) -> Any:
    return answers["table"] if answers["hands"] == "table" else answers["hands"]


def _leader(answers: Mapping[str, Any]) -> Any:
    by = answers["by"]
    return {"holder_of": answers["holder_of"]} if by == "holder_of" else by


def _length(answers: Mapping[str, Any]) -> Any:
    used = "target" if answers["ends"] == "at_target" else "deals_each"
    return {used: answers[used]}


_SHORTER = {"deal.hands": _hands, "lead.by": _leader, "match.length": _length}
"""Answers of which one part says whether another counts."""


def value_of(profile: Profile, dimension: Dimension) -> Any:
    """The answer of a profile: plain data, ranks and cards in their inner form.

    Where the answer stands at several places it is a mapping from the last part of each place;
    where packs differ, from the name of each pack.

    >>> import cometrules as cr
    >>> from cometrules.evidence.dimensions import DIMENSIONS
    >>> value_of(cr.load_profile("foster-commit"), DIMENSIONS["players.number"])
    {'min': 2, 'max': 6}
    >>> value_of(cr.load_profile("two-pack-comet"), DIMENSIONS["comet.cards"])
    {'black': ['9D'], 'red': ['9C']}
    """
    return copy.deepcopy(_answer(_rules(profile), dimension))


@functools.lru_cache(maxsize=16)
def _rules(profile: Profile) -> dict[str, Any]:
    """The rules of a profile, read once for all its questions; nobody may change them."""
    return profile.rules()


def _answer(rules: Mapping[str, Any], dimension: Dimension) -> Any:
    places = dimension.where
    if any("*" in place for place in places):
        return _in_packs(rules["deck"]["packs"], places[-1].rpartition(".")[2])
    if places == ("deck.packs",):
        packs = rules["deck"]["packs"]
        return [] if len(packs) == 1 else list(packs)
    if places == ("settlement.values",):
        return _unusual_values(rules)
    answers = {place.rpartition(".")[2]: _at(rules, place) for place in places}
    if len(answers) == 1:
        return next(iter(answers.values()))
    return _SHORTER.get(dimension.id, lambda whole: whole)(answers)


def says_nothing(profile: Profile, dimension: Dimension) -> bool:
    """Whether a profile answers with "no such rule": every place holds its neutral default."""
    if dimension.always_a_rule:
        return False
    value = value_of(profile, dimension)
    if dimension.where[-1] == "play.stops":
        return bool(value == [profile.deck.ranks[-1]])
    if dimension.where[-1] == "settlement.times.comet_last_as_own_rank":
        return bool(value == profile.settlement.times.comet_last)
    defaults = {p.rpartition(".")[2]: _default(p) for p in dimension.where if "*" not in p}
    neutral = next(iter(defaults.values())) if len(defaults) == 1 else defaults
    return bool(value == neutral)


def follows(profile: Profile, dimension: Dimension) -> bool:
    """Whether an answer only repeats another one, since the profile says nothing of its own."""
    own_rank = dimension.where[-1] == "settlement.times.comet_last_as_own_rank"
    return own_rank and says_nothing(profile, dimension)


def _at(rules: Mapping[str, Any], place: str) -> Any:
    value: Any = rules
    for key in place.split("."):
        value = value.get(key)
    return value


def _in_packs(packs: Mapping[str, Mapping[str, Any]], key: str) -> Any:
    answers = {name: pack[key] for name, pack in packs.items()}
    first = next(iter(answers.values()))
    return first if all(answer == first for answer in answers.values()) else answers


def _unusual_values(rules: Mapping[str, Any]) -> dict[str, int]:
    """The card values that are not as usual, the Comet's apart where it is its rank's."""
    values: dict[str, int] = rules["settlement"]["values"]
    usual = usual_values(rules["deck"]["ranks"])
    comets = _cards(pack["comet"] for pack in rules["deck"]["packs"].values())
    worth = {values.get(card, values.get(card[0])) for card in comets}
    if worth == {values.get("comet")}:
        usual["comet"] = values["comet"]
    return {key: value for key, value in values.items() if usual.get(key) != value}


def _cards(lists: Iterable[list[str]]) -> set[str]:
    return {card for cards in lists for card in cards}


def _default(place: str) -> Any:
    schema = schema_at(tuple(place.split(".")))
    assert schema is not None, place
    exchanged = place == "deck.packs"
    return [] if exchanged else schema.get("default", _NO_DEFAULT)
