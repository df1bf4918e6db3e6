"""What a document has wrong by the schema, in our own words.

jsonschema finds the places; what is said about them, and what to do, is said here.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from ..errors import NotationError
from .reading import Document, flow
from .report import Path, Problem
from .schema import form_of, kind_of, schema_at, schema_of

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

__all__ = ["check", "wanted_at"]

Schema = Mapping[str, Any]


@functools.cache
def _validator(kind: str) -> Validator:
    # jsonschema is slow to import, and bundled profiles do not need it.
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema_of(kind))


def check(document: Document, kind: str = "profile") -> list[Problem]:
    """Every departure of a document from a schema, one for each place, in the file's order."""
    errors = _validator(kind).iter_errors(document.data)
    found = [p for error in errors for p in _of_error(error, document, kind)]
    one_each: dict[tuple[object, ...], Problem] = {}
    for problem in found:
        about = problem.message if problem.code in ("S01", "S03", "S07") else ""
        one_each.setdefault((problem.path, about), problem)
    problems = list(one_each.values()) or list(_twice(document, document.data, (), kind))
    return sorted(problems, key=lambda p: (p.line, p.column))


def _of_error(error: ValidationError, document: Document, kind: str) -> Iterator[Problem]:
    path = tuple(str(part) for part in error.absolute_path)
    schema, value, rule = error.schema, cast(Any, error.instance), str(error.validator)
    assert isinstance(schema, Mapping)
    if error.context and rule != "anyOf":
        for inner in error.context:
            yield from _of_error(inner, document, kind)
    elif rule == "additionalProperties":
        unknown = [key for key in value if key not in schema.get("properties", {})]
        for number, key in enumerate(unknown):
            guess = number < _GUESSES
            yield _unknown_key(key, value, schema, path, document, kind, guess=guess)
    elif rule == "required":
        for key in schema["required"]:
            if key not in value:
                hint = wanted_at((*path, key), kind)
                yield document.problem("S03", f"the key {key!r} is missing", path, hint, key=True)
    elif "propertyNames" in error.absolute_schema_path:
        message = f"{str(value)!r} cannot be a key here"
        names = (schema_at(path, kind) or {}).get("propertyNames", {})
        example = f"; for example: {schema['examples'][0]}" if "examples" in schema else ""
        described = str(schema.get("description", "")).rstrip(".")
        hint = _wanted(names) or described + example
        if document.at((*path, str(value))) is None:
            hint = f"{_COMMA}; else: {hint}"
        yield document.problem("S07", message, (*path, str(value)), hint, key=True)
    else:
        yield document.problem(*_bad_value(rule, value, schema, path, kind), key=False)


# --- unknown keys -----------------------------------------------------------------------------


_COMMA = "if it belongs to the text before it, put quotes round text that has a comma"
_GUESSES = 40
"""For so many unknown keys of a section it is guessed what was meant; it takes its time."""


def _unknown_key(
    key: str, value: Schema, schema: Schema, path: Path, document: Document, kind: str, *,
    guess: bool,
) -> Problem:  # fmt: skip
    known = list(schema.get("properties", {}))
    close = difflib.get_close_matches(key, known, n=1, cutoff=0.6) if guess else []
    elsewhere = _places_of(key, kind)
    if ":" in key:
        before, _, after = key.partition(":")
        hint = f"put a blank behind the colon: {before}: {after}"
    elif value[key] is None and not close and not elsewhere:
        hint = _COMMA
    elif close and close[0] in value:
        hint = f"did you mean {close[0]!r}, which is there already?"
    elif elsewhere:
        hint = f"that key belongs {_where(elsewhere)}"
    elif close:
        hint = f"did you mean {close[0]!r}?"
    else:
        hint = f"the keys here: {', '.join(known)}"
    return document.problem("S01", f"unknown key {key!r}", (*path, key), hint, key=True)


@functools.cache
def _every_key(kind: str) -> dict[str, list[Path]]:
    """Each key of the schema, with the sections that have it."""
    found: dict[str, list[Path]] = {}

    def walk(schema: Schema, path: Path) -> None:
        for key in schema.get("properties", {}):
            found.setdefault(key, []).append(path)
            walk(schema_at((*path, key), kind) or {}, (*path, key))

    walk(schema_of(kind), ())
    return found


def _places_of(key: str, kind: str) -> list[Path]:
    return _every_key(kind).get(key, [])


def _where(paths: Iterable[Path]) -> str:
    return " or ".join(f"under {'.'.join(path)}" if path else "at the top" for path in paths)


# --- bad values -------------------------------------------------------------------------------

