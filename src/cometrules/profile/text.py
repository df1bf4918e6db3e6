"""The text of a profile before it is YAML: decoded, split into lines, its letters checked.

Also what is said where PyYAML stumbles: its own messages are for programmers, and no contract.
"""

from __future__ import annotations

import bisect
import codecs
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import attrs
import yaml

from .report import Path, Problem

__all__ = [
    "Limits", "Text", "composed", "control_in", "decoded", "in_one_form", "oddities",
]  # fmt: skip

_LINE_END = re.compile(r"\r\n|\r|\n")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff\ud800-\udfff]")
_SELECTORS = re.compile("(?<=[♣♦♥♠])[\ufe0e\ufe0f]")
"""Some programs put these behind the symbol of a suit; they only choose how it looks."""
_LOOKALIKE = re.compile("(?<=[:\\[{,-] )[“”„‘’\u00a0]|[“”’]$|：|\u00a0+(?=[#:])")


@attrs.frozen
class Limits:
    """What a kind of file is, and how large it may be.

    Args:
        kind: what it is, as a message calls it.
        begin: how to begin one.
        kib: its size in KiB.
        nodes: how many values it has, aliases counted out.
        composed: how many values are read at all before it is refused; None for as many as
            stand there.
        merging: what to do instead of merging keys.
        yes_or_no: what to do about a word that is a yes or no to some, with {} for the word.
    """

    kind: str = "profile"
    begin: str = "start from a bundled profile, or from the one in the README"
    kib: int = 64
    nodes: int = 5_000
    composed: int | None = None
    merging: str = "use `extends: ID`"
    yes_or_no: str = "no rule is a yes-or-no: use one of the key's own words"


