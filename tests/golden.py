"""Writes the golden records, after a change of rules that is meant: ``python -m tests.golden``."""

from __future__ import annotations

from pathlib import Path
from random import Random

import cometrules as cr

from .helpers import every_table

FOLDER = Path(__file__).parent / "records"
MATCHES = [("svensk-komet", 3), ("two-pack-comet", 2), ("denexa-comet-stub", 4)]


def played(state: cr.State, rng: Random) -> cr.DealLog:
    """A deal played out by random moves."""
    log = cr.DealLog(state)
    while not log.state.is_over:
        log = log.step(rng.choice(cr.legal_moves(log.state)))
    return log


def whole_match(name: str, players: int) -> cr.Record:
    """A match to its end."""
    match = cr.new_match(cr.compile_rules(name, players), seed=f"golden {name}")
    rng, logs = Random(f"golden {name}"), []
    while not match.is_over:
        logs.append(played(match.deal(), rng))
        match = match.after(logs[-1].state)
    return cr.Record.of(*logs)


def main() -> None:
    """Write a deal of every game for every number of players, and a few matches."""
    FOLDER.mkdir(exist_ok=True)
    for name, players in every_table():
        rules, seed = cr.compile_rules(name, players), f"golden {name} {players}"
        log = played(cr.new_deal(rules, seed=seed, dealer=players - 1), Random(seed))
        record = cr.Record.of(log, seeds=[seed])
        cr.write_record(record, FOLDER / f"{name}-{players}.comet.yaml")
    for name, players in MATCHES:
        cr.write_record(whole_match(name, players), FOLDER / f"match-{name}.comet.yaml")


if __name__ == "__main__":
    main()
