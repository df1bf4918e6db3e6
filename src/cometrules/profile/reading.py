"""YAML to plain data with positions, read strictly.

YAML 1.1 guesses: ``no`` is false, ``12:30`` is 750, ``048`` may be a number or text. A rule
writer means what is written, so whatever two YAML readers read differently is refused, with
what to write instead. PyYAML only composes the nodes here; values are made by this module:
quoted scalars and keys are text, plain whole numbers are numbers, nothing else is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs
import yaml

from .report import Path, Problem

__all__ = ["Document", "read"]

MAX_BYTES, MAX_NODES, MAX_DEPTH = 64 * 1024, 5_000, 32
_TEXT_TAG = "tag:yaml.org,2002:str"
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})")
_GUESSED = re.compile(
    r"[-+]?(\.[0-9_]+|[0-9][0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?|0[xob][0-9a-fA-F_]+"
    r"|[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|\.(inf|nan))"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?",
    re.IGNORECASE,
)
_BOOLEANS = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false"])


@attrs.frozen
class Document:
    """A YAML text as data, with the place of every key and value.

    Args:
        label: the file's name, or ``<text>``.
        data: mappings (with keys as text), lists, text, whole numbers and None.
        keys, values: (line, column) from 1 of the key or value at a path.
        lines: the text's lines.
    """

    label: str
    data: dict[str, Any]
    keys: dict[Path, tuple[int, int]]
    values: dict[Path, tuple[int, int]]
    lines: list[str]

    def problem(
        self, code: str, message: str, path: Path, hint: str = "", *, key: bool = False
    ) -> Problem:
        """A problem at a path, or at the nearest place above it that the text has."""
        places = self.keys if key else self.values
        known = path
        while known and known not in places:
            known, places = known[:-1], self.keys
        if not known and path and ("extends",) in self.keys:
            # The file does not say it itself: it is inherited, and where from it does say.
            parent = self.data.get("extends")
            hint = f"{'.'.join(path)} comes from {parent}; {hint or 'say it here to change it'}"
            known, places = ("extends",), self.keys
        line, column = places.get(known, (1, 1) if self.lines else (0, 0))
        source = self.lines[line - 1] if line else ""
        return Problem(
            code=code, message=message, path=path, label=self.label,
            line=line, column=column, source=source, hint=hint,
        )  # fmt: skip


def read(content: str | bytes, label: str) -> tuple[Document | None, list[Problem]]:
    """Read a profile's text; the document is None where it cannot be understood at all."""
    try:
        text = (
            content.decode("utf-8-sig")
            if isinstance(content, bytes)
            else content.removeprefix("\ufeff")
        )
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1 if isinstance(content, bytes) else 0
        message = f"this is not UTF-8 text (at byte {error.start}, in line {line})"
        hint = "save the file as UTF-8"
        return None, [
            Problem(code="Y02", message=message, label=label, line=line, column=1, hint=hint)
        ]
    lines = re.split(r"\r\n|\r|\n", text)
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        message = f"the text is larger than {MAX_BYTES // 1024} KiB"
        return None, [Problem(code="Y01", message=message, label=label)]
    return _Reader(label, lines).document(text)


_SYNTAX: tuple[tuple[str, str, str, str], ...] = (
    ("special characters", "Y03", "a control character stands in the text", "take it out"),
    ("'\\t'", "Y04", "a tab stands where blanks should", "indent with blanks"),
    ("quoted scalar", "Y04", "a quote is never closed, or stands inside quotes",
     "close it; inside '…' a quote is written twice, inside \"…\" with \\ before it"),
    ("single document", "Y04", "a second document begins here (---)", "one file, one profile"),
    ("undefined alias", "Y04", "a word that begins with * is an alias of nothing",
     "put it in quotes"),
    ("mapping values are not allowed", "Y04", "a colon stands where none can",
     "put text that has ': ' in quotes, or check the indentation"),
    ("could not find expected ':'", "Y04", "a key without a colon and a blank behind it",
     "write key: value, with a blank behind the colon"),
    ("flow mapping", "Y04", "a bracket { is not closed, or a comma is missing before this",
     "write {key: value, key: value}; text with a comma, colon or quote goes in quotes"),
    ("flow sequence", "Y04", "a bracket [ is not closed, or a comma is missing before this",
     "write [one, two]; text with a comma, colon or quote goes in quotes"),
    ("block mapping", "Y04", "the indentation does not fit the lines above",
     "keys of one section stand in one column"),
    ("block collection", "Y04", "the indentation does not fit the lines above",
     "entries of one list stand in one column"),
    ("", "Y04", "this cannot be read as YAML",
     "look for a missing blank behind a colon, an open quote or bracket, or a wrong indent"),
)  # fmt: skip
"""Signs in what PyYAML says (context; problem), with what is said instead; the first counts."""


def sign_of_missing_space(said: str) -> bool:
    """Whether PyYAML stumbled where a line before may lack the blank behind its colon."""
    return "expected ':'" in said or "mapping values" in said


def _line_without_space(lines: list[str], line: int) -> int:
    """The nearest line up to this that has a colon without a blank; else the line itself."""
    for number in range(line, max(-1, line - 3), -1):
        if re.match(r"\s*[\w-]+:[^\s:/]", lines[number]):
            return number
    return line