@attrs.frozen
class Text:
    """A text with its lines, as an editor counts them.

    Args:
        label: the file's name, or ``<text>``.
        content: the text.
        lines: its lines.
        starts: the offset at which each line starts.
    """

    label: str
    content: str
    lines: list[str]
    starts: list[int]

    @classmethod
    def of(cls, label: str, content: str) -> Text:
        """The text with its lines found."""
        starts = [0, *(end.end() for end in _LINE_END.finditer(content))]
        return cls(label, content, _LINE_END.split(content), starts)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of an offset."""
        line = bisect.bisect_right(self.starts, max(0, min(offset, len(self.content)))) - 1
        return line + 1, max(0, offset - self.starts[line]) + 1

    def problem(
        self, code: str, message: str, place: tuple[int, int], hint: str = "", path: Path = ()
    ) -> Problem:
        """A problem at a line and column."""
        line, column = place
        return Problem(
            code=code, message=message, path=path, label=self.label, line=line, column=column,
            source=self.lines[line - 1] if line else "", hint=hint,
        )  # fmt: skip


def decoded(content: str | bytes, label: str, kib: int) -> tuple[Text, list[Problem]]:
    """The text, and what is wrong with its bytes and letters."""
    text, problems = _text_of(content, label)
    if len(text.content.encode("utf-8", "surrogatepass")) > kib * 1024:
        message = f"the text is larger than {kib} KiB"
        problems = [Problem(code="Y01", message=message, label=label)]
    return text, problems or list(_letters(text))


def _text_of(content: str | bytes, label: str) -> tuple[Text, list[Problem]]:
    if isinstance(content, str):
        return Text.of(label, content.removeprefix("\ufeff")), []
    hint = "save the file as UTF-8"
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in content[:2]:
        problem = Problem(
            code="Y02",
            message="this is not UTF-8 text but UTF-16 (from byte 0, in line 1)",
            label=label,
            hint=hint,
        )
        return Text.of(label, ""), [problem]
    marked = content.startswith(codecs.BOM_UTF8)
    plain = content.removeprefix(codecs.BOM_UTF8)
    try:
        return Text.of(label, plain.decode("utf-8")), []
    except UnicodeDecodeError as error:
        before = Text.of(label, plain[: error.start].decode("utf-8", "replace") + "�")
        place = before.place(len(before.content) - 1)
        byte = error.start + len(codecs.BOM_UTF8) * marked
        message = f"this is not UTF-8 text (at byte {byte}, in line {place[0]})"
        return before, [before.problem("Y02", message, place, hint)]


def _letters(text: Text) -> Iterator[Problem]:
    """Letters that no profile has a use for, or that only look like what YAML reads."""
    for found in _CONTROL.finditer(text.content):
        message = f"the control character U+{ord(found[0]):04X} stands in the text"
        yield text.problem("Y03", message, text.place(found.start()), "take it out")
    for number, line in enumerate(text.lines, 1):
        for found in _LOOKALIKE.finditer(line.split(" #")[0]):
            letter = f"U+{ord(found[0][0]):04X}"
            message = f"{found[0]!r} ({letter}) only looks like a sign that YAML reads"
            hint = "type it again: a plain quote, blank or colon"
            yield text.problem("Y31", message, (number, found.start() + 1), hint)


def in_one_form(text: str) -> str:
    """Text with letters put together (NFC) and no signs that only choose how a suit looks.

    Letters that JSON escapes as two halves are whole again.
    """
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return unicodedata.normalize("NFC", _SELECTORS.sub("", whole))


def control_in(text: str) -> str:
    """The first control character of a text, as ``U+0007``; "" where there is none."""
    found = _CONTROL.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def oddities(text: Text) -> Iterator[Problem]:
    """Letters that are understood, though another program may not take them for the same."""
    for number, line in enumerate(text.lines, 1):
        bare = line.split(" #")[0]
        if bare.lstrip().startswith("#") or bare.isascii():
            continue
        found = _SELECTORS.search(bare)
        if found:
            message = "a sign that only chooses how the suit looks stands behind it"
            problem = text.problem("Y30", message, (number, found.start() + 1))
        elif not unicodedata.is_normalized("NFC", bare):
            message = "a letter is put together of several signs, and read as one"
            problem = text.problem("Y30", message, (number, 1))
        else:
            continue
        yield attrs.evolve(problem, severity="warning", hint="nothing need be done")


# --- what PyYAML makes of it ------------------------------------------------------------------


class _TooManyError(Exception):
    """More values than are read."""


class _Loader(yaml.BaseLoader):
    """Composes no more values than it may: what is refused for its size should not take long."""

    def __init__(self, content: str, most: int | None) -> None:
        super().__init__(content)
        self.left = -1 if most is None else most

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """The next node, counted unless it is a key."""
        if index is not None or not isinstance(parent, yaml.MappingNode):
            if self.left == 0:
                event = self.peek_event()  # type: ignore[no-untyped-call]
                raise _TooManyError(event.start_mark.index)
            self.left -= 1
        return super().compose_node(parent, index)


def composed(text: Text, limits: Limits) -> tuple[yaml.Node | None, list[Problem]]:
    """The text as YAML nodes, and what keeps it from being YAML."""
    if _brackets(text.content) > _DEEPEST:  # far beyond this PyYAML takes seconds, or stumbles
        return None, [_too_deep(text)]
    try:
        problems = list(_tags(text)) if "!" in text.content else []
        return _Loader(text.content, limits.composed).get_single_node(), problems
    except _TooManyError as error:
        message = f"more than {limits.composed} values"
        return None, [text.problem("Y41", message, text.place(error.args[0]))]
    except yaml.YAMLError as error:
        return None, [_syntax(text, error, limits.kind)]
    except RecursionError:
        return None, [_too_deep(text)]
    except (ValueError, OverflowError, IndexError):  # PyYAML's own slips over odd numbers
        return None, [text.problem("Y04", "this cannot be read as YAML", (1, 1))]


_DEEPEST = 200


def _brackets(content: str) -> int:
    """How deep brackets stand in each other at most, whether they count in YAML or not."""
    depth = deepest = 0
    for letter in re.findall(r"[\[\]{}]", content):
        depth += 1 if letter in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _too_deep(text: Text) -> Problem:
    return text.problem("Y42", "brackets or lists are nested too deeply", (1, 1))


def _tags(text: Text) -> Iterator[Problem]:
    for token in yaml.scan(text.content, Loader=yaml.BaseLoader):
        if isinstance(token, yaml.TagToken):
            place = text.place(token.start_mark.index)
            yield text.problem("Y20", "a tag has no meaning here", place, "take it away")


_NOT_CLOSED = "is not closed, or a comma is missing before this"
_QUOTE = "text with a comma, colon or quote goes in quotes"
_SYNTAX: tuple[tuple[str, str, str], ...] = (
    ("'\\t'", "a tab stands where blanks should", "indent with blanks"),
    ("quoted scalar", "a quote is never closed, or stands inside quotes",
     "close it; inside '…' a quote is written twice, inside \"…\" with \\ before it"),
    ("single document", "a second document begins here (---)", "one file, one {kind}"),
    ("undefined alias", "a word that begins with * is an alias of nothing", "put it in quotes"),
    ("mapping values are not allowed", "a colon stands where none can",
     "put text that has ': ' in quotes, or check the indentation"),
    ("could not find expected ':'", "a key without a colon and a blank behind it",
     "write key: value, with a blank behind the colon"),
    ("flow mapping", f"a bracket {{ {_NOT_CLOSED}", f"write {{key: value, key: value}}; {_QUOTE}"),
    ("flow sequence", f"a bracket [ {_NOT_CLOSED}", f"write [one, two]; {_QUOTE}"),
    ("block mapping", "the indentation does not fit the lines above",
     "keys of one section stand in one column"),
    ("block collection", "the indentation does not fit the lines above",
     "entries of one list stand in one column"),
    ("", "this cannot be read as YAML",
     "look for a missing blank behind a colon, an open quote or bracket, or a wrong indent"),
)  # fmt: skip
"""Signs in what PyYAML says (context; problem), with what is said instead; the first counts."""


def _syntax(text: Text, error: yaml.YAMLError, kind: str) -> Problem:
    mark = getattr(error, "problem_mark", None)
    context = str(getattr(error, "context", None) or "")
    said = f"{context}; {getattr(error, 'problem', None) or error}"
    if "quoted" in context or "expected the node content" in said:
        mark = getattr(error, "context_mark", None) or mark  # where it was left open
    message, hint = next((message, hint) for sign, message, hint in _SYNTAX if sign in said)
    line, column = text.place(mark.index if mark else 0)
    if "expected ':'" in said or "mapping values" in said:
        near = _line_without_blank(text.lines, line)
        line, column = (near, 1) if near != line else (line, column)
    hint = hint.replace("{kind}", kind)
    return text.problem("Y04", message, (line, column), hint)


def _line_without_blank(lines: list[str], line: int) -> int:
    """The nearest line up to this that has a colon without a blank behind; else the line."""
    for number in range(line, max(0, line - 3), -1):
        if re.match(r"\s*[\w-]+:[^\s:/]", lines[number - 1]):
            return number
    return line
