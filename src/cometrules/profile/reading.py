"""YAML to plain data with positions, read strictly.

YAML 1.1 guesses: ``no`` is false, ``12:30`` is 750, ``048`` may be a number or text. A rule
writer means what is written, so whatever two YAML readers read differently is refused, with
what to write instead. PyYAML only composes the nodes; values are made by this module: quoted
scalars and keys are text, plain whole numbers are numbers, nothing else is guessed.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Any

import attrs
import yaml

from .report import Path, Place, Problem
from .text import Limits, Text, composed, control_in, decoded, in_one_form, oddities

__all__ = ["BOOLEANS", "Document", "flow", "read"]

PROFILE = Limits()
MAX_DEPTH = 32
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})")
_GUESSED: tuple[tuple[str, re.Pattern[str], str], ...] = tuple(
    (code, re.compile(pattern, re.IGNORECASE), made)
    for code, pattern, made in (
        ("Y11", r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?", "a number to the base of sixty"),
        ("Y12", r"[-+]?(0[0-9_]+|0[xob][0-9a-f_]+|[0-9][0-9_]*_[0-9_]*)|\+[0-9]+",
         "a number in another notation, or text"),
        ("Y13", r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([t ].*)?", "a date"),
        ("Y14", r"[-+]?\.(inf|nan)", "no number at all, or an endless one"),
        ("Y15", r"-?[1-9][0-9]{9,}", "a number larger than any rule has"),
        ("Y16", r"[-+]?(\.[0-9_]+|[0-9][0-9_]*\.[0-9_]*|[0-9][0-9_]*(\.[0-9_]*)?e[-+]?[0-9]+)",
         "a number with a fraction or an exponent, or text"),
    )
)  # fmt: skip
"""What one YAML reader takes for a number or a date, and another for text."""
BOOLEANS = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false"])
"""Words that some YAML readers take for a yes or no."""


@attrs.frozen
class Document:
    """A YAML text as data, with the place of every key and value.

    Args:
        label: the file's name, or ``<text>``.
        data: mappings (with keys as text), lists, text, whole numbers and None.
        keys, values: (line, column) from 1 of the key or value at a path.
        text: the text, or None for data that came from no text.
        warnings: what is odd about the text, but understood.
    """

    label: str
    data: dict[str, Any]
    keys: dict[Path, tuple[int, int]] = attrs.field(factory=dict)
    values: dict[Path, tuple[int, int]] = attrs.field(factory=dict)
    text: Text | None = None
    warnings: tuple[Problem, ...] = ()

    def place(self, path: Path) -> Place | None:
        """Where a key stands, with what it says.

        What the text does not say itself stands where it says what it extends; None where
        nobody says it.
        """
        value = self.at(path)
        said = f"{'.'.join(path)}: {textwrap.shorten(flow(value), 60)}"
        if path in self.keys:
            return Place(self.label, *self.keys[path], said)
        parent = self.keys.get(("extends",))
        if value is None or parent is None:
            return None
        return Place(self.label, *parent, f"{said} comes from {self.data.get('extends')}")

    def at(self, path: Path) -> Any:
        """The value at a path, or None."""
        value: Any = self.data
        for key in path:
            if isinstance(value, dict):
                value = value.get(key)
            elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
                value = value[int(key)]
            else:
                return None
        return value

    def problem(
        self, code: str, message: str, path: Path, hint: str = "", *, key: bool = False
    ) -> Problem:
        """A problem at a path, or at the nearest place above it that the text has."""
        places = self.keys if key else self.values
        known = path
        while known and known not in places:
            known, places = known[:-1], self.keys
        inherited = not known or (path not in self.keys and self.at(path) is not None)
        if inherited and path and path not in self.values and ("extends",) in self.keys:
            # The file does not say it itself: it is inherited, and where from it does say.
            said = f"{'.'.join(path)}: {flow(self.at(path))}" if self.at(path) else ".".join(path)
            parent = self.data.get("extends")
            hint = f"{said} comes from {parent}; {hint or 'say it here to change it'}"
            known, places = known or ("extends",), self.keys
        if self.text is None:
            return Problem(code=code, message=message, path=path, label=self.label, hint=hint)
        return self.text.problem(code, message, places.get(known, (1, 1)), hint, path)


def flow(value: Any) -> str:
    """A value as it would be written in a profile, in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    return "nothing" if value is None else str(value)


def read(
    content: str | bytes, label: str, limits: Limits = PROFILE
) -> tuple[Document | None, list[Problem]]:
    """Read a file's text; the document is None where it cannot be understood at all."""
    text, problems = decoded(content, label, limits.kib)
    return (None, problems) if problems else _Reader(text, limits).document()


