"""The search for leaks: it finds none in the library, and every one that is put there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

import cometrules as cr
from cometrules.engine.asking import questions
from cometrules.moves import Move
from cometrules.polled import _round
from cometrules.testing import CHANNELS, Leak, LeakReport, assert_no_leaks, find_leaks, leaks_at
from cometrules.testing import redeals as redeals_of

from .golden import played
from .helpers import every_table, house, play, table
from .strategies import RuleSheet, compiled, logs, rule_sheets, seeds, sheet_profile

pytestmark = pytest.mark.long

EXAMPLES = sorted((Path(__file__).parents[1] / "docs" / "examples").glob("*.yaml"))


# --- no leaks --------------------------------------------------------------------------------


def counting(compared: Counter[str]) -> dict[str, Callable[[cr.DealLog, int | None], object]]:
    """What the library shows, and a count of the deals that were looked at."""

    def count(log: cr.DealLog, seat: int | None) -> object:
        compared[log.state._node.situation.kind.value] += 1
        return log.ply

    return {**CHANNELS, "count": count}


GAMES = [pytest.param(name, n, id=f"{name}-{n}") for name, n in every_table()]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nothing_leaks(name: str, players: int) -> None:
    deals = 2 if players < 3 else 1  # the second has short hands
    assert_no_leaks(compiled(name, players), deals=deals, moments=3, tries=2, seed=name)


def test_every_kind_of_moment_is_compared() -> None:
    compared: Counter[str] = Counter()
    channels = counting(compared)
    for name in ("foster-commit", "svensk-komet"):
        rules = compiled(name, 3)
        assert_no_leaks(rules, deals=2, moments=8, tries=2, seed=7, channels=channels)
    assert {kind for kind in compared if compared[kind] >= 10} == {"lead", "turn", "holder"}


def test_at_the_end_the_very_cards_laid_are_compared() -> None:
    """All hands are open then; where suits make no difference there is something left to hide."""
    compared = 0
    for seed in range(4):
        over = played(cr.new_deal(compiled("usa-komet", 3), seed=seed), Random(seed))
        assert over.state.is_over
        report = leaks_at(over, seed % 3, rng=Random(1), tries=12)
        assert report, str(report)
        compared += report.compared
    assert compared


def test_before_the_deal_all_is_public_and_after_it_a_seat_knows_its_own_cards() -> None:
    empty = cr.DealLog(cr.start(compiled("svensk-komet", 3), dealer=2))
    others = [["6C", "9D"], ["2D", "KC"]]
    logs = [empty.step(cr.Deal([["5C"], *hands])) for hands in (others, others[::-1])]
    for seat in (0, None):
        assert leaks_at(empty, seat, rng=Random(1)).compared == 0
        assert empty.since(0, seat) == ()
        for name, show in CHANNELS.items():
            assert show(logs[0], seat) == show(logs[1], seat), name
    for name in ("view", "equality of views", "events", "key"):
        assert CHANNELS[name](logs[0], 1) != CHANNELS[name](logs[1], 1), name


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_nothing_leaks_in_house_rules(path: Path) -> None:
    profile = cr.load_profile(path)
    assert len(EXAMPLES) == 8
    rules = cr.compile_rules(profile, min(3, profile.players.max))
    assert_no_leaks(rules, deals=2, moments=3, tries=2, seed=path.stem)


@given(rule_sheets(), seeds())
@settings(max_examples=5, deadline=None)
def test_nothing_leaks_in_games_made_up(sheet: RuleSheet, seed: int) -> None:
    rules = cr.compile_rules(sheet_profile(sheet), 3)
    report = find_leaks(rules, deals=2, moments=4, tries=4, seed=seed)
    assert report, str(report)


# --- deals that are alike ---------------------------------------------------------------------


@given(logs(most=20), seeds())
@settings(max_examples=20, deadline=None)
def test_another_deal_keeps_what_a_seat_has_seen(log: cr.DealLog, seed: int) -> None:
    for seat in (*range(log.state.rules.players), None):
        for other in redeals_of(log, seat, Random(seed), tries=3):
            start, again = log.start, other.start
            assert other.moves == log.moves
            assert (again.dealer, again.pack, again.carried) == (
                start.dealer, start.pack, start.carried,
            )  # fmt: skip
            assert list(map(len, again.hands)) == list(map(len, start.hands))
            if seat is not None:
                assert again.hands[seat] == start.hands[seat]
            assert other.since(0, seat) == log.since(0, seat)


SMALL = {
    "deck.ranks": ["7", "8", "9"], "deck.suits": ["C", "D"], "comet.cards": ["9D"],
    "play.order": "by_holder", "comet.when": "any_time", "comet.does": "stop",
    "comet.if_led": "comet",
}  # fmt: skip


def alike(log: cr.DealLog, seat: int) -> Iterator[cr.DealLog]:
    """Every deal of a small game for two in which a seat has been told the same."""
    cards = [card for card in log.start._setup.pack.physical if card not in log.start.hands[seat]]
    for theirs in combinations(cards, len(log.start.hands[1 - seat])):
        hands = [log.start.hands[seat], theirs][:: 1 if seat == 0 else -1]
        other = cr.DealLog(cr.new_deal(log.start.rules, hands=hands, dealer=log.start.dealer))
        try:
            for move in log.moves:
                other = other.step(move)
        except cr.IllegalMoveError:
            continue
        if other.since(0, seat) == log.since(0, seat) and other.view(seat) == log.view(seat):
            yield other


@pytest.mark.parametrize("seed", range(6))
def test_exactly_the_deals_that_are_alike_are_found(seed: int) -> None:
    rules = cr.compile_rules(house(SMALL), players=2)
    cards = Random(seed).sample(rules.packs[0].physical, 4)
    log = cr.DealLog(cr.new_deal(rules, hands=[cards[:2], cards[2:]], dealer=1))
    while not log.state.is_over:
        for seat in (0, 1):
            found = {log.start.hands, *(o.start.hands for o in redeals_of(log, seat, Random(1)))}
            assert found == {other.start.hands for other in alike(log, seat)}
        log = log.step(cr.legal_moves(log.state)[0])


# --- leaks that are put there -----------------------------------------------------------------

Seeded = Callable[[pytest.MonkeyPatch], None]


@attrs.define
class Behind:
    """What lies behind each view that a log has made, as an adapter might keep it."""

    states: dict[int, tuple[cr.View, cr.State]] = attrs.field(factory=dict)

    def watch(self, patch: pytest.MonkeyPatch) -> Behind:
        real = cr.view

        def view(state: cr.State, *arguments: Any, **options: Any) -> cr.View:
            made = real(state, *arguments, **options)
            self.states[id(made)] = made, state  # kept, so that no other view has its id
            return made

        patch.setattr("cometrules.log.view", view)
        return self

    def __getitem__(self, view: cr.View) -> cr.State:
        return self.states[id(view)][1]


def a_view_with_the_dead_cards(patch: pytest.MonkeyPatch) -> None:
    behind, real = Behind().watch(patch), cr.View.to_dict
    patch.setattr(cr.View, "to_dict", lambda view: {**real(view), "dead": str(behind[view].dead)})


def a_hash_that_takes_in_the_hands(patch: pytest.MonkeyPatch) -> None:
    behind = Behind().watch(patch)
    patch.setattr(cr.View, "__hash__", lambda view: hash(behind[view].hands))


def an_equality_that_takes_in_the_hands(patch: pytest.MonkeyPatch) -> None:
    behind = Behind().watch(patch)

    def same(one: cr.View, two: cr.View) -> bool:
        return behind[one].hands == behind[two].hands

    patch.setattr(cr.View, "__eq__", same)
    patch.setattr(cr.View, "__ne__", lambda one, two: not same(one, two))


def no_pass_where_nobody_could_go_on(patch: pytest.MonkeyPatch) -> None:
    """Passes are left out where nobody else has what is missing: they would change nothing."""
    real = cr.legal_moves

    def legal_moves(state: cr.State, seat: int | None = None) -> tuple[Move, ...]:
        moves = real(state, seat)
        if seat is None:
            return moves
        s, pack = state._node.situation, state._setup.pack
        held = {pack.place(card) for hand in state.hands for card in hand} & set(s.needs)
        return tuple(move for move in moves if held or not isinstance(move, cr.Pass))

    patch.setattr("cometrules.testing.leaks.legal_moves", legal_moves)


def redaction_that_does_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("cometrules.log.redact", lambda event, seat: event)


def errors_that_are_those_of_the_log(patch: pytest.MonkeyPatch) -> None:
    behind, real = Behind().watch(patch), cr.explain_illegal

    def explain(position: cr.State | cr.View, move: object) -> cr.IllegalMoveError | None:
        error = real(behind[position] if isinstance(position, cr.View) else position, move)
        return error and cr.IllegalMoveError(error.code, error.log, error.rule)

    patch.setattr("cometrules.testing.leaks.explain_illegal", explain)


def questions_to_those_alone_who_can_answer(patch: pytest.MonkeyPatch) -> None:
    real = _round

    def able(state: cr.State) -> tuple[tuple[int, bool], ...]:
        can = {question.seat for question in questions(state)}
        return tuple((seat, must) for seat, must in real(state) if seat in can)

    patch.setattr("cometrules.polled._round", able)


def a_key_with_the_dead_cards(patch: pytest.MonkeyPatch) -> None:
    real = cr.DealLog.key
    patch.setattr(cr.DealLog, "key", lambda log, seat: f"{real(log, seat)} {log.state.dead}")


SEEDED: dict[str, tuple[str, int, Seeded]] = {
    "view": ("foster-commit", 3, a_view_with_the_dead_cards),
    "equality of views": ("foster-commit", 3, an_equality_that_takes_in_the_hands),
    "hash of views": ("two-pack-comet", 3, a_hash_that_takes_in_the_hands),
    "legal moves": ("foster-commit", 3, no_pass_where_nobody_could_go_on),
    "events": ("old-comet-1718", 3, redaction_that_does_nothing),
    "errors": ("svensk-komet", 3, errors_that_are_those_of_the_log),
    "polled": ("svensk-komet", 4, questions_to_those_alone_who_can_answer),
    "key": ("svensk-komet", 3, a_key_with_the_dead_cards),
}


def test_a_leak_is_put_into_every_channel() -> None:
    assert SEEDED.keys() == CHANNELS.keys()


@pytest.mark.parametrize("channel", SEEDED)
def test_a_leak_that_is_put_there_is_found_and_no_other(
    channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, players, leak = SEEDED[channel]
    leak(monkeypatch)
    report = find_leaks(compiled(name, players), deals=2, moments=4, tries=3, seed=2)
    assert {found.channel for found in report.leaks} == {channel}
    assert str(report).startswith(f"{channel}: ") and name in str(report)


def test_redact_that_does_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cometrules.log.redact", lambda event, seat: event)
    report = find_leaks(compiled("two-pack-comet", 3), deals=1, moments=3, tries=4)
    assert {leak.channel for leak in report.leaks} == {"events"}


@pytest.mark.parametrize("channel", ["events", "polled"])
def test_a_leak_that_is_put_there_fails_a_test(
    channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, players, leak = SEEDED[channel]
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=f"{channel}: .*{name}"):
        assert_no_leaks(compiled(name, players), deals=1, moments=4, tries=3)


def test_a_hidden_card_in_a_view_shows_wherever_views_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = cr.view

    def careless(state: cr.State, *arguments: Any, **options: Any) -> cr.View:
        return attrs.evolve(real(state, *arguments, **options), hands=state.hands)

    monkeypatch.setattr("cometrules.log.view", careless)
    report = find_leaks(compiled("foster-commit", 3), deals=1, moments=3, tries=3)
    kinds = {leak.channel for leak in report.leaks}
    assert kinds == {"view", "equality of views", "hash of views"}


def test_a_channel_of_ones_own_is_searched() -> None:
    shown: dict[str, Callable[[cr.DealLog, int | None], object]] = {
        "server": lambda log, seat: {"sizes": log.view(seat).sizes},
        "careless server": lambda log, seat: {"next": [m.seat for m in cr.legal_moves(log.state)]},
    }
    report = find_leaks(compiled("svensk-komet", 3), deals=2, moments=5, tries=5, channels=shown)
    assert {leak.channel for leak in report.leaks} == {"careless server"}
    assert_no_leaks(compiled("svensk-komet", 3), deals=1, channels={"server": shown["server"]})


def test_by_turn_a_seat_may_know_who_moves_next() -> None:
    """The same channel tells nothing where turns are public: the check knows the difference."""
    next_ = {"next": lambda log, seat: [move.seat for move in cr.legal_moves(log.state)][:1]}
    assert_no_leaks(compiled("foster-commit", 3), deals=2, moments=4, tries=5, channels=next_)


# --- reports ---------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"deals": 0}, {"tries": 0}], ids=str)
def test_where_nothing_was_compared_nothing_is_proven(options: dict[str, Any]) -> None:
    report = find_leaks(compiled("foster-commit", 2), **options)
    assert report.compared == 0 and not report.leaks
    with pytest.raises(AssertionError, match="0 pairs"):
        assert_no_leaks(compiled("foster-commit", 2), **options)


def test_a_leak_says_what_to_whom_when_and_in_which_deals() -> None:
    state = table("svensk-komet", ["5C 7C", "6C 2C", "9D 2D"])
    log = cr.DealLog(state).step(cr.parse_move(state.rules, "0:5C"))
    shown = {"who is next": lambda log, seat: ["next", {"hands": log.state.hands[1]}]}
    report = leaks_at(log, 0, rng=Random(3), channels=shown)
    (leak,) = report.leaks
    other = play(leak.other.start, "0:5C")
    assert isinstance(leak, Leak) and (leak.seat, leak.log) == (0, log) and not report
    assert leak.other.moves == log.moves and leak.shown != leak.instead
    text = str(leak)
    assert text == str(report) and text.count("\n") == 3
    assert text.startswith(
        "who is next: seat 0 of svensk-komet for 3 can tell apart, after 1 moves"
    )
    assert "\n  hands 5C 7C | 2C 6C | 2D 9D\n" in text
    second = " | ".join(" ".join(map(str, hand)) for hand in other_hands(leak))
    assert f"\n  or    {second}\n" in text and second.startswith("5C 7C | ")
    assert text.endswith("\n  moves 0:5C")
    assert other == leak.other.state
    spectator = str(leaks_at(log, None, rng=Random(3), channels=shown).leaks[0])
    assert spectator.startswith("who is next: a spectator of svensk-komet for 3")


def other_hands(leak: Leak) -> tuple[tuple[cr.Card, ...], ...]:
    return leak.other.start.hands


def test_of_many_leaks_one_of_a_kind_is_told() -> None:
    shown = {"all": lambda log, seat: log.start.hands}
    report = find_leaks(compiled("svensk-komet", 3), deals=3, moments=5, tries=4, channels=shown)
    kinds = [
        (leak.channel, leak.seat, leak.log.state._node.situation.kind) for leak in report.leaks
    ]
    assert len(kinds) == len(set(kinds)) > 4
    assert {seat for _, seat, _ in kinds} == {0, 1, 2, None}
    assert str(report).count("can tell apart") == len(kinds)


def test_a_report_is_true_where_nothing_was_found() -> None:
    assert LeakReport((), 4) and str(LeakReport((), 4)) == "no leak found in 4 pairs of deals"


def test_a_search_depends_on_its_seed_alone() -> None:
    shown = {"all": lambda log, seat: log.start.hands}
    rules = compiled("foster-commit", 2)
    one, same, another = (
        find_leaks(rules, deals=1, tries=2, seed=seed, channels=shown) for seed in ("a", "a", "b")
    )
    assert str(one) == str(same) != str(another)
