"""The shortest way through everything."""

from __future__ import annotations

import pytest

import cometrules as cr

from .helpers import every_table, legal, play, table


@pytest.mark.parametrize(("name", "players"), every_table())
def test_every_system_is_dealt_played_and_settled(name: str, players: int) -> None:
    state = cr.new_deal(cr.compile_rules(name, players), seed=1)
    while not state.is_over:
        state = cr.step(state, cr.legal_moves(state)[0])
    assert cr.score(state).winner is not None or cr.score(state).drawn


def test_cards_laid_out_by_hand() -> None:
    state = table("foster-commit", ["5C 7C", "6C 9D", "KC"])
    assert legal(play(state, "0:5C 0:pass")) == {"1:6C"}
