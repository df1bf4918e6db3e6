"""What many deals come to: means with their standard errors, in one table of rows."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator

import attrs

from .run import DealResult, MatchResult

__all__ = ["Figure", "Summary", "summarize"]


@attrs.frozen
class Figure:
    """One figure of a summary.

    Args:
        group: what it is about, such as ``"going out"``.
        name: which figure, such as ``"dealer"``.
        mean: the mean over the deals (or matches) it was taken from.
        error: the standard error of that mean; None for fewer than two.
        count: how many it was taken from.
    """

    group: str
    name: str
    mean: float
    error: float | None
    count: int


@attrs.frozen
class Summary:
    """The figures of a simulation, in the order of a report.

    Args:
        figures: the figures.
    """

    figures: tuple[Figure, ...]

    def __getitem__(self, key: tuple[str, str]) -> Figure:
        for figure in self.figures:
            if (figure.group, figure.name) == key:
                return figure
        raise KeyError(key)

    def to_json(self) -> str:
        """The figures as JSON."""
        return json.dumps([attrs.asdict(figure) for figure in self.figures], indent=1)

    def to_csv(self) -> str:
        """The figures as CSV with a head."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(field.name for field in attrs.fields(Figure))
        writer.writerows(attrs.astuple(figure) for figure in self.figures)
        return text.getvalue()


class _Mean:
    """A running mean and variance, so that a million deals need no more room than two."""

    def __init__(self, zeros: int = 0) -> None:
        """A mean of so many zeros: for what was not seen before."""
        self.count, self.mean, self.squares = zeros, 0.0, 0.0

    def add(self, value: float) -> None:
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self.squares += delta * (value - self.mean)

    def figure(self, group: str, name: str) -> Figure:
        error = math.sqrt(self.squares / (self.count - 1) / self.count) if self.count > 1 else None
        return Figure(group, name, self.mean, error, self.count)


def summarize(results: Iterable[DealResult | MatchResult]) -> Summary:
    """The summary of a stream of results; it takes them in one by one.

    The groups: *deal* (moves, real choices), *going out* and *balance* (each place from the
    leader to the dealer, and drawn deals), *seat out* and *seat balance* (each seat), *paid*
    (each rule, per deal), *Comet* (how often laid, caught and dead, what it earned and cost,
    per deal), and for matches *match* (deals, winners) and *total* (each seat).

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("svensk-komet", players=4)
    >>> summarize(cr.simulate(rules, deals=20, seed=1))["deal", "moves"].count
    20
    """
    means: dict[tuple[str, str], _Mean] = {}
    deals = 0
    for result in results:
        if isinstance(result, MatchResult):
            for group, name, value in _of_match(result):
                means.setdefault((group, name), _Mean()).add(value)
        for deal in result.deals if isinstance(result, MatchResult) else (result,):
            _take_in(means, deal, deals)
            deals += 1
    order = sorted(means, key=lambda key: (_GROUPS.index(key[0]), _place(key[1])))
    return Summary(tuple(means[key].figure(*key) for key in order))


_GROUPS = (
    "match",
    "total",
    "deal",
    "going out",
    "balance",
    "seat out",
    "seat balance",
    "paid",
    "Comet",
)
_COMET = ("laid", "caught", "dead", "earned", "cost")


def _place(name: str) -> tuple[int, str]:
    fixed = (
        "deals",
        "shared",
        "moves",
        "choices",
        "leader",
        *map(str, range(2, 13)),
        "dealer",
        *_COMET,
    )
    return (fixed.index(name), "") if name in fixed else (len(fixed), name)


def _take_in(means: dict[tuple[str, str], _Mean], deal: DealResult, before: int) -> None:
    for group, name, value in _of_deal(deal):
        means.setdefault((group, name), _Mean()).add(value)
    seen = dict(deal.paid)
    for rule in seen:
        means.setdefault(("paid", rule), _Mean(before))
    for (group, name), mean in means.items():
        if group == "paid":
            mean.add(seen.get(name, 0))


def _of_deal(deal: DealResult) -> Iterator[tuple[str, str, float]]:
    yield "deal", "moves", deal.moves
    yield "deal", "choices", deal.choices
    players = len(deal.balances)
    for seat, balance in enumerate(deal.balances):
        name = _seat_name(seat, deal, players)
        yield "going out", name, deal.winner == seat
        yield "balance", name, balance
        yield "seat out", f"seat {seat}", deal.winner == seat
        yield "seat balance", f"seat {seat}", balance
    yield "going out", "drawn", deal.winner is None
    yield "Comet", "laid", deal.comets_laid
    yield "Comet", "caught", deal.comets_caught
    yield "Comet", "dead", deal.comets_dead
    yield "Comet", "earned", deal.comet_earned
    yield "Comet", "cost", deal.comet_cost


def _seat_name(seat: int, deal: DealResult, players: int) -> str:
    """A seat by its place: the leader, the second, and so on; the dealer where it does not lead."""
    if seat == deal.leader:
        return "leader"
    if seat == deal.dealer:
        return "dealer"
    return str((seat - deal.leader) % players + 1)


def _of_match(match: MatchResult) -> Iterator[tuple[str, str, float]]:
    yield "match", "deals", len(match.deals)
    yield "match", "shared", len(match.winners) > 1
    for seat, total in enumerate(match.totals):
        yield "match", f"seat {seat} wins", (seat in match.winners) / len(match.winners)
        yield "total", f"seat {seat}", total
