"""The example house rules: valid, playable, compared with their neighbours, shown at work."""

from __future__ import annotations

import functools
import re
import shlex
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

import cometrules as cr
from cometrules.cli import run

from .helpers import (
    PaidTo,
    balances,
    events,
    from_others,
    leads,
    legal,
    needs,
    paid,
    play,
    refused,
    table,
    texts,
    to_others,
    total,
)
from .strategies import physical_pack

pytestmark = pytest.mark.long

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "examples"

E = TypeVar("E", bound=cr.Event)

NEAREST = {
    "ace-high-foster": "foster-commit",
    "club-commit": "american-commit",
    "cometa-de-oros": "old-comet-1718",
    "komet-with-passes": "svensk-komet",
    "lowest-card-leads": "american-commit",
    "no-comet": "denexa-comet-stub",
    "red-and-black": "svensk-komet",
    "two-wild-nines": "old-comet-1718",
}
"""The bundled profile that each example is closest to."""

NAMES = tuple(NEAREST)

ALONE = ("cometa-de-oros", "red-and-black")
"""The examples that extend nothing; each of the others extends its nearest."""

DIFFERENCES = {
    "ace-high-foster": "deck.ranks play.stops pay.laying pay.leading end.caught",
    # In points nobody pays, so "paid by" and "pool goes to" are questions no more; what is paid
    # for cards left, and what Opera multiplies, are questions only here.
    "club-commit": """
        comet.fork-answered pay.from pool.stake pool.won-by
        end.scoring end.unit end.going-out end.per-card end.collected-by
        end.unplayed end.unplayed-where end.unplayed-as-card end.caught
        times.comet-caught times.comet-last times.comet-last-own times.opera
        end.drawn match.length custom.chips
    """,
    # The Comet stands for nothing and earns nothing, so its reward and what it stands for are no
    # questions; with two of them in a pack, multipliers can meet.
    "cometa-de-oros": """
        players.number deck.ranks deck.copies
        deal.hands deal.spare-hands deal.packet deal.direction deal.first-dealer
        play.turn play.at-once play.direction
        comet.cards comet.when comet.must comet.does comet.if-led comet.if-due
        pay.set pay.comet pay.comet-grows pay.comet-led pay.comet-rank pay.stuck pay.passing
        pool.stake pool.won-by
        end.unit end.per-card end.per-point end.values end.caught
        times.comet-caught times.together
        match.length match.ties
        custom.laying custom.ending-part custom.unable custom.cut custom.chips
    """,
    # Only with turns is there a length of a turn, and only with paid passes a pool.
    "komet-with-passes": """
        play.order play.continue play.turn comet.earliest pay.passing pool.won-by custom.unable
    """,
    "lowest-card-leads": """
        lead.by lead.first lead.later lead.suit lead.no-such-suit pay.stuck
    """,
    # Without a Comet all that is asked about one does not apply. Card values are asked only with
    # payment by points, and of cards not played only where there are any.
    "no-comet": """
        players.number deck.removed deal.dead-first play.after-stop play.when-stuck
        comet.cards comet.when comet.earliest comet.must comet.does comet.fork-answered
        comet.if-led pay.comet
        end.going-out end.per-card end.per-point end.values end.collected-by
        end.unplayed end.unplayed-where end.unplayed-as-card end.caught
        times.comet-caught times.comet-last match.length match.winner match.ties
    """,
    # Both have pots that a Comet freezes and a payment by card; nearly all else is new.
    "red-and-black": """
        players.number deck.ranks deck.removed-by-players deal.hands
        play.order play.turn play.stops play.when-stuck
        lead.by lead.later lead.suit lead.no-such-suit
        comet.cards comet.when comet.earliest comet.if-led
        pay.from pay.laying pay.comet pay.comet-grows pay.comet-led pay.stuck pay.passing
        pool.stake pool.won-by pots.stakes pots.taken pots.unclaimed pots.caught
        end.unit times.comet-caught times.comet-last-own custom.comet
    """,
    # What a Comet multiplies as its own rank follows what it multiplies as another card.
    "two-wild-nines": """
        lead.at-once comet.cards comet.does
        pay.comet pay.comet-grows pay.comet-resets pay.comet-counted pay.comet-rank
        end.caught times.comet-caught times.comet-last times.comet-last-own times.together
    """,
}
"""The questions that an example and its nearest answer differently, worked out by hand."""


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.yaml"


