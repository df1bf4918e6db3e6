"""Profiles: the schema, loading and finding, `extends`, variants, equality, and what is derived."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import cometrules as cr
from cometrules.profile.schema import profile_schema

from .helpers import MINIMAL, codes, every_table, house, paid, play, table

SYSTEMS = (
    "american-commit",
    "denexa-comet-stripped",
    "denexa-comet-stub",
    "foster-commit",
    "foster-commit-es",
    "fransk-comet",
    "old-comet-1718",
    "svensk-komet",
    "two-pack-comet",
    "two-pack-comet-opera",
    "two-player-arnold",
    "usa-komet",
)

# --- the schema -------------------------------------------------------------------------------

SCHEMA = profile_schema()


def resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of the schema with what its `$ref` names."""
    if "$ref" not in schema:
        return schema
    return {**SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], **schema}


def parts(
    schema: Mapping[str, Any] = SCHEMA, path: tuple[str, ...] = ()
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every property and every kind of table entry, by its path; `*` is an entry of a table."""
    for key, sub in schema.get("properties", {}).items():
        yield ".".join((*path, key)), sub
        yield from parts(sub, (*path, key))
    entry = schema.get("additionalProperties")
    if isinstance(entry, Mapping):
        yield ".".join((*path, "*")), entry
        yield from parts(entry, (*path, "*"))


PARTS = dict(parts())

# Every key there is, with its values; the first is the default. `!` marks those that every
# profile must answer, `-` those that have no default.
KEYS = {
    "format": "!",
    "id": "!",
    "title": "!",
    "aliases": "[]",
    "extends": "-",
    "sources": "[]",
    "completeness": "full sketch",
    "leaves_out": "[]",
    "players.min": "!",
    "players.max": "!",
    "deck.ranks": "!",
    "deck.suits": '["C", "D", "H", "S"]',
    "deck.copies": "1",
    "deck.remove": "[]",
    "deck.remove_for": "{}",
    "deck.strip": "[]",
    "deck.packs": "{}",
    "deal.hands": "! table even all",
    "deal.table": "{}",
    "deal.spare_hands": "0",
    "deal.dead_first": "0",
    "deal.packet": "1",
    "deal.direction": "left right",
    "deal.first_dealer": "at_random lowest_card highest_card first_jack agreed",
    "play.order": "! by_turn by_holder",
    "play.suits": "! matter ignored",
    "play.continue": "! must may",
    "play.turn": "as_far_as_possible one_card",
    "play.at_once": "one_card full_set any_number",
    "play.direction": "left right",
    "play.stops": "[]",
    "play.after_stop": "same_player_leads next_player_leads",
    "play.when_stuck": "last_player_leads next_player_leads last_player_skips",
    "play.lead.by": "next_to_dealer dealer holder_of",
    "play.lead.holder_of": "-",
    "play.lead.first": "any_card lowest_card lowest_of_a_suit",
    "play.lead.later": "any_card lowest_card lowest_of_a_suit",
    "play.lead.suit": "any new other_colour",
    "play.lead.no_such_suit": "any_card lead_passes",
    "play.lead.at_once": "one_card full_set any_number",
    "comet.cards": "[]",
    "comet.when": "in_place_only ending_own_part when_unable on_turn any_time",
    "comet.earliest": "after_first_card before_first_card",
    "comet.must": "never when_unable",
    "comet.does": "nothing stop fork stand_in stand_in_and_stop",
    "comet.fork_answered": "in_turn by_holder",
    "comet.if_led": "natural comet not_allowed",
    "comet.if_due": "comet natural",
    "payments.from": "each_opponent pool",
    "payments.laying": "{}",
    "payments.leading": "{}",
    "payments.set": "each_card once",
    "payments.comet.reward": "0",
    "payments.comet.grows": "0",
    "payments.comet.resets": "after_the_deal at_once",
    "payments.comet.counted": "together each_comet",
    "payments.comet.if_led": "paid not_paid",
    "payments.comet.rank_too": "never also_paid",
    "payments.stuck": "0",
    "payments.passing": "0",
    "stakes.pool.each": "0",
    "stakes.pool.dealer": "0",
    "stakes.pool.won_by": "first_out out_with_comet",
    "stakes.pots.cards": "{}",
    "stakes.pots.taken": "when_laid at_end",
    "stakes.pots.frozen": "never once_comet_is_laid",
    "stakes.pots.unclaimed": "stay made_up",
    "stakes.pots.caught": "nothing doubled",
    "settlement.scoring": "! payments points",
    "settlement.unit": '"chip"',
    "settlement.going_out": "0",
    "settlement.per_card": "0",
    "settlement.per_point": "0",
    "settlement.values": "{}",
    "settlement.collected_by": "winner nobody",
    "settlement.unplayed.cards": "{}",
    "settlement.unplayed.where": "anywhere in_hands",
    "settlement.unplayed.as_card": "too instead",
    "settlement.caught": "{}",
    "settlement.times.comet_caught": "1",
    "settlement.times.comet_last": "1",
    "settlement.times.comet_last_as_own_rank": "-",
    "settlement.times.opera": "1",
    "settlement.times.together": "multiply add highest",
    "settlement.drawn": "never if_dealer_could_too",
    "match.ends": "! after_deals at_target",
    "match.deals_each": "1",
    "match.target": "100",
    "match.winner": "highest lowest",
    "match.ties": "shared play_on",
    "customs.laying": "silent rank_said",
    "customs.ending_own_part": "silent missing_card_named",
    "customs.unable": "silent pass_said",
    "customs.comet": "silent named",
    "customs.cut_by": "nobody right_of_dealer",
    "customs.chips_each": "0",
    "customs.netting": "never allowed",
}
REQUIRED = [path for path, values in KEYS.items() if values.startswith("!")]


def test_schema__is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_schema__has_exactly_the_keys_of_the_vocabulary() -> None:
    sections = {path for path, part in PARTS.items() if "properties" in part}
    leaves = {path for path in PARTS if "*" not in path} - sections
    assert leaves == set(KEYS)
    assert sections - {"deck.packs.*", "stakes.pots.cards.*", "settlement.caught.*"} == {
        path.rpartition(".")[0] for path in KEYS if "." in path
    } | {"payments", "stakes"}


@pytest.mark.parametrize("path", KEYS)
def test_schema__the_values_and_the_default_are_those_of_the_vocabulary(path: str) -> None:
    part, words = resolved(PARTS[path]), KEYS[path].removeprefix("! ")
    if words in ("!", "-"):
        assert "default" not in part
        return
    if words[0] in '[{"0123456789':
        assert part["default"] == json.loads(words)
        return
    assert part["enum"] == words.split()
    assert part.get("default") == (None if path in REQUIRED else words.split()[0])


@pytest.mark.parametrize("path", PARTS)
def test_schema__every_property_is_told_and_shown(path: str) -> None:
    """Title, description, examples; examples and default are valid where they stand."""
    part = resolved(PARTS[path]) if path.endswith("*") else PARTS[path]
    assert part["title"].strip()
    assert part["description"].strip().endswith(".")
    assert part["examples"]
    validator = jsonschema.Draft202012Validator({**part, "$defs": SCHEMA["$defs"]})
    for value in [*part["examples"], *([part["default"]] if "default" in part else [])]:
        validator.validate(value)


@pytest.mark.parametrize("name", SCHEMA["$defs"])
def test_schema__every_definition_is_told_and_shown(name: str) -> None:
    part = SCHEMA["$defs"][name]
    assert part["title"].strip() and part["description"].strip()
    validator = jsonschema.Draft202012Validator({**part, "$defs": SCHEMA["$defs"]})
    for value in part["examples"]:
        validator.validate(value)


def everywhere(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Every mapping in the schema, keywords and all."""
    if isinstance(schema, Mapping):
        yield schema
        for value in schema.values():
            yield from everywhere(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from everywhere(value)


def test_schema__no_choice_between_objects() -> None:
    assert not [part for part in everywhere(SCHEMA) if {"oneOf", "anyOf"} & part.keys()]


def test_schema__every_object_is_closed_or_names_its_keys() -> None:
    for path, part in [("", SCHEMA), *PARTS.items()]:
        if resolved(part).get("type") != "object":
            continue
        if "properties" in part:
            assert part["additionalProperties"] is False, path
        else:
            assert isinstance(part["additionalProperties"], Mapping), path
            assert "propertyNames" in part, path


BOOLEANS = {"y", "n", "yes", "no", "on", "off", "true", "false"}


def test_schema__no_key_and_no_value_is_a_yes_or_no() -> None:
    words = {key for path in PARTS for key in path.split(".")}
    words |= {str(value) for part in everywhere(SCHEMA) for value in part.get("enum", [])}
    assert not BOOLEANS & {word.lower() for word in words}


@pytest.mark.parametrize(
    "path", [path for path, part in [("", SCHEMA), *PARTS.items()] if "properties" in part]
)
def test_schema__unknown_keys_are_refused_at_every_level(path: str) -> None:
    data = json.loads(house().written)
    names = {"deck": "black", "stakes": "AD", "settlement": "K"}
    here = data
    for key in path.split(".") if path else []:
        here = here.setdefault(names[path.split(".")[0]] if key == "*" else key, {})
    here["unheard-of"] = 1
    problems = cr.validate_profile(text=json.dumps(data), deals=0).problems
    where = path.replace("*", names.get(path.split(".")[0], "")).split(".") if path else []
    assert [(p.code, p.path) for p in problems if p.code == "S01"] == [
        ("S01", (*where, "unheard-of"))
    ]


@pytest.mark.parametrize("path", REQUIRED)
def test_schema__what_every_profile_must_answer(path: str) -> None:
    data = json.loads(house().written)
    *sections, key = path.split(".")
    here = data
    for section in sections:
        here = here[section]
    del here[key]
    problems = cr.validate_profile(text=json.dumps(data), deals=0).problems
    assert [(p.code, p.path) for p in problems] == [("S03", tuple(sections))]
    assert key in problems[0].message


def test_schema__nothing_else_must_be_answered() -> None:
    assert cr.validate_profile(text=MINIMAL, deals=0)
    assert {*REQUIRED} == {
        *("format", "id", "title", "players.min", "players.max", "deck.ranks", "deal.hands"),
        *("play.order", "play.suits", "play.continue", "settlement.scoring", "match.ends"),
    }


def test_schema__every_default_written_out_changes_nothing() -> None:
    """A key left out means what its first value means."""
    defaults = {
        path: resolved(PARTS[path])["default"]
        for path in KEYS
        if path not in REQUIRED and "." in path and "default" in resolved(PARTS[path])
    }
    written_out = house({**defaults, "id": "house"})
    assert written_out.rules() == house().rules()


# --- the twelve -------------------------------------------------------------------------------


def file_of(name: str) -> Path:
    """The file of a bundled profile."""
    origin = cr.load_profile(name).origin
    assert origin is not None
    return origin


def test_bundled_profiles__are_the_twelve_systems() -> None:
    assert cr.bundled_profiles() == SYSTEMS


@pytest.mark.parametrize("name", SYSTEMS)
def test_bundled_profiles__the_checker_finds_nothing(name: str) -> None:
    report = cr.validate_profile(file_of(name), deals=0)
    assert report.problems == ()
    assert report
    assert report.profile == cr.load_profile(name)


@pytest.mark.parametrize("name", SYSTEMS)
def test_bundled_profiles__are_called_as_their_files(name: str) -> None:
    profile = cr.load_profile(name)
    assert profile.id == name == file_of(name).stem
    assert set(profile.title) == {"en", "es", "sv"}
    assert profile.sources
    assert profile.completeness == ("sketch" if name in ("fransk-comet", "usa-komet") else "full")


@pytest.mark.parametrize("name", SYSTEMS)
def test_bundled_profiles__written_out_in_full_are_the_same(name: str) -> None:
    """What the effective profile says is itself a profile, and says the same."""
    profile = cr.load_profile(name)
    text = profile.canonical
    again = cr.load_profile(text=text)
    assert again.rules() == profile.rules()


# --- loading ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SYSTEMS)
def test_load_profile__by_id_path_and_text_is_one(name: str) -> None:
    path = file_of(name)
    by_id = cr.load_profile(name)
    assert by_id == cr.load_profile(path) == cr.load_profile(str(path))
    assert by_id == cr.load_profile(text=path.read_text(encoding="utf-8"))


def test_load_profile__a_path_may_end_as_it_likes_a_text_not(tmp_path: Path) -> None:
    """A text without .yaml or .yml is an id; a path object is always a file."""
    for name in ("rules.yaml", "rules.yml", "rules"):
        (tmp_path / name).write_text(MINIMAL, encoding="utf-8")
        assert cr.load_profile(tmp_path / name) == house()
    assert cr.load_profile(str(tmp_path / "rules.yml")) == house()
    with pytest.raises(cr.ProfileError, match="no profile is called"):
        cr.load_profile(str(tmp_path / "rules"))


@pytest.mark.parametrize("given", [{}, {"profile": "foster-commit", "text": MINIMAL}])
def test_load_profile__takes_one_thing(given: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="one of them"):
        cr.load_profile(**given)


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("foster-comit", "foster-commit"),
        ("Svensk-Komet", "svensk-komet"),
        ("two-player-arnol", "two-player-arnold"),
        ("zzzz", None),
        ("", None),
    ],
)
def test_load_profile__did_you_mean(wrong: str, meant: str | None) -> None:
    with pytest.raises(cr.ProfileError) as caught:
        cr.load_profile(wrong)
    assert f"no profile is called {wrong!r}" in str(caught.value)
    if meant:
        assert f"did you mean {meant!r}?" in str(caught.value)
    else:
        assert "did you mean" not in str(caught.value)
        assert all(name in str(caught.value) for name in SYSTEMS)


