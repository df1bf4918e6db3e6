"""Whether the money of a moment adds up, and who was dealt the cards with a pot."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..engine.stakes import staked
from ..ledger import Ledger
from ..situations import Kind
from .moment import Fault, Moment

__all__ = ["dealt_to", "money"]


def money(moment: Moment, sound: Callable[..., bool]) -> Iterator[Fault]:
    """What the balances, the pool and the pots have wrong, as far as each is sound."""
    _, at_first = staked(moment.pack, moment.setup.dealer, moment.setup.carried)
    if sound("awaits", "hands", "dead"):
        if moment.is_fresh:
            yield from _at_first(moment.ledger, at_first, sound)
            return
        if sound("pots"):
            yield from _pots(moment, at_first)
    if sound("pool"):
        yield from _pool(moment, at_first)
    carried = moment.setup.carried
    put_in = carried.pool + sum(carried.pots.values())
    balances, pool, pots = moment.ledger
    together = sum(balances) + pool + sum(pots)
    paid = moment.profile.settlement.scoring == "payments"
    if paid and sound("balances", "pool", "pots") and together != put_in:
        message = f"balances, pool and pots make {together}, and {put_in} was there before the deal"
        yield "N09", message, ("balances",)


def _at_first(now: Ledger, at_first: Ledger, sound: Callable[..., bool]) -> Iterator[Fault]:
    amounts = zip(now._fields, now, at_first, strict=True)
    for key, amount, first in amounts:
        if sound(key) and amount != first:
            wanted = str(first).strip("(,)")
            yield "N09", f"before the first card only stakes are laid: {key} {wanted}", (key,)


def _pool(moment: Moment, at_first: Ledger) -> Iterator[Fault]:
    pay, now, first = moment.profile.payments, moment.ledger.pool, at_first.pool
    if (now > first and not pay.passing) or (now < first and pay.from_ != "pool"):
        way = {(False, False): "stays", (True, False): "is at least", (False, True): "is at most"}
        how = way[bool(pay.passing), pay.from_ == "pool"]
        yield "N09", f"the pool {how} {first} until the deal is settled, not {now}", ("pool",)


def _pots(moment: Moment, at_first: Ledger) -> Iterator[Fault]:
    """A pot stays until its card is laid, and is then taken whole, unless pots are frozen."""
    when_laid = moment.profile.stakes.pots.taken == "when_laid"
    cards = moment.setup.rules.pot_cards
    for card, now, first in zip(cards, moment.ledger.pots, at_first.pots, strict=True):
        laid = when_laid and moment.laid_of(moment.pack.card_mask.get(card, 0)) > 0
        might = {first, 0} if laid and moment.pack.freezes else {0} if laid else {first}
        if now not in might:
            how = " or ".join(map(str, sorted(might, reverse=True)))
            yield "N09", f"on {card.name} lies {how}, not {now}", ("pots", str(card))


def dealt_to(moment: Moment) -> Iterator[Fault]:
    """Who was dealt the cards with a pot, where it matters, against where they are now."""
    setup, rules = moment.setup, moment.setup.rules
    wanted = moment.profile.stakes.pots.taken == "at_end" and moment.s.kind is not Kind.DEAL
    number = len(rules.pot_cards) if wanted else 0
    if len(setup.dealt_to) != number:
        what = f"for each of {number} cards with a pot it is said" if number else "it is not said"
        yield "N10", f"{what} here who was dealt it", ("dealt_to",)
    if len(setup.dealt_to) != len(rules.pot_cards):
        return
    for place, (card, seat) in enumerate(zip(rules.pot_cards, setup.dealt_to, strict=True)):
        mask = moment.pack.card_mask.get(card, 0)
        holders = [one for one in range(rules.players) if moment.lane(one) & mask]
        nobody = not mask or bool(setup.dead & mask)
        if (seat is None) != nobody:
            who = "to nobody" if nobody else "to somebody"
            yield "N10", f"{card.name} was dealt {who}", ("dealt_to", str(place))
        elif holders not in ([], [seat]):
            message = f"{card.name} was dealt to seat {holders[0]}, who holds it, not to {seat}"
            yield "N10", message, ("dealt_to", str(place))
