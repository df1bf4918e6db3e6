"""The rules of the card games Comet, Commit and Komet.

Load a profile, deal, ask what is legal, play, settle:

>>> import cometrules as cr
>>> rules = cr.compile_rules(cr.load_profile("foster-commit"), players=4)
>>> state = cr.new_deal(rules, seed=7, dealer=0)
>>> state = cr.step(state, cr.legal_moves(state)[0])

Nothing is imported before it is asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from .cards import Card, parse_card
    from .comparison.model import Comparison, Row, compare
    from .drawing import draw
    from .engine.asking import Question, questions
    from .engine.dealing import new_deal, start
    from .engine.illegal import explain_illegal
    from .engine.play import Transition, advance, legal_moves, step, transition
    from .engine.settlement import Score, score
    from .errors import (
        CheckError,
        CometError,
        DealError,
        IllegalMoveError,
        NotationError,
        PositionError,
        ProfileError,
        RecordError,
        StaleMoveError,
    )
    from .events import (
        DealEnded,
        Dealt,
        Event,
        Laid,
        LeadPassed,
        Paid,
        Passed,
        PotsFrozen,
        RunStopped,
        RunStuck,
        redact,
    )
    from .evidence.cells import Cell, cells_of
    from .explanation import Explanation, explain
    from .ledger import Carried, Payment
    from .log import DealLog, Told, Turn
    from .match import Match, new_match
    from .moves import Deal, Lay, LaySet, Move, Pass, StandIn
    from .polled import Poll, poll
    from .profile.catalogue import bundled_profiles, load_profile, validate_profile
    from .profile.model import Profile
    from .profile.report import Place, Problem, Report
    from .records.model import DealOutcome, MatchOutcome, Record, RecordedDeal
    from .records.reading import check_record, read_record
    from .records.writing import write_record
    from .rules import Rules, compile_rules, parse_move
    from .sentences import Section, Sentence, describe
    from .simulation.policies import Policy, Seen, greedy, uniform
    from .simulation.run import DealResult, MatchResult, PolicyError, simulate
    from .simulation.summary import Figure, Summary, summarize
    from .state import AwaitDeal, AwaitHolder, AwaitLead, AwaitTurn, DealOver, State
    from .views import View, view

_HOMES = {
    "cards": ("Card", "parse_card"),
    "comparison.model": ("Comparison", "Row", "compare"),
    "drawing": ("draw",),
    "engine.asking": ("Question", "questions"),
    "engine.dealing": ("new_deal", "start"),
    "engine.illegal": ("explain_illegal",),
    "engine.play": ("Transition", "advance", "legal_moves", "step", "transition"),
    "engine.settlement": ("Score", "score"),
    "evidence.cells": ("Cell", "cells_of"),
    "errors": (
        "CheckError", "CometError", "DealError", "IllegalMoveError", "NotationError",
        "PositionError", "ProfileError", "RecordError", "StaleMoveError",
    ),
    "explanation": ("Explanation", "explain"),
    "events": (
        "DealEnded", "Dealt", "Event", "Laid", "LeadPassed", "Paid", "Passed", "PotsFrozen",
        "RunStopped", "RunStuck", "redact",
    ),
    "ledger": ("Carried", "Payment"),
    "log": ("DealLog", "Told", "Turn"),
    "match": ("Match", "new_match"),
    "moves": ("Deal", "Lay", "LaySet", "Move", "Pass", "StandIn"),
    "polled": ("Poll", "poll"),
    "profile.catalogue": ("bundled_profiles", "load_profile", "validate_profile"),
    "profile.model": ("Profile",),
    "profile.report": ("Place", "Problem", "Report"),
    "records.model": ("DealOutcome", "MatchOutcome", "Record", "RecordedDeal"),
    "records.reading": ("check_record", "read_record"),
    "records.writing": ("write_record",),
    "rules": ("Rules", "compile_rules", "parse_move"),
    "sentences": ("Section", "Sentence", "describe"),
    "simulation.policies": ("Policy", "Seen", "greedy", "uniform"),
    "simulation.run": ("DealResult", "MatchResult", "PolicyError", "simulate"),
    "simulation.summary": ("Figure", "Summary", "summarize"),
    "state": ("AwaitDeal", "AwaitHolder", "AwaitLead", "AwaitTurn", "DealOver", "State"),
    "views": ("View", "view"),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "AwaitDeal",
    "AwaitHolder",
    "AwaitLead",
    "AwaitTurn",
    "Card",
    "Carried",
    "Cell",
    "CheckError",
    "CometError",
    "Comparison",
    "Deal",
    "DealEnded",
    "DealError",
    "DealLog",
    "DealOutcome",
    "DealOver",
    "DealResult",
    "Dealt",
    "Event",
    "Explanation",
    "Figure",
    "IllegalMoveError",
    "Laid",
    "Lay",
    "LaySet",
    "LeadPassed",
    "Match",
    "MatchOutcome",
    "MatchResult",
    "Move",
    "NotationError",
    "Paid",
    "Pass",
    "Passed",
    "Payment",
    "Place",
    "Policy",
    "PolicyError",
    "Poll",
    "PositionError",
    "PotsFrozen",
    "Problem",
    "Profile",
    "ProfileError",
    "Question",
    "Record",
    "RecordError",
    "RecordedDeal",
    "Report",
    "Row",
    "Rules",
    "RunStopped",
    "RunStuck",
    "Score",
    "Section",
    "Seen",
    "Sentence",
    "StaleMoveError",
    "StandIn",
    "State",
    "Summary",
    "Told",
    "Transition",
    "Turn",
    "View",
    "__version__",
    "advance",
    "bundled_profiles",
    "cells_of",
    "check_record",
    "compare",
    "compile_rules",
    "describe",
    "draw",
    "explain",
    "explain_illegal",
    "greedy",
    "legal_moves",
    "load_profile",
    "new_deal",
    "new_match",
    "parse_card",
    "parse_move",
    "poll",
    "questions",
    "read_record",
    "redact",
    "score",
    "simulate",
    "start",
    "step",
    "summarize",
    "transition",
    "uniform",
    "validate_profile",
    "view",
    "write_record",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
