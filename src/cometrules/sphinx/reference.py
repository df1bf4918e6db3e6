"""Reference pages: every key of a profile, every code of the checker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from docutils import nodes

from .._data import data_folder
from ..evidence.cells import dimension_at
from ..profile.codes import CODES, Code
from ..profile.reading import flow
from ..profile.schema import kind_of, profile_schema, schema_at
from .evidence import joined, link
from .page import PageDirective, labelled, paragraph

__all__ = ["CodesReference", "SchemaReference"]

Schema = Mapping[str, Any]


class SchemaReference(PageDirective):
    """Every key of a profile: what it says, its values, its default, the question it answers."""

    def run(self) -> list[nodes.Node]:
        """A section for each section of a profile."""
        self.env.note_dependency(str(data_folder("schemas") / "profile.schema.json"))
        root = profile_schema()
        plain = [key for key in root["properties"] if "properties" not in _at(key)]
        inner = [key for key in root["properties"] if key not in plain]
        top = self.section("top level", "key-top", self._keys(plain, root))
        return [top, *(self._section(key) for key in inner)]

    def _section(self, path: str) -> nodes.section:
        schema = _at(path)
        keys = [f"{path}.{key}" for key in schema["properties"]]
        plain = [key for key in keys if "properties" not in _at(key)]
        about = paragraph(schema.get("description", ""))
        made: nodes.section = self.section(path, f"key-{path}", about, self._keys(plain, schema))
        made += [self._section(key) for key in keys if key not in plain]
        return made

    def _keys(self, paths: list[str], section: Schema) -> nodes.definition_list:
        required = section.get("required", ())
        listed = nodes.definition_list(classes=["rule-keys"])
        for path in paths:
            name = path.rpartition(".")[2]
            term = nodes.term("", "", nodes.literal("", name), ids=[f"key-{path}"])
            if name in required:
                term += nodes.Text(" (required)")
            said = nodes.definition("", *self._about(path, _at(path)))
            listed += nodes.definition_list_item("", term, said)
        return listed

    def _about(self, path: str, schema: Schema) -> Iterator[nodes.Node]:
        yield paragraph(schema.get("description", ""))
        if "enum" in schema:
            words = [nodes.literal("", str(word)) for word in schema["enum"]]
            yield labelled("Values", *joined(words))
        elif kind := kind_of(schema):
            yield labelled("Form", kind.replace("-", " "))
        if "default" in schema:
            yield labelled("If left out", nodes.literal("", flow(schema["default"]) or "nothing"))
        if schema.get("examples"):
            yield labelled("For example", nodes.literal("", flow(schema["examples"][0])))
        try:
            dimension = dimension_at(path).id
        except KeyError:  # names and such: no rule of the game
            return
        yield labelled("Question", link("dimension", dimension, self.words.question_of(dimension)))


def _at(path: str) -> Schema:
    schema = schema_at(tuple(path.split(".")))
    assert schema is not None
    return schema


# --- the checker's codes ----------------------------------------------------------------------

FAMILIES = {
    "Y": "The text and the YAML",
    "S": "The schema",
    "X": "What a profile extends",
    "M": "What the rules mean together",
    "P": "What came about in play",
    "R": "Game records",
    "N": "Positions",
}
"""The families of codes by their letter."""


class CodesReference(PageDirective):
    """Every code of the checker, with what it means, an example and what to do."""

    def run(self) -> list[nodes.Node]:
        """A section for each family, and in it one for each code."""
        families: dict[str, list[Code]] = {}
        for code in CODES.values():
            families.setdefault(code.code[0], []).append(code)
        return [
            self.section(FAMILIES[letter], f"codes-{letter}", *map(self._code, codes))
            for letter, codes in families.items()
        ]

    def _code(self, code: Code) -> nodes.section:
        content: list[nodes.Node] = [paragraph(*_with_literals(code.means))]
        if code.example:
            visible = "".join(c if c.isprintable() or c == "\n" else "�" for c in code.example)
            content.append(nodes.literal_block(visible, visible, language="yaml"))
        content.append(labelled("What to do", *_with_literals(code.remedy)))
        return self.section(f"{code.code}: {code.title}", code.code, *content)


def _with_literals(text: str) -> Iterator[nodes.Node]:
    """A text with what stands between backticks as code."""
    for number, part in enumerate(text.split("`")):
        yield nodes.literal("", part) if number % 2 else nodes.Text(part)
