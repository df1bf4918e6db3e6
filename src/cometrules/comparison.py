"""Comparing profiles: the values that differ, read from what the engine runs on."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from .cards import SUITS
from .profile.catalogue import load_profile
from .profile.effective import usual_values
from .profile.model import Profile
from .profile.schema import is_table, profile_schema

__all__ = ["Comparison", "Difference", "compare", "value_text"]


@attrs.frozen
class Difference:
    """One rule whose value is not the same in every profile.

    Args:
        path: where the value stands in a profile, such as ``"play.order"``.
        values: the value in each profile, as text.
    """

    path: str
    values: tuple[str, ...]


@attrs.frozen
class Comparison:
    """Profiles side by side.

    Args:
        profiles: the profiles, in the order they were named.
        differences: every rule in which they are not all the same, in the order of a profile.
    """

    profiles: tuple[Profile, ...]
    differences: tuple[Difference, ...]


def compare(
    first: Profile | str | os.PathLike[str], *others: Profile | str | os.PathLike[str]
) -> Comparison:
    """Compare the rules of two or more profiles.

    Args:
        first, others: profiles, ids of bundled ones, or files.

    Raises:
        ProfileError: one of them cannot be loaded.
        TypeError: there is only one.

    >>> [d.path for d in compare("denexa-comet-stub", "denexa-comet-stripped").differences]
    ['deck.strip']
    """
    if not others:
        raise TypeError("compare takes two profiles or more")
    profiles = tuple(p if isinstance(p, Profile) else load_profile(p) for p in (first, *others))
    leaves = [dict(_leaves(_rules(profile))) for profile in profiles]
    # A rule that only later profiles have still stands in its own section.
    paths = sorted(dict.fromkeys(path for one in leaves for path in one), key=_section)
    rows = (
        Difference(".".join(path), tuple(value_text(one.get(path)) for one in leaves))
        for path in paths
    )
    return Comparison(profiles, tuple(row for row in rows if len(set(row.values)) > 1))


def _section(path: tuple[str, ...]) -> int:
    return list(profile_schema()["properties"]).index(path[0])


def _rules(profile: Profile) -> dict[str, Any]:
    """The rules, without what only follows from others: usual values, and a single pack."""
    rules = profile.rules()
    usual = usual_values(rules["deck"]["ranks"])
    values: dict[str, int] = rules["settlement"]["values"]
    if not rules["comet"]["cards"]:
        cards = (str(card) for pack in profile.deck.packs.values() for card in pack.comet)
        rules["comet"]["cards"] = list(dict.fromkeys(cards))
    usual["comet"] = max((usual[c[0]] for c in rules["comet"]["cards"]), default=0)
    rules["settlement"]["values"] = {k: v for k, v in values.items() if usual.get(k) != v}
    if len(profile.deck.packs) == 1:
        rules["deck"]["packs"] = {}
    return rules


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every rule with its path; a table is one rule."""
    if isinstance(value, Mapping) and not is_table(path):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    else:
        yield path, value


def value_text(value: Any) -> str:
    """A value in as few signs as will do: lists by spaces, tables by commas, ten as 10.

    >>> value_text(["9", "T"]), value_text({"comet": {"to_each": 2, "lost": 0}}), value_text([])
    ('9 10', 'comet: to_each 2', 'none')
    """
    if value is None or value in ([], {}, ""):
        return "none"
    if isinstance(value, list):
        return " ".join(map(value_text, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{value_text(key)}{_entry(item)}" for key, item in value.items())
    text = str(value)
    is_ten = text[:1] == "T" and text[1:] in ("", *SUITS)
    return f"10{text[1:]}" if is_ten else text


def _entry(item: Any) -> str:
    if isinstance(item, Mapping):
        return ": " + " ".join(f"{key} {value_text(v)}" for key, v in item.items() if v)
    return f" {value_text(item)}"
