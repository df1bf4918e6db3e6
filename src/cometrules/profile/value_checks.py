"""Values that contradict each other, whatever the cards: one function per section of a profile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..cards import parse_card
from .model import Profile
from .report import Finding

__all__ = ["ON_VALUES", "say"]


def _players(profile: Profile) -> Iterator[Finding]:
    low, high = profile.players.min, profile.players.max
    if low > high:
        yield Finding(
            "M01",
            f"players.min is {low} and players.max only {high}",
            "players.min",
            also=("players.max",),
        )
    for number in profile.deck.remove_for:
        if not low <= number <= high:
            yield Finding(
                "M02",
                f"{number} players are not admitted",
                f"deck.remove_for.{number}",
                also=("players.min", "players.max"),
            )


def _ranks(profile: Profile) -> Iterator[Finding]:
    """Every rank, suit and card that is named must be of the deck."""
    ranks = profile.deck.ranks
    suits = {suit for pack in profile.deck.packs.values() for suit in pack.suits}
    for path, name in _names(profile):
        if name[0] not in ranks:
            yield Finding(
                "M03",
                f"the rank of {say(name)} is not among deck.ranks",
                path,
                also=("deck.ranks",),
            )
        elif len(name) == 2 and name[1] not in suits:
            yield Finding(
                "M03",
                f"the suit of {say(name)} is in no pack",
                path,
                also=("deck.suits", "deck.packs"),
            )
    if profile.settlement.per_point and not any(profile.settlement.values.values()):
        yield Finding(
            "M04",
            "per_point is paid, but every card has the value 0",
            "settlement.per_point",
            also=("settlement.values",),
        )


def _names(profile: Profile) -> Iterator[tuple[str, str]]:
    """Each rank or card that the rules name, with the path where they do."""
    deck, comet = profile.deck, profile.comet
    lists: dict[str, Any] = {
        "deck.remove": deck.remove, "deck.strip": deck.strip, "play.stops": profile.play.stops,
        "comet.cards": map(str, comet.cards), "payments.laying": profile.payments.laying,
        "payments.leading": profile.payments.leading,
        "stakes.pots.cards": map(str, profile.stakes.pots.cards),
        "settlement.unplayed.cards": profile.settlement.unplayed.cards,
        "settlement.caught": [k for k in profile.settlement.caught if k != "comet"],
    }  # fmt: skip
    for path, names in lists.items():
        yield from ((path, name) for name in names)
    yield from (
        (f"deck.remove_for.{n}", name) for n, names in deck.remove_for.items() for name in names
    )
    for key, pack in deck.packs.items():
        if len(deck.packs) > 1:  # a single pack says nothing that the deck has not said
            named = (*pack.remove, *map(str, pack.comet))
            yield from ((f"deck.packs.{key}", name) for name in named)
        # What comes in may be of any suit, of the deck's ranks.
        exchanged = (*map(str, pack.exchange), *(card.rank for card in pack.exchange.values()))
        yield from ((f"deck.packs.{key}.exchange", name) for name in exchanged)
    if profile.play.lead.holder_of:
        yield "play.lead.holder_of", str(profile.play.lead.holder_of)


def say(name: str) -> str:
    """A rank or a card as people write it."""
    return parse_card(name).name if len(name) == 2 else {"T": "10"}.get(name, name)


def _order(profile: Profile) -> Iterator[Finding]:
    """What play by holder cannot mean, since nobody has a turn there."""
    play, comet = profile.play, profile.comet
    if play.order != "by_holder":
        return
    code, why, also = "M20", "by holder nobody has a turn", ("play.order",)
    if play.continue_ == "may":
        yield Finding(
            code,
            f"{why}, so a run nobody need continue would never be stuck",
            "play.continue",
            also=also,
        )
    if play.turn == "one_card":
        yield Finding(code, f"{why}, so none can be one card long", "play.turn", also=also)
    if comet.when not in ("in_place_only", "any_time"):
        hint = "use in_place_only or any_time"
        yield Finding(code, f"{why}, so the Comet cannot wait for one", "comet.when", hint, also)
    if comet.must != "never":
        yield Finding(code, f"{why}, so nobody is ever unable on it", "comet.must", also=also)
    if profile.settlement.times.opera != 1 or profile.settlement.drawn != "never":
        yield Finding(
            code,
            f"{why}, so nobody can be out in the first",
            "settlement.times.opera",
            also=(*also, "settlement.drawn"),
        )


def _comet(profile: Profile) -> Iterator[Finding]:
    comet, play = profile.comet, profile.play
    if comet.stands_in and comet.when == "in_place_only":
        yield Finding(
            "M30",
            "a Comet laid only in its own place has nothing to stand in for",
            "comet.does",
            also=("comet.when",),
        )
    if comet.when == "ending_own_part" and play.turn == "one_card":
        yield Finding(
            "M31",
            "with turns of one card there is no part to end",
            "comet.when",
            also=("play.turn",),
        )
    if comet.fork_answered == "by_holder" and comet.does != "fork":
        yield Finding(
            "M32", "only a fork has an answer", "comet.fork_answered", also=("comet.does",)
        )
    if comet.fork_answered == "by_holder" and play.continue_ == "may":
        yield Finding(
            "M33",
            "a fork that nobody need answer would never be stuck",
            "comet.fork_answered",
            also=("play.continue",),
        )
    if comet.earliest == "before_first_card" and comet.when != "any_time":
        yield Finding(
            "M34",
            "before the first card only a Comet of any_time can come",
            "comet.earliest",
            also=("comet.when",),
        )


def _no_comet(profile: Profile) -> Iterator[Finding]:
    """Rules about a Comet where there is none."""
    if any(pack.comet for pack in profile.deck.packs.values()):
        return
    why = "there is no Comet (comet.cards)"
    pay, times = profile.payments.comet, profile.settlement.times
    asked = {
        "payments.comet.reward": pay.reward or pay.grows,
        "stakes.pots.frozen": profile.stakes.pots.frozen != "never",
        "stakes.pool.won_by": profile.stakes.pool.won_by == "out_with_comet",
        "settlement.caught.comet": "comet" in profile.settlement.caught,
        "settlement.values.comet": "comet" in profile.settlement.values,
        "settlement.times.comet_caught": times.comet_caught != 1,
        "settlement.times.comet_last": times.comet_last != 1 or times.comet_last_as_own_rank != 1,
        "comet.does": profile.comet.does != "nothing",
        "comet.when": profile.comet.when != "in_place_only",
    }
    yield from (
        Finding("M35", why, path, also=("comet.cards", "deck.packs"))
        for path, stands in asked.items()
        if stands
    )


def _lead(profile: Profile) -> Iterator[Finding]:
    lead, play = profile.play.lead, profile.play
    if lead.suit != "any" and play.suits == "ignored":
        yield Finding(
            "M40",
            "where suits are ignored no lead can change suit",
            "play.lead.suit",
            also=("play.suits",),
        )
    if lead.no_such_suit != "any_card" and lead.suit == "any":
        yield Finding(
            "M41",
            "any suit may be led, so none is ever missing",
            "play.lead.no_such_suit",
            also=("play.lead.suit",),
        )
    if (lead.by == "holder_of") != (lead.holder_of is not None):
        yield Finding(
            "M42",
            "lead.by: holder_of and lead.holder_of belong together",
            "play.lead.by",
            also=("play.lead.holder_of",),
        )


def _payments(profile: Profile) -> Iterator[Finding]:
    pay, comet = profile.payments, profile.comet
    if pay.comet.rank_too != "never" and not comet.stands_in:
        yield Finding(
            "M50",
            "the Comet stands for no other card",
            "payments.comet.rank_too",
            also=("comet.does",),
        )
    if pay.comet.grows and not pay.comet.reward:
        yield Finding(
            "M51",
            "a reward that grows needs payments.comet.reward",
            "payments.comet.grows",
            also=("payments.comet.reward",),
        )
    if pay.set == "once" and {profile.play.at_once, profile.play.lead.at_once} == {"one_card"}:
        yield Finding(
            "M52",
            "one card is laid at a time, so there are no sets",
            "payments.set",
            also=("play.at_once", "play.lead.at_once"),
        )
    pool = profile.stakes.pool
    if pay.from_ == "pool" and not (pool.each or pool.dealer or pay.passing):
        yield Finding(
            "M53",
            "nothing ever goes into the pool",
            "payments.from",
            also=("stakes.pool", "payments.passing"),
        )


def _points(profile: Profile) -> Iterator[Finding]:
    """Points are written up and nobody pays, or players pay and nothing is written up."""
    end, stakes, pay = profile.settlement, profile.stakes, profile.payments
    scored = ("settlement.scoring",)
    if end.scoring == "payments":
        if end.unplayed.cards:
            yield Finding(
                "M60",
                "dead cards have no owner to pay for them",
                "settlement.unplayed.cards",
                also=scored,
            )
        if end.collected_by == "nobody":
            yield Finding(
                "M61",
                "a payment needs somebody to collect it",
                "settlement.collected_by",
                also=scored,
            )
        yield from _caught(profile, "M62", "lost", "points are lost, payments go to somebody")
        if profile.match.ends == "at_target" and not _can_earn(profile):
            yield Finding(
                "M63",
                "nothing is ever earned, so no target is reached",
                "match.target",
                also=("match.ends",),
            )
        return
    why = "points are written up, nobody pays"
    if pay.from_ == "pool" or pay.passing:
        path = "payments.passing" if pay.passing else "payments.from"
        yield Finding("M64", why, path, also=scored)
    if stakes.pool.each or stakes.pool.dealer:
        yield Finding("M64", why, "stakes.pool", also=scored)
    if stakes.pots.cards:
        yield Finding("M64", why, "stakes.pots", also=scored)
    yield from _caught(profile, "M64", "to_each", why)
    if profile.match.ends == "at_target" and not _can_earn(profile):
        yield Finding(
            "M63",
            "no point can ever be scored, so no target is reached",
            "match.target",
            also=("match.ends",),
        )


def _caught(profile: Profile, code: str, key: str, why: str) -> Iterator[Finding]:
    for name, price in profile.settlement.caught.items():
        if getattr(price, key):
            yield Finding(
                code, why, f"settlement.caught.{name}.{key}", also=("settlement.scoring",)
            )


def _can_earn(profile: Profile) -> bool:
    end, pay, stakes = profile.settlement, profile.payments, profile.stakes
    return bool(
        end.going_out or end.per_card or end.per_point or end.unplayed.cards or end.caught
        or any(pay.laying.values()) or any(pay.leading.values()) or pay.comet.reward or pay.stuck
        or stakes.pool.each or stakes.pool.dealer or stakes.pots.cards
    )  # fmt: skip


def _other(profile: Profile) -> Iterator[Finding]:
    end, pots = profile.settlement, profile.stakes.pots
    if end.drawn != "never" and end.times.opera == 1:
        yield Finding(
            "M70",
            "a drawn deal is an answer to Opera (times.opera)",
            "settlement.drawn",
            also=("settlement.times.opera",),
        )
    if not pots.cards and (pots.taken, pots.frozen, pots.unclaimed, pots.caught) != (
        "when_laid", "never", "stay", "nothing"
    ):  # fmt: skip
        yield Finding(
            "M71",
            "there are no pots (stakes.pots.cards)",
            "stakes.pots",
            also=("stakes.pots.cards",),
        )


ON_VALUES: tuple[Callable[[Profile], Iterator[Finding]], ...] = (
    _players, _ranks, _order, _comet, _no_comet, _lead, _payments, _points, _other,
)  # fmt: skip