class _Reader:
    def __init__(self, label: str, lines: list[str]) -> None:
        self.doc = Document(label, {}, {}, {}, lines)
        self.problems: list[Problem] = []
        self.count = 0

    def document(self, text: str) -> tuple[Document | None, list[Problem]]:
        try:
            root = yaml.compose(text, Loader=yaml.BaseLoader)
        except yaml.YAMLError as error:
            return None, [self._syntax(error)]
        if root is None:
            hint = (
                "start from a bundled profile: `cometrules show foster-commit` tells what there is"
            )
            return None, [self._problem("Y05", "the file says nothing", (), hint=hint)]
        if not isinstance(root, yaml.MappingNode):
            found = "a list" if isinstance(root, yaml.SequenceNode) else "a single value"
            message = f"a profile is a mapping (key: value), found {found}"
            return None, [self._problem("Y06", message, (), root)]
        self.doc.data.update(self._value(root, ()))
        return self.doc, self.problems

    def _syntax(self, error: yaml.YAMLError) -> Problem:
        mark = getattr(error, "problem_mark", None)
        context = str(getattr(error, "context", None) or "")
        said = f"{context}; {getattr(error, 'problem', None) or error}"
        if "quoted" in context or "expected the node content" in said:
            mark = getattr(error, "context_mark", None) or mark  # where it was left open
        code, message, hint = next(
            (code, message, hint) for sign, code, message, hint in _SYNTAX if sign in said
        )
        line = min(mark.line, len(self.doc.lines) - 1) if mark else self._line_of(error)
        if sign_of_missing_space(said) and line:
            line = _line_without_space(self.doc.lines, line)
        return Problem(
            code=code, message=message, label=self.doc.label, line=line + 1,
            column=mark.column + 1 if mark and mark.line == line else 1,
            source=self.doc.lines[line], hint=hint,
        )  # fmt: skip

    def _line_of(self, error: yaml.YAMLError) -> int:
        """The line of a character that cannot be read, which has an offset only."""
        before = "\n".join(self.doc.lines)[: getattr(error, "position", 0)]
        return before.count("\n")

    def _problem(
        self, code: str, message: str, path: Path, node: yaml.Node | None = None, hint: str = ""
    ) -> Problem:
        line, column = _place(node) if node is not None else (0, 0)
        source = self.doc.lines[line - 1] if line else ""
        return Problem(
            code=code, message=message, path=path, label=self.doc.label,
            line=line, column=column, source=source, hint=hint,
        )  # fmt: skip

    def _add(self, code: str, message: str, path: Path, node: yaml.Node, hint: str = "") -> None:
        self.problems.append(self._problem(code, message, path, node, hint))

    def _value(self, node: yaml.Node, path: Path) -> Any:
        self.doc.values.setdefault(path, _place(node))
        self.count += 1
        if self.count > MAX_NODES or len(path) > MAX_DEPTH:
            if self.count < MAX_NODES * 2:  # say it once; a recursive alias ends here too
                what = "nested too deeply" if len(path) > MAX_DEPTH else "too many values"
                self._add("Y41", f"{what}, or an alias that contains itself", path, node)
                self.count = MAX_NODES * 2
            return None
        if isinstance(node, yaml.MappingNode):
            return dict(self._entries(node, path))
        if node.tag not in (_TEXT_TAG, "tag:yaml.org,2002:seq"):
            self._add("Y20", f"the tag {node.tag} has no meaning here", path, node, "take it away")
        if isinstance(node, yaml.SequenceNode):
            return [self._value(item, (*path, str(i))) for i, item in enumerate(node.value)]
        assert isinstance(node, yaml.ScalarNode)
        return self._scalar(node, path)

    def _entries(self, node: yaml.MappingNode, path: Path) -> Iterator[tuple[str, Any]]:
        seen: dict[str, yaml.Node] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._add("Y21", "a key must be a word or a number", path, key_node)
                continue
            key = str(key_node.value)
            here = (*path, key)
            if key == "<<":
                self._add(
                    "Y22", "merge keys are not understood", path, key_node, "use `extends: ID`"
                )
            elif key in seen:
                first, _ = _place(seen[key])
                self._add(
                    "Y23", f"the key {key!r} stands twice (first in line {first})", here, key_node
                )
            else:
                seen[key] = key_node
                self.doc.keys[here] = _place(key_node)
                if not key_node.style and key.lower() in _BOOLEANS:
                    self._boolean(key, here, key_node)
                yield key, self._value(value_node, here)

    def _scalar(self, node: yaml.ScalarNode, path: Path) -> str | int | None:
        text = str(node.value)
        if node.style:
            return text
        if text in ("", "~") or text.lower() == "null":
            return None
        if _WHOLE.fullmatch(text):
            return int(text)
        if text.lower() in _BOOLEANS:
            self._boolean(text, path, node)
        elif _GUESSED.fullmatch(text):
            message = f"{text} is read in different ways by different YAML readers"
            hint = "write a whole number without sign, point or leading zero, or put text in quotes"
            self._add("Y11", message, path, node, hint)
        return text

    def _boolean(self, text: str, path: Path, node: yaml.Node) -> None:
        message = f"{text} is yes-or-no to some YAML readers and a word to others"
        self._add(
            "Y10", message, path, node, "no rule is a yes-or-no: use one of the key's own words"
        )


def _place(node: yaml.Node) -> tuple[int, int]:
    mark = node.start_mark
    return mark.line + 1, mark.column + 1
