"""A match: several deals with one dealer after the other, and everything carried between them.

Obeys `match`, `deal.first_dealer`, and what `stakes` and `payments.comet` carry over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from .cards import Card
from .chance import draws
from .engine.dealing import new_deal
from .engine.settlement import Score, score
from .errors import DealError
from .ledger import Carried
from .rules import Rules
from .state import State

__all__ = ["Match", "following", "new_match"]

Draw = tuple[tuple[int, Card], ...]
"""One round of drawing for the deal: each seat with its card."""


@attrs.frozen
class Match:
    """A match between two deals; made by `new_match`, and by `after` from the one before.

    Args:
        rules: the game.
        seed: what every shuffle follows from.
        dealer: who deals next.
        drawn_cards: how the first dealer was found, round by round; empty where no cards were
            drawn.
        deals: how many deals have been played.
        totals: what each seat has won or lost, or scored, so far.
        carried: what the deals so far leave to the next: pots, pool, Comets that lay dead.
    """

    rules: Rules
    seed: str
    dealer: int
    drawn_cards: tuple[Draw, ...]
    deals: int
    totals: tuple[int, ...]
    carried: Carried

    @property
    def pack(self) -> str:
        """The name of the pack for the next deal; the packs are used in turn."""
        packs = self.rules.packs
        return packs[self.deals % len(packs)].pack.name

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        match = self.rules.profile.match
        if match.ends == "at_target":
            ended = max(self.totals) >= match.target
        else:
            ended = self.deals >= match.deals_each * self.rules.players
        return ended and (match.ties == "shared" or len(self._leaders()) == 1)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; several where a tie is shared, nobody before the end."""
        return self._leaders() if self.is_over else ()

    def _leaders(self) -> tuple[int, ...]:
        best = max if self.rules.profile.match.winner == "highest" else min
        return tuple(seat for seat, total in enumerate(self.totals) if total == best(self.totals))

    def deal(
        self,
        *,
        hands: Iterable[Iterable[Card | str]] | None = None,
        dead: Iterable[Card | str] = (),
    ) -> State:
        """The next deal, shuffled by the seed of the match, or set out card by card.

        Args:
            hands, dead: as for `new_deal`.

        Raises:
            DealError: the match is over, or the hands do not fit.
        """
        if self.is_over:
            raise DealError("the match is over: there is no further deal")
        return new_deal(
            self.rules,
            seed=f"{self.seed} deal {self.deals + 1}" if hands is None else None,
            hands=hands, dead=dead, dealer=self.dealer, pack=self.pack, carried=self.carried,
        )  # fmt: skip

    def after(self, state: State) -> Match:
        """The match once a deal is settled and taken in.

        Args:
            state: the deal made by `deal()`, played to its end.

        Raises:
            DealError: the deal is not over, or not the next of this match.

        >>> import cometrules as cr
        >>> match = new_match(cr.compile_rules("svensk-komet", players=3), seed=1)
        >>> state = match.deal()
        >>> while not state.is_over:
        ...     state = cr.step(state, cr.legal_moves(state)[0])
        >>> match.after(state).deals
        1
        """
        expected = (self.rules, self.dealer, self.pack, self.carried)
        if (state.rules, state.dealer, state.pack, state.carried) != expected:
            raise DealError("this is not the next deal of the match: make it with match.deal()")
        if not state.is_over:
            raise DealError("the deal is not over yet")
        balances, (dealer, _, carried) = score(state).balances, following(state)
        totals = tuple(a + b for a, b in zip(self.totals, balances, strict=True))
        return attrs.evolve(
            self, dealer=dealer, deals=self.deals + 1, totals=totals, carried=carried
        )


