"""The same seed gives the same deal, here, in another process, and in years to come."""

from __future__ import annotations

import base64
import functools
import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import cometrules as cr

from .strategies import compiled, pack_names

DIGESTS = {
    "american-commit": "a42f44ef0bec7c87",
    "denexa-comet-stripped": "9c8334488dc54bd6",
    "denexa-comet-stub": "0be5bf03ca2dcea0",
    "foster-commit": "90a5a00dacc72468",
    "foster-commit-es": "1c524e1aaaf3a1c4",
    "fransk-comet": "26a90fe2f456a098",
    "old-comet-1718": "ff1e8ca9545f126d",
    "svensk-komet": "b625850887be7bec",
    "two-pack-comet": "5f69703ae42abdd5",
    "two-pack-comet-opera": "ff165e9dd46ab066",
    "two-player-arnold": "39cae9f305c34ea0",
    "usa-komet": "cd6cdcd118fe8e11",
}
"""Of deals and whole playouts. They change where the rules do, and must not change otherwise."""

SEEDS: tuple[int | str, ...] = (0, 1, -7, 2**70, "1718", "komet ♦")


def told(name: str) -> Iterator[str]:
    """Deals and playouts of a game with all its player numbers, in words of our own.

    A move is chosen by `Random.random`, which Python promises not to change, among the texts of
    the legal moves in alphabetical order: their own order is pinned nowhere.
    """
    profile = cr.load_profile(name)
    for players in range(profile.players.min, profile.players.max + 1):
        rules = compiled(name, players)
        for number, seed in enumerate(SEEDS):
            pack = pack_names(rules)[number % len(pack_names(rules))]
            state = cr.new_deal(rules, seed=seed, dealer=number % players, pack=pack)
            yield f"{name} {players} {seed} {pack}"
            yield from (" ".join(map(str, hand)) for hand in (*state.hands, state.dead))
            if number == 1:
                yield from played_out(state, Random(1718))


def played_out(state: cr.State, random: Random) -> Iterator[str]:
    while moves := {f"{move.seat}:{move}": move for move in cr.legal_moves(state)}:
        texts = sorted(moves)
        text = texts[int(random.random() * len(texts))]
        state = cr.step(state, moves[text])
        yield text
    result = cr.score(state)
    pots = {str(card): lying for card, lying in result.pots.items()}
    yield f"{result.balances} {result.pool} {sorted(pots.items())} {result.winner}"


