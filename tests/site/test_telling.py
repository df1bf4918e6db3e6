"""Deals as pages tell them: everything that is paid is told, and links to the rule it follows."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr
from cometrules.evidence.cells import cells_of
from cometrules.lang.words import CODES, language

from ..golden import played
from ..helpers import every_table
from ..strategies import compiled, seeds

pytest.importorskip("sphinx")


def told(lang: str, log: cr.DealLog, names: tuple[str, ...]) -> list[Any]:
    """The paragraphs of a deal."""
    from docutils import nodes

    from cometrules.sphinx.telling import Teller

    teller = Teller(language(lang), cr.Record.of(log, seats=names))
    past = [cr.DealLog(log.start)]
    for move in log.moves:
        past.append(past[-1].step(move))
    made = [*teller.opening(log), *teller.moves(past[1:]), *teller.result(log)]
    return [one for part in made for one in part.findall(nodes.paragraph)]


def patterns(lang: str) -> dict[str, re.Pattern[str]]:
    """What sentences about money look like."""
    words = language(lang).data["telling"]
    found = {}
    for key in ("stakes", "stake", "pays", "pay", "pays_each", "scores", "loses"):
        text = re.escape(words[key]).replace(r"\{", "{").replace(r"\}", "}")
        groups = {"payer": "(?P<payer>.+)", "payee": "(?P<payee>.+)", "name": "(?P<payer>.+)"}
        found[key] = re.compile(text.format(**groups, amount=r"(?P<amount>\d+)") + r" \(.*\)")
    return found


def balances(lang: str, paragraphs: list[Any], names: tuple[str, ...]) -> list[int]:
    """What everybody has, by the sentences alone."""
    got: Counter[str] = Counter()
    for said in (part for one in paragraphs for part in one.astext().split("; ")):
        matches = [m for pattern in patterns(lang).values() if (m := pattern.fullmatch(said))]
        if not matches:
            continue
        match = min(matches, key=lambda m: sum(map(len, m.groupdict().values())))
        payers = match.groupdict().get("payer", "").split(", ")
        payees = match.groupdict().get("payee", "").split(", ")
        for payer in payers:
            for payee in payees:
                got[payer] -= int(match["amount"])
                got[payee] += int(match["amount"])
    return [got[name] for name in names]


@given(st.sampled_from(every_table()), seeds(), st.sampled_from(CODES))
@settings(max_examples=60, deadline=None)
def test_what_is_told_adds_up(table: tuple[str, int], seed: int, lang: str) -> None:
    name, players = table
    log = played(cr.new_deal(compiled(name, players), seed=seed), Random(seed))
    names = tuple(f"P{seat}" for seat in range(players))
    paragraphs = told(lang, log, names)
    assert balances(lang, paragraphs, names) == list(cr.score(log.state).balances)
    signed = (f"{won:+d}" if won else "0" for won in cr.score(log.state).balances)
    last = ", ".join(f"{n} {s}".replace("-", "\u2212") for n, s in zip(names, signed, strict=True))
    assert last in paragraphs[-1].astext()


@given(st.sampled_from(every_table()), seeds())
@settings(max_examples=20, deadline=None)
def test_every_card_is_told_once_as_dealt_and_once_as_laid(
    table: tuple[str, int], seed: int
) -> None:
    log = played(cr.new_deal(compiled(*table), seed=seed), Random(seed))
    cards = re.compile(r"(?:10|[A-Z2-9])[♣♦♥♠](?! \)| wanted)")
    names = tuple(f"P{seat}" for seat in range(table[1]))
    words = language("en").data["telling"]
    verbs = ("leads", "lays", "leads_comet", "lays_comet")
    begins = tuple(words[verb].format(name="", cards="").strip() for verb in verbs)
    dealt: Counter[str] = Counter()
    laid: Counter[str] = Counter()
    for said in (part for one in told("en", log, names) for part in one.astext().split("; ")):
        _, _, what = said.partition(" ")
        if what.startswith("is dealt"):
            dealt.update(cards.findall(said))
        elif what.startswith(begins):
            laid.update(cards.findall(said.partition(" = ")[0]))
    assert dealt == Counter(card.name for hand in log.start.hands for card in hand)
    left = Counter(card.name for hand in log.state.hands for card in hand)
    assert dealt - laid == left and not laid - dealt


@pytest.mark.parametrize("name", cr.bundled_profiles())
def test_whatever_is_paid_links_to_its_rule(name: str) -> None:
    from sphinx.addnodes import pending_xref

    rules = compiled(name, cr.load_profile(name).players.min)
    log = played(cr.new_deal(rules, seed=3), Random(3))
    names = tuple(f"P{seat}" for seat in range(rules.players))
    links = [link for one in told("en", log, names) for link in one.findall(pending_xref)]
    targets = {link["reftarget"] for link in links if link["reftype"] == "cell"}
    assert targets and targets <= {f"{name} {dimension}" for dimension in cells_of(rules.profile)}


def test_a_draw_is_told() -> None:
    rules = compiled("two-pack-comet-opera", 2)
    hands = [["5C", "6C"], ["3S", "4C", "5S"]]
    log = cr.DealLog(cr.new_deal(rules, hands=hands, dealer=1))
    for text in ("0:5", "0:6"):
        log = log.step(cr.parse_move(rules, text))
    said = [one.astext() for one in told("en", log, ("Ada", "Bo"))]
    assert (
        said[-2:]
        == [
            "Ada leads 5♣",
            "Ada lays 6♣; Ada is out; the deal is drawn",
            "In this deal: Ada 0, Bo 0.",
        ][-2:]
    )