@functools.cache
def example(name: str) -> cr.Profile:
    return cr.load_profile(file_of(name))


def player_numbers(name: str) -> range:
    players = example(name).players
    return range(players.min, players.max + 1)


def settled(state: cr.State) -> Counter[PaidTo]:
    """The payments of the settlement."""
    payments = cr.score(state).payments
    return Counter((p.payer, p.payee, p.amount, p.rule) for p in payments)


def only(kind: type[E], state: cr.State, move: str) -> E:
    """The one event of a kind among what happens with one more move."""
    (event,) = [e for e in events(state, move) if isinstance(e, kind)]
    return event


# --- the files --------------------------------------------------------------------------------


def test_the_table_names_every_example() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.yaml")) == list(NAMES) == list(DIFFERENCES)
    assert len(NAMES) >= 7


@pytest.mark.parametrize("name", NAMES)
def test_valid_without_any_problem(name: str) -> None:
    """Warnings are problems, too. A few deals will do here: many are played below."""
    report = cr.validate_profile(file_of(name), deals=3)
    assert (str(report), report.problems) == (f"{file_of(name)}: no problem found", ())


@pytest.mark.parametrize("name", NAMES)
def test_id_is_the_name_of_the_file(name: str) -> None:
    profile = example(name)
    assert profile.id == name
    assert "en" in profile.title
    assert profile.extends == (None if name in ALONE else NEAREST[name])


@pytest.mark.parametrize("name", NAMES)
def test_short_and_begins_with_whose_game_it_is(name: str) -> None:
    lines = file_of(name).read_text("utf-8").splitlines()
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 80
    comment = lines[: lines.index("format: 1")]
    assert 2 <= len(comment) <= 4
    assert all(line.startswith("# ") for line in comment)
    assert any(" # " in line for line in lines[len(comment) :])


# --- played -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [(n, p) for n in NAMES for p in player_numbers(n)])
def test_random_deals_end_and_everything_adds_up(name: str, players: int) -> None:
    """Thirty deals in matches, so that pots, pools and growing rewards are carried, too."""
    rules = cr.compile_rules(example(name), players)
    rng = Random(f"{name} {players}")
    match = cr.new_match(rules, seed=f"{name} 0")
    for number in range(1, 31):
        match = match.after(played_to_the_end(match.deal(), rng))
        if match.is_over:
            assert match.winners
            match = cr.new_match(rules, seed=f"{name} {number}")


def played_to_the_end(state: cr.State, rng: Random) -> cr.State:
    """A deal played by chance; cards and money are counted from what is told of every move."""
    carried_in = total(state) if not in_points(state) else 0
    accounts: Counter[int | str] = Counter(dict(enumerate(balances(state))))
    accounts["pool"] = state.pool
    accounts.update({f"pot {card}": amount for card, amount in state.pots.items()})
    laid: Counter[cr.Card] = Counter()
    moves = 0
    while not state.is_over:
        assert moves < state.rules.max_moves
        done = cr.transition(state, rng.choice(cr.legal_moves(state)))
        state, moves = done.state, moves + 1
        for event in done.events:
            if isinstance(event, cr.Laid):
                laid.update(event.cards)
            elif isinstance(event, cr.Paid):
                accounts[event.payment.payer] -= event.payment.amount
                accounts[event.payment.payee] += event.payment.amount
    assert laid == Counter(state.laid)
    laid.update([*state.dead, *(card for hand in state.hands for card in hand)])
    assert laid == Counter(physical_pack(state.rules, state.pack))
    result = cr.score(state)
    assert result.balances == tuple(accounts[seat] for seat in range(state.rules.players))
    assert result.pool == accounts["pool"]
    assert result.pots == {card: accounts[f"pot {card}"] for card in state.pots}
    if in_points(state):
        assert sum(result.balances) == -accounts["written"]
    else:
        assert total(state) == carried_in
        assert accounts["written"] == 0
    if not result.drawn:
        assert result.winner is not None
        assert state.hands[result.winner] == ()
    return state


def in_points(state: cr.State) -> bool:
    return state.rules.profile.settlement.scoring == "points"


# --- compared ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_differs_from_its_nearest_exactly_where_it_should(name: str) -> None:
    compared = cr.compare(file_of(name), NEAREST[name])
    differing = [row.dimension.id for row in compared.differences]
    assert sorted(differing) == sorted(DIFFERENCES[name].split())