_HOW = {
    "rank": "a rank: A, 2-10, J, Q or K",
    "card": "a card: rank and suit, such as 9D, 10H or 9♦",
    "suit": "a suit: C, D, H or S",
    "rank-or-card": "a rank such as K, or a card such as 7D",
    "rank-or-card-key": "a rank such as K, or a card such as 7D",
    "rank-card-or-comet-key": "a rank such as K, a card such as 9D, or the word comet",
}
_TYPES = {"integer": "a whole number", "string": "text", "array": "a list", "object": "a mapping"}


def wanted_at(path: Path, kind: str = "profile") -> str:
    """What belongs at a place of a file, in a few words."""
    schema = schema_at(path, kind)
    return _wanted(schema) if schema is not None else ""


def _wanted(schema: Schema) -> str:
    kind = kind_of(schema)
    if kind in _HOW:
        return f"write {_HOW[kind]}"
    if "enum" in schema:
        return f"one of: {', '.join(map(str, schema['enum']))}"
    examples = schema.get("examples")
    return f"for example: {flow(examples[0])}" if examples else ""


def _bad_value(
    rule: str, value: Any, schema: Schema, path: Path, kind: str
) -> tuple[str, str, Path, str]:
    """The code, the message, the place and the hint for a value that does not fit."""
    place = schema_at(path, kind) or schema
    wanted = _wanted(place)
    if kind_of(place) in _HOW:
        return "S10", f"{_shown(value)} is not what belongs here", path, wanted
    if rule == "enum":
        words = [str(word) for word in schema["enum"]]
        close = difflib.get_close_matches(str(value), words, n=1, cutoff=0.6)
        hint = f"did you mean {close[0]!r}? " if close else ""
        return "S02", f"{_shown(value)} is not allowed here", path, hint + wanted
    if rule == "type":
        wants = _TYPES.get(str(schema["type"]), str(schema["type"]))
        digits = isinstance(value, str) and value.lstrip("-").isdigit()
        quoted = digits and wants == "a whole number"
        number = isinstance(value, int) and wants == "text" and "enum" not in place
        hint = f"take the quotes away: {value}" if quoted else wanted
        hint = f'put it in quotes: "{value}"' if number else hint
        return "S04", f"expected {wants}, found {_shown(value)}", path, hint
    code, message = _limit(rule, value, schema)
    described = str(schema.get("description", "")) if code == "S06" else ""
    return code, message, path, described or wanted


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
        case "minItems" | "minProperties":
            return "S07", f"at least {limit} wanted here, found {len(value) or 'none'}"
        case "maxItems" | "maxProperties":
            return "S07", f"at most {limit} allowed here, found {len(value)}"
        case "minLength" | "maxLength":
            what = (
                "is empty"
                if not value
                else f"has {len(value)} characters, over the {limit} allowed"
            )
            return "S07", f"the text {what}"
    return "S06", f"{_shown(value)} is not written as it should be"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f"the text {value if len(value) <= 60 else value[:60] + '…'!r}"
    if isinstance(value, int):
        return f"the number {value}"
    return "a list" if isinstance(value, list) else "a mapping"


# --- one thing in two spellings ---------------------------------------------------------------


def _twice(document: Document, value: Any, path: Path, kind: str) -> Iterator[Problem]:
    """Ranks and cards that stand twice, spelt in two ways: one of them would be lost."""
    schema = schema_at(path, kind) or {}
    if isinstance(value, Mapping):
        form = form_of(schema.get("propertyNames", {}))
        for key, first in _repeated(value, form):
            message = f"{key!r} is the same as {first!r}, which stands here already"
            yield document.problem("S08", message, (*path, key), "keep one of them", key=True)
        for key, item in value.items():
            yield from _twice(document, item, (*path, key), kind)
    elif isinstance(value, list):
        for number, first in _repeated(value, form_of(schema.get("items", {}))):
            message = f"{_shown(value[int(number)])} is the same as {first!r} before it"
            yield document.problem("S08", message, (*path, number), "keep one of them")
        for place, item in enumerate(value):
            yield from _twice(document, item, (*path, str(place)), kind)


def _repeated(values: Iterable[Any], form: Any) -> Iterator[tuple[str, str]]:
    """For what stands again: its key (in a list, its position), and how it stood before."""
    seen: dict[str, str] = {}
    for number, value in enumerate(values):
        if form is None:
            return
        try:
            one = form(str(value))
        except NotationError:  # not this module's to say
            continue
        if one in seen:
            yield (str(number) if isinstance(values, list) else str(value)), seen[one]
        seen.setdefault(one, str(value))
