"""Every bundled profile with something wrong at every place; and texts of any kind.

The changes are made in the text, so that lines and columns are those an editor shows. Places that
do not lie in one another (those of one depth) are changed in one text, since every problem is to
be told: what is expected is exactly these problems, each at its place.
"""

from __future__ import annotations

import functools
import json
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import cometrules as cr
from cometrules.evidence.cells import dimension_at
from cometrules.evidence.dimensions import DIMENSIONS
from cometrules.evidence.values import value_of
from cometrules.profile.codes import CODES
from cometrules.profile.reading import read
from cometrules.profile.schema import kind_of, profile_schema, schema_at

from .helpers import MINIMAL, house

pytestmark = pytest.mark.long

Where = tuple[str, ...]
Told = list[tuple[str, Where, int, int]]
"""Problems as code, path, line and column, sorted."""

NAMES = cr.bundled_profiles()
REQUIRED = {
    *("format", "id", "title", "players", "deck", "deal", "play", "settlement", "match"),
    *("players.min", "players.max", "deck.ranks", "deal.hands", "play.order", "play.suits"),
    *("play.continue", "settlement.scoring", "match.ends"),
}
ALWAYS_OWN = {"format", "id", "title"}
"""What a profile that extends another has to say all the same."""


@functools.cache
def source(name: str) -> str:
    return Path(str(cr.load_profile(name).origin)).read_text(encoding="utf-8")


# --- the places of a text, and texts with changes ---------------------------------------------


