"""Whole random deals against OpenSpiel's crazy_eights, in paired slices of one run."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random

import pyspiel

from cometrules import (
    Rules,
    advance,
    bundled_profiles,
    compile_rules,
    legal_moves,
    load_profile,
    new_deal,
    step,
)

Slice = Callable[[float], tuple[float, float, float]]
"""Plays for some seconds; gives moves, real choices and deals per second."""


def crazy_eights(players: int) -> Slice:
    """OpenSpiel: `legal_actions` and `apply_action`, chance nodes not counted as moves."""
    game = pyspiel.load_game(f"crazy_eights(players={players})")
    rng = Random(1).random

    def play(seconds: float) -> tuple[float, float, float]:
        moves = choices = deals = 0
        start = time.perf_counter()
        while (now := time.perf_counter()) - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng() * len(actions))])
                    moves += 1
                    choices += len(actions) > 1
            deals += 1
        return moves / (now - start), choices / (now - start), deals / (now - start)

    return play


def stepping(rules: Rules) -> Slice:
    """Every move by `legal_moves` and `step`."""
    rng = Random(1).random
    seeds = iter(range(1 << 62))

    def play(seconds: float) -> tuple[float, float, float]:
        moves = choices = deals = 0
        start = time.perf_counter()
        while (now := time.perf_counter()) - start < seconds:
            state = new_deal(rules, seed=next(seeds), dealer=deals % rules.players)
            while legal := legal_moves(state):
                state = step(state, legal[int(rng() * len(legal))])
                moves += 1
                choices += len(legal) > 1
            deals += 1
        return moves / (now - start), choices / (now - start), deals / (now - start)

    return play


def advancing(rules: Rules) -> Slice:
    """Real choices only: the forced moves by `advance`."""
    rng = Random(1).random
    seeds = iter(range(1 << 62))

    def play(seconds: float) -> tuple[float, float, float]:
        choices = deals = 0
        start = time.perf_counter()
        while (now := time.perf_counter()) - start < seconds:
            state = new_deal(rules, seed=next(seeds), dealer=deals % rules.players)
            state = advance(state)
            while legal := legal_moves(state):
                state = advance(step(state, legal[int(rng() * len(legal))]))
                choices += 1
            deals += 1
        return 0.0, choices / (now - start), deals / (now - start)

    return play


def compare(rules: Rules, seconds: float, slices: int) -> tuple[list[float], list[float]]:
    """Our medians (moves, choices, deals per second), and their ratios to the peer's medians."""
    step_by_step, by_choices = stepping(rules), advancing(rules)
    peer = crazy_eights(rules.players)
    for play in (step_by_step, by_choices, peer):
        play(max(3.0, seconds / 2))  # warm: tables fill as play reaches them
    ours: list[tuple[float, float, float]] = []
    theirs: list[tuple[float, float, float]] = []
    for _ in range(slices):
        moves, _, _ = step_by_step(seconds / slices)
        theirs.append(peer(seconds / slices))
        _, choices, deals = by_choices(seconds / slices)
        ours.append((moves, choices, deals))
    medians = [statistics.median(column) for column in zip(*ours, strict=True)]
    peers = [statistics.median(column) for column in zip(*theirs, strict=True)]
    return medians, [own / other for own, other in zip(medians, peers, strict=True)]


def main() -> None:
    """Print a line for every profile at its smallest and largest number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6, help="for each side and profile")
    parser.add_argument("--slices", type=int, default=12)
    parser.add_argument("profiles", nargs="*")
    options = parser.parse_args()
    head = f"{'profile':<24}{'players':>7}{'moves/s':>10}{'choices/s':>11}{'deals/s':>9}"
    print(f"{head}{'ratios: moves':>15}{'choices':>9}{'deals':>8}")
    for name in options.profiles or bundled_profiles():
        players = load_profile(name).players
        for number in sorted(
            {players.min, 4, players.max} & set(range(players.min, players.max + 1))
        ):
            rates, ratios = compare(compile_rules(name, number), options.seconds, options.slices)
            figures = "".join(
                f"{rate:>{width},.0f}" for rate, width in zip(rates, (10, 11, 9), strict=True)
            )
            shares = "".join(
                f"{r:>{width}.2f}" for r, width in zip(ratios, (15, 9, 8), strict=True)
            )
            print(f"{name:<24}{number:>7}{figures}{shares}", flush=True)


if __name__ == "__main__":
    main()
