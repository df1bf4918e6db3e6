"""The profile schema: the one place of titles, limits and defaults.

Reading it, this module merges what a profile extends, fills in defaults, writes ranks and cards
in one form, and turns a validator's findings into our own words.
"""

from __future__ import annotations

import difflib
import functools
import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from .._data import data_folder
from ..cards import RANKS, parse_card, parse_rank, parse_suit
from ..errors import NotationError
from .reading import Document
from .report import Path, Problem

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

__all__ = ["check", "complete", "is_table", "merge", "profile_schema"]

Schema = Mapping[str, Any]
NEVER_INHERITED = ("id", "title", "aliases", "sources", "completeness", "leaves_out", "extends")


@functools.cache
def profile_schema() -> dict[str, Any]:
    """The schema of a profile as it is published."""
    path = data_folder("schemas") / "profile.schema.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


@functools.cache
def _validator() -> Validator:
    # jsonschema is slow to import, and bundled profiles do not need it.
    from jsonschema import Draft202012Validator

    return Draft202012Validator(profile_schema())


# --- one form for everything -----------------------------------------------------------------


def _resolved(schema: Schema) -> Schema:
    """The schema with what its `$ref` names beneath its own keywords."""
    if "$ref" not in schema:
        return schema
    name = schema["$ref"].rsplit("/", 1)[1]
    return {**_resolved(profile_schema()["$defs"][name]), **schema}


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


def _form(schema: Schema) -> Callable[[str], str] | None:
    """How values of this kind are written inside, told by the definition the schema refers to."""
    return _FORMS.get(str(schema.get("$ref", "")).rsplit("/", 1)[-1])


def _in_one_form(schema: Schema, value: Any) -> Any:
    form = _form(schema)
    return form(str(value)) if form else value


def _key_order(key: str) -> tuple[int, int, str]:
    """Tables in the order of the players' numbers or the ranks, cards before their rank."""
    if key.isdigit():
        return (0, int(key), "")
    rank = RANKS.find(key[0]) if len(key) <= 2 else -1
    return (1, rank, "" if len(key) == 1 else key) if rank >= 0 else (0, 0, key)


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


def is_table(path: tuple[str, ...]) -> bool:
    """Whether a place in the rules holds a table, whose keys are free; the packs do not count."""
    schema: Schema = profile_schema()
    for key in path:
        schema = _resolved(schema.get("properties", {}).get(key) or schema["additionalProperties"])
    inner = schema.get("additionalProperties")
    return isinstance(inner, Mapping) and "exchange" not in inner.get("properties", {})


def _complete(schema: Schema, value: Any) -> Any:
    schema = _resolved(schema)
    if "properties" in schema:
        return complete(value, schema)
    if isinstance(value, Mapping):
        form = _form(schema.get("propertyNames", {})) or (lambda key: key)
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


# --- what is wrong, in our own words ----------------------------------------------------------


def check(document: Document) -> list[Problem]:
    """Every departure of a document from the schema, in the order of the file."""
    errors = list(_validator().iter_errors(document.data))
    problems = [p for error in errors for p in _problems(error, document)]
    unique = {(p.code, p.path, p.message): p for p in problems}
    return sorted(unique.values(), key=lambda p: (p.line, p.column))


def _problems(error: ValidationError, document: Document) -> Iterator[Problem]:
    path = tuple(str(part) for part in error.absolute_path)
    schema, value = error.schema, cast(Any, error.instance)
    rule = str(error.validator)
    assert isinstance(schema, Mapping)
    if rule in ("if", "then", "else", "allOf", "anyOf") and error.context and rule != "anyOf":
        for inner in error.context:
            yield from _problems(inner, document)
    elif rule == "additionalProperties":
        for key in value:
            if key not in schema.get("properties", {}):
                yield _unknown_key(key, value, schema, path, document)
    elif rule == "required":
        for key in schema["required"]:
            if key not in value:
                yield document.problem("S03", f"the key {key!r} is missing", path, key=True)
    elif "propertyNames" in error.absolute_schema_path:
        yield _bad_key(str(value), schema, path, document)
    else:
        yield _bad_value(rule, value, schema, path, document)