def new_match(rules: Rules, *, seed: int | str, dealer: int | None = None) -> Match:
    """A match before its first deal.

    Args:
        rules: the game.
        seed: a number or text; the first dealer and every shuffle follow from it.
        dealer: the first dealer, where the players agree on one; else the rules' way is taken.

    Raises:
        DealError: there is no such seat, or the rules leave the dealer to an agreement and
            none is given.

    >>> import cometrules as cr
    >>> match = new_match(cr.compile_rules("two-pack-comet", players=3), seed=1)
    >>> match.pack, match.is_over, len(match.drawn_cards) >= 1
    ('black', False, True)
    """
    drawn: tuple[Draw, ...] = ()
    if dealer is None:
        dealer, drawn = _first_dealer(rules, f"{seed} dealer")
    if not isinstance(dealer, int) or not 0 <= dealer < rules.players:
        raise DealError(f"there is no seat {dealer!r} to deal: seats are 0 to {rules.players - 1}")
    return Match(rules, str(seed), dealer, drawn, 0, (0,) * rules.players, Carried())


def following(state: State) -> tuple[int, str, Carried]:
    """Who deals after an ended deal, which pack is used, and what is carried over to it."""
    rules, packs = state.rules, state.rules.packs
    step = 1 if rules.profile.deal.direction == "left" else -1
    pack = packs[(state._setup.pack.index + 1) % len(packs)].pack.name
    return (state.dealer + step) % rules.players, pack, _carried_on(state, score(state))


# --- the first dealer -------------------------------------------------------------------------


def _first_dealer(rules: Rules, seed: str) -> tuple[int, tuple[Draw, ...]]:
    way = rules.profile.deal.first_dealer
    if way == "agreed":
        raise DealError("the players agree on the first dealer: say which with dealer=")
    numbers = draws(seed)
    if way == "at_random":
        return next(numbers) % rules.players, ()
    if way == "first_jack":
        round_ = _until_a_jack(rules, numbers)
        return round_[-1][0], (round_,)
    rounds = tuple(_drawn_rounds(rules, numbers, lowest=way == "lowest_card"))
    return _best(rules, rounds[-1], lowest=way == "lowest_card")[0], rounds


def _drawn_rounds(rules: Rules, numbers: Iterator[int], *, lowest: bool) -> Iterator[Draw]:
    """Everybody draws a card; those who tie draw again, from the whole pack."""
    seats: tuple[int, ...] = tuple(range(rules.players))
    while len(seats) > 1:
        cards = _shuffled(rules, numbers)
        round_ = tuple((seat, next(cards)) for seat in seats)
        yield round_
        seats = _best(rules, round_, lowest=lowest)


def _best(rules: Rules, round_: Draw, *, lowest: bool) -> tuple[int, ...]:
    rank = {seat: rules.profile.deck.ranks.index(card.rank) for seat, card in round_}
    best = min(rank.values()) if lowest else max(rank.values())
    return tuple(seat for seat, value in rank.items() if value == best)


def _until_a_jack(rules: Rules, numbers: Iterator[int]) -> Draw:
    """Cards are dealt round face up, until a jack comes."""
    dealt: list[tuple[int, Card]] = []
    for number, card in enumerate(_shuffled(rules, numbers)):
        dealt.append((number % rules.players, card))
        if card.rank == "J":
            break
    return tuple(dealt)


def _shuffled(rules: Rules, numbers: Iterator[int]) -> Iterator[Card]:
    left = list(rules.packs[0].physical)
    while left:
        yield left.pop(next(numbers) % len(left))


# --- what is carried on -----------------------------------------------------------------------


def _carried_on(state: State, result: Score) -> Carried:
    return Carried(pots=dict(result.pots), pool=result.pool, lay_dead=_lay_dead(state))


def _lay_dead(state: State) -> dict[Card, int]:
    """For each Comet, in how many deals in a row it has lain dead by now."""
    pay = state.rules.profile.payments.comet
    before = state.carried.lay_dead
    every = {comet for pack in state.rules.packs for comet in pack.pack.comets}
    here = state._setup.pack.pack.comets
    if not pay.grows or not every:
        return {}
    if pay.counted == "together":
        # One count for the game: a deal counts as dead when no Comet of its pack was dealt.
        count = max(before.values(), default=0) + 1 if all(_all_dead(state, c) for c in here) else 0
        return dict.fromkeys(every, count)
    after = {comet: before.get(comet, 0) for comet in every}
    after.update({comet: after[comet] + 1 if _all_dead(state, comet) else 0 for comet in here})
    return after


def _all_dead(state: State, comet: Card) -> bool:
    return state.dead.count(comet) == state._setup.pack.pack.counts[comet]
