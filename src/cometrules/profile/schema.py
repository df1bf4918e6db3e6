"""The profile schema: the one place of titles, limits and defaults.

Reading it, this module merges what a profile extends, fills in defaults, and writes ranks and
cards in one form.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from typing import Any

from .._data import data_folder
from ..cards import parse_card, parse_rank, parse_suit
from ..errors import NotationError
from .report import Path

__all__ = [
    "complete",
    "form_of",
    "is_table",
    "kind_of",
    "merge",
    "profile_schema",
    "schema_at",
    "schema_of",
]

Schema = Mapping[str, Any]
NEVER_INHERITED = ("id", "title", "aliases", "sources", "completeness", "leaves_out", "extends")


@functools.cache
def schema_of(kind: str) -> dict[str, Any]:
    """The schema of a kind of file (``"profile"``, ``"record"``), as it is published."""
    path = data_folder("schemas") / f"{kind}.schema.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


def profile_schema() -> dict[str, Any]:
    """The schema of a profile."""
    return schema_of("profile")


# --- one form for everything ------------------------------------------------------------------


def _resolved(schema: Schema, kind: str = "profile") -> Schema:
    """The schema with what its `$ref` names beneath its own keywords."""
    if "$ref" not in schema:
        return schema
    name = schema["$ref"].rsplit("/", 1)[1]
    return {**_resolved(schema_of(kind)["$defs"][name], kind), **schema}


def rank_or_card(text: str) -> str:
    """A rank or a card in the form used inside: ``T``, ``TD``."""
    try:
        return parse_rank(text)
    except NotationError:
        return str(parse_card(text))


def _or_comet(text: str) -> str:
    return text if text == "comet" else rank_or_card(text)


_FORMS: dict[str, Callable[[str], str]] = {
    "rank": parse_rank,
    "card": lambda text: str(parse_card(text)),
    "suit": parse_suit,
    "rank-or-card": rank_or_card,
    "rank-or-card-key": rank_or_card,
    "rank-card-or-comet-key": _or_comet,
}


def _in_one_form(schema: Schema, value: Any) -> Any:
    form = form_of(schema)
    return form(str(value)) if form else value


def _key_order(key: str) -> tuple[int, int, str]:
    """Tables in the order of the players' numbers, or from the ace down to the two."""
    if key.isdigit():
        return (0, int(key), "")
    rank = "AKQJT98765432".find(key[0]) if len(key) <= 2 else -1
    return (1, rank, key) if rank >= 0 else (0, 0, key)


def complete(data: Mapping[str, Any], schema: Schema | None = None) -> dict[str, Any]:
    """Valid data with every default filled in and every rank, card and table in one form."""
    schema = profile_schema() if schema is None else schema
    whole: dict[str, Any] = {}
    for key, reference in schema["properties"].items():
        sub = _resolved(reference)
        if key in data:
            whole[key] = _complete(sub, data[key])
        elif "default" in sub:
            whole[key] = sub["default"]
        elif "properties" in sub:
            whole[key] = complete({}, sub)
    return whole


def schema_at(path: Path, kind: str = "profile") -> Schema | None:
    """The schema of a place in a file, or None where such a file has no such place."""
    schema: Schema = schema_of(kind)
    for key in path:
        if key.isdigit() and "items" in schema:
            sub = schema["items"]
        else:
            sub = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
        if not isinstance(sub, Mapping):
            return None
        schema = _resolved(sub, kind)
    return schema


def is_table(path: Path) -> bool:
    """Whether a place in the rules holds a table, whose keys are free; the packs do not count."""
    inner = (schema_at(path) or {}).get("additionalProperties")
    return isinstance(inner, Mapping) and "exchange" not in inner.get("properties", {})


def form_of(schema: Schema) -> Callable[[str], str] | None:
    """How values of this kind are written inside, told by the definition the schema refers to."""
    return _FORMS.get(kind_of(schema))


def kind_of(schema: Schema) -> str:
    """The name of the definition that a schema refers to, or ""."""
    return str(schema.get("$ref", "")).rsplit("/", 1)[-1]


def _complete(schema: Schema, value: Any) -> Any:
    schema = _resolved(schema)
    if "properties" in schema:
        return complete(value, schema)
    if isinstance(value, Mapping):
        form = form_of(schema.get("propertyNames", {})) or (lambda key: key)
        inner = schema.get("additionalProperties", {})
        entries = {form(key): _complete(inner, item) for key, item in value.items()}
        # Packs are used in the order they are written; in no other table does order matter.
        keys = (
            entries
            if "exchange" in inner.get("properties", {})
            else sorted(entries, key=_key_order)
        )
        return {key: entries[key] for key in keys}
    if isinstance(value, list):
        return [_complete(schema.get("items", {}), item) for item in value]
    return _in_one_form(schema, value)


def merge(
    parent: Mapping[str, Any], child: Mapping[str, Any], schema: Schema | None = None
) -> dict[str, Any]:
    """What `child` says over what `parent` says, as `extends` means it.

    Maps with fixed keys merge; tables and lists are replaced whole. What names a profile
    (id, title, aliases, sources, completeness, leaves_out) is never taken over.
    """
    root = schema is None
    schema = profile_schema() if schema is None else schema
    merged = {k: v for k, v in parent.items() if not (root and k in NEVER_INHERITED)}
    for key, value in child.items():
        sub = _resolved(schema["properties"].get(key, {}))
        both = isinstance(merged.get(key), Mapping) and isinstance(value, Mapping)
        merged[key] = merge(merged[key], value, sub) if both and "properties" in sub else value
    return merged
