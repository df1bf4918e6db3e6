"""The dimensions: every question a rule answers, with the place of its answer in a profile.

Each leaf of the rules in the profile schema is in exactly one dimension. Ids are for ever: new
ones may come, none changes its meaning or goes (`tests/dimension_ids.txt` is the list).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import MappingProxyType

import attrs

from ..packs import Pack, build_packs
from ..profile.model import Profile

__all__ = ["DIMENSIONS", "Dimension"]


@attrs.frozen
class Dimension:
    """One question about a game.

    Args:
        id: its name, such as ``"comet.if-led"``.
        where: the places of the answer in the effective profile; ``*`` is every pack.
        main: whether it is among the questions that set the games apart.
        always_a_rule: whether the value a profile has when it says nothing is a rule all the
            same, so that it needs a passage or a decision.
        applies: whether the question makes sense for a profile.
    """

    id: str
    where: tuple[str, ...]
    main: bool
    always_a_rule: bool
    applies: Callable[[Profile], bool] = attrs.field(eq=False, repr=False)

    @property
    def needs(self) -> str:
        """What a profile must have for the question to make sense, as a rule writer says it."""
        return _NEEDS.get(self.applies, "")

    @property
    def group(self) -> str:
        """What it belongs to, the part of its id before the dot."""
        return self.id.partition(".")[0]


# --- when a question makes sense --------------------------------------------------------------


def _every(profile: Profile) -> bool:
    return True


@functools.lru_cache(maxsize=8)
def _packs(profile: Profile) -> tuple[Pack, ...]:
    numbers = range(profile.players.min, profile.players.max + 1)
    return tuple(pack for players in numbers for pack in build_packs(profile, players))


def _by_turn(profile: Profile) -> bool:
    return profile.play.order == "by_turn"


def _places_shared(profile: Profile) -> bool:
    """Whether two cards of a pack can follow the same card."""
    return any(pack.shares_places(profile.play.suits) for pack in _packs(profile))


def _lead_changes_suit(profile: Profile) -> bool:
    return profile.play.lead.suit != "any"


def _a_comet(profile: Profile) -> bool:
    return any(pack.comet for pack in profile.deck.packs.values())


def _comet_any_time(profile: Profile) -> bool:
    return _a_comet(profile) and profile.comet.when == "any_time"


def _comet_forks(profile: Profile) -> bool:
    return _a_comet(profile) and profile.comet.does == "fork"


def _comet_may_come_up(profile: Profile) -> bool:
    """Whether a run can come to the place of a Comet: the card below is there, and no stop.

    Where it is not there, another Comet may stand in for it.
    """
    stops = profile.play.stops
    skips = profile.play.when_stuck == "last_player_skips"
    ignored = profile.play.suits == "ignored"
    ranks = profile.deck.ranks
    for pack in _packs(profile):
        if profile.comet.does == "stand_in" and len(pack.comets) > 1:
            return True
        for comet in pack.comets:
            below = ranks[: ranks.index(comet.rank)][None if skips else -1 :]
            if any(
                card.rank in below
                and (ignored or card.suit == comet.suit)
                and card.rank not in stops
                and str(card) not in stops
                for card in pack.counts
            ):
                return True
    return False


def _comet_earns(profile: Profile) -> bool:
    return _a_comet(profile) and profile.payments.comet.reward > 0


def _paid_in_play(profile: Profile) -> bool:
    """Whether anybody pays while cards are laid; points are written up by nobody."""
    pay = profile.payments
    earned = bool(pay.laying or pay.leading or pay.stuck) or _comet_earns(profile)
    return earned and profile.settlement.scoring == "payments"


def _sets_earn(profile: Profile) -> bool:
    """Whether several cards at once can earn: laid at any time, or as a lead."""
    play, pay = profile.play, profile.payments
    led = play.lead.at_once != "one_card"
    return (led and bool(pay.laying or pay.leading)) or (
        play.at_once != "one_card" and bool(pay.laying)
    )


def _reward_grows(profile: Profile) -> bool:
    return _comet_earns(profile) and profile.payments.comet.grows > 0


def _rewards_grow(profile: Profile) -> bool:
    comets = {comet for pack in profile.deck.packs.values() for comet in pack.comet}
    return _reward_grows(profile) and len(comets) > 1


def _stands_in(profile: Profile) -> bool:
    return _a_comet(profile) and profile.comet.stands_in


def _stand_in_earns(profile: Profile) -> bool:
    return _stands_in(profile) and bool(profile.payments.laying)


def _a_pool(profile: Profile) -> bool:
    pool = profile.stakes.pool
    return bool(pool.each or pool.dealer or profile.payments.passing)


def _pots(profile: Profile) -> bool:
    return bool(profile.stakes.pots.cards)


def _pots_and_comet(profile: Profile) -> bool:
    return _pots(profile) and _a_comet(profile)


def _per_point(profile: Profile) -> bool:
    return profile.settlement.per_point > 0


def _left_cards_cost(profile: Profile) -> bool:
    return profile.settlement.per_card > 0 or _per_point(profile)


def _unplayed(profile: Profile) -> bool:
    return bool(profile.settlement.unplayed.cards)


def _unplayed_and_per_card(profile: Profile) -> bool:
    return _unplayed(profile) and profile.settlement.per_card > 0


def _comet_multiplies(profile: Profile) -> bool:
    return _a_comet(profile) and _left_cards_cost(profile)


def _comet_last_as_itself(profile: Profile) -> bool:
    """Whether the last card can be a Comet that is just a card of its own rank."""
    comet = profile.comet
    itself = comet.stands_in or comet.does == "nothing" or comet.if_led == "natural"
    return _comet_multiplies(profile) and (itself or comet.if_due == "natural")


def _opera(profile: Profile) -> bool:
    return profile.settlement.times.opera != 1


def _multipliers_meet(profile: Profile) -> bool:
    """Whether two multipliers can fall on one payment; a single Comet cannot be laid and kept."""
    times = profile.settlement.times
    by_comet = {times.comet_caught, times.comet_last, times.comet_last_as_own_rank} != {1}
    several = any(pack.comets and sum(pack.counts[c] for c in pack.comets) > 1
                  for pack in _packs(profile))  # fmt: skip
    return _comet_multiplies(profile) and by_comet and (several or _opera(profile))


_NEEDS: Mapping[Callable[[Profile], bool], str] = MappingProxyType({
    _by_turn: "play.order: by_turn",
    _places_shared: "cards that share a place in a run",
    _lead_changes_suit: "play.lead.suit other than any",
    _a_comet: "a Comet (comet.cards)",
    _comet_any_time: "comet.when: any_time",
    _comet_forks: "comet.does: fork",
    _comet_may_come_up: "a Comet whose own place a run can come to",
    _paid_in_play: "payments while cards are laid (settlement.scoring: payments)",
    _sets_earn: "sets (play.at_once, play.lead.at_once) that earn",
    _comet_earns: "payments.comet.reward",
    _reward_grows: "payments.comet.grows",
    _rewards_grow: "payments.comet.grows and several Comets",
    _stand_in_earns: "a Comet that stands in, and payments.laying",
    _a_pool: "something in the pool (stakes.pool)",
    _pots: "pots (stakes.pots.cards)",
    _pots_and_comet: "pots (stakes.pots.cards) and a Comet",
    _per_point: "settlement.per_point",
    _left_cards_cost: "settlement.per_card or per_point",
    _unplayed: "settlement.unplayed.cards",
    _unplayed_and_per_card: "settlement.unplayed.cards and per_card",
    _comet_multiplies: "a Comet, and settlement.per_card or per_point",
    _comet_last_as_itself: "a Comet that can be laid as its own rank, and settlement.per_card "
    "or per_point",
    _multipliers_meet: "two multipliers that can meet",
    _opera: "settlement.times.opera",
})  # fmt: skip


# --- the questions ----------------------------------------------------------------------------


def _dimension(
    name: str,
    where: str,
    *,
    main: bool = False,
    always_a_rule: bool = False,
    applies: Callable[[Profile], bool] = _every,
) -> Dimension:
    return Dimension(name, tuple(where.split()), main, always_a_rule, applies)


_ALL = (
    _dimension("players.number", "players.min players.max", main=True),
    _dimension("deck.ranks", "deck.ranks", main=True),
    _dimension("deck.suits", "deck.suits deck.packs.*.suits"),
    _dimension("deck.copies", "deck.copies deck.packs.*.copies"),
    _dimension("deck.removed", "deck.remove deck.packs.*.remove"),
    _dimension("deck.removed-by-players", "deck.remove_for"),
    _dimension("deck.stripped", "deck.strip"),
    _dimension("deck.packs", "deck.packs"),
    _dimension("deck.exchanged", "deck.packs.*.exchange"),
    _dimension("deal.hands", "deal.hands deal.table", main=True),
    _dimension("deal.spare-hands", "deal.spare_hands"),
    _dimension("deal.dead-first", "deal.dead_first"),
    _dimension("deal.packet", "deal.packet", always_a_rule=True),
    _dimension("deal.direction", "deal.direction", always_a_rule=True),
    _dimension("deal.first-dealer", "deal.first_dealer", main=True, always_a_rule=True),
    _dimension("play.order", "play.order", main=True),
    _dimension("play.suits", "play.suits", main=True),
    _dimension("play.continue", "play.continue", main=True),
    _dimension("play.turn", "play.turn", main=True, always_a_rule=True, applies=_by_turn),
    _dimension("play.at-once", "play.at_once", main=True, applies=_places_shared),
    _dimension("play.direction", "play.direction", always_a_rule=True),
    _dimension("play.stops", "play.stops", main=True),
    _dimension("play.after-stop", "play.after_stop", main=True, always_a_rule=True),
    _dimension("play.when-stuck", "play.when_stuck", main=True, always_a_rule=True),
    _dimension("lead.by", "play.lead.by play.lead.holder_of", main=True, always_a_rule=True),
    _dimension("lead.first", "play.lead.first", main=True, always_a_rule=True),
    _dimension("lead.later", "play.lead.later", main=True, always_a_rule=True),
    _dimension("lead.suit", "play.lead.suit"),
    _dimension("lead.no-such-suit", "play.lead.no_such_suit", applies=_lead_changes_suit),
    _dimension("lead.at-once", "play.lead.at_once", main=True, applies=_places_shared),
    _dimension("comet.cards", "comet.cards deck.packs.*.comet", main=True),
    _dimension("comet.when", "comet.when", main=True, applies=_a_comet),
    _dimension("comet.earliest", "comet.earliest", main=True, applies=_comet_any_time),
    _dimension("comet.must", "comet.must", main=True, applies=_a_comet),
    _dimension("comet.does", "comet.does", main=True, applies=_a_comet),
    _dimension("comet.fork-answered", "comet.fork_answered", main=True, applies=_comet_forks),
    _dimension("comet.if-led", "comet.if_led", main=True, applies=_a_comet),
    _dimension("comet.if-due", "comet.if_due", main=True, applies=_comet_may_come_up),
    _dimension("pay.from", "payments.from", applies=_paid_in_play),
    _dimension("pay.laying", "payments.laying", main=True),
    _dimension("pay.leading", "payments.leading", main=True),
    _dimension("pay.set", "payments.set", main=True, applies=_sets_earn),
    _dimension("pay.comet", "payments.comet.reward", main=True, applies=_a_comet),
    _dimension("pay.comet-grows", "payments.comet.grows", main=True, applies=_comet_earns),
    _dimension("pay.comet-resets", "payments.comet.resets", main=True, applies=_reward_grows),
    _dimension("pay.comet-counted", "payments.comet.counted", main=True, applies=_rewards_grow),
    _dimension("pay.comet-led", "payments.comet.if_led", main=True, applies=_comet_earns),
    _dimension("pay.comet-rank", "payments.comet.rank_too", main=True, applies=_stand_in_earns),
    _dimension("pay.stuck", "payments.stuck", main=True),
    _dimension("pay.passing", "payments.passing"),
    _dimension("pool.stake", "stakes.pool.each stakes.pool.dealer", main=True),
    _dimension("pool.won-by", "stakes.pool.won_by", main=True, applies=_a_pool),
    _dimension("pots.stakes", "stakes.pots.cards", main=True),
    _dimension("pots.taken", "stakes.pots.taken", main=True, applies=_pots),
    _dimension("pots.frozen", "stakes.pots.frozen", main=True, applies=_pots_and_comet),
    _dimension("pots.unclaimed", "stakes.pots.unclaimed", main=True, applies=_pots),
    _dimension("pots.caught", "stakes.pots.caught", main=True, applies=_pots),
    _dimension("end.scoring", "settlement.scoring", main=True),
    _dimension("end.unit", "settlement.unit"),
    _dimension("end.going-out", "settlement.going_out", main=True),
    _dimension("end.per-card", "settlement.per_card", main=True),
    _dimension("end.per-point", "settlement.per_point", main=True),
    _dimension("end.values", "settlement.values", main=True, applies=_per_point),
    _dimension("end.collected-by", "settlement.collected_by", main=True, applies=_left_cards_cost),
    _dimension("end.unplayed", "settlement.unplayed.cards", main=True),
    _dimension("end.unplayed-where", "settlement.unplayed.where", main=True, applies=_unplayed),
    _dimension(
        "end.unplayed-as-card",
        "settlement.unplayed.as_card",
        main=True,
        applies=_unplayed_and_per_card,
    ),
    _dimension("end.caught", "settlement.caught", main=True),
    _dimension("end.drawn", "settlement.drawn", main=True, applies=_opera),
    _dimension(
        "times.comet-caught", "settlement.times.comet_caught", main=True, applies=_comet_multiplies
    ),
    _dimension(
        "times.comet-last", "settlement.times.comet_last", main=True, applies=_comet_multiplies
    ),
    _dimension(
        "times.comet-last-own",
        "settlement.times.comet_last_as_own_rank",
        main=True,
        applies=_comet_last_as_itself,
    ),
    _dimension("times.opera", "settlement.times.opera", main=True),
    _dimension("times.together", "settlement.times.together", main=True, applies=_multipliers_meet),
    _dimension("match.length", "match.ends match.deals_each match.target", main=True),
    _dimension("match.winner", "match.winner", main=True, always_a_rule=True),
    _dimension("match.ties", "match.ties", main=True, always_a_rule=True),
    _dimension("custom.laying", "customs.laying"),
    _dimension("custom.ending-part", "customs.ending_own_part"),
    _dimension("custom.unable", "customs.unable"),
    _dimension("custom.comet", "customs.comet"),
    _dimension("custom.cut", "customs.cut_by"),
    _dimension("custom.chips", "customs.chips_each"),
    _dimension("custom.netting", "customs.netting"),
)

DIMENSIONS: Mapping[str, Dimension] = MappingProxyType({d.id: d for d in _ALL})
"""Every dimension by its id, in the order in which they are shown."""