def digest(lines: Iterator[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def everything(name: str) -> Iterator[str]:
    """What may not depend on the process: texts of states, and every order."""
    rules = compiled(name, cr.load_profile(name).players.max)
    yield from map(repr, rules.actions)
    yield from map(repr, rules.cards)
    state, random = cr.new_deal(rules, seed="orders"), Random(5)
    while moves := cr.legal_moves(state):
        move = moves[int(random.random() * len(moves))]
        made = cr.transition(state, move)
        yield from (str(state), repr(state.pending), repr(moves), repr(made.events))
        state = made.state
    yield f"{state} {cr.score(state)}"


@functools.cache
def digests(name: str) -> str:
    """Of what is pinned, and of what must only not depend on the process."""
    return f"{digest(told(name))} {digest(everything(name))}"


@pytest.mark.parametrize("name", cr.bundled_profiles())
def test_deals_and_playouts_are_those_they_always_were(name: str) -> None:
    assert digests(name).split()[0] == DIGESTS[name]


def test_every_bundled_profile_is_pinned() -> None:
    assert sorted(DIGESTS) == sorted(cr.bundled_profiles())


# --- other processes --------------------------------------------------------------------------

IN_A_PROCESS = """
import sys
from tests.test_determinism import *
sys.stdout.reconfigure(encoding="utf-8")
for name in cr.bundled_profiles():
    print(name, digests(name))
"""

FROM_A_PICKLE = """
import base64, pickle, sys
import cometrules as cr
sys.stdout.reconfigure(encoding="utf-8")
pairs = pickle.loads(base64.b64decode(sys.stdin.read()))
for state, moves in pairs:
    print(state)
    print(repr(state))
    for move in moves:
        assert move in cr.legal_moves(state)
        state = cr.step(state, move)
    print(state, cr.score(state))
print(base64.b64encode(pickle.dumps(pairs)).decode(), file=sys.stderr)
"""


def in_a_process(
    code: str, hash_seed: str, text: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter with a hash seed of its own."""
    folder = Path(__file__).parents[1]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(folder), *sys.path]))
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=folder,
        encoding="utf-8",
        env=environment,
        input=text,
        timeout=120,
    )


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_another_process_sees_the_same_whatever_its_hashes(hash_seed: str) -> None:
    """Deals, playouts, the order of moves and of actions, texts and events."""
    lines = in_a_process(IN_A_PROCESS, hash_seed).stdout.splitlines()
    assert lines == [f"{name} {digests(name)}" for name in cr.bundled_profiles()]


def test_pickles_move_between_processes() -> None:
    """A state is read, printed and played on elsewhere, and its pickle comes back equal."""
    pairs = []
    for name in cr.bundled_profiles():
        players = cr.load_profile(name).players.min
        state, random = cr.new_deal(compiled(name, players), seed="travels", dealer=1), Random(2)
        start = cr.start(compiled(name, players))
        states, moves = [state], []
        while legal := cr.legal_moves(state):
            moves.append(legal[int(random.random() * len(legal))])
            state = cr.step(state, moves[-1])
            states.append(state)
        pairs += [(start, []), (states[0], moves), (states[9], moves[9:]), (states[-1], [])]
    variant = cr.load_profile("foster-commit").with_({"play.stops": ["K", "7D"]})
    pairs.append((cr.new_deal(cr.compile_rules(variant, 3), seed=1), []))
    sent = base64.b64encode(pickle.dumps(pairs)).decode()
    result = in_a_process(FROM_A_PICKLE, "99", sent)
    expected = []
    for state, moves in pairs:
        end = state
        for move in moves:
            end = cr.step(end, move)
        expected += [str(state), repr(state), f"{end} {cr.score(end)}"]
    assert result.stdout == "\n".join(expected) + "\n"
    back = pickle.loads(base64.b64decode(result.stderr.split()[-1]))
    assert back == pairs
    assert [hash(state) for state, _ in back] == [hash(state) for state, _ in pairs]


# --- seeds and generators ---------------------------------------------------------------------


def test_the_same_seed_gives_the_same_deal_and_others_give_others() -> None:
    rules = compiled("foster-commit", 4)
    deals = [cr.new_deal(rules, seed=seed) for seed in range(200)]
    assert deals == [cr.new_deal(rules, seed=seed) for seed in range(200)]
    assert len(set(deals)) == 200
    assert cr.new_deal(rules, seed="komet") != cr.new_deal(rules, seed="Komet")


def test_a_deal_leaves_the_global_generator_alone_and_does_not_ask_it() -> None:
    import random

    rules = compiled("two-pack-comet", 3)
    random.seed(1)
    before = random.getstate()
    one = cr.new_deal(rules, seed=5)
    assert random.getstate() == before
    random.seed(2)
    assert cr.new_deal(rules, seed=5) == one


class Only(Random):
    """A generator of which nothing but `random()` may be asked."""

    def __init__(self, *numbers: float) -> None:
        self.numbers, self.asked = numbers, 0

    def __getattribute__(self, name: str) -> object:
        if name.startswith("_") or name in ("numbers", "asked", "random"):
            return super().__getattribute__(name)
        raise AssertionError(f"random.{name} was used, which Python may change")

    def random(self) -> float:
        self.asked += 1
        return self.numbers[self.asked % len(self.numbers)]


@pytest.mark.parametrize("name", cr.bundled_profiles())
def test_of_a_generator_only_random_is_used(name: str) -> None:
    """The same numbers give the same deal; others another."""
    rules = compiled(name, cr.load_profile(name).players.min)
    numbers = [0.25, 0.5, 0.125, 0.875, 0.0]
    one, two, other = Only(*numbers), Only(*numbers), Only(*numbers[:-1], 0.75)
    deal = cr.new_deal(rules, rng=one)
    assert cr.new_deal(rules, rng=two) == deal
    assert one.asked == two.asked > 0
    assert cr.new_deal(rules, rng=other) != deal


def test_a_generator_goes_on_from_deal_to_deal() -> None:
    rules = compiled("svensk-komet", 4)
    random = Random(3)
    deals = [cr.new_deal(rules, rng=random) for _ in range(20)]
    assert len(set(deals)) == 20
    random = Random(3)
    assert deals == [cr.new_deal(rules, rng=random) for _ in range(20)]


def test_a_deal_by_generator_is_pinned_too() -> None:
    deal = cr.new_deal(compiled("denexa-comet-stub", 4), rng=Random(1718))
    assert " ".join(map(str, deal.hands[2])) == "AC 5C JC 2D 3D KD 2H 3H 4H 9H KH JS"


def test_every_card_comes_to_every_seat_about_equally_often() -> None:
    """A coarse look at the shuffle: 400 deals, each card 100 times at each seat, give or take."""
    rules = compiled("svensk-komet", 4)
    counts: dict[tuple[int, str], int] = {}
    for seed in range(400):
        for seat, hand in enumerate(cr.new_deal(rules, seed=seed).hands):
            for card in hand:
                counts[seat, str(card)] = counts.get((seat, str(card)), 0) + 1
    assert len(counts) == 4 * 52
    assert all(60 < number < 140 for number in counts.values())
    square = sum((number - 100) ** 2 / 75 for number in counts.values()) / len(counts)
    assert 0.7 < square < 1.3