@pytest.mark.parametrize("name", NAMES)
def test_cells_are_declared_with_file_and_line(name: str) -> None:
    """The line of the answer, else the line that says what is extended; else only the file."""
    profile = example(name)
    lines = file_of(name).read_text("utf-8").splitlines()
    for cell in cr.cells_of(profile).values():
        if cell.origin == "not_applicable":
            continue
        assert (cell.origin, cell.basis) == ("declared", "declared")
        file, _, line = cell.place.partition(":")
        assert file == f"{name}.yaml"
        if cell.inherited:
            assert lines[int(line) - 1].startswith(f"extends: {cell.inherited}")
        elif line:
            keys = "|".join(where.rpartition(".")[2] for where in cell.dimension.where)
            assert re.search(rf"\b({keys}):", lines[int(line) - 1]), cell.dimension.id
        else:
            assert name in ALONE


@pytest.mark.parametrize(
    ("name", "dimension", "text"),
    [
        ("ace-high-foster", "play.stops", "stops: []"),
        ("club-commit", "comet.fork-answered", "fork_answered: by_holder"),
        ("cometa-de-oros", "deck.copies", "copies: 2"),
        ("komet-with-passes", "pay.passing", "passing: 1"),
        ("lowest-card-leads", "lead.by", "by: holder_of"),
        ("no-comet", "comet.cards", "cards: []"),
        ("red-and-black", "pots.caught", "caught: doubled"),
        ("two-wild-nines", "times.together", "together: add"),
    ],
)
def test_the_line_is_that_of_the_rule(name: str, dimension: str, text: str) -> None:
    cell = cr.cells_of(example(name))[dimension]
    lines = file_of(name).read_text("utf-8").splitlines()
    (number,) = [n for n, line in enumerate(lines, 1) if line.strip().startswith(text)]
    assert (cell.place, cell.inherited) == (f"{name}.yaml:{number}", None)


# --- what the README of the examples says -----------------------------------------------------


def readme() -> str:
    return (FOLDER / "README.md").read_text("utf-8")


def test_readme_has_a_line_for_every_example() -> None:
    linked = re.findall(r"^[-|*] *\[`([a-z-]+)\.yaml`\]\(\1\.yaml\)", readme(), re.MULTILINE)
    assert sorted(linked) == list(NAMES)


