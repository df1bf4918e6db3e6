"""Records read: the text, its form, its rules; then played again. Faults have their place."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from ..cards import Card, parse_card
from ..errors import NotationError, ProfileError, RecordError
from ..ledger import Carried
from ..log import DealLog
from ..moves import Move
from ..profile.catalogue import bundled_profiles, checked, load_profile
from ..profile.extends import unknown
from ..profile.findings import check
from ..profile.model import Profile
from ..profile.reading import Document, read
from ..profile.report import Path as Keys
from ..profile.report import Problem, Report
from ..rules import Rules, compile_rules, parse_move
from .model import DealOutcome, MatchOutcome, Record, RecordedDeal
from .places import at_word
from .replaying import Fault, played
from .writing import FORMAT, LIMITS

__all__ = ["Reading", "check_record", "read_record", "reading_of"]


@attrs.frozen
class Reading:
    """What was found in a record.

    Args:
        report: everything that is wrong.
        record: the record, or None where something is.
        logs: the deals with their course, up to the first wrong move.
        told: what the record says, right or not, where it could be read.
    """

    report: Report
    record: Record | None = None
    logs: tuple[DealLog, ...] = ()
    told: Record | None = None


def read_record(
    file: str | os.PathLike[str] | None = None,
    *,
    text: str | bytes | None = None,
    profile: Profile | str | None = None,
) -> Record:
    """Read a record; whatever comes back has been played again and is right.

    Args:
        file: the file.
        text: the YAML or JSON itself, instead.
        profile: the rules, where they are neither bundled nor embedded.

    Raises:
        RecordError: something is wrong; `problems` has all of it, with line and column.
        OSError: the file cannot be read.

    >>> record = read_record(text='''
    ... format: 1
    ... profile: foster-commit
    ... players: 2
    ... deals:
    ... - dealer: 0
    ...   hands: [KC 2D, AC]
    ...   moves: 1:AC
    ... ''')
    >>> record.replay()[0].state.is_over
    True
    """
    found = reading_of(*_content(file, text), profile)
    if found.record is None:
        raise RecordError(str(found.report), found.report)
    return found.record


def check_record(
    file: str | os.PathLike[str] | None = None,
    *,
    text: str | bytes | None = None,
    profile: Profile | str | None = None,
) -> Report:
    """Everything that is wrong with a record; it is reported and never raised.

    Args:
        file, text, profile: as for `read_record`.

    Raises:
        OSError: the file cannot be read.
    """
    return reading_of(*_content(file, text), profile).report


def _content(
    file: str | os.PathLike[str] | None, text: str | bytes | None
) -> tuple[str | bytes, str]:
    if (file is None) == (text is None):
        raise TypeError("a record is a file or text=: one of them")
    if file is not None:
        return Path(file).read_bytes(), str(file)
    assert text is not None
    return text, "<text>"


def reading_of(content: str | bytes, label: str, profile: Profile | str | None = None) -> Reading:
    """What a record says, and what is wrong with it."""
    document, problems = read(content, label, LIMITS)
    if document is None or problems:
        return Reading(Report(label, tuple(problems)))
    version = document.data.get("format")
    if isinstance(version, int) and version != FORMAT:
        message = f"this record is of format {version}, and only format {FORMAT} can be read"
        hint = "a newer cometrules may read it"
        problem = document.problem("R01", message, ("format",), hint)
        return Reading(Report(label, (problem,)))
    problems = check(document, "record")
    if not problems:
        return _Reader(document, profile).reading()
    return Reading(Report(label, tuple(problems)))


class _Reader:
    """Reads a record whose form is right."""

    def __init__(self, document: Document, profile: Profile | str | None) -> None:
        self.document, self.data, self.given = document, document.data, profile
        self.problems: list[Problem] = []
        self.cut_off: set[int] = set()
        """The deals in whose moves stands a word that is none."""

    def reading(self) -> Reading:
        profile = self._profile()
        rules = None if profile is None else self._rules(profile)
        if profile is None or rules is None:
            return self._failed()
        record = self._record(rules)
        if record is None:
            return self._failed()
        course = played(record, self.cut_off)
        self.problems += map(self._problem_of, course.faults)
        if self.problems:
            return attrs.evolve(self._failed(), logs=self._sound(course.logs), told=record)
        whole = attrs.evolve(record, deals=course.deals)
        return Reading(Report(self.document.label, ()), whole, course.logs, whole)

    def _sound(self, logs: tuple[DealLog, ...]) -> tuple[DealLog, ...]:
        """The deals up to the first with a word that is no move."""
        return logs[: min(self.cut_off, default=len(logs)) + 1]

    def _failed(self) -> Reading:
        found = sorted(self.problems, key=lambda p: (p.line, p.column))
        return Reading(Report(self.document.label, tuple(found)))

    def _add(self, code: str, message: str, path: Keys, hint: str = "") -> None:
        self.problems.append(self.document.problem(code, message, path, hint))

    # --- the rules ----------------------------------------------------------------------------

    def _profile(self) -> Profile | None:
        name = self.data["profile"]
        profile = self._embedded() if "rules" in self.data else self._found(name)
        if profile is None:
            return None
        if profile.id != name:
            self._add("R02", f"the rules are those of {profile.id}, not of {name}", ("profile",))
            return None
        if self.data.get("hash", profile.rules_hash) != profile.rules_hash:
            message = f"the rules of {name} are not those that the record was made with"
            hint = f"give those rules, or take the hash away to play by these: {profile.rules_hash}"
            self._add("R03", message, ("hash",), hint)
            return None
        return profile

    def _found(self, name: str) -> Profile | None:
        if isinstance(self.given, Profile):
            return self.given
        hint = "embed the rules in the record (rules:), or give the profile with it"
        # Whoever wrote the record must not choose a file that is opened here.
        if self.given is None and name not in bundled_profiles():
            self._add("R02", unknown(name), ("profile",), hint)
            return None
        try:
            return load_profile(name if self.given is None else self.given)
        except ProfileError as error:
            self._add("R02", str(error).splitlines()[0], ("profile",), hint)
            return None

    def _embedded(self) -> Profile | None:
        """The profile that the record brings along, checked like a file, at its own lines."""
        rules = self.data["rules"]
        if "extends" in rules:
            message = "rules that are embedded say everything themselves"
            self._add("R02", message, ("rules", "extends"), "take extends away")
            return None
        inner = attrs.evolve(
            self.document, data=rules, keys=_within(self.document.keys),
            values=_within(self.document.values),
        )  # fmt: skip
        report = checked(inner)
        self.problems += (attrs.evolve(p, path=("rules", *p.path)) for p in report.problems)
        return report.profile

    def _rules(self, profile: Profile) -> Rules | None:
        low, high, players = profile.players.min, profile.players.max, self.data["players"]
        if not low <= players <= high:
            message = f"{profile.id} is for {low} to {high} players, not {players}"
            self._add("R04", message, ("players",))
            return None
        if "seats" in self.data and len(self.data["seats"]) != players:
            named = len(self.data["seats"])
            self._add("R04", f"{players} players have as many names, not {named}", ("seats",))
            return None
        return compile_rules(profile, players)

    # --- the deals ----------------------------------------------------------------------------

    def _record(self, rules: Rules) -> Record | None:
        """The record, up to the first word of moves that cannot be read."""
        read_deals = (self._deal(rules, n, data) for n, data in enumerate(self.data["deals"]))
        deals = [deal for deal in read_deals if deal is not None]
        if len(deals) < len(self.data["deals"]):
            return None
        outcome = self.data.get("result")
        try:
            return Record(
                profile=rules.profile, players=rules.players, deals=tuple(deals),
                seats=self.data.get("seats", ()), meta=self.data.get("meta", {}),
                embed="rules" in self.data,
                outcome=None if outcome is None else MatchOutcome(**outcome),
            )  # fmt: skip
        except RecordError as error:
            self._add("R04", str(error), ("meta",))
            return None

    def _deal(self, rules: Rules, number: int, data: Mapping[str, Any]) -> RecordedDeal | None:
        at = ("deals", str(number))
        before = len(self.problems)
        hands = []
        for seat, text in enumerate(data["hands"]):
            hands.append(tuple(self._cards((*at, "hands", str(seat)), text)))
        names = {pack.pack.name for pack in rules.packs}
        if data.get("pack", rules.packs[0].pack.name) not in names:
            message = f"there is no pack {data['pack']!r}: there are {', '.join(sorted(names))}"
            self._add("R04", message, (*at, "pack"))
        if data["dealer"] >= rules.players:
            message = f"there is no seat {data['dealer']}: seats are 0 to {rules.players - 1}"
            self._add("R04", message, (*at, "dealer"))
        moves = list(self._moves(rules, number, data.get("moves", "")))
        if any(problem.code != "R06" for problem in self.problems[before:]):
            return None
        carried, outcome = data.get("carried"), data.get("result")
        return RecordedDeal(
            dealer=data["dealer"], hands=tuple(hands), moves=tuple(moves), pack=data.get("pack"),
            carried=None if carried is None else Carried(**carried), seed=data.get("seed"),
            outcome=None if outcome is None else _outcome(outcome),
        )  # fmt: skip

    def _cards(self, path: Keys, text: str) -> Iterator[Card]:
        """The cards up to the first word that is none."""
        for at, word in enumerate(text.split()):
            try:
                yield parse_card(word)
            except NotationError as error:
                self.problems.append(at_word(self.document, "R05", str(error), path, at))
                return

    def _moves(self, rules: Rules, number: int, text: str) -> Iterator[Move]:
        """The moves of a deal up to the first word that is none."""
        for at, word in enumerate(text.split()):
            try:
                if ":" not in word:
                    raise NotationError(f"{word!r} does not say whose move it is")
                yield parse_move(rules, word)
            except NotationError as error:
                hint = "" if ":" in word else f"write the seat before it, such as 0:{word}"
                path = ("deals", str(number), "moves")
                self.problems.append(at_word(self.document, "R06", str(error), path, at, hint))
                self.cut_off.add(number)
                return

    # --- places -------------------------------------------------------------------------------

    def _problem_of(self, fault: Fault) -> Problem:
        if fault.word is not None:
            return at_word(
                self.document, fault.code, fault.message, fault.path, fault.word, fault.hint
            )
        return self.document.problem(fault.code, fault.message, fault.path, fault.hint)


def _within(places: Mapping[Keys, tuple[int, int]]) -> dict[Keys, tuple[int, int]]:
    return {path[1:]: place for path, place in places.items() if path[0:1] == ("rules",)}


def _outcome(data: Mapping[str, Any]) -> DealOutcome:
    pots = ((parse_card(card), n) for card, n in data.get("pots", {}).items())
    winner = None if data["winner"] == "nobody" else data["winner"]
    return DealOutcome(winner, data["balances"], data.get("pool", 0), pots)