def test_compile_rules__takes_the_id_of_a_bundled_profile() -> None:
    assert cr.compile_rules("foster-commit", 4).profile == cr.load_profile("foster-commit")
    with pytest.raises(cr.ProfileError, match="did you mean 'foster-commit'"):
        cr.compile_rules("foster-comit", 4)


def test_load_profile__a_missing_file_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        cr.load_profile(tmp_path / "none.yaml")
    with pytest.raises(FileNotFoundError):
        cr.validate_profile(tmp_path / "none.yaml", deals=0)
    with pytest.raises(OSError):
        cr.validate_profile(tmp_path, deals=0)


def test_load_profile__a_file_with_problems_is_an_error_with_the_report(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(MINIMAL.replace("by_turn", "by_turns"), encoding="utf-8")
    with pytest.raises(cr.ProfileError) as caught:
        cr.load_profile(path)
    report = caught.value.report
    assert report is not None and report.profile is None
    assert [problem.code for problem in report.problems] == ["S02"]
    assert report.label == report.problems[0].label == str(path)
    assert str(caught.value).startswith(f"{path}:8:")


def test_validate_profile__text_file_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_bytes(MINIMAL.encode())
    for report in (
        cr.validate_profile(path, deals=0),
        cr.validate_profile(str(path), deals=0),
        cr.validate_profile(text=MINIMAL, deals=0),
        cr.validate_profile(text=MINIMAL.encode(), deals=0),
        cr.validate_profile(text="\ufeff" + MINIMAL, deals=0),
        cr.validate_profile(text=MINIMAL.encode("utf-8-sig"), deals=0),
        cr.validate_profile(text=MINIMAL.replace("\n", "\r\n"), deals=0),
        cr.validate_profile(text=MINIMAL.replace("\n", "\r"), deals=0),
    ):
        assert report.profile == house()
    with pytest.raises(TypeError, match="one of them"):
        cr.validate_profile()
    with pytest.raises(TypeError, match="one of them"):
        cr.validate_profile(path, text=MINIMAL, deals=0)


def test_load_profile__origin_is_the_file_and_nothing_for_text(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(MINIMAL, encoding="utf-8")
    assert cr.load_profile(path).origin == path
    assert cr.load_profile(text=MINIMAL).origin is None
    assert cr.load_profile(path).with_({"deck.copies": 2}).origin is None


# --- extends ----------------------------------------------------------------------------------

PARENT = """
format: 1
id: parent
title: {en: Parent, sv: Förälder}
aliases: [Elder]
sources: [TP]
completeness: sketch
leaves_out: [The song at the end.]
players: {min: 2, max: 4}
deck:
  ranks: [2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]
  copies: 2
  remove: [8D, 2]
  remove_for: {3: [KD], 4: [KC]}
  strip: [3C, 3D]
  packs:
    black: {suits: [C, S], exchange: {9C: 9D}, comet: [9D]}
    red: {suits: [D, H], comet: [9H]}
deal: {hands: table, table: {2: 8, 3: 7, 4: 6}, packet: 3}
play:
  order: by_turn
  suits: matter
  continue: must
  stops: [K, 7D]
  lead: {first: lowest_card, suit: new}
comet: {when: on_turn, does: stop}
payments:
  laying: {K: 1, KD: 3}
  comet: {reward: 2, grows: 1}
stakes:
  pool: {each: 2, dealer: 1}
  pots: {cards: {QD: {each: 1, dealer: 2}, JD: {dealer: 3}}, unclaimed: made_up}
settlement:
  scoring: payments
  per_point: 1
  values: {K: 13, Q: 12}
  caught: {K: {to_each: 1, to_winner: 2}, comet: {to_each: 2}}
  times: {comet_caught: 2, comet_last: 3}
match: {ends: after_deals, deals_each: 2}
customs: {laying: rank_said}
"""


def child_of(folder: Path, body: str = "", *, parent: str = PARENT) -> cr.Profile:
    """A child of the parent above, in one folder with it; the body is what it says."""
    (folder / "parent.yaml").write_text(parent, encoding="utf-8")
    head = "format: 1\nid: child\ntitle: {en: Child}\nextends: parent\n"
    (folder / "child.yaml").write_text(head + body, encoding="utf-8")
    return cr.load_profile(folder / "child.yaml")


def test_extends__a_child_that_says_nothing_has_its_parents_rules(tmp_path: Path) -> None:
    assert child_of(tmp_path).rules() == cr.load_profile(text=PARENT).rules()


def test_extends__what_is_never_inherited(tmp_path: Path) -> None:
    child = child_of(tmp_path)
    assert (child.id, dict(child.title)) == ("child", {"en": "Child"})
    assert (child.aliases, child.sources, child.leaves_out) == ((), (), ())
    assert child.completeness == "full"
    assert child.extends == "parent"


@pytest.mark.parametrize("key", ["id", "title", "format"])
def test_extends__a_child_names_itself(key: str) -> None:
    head = {"format": 1, "id": "child", "title": {"en": "Child"}, "extends": "foster-commit"}
    del head[key]
    problems = cr.validate_profile(text=json.dumps(head), deals=0).problems
    assert [(p.code, p.path) for p in problems] == [("S03", ())]
    assert repr(key) in problems[0].message


@pytest.mark.parametrize(
    ("body", "path", "value", "kept"),
    [
        ("play: {continue: may}", "play.continue", "may", "play.stops"),
        ("play: {lead: {suit: other_colour}}", "play.lead.suit", "other_colour", "play.lead.first"),
        ("play: {lead: {suit: any}}", "play.lead.suit", "any", "play.order"),
        ("payments: {comet: {reward: 5}}", "payments.comet.reward", 5, "payments.comet.grows"),
        ("payments: {stuck: 1}", "payments.stuck", 1, "payments.laying"),
        ("stakes: {pool: {dealer: 0}}", "stakes.pool.dealer", 0, "stakes.pool.each"),
        ("stakes: {pool: {each: 3}}", "stakes.pool.each", 3, "stakes.pots"),
        ("stakes: {pots: {unclaimed: stay}}", "stakes.pots.unclaimed", "stay", "stakes.pots.cards"),
        ("settlement: {times: {opera: 2}}", "settlement.times.opera", 2, "settlement.caught"),
        ("settlement: {per_point: 0}", "settlement.per_point", 0, "settlement.values"),
        ("deck: {copies: 3}", "deck.copies", 3, "deck.packs.red.suits"),
        ("deal: {packet: 1}", "deal.packet", 1, "deal.table"),
        ("comet: {does: fork}", "comet.does", "fork", "comet.when"),
        ("match: {deals_each: 1}", "match.deals_each", 1, "match.ends"),
        ("customs: {comet: named}", "customs.comet", "named", "customs.laying"),
        ("players: {max: 3}", "players.max", 3, "players.min"),
        ("play: {}", "play.order", "by_turn", "play.stops"),
        ("comet: {}", "comet.does", "stop", "comet.when"),
    ],
)
def test_extends__maps_with_fixed_keys_merge(
    tmp_path: Path, body: str, path: str, value: object, kept: str
) -> None:
    if "players" in body:
        body += "\ndeck: {remove_for: {}}"
    child, parent = child_of(tmp_path, body), cr.load_profile(text=PARENT)
    assert child.value(path) == value
    assert child.value(kept) == parent.value(kept)


@pytest.mark.parametrize(
    ("body", "path", "value"),
    [
        ("payments: {laying: {A: 5}}", "payments.laying", {"A": 5}),
        ("payments: {laying: {}}", "payments.laying", {}),
        ("deck: {remove_for: {4: [KH]}}", "deck.remove_for", {"4": ["KH"]}),
        ("deal: {table: {2: 5, 3: 4, 4: 4, 5: 1}}", "deal.table", {"2": 5, "3": 4, "4": 4, "5": 1}),
        (
            "stakes: {pots: {cards: {QD: {dealer: 9}}}}",
            "stakes.pots.cards",
            {"QD": {"each": 0, "dealer": 9}},
        ),
        (
            "settlement: {caught: {K: {to_winner: 7}}}",
            "settlement.caught",
            {"K": {"to_each": 0, "to_winner": 7, "lost": 0}},
        ),
        ("settlement: {caught: {}}", "settlement.caught", {}),
        ("settlement: {values: {}}", "settlement.values.K", 10),
    ],
)
def test_extends__tables_are_replaced_whole(
    tmp_path: Path, body: str, path: str, value: object
) -> None:
    """So a child can take a payment away; an entry of a table is not merged either."""
    body = body.replace("{A: 5}", "{Q: 5}")
    value = {"Q": 5} if value == {"A": 5} else value
    assert child_of(tmp_path, body).value(path) == value


@pytest.mark.parametrize(
    ("body", "path", "value"),
    [
        ("deck: {remove: [5H]}", "deck.remove", ["5H"]),
        ("deck: {remove: []}", "deck.remove", []),
        ("deck: {strip: [4C]}", "deck.strip", ["4C"]),
        ("play: {stops: [Q]}", "play.stops", ["Q", "K"]),
        ("play: {stops: []}", "play.stops", ["K"]),
    ],
)
def test_extends__lists_are_replaced_whole(
    tmp_path: Path, body: str, path: str, value: object
) -> None:
    assert child_of(tmp_path, body).value(path) == value


def test_extends__packs_are_a_table_and_empty_clears_it(tmp_path: Path) -> None:
    child = child_of(tmp_path, "deck: {packs: {}}\ncomet: {cards: [9C]}")
    assert list(child.deck.packs) == ["pack"]
    pack = child.deck.packs["pack"]
    assert (pack.suits, pack.copies, dict(pack.exchange)) == (("C", "D", "H", "S"), 2, {})
    assert pack.comet == (cr.Card("9", "C"),)


def test_extends__one_pack_written_anew_stands_alone(tmp_path: Path) -> None:
    """Neither the other pack nor what the parent said of this one is left."""
    child = child_of(tmp_path, "deck: {packs: {black: {suits: [C, S, D]}}}\ncomet: {cards: [9C]}")
    assert list(child.deck.packs) == ["black"]
    assert not child.deck.packs["black"].exchange
    assert child.deck.packs["black"].comet == (cr.Card("9", "C"),)


def test_extends__what_is_derived_is_derived_after_the_merge(tmp_path: Path) -> None:
    child = child_of(
        tmp_path,
        "deck: {ranks: [2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A], copies: 1}\ndeal: {hands: even}\n"
        "settlement: {times: {comet_last: 5}}",
    )
    assert child.play.stops == ("K", "7D", "A")
    assert child.deck.packs["red"].copies == 1
    assert child.settlement.times.comet_last_as_own_rank == 5
    assert child.settlement.values["A"] == 1


def test_extends__changes_what_is_paid(tmp_path: Path) -> None:
    """The parent pays 3 for K♦ and 1 for other Kings; the child pays for Queens instead."""
    child = child_of(tmp_path, "payments: {laying: {Q: 4}}\nplay: {lead: {first: any_card}}\n")
    state = table(child, ["KC QC 3S", "4C 4S"])
    assert paid(state, "0:KC") == []
    assert paid(state, "0:QC") == [(1, 0, 4, "payments.laying.Q")]


def test_extends__a_bundled_profile_from_text_and_from_a_file(tmp_path: Path) -> None:
    text = "format: 1\nid: mine\ntitle: {en: M}\nextends: svensk-komet\nsettlement: {per_card: 2}\n"
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    mine = cr.load_profile(tmp_path / "mine.yaml")
    assert mine == cr.load_profile(text=text)
    assert mine.settlement.per_card == 2
    assert mine.rules()["play"] == cr.load_profile("svensk-komet").rules()["play"]


def test_extends__through_several_files(tmp_path: Path) -> None:
    """Child, parent, grandparent (a .yml file), and a bundled profile at the top."""
    (tmp_path / "top.yml").write_text(
        "format: 1\nid: top\ntitle: {en: T}\nextends: svensk-komet\n"
        "settlement: {per_card: 2, times: {comet_caught: 3}}\n",
        encoding="utf-8",
    )
    middle = "format: 1\nid: parent\ntitle: {en: P}\nextends: top\nsettlement: {per_card: 4}\n"
    child = child_of(tmp_path, "comet: {if_led: not_allowed}", parent=middle)
    assert child.settlement.per_card == 4
    assert child.settlement.times.comet_caught == 3
    assert child.comet.if_led == "not_allowed"
    assert child.play.order == "by_holder"
    assert dict(child.title) == {"en": "Child"}


def test_extends__a_text_has_no_folder_to_look_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child_of(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert codes("format: 1\nid: child\ntitle: {en: C}\nextends: parent\n") == ["X01"]


def test_extends__another_folder_is_not_looked_in(tmp_path: Path) -> None:
    child_of(tmp_path)
    inner = tmp_path / "inner"
    inner.mkdir()
    text = (tmp_path / "child.yaml").read_text(encoding="utf-8")
    (inner / "child.yaml").write_text(text, encoding="utf-8")
    problems = cr.validate_profile(inner / "child.yaml", deals=0).problems
    assert [(p.code, p.line, p.column) for p in problems] == [("X01", 4, 10)]


def test_extends__finds_a_file_by_its_id_whatever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "any name.yaml").write_text(PARENT, encoding="utf-8")
    text = "format: 1\nid: child\ntitle: {en: Child}\nextends: parent\n"
    (tmp_path / "child.yaml").write_text(text, encoding="utf-8")
    child = cr.load_profile(tmp_path / "child.yaml")
    assert child.rules() == cr.load_profile(text=PARENT).rules()


def test_extends__a_file_so_called_with_another_id_is_not_it(tmp_path: Path) -> None:
    with pytest.raises(cr.ProfileError) as caught:
        child_of(tmp_path, parent=PARENT.replace("id: parent", "id: other"))
    report = caught.value.report
    assert report is not None
    (problem,) = report.problems
    assert (problem.code, problem.line) == ("X01", 4)
    assert "id is another" in problem.hint


@pytest.mark.parametrize("name", ["parent", "svensk-komet"])
def test_extends__two_of_one_id_are_told_apart_by_nobody(tmp_path: Path, name: str) -> None:
    """Two files, or a file and a bundled profile."""
    parent = PARENT.replace("id: parent", f"id: {name}")
    (tmp_path / "one.yaml").write_text(parent, encoding="utf-8")
    if name == "parent":
        (tmp_path / "two.yml").write_text(parent, encoding="utf-8")
    text = f"format: 1\nid: child\ntitle: {{en: Child}}\nextends: {name}\n"
    (tmp_path / "child.yaml").write_text(text, encoding="utf-8")
    (problem,) = cr.validate_profile(tmp_path / "child.yaml", deals=0).problems
    assert problem.code == "X04"
    assert problem.line == 4
    assert "one.yaml" in problem.message


def test_extends__a_circle_is_told(tmp_path: Path) -> None:
    parent = "format: 1\nid: parent\ntitle: {en: P}\nextends: third\n"
    (tmp_path / "third.yaml").write_text(
        "format: 1\nid: third\ntitle: {en: T}\nextends: child\n", encoding="utf-8"
    )
    with pytest.raises(cr.ProfileError) as caught:
        child_of(tmp_path, parent=parent)
    report = caught.value.report
    assert report is not None
    assert [(p.code, p.line, p.column) for p in report.problems] == [("X02", 4, 10)]
    assert "child -> parent -> third -> child" in report.problems[0].message


def test_extends__itself_is_a_circle() -> None:
    text = "format: 1\nid: loop\ntitle: {en: L}\nextends: loop\n"
    (problem,) = cr.validate_profile(text=text, deals=0).problems
    assert (problem.code, problem.line, problem.column) == ("X02", 4, 10)
    assert "loop -> loop" in problem.message


def test_extends__a_broken_parent_is_told_with_its_first_problem(tmp_path: Path) -> None:
    with pytest.raises(cr.ProfileError) as caught:
        child_of(tmp_path, parent=PARENT.replace("by_turn", "by_turns"))
    report = caught.value.report
    assert report is not None
    (problem,) = report.problems
    assert (problem.code, problem.line, problem.column) == ("X01", 4, 10)
    assert "parent.yaml" in problem.hint and "S02" in problem.hint


def test_extends__what_parent_and_child_say_together_is_checked(tmp_path: Path) -> None:
    """Each alone is sound; together they remove the Comet. It is shown in the child's file."""
    with pytest.raises(cr.ProfileError) as caught:
        child_of(tmp_path, "deck:\n  packs: {}\n  remove: [9D]\ncomet:\n  cards: [9D]\n")
    report = caught.value.report
    assert report is not None
    assert [(p.code, p.line, p.column) for p in report.problems] == [("M11", 9, 10)]


def test_extends__a_child_may_complete_a_parent_that_says_too_little(tmp_path: Path) -> None:
    """What every profile must answer is asked of the whole."""
    parent = PARENT.replace("  continue: must\n", "")
    with pytest.raises(cr.ProfileError, match="parent"):
        child_of(tmp_path, parent=parent)  # the parent is no profile by itself
    middle = "format: 1\nid: parent\ntitle: {en: P}\nextends: foster-commit\nplay: {}\n"
    assert child_of(tmp_path, parent=middle).play.continue_ == "must"


# --- with_ ------------------------------------------------------------------------------------


def test_with__changes_by_path_and_leaves_the_profile_alone() -> None:
    profile = cr.load_profile("foster-commit")
    variant = profile.with_({"play.stops": ["K", "7D"], "payments.comet.reward": 3})
    assert (variant.play.stops, variant.payments.comet.reward) == (("K", "7D"), 3)
    assert (profile.play.stops, profile.payments.comet.reward) == (("K",), 2)
    assert variant.payments.laying == profile.payments.laying
    assert variant != profile


def test_with__plays_by_the_changed_rules() -> None:
    hands = ["7D 2C", "9D KC"]
    assert play(table("foster-commit", hands), "0:7D").pending == cr.AwaitTurn(
        0, (cr.parse_card("8D"),)
    )
    variant = house({"play.stops": ["K", "7D"]}, base="foster-commit")
    assert play(table(variant, hands), "0:7D").pending == cr.AwaitLead(0)


def test_with__is_called_a_variant_unless_it_is_named() -> None:
    profile = cr.load_profile("foster-commit")
    assert profile.with_({}).id == "foster-commit-variant"
    assert profile.with_({"id": "mine"}).id == "mine"
    assert profile.with_({"title": {"en": "Mine"}}).name == "Mine"
    assert profile.with_({"title.en": "Mine"}).title["sv"] == "Fosters Commit"


@pytest.mark.parametrize(
    ("path", "value", "same"),
    [
        ("deck.remove", ["8D", "TD"], ("8D", cr.Card("T", "D"))),
        ("deck.remove", ["8D"], [cr.Card("8", "D")]),
        ("play.stops", ["K", 7], ("K", "7")),
        ("deal.table", {2: 5, 3: 5, 4: 5}, {"2": 5, "3": 5, "4": 5}),
        ("stakes.pots.cards", {cr.Card("A", "D"): {"each": 1}}, {"AD": {"each": 1}}),
        ("settlement.caught", {"K": {"to_each": 1}}, {"K": {"to_each": 1}}),
    ],
)
def test_with__takes_values_as_a_file_or_as_python_has_them(
    path: str, value: Any, same: Any
) -> None:
    assert house({path: value}) == house({path: same})


def test_with__one_entry_of_a_table() -> None:
    profile = house({"settlement.caught": {"K": {"to_each": 1}, "Q": {"to_each": 2}}})
    variant = profile.with_({"settlement.caught.K": {"to_each": 4}})
    caught = variant.settlement.caught
    assert (caught["K"].to_each, caught["Q"].to_each) == (4, 2)
    assert variant.with_({"settlement.caught.J": {"to_each": 1}}).settlement.caught.keys() == {
        *"KQJ"
    }


def test_with__a_table_is_replaced_whole() -> None:
    profile = house({"settlement.caught": {"K": {"to_each": 1}, "Q": {"to_each": 2}}})
    variant = profile.with_({"settlement.caught": {"J": {"to_each": 1}}})
    assert variant.settlement.caught.keys() == {"J"}
    assert not profile.with_({"settlement.caught": {}}).settlement.caught


def test_with__twice_is_as_once_both() -> None:
    first, second = {"deck.copies": 2}, {"payments.laying": {"K": 1}}
    once = house({**first, **second})
    assert house(first).with_({**second, "id": "house-variant"}) == once


def test_with__of_a_profile_that_extends_another() -> None:
    """The variant stands on its own."""
    variant = cr.load_profile("two-player-arnold").with_({"match.target": 61})
    assert variant.extends is None
    assert variant.match.target == 61
    assert variant.rules()["deck"] == cr.load_profile("two-pack-comet").rules()["deck"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"play.contine": "must"}, "S01"),
        ({"nothing": 1}, "S01"),
        ({"play.continue": "maybe"}, "S02"),
        ({"deck.copies": "2"}, "S04"),
        ({"comet.cards": None}, "S04"),
        ({"deck.copies": 9}, "S05"),
        ({"play.lead.suit": "new", "play.suits": "ignored"}, "M40"),
        ({"deck.copies": 1.5}, "S04"),
        ({"deck.copies": True}, "S04"),
    ],
)
def test_with__is_checked_like_a_file(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(cr.ProfileError) as caught:
        house(changes)
    assert caught.value.report is not None
    assert [problem.code for problem in caught.value.report.problems] == [code]


@pytest.mark.parametrize("path", ["play.order.first", "deck.ranks.0", "id.x.y"])
def test_with__a_path_through_a_value_is_none(path: str) -> None:
    with pytest.raises(cr.ProfileError, match="no path of a profile"):
        house({path: 1})


# --- equality, hashing, copies ----------------------------------------------------------------

REORDERED = """
match: {ends: after_deals}
settlement: {scoring: payments, per_card: 0}
play: {continue: must, suits: matter, order: by_turn, stops: [K]}
deal: {hands: even}
deck: {ranks: [A, 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K], suits: [♣, ♦, ♥, ♠]}
players: {max: 4, min: 2}
title: {en: "House rules"}
id: house
format: 1
"""


def test_profiles__are_equal_that_say_the_same() -> None:
    """In whatever order, with defaults written or not, from wherever."""
    one, other = house(), cr.load_profile(text=REORDERED)
    assert one == other
    assert hash(one) == hash(other)
    assert one is not other
    assert len({one, other}) == 1


def test_profiles__the_order_of_a_table_says_nothing_but_that_of_packs_does() -> None:
    assert house({"payments.laying": {"K": 1, "Q": 2}}) == house(
        {"payments.laying": {"Q": 2, "K": 1}}
    )
    a, b = {"suits": ["C", "S"]}, {"suits": ["D", "H"]}
    assert house({"deck.packs": {"a": a, "b": b}}) != house({"deck.packs": {"b": b, "a": a}})


@pytest.mark.parametrize(
    "changes",
    [{"id": "other"}, {"title.en": "Other"}, {"aliases": ["X"]}, {"customs.comet": "named"},
     {"settlement.unit": "mark"}, {"players.max": 3}, {"deck.strip": ["2C"]}],
)  # fmt: skip
def test_profiles__differ_by_anything_they_say(changes: dict[str, Any]) -> None:
    assert house({"id": "house", **changes}) != house({"id": "house"})
    assert house({"id": "house"}) == house()


def test_profiles__equal_nothing_else() -> None:
    assert house() != "house"
    assert house() != house().rules()


@pytest.mark.parametrize("name", SYSTEMS)
def test_profiles__survive_pickling_and_copying(name: str) -> None:
    profile = cr.load_profile(name)
    for again in (
        pickle.loads(pickle.dumps(profile)),
        copy.copy(profile),
        copy.deepcopy(profile),
    ):
        assert again == profile
        assert hash(again) == hash(profile)
        assert again.origin == profile.origin
        assert again.rules() == profile.rules()
        assert dict(again.title) == dict(profile.title)


@pytest.mark.parametrize(("name", "players"), every_table())
def test_profiles__compiled_once_for_each_number_of_players(name: str, players: int) -> None:
    rules = cr.compile_rules(name, players)
    assert cr.compile_rules(cr.load_profile(name), players) is rules
    assert pickle.loads(pickle.dumps(rules)) is rules


@pytest.mark.parametrize("section", ["deck", "play", "comet", "settlement"])
def test_profiles__cannot_be_changed(section: str) -> None:
    profile = house({"settlement.caught": {"K": {"to_each": 1}}})
    with pytest.raises(AttributeError):
        setattr(profile, section, None)
    with pytest.raises(AttributeError):
        getattr(profile, section).anything = 1
    for table_ in (profile.settlement.caught, profile.title, profile.deck.packs):
        assert not hasattr(table_, "__setitem__")


def test_profiles__show_their_id() -> None:
    assert repr(house()) == "<Profile house>"
    assert house().name == "House rules"
    assert house({"title": {"sv": "Husets", "de": "Des Hauses"}}).name in ("Husets", "Des Hauses")


# --- rules() and value() ----------------------------------------------------------------------

SECTIONS = {
    *("players", "deck", "deal", "play", "comet", "payments", "stakes", "settlement", "match"),
    "customs",
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_rules__the_ten_sections_complete(name: str) -> None:
    rules = cr.load_profile(name).rules()
    assert set(rules) == SECTIONS
    for path in KEYS:
        if "." in path and path != "play.lead.holder_of":
            here: Any = rules
            for key in path.split("."):
                here = here[key]


def test_rules__a_fresh_copy_each_time() -> None:
    profile = house()
    profile.rules()["play"]["order"] = "by_holder"
    assert profile.rules()["play"]["order"] == "by_turn"


def test_value__at_a_path() -> None:
    profile = cr.load_profile("two-pack-comet")
    assert profile.value("play.continue") == "must"
    assert profile.value("payments.from") == "each_opponent"
    assert profile.value("deck.packs.red.comet") == ["9C"]
    assert profile.value("deal.table") == {"2": 18, "3": 12, "4": 10, "5": 9}
    assert profile.value("id") == "two-pack-comet"
    assert profile.value("settlement") == profile.rules()["settlement"]


@pytest.mark.parametrize(
    "path", ["nothing", "play.contine", "deck.packs.green", "", "play.order.x", "deck.ranks.0", "."]
)
def test_value__no_such_path_is_a_key_error(path: str) -> None:
    with pytest.raises(KeyError):
        cr.load_profile("two-pack-comet").value(path)


# --- what the effective profile derives -------------------------------------------------------


def test_derived__a_single_pack_is_called_pack_and_is_complete() -> None:
    changes = {"deck.copies": 2, "deck.remove": ["8D"], "comet.cards": ["9D"]}
    assert house(changes).value("deck.packs") == {
        "pack": {
            "suits": ["C", "D", "H", "S"], "copies": 2, "remove": ["8D"], "exchange": {},
            "comet": ["9D"],
        }
    }  # fmt: skip


def test_derived__every_pack_is_complete() -> None:
    changes = {
        "deck.copies": 2,
        "deck.remove": ["8D"],
        "comet.cards": ["9D"],
        "deck.packs": {
            "plain": {},
            "own": {"suits": ["C"], "copies": 1, "remove": [], "comet": ["9C"]},
        },
    }
    assert house(changes).value("deck.packs") == {
        "plain": {
            "suits": ["C", "D", "H", "S"], "copies": 2, "remove": ["8D"], "exchange": {},
            "comet": ["9D"],
        },
        "own": {"suits": ["C"], "copies": 1, "remove": [], "exchange": {}, "comet": ["9C"]},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("ranks", "stops", "expected"),
    [
        (["A", 2, "K"], [], ["K"]),
        (["A", 2, "K"], ["K"], ["K"]),
        (["A", 2, "K"], [2], ["2", "K"]),
        ([2, "K", "A"], ["K", "2D"], ["K", "2D", "A"]),
    ],
)
def test_derived__stops_contain_the_top_rank(
    ranks: list[str | int], stops: list[str | int], expected: list[str]
) -> None:
    profile = house({"deck.ranks": ranks, "play.stops": stops})
    assert profile.value("play.stops") == expected


def test_derived__what_a_last_comet_of_its_own_rank_multiplies() -> None:
    comet = {"comet.cards": ["9D"], "settlement.times.comet_last": 3}
    assert house(comet).settlement.times.comet_last_as_own_rank == 3
    own = {"settlement.times.comet_last_as_own_rank": 1}
    assert house({**comet, **own}).settlement.times.comet_last_as_own_rank == 1
    assert house().settlement.times.comet_last_as_own_rank == 1


@pytest.mark.parametrize(
    ("values", "expected"),
    [({}, 9), ({"9": 4}, 4), ({"comet": 15}, 15), ({"comet": 15, "9": 4}, 15)],
)
def test_derived__the_comets_value_is_its_ranks(values: dict[str, int], expected: int) -> None:
    profile = house({"comet.cards": ["9D"], "settlement.values": values})
    assert profile.value("settlement.values.comet") == expected


def test_derived__every_rank_has_its_value() -> None:
    values = house({"settlement.values": {"K": 13, "QS": 20}}).value("settlement.values")
    expected = {**{str(number): number for number in range(2, 10)}, "A": 1, "T": 10, "J": 10}
    assert values == {**expected, "Q": 10, "K": 13, "QS": 20}


# --- ranks and cards, however they are written ------------------------------------------------

TENS = ["10", 10, "T", "t"]
TEN_OF_DIAMONDS = ["10D", "TD", "10d", "td", "tD", "10♦", "T♦", "t♦"]


def spelt(path: str, value: Any) -> cr.Profile:
    """A profile with one value written in some way, and what that value wants beside it."""
    lists = {"play.lead.holder_of": {"play.lead.by": "holder_of"}}
    return house({"settlement.scoring": "payments", **lists.get(path, {}), path: value})


RANK_PLACES: dict[str, Any] = {
    "deck.ranks": lambda ten: [8, 9, ten, "J"],
    "deck.remove": lambda ten: [ten],
    "deck.remove_for": lambda ten: {3: [ten]},
    "deck.strip": lambda ten: [ten],
    "play.stops": lambda ten: [ten],
    "payments.laying": lambda ten: {ten: 1},
    "payments.leading": lambda ten: {ten: 1},
    "settlement.values": lambda ten: {ten: 5},
    "settlement.caught": lambda ten: {ten: {"to_each": 1}},
    "deck.packs": lambda ten: {"a": {"remove": [ten]}},
}
CARD_PLACES: dict[str, Any] = {
    "deck.remove": lambda card: [card],
    "deck.remove_for": lambda card: {3: [card]},
    "deck.strip": lambda card: [card],
    "play.stops": lambda card: [card],
    "play.lead.holder_of": lambda card: card,
    "comet.cards": lambda card: [card],
    "payments.laying": lambda card: {card: 1},
    "payments.leading": lambda card: {card: 1},
    "stakes.pots.cards": lambda card: {card: {"each": 1}},
    "settlement.values": lambda card: {card: 5},
    "settlement.caught": lambda card: {card: {"to_each": 1}},
    "deck.packs": lambda card: {"a": {"exchange": {card: "9C"}, "comet": ["9C"]}},
}


@pytest.mark.parametrize("path", RANK_PLACES)
def test_spelling__a_rank_is_one_however_it_is_written(path: str) -> None:
    written = [spelt(path, RANK_PLACES[path](ten)) for ten in TENS]
    assert len(set(written)) == 1
    assert "T" in json.dumps(written[0].value(path))
    kings = (
        [spelt(path, RANK_PLACES[path](king)) for king in ("J", "j")] if "ranks" not in path else []
    )
    assert len(set(kings)) <= 1


@pytest.mark.parametrize("path", CARD_PLACES)
def test_spelling__a_card_is_one_however_it_is_written(path: str) -> None:
    written = [spelt(path, CARD_PLACES[path](card)) for card in TEN_OF_DIAMONDS]
    assert len(set(written)) == 1
    assert "TD" in json.dumps(written[0].value(path))


def test_spelling__what_comes_into_a_pack_by_exchange() -> None:
    written = [
        house({"deck.packs": {"a": {"exchange": {"9C": card}, "remove": [card]}}})
        for card in TEN_OF_DIAMONDS
    ]
    assert len(set(written)) == 1


def test_spelling__unplayed_cards() -> None:
    points = {"settlement.scoring": "points"}
    for spellings in (TENS, TEN_OF_DIAMONDS):
        written = [house({**points, "settlement.unplayed.cards": {s: 2}}) for s in spellings]
        assert len(set(written)) == 1


@pytest.mark.parametrize("suits", [["D", "S"], ["d", "s"], ["♦", "♠"], ["♦", "S"]])
def test_spelling__a_suit_is_one_however_it_is_written(suits: list[str]) -> None:
    assert house({"deck.suits": suits}) == house({"deck.suits": ["D", "S"]})
    packs = {"a": {"suits": suits}}
    assert house({"deck.packs": packs}) == house({"deck.packs": {"a": {"suits": ["D", "S"]}}})


@pytest.mark.parametrize("text", ["10♦", "10D", '"10D"', "TD", "td", "10d", "'10♦'"])
def test_spelling__in_a_file_quoted_or_not(text: str) -> None:
    profile = cr.load_profile(text=MINIMAL + f"comet: {{cards: [{text}]}}\n")
    assert profile.comet.cards == (cr.Card("T", "D"),)


@pytest.mark.parametrize("text", ["10", '"10"', "T", "t"])
def test_spelling__a_rank_as_a_key_of_a_file(text: str) -> None:
    profile = cr.load_profile(text=MINIMAL + f"payments: {{laying: {{{text}: 3}}}}\n")
    assert dict(profile.payments.laying) == {"T": 3}


def test_spelling__a_variant_by_another_spelling_changes_the_same_entry() -> None:
    profile = cr.load_profile(text=MINIMAL + "payments: {laying: {10: 3}}\n")
    assert dict(profile.with_({"payments.laying.T": 5}).payments.laying) == {"T": 5}
    assert dict(profile.with_({"payments.laying.t": 5}).payments.laying) == {"T": 5}
    profile = cr.load_profile(text=MINIMAL + "payments: {laying: {T: 3}}\n")
    assert dict(profile.with_({"payments.laying.10": 5}).payments.laying) == {"T": 5}