def test_readme_commands_work(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = re.findall(r"```sh\n(.*?)```", readme(), re.DOTALL)
    commands = [shlex.split(line, comments=True) for line in block.splitlines() if line.strip()]
    assert {command[1] for command in commands} >= {"validate", "play", "compare", "show"}
    for program, *arguments in commands:
        assert program == "cometrules"
        if arguments[0] == "validate":
            arguments.append("--no-play")  # what takes its time is done above
        assert run(list(_unglobbed(arguments))) == 0, arguments
    assert "Traceback" not in capsys.readouterr().err


def _unglobbed(arguments: Iterable[str]) -> Iterable[str]:
    """Arguments as a shell would give them."""
    for argument in arguments:
        yield from sorted(map(str, Path().glob(argument))) if "*" in argument else [argument]


# --- komet-with-passes ------------------------------------------------------------------------

STAR = ["JD 5C", "QD 6C 3H", "9D KD 7C"]
"""Seat 2 deals and fills the pots with 15."""


def test_komet_with_passes__the_nine_may_come_before_the_first_card() -> None:
    state = table(example("komet-with-passes"), STAR)
    assert legal(state) == {"0:JD", "0:5C", "2:9D"}
    assert legal(table("svensk-komet", STAR)) == {"0:JD", "0:5C"}
    assert legal(play(state, "2:9D")) == {"2:KD", "2:7C"}


def test_komet_with_passes__a_pass_is_free_to_choose_and_costs_one() -> None:
    state = table(example("komet-with-passes"), STAR)
    assert paid(state, "0:JD") == [("pot JD", 0, 2, "stakes.pots.taken")]
    state = play(state, "0:JD")
    assert paid(state, "0:pass") == []  # who has laid in the turn ends it for nothing
    state = play(state, "0:pass")
    assert legal(state) == {"1:QD", "1:pass", "2:9D"}
    assert paid(state, "1:pass") == [(1, "pool", 1, "payments.passing")]
    state = play(state, "1:pass")
    assert only(cr.RunStuck, state, "2:pass").last == 0
    assert legal(play(state, "2:pass")) == {"0:5C", "2:9D"}


def test_komet_with_passes__pots_freeze_and_the_passes_go_to_the_winner() -> None:
    state = play(table(example("komet-with-passes"), STAR), "0:JD 0:pass 1:pass 2:pass")
    only(cr.PotsFrozen, state, "2:9D")
    state = play(state, "2:9D")
    assert paid(state, "2:KD") == []
    state = play(state, "2:KD 2:pass 0:pass 1:pass")
    assert state.pool == 4
    over = play(state, "2:7C")
    assert settled(over) == Counter([
        (0, 2, 1, "settlement.per_card"), (1, 2, 3, "settlement.per_card"),
        ("pool", 2, 4, "stakes.pool.won_by"),
    ])  # fmt: skip
    assert balances(over) == (2 - 1 - 1, -2 - 3, -15 - 1 + 4 + 1 + 3)
    assert {str(card): left for card, left in cr.score(over).pots.items()} == {
        "AD": 5, "KD": 4, "QD": 3, "JD": 0, "TD": 1,
    }  # fmt: skip


# --- two-wild-nines ---------------------------------------------------------------------------

REWARD = "payments.comet.reward"


def test_two_wild_nines__each_stands_in_and_the_run_goes_on() -> None:
    """9♦ lay dead twice, so it earns three and twice two; 9♥ earns as a king besides."""
    dead_twice = cr.Carried(lay_dead={cr.parse_card("9D"): 2, cr.parse_card("9H"): 0})
    hands = ["5C 7C QS 2S", "9D JH QH", "9H 3C 4D"]
    state = play(table(example("two-wild-nines"), hands, carried=dead_twice), "0:5 0:pass")
    assert legal(state) == {"1:9D=6", "1:pass"}
    assert Counter(paid(state, "1:9D=6")) == from_others(1, 3 + 2 * 2, REWARD, 3)
    state = play(state, "1:9D=6")
    assert needs(state) == (1, {"7"})
    state = play(state, "1:pass")
    assert legal(state) == {"2:9H=7", "2:pass"}
    state = play(state, "2:pass 0:7 0:pass 1:pass")
    assert Counter(paid(state, "2:pass")) == from_others(0, 1, "payments.stuck", 3)
    state = play(state, "2:pass 0:Q 0:pass 1:pass")
    earned = from_others(2, 3, REWARD, 3) + from_others(2, 1, "payments.laying.K", 3)
    assert Counter(paid(state, "2:9H=K")) == earned
    assert only(cr.RunStopped, state, "2:9H=K").leader == 2
    over = play(state, "2:9H=K 2:3 2:4")
    assert settled(over) == Counter([
        (0, 2, 2, "settlement.per_point"), (1, 2, 10 + 10, "settlement.per_point"),
    ])  # fmt: skip
    assert balances(over) == (-7 + 2 - 4 - 2, 14 - 1 - 4 - 20, -7 - 1 + 8 + 22)


@pytest.mark.parametrize(
    ("hands", "last", "rewards", "points"),
    [
        (["5C", "9H KC"], "0:5", 0, (9 + 10) * 2),
        (["5C", "9H 9D"], "0:5", 0, (9 + 9) * (2 + 2)),
        (["9D", "KC"], "0:9D=4", 3, 10 * 2),
        (["9D", "KC"], "0:9D=9", 3, 10 * 2),
        (["9D", "9H KC"], "0:9D=4", 3, (9 + 10) * (2 + 2)),
    ],
)
def test_two_wild_nines__doublings_are_added(
    hands: list[str], last: str, rewards: int, points: int
) -> None:
    over = play(table(example("two-wild-nines"), hands), last)
    assert balances(over) == (rewards + points, -rewards - points)


def test_two_wild_nines__four_kings_may_be_led_together() -> None:
    state = table(example("two-wild-nines"), ["KC KD KH KS 2C", "3C"])
    assert legal(state) == {"0:2", "0:K", "0:K*4"}
    assert paid(state, "0:K*4") == [(1, 0, 1, "payments.laying.K")] * 4
    assert legal(table("old-comet-1718", ["KC KD KH KS 2C", "3C"])) == {"0:2", "0:K"}


# --- ace-high-foster --------------------------------------------------------------------------


def test_ace_high_foster__the_ace_is_on_top_and_the_two_leads() -> None:
    hands = ["2C QH KH 5D", "AH 5S", "9D AC 7S"]
    state = table(example("ace-high-foster"), hands)
    assert Counter(paid(state, "0:2C")) == from_others(0, 1, "payments.leading.2", 3)
    state = play(state, "0:2C 0:pass 1:pass")
    assert legal(state) == {"2:9D", "2:pass"}
    state = play(state, "2:pass 0:QH")
    assert paid(state, "0:KH") == []
    state = play(state, "0:KH")
    assert needs(state) == (0, {"AH"})  # the king stops nothing
    state = play(state, "0:pass")
    assert legal(state) == {"1:AH"}
    assert Counter(paid(state, "1:AH")) == from_others(1, 1, "payments.laying.A", 3)
    assert only(cr.RunStopped, state, "1:AH").leader == 1
    over = play(state, "1:AH 1:5S")
    caught = to_others(2, 2, "settlement.caught.comet.to_each", 3)
    caught += to_others(2, 1, "settlement.caught.A.to_each", 3)
    assert settled(over) == caught + Counter([("pool", 1, 3, "stakes.pool.won_by")])
    assert balances(over) == (-1 + 2 - 1 + 3, -1 - 1 + 2 + 3 + 3, -1 - 1 - 1 - 6)


def test_ace_high_foster__neither_king_nor_led_ace_earns() -> None:
    state = table(example("ace-high-foster"), ["KC AC AD 4S", "3H"])
    assert paid(state, "0:KC") == []
    assert paid(state, "0:AD") == [(1, 0, 1, "payments.laying.A")]
    over = play(table(example("ace-high-foster"), ["4S", "KC 3H"]), "0:4S")
    assert settled(over) == Counter([("pool", 0, 2, "stakes.pool.won_by")])


# --- no-comet ---------------------------------------------------------------------------------


def test_no_comet__the_nine_of_diamonds_is_due_like_any_card() -> None:
    hands = ["8D KD 6C", "9D 9H AS", "7C 2H 3H"]
    state = table(example("no-comet"), hands)
    assert legal(state) == leads(0, "8D KD 6C")
    state = play(state, "0:8D")
    assert legal(state) == {"1:9D"}
    assert not only(cr.Laid, state, "1:9D").as_comet


def test_no_comet__the_lead_goes_round_and_everybody_keeps_the_own_points() -> None:
    hands = ["8D KD 6C", "9D 9H AS", "7C 2H 3H"]
    state = play(table(example("no-comet"), hands), "0:8D")
    stuck = only(cr.RunStuck, state, "1:9D")
    assert (stuck.last, list(map(str, stuck.missing))) == (1, ["TD"])
    state = play(state, "1:9D")
    assert state.pending == cr.AwaitLead(2)  # the neighbour of who was stuck
    state = play(state, "2:2H 2:3H")
    assert state.pending == cr.AwaitLead(0)
    assert only(cr.RunStopped, state, "0:KD").leader == 1  # the neighbour of who stopped
    state = play(state, "0:KD 1:9H")
    assert state.pending == cr.AwaitLead(2)
    over = play(state, "2:7C")
    assert settled(over) == Counter([
        ("written", 0, 6, "settlement.per_point"), ("written", 1, 15, "settlement.per_point"),
    ])  # fmt: skip
    assert balances(over) == (6, 15, 0)


def test_no_comet__four_cards_lie_hidden_and_the_lowest_total_wins() -> None:
    rules = cr.compile_rules(example("no-comet"), 4)
    match = cr.new_match(rules, seed=5)
    assert [len(hand) for hand in match.deal().hands] == [12] * 4
    assert len(match.deal().dead) == 4
    rng = Random(5)
    while not match.is_over:
        match = match.after(played_to_the_end(match.deal(), rng))
    assert max(match.totals) >= 150
    (winner,) = match.winners
    assert match.totals[winner] == min(match.totals)


# --- lowest-card-leads ------------------------------------------------------------------------

HEARTS = ["3S 7S 4H", "AD AC 5H 8S", "2D 6D TD"]


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_lowest_card_leads__the_holder_of_the_ace_of_diamonds_leads_an_ace(dealer: int) -> None:
    state = table(example("lowest-card-leads"), HEARTS, dealer=dealer)
    assert state.pending == cr.AwaitLead(1)
    assert legal(state) == {"1:AD", "1:AC"}
    assert refused(state, "1:5H") == "lead_limited"


def test_lowest_card_leads__or_of_the_lowest_diamond_there_is() -> None:
    state = table(example("lowest-card-leads"), ["3S 7S 4H", "AC 5H 8S", "2D 6D TD"])
    assert legal(state) == {"2:2D"}


def test_lowest_card_leads__the_lowest_of_a_new_suit_or_the_lead_passes() -> None:
    state = play(table(example("lowest-card-leads"), HEARTS), "1:AC 1:pass 2:pass")
    assert Counter(paid(state, "0:pass")) == from_others(1, 1, "payments.stuck", 3)
    state = play(state, "0:pass")
    assert legal(state) == {"1:AD", "1:5H", "1:8S"}  # after clubs, each of them the lowest
    state = play(state, "1:AD 1:pass")
    assert legal(state) == {"2:2D"}
    state = play(state, "2:2D 2:pass 0:pass 1:pass")
    assert legal(state) == {"2:pass"}  # after diamonds with diamonds only
    only(cr.LeadPassed, state, "2:pass")
    state = play(state, "2:pass")
    assert legal(state) == {"0:3S", "0:4H"}
    assert refused(state, "0:7S") == "lead_limited"
    over = play(state, "0:4H 0:pass 1:5H 1:pass 2:pass 0:pass 1:8S")
    assert settled(over) == Counter([("pool", 1, 3, "stakes.pool.won_by")])
    assert balances(over) == (-1 - 1 - 1 - 1, -1 + 2 - 1 + 2 + 3, -1 - 1 + 2 - 1)


# --- cometa-de-oros ---------------------------------------------------------------------------


def test_cometa_de_oros__one_card_a_turn_to_the_right() -> None:
    """Seat 1 deals, so seat 0 leads, and seat 2 comes after it."""
    hands = ["5H 2C 3C", "7D 7S QH", "6S 7D JD 4H"]
    state = table(example("cometa-de-oros"), hands, dealer=1)
    assert (state.pool, balances(state)) == (8, (-2, -4, -2))
    assert legal(state) == {"0:5", "0:2", "0:3"}
    state = play(state, "0:5")
    assert legal(state) == {"2:6"}  # able, so the Comet waits
    state = play(state, "2:6")
    assert legal(state) == {"1:7", "1:7D"}
    assert not only(cr.Laid, state, "1:7D").as_comet  # in its own place a seven like any other
    state = play(state, "1:7D")
    assert needs(state) == (0, {"J"})
    assert paid(state, "0:pass") == [(0, "pool", 1, "payments.passing")]
    state = play(state, "0:pass 2:J 1:Q 0:pass")
    assert legal(state) == {"2:7D"}  # unable, so the Comet it must be
    assert only(cr.RunStopped, state, "2:7D").leader == 2
    over = play(state, "2:7D 2:4")
    assert settled(over) == Counter([
        (0, 2, 2, "settlement.per_card"), (1, 2, 1, "settlement.per_card"),
        ("pool", 2, 10, "stakes.pool.won_by"),
    ])  # fmt: skip
    assert balances(over) == (-2 - 1 - 1 - 2, -4 - 1, -2 + 10 + 3)


def test_cometa_de_oros__two_comets_kept_count_nine_times() -> None:
    over = play(table(example("cometa-de-oros"), ["4C", "7D 7D KS", "7S 2H"], dealer=1), "0:4")
    assert settled(over) == Counter([
        (1, 0, 3 * 3 * 3, "settlement.per_card"), (2, 0, 2, "settlement.per_card"),
        ("pool", 0, 8, "stakes.pool.won_by"),
    ])  # fmt: skip


def test_cometa_de_oros__the_comet_is_led_only_once_everybody_has_passed() -> None:
    state = table(example("cometa-de-oros"), ["7D", "4C 5C", "7D"], dealer=1)
    assert legal(state) == {"0:pass"}
    assert paid(state, "0:pass") == [(0, "pool", 1, "payments.passing")]
    state = play(state, "0:pass")
    assert legal(state) == {"2:pass"}
    assert legal(play(state, "2:pass")) == {"1:4", "1:5"}
    state = play(table(example("cometa-de-oros"), ["7D", "7D"], dealer=1), "0:pass 1:pass")
    assert legal(state) == {"0:7D"}


def test_cometa_de_oros__dealt_five_at_a_time_to_the_right() -> None:
    """The order of the deal shows in who gets the first cards of the same shuffle."""
    profile = example("cometa-de-oros")
    to_left = profile.with_({"deal.direction": "left"})
    sizes = {n: [len(h) for h in deal(profile, n).hands] for n in player_numbers("cometa-de-oros")}
    assert sizes == {n: [each] * n for n, each in {2: 20, 3: 16, 4: 15, 5: 13, 6: 11}.items()}
    right, left = deal(profile, 3), deal(to_left, 3)
    assert (right.hands[2], right.hands[1]) == (left.hands[1], left.hands[2])


def deal(profile: cr.Profile, players: int) -> cr.State:
    return cr.new_deal(cr.compile_rules(profile, players), seed=1, dealer=0)


# --- red-and-black ----------------------------------------------------------------------------

BOWL = ["AH 4S JD 3H", "7H TH 5C QS", "9S 6C 2S"]
"""Seat 2 deals: six into the bowl, three on the queen of spades, four on the jack of diamonds."""


def test_red_and_black__the_holder_of_the_seven_of_hearts_leads_and_skips_the_gap() -> None:
    state = table(example("red-and-black"), BOWL)
    assert (state.pool, list(state.pots.values()), balances(state)) == (6, [3, 4], (-4, -4, -5))
    assert legal(state) == leads(1, "7H TH 5C QS")
    state = play(state, "1:7H 1:pass")
    assert paid(state, "2:pass") == [(2, "pool", 1, "payments.passing")]
    state = play(state, "2:pass")
    assert paid(state, "0:pass") == [
        (0, "pool", 1, "payments.passing"), ("pool", 1, 1, "payments.stuck"),
    ]  # fmt: skip
    state = play(state, "0:pass")
    assert state.pending == cr.AwaitTurn(1, (cr.parse_card("TH"),))
    assert legal(state) == {"1:TH"}


def test_red_and_black__colours_change_pots_freeze_and_the_bowl_pays() -> None:
    state = play(table(example("red-and-black"), BOWL), "1:7H 1:pass 2:pass 0:pass")
    state = play(state, "1:TH 1:pass 2:pass 0:pass")
    assert legal(state) == {"1:5C", "1:QS"}  # black after hearts
    state = play(state, "1:5C 1:pass 2:6C")
    assert legal(state) == {"2:9S", "2:pass"}  # its own part has ended
    assert paid(state, "2:9S") == [("pool", 2, 3, REWARD)]
    only(cr.PotsFrozen, state, "2:9S")
    state = play(state, "2:9S")
    assert state.pool == 6 + 4 - 2 - 3
    assert legal(state) == {"2:pass"}  # the last plain card was a club, and seat 2 has a spade
    assert paid(state, "2:pass") == [(2, "pool", 1, "payments.passing")]
    state = play(state, "2:pass")
    assert legal(state) == {"0:AH", "0:JD"}
    assert paid(state, "0:AH") == [("pool", 0, 2, "payments.laying.AH")]
    state = play(state, "0:AH 0:pass 1:pass 2:pass 0:3H 0:pass 1:pass 2:pass")
    assert legal(state) == {"0:4S"}
    state = play(state, "0:4S 0:pass 1:pass 2:pass")
    over = play(state, "0:JD")
    assert settled(over) == Counter([
        (1, 0, 1, "settlement.per_card"), (2, 0, 1, "settlement.per_card"),
        (1, "pot QS", 3, "stakes.pots.caught"),
    ])  # fmt: skip
    assert balances(over) == (
        -4 - 2 + 2 + 3 + 2,  # passes, the ace of hearts, three stuck runs, cards left
        -4 + 2 - 3 - 3 - 1,  # two stuck runs, passes, the queen kept, and as a card
        -5 - 2 + 3 - 1 - 3 - 1,  # passes, the Comet, the lead passed on, passes, a card
    )
    assert (cr.score(over).pool, list(cr.score(over).pots.values())) == (7, [6, 4])


def test_red_and_black__a_pot_goes_to_whoever_was_dealt_its_card_and_got_rid_of_it() -> None:
    state = table(example("red-and-black"), ["3C", "7H JD KS", "QS 2C"])
    state = play(state, "1:JD 1:pass 2:pass 0:pass")
    assert legal(state) == {"1:KS"}
    over = play(state, "1:KS 1:7H")
    assert settled(over) == Counter([
        (0, 1, 1, "settlement.per_card"), (2, 1, 2, "settlement.per_card"),
        ("pot JD", 1, 4, "stakes.pots.taken"), (2, "pot QS", 3, "stakes.pots.caught"),
    ])  # fmt: skip


def test_red_and_black__the_comet_laid_last_empties_the_bowl() -> None:
    state = play(table(example("red-and-black"), ["3C", "7H 9S", "KD 2C"]), "1:7H")
    assert legal(state) == {"1:9S", "1:pass"}
    assert paid(state, "1:9S") == [
        ("pool", 1, 3, REWARD),
        (0, 1, 1, "settlement.per_card"), (2, 1, 2, "settlement.per_card"),
        ("pool", 1, 3, "stakes.pool.won_by"),
    ]  # fmt: skip


def test_red_and_black__a_pot_left_over_is_made_up_to_one_stake() -> None:
    rules = cr.compile_rules(example("red-and-black"), 3)
    left = cr.Carried(pots={cr.parse_card("QS"): 6, cr.parse_card("JD"): 1}, pool=7)
    state = cr.start(rules, dealer=2, carried=left)
    assert (list(state.pots.values()), state.pool) == ([6, 4], 7 + 6)
    assert sum(balances(state)) == -6 - 3


@pytest.mark.parametrize(("players", "dead"), [(3, 1), (4, 0), (5, 0), (6, 4)])
def test_red_and_black__dead_cards_by_number_of_players(players: int, dead: int) -> None:
    state = deal(example("red-and-black"), players)
    assert len(state.dead) == dead
    held = {text for hand in state.hands for text in texts(hand)}
    assert ({"2C", "2S"} & held == set()) if players == 5 else len(held) == 52 - dead


# --- club-commit ------------------------------------------------------------------------------

FORK = ["7S TD 2D", "9D 4H KH", "8S KC 5C"]


def test_club_commit__whoever_has_a_card_answers_the_fork() -> None:
    state = play(table(example("club-commit"), FORK), "0:7S 0:pass")
    assert legal(state) == {"1:9D", "1:pass"}
    assert paid(state, "1:9D") == [("written", 1, 2, REWARD)]
    state = play(state, "1:9D")
    assert isinstance(state.pending, cr.AwaitHolder)
    assert legal(state) == {"0:TD", "2:8S"}
    assert needs(play(state, "0:TD")) == (0, {"JD"})
    assert needs(play(state, "2:8S")) == (2, {"9S"})
    asked_round = play(table("american-commit", FORK), "0:7S 0:pass 1:9D")
    assert legal(asked_round) == {"2:8S"}


def test_club_commit__kings_and_the_comet_score_in_place_of_a_card() -> None:
    over = play(
        table(example("club-commit"), FORK), "0:7S 0:pass 1:9D 0:TD 0:pass 1:pass 2:pass 0:2D"
    )
    assert settled(over) == Counter([
        ("written", 0, 5, "settlement.going_out"),
        ("written", 0, 1, "settlement.per_card"), ("written", 0, 2, "settlement.per_card"),
        *[("written", 0, 3, "settlement.unplayed.cards.K")] * 2,
    ])  # fmt: skip
    assert balances(over) == (5 + 1 + 2 + 3 + 3, 2, 0)


def test_club_commit__opera_doubles_what_is_scored_by_card() -> None:
    state = play(table(example("club-commit"), ["5C 6C", "9D 3H", "JS 2H"]), "0:5C")
    ended = only(cr.DealEnded, state, "0:6C")
    assert (ended.opera, ended.drawn) == (True, False)
    over = play(state, "0:6C")
    assert settled(over) == Counter([
        ("written", 0, 5, "settlement.going_out"),
        ("written", 0, 1 * 2, "settlement.per_card"), ("written", 0, 2 * 2, "settlement.per_card"),
        ("written", 0, 4, "settlement.unplayed.cards.9D"),
    ])  # fmt: skip
    assert balances(over) == (15, 0, 0)


def test_club_commit__opera_is_void_where_the_dealer_could_have_done_it_too() -> None:
    over = play(table(example("club-commit"), ["5C 6C", "9D 3H", "JS QS"]), "0:5C 0:6C")
    result = cr.score(over)
    assert (result.drawn, result.winner, result.payments) == (True, None, ())
    assert result.balances == (0, 0, 0)
