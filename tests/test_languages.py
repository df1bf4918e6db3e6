"""What people read, in every language: complete, apart, their own words, and right for any rule."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import yaml

import cometrules as cr
from cometrules.cli import run
from cometrules.evidence.cells import dimension_at
from cometrules.evidence.dimensions import DIMENSIONS, Dimension
from cometrules.evidence.passages import sentences_of
from cometrules.evidence.sources import sources
from cometrules.lang import words as lang_module
from cometrules.lang.labels import sentences_wanted, templates_wanted
from cometrules.lang.words import CODES, Language, language

from .helpers import MINIMAL, outcome

ALL = cr.bundled_profiles()
OTHERS = tuple(code for code in CODES if code != "en")
every_language = pytest.mark.parametrize("lang", CODES)
every_other_language = pytest.mark.parametrize("lang", OTHERS)
every_profile = pytest.mark.parametrize("name", ALL)

Path_ = tuple[str, ...]


def leaves(data: Any, path: Path_ = ()) -> Iterator[tuple[Path_, str]]:
    """Every text of a language file by its path; a bare no, yes or 1 in YAML is none."""
    if isinstance(data, Mapping):
        for key, sub in data.items():
            assert isinstance(key, str), (path, key)
            yield from leaves(sub, (*path, key))
    else:
        assert isinstance(data, str), (path, data)
        yield path, data


def texts(lang: str) -> dict[Path_, str]:
    """What is translated, by its path."""
    return {path: text for path, text in leaves(language(lang).data) if len(path) > 1}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# --- the files --------------------------------------------------------------------------------


def test_the_languages_are_the_files_there_are() -> None:
    assert {file.stem for file in Path(lang_module.__file__).parent.glob("*.yaml")} == set(CODES)
    for lang in CODES:
        assert language(lang).data["language"] == lang and language(lang).data["name"]
    with pytest.raises(ValueError, match="en, es, sv"):
        language("de")


@every_language
@pytest.mark.parametrize("dimension", DIMENSIONS.values(), ids=DIMENSIONS)
def test_a_dimension_has_every_text_and_no_other(dimension: Dimension, lang: str) -> None:
    told = language(lang).data["dimensions"][dimension.id]
    assert list(told) == ["title", "question", "values", "says"]
    assert told["title"] and len(told["title"]) <= 22
    assert told["question"].endswith("?") and (lang != "es" or told["question"].startswith("¿"))
    assert set(told["values"]) == set(templates_wanted(dimension))
    assert set(told["says"]) == set(sentences_wanted(dimension))
    wholes = [told["values"][key].casefold() for key in sentences_wanted(dimension)]
    assert all(wholes) and len(set(wholes)) == len(wholes), "values are told apart"
    said = [text.casefold() for text in told["says"].values()]
    assert len(set(said)) == len(said)
    for text in told["says"].values():
        assert text == "" or (re.match(r"[A-ZÅÄÖÉ{]", text) and text.endswith("."))
    for text in told["values"].values():
        assert not text.endswith("."), "a value is no sentence"


@every_language
def test_titles_are_told_apart_and_all_dimensions_are_there(lang: str) -> None:
    dimensions = language(lang).data["dimensions"]
    assert list(dimensions) == list(language("en").data["dimensions"])
    assert set(dimensions) == set(DIMENSIONS)
    titles = [told["title"] for told in dimensions.values()]
    assert len(set(titles)) == len(titles)
    groups = language(lang).data["groups"]
    assert list(groups) == list(dict.fromkeys(d.group for d in DIMENSIONS.values()))
    assert len(set(groups.values())) == len(groups)


@every_language
def test_names_of_statuses_are_told_apart(lang: str) -> None:
    words = language(lang).data["words"]
    for kind in ("basis_names", "gap_names", "precision_names", "agreement_names", "payer"):
        assert all(words[kind].values()) and len(set(words[kind].values())) == len(words[kind])
    assert not set(words["basis_names"].values()) & set(words["gap_names"].values())


@every_other_language
def test_every_text_of_the_english_file_is_there_with_its_placeholders(lang: str) -> None:
    english, other = texts("en"), texts(lang)
    assert set(other) == set(english)
    for path, text in english.items():
        assert placeholders(other[path]) == placeholders(text), path
        if path != ("words", "written_in_english"):
            assert bool(other[path]) == bool(text), path
    assert other["words", "written_in_english"]


SAME_WORD = {"sv": {("dimensions", "times.opera", "title")}, "es": set[Path_]()}
"""Texts with words in them that are the same in English, and rightly so."""


@every_other_language
def test_nothing_is_left_in_english(lang: str) -> None:
    english = texts("en")
    same = {path for path, text in texts(lang).items() if text == english[path]}
    with_words = {
        path for path in same if re.search(r"[^\W\d_]", re.sub("{.*?}", "", english[path]))
    }
    assert with_words == SAME_WORD[lang]


# --- own words --------------------------------------------------------------------------------

SOURCES = Path(__file__).parents[2] / "shared" / "sources"
IN_A_ROW = 8


def bare(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.casefold()))


def runs(words: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {words[at : at + IN_A_ROW] for at in range(len(words) - IN_A_ROW + 1)}


def test_no_text_repeats_a_sentence_of_a_source() -> None:
    """Headings of its sections may stand: they name what a rule is about."""
    if not SOURCES.is_dir():
        pytest.skip("the source texts are not at hand")
    copied, sentences = set[tuple[str, ...]](), set[tuple[str, ...]]()
    for source in sources().values():
        lines = (SOURCES / source.file).read_text("utf-8").splitlines()
        copied |= runs(bare("\n".join(lines)))
        headings = {bare(section.heading) for section in source.sections.values()}
        told = {bare(sentence) for line in lines for sentence in sentences_of(line)}
        sentences |= told - headings - {()}
    assert len(copied) > 2000 and len(sentences) > 150
    for lang in CODES:
        for path, text in texts(lang).items():
            assert not runs(bare(text)) & copied, (lang, path)
            if path[-1] in ("title", "question") or path[-2] == "says":
                assert bare(text) not in sentences, (lang, path)


# --- every value in words ---------------------------------------------------------------------

# Together with the bundled profiles these give every answer there is to every question.
HOUSES: dict[str, dict[str, Any]] = {
    "sets": {
        "deck": {"copies": 2, "remove_for": {"3": ["2C", "2D"]}},
        "deal": {"dead_first": 1, "packet": 2, "direction": "right", "first_dealer": "first_jack"},
        "play": {
            "suits": "ignored", "continue": "may", "turn": "one_card", "at_once": "any_number",
            "direction": "right", "after_stop": "next_player_leads", "stops": ["7"],
            "when_stuck": "next_player_leads",
            "lead": {"by": "dealer", "first": "lowest_card", "later": "lowest_card",
                     "at_once": "any_number"},
        },
        "comet": {"cards": ["9D"], "when": "when_unable", "must": "when_unable",
                  "does": "stand_in", "if_led": "not_allowed", "if_due": "natural"},
        "payments": {
            "from": "pool", "laying": {"K": 1, "9": 2, "Q": 1}, "leading": {"A": 3}, "set": "once",
            "stuck": 2, "passing": 1,
            "comet": {"reward": 1, "grows": 1, "resets": "at_once", "if_led": "not_paid",
                      "rank_too": "also_paid"},
        },
        "stakes": {"pool": {"each": 2, "dealer": 1, "won_by": "out_with_comet"}},
        "settlement": {
            "unit": "øre", "per_point": 2, "values": {"A": 5, "9D": 30, "comet": 31},
            "times": {"comet_caught": 0, "together": "add", "opera": 3},
        },
        "customs": {"chips_each": 1},
        "match": {"ties": "play_on", "deals_each": 2},
    },
    "pots": {
        "deal": {"spare_hands": 2, "dead_first": 2, "first_dealer": "highest_card"},
        "play": {
            "order": "by_holder", "when_stuck": "last_player_skips",
            "lead": {"by": "holder_of", "holder_of": "7D", "first": "lowest_of_a_suit",
                     "later": "lowest_of_a_suit"},
        },
        "payments": {"laying": {"QD": 1}, "stuck": 1},
        "stakes": {"pots": {
            "cards": {"KD": {"dealer": 3}, "10D": {"each": 1, "dealer": 1}},
            "taken": "at_end", "unclaimed": "made_up", "caught": "doubled",
        }},
        "settlement": {"going_out": 2, "per_card": 2,
                       "caught": {"K": {"to_each": 1, "to_winner": 2}}},
    },
    "points": {
        "play": {"order": "by_holder"},
        "deal": {"first_dealer": "agreed"},
        "comet": {"cards": ["9D", "9H"], "when": "any_time", "does": "fork", "if_led": "comet",
                  "earliest": "before_first_card", "fork_answered": "by_holder"},
        "payments": {"laying": {"K": 1}, "comet": {"reward": 2}},
        "settlement": {
            "scoring": "points", "per_card": 1, "collected_by": "nobody",
            "unplayed": {"cards": {"K": 2}, "where": "in_hands", "as_card": "instead"},
            "caught": {"comet": {"lost": 5}}, "times": {"together": "highest", "comet_last": 3},
        },
        "match": {"ends": "at_target", "target": 50, "winner": "lowest"},
    },
    "suits": {"play": {"lead": {"suit": "new", "no_such_suit": "lead_passes"}},
              "payments": {"passing": 2}, "stakes": {"pool": {"each": 1}}},
    "colours": {
        "play": {"lead": {"suit": "other_colour"}},
        "comet": {"cards": ["9D"], "when": "ending_own_part", "does": "stop"},
    },
    "plain Comet": {
        "deck": {"copies": 2},
        "play": {"suits": "ignored", "lead": {"at_once": "full_set"}},
        "comet": {"cards": ["9D"], "when": "in_place_only", "does": "nothing"},
        "payments": {"comet": {"reward": 3, "grows": 2}},
        "stakes": {"pots": {"cards": {"AD": {"each": 1}}}},
    },
}  # fmt: skip
NEVER = {("play.stops", "none")}  # a run stops at the highest rank in any game


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """One mapping over another, section by section."""
    both = dict(base)
    for key, value in changes.items():
        deeper = isinstance(value, Mapping) and isinstance(base.get(key), Mapping)
        both[key] = merged(base[key], value) if deeper else value
    return both


def house_file(name: str) -> str:
    """The text of a house profile, each key in a line of its own."""
    return yaml.safe_dump(merged(yaml.safe_load(MINIMAL), HOUSES[name]), sort_keys=False)


def profiles() -> Iterator[cr.Profile]:
    yield from map(cr.load_profile, ALL)
    yield from (cr.load_profile(text=house_file(name)) for name in HOUSES)


@every_language
def test_every_value_is_put_into_words(lang: str) -> None:
    words = language(lang)
    for profile in profiles():
        for cell in cr.cells_of(profile).values():
            value, sentence = words.value(profile, cell), words.sentence(profile, cell)
            for text in (value, sentence):
                assert not re.search(r"[{}]|  |None|\bT\b|\[\]", text), (profile, cell.dimension.id)
                assert text == text.strip()
            assert value and (not sentence or sentence.endswith("."))
            if cell.origin == "not_applicable":
                assert (value, sentence) == (f"— {words.word('not_applicable')}", "")


class Noted(dict[str, str]):
    """Templates that note which of them are asked for."""

    def __init__(self, templates: Mapping[str, str]) -> None:
        super().__init__(templates)
        self.asked = set[str]()

    def __getitem__(self, key: str) -> str:
        self.asked.add(key)
        return super().__getitem__(key)


def test_the_profiles_of_these_tests_use_every_template() -> None:
    data = copy.deepcopy(dict(language("en").data))
    for told in data["dimensions"].values():
        told["values"] = Noted(told["values"])
    words = Language("en", data)
    for profile in profiles():
        for cell in cr.cells_of(profile).values():
            words.value(profile, cell)
    unused = {
        (name, key)
        for name, dimension in DIMENSIONS.items()
        for key in templates_wanted(dimension)
        if key not in data["dimensions"][name]["values"].asked
    }
    assert unused == NEVER


# --- rule sheets ------------------------------------------------------------------------------


@every_language
def test_every_sentence_has_its_mark_and_decisions_say_so(lang: str) -> None:
    words = language(lang)
    decided = words.word("decided_mark")
    for profile in profiles():
        cells, told = cr.cells_of(profile), cr.describe(profile, lang)
        titles = [section.title for section in told]
        order = list(words.data["groups"].values())
        assert titles == sorted(titles, key=order.index)
        for sentence in (sentence for section in told for sentence in section.sentences):
            cell = cells[sentence.dimension]
            if sentence.mark == words.word("derived"):
                assert sentence.dimension == "deal.hands"
            elif cell.gap is not None:
                assert sentence.mark.startswith(f"{decided}: {words.name_of('gap', cell.gap)}")
            else:
                cited = {passage.source for passage in cell.passages}
                assert decided not in sentence.mark
                assert all(f"{source} §" in sentence.mark for source in cited)
                assert cited or sentence.mark == words.status(cell)


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def good(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status, out, err = outcome(capsys, *arguments)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    return out


@every_language
@every_profile
def test_show_tells_every_profile_in_every_language(
    name: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out, profile = good(capsys, "show", name, "--lang", lang), cr.load_profile(name)
    flat = " ".join(out.split())
    assert flat.startswith(f"{profile.title[lang]} [{name}]")
    sketch = profile.completeness == "sketch"
    assert (f"({language(lang).word('sketch')})" in flat) == sketch
    for section in cr.describe(profile, lang):
        assert f"\n{section.title}\n" in out
        for sentence in section.sentences:
            assert f"{sentence.text} [{sentence.mark}]" in flat


# --- payments that are played -----------------------------------------------------------------

PAYMENT = re.compile(r"\b(paid|pays?|takes|scores|loses|stakes)\b")
MARKED = re.compile(r" \[([^\[\]]+)\]$")


def payments_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str
) -> Iterator[tuple[str, str]]:
    """Every line that tells a payment, wrapped lines joined, with the mark it ends with."""
    narrow = good(capsys, "play", *arguments)
    monkeypatch.setenv("COLUMNS", "5000")
    assert run(["play", *arguments]) == 0
    wide = capsys.readouterr().out
    monkeypatch.setenv("COLUMNS", "80")
    assert narrow.split() == wide.split(), "wrapping changes nothing else"
    for line in filter(PAYMENT.search, wide.splitlines()[1:]):
        mark = MARKED.search(line)
        assert mark is not None, line
        yield line, mark[1]


@every_profile
def test_every_payment_ends_with_its_mark(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = cr.load_profile(name)
    marks = list[str]()
    for players in sorted({profile.players.min, profile.players.max}):
        for seed in range(3):
            args = (name, "--players", str(players), "--seed", str(seed))
            marks += [mark for _, mark in payments_told(capsys, monkeypatch, *args)]
    assert len(marks) >= 3, "every deal has a payment"
    for mark in marks:
        assert "§" in mark or mark.startswith("our decision: "), mark
        assert all(f"{source} §" not in mark for source in set(sources()) - set(profile.sources))


@pytest.mark.parametrize("name", ["sets", "pots", "points", "suits"])
def test_a_payment_of_a_users_game_ends_with_file_and_line(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is the one that sets the rule; what is left at its default has the file alone."""
    file, seen = Path("house.yaml"), set[str]()
    file.write_text(house_file(name), "utf-8")
    keys = [line.strip().partition(":")[0] for line in file.read_text("utf-8").splitlines()]
    for seed in range(6):
        for line, mark in payments_told(capsys, monkeypatch, "house.yaml", "--seed", str(seed)):
            rule = re.search(r"\(((payments|stakes|settlement)\.[\w.]+)", line)
            dimension = dimension_at(rule[1]) if rule else None
            where = dimension.where if dimension else ("each", "dealer", "cards")
            wanted = {place.rpartition(".")[2] for place in where}
            for place in mark.split("; ")[:1] if rule else mark.split("; "):
                told = re.fullmatch(r"house\.yaml(?::(\d+))?", place)
                assert told is not None, line
                assert keys[int(told[1]) - 1] in wanted if told[1] else not wanted & set(keys)
            seen.add(dimension.id if dimension else "stakes")
    assert len(seen) >= 2