class _Reader:
    def __init__(self, text: Text, limits: Limits) -> None:
        self.text, self.limits = text, limits
        self.doc = Document(text.label, {}, text=text, warnings=tuple(oddities(text)))
        self.problems: list[Problem] = []
        self.count = 0
        self.above: list[yaml.Node] = []
        """The nodes that the one being read stands in."""

    def document(self) -> tuple[Document | None, list[Problem]]:
        root, problems = composed(self.text, self.limits)
        if root is None and not problems:
            begin = self.limits.begin
            problems = [self.text.problem("Y05", "the file says nothing", (0, 0), begin)]
        if root is None or problems:
            return None, problems
        if not isinstance(root, yaml.MappingNode):
            found = "a list" if isinstance(root, yaml.SequenceNode) else "a single value"
            message = f"a {self.limits.kind} is a mapping (key: value), found {found}"
            return None, [self.text.problem("Y06", message, self._place(root))]
        self.doc.data.update(self._value(root, ()))
        return self.doc, self.problems

    def _place(self, node: yaml.Node) -> tuple[int, int]:
        return self.text.place(node.start_mark.index)

    def _add(self, code: str, message: str, path: Path, node: yaml.Node, hint: str = "") -> None:
        self.problems.append(self.text.problem(code, message, self._place(node), hint, path))

    def _value(self, node: yaml.Node, path: Path) -> Any:
        self.doc.values.setdefault(path, self._place(node))
        self.count += 1
        most = self.limits.nodes
        if self.count > most or len(path) > MAX_DEPTH or node in self.above:
            if self.count < most * 2:  # say it once
                self._add(*self._over_a_limit(path, node))
                self.count = most * 2
            return None
        self.above.append(node)
        try:
            if isinstance(node, yaml.MappingNode):
                return dict(self._entries(node, path))
            if isinstance(node, yaml.SequenceNode):
                return [self._value(item, (*path, str(i))) for i, item in enumerate(node.value)]
        finally:
            self.above.pop()
        assert isinstance(node, yaml.ScalarNode)
        return self._scalar(node, path)

    def _over_a_limit(self, path: Path, node: yaml.Node) -> tuple[str, str, Path, yaml.Node]:
        if node in self.above:
            return "Y40", "an alias (*) that contains itself", path, node
        if len(path) > MAX_DEPTH:
            return "Y42", f"nested deeper than {MAX_DEPTH} levels", path, node
        return "Y41", f"more than {self.limits.nodes} values, aliases counted out", path, node

    def _entries(self, node: yaml.MappingNode, path: Path) -> Iterator[tuple[str, Any]]:
        seen: dict[str, yaml.Node] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._add("Y21", "a key must be a word or a number", path, key_node)
                continue
            key = self._plain(key_node, path)
            here = (*path, key)
            if key == "<<":
                merging = self.limits.merging
                self._add("Y22", "merge keys are not understood", path, key_node, merging)
            elif key in seen:
                first, _ = self._place(seen[key])
                self._add(
                    "Y23", f"the key {key!r} stands twice (first in line {first})", here, key_node
                )
            else:
                seen[key] = key_node
                self.doc.keys[here] = self._place(key_node)
                if not key_node.style and key.lower() in BOOLEANS:
                    self._boolean(key, here, key_node)
                yield key, self._value(value_node, here)

    def _scalar(self, node: yaml.ScalarNode, path: Path) -> str | int | None:
        text = self._plain(node, path)
        if node.style:
            return text
        if text in ("", "~") or text.lower() == "null":
            return None
        if _WHOLE.fullmatch(text):
            return int(text)
        if text.lower() in BOOLEANS:
            self._boolean(text, path, node)
        else:
            self._guessed(text, path, node)
        return text

    def _plain(self, node: yaml.ScalarNode, path: Path) -> str:
        """What stands in a node, without what it may have escaped."""
        text = in_one_form(str(node.value))
        control = control_in(text)
        if control:
            message = f"the control character {control} stands in the text, by an escape"
            self._add("Y03", message, path, node, "take it out")
        return text

    def _guessed(self, text: str, path: Path, node: yaml.Node) -> None:
        for code, pattern, made in _GUESSED:
            if pattern.fullmatch(text):
                message = f"{text} is {made} to some YAML readers"
                hint = "write a whole number without sign or leading zero, or put text in quotes"
                self._add(code, message, path, node, hint)
                return

    def _boolean(self, text: str, path: Path, node: yaml.Node) -> None:
        message = f"{text} is yes-or-no to some YAML readers and a word to others"
        self._add("Y10", message, path, node, self.limits.yes_or_no.format(text))
