"""What a schema cannot say: values that contradict each other, and combinations refused by name.

The rules are in `value_checks` and `pack_checks`; here their findings get places in the file.
What passes can be dealt and played.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ..evidence.dimensions import DIMENSIONS
from .model import Profile
from .pack_checks import on_packs
from .reading import Document
from .report import Finding, Problem
from .schema import schema_at
from .value_checks import ON_VALUES

__all__ = ["contradictions", "idle_keys"]


def contradictions(profile: Profile, document: Document) -> list[Problem]:
    """Everything about a profile that cannot be played, with the places in its file."""
    findings = [finding for rule in ON_VALUES for finding in rule(profile)]
    if not findings:
        findings = list(on_packs(profile))
    problems = {(f.code, f.path): _problem(f, document) for f in reversed(findings)}
    return sorted(problems.values(), key=lambda p: (p.line, p.column, p.code))


def _problem(finding: Finding, document: Document) -> Problem:
    path = tuple(finding.path.split("."))
    problem = document.problem(finding.code, finding.message, path, finding.hint)
    others = (document.place(tuple(path.split("."))) for path in finding.also)
    return attrs.evolve(problem, related=tuple(filter(None, others)))


def idle_keys(profile: Profile, document: Document) -> list[Problem]:
    """Warnings for what the file says, though by its other rules the question never arises."""
    idle = dict(_idle(profile))
    return [
        attrs.evolve(
            document.problem("M80", f"has no effect: {why}", path, key=True), severity="warning"
        )
        for path in document.keys
        if (why := idle.get(".".join(path)))
        and document.at(path) != (schema_at(path) or {}).get("default")
    ]


def _idle(profile: Profile) -> Iterator[tuple[str, str]]:
    for dimension in DIMENSIONS.values():
        if not dimension.applies(profile):
            yield from ((place, f"it needs {dimension.needs}") for place in dimension.where)
    if profile.deal.hands != "table":
        yield "deal.table", "it needs deal.hands: table"
    unused = "target" if profile.match.ends == "after_deals" else "deals_each"
    yield f"match.{unused}", f"the match ends {profile.match.ends.replace('_', ' ')}"