def end_of(node: yaml.Node) -> int:
    """Where a node ends; PyYAML counts blanks and remarks behind block nodes to them."""
    if isinstance(node, yaml.CollectionNode) and node.value and not node.flow_style:
        last = node.value[-1]
        return end_of(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


@attrs.frozen(eq=False)
class Entry:
    """A key with its value, or an item of a list, as it stands in a text."""

    path: Where
    key: yaml.Node | None = attrs.field(repr=False)
    node: yaml.Node = attrs.field(repr=False)
    parent: Any = attrs.field(repr=False)

    @property
    def name(self) -> str:
        return ".".join(self.path)

    @property
    def start(self) -> int:
        return int((self.key or self.node).start_mark.index)

    @property
    def value(self) -> int:
        return int(self.node.start_mark.index)

    @property
    def end(self) -> int:
        return end_of(self.node)

    @property
    def fixed(self) -> bool:
        """Whether the key is one of the schema's, not one of a table's."""
        return self.key is not None and "properties" in (schema_at(self.path[:-1]) or {})


@functools.lru_cache(maxsize=32)
def entries(text: str) -> list[Entry]:
    def below(node: Any, path: Where) -> Iterator[Entry]:
        keyed = isinstance(node, yaml.MappingNode)
        if isinstance(node, yaml.CollectionNode):
            for place, item in enumerate(node.value):
                key, value = item if keyed else (None, item)
                here = (*path, str(key.value if key else place))
                yield Entry(here, key, value, node)
                yield from below(value, here)

    return list(below(yaml.compose(text, Loader=yaml.BaseLoader), ()))


def depths(name: str) -> list[list[Entry]]:
    """The places of a bundled profile by depth: those of one depth do not overlap."""
    found: dict[int, list[Entry]] = {}
    for entry in entries(source(name)):
        found.setdefault(len(entry.path), []).append(entry)
    return list(found.values())


class Edited:
    """A text with pieces replaced: start, end and what comes instead."""

    def __init__(self, text: str, edits: Iterable[tuple[int, int, str]]) -> None:
        self.edits = sorted(edits)
        pieces, at = [], 0
        for start, end, new in self.edits:
            pieces += [text[at:start], new]
            at = end
        self.text = "".join([*pieces, text[at:]])

    def place(self, offset: int, *, behind: bool = False, plus: int = 0) -> tuple[int, int]:
        """Line and column of what stood at an offset (`behind` what was put in just there)."""
        shift = sum(
            len(new) - (end - start)
            for start, end, new in self.edits
            if start < offset or (behind and start == end == offset)
        )
        return place_of(self.text, offset + shift + plus)


def place_of(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def without(text: str, entry: Entry) -> str:
    """A text without an entry; a section keeps an empty mapping."""
    pairs = entry.parent.value
    at = [key for key, _ in pairs].index(entry.key)
    if len(pairs) == 1:
        empty = "" if entry.parent.flow_style else "{}"
        return text[: entry.start] + empty + text[entry.end :]
    if not entry.parent.flow_style:
        start, end = text.rfind("\n", 0, entry.start) + 1, text.find("\n", entry.end) + 1
        return text[:start] + text[end:]
    if at == 0:
        return text[: entry.start] + text[pairs[1][0].start_mark.index :]
    return text[: end_of(pairs[at - 1][1])] + text[entry.end :]


def check(text: str | bytes) -> cr.Report:
    return cr.validate_profile(text=text, deals=0)


def told(report: cr.Report) -> Told:
    return sorted((p.code, p.path, p.line, p.column) for p in report.problems)


# --- required keys ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in NAMES if "extends:" not in source(n)])
def test_mutations__a_required_key_deleted_is_missed_at_its_parent(name: str) -> None:
    deleted = [entry for entry in entries(source(name)) if entry.name in REQUIRED]
    assert {entry.name for entry in deleted} == REQUIRED
    for entry in deleted:
        text, parent = without(source(name), entry), entry.path[:-1]
        at = {e.path: place_of(text, e.start) for e in entries(text)}
        (problem,) = check(text).problems
        assert (problem.code, problem.path) == ("S03", parent), entry.name
        assert (problem.line, problem.column) == at.get(parent, (1, 1)), entry.name
        assert repr(entry.path[-1]) in problem.message


# --- misspelt keys and values -----------------------------------------------------------------

SLIPS: dict[str, Callable[[str, int], str]] = {
    "left out": lambda word, at: word[:at] + word[at + 1 :],
    "doubled": lambda word, at: word[: at + 1] + word[at:],
    "changed": lambda word, at: word[:at] + ("z" if word[at] == "x" else "x") + word[at + 1 :],
}


@functools.cache
def words_of_the_schema() -> set[str]:
    def words(schema: Any) -> Iterator[str]:
        if isinstance(schema, dict):
            yield from schema.get("properties", {})
            yield from map(str, schema.get("enum", ()))
        for part in schema.values() if isinstance(schema, dict) else schema:
            yield from words(part) if isinstance(part, (dict, list)) else ()

    return set(words(profile_schema()))


def slip(kind: str, word: str, path: Where) -> str:
    """A word with one letter wrong, always the same; not one that is right elsewhere."""
    first = zlib.crc32(".".join((kind, *path)).encode())
    found = (SLIPS[kind](word, (first + step) % len(word)) for step in range(len(word)))
    return next(wrong for wrong in found if wrong not in words_of_the_schema())


def misspell_keys(name: str, chosen: Sequence[Entry], kind: str) -> None:
    keys = {entry: slip(kind, entry.path[-1], entry.path) for entry in chosen}
    edited = Edited(
        source(name), [(e.start, e.start + len(e.path[-1]), k) for e, k in keys.items()]
    )
    report, child = check(edited.text), "extends:" in edited.text
    wanted = [("S01", (*e.path[:-1], k), *edited.place(e.start)) for e, k in keys.items()]
    assert [found for found in told(report) if found[0] != "S03"] == sorted(wanted)
    missing = {(*p.path, p.message.split("'")[1]) for p in report.problems if p.code == "S03"}
    must = ALWAYS_OWN if child else REQUIRED
    assert {".".join(path) for path in missing} == {e.name for e in keys} & must
    hints = {p.path: p.hint for p in report.problems}
    for entry, key in keys.items():
        assert f"did you mean {entry.path[-1]!r}?" in hints[(*entry.path[:-1], key)]


def can_be_misspelt(entry: Entry) -> bool:
    return entry.fixed and len(entry.path[-1]) >= 4 and entry.name != "extends"


@pytest.mark.parametrize("kind", SLIPS)
@pytest.mark.parametrize("name", NAMES)
def test_mutations__a_key_with_a_wrong_letter_is_unknown(name: str, kind: str) -> None:
    for depth in depths(name):
        misspell_keys(name, [entry for entry in depth if can_be_misspelt(entry)], kind)


@pytest.mark.parametrize("name", [n for n in NAMES if "extends:" in source(n)])
def test_mutations__extends_misspelt_is_unknown_and_nothing_is_inherited(name: str) -> None:
    problems = check(source(name).replace("extends:", "extnds:")).problems
    (unknown,) = (p for p in problems if p.code != "S03")
    assert (unknown.code, unknown.path) == ("S01", ("extnds",))
    assert "'extends'" in unknown.hint
    assert len(problems) > 1


def misspell_values(name: str, chosen: Sequence[Entry], turn: int, kind: str) -> None:
    """Every value that is one word of a few becomes the next of them, with a letter wrong."""
    meant = {}
    for entry in chosen:
        schema = schema_at(entry.path) or {}
        if "enum" in schema and schema.get("type") == "string":
            meant[entry] = schema["enum"][turn % len(schema["enum"])]
    if not meant:
        return
    new = {e: slip(kind, word, (*e.path, word)) for e, word in meant.items()}
    edited = Edited(source(name), [(e.value, e.end, word) for e, word in new.items()])
    report = check(edited.text)
    assert told(report) == sorted(("S02", e.path, *edited.place(e.value)) for e in meant)
    hints = {p.path: p.hint for p in report.problems}
    for entry, word in meant.items():
        assert hints[entry.path].startswith(f"did you mean {word!r}?")


@pytest.mark.parametrize("name", NAMES)
def test_mutations__a_word_with_a_wrong_letter_is_not_allowed(name: str) -> None:
    for depth in depths(name):
        for turn, kind in enumerate([*SLIPS, "left out", "changed"]):  # as many as words, or more
            misspell_values(name, depth, turn, kind)


# --- wrong values -----------------------------------------------------------------------------

GUESSED = {
    "yes": "Y10", "12:30": "Y11", "048": "Y12", "2020-01-01": "Y13", ".nan": "Y14",
    "9999999999": "Y15", "2.5": "Y16",
}  # fmt: skip
KINDS = {
    "a word": "word", "a number": "99", "a quoted number": "'2'", "a list": "[x]",
    "a mapping": "{a: b}", "nothing": "~", "empty text": "''", "an empty list": "[]",
    "an empty mapping": "{}", "a hyphen": "'-'", "long text": "x" * 201,
    "too little": "", "too much": "", "a thing twice": "",
}  # fmt: skip


def wrong(kind: str, entry: Entry, text: str) -> tuple[str, str] | None:
    """What to write at a place so that it is wrong in one way, with the code it is to get."""
    schema = schema_at(entry.path) or {}
    new, plain = KINDS[kind], kind_of(schema)
    if plain in ("rank", "card", "suit", "rank-or-card"):
        return (new, "S10") if new and kind != "a quoted number" else None
    if "const" in schema:
        new = {"too little": "0", "too much": "2"}.get(kind, new)
        return (new, "S05") if new else None
    if kind == "too little" and "minimum" in schema:
        return str(schema["minimum"] - 1), "S05"
    if kind == "too much" and "maximum" in schema:
        return str(schema["maximum"] + 1), "S05"
    if kind == "a thing twice":
        items = entry.node.value if schema.get("uniqueItems") else []
        item = text[items[0].start_mark.index : end_of(items[0])] if items else ""
        return (f"[{item}, {item}]", "S08") if item else None
    if not new:
        return None
    found = {"99": "integer", "~": "null"}.get(
        new, {"[": "array", "{": "object"}.get(new[0], "string")
    )
    if found != schema["type"]:
        return new, "S04"
    limits = {
        "empty text": "S02" if "enum" in schema else "S07" if "minLength" in schema else "S06",
        "an empty list": "S07" if "minItems" in schema else "",
        "an empty mapping": "S07" if "minProperties" in schema else "",
        "long text": "S02" if "enum" in schema else "S07" if "maxLength" in schema else "",
        "a word": "S02" if "enum" in schema else "S06" if plain == "source" else "",
        "a hyphen": "S02" if "enum" in schema else "S06" if "pattern" in schema else "",
    }
    return (new, limits[kind]) if limits.get(kind) else None


def replace_values(name: str, values: dict[Entry, tuple[str, str]]) -> int:
    """Values replaced are problems with their codes, at exactly their places."""
    if not values:
        return 0
    edited = Edited(source(name), [(e.value, e.end, new) for e, (new, _) in values.items()])
    wanted = [(code, e.path, *edited.place(e.value)) for e, (_, code) in values.items()]
    items = Counter(e.path[:-1] for e, (_, code) in values.items() if not e.key and code[0] == "S")
    for entry in entries(source(name)):
        if items[entry.path] > 1:  # now they are all the same
            wanted.append(("S08", entry.path, *edited.place(entry.value)))
    report = check(edited.text)
    assert told(report) == sorted(wanted)
    assert all(problem.hint for problem in report.problems)
    return len(values)


def wrong_values(name: str, chosen: Sequence[Entry], kind: str) -> dict[Entry, tuple[str, str]]:
    found = {entry: wrong(kind, entry, source(name)) for entry in chosen}
    return {entry: new for entry, new in found.items() if new is not None}


@pytest.mark.parametrize("name", NAMES)
def test_mutations__a_wrong_value_is_told_at_its_place(name: str) -> None:
    """Of a wrong type, out of range, too long, too short, twice or not as it is written."""
    counts = {
        kind: sum(replace_values(name, wrong_values(name, depth, kind)) for depth in depths(name))
        for kind in KINDS
    }
    assert counts["nothing"] == len(entries(source(name)))
    assert all(counts.values())


@pytest.mark.parametrize("name", NAMES)
def test_mutations__what_readers_disagree_about_is_told_at_its_place(name: str) -> None:
    for text, code in GUESSED.items():
        for depth in depths(name):
            plain = [entry for entry in depth if isinstance(entry.node, yaml.ScalarNode)]
            replace_values(name, dict.fromkeys(plain, (text, code)))


# --- keys that stand twice --------------------------------------------------------------------


def duplicate(name: str, chosen: Sequence[Entry]) -> None:
    text = source(name)
    copies: dict[Entry, tuple[int, str, int]] = {}  # where it is put, what, where its key is in it
    for entry in chosen:
        line, behind = text.rfind("\n", 0, entry.start) + 1, text.find("\n", entry.end) + 1
        copies[entry] = (
            (entry.end, ", " + text[entry.start : entry.end], 2)
            if entry.parent.flow_style
            else (behind, text[line:behind], entry.start - line)
        )
    edited = Edited(text, [(at, at, piece) for at, piece, _ in copies.values()])
    report = check(edited.text)
    assert told(report) == sorted(
        ("Y23", e.path, *edited.place(at, plus=plus)) for e, (at, _, plus) in copies.items()
    )
    messages = {p.path: p.message for p in report.problems}
    for entry in chosen:
        line, _ = edited.place(entry.start, behind=True)
        assert re.search(rf"\bline {line}\b", messages[entry.path]), entry.name


@pytest.mark.parametrize("name", NAMES)
def test_mutations__a_key_that_stands_twice_is_told_with_both_lines(name: str) -> None:
    for depth in depths(name):
        duplicate(name, [entry for entry in depth if entry.key is not None])


# --- optional keys ----------------------------------------------------------------------------

OTHERS = {
    "M11": ["deck.remove"], "M14": ["players.min", "players.max"], "M15": ["deck.remove"],
    "M30": ["comet.when"], "M35": ["comet.cards", "deck.packs"],
    "M51": ["payments.comet.reward"], "M70": ["settlement.times.opera"],
    "M71": ["stakes.pots.cards"],
}  # fmt: skip
"""The places a code is about, besides the one it is shown at."""
CARDS = {"M11": "deck.packs", "M15": "deck"}
"""Where the cards stand that are not there, or too few: no one key of them is to blame."""
NO_RULES = {"aliases", "sources", "completeness", "leaves_out"}
MORE_THAN_ITS_OWN = {
    ("usa-komet", "deck"): {"deck.suits", "deck.exchanged", "comet.cards"},
}
"""Packs hold the answers to these questions too."""


def answers(profile: cr.Profile) -> dict[str, str]:
    return {n: json.dumps(value_of(profile, d), sort_keys=True) for n, d in DIMENSIONS.items()}


def instead(profile: cr.Profile, path: Where) -> Any:
    """What holds where a profile does not say a thing: its parent's answer, or no such rule."""
    if path[:2] == ("deck", "packs") and len(path) == 4:
        within = {"exchange": {}, "comet": profile.comet.cards}
        return within[path[3]] if path[3] in within else profile.value(f"deck.{path[3]}")
    if path == ("play", "stops") and not profile.extends:
        return [profile.deck.ranks[-1]]  # a run ends at the top, whether that is said or not
    base = cr.load_profile(profile.extends) if profile.extends else house()
    try:
        return base.value(".".join(path))
    except KeyError:
        return None


def rule_of(path: Where) -> Where:
    """The rule that a place belongs to: a section's key with all that stands under it."""
    if path[:2] == ("deck", "packs") and len(path) > 3:
        return path[:4]
    last = (n for n in range(1, len(path)) if "properties" not in (schema_at(path[:n]) or {}))
    return path[: next(last, len(path))]


def questions(name: str, deleted: Entry) -> set[str]:
    """The dimensions in which a profile without a key differs from the whole one."""
    profile, found = cr.load_profile(name), set(MORE_THAN_ITS_OWN.get((name, deleted.name), ()))
    below = (e.path for e in entries(source(name)) if e.path[: len(deleted.path)] == deleted.path)
    for path in {rule_of(path) for path in below}:
        if "properties" in (schema_at(path) or {}) or path[0] in NO_RULES:
            continue
        if profile.value(".".join(path)) != instead(profile, path):
            found.add(dimension_at(".".join(path)).id)
    return found


def names_both_places(text: str, problem: cr.Problem, deleted: Entry) -> None:
    """A contradiction is shown where it stands, and names the other place where that stands."""
    keys = {e.path: place_of(text, e.start) for e in entries(text)}
    values = {e.path: place_of(text, e.value) for e in entries(text)}
    others = [tuple(path.split(".")) for path in OTHERS[problem.code]]
    known = next(
        p for n in range(len(problem.path), -1, -1) if (p := problem.path[:n]) in keys or not p
    )
    at = values[known] if known == problem.path else keys[known or ("extends",)]
    assert (problem.line, problem.column) == at
    for place in problem.related:
        path = tuple(place.says.partition(":")[0].split("."))
        assert (place.line, place.column) == keys.get(path, keys.get(("extends",)))
        assert (path in keys) != ("comes from" in place.says)
    named = {place.says.partition(":")[0] for place in problem.related}
    assert named >= {".".join(path) for path in others if path in keys}
    about = [problem.path, *others, tuple(CARDS.get(problem.code, "-").split("."))]
    assert any(p[: len(deleted.path)] == deleted.path[: len(p)] for p in about), str(problem)


@pytest.mark.parametrize("name", NAMES)
def test_mutations__an_optional_key_deleted_differs_in_its_dimension_or_contradicts(
    name: str,
) -> None:
    """Nothing differs where the key said what holds anyway."""
    text, profile = source(name), cr.load_profile(name)
    before, must = answers(profile), ALWAYS_OWN if profile.extends else REQUIRED
    for entry in entries(text):
        if not entry.fixed or entry.name in must or entry.name == "extends":
            continue
        left = without(text, entry)
        report = check(left)
        if report.profile is not None:
            after = answers(report.profile)
            differ = {n for n in before if before[n] != after[n]}
            assert differ == questions(name, entry), entry.name
        elif (schema_at(entry.path[:-1]) or {}).get("minProperties"):  # a row that says nothing
            (problem,) = report.problems
            assert (problem.code, problem.path) == ("S07", entry.path[:-1])
        else:
            for problem in report.problems:
                names_both_places(left, problem, entry)


# --- one change alone -------------------------------------------------------------------------


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_mutations__one_change_alone_is_one_problem(data: st.DataObject) -> None:
    """As above, where nothing else is wrong with the text."""
    name = data.draw(st.sampled_from(NAMES))
    entry = data.draw(st.sampled_from(entries(source(name))))
    if entry.key is not None:
        duplicate(name, [entry])
    if can_be_misspelt(entry):
        misspell_keys(name, [entry], data.draw(st.sampled_from(sorted(SLIPS))))
    misspell_values(name, [entry], data.draw(st.integers(0, 4)), "changed")
    kind = data.draw(st.sampled_from(sorted(KINDS)))
    replace_values(name, wrong_values(name, [entry], kind))


# --- what is written in several ways ----------------------------------------------------------


def quoted(name: str, chosen: Callable[[Entry], yaml.Node | None], mark: str) -> cr.Report:
    """A bundled profile with quotes round some keys or values."""
    nodes = [node for entry in entries(source(name)) if (node := chosen(entry)) is not None]
    spans = [(node.start_mark.index, node.end_mark.index) for node in nodes]
    assert spans
    text = source(name)
    return check(Edited(text, [(a, b, mark + text[a:b] + mark) for a, b in spans]).text)


@pytest.mark.parametrize("mark", ["'", '"'])
@pytest.mark.parametrize("name", [n for n in NAMES if "table:" in source(n)])
def test_mutations__player_numbers_mean_the_same_with_quotes(name: str, mark: str) -> None:
    report = quoted(name, lambda e: e.key if e.path[:-1] == ("deal", "table") else None, mark)
    assert report.profile == cr.load_profile(name)


@pytest.mark.parametrize("mark", ["'", '"'])
@pytest.mark.parametrize("name", [n for n in NAMES if "ranks:" in source(n)])
def test_mutations__ranks_mean_the_same_with_quotes(name: str, mark: str) -> None:
    report = quoted(name, lambda e: e.node if e.path[:-1] == ("deck", "ranks") else None, mark)
    assert report.profile == cr.load_profile(name)


@pytest.mark.parametrize("ranks", ["[A, 2, 10, J]", "['A', '2', \"10\", J]", "[a, 2, T, j]"])
def test_mutations__ranks_are_read_as_ranks(ranks: str) -> None:
    text = re.sub(r"ranks: \[.*?\]", f"ranks: {ranks}", MINIMAL)
    report = check(text)
    assert report.profile is not None, str(report)
    assert report.profile.deck.ranks == ("A", "2", "T", "J")


@pytest.mark.parametrize(
    ("text", "card"),
    [
        *((text, "9D") for text in ("9♦", "9d", "9D", "'9♦'", "9♦\ufe0f", "9♦\ufe0e")),
        *((text, "TD") for text in ("10♦", "10d", "10D", "TD", "td", "T♦", "10♦\ufe0f")),
    ],
)
def test_mutations__a_card_in_every_spelling(text: str, card: str) -> None:
    """As an item of a list, as the key of a table, and as a value."""
    written = MINIMAL.replace("continue: must", f"continue: must, stops: [{text}, K]") + (
        f"comet: {{cards: [{text}]}}\nstakes: {{pots: {{cards: {{{text}: {{each: 1}}}}}}}}\n"
    ).replace(f"{{{text}: ", f"{{? {text}\n  : ")
    report = check(written)
    assert report.profile is not None, str(report)
    profile = report.profile
    assert [*map(str, profile.comet.cards)] == [*map(str, profile.stakes.pots.cards)] == [card]
    assert profile.play.stops == (card, "K")
    assert {w.code for w in report.warnings} == ({"Y30"} if text[-1] in "\ufe0e\ufe0f" else set())


@pytest.mark.parametrize(
    "text",
    [
        MINIMAL.replace("{en: House rules}", "{en: red, black}"),
        MINIMAL.replace("scoring: payments", "scoring: payments, unit: red, black"),
        MINIMAL + "customs: {says: red, black}\n",
        MINIMAL + "customs: {\n  says: red, black\n}\n",
    ],
)
def test_mutations__a_comma_in_text_without_quotes_gets_a_hint(text: str) -> None:
    hints = {p.path[-1]: p.hint for p in check(text).problems if p.code in ("S01", "S07")}
    assert re.search(r"\bquotes\b.*\bcomma\b|\bcomma\b.*\bquotes\b", hints["black"])


# --- texts of any kind ------------------------------------------------------------------------


VALIDATOR = Draft202012Validator(profile_schema())


def upstream(text: str) -> list[str]:
    """What PyYAML and jsonschema themselves say of a text."""
    said: list[str] = []
    try:
        yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        said += [part for part in (error.problem, error.context, error.note) if part]
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError, IndexError) as error:
        said.append(str(error))
    document, _ = read(text, "<text>")
    data = document.data if document else {}
    errors = list(VALIDATOR.iter_errors(data))
    while errors:
        departure = errors.pop()
        said.append(departure.message)
        errors += departure.context or []
    return said


def phrases(said: str) -> set[str]:
    """The words of a message, four at a time, without what it takes from the text."""
    plain = re.sub(r"'(\\.|[^'])*'|\"[^\"]*\"|<[^>]*>|[0-9]+", "\n", said)
    runs = [run.split() for run in re.findall(r"[A-Za-z-]+(?: [A-Za-z-]+)+", plain)]
    return {" ".join(run[n : n + 4]).lower() for run in runs for n in range(max(1, len(run) - 3))}


def in_our_own_words(text: str, report: cr.Report) -> None:
    ours = " / ".join(f"{p.message} / {p.hint}" for p in report.everything).lower()
    for said in upstream(text):
        assert said.lower() not in ours
        for phrase in phrases(said):
            assert phrase not in ours, said


STEERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What a terminal does not show as a letter, save the end of a line."""


def sound(content: str | bytes) -> None:
    """A report comes of it, before long, and everything in it can be shown and found."""
    start = time.monotonic()
    report = check(content)
    assert time.monotonic() - start < 30  # only guards against hanging
    assert bool(report) == (not report.problems) == (report.profile is not None)
    assert not STEERS.search(str(report))
    text = content if isinstance(content, str) else content.decode("utf-8-sig", "replace")
    text = text.removeprefix("\ufeff")
    lines = re.split(r"\r\n|\r|\n", text)
    for problem in report.everything:
        assert problem.code in CODES
        assert problem.code[0] != "P"
        assert problem.message
        assert str(problem).count("\n") <= 3 + len(problem.related)
        places = [(problem.line, problem.column), *((p.line, p.column) for p in problem.related)]
        for line, column in places:
            if line == 0:
                assert (column, problem.code in ("Y01", "Y02", "Y05")) == (0, True)
            else:
                assert 1 <= line <= len(lines)
                assert 1 <= column <= len(lines[line - 1]) + 1
        if problem.line and problem.code != "Y02":
            assert problem.source == lines[problem.line - 1]
    in_our_own_words(text, report)


FUZZ = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@FUZZ
@given(st.binary(max_size=300))
def test_fuzz__bytes(content: bytes) -> None:
    sound(content)


KEYS = sorted({part for path in REQUIRED for part in path.split(".")} | {"comet", "cards", "lead"})
SIGNS = [
    *"[]{},:#&*!|>%@`-?'\"~=", ": ", "- ", "? ", "\n", "\n  ", "\n    ", "\t", "\r", "\r\n",
    "---\n", "...\n", "<<: ", "&a ", "*a", "!!str ", "%YAML 1.1\n", "\ufeff", "\u2028", "\x85",
    "\x07", "\x1b[1m", "\\e", "\\ud800", "\\n", "\ufe0f", "“", "\xa0", "e\u0301", "９",
    "♦", "9D", "10♦", "no", "12:30", "1e3", "048", "2020-01-01", ".inf",
    "1234567890123", "null", "must", "foster-commit", *KEYS,
]  # fmt: skip


@FUZZ
@given(st.lists(st.sampled_from(SIGNS), max_size=40).map("".join))
def test_fuzz__signs_of_yaml(content: str) -> None:
    sound(content)


def values_of_any_kind() -> st.SearchStrategy[Any]:
    letters = st.text(max_size=8)
    plain = st.none() | st.booleans() | st.integers() | st.floats() | st.dates() | letters
    words = st.sampled_from([*KEYS, *(sign for sign in SIGNS if sign[-1].isalnum())])
    inner = plain | words
    return st.recursive(
        inner,
        lambda part: (
            st.lists(part, max_size=4)
            | st.dictionaries(words | letters | st.integers(), part, max_size=5)
        ),
        max_leaves=12,
    )


@FUZZ
@given(
    st.dictionaries(st.sampled_from(KEYS), values_of_any_kind(), max_size=6) | values_of_any_kind(),
    st.sampled_from([None, True, False]),
    st.booleans(),
)
def test_fuzz__yaml_of_any_kind(content: Any, flow: bool | None, unicode: bool) -> None:
    sound(yaml.safe_dump(content, default_flow_style=flow, allow_unicode=unicode))


@FUZZ
@given(st.sampled_from(NAMES), st.data())
def test_fuzz__bytes_near_a_profile(name: str, data: st.DataObject) -> None:
    content = source(name).encode()
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        end = min(len(content), at + data.draw(st.integers(0, 8)))
        sign = st.sampled_from(SIGNS).map(str.encode)
        new = data.draw(sign | st.binary(max_size=2) | st.just(content[at:end] * 2))
        content = content[:at] + new + content[end:]
    sound(content)


@settings(FUZZ, max_examples=60)
@given(st.sampled_from(NAMES), st.data())
def test_fuzz__a_profile_with_values_of_any_kind(name: str, data: st.DataObject) -> None:
    depth = st.sampled_from(data.draw(st.sampled_from(depths(name))))
    edits = [
        (
            entry.value,
            entry.end,
            json.dumps(data.draw(values_of_any_kind()), ensure_ascii=False, default=str),
        )
        for entry in data.draw(st.lists(depth, min_size=1, max_size=3, unique=True))
    ]
    sound(Edited(source(name), edits).text)


BROKEN = [
    "a: [b", "a: {b", "a: 'b", 'a: "b', "a: [b\nc: d", "a: {b c: d", "\ta: b", "a:\n\t- b",
    "a: b: c", "a\nb: c", "a: b\n c: d", "- a\nb: c", "a: b\n- c", "a: *b", "a: &b c\nd: &b e",
    "--- a\n--- b", "a: @b", "a: `b", "a: %b", "%YAML 2.0\n--- a", "%YAML 1.1\n%YAML 1.1\n--- a",
    "%TAG ! x\n%TAG ! x", "a: !x!y b", "a: !<x b", "a: !!python/none b", 'a: "\\q"',
    'a: "\\xZZ"', "a: |9x\n b", "a: |\n   b\n c", "a: [b]]", "a: }", "a: b\x07",
    "a: 'b\n---\n'", "{a: b, ? [c]: d", "[a, : b", "&a", "a: &", "a: *", "a: 2020-13-45",
    "a: !!int x", "? {a: b}\n: c", "<<: a", "a:b\nc: d", "a:\n  b: c\n d: e",
    MINIMAL + "colour: red", MINIMAL.replace("order: by_turn, ", ""),
    MINIMAL + "comet: {cards: [9D, 9D]}", MINIMAL + "payments: {laying: {X: 1}}",
    MINIMAL.replace("10, J", "10, 10, J"), MINIMAL.replace("min: 2", "min: 1"),
]  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_checker__no_words_of_the_libraries_beneath_are_shown(text: str) -> None:
    assert upstream(text)
    sound(text)


@pytest.mark.parametrize("kind", KINDS)
def test_checker__no_words_of_the_schema_library_are_shown(kind: str) -> None:
    for depth in depths("svensk-komet")[1:3]:
        new = wrong_values("svensk-komet", depth, kind)
        edits = [(e.value, e.end, value) for e, (value, _) in new.items()]
        text = Edited(source("svensk-komet"), edits).text
        if new:
            assert upstream(text)
            in_our_own_words(text, check(text))


# --- what came to light by mutation -------------------------------------------------------------


def test_checker_Y02__is_shown_at_its_place_behind_a_byte_order_mark() -> None:
    (problem,) = check(b"\xef\xbb\xbfformat: 1\nid: ab\xff").problems
    assert (problem.code, problem.line, problem.column) == ("Y02", 2, 7)


@pytest.mark.parametrize("letter", ["\\0", "\\x07", "\\e[31m", "\\x7f", "\\ud800"])
@pytest.mark.parametrize("text", ['{"a§": x}', '{en: "a§"}'])
def test_checker_Y03__escapes_make_control_characters_too(text: str, letter: str) -> None:
    changed = MINIMAL.replace("{en: House rules}", text.replace("§", letter))
    problem = check(changed).problems[0]
    assert (problem.code, problem.line) == ("Y03", 4)
    assert all(line.isprintable() for line in str(problem).split("\n"))


def test_report__a_key_with_a_line_break_stands_in_one_line() -> None:
    (problem,) = check(MINIMAL + '"a\\nb": 1\n').problems
    assert str(problem).count("\n") == 3


def test_checker__two_surrogates_are_one_letter() -> None:
    data = {**json.loads(house().written), "title": {"en": "Komet \U0001f0cf"}}
    report = check(json.dumps(data))
    assert report.profile is not None
    assert report.profile.name == "Komet \U0001f0cf"


@pytest.mark.parametrize("letter", ["\x1b[31m", "\x00", "\x07", "\x9b", "\ud800"])
def test_report__shows_nothing_that_steers_a_terminal(letter: str) -> None:
    report = check(MINIMAL.replace("House rules", f"House {letter}rules"))
    assert [problem.code for problem in report.problems] == ["Y03"]
    assert all(line.isprintable() for line in str(report).split("\n"))


def test_report__of_a_long_line_is_not_long() -> None:
    text = MINIMAL + f"aliases: [{', '.join(['[x]'] * 1000)}]"
    report = check(text)
    assert len(report.problems) > 100
    assert len(str(report)) < 500 * len(report.problems)


def test_checker__what_is_inherited_is_told_where_its_section_stands_in_the_file() -> None:
    (problem,) = check(source("two-player-arnold").replace("    grows: 0\n", "")).problems
    assert (problem.code, problem.path) == ("M51", ("payments", "comet", "grows"))
    assert "grows: 2 comes from two-pack-comet" in problem.hint


@pytest.mark.parametrize("name", ["two-pack-comet", "svensk-komet"])
def test_checker_M15__names_what_makes_the_pack_so_small(name: str) -> None:
    """Too many cards for the pack are about the hands and about the pack."""
    text = source(name).replace("  copies: 2\n", "")
    text = text.replace(
        "hands: all", "hands: table\n  table: {3: 18, 4: 9, 5: 9, 6: 8, 7: 7, 8: 6}"
    )
    (problem,) = check(text).problems
    assert problem.code == "M15"
    assert any(place.says.startswith("deck.") for place in problem.related)
