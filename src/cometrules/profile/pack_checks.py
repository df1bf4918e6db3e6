"""Contradictions that show when the cards of every pack are counted out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..packs import Pack, build_packs, hand_sizes
from .model import Profile
from .report import Finding
from .value_checks import say

__all__ = ["on_packs"]


def on_packs(profile: Profile) -> Iterator[Finding]:
    """What the cards of every pack, at every number of players, do not allow."""
    every: list[Pack] = []
    for players in range(profile.players.min, profile.players.max + 1):
        packs = build_packs(profile, players)
        every += packs
        for pack in packs:
            yield from _pack(profile, players, pack)
    yield from _sets(profile, every)
    yield from _rewards(profile, every)


def _pack(profile: Profile, players: int, pack: Pack) -> Iterator[Finding]:
    single = len(profile.deck.packs) == 1
    where = "" if single else f" of the {pack.name} pack"
    spec = profile.deck.packs[pack.name]
    removed = ("deck.remove", f"deck.packs.{pack.name}.remove")
    for out in spec.exchange:
        if out.suit not in spec.suits:
            yield Finding(
                "M10",
                f"{out.name} is not in the pack to be exchanged",
                f"deck.packs.{pack.name}.exchange",
            )
    for comet in sorted(pack.comets, key=str):
        path = "comet.cards" if comet in profile.comet.cards else f"deck.packs.{pack.name}.comet"
        if comet not in pack.counts:
            yield Finding(
                "M11", f"the Comet {comet.name} is not among the cards{where}", path, also=removed
            )
    yield from _hands(profile, players, pack, where)
    yield from _places(profile, pack, where)
    yield from _pots(profile, pack)
    if profile.deal.first_dealer == "first_jack" and not any(c.rank == "J" for c in pack.counts):
        yield Finding(
            "M17", f"there is no jack among the cards{where}", "deal.first_dealer", also=removed
        )
    holder_of = profile.play.lead.holder_of
    if holder_of and holder_of not in pack.counts:
        yield Finding(
            "M13",
            f"{holder_of.name} is not among the cards{where}",
            "play.lead.holder_of",
            also=removed,
        )


def _hands(profile: Profile, players: int, pack: Pack, where: str) -> Iterator[Finding]:
    deal = profile.deal
    if deal.hands == "table" and players not in deal.table:
        yield Finding(
            "M14",
            f"the table says nothing for {players} players",
            "deal.table",
            also=("players.min", "players.max"),
        )
        return
    sizes = hand_sizes(profile, players, pack)
    spare = deal.spare_hands * max(sizes)
    wanted = sum(sizes) + deal.dead_first + (spare if deal.hands == "table" else 0)
    if wanted > pack.size:
        message = f"{players} players want {wanted} cards, there are {pack.size}{where}"
        yield Finding(
            "M15",
            message,
            "deal.table" if deal.hands == "table" else "deal.dead_first",
            also=("deck.remove", "deal.spare_hands", "deck.copies", "deck.packs", "deck.ranks"),
        )
    elif min(sizes) < 1:
        yield Finding(
            "M16",
            f"{players} players would have no cards{where}",
            "deal.hands",
            also=("players.max", "deal.dead_first"),
        )


def _places(profile: Profile, pack: Pack, where: str) -> Iterator[Finding]:
    """Play that asks for the one holder of a card needs it to be one; sets need equals."""
    play, comet = profile.play, profile.comet
    shared = pack.shares_places(play.suits)
    if shared and play.order == "by_holder":
        yield Finding(
            "M21",
            f"equal cards{where} could be in several hands, with no order among them",
            "play.order",
            also=("play.suits", "deck.copies"),
        )
    if shared and comet.fork_answered == "by_holder":
        yield Finding(
            "M21",
            f"equal cards{where} could be in several hands",
            "comet.fork_answered",
            also=("play.suits", "deck.copies"),
        )
    if play.suits == "matter":
        yield from _lonely_suits(profile, pack, where)


def _lonely_suits(profile: Profile, pack: Pack, where: str) -> Iterator[Finding]:
    """A run in a suit of one card is none; a card exchanged for another may stand alone."""
    for suit in profile.deck.packs[pack.name].suits:
        if sum(card.suit == suit for card in pack.counts) == 1:
            yield Finding(
                "M19",
                f"the suit {suit} has one card only{where}",
                "deck.suits",
                also=("deck.ranks", "deck.remove"),
            )


def _sets(profile: Profile, packs: Iterable[Pack]) -> Iterator[Finding]:
    """Several cards go together only where some have the same place in a run."""
    play = profile.play
    shared = any(pack.shares_places(play.suits) for pack in packs)
    for path, value in (("play.at_once", play.at_once), ("play.lead.at_once", play.lead.at_once)):
        if value != "one_card" and not shared:
            yield Finding(
                "M22",
                "no two cards share a place in a run, so none go together",
                path,
                also=("play.suits", "deck.copies"),
            )


def _rewards(profile: Profile, packs: Iterable[Pack]) -> Iterator[Finding]:
    """What earns something must be a card of some pack."""
    cards = {card for pack in packs for card in pack.counts}
    names = {str(card) for card in cards} | {card.rank for card in cards}
    for path in ("laying", "leading"):
        for key in getattr(profile.payments, path):
            if key not in names:
                yield Finding(
                    "M18",
                    f"no hand can hold {say(key)}",
                    f"payments.{path}.{key}",
                    also=("deck.remove",),
                )


def _pots(profile: Profile, pack: Pack) -> Iterator[Finding]:
    pots = profile.stakes.pots
    for card in pots.cards:
        count = pack.counts.get(card, 0)
        path = f"stakes.pots.cards.{card}"
        if count == 0 and len(profile.deck.packs) == 1:
            yield Finding("M12", f"no hand can hold {card.name}", path, also=("deck.remove",))
        elif count > 1 and pots.taken == "at_end":
            message = f"{card.name} is there {count} times, so several players could be dealt it"
            yield Finding("M23", message, path, also=("stakes.pots.taken", "deck.copies"))