def _unknown_key(key: str, value: Any, schema: Schema, path: Path, document: Document) -> Problem:
    allowed = [name for name in schema.get("properties", {}) if name not in value]
    close = difflib.get_close_matches(key, allowed, n=1, cutoff=0.6)
    hint = (
        f"did you mean {close[0]!r}?"
        if close
        else f"the keys here: {', '.join(allowed[:8]) or 'none'}"
    )
    return document.problem("S01", f"unknown key {key!r}", (*path, key), hint, key=True)


def _bad_key(key: str, schema: Schema, path: Path, document: Document) -> Problem:
    return document.problem(
        "S07", f"{key!r} cannot be a key here", (*path, key), _what(schema), key=True
    )


_HOW = {
    "rank": "a rank: A, 2-10, J, Q or K",
    "card": "a card: rank and suit, such as 9D, 10H or 9♦",
    "suit": "a suit: C, D, H or S",
    "rank-or-card": "a rank such as K, or a card such as 7D",
    "rank-or-card-key": "a rank such as K, or a card such as 7D",
    "rank-card-or-comet-key": "a rank such as K, a card such as 9D, or the word comet",
}
_TYPES = {"integer": "a whole number", "string": "text", "array": "a list", "object": "a mapping"}


def _kind(schema: Schema) -> str:
    """The name of the definition that a schema is, or refers to."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    return next((name for name, one in profile_schema()["$defs"].items() if one == schema), "")


def _what(schema: Schema) -> str:
    """What is wanted at a place, in a few words."""
    kind = _kind(schema)
    if kind in _HOW:
        return f"write {_HOW[kind]}"
    if "enum" in schema:
        return f"one of: {', '.join(map(str, schema['enum']))}"
    examples = schema.get("examples") or profile_schema()["$defs"].get(kind, {}).get("examples")
    return f"for example: {examples[0]}" if examples else ""


def _bad_value(rule: str, value: Any, schema: Schema, path: Path, document: Document) -> Problem:
    if _kind(schema) in _HOW:
        return document.problem(
            "S10", f"{_shown(value)} is not what belongs here", path, _what(schema)
        )
    if rule == "enum":
        words = [str(word) for word in schema["enum"]]
        close = difflib.get_close_matches(str(value), words, n=1, cutoff=0.6)
        hint = f"did you mean {close[0]!r}? " if close else ""
        return document.problem(
            "S02", f"{_shown(value)} is not allowed here", path, hint + _what(schema)
        )
    if rule == "type":
        wanted = _TYPES.get(str(schema["type"]), str(schema["type"]))
        digits = (
            isinstance(value, str) and value.lstrip("-").isdigit() and wanted == "a whole number"
        )
        hint = f"take the quotes away: {value}" if digits else _what(schema)
        return document.problem("S04", f"expected {wanted}, found {_shown(value)}", path, hint)
    return document.problem(*_limit(rule, value, schema), path, _what(schema))


def _limit(rule: str, value: Any, schema: Schema) -> tuple[str, str]:
    limit = schema.get(rule)
    match rule:
        case "minimum":
            return "S05", f"{value} is less than {limit}"
        case "maximum":
            return "S05", f"{value} is more than {limit}"
        case "const":
            return "S05", f"{_shown(value)} is not {limit}"
        case "uniqueItems":
            return "S08", "the list has something twice"
        case "minItems" | "minProperties" | "minLength":
            return "S07", f"at least {limit} wanted, found {len(value)}"
        case "maxItems" | "maxProperties" | "maxLength":
            return "S07", f"at most {limit} allowed, found {len(value)}"
    return "S06", f"{_shown(value)} is not written as it should be"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f"the text {value!r}"
    if isinstance(value, int):
        return f"the number {value}"
    return "a list" if isinstance(value, list) else "a mapping"
