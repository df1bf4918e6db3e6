"""A new profile to begin with: every key there is, explained, ready to be filled in."""

from __future__ import annotations

import contextlib
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .._data import data_folder
from ..profile.extends import bundled_profiles
from ..profile.model import Profile
from ..profile.reading import BOOLEANS, flow
from ..profile.schema import profile_schema, schema_at

__all__ = ["draft", "id_of"]

_APPARATUS = (
    "format", "id", "title", "aliases", "extends", "sources", "completeness", "leaves_out",
)  # fmt: skip
_START: Mapping[str, Any] = {
    "players.min": 2, "players.max": 4,
    "deck.ranks": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
    "deal.hands": "even",
    "play.order": "by_turn", "play.suits": "matter", "play.continue": "must",
    "settlement.scoring": "payments", "settlement.per_card": 1,
    "match.ends": "after_deals",
}  # fmt: skip
"""What a profile that extends nothing has to say, as the simplest game of the family has it."""
_WIDTH = 96
_TEN = re.compile(r"\bT([CDHS]?)\b")


def draft(name: str, parent: Profile | None) -> str:
    """The text of a commented profile that passes the checker.

    Args:
        name: its id.
        parent: the profile it extends, whose values stand in the comments; None for one that
            says everything itself.
    """
    schema = (data_folder("schemas") / "profile.schema.json").resolve().as_uri()
    return "\n".join([
        f"# yaml-language-server: $schema={schema}",
        "# The line above has editors complete the keys, show what they mean, and check them.",
        *_comment("A key left out means: no such rule. Take the # away where you want one. Check "
                  "with: cometrules validate FILE", ""),
        "format: 1",
        f"id: {name}",
        f'title: {{en: "{name.replace("-", " ").capitalize()}"}}',
        *([f"extends: {parent.id}", *_comment("What is not said below is as there.", "")]
          if parent else []),
        *(line for key in profile_schema()["properties"] if key not in _APPARATUS
          for line in _section(key, parent)),
    ]) + "\n"  # fmt: skip


def _section(key: str, parent: Profile | None) -> Iterator[str]:
    """A section with all its keys."""
    yield ""
    yield from _comment(str((schema_at((key,)) or {}).get("description", "")), "")
    yield from _keys((key,), parent)


def _keys(path: tuple[str, ...], parent: Profile | None) -> Iterator[str]:
    """A key and all that stands below it; what says nothing yet is commented out."""
    indent, key = "  " * (len(path) - 1), path[-1]
    schema, dotted = schema_at(path) or {}, ".".join(path)
    if "properties" in schema:
        lines = [line for inner in schema["properties"] for line in _keys((*path, inner), parent)]
        said = any(not line.lstrip().startswith("#") for line in lines)
        yield f"{indent}{key}:" if said else f"{indent}# {key}:"
        yield from lines
        return
    yield from _comment(str(schema.get("description", "")), indent)
    if parent is None and dotted in _START:
        yield f"{indent}{key}: {flow(_START[dotted])}"
    else:
        yield f"{indent}# {key}: {_usual(schema, parent, dotted)}"


def _usual(schema: Mapping[str, Any], parent: Profile | None, path: str) -> str:
    """What the parent says, or the neutral value, with an example of another one."""
    value = schema.get("default")
    several = parent is not None and len(parent.deck.packs) > 1
    if parent is not None and (several or path != "deck.packs"):
        with contextlib.suppress(KeyError):
            value = parent.value(path)
    said = '""' if value is None else _TEN.sub(r"10\1", flow(value))
    choice = " | ".join(map(str, schema.get("enum", ())))
    example = choice or (f"such as {flow(schema['examples'][0])}" if "examples" in schema else "")
    return f"{said}   # {example}" if example else said


def _comment(text: str, indent: str) -> Iterator[str]:
    for line in textwrap.wrap(text, _WIDTH - len(indent)):
        yield f"{indent}# {line}"


def id_of(file: Path) -> str:
    """An id made of a file's name."""
    letters = "".join(c if c.isascii() and c.isalnum() else "-" for c in file.stem.lower())
    name = "-".join(filter(None, letters.split("-")))
    taken = name in bundled_profiles() or name in BOOLEANS or name == "null"
    if taken or not name[:1].isalpha():
        name = f"my-{name or 'game'}"
    longest: int = (schema_at(("id",)) or {})["maxLength"]
    return name[:longest].rstrip("-")
