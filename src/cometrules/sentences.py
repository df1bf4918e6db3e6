"""The rules of a profile in English sentences, made from the data the engine runs on.

Every function tells one section. A rule that a profile has not is not told, unless a reader
would miss it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from .cards import parse_card, rank_name
from .packs import build_packs, hand_sizes
from .profile.model import Caught, Profile

__all__ = ["Section", "describe"]


@attrs.frozen
class Section:
    """A heading with its sentences."""

    title: str
    sentences: tuple[str, ...]


def describe(profile: Profile) -> tuple[Section, ...]:
    """The rules of a profile in sentences, by section.

    >>> import cometrules as cr
    >>> describe(cr.load_profile("svensk-komet"))[0].sentences[0]
    '3 to 8 players, each alone.'
    """
    tellers = {
        "Players and cards": _cards,
        "The deal": _deal,
        "Play": _play,
        "Leading": _lead,
        "The Comet": _comet,
        "Paid while cards are laid": _payments,
        "Stakes": _stakes,
        "When somebody is out": _settlement,
        "The match": _match,
        "At the table": _customs,
    }
    told = (Section(title, tuple(tell(profile))) for title, tell in tellers.items())
    return tuple(section for section in told if section.sentences)


# --- words ------------------------------------------------------------------------------------


def name(key: str) -> str:
    """A rank, a card or the Comet, as a reader expects it."""
    if key == "comet":
        return "the Comet"
    return parse_card(key).name if len(key) == 2 else rank_name(key)


def each_of(key: str) -> str:
    """As `name`, for a rule about every card of a rank."""
    return f"each {rank_name(key)}" if len(key) == 1 else name(key)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words with commas, and a word before the last."""
    *front, end = tuple(words) or ("nothing",)
    return f"{', '.join(front)} {last} {end}" if front else end


def counted(number: int, thing: str) -> str:
    """A number with its thing, in the plural where it is one."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _numbers(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


# --- sections ---------------------------------------------------------------------------------


def _cards(profile: Profile) -> Iterator[str]:
    deck, players = profile.deck, profile.players
    yield f"{_numbers(players.min, players.max)} players, each alone."
    numbers = range(players.min, players.max + 1)
    for packs in zip(*(build_packs(profile, number) for number in numbers), strict=True):
        called = f"The {packs[0].name} pack has" if len(deck.packs) > 1 else "The pack has"
        sizes = sorted({pack.size for pack in packs})
        spec = deck.packs[packs[0].name]
        suits = listed("♣♦♥♠"["CDHS".index(suit)] for suit in spec.suits)
        decks = "one deck" if spec.copies == 1 else f"{spec.copies} decks"
        sentence = f"{called} {_numbers(sizes[0], sizes[-1])} cards: {suits} of {decks}"
        if spec.remove:
            sentence += f", without {listed(map(name, spec.remove))}"
        for out, put in spec.exchange.items():
            sentence += f", one {out.name} exchanged for a {put.name}"
        if len(sizes) > 1:
            sentence += ", and fewer at some numbers of players"
        yield f"{sentence}."
    if len(deck.packs) > 1:
        yield f"The packs are used in turn, {listed(deck.packs, 'then')}."
    for number, names in deck.remove_for.items():
        yield f"With {number} players {listed(map(name, names))} go out as well."
    if deck.strip:
        yield (
            "Cards are taken out until the pack divides evenly among the hands, in this order: "
            f"{', '.join(map(name, deck.strip))}."
        )
    yield f"Ranks, low to high: {' '.join(map(rank_name, deck.ranks))}."
    comets = {card.name: None for pack in deck.packs.values() for card in pack.comet}
    yield f"The Comet is {listed(comets, 'or')}." if comets else "There is no Comet."


def _deal(profile: Profile) -> Iterator[str]:
    deal, players = profile.deal, profile.players
    first = {
        "at_random": "The first dealer is found at random.",
        "lowest_card": "Whoever draws the lowest card deals first.",
        "highest_card": "Whoever draws the highest card deals first.",
        "first_jack": "Whoever is dealt the first jack deals first.",
        "agreed": "The first dealer is agreed on.",
    }
    yield first[deal.first_dealer]
    sizes = []
    for number in range(players.min, players.max + 1):
        pack = build_packs(profile, number)[0]
        cards = sorted(set(hand_sizes(profile, number, pack)))
        dead = pack.size - sum(hand_sizes(profile, number, pack))
        sizes.append(f"{number} players {'-'.join(map(str, cards))} (dead {dead})")
    yield f"Cards each: {'; '.join(sizes)}."
    if deal.spare_hands:
        yield f"{counted(deal.spare_hands, 'hand')} more than there are players is counted in and lies dead."
    if deal.dead_first:
        yield f"{counted(deal.dead_first, 'card')} are laid aside before the deal."
    packet = "singly" if deal.packet == 1 else f"{deal.packet} at a time"
    yield f"Cards are dealt {packet}, to the {deal.direction}."


def _play(profile: Profile) -> Iterator[str]:
    play = profile.play
    yield (
        "A run goes up in one suit."
        if play.suits == "matter"
        else "A run goes up, whatever the suits."
    )
    if play.order == "by_holder":
        yield "Whoever holds the next card lays it; there are no turns."
    else:
        how = "as far as possible" if play.turn == "as_far_as_possible" else "with one card"
        must = "who can continue must" if play.continue_ == "must" else "nobody has to"
        yield f"The player on turn continues {how}, then the turn passes to the {play.direction}; {must}."
    sets = {
        "full_set": "All cards of the needed rank may be laid at once, if all are held.",
        "any_number": "Any number of cards of the needed rank may be laid at once.",
    }
    if play.at_once in sets:
        yield sets[play.at_once]
    leads = {"same_player_leads": "its player leads", "next_player_leads": "the next player leads"}
    stops = listed(map(name, play.stops), "or")
    yield f"A run stops at {stops}; {leads[play.after_stop]} to a new one."
    stuck = {
        "last_player_leads": "the player of the last card leads",
        "next_player_leads": "the player after that of the last card leads",
        "last_player_skips": "the player of the last card goes on above the gap with the next card it "
        "holds, or leads",
    }
    yield f"When nobody continues, {stuck[play.when_stuck]}."


def _lead(profile: Profile) -> Iterator[str]:
    lead = profile.play.lead
    holder = (
        f"Whoever holds {lead.holder_of.name}, or failing it the next above,"
        if lead.holder_of
        else ""
    )
    who = {
        "next_to_dealer": f"The player to the dealer's {profile.play.direction}",
        "dealer": "The dealer",
        "holder_of": holder,
    }
    what = {
        "any_card": "any card",
        "lowest_card": "the lowest card held",
        "lowest_of_a_suit": "the lowest card held of a suit",
    }
    yield f"{who[lead.by]} leads first, with {what[lead.first]}; later leads are {what[lead.later]}."
    suits = {"new": "of another suit", "other_colour": "of the other colour"}
    if lead.suit in suits:
        passes = {"any_card": "any card may be led", "lead_passes": "the lead passes on"}
        yield f"A lead is {suits[lead.suit]} than the last run; who has none: {passes[lead.no_such_suit]}."
    sets = {"full_set": "a full set of equals", "any_number": "any number of equals"}
    if lead.at_once in sets:
        yield f"A run may be opened with {sets[lead.at_once]}."


def _comet(profile: Profile) -> Iterator[str]:
    comet = profile.comet
    if not any(pack.comet for pack in profile.deck.packs.values()):
        return
    when = {
        "in_place_only": "It is laid in its own place only, or led.",
        "ending_own_part": "It may be laid by a player who has laid in this turn and cannot go on.",
        "when_unable": "It may be laid on one's turn, when one cannot continue.",
        "on_turn": "It may be laid on one's turn, for the card that is needed.",
        "any_time": "It may be laid at any time, whoever's turn it is"
        + (
            ", even before the first card."
            if comet.earliest == "before_first_card"
            else ", after the first card."
        ),
    }
    yield when[comet.when]
    if comet.must == "when_unable":
        yield "Who cannot continue otherwise must lay it."
    answered = (
        "asked round from the left" if comet.fork_answered == "in_turn" else "whoever holds it"
    )
    does = {
        "nothing": "It is a card like any other, and the run goes on above it.",
        "stop": "It ends the run, and its player leads.",
        "fork": f"Two cards continue after it, {answered}: the old run's missing card, or the one above the Comet.",
        "stand_in": "It stands for the missing card, and the run goes on above that.",
        "stand_in_and_stop": "It stands for the missing card and ends the run; its player leads.",
    }
    yield does[comet.does]
    led = {
        "natural": "Led, it is a plain card of its rank.",
        "comet": "It may be led as the Comet.",
        "not_allowed": "It may not be led, unless nobody can lead anything else.",
    }
    yield led[comet.if_led]
    due = {
        "comet": "When its own place in the run has come, it may be laid and need not be.",
        "natural": "When its own place in the run has come, it is a plain card.",
    }
    yield due[comet.if_due]


def _payments(profile: Profile) -> Iterator[str]:
    pay, points = profile.payments, profile.settlement.scoring == "points"
    earns = "gets {} from every other player"
    if points or pay.from_ == "pool":
        earns = "scores {}" if points else "takes {} from the pool"
    for verb, table in (("lays", pay.laying), ("leads", pay.leading)):
        for key, amount in table.items():
            yield f"Whoever {verb} {name(key)} {earns.format(amount)}."
    if pay.set == "once":
        yield "A set laid at once earns once."
    comet = pay.comet
    if comet.reward:
        led = ", unless it is led" if comet.if_led == "not_paid" else ""
        yield f"Whoever lays the Comet {earns.format(comet.reward)}{led}."
    if comet.grows:
        resets = {
            "after_the_deal": "after a deal in which it was dealt to a player",
            "at_once": "as soon as it is dealt to a player",
        }
        each = "; each Comet has its own count" if comet.counted == "each_comet" else ""
        yield (
            f"That grows by {comet.grows} for every deal in a row in which it lay dead, and falls back "
            f"{resets[comet.resets]}{each}."
        )
    if comet.rank_too == "also_paid":
        yield "It also earns what the card it stands for would earn."
    if pay.stuck:
        yield f"When a run gets stuck, the player of its last card {earns.format(pay.stuck)}."
    if pay.passing:
        yield f"A player who passes without having laid pays {pay.passing} into the pool."


def _stakes(profile: Profile) -> Iterator[str]:
    pool, pots = profile.stakes.pool, profile.stakes.pots
    if pool.each or pool.dealer:
        yield f"Into the pool before every deal: {_stake(pool.each, pool.dealer)}."
    if pool.each or pool.dealer or profile.payments.passing:
        won = {
            "first_out": "Whoever is first out",
            "out_with_comet": "Whoever goes out with the Comet",
        }
        yield f"{won[pool.won_by]} takes the pool."
    if not pots.cards:
        return
    for card, stake in pots.cards.items():
        yield f"On {card.name} before every deal: {_stake(stake.each, stake.dealer)}."
    taken = {
        "when_laid": "whoever lays its card",
        "at_end": "whoever was dealt its card, when the deal ends",
    }
    yield f"A pot is taken by {taken[pots.taken]}."
    if pots.frozen == "once_comet_is_laid":
        yield "Once the Comet is laid, no pot is taken any more in that deal."
    left = {
        "stay": "stays, and the next stakes go on top",
        "made_up": "is only made up to the same amount",
    }
    yield f"A pot that nobody took {left[pots.unclaimed]}."
    if pots.caught == "doubled":
        yield "Who still holds a pot's card at the end pays as much as lies there."


def _stake(each: int, dealer: int) -> str:
    parts = [f"{each} from everybody"] if each else []
    if dealer:
        parts.append(f"{dealer} from the dealer{' besides' if each else ''}")
    return listed(parts)


def _settlement(profile: Profile) -> Iterator[str]:
    end = profile.settlement
    points = end.scoring == "points"
    yield "Points are written up, and nobody pays." if points else "What one gains, the others pay."
    yield f"Counted in: {end.unit}."
    if end.going_out:
        yield f"Going out {'scores' if points else 'brings from every other player'} {end.going_out}."
    if end.per_card:
        yield f"{_collects(profile)} {end.per_card} for every card left."
    if end.per_point:
        yield f"{_collects(profile)} {end.per_point} for every point left ({_values(profile)})."
    for key, amount in end.unplayed.cards.items():
        where = "anywhere" if end.unplayed.where == "anywhere" else "in the others' hands"
        too = "" if end.unplayed.as_card == "too" else ", and it does not count as a card left"
        yield f"The winner scores {amount} for {each_of(key)} not played, {where}{too}."
    for key, price in end.caught.items():
        yield f"Who still holds {name(key)} {_price(price)}{' for each' if len(key) == 1 else ''}."
    yield from _times(profile)
    if end.drawn == "if_dealer_could_too":
        yield "If the dealer could have gone out in one turn too, such a deal is drawn and nothing is settled."


def _collects(profile: Profile) -> str:
    end = profile.settlement
    if end.scoring == "payments":
        return "Every other player pays the winner"
    return "The winner scores" if end.collected_by == "winner" else "Every other player scores"


def _values(profile: Profile) -> str:
    """What the cards are worth; numbers that count as what they are go without saying."""
    values = profile.settlement.values
    plain = [key for key, value in values.items() if rank_name(key) == str(value)]
    words = ["a number card its number"] if plain else []
    words += [f"{name(key)} {value}" for key, value in values.items() if key not in plain]
    return ", ".join(words)


def _price(price: Caught) -> str:
    parts = [f"pays {price.to_each} to every other player"] if price.to_each else []
    parts += [f"pays {price.to_winner} to the winner"] if price.to_winner else []
    parts += [f"loses {price.lost}"] if price.lost else []
    return listed(parts)


def _times(profile: Profile) -> Iterator[str]:
    times = profile.settlement.times
    points = profile.settlement.scoring == "points"
    all_ = "all cards left count" if points else "everybody pays for cards left"
    if times.comet_caught == 0:
        yield "Cards left with whoever still holds the Comet count nothing."
    elif times.comet_caught != 1:
        yield f"Who still holds the Comet: that hand counts {times.comet_caught} times."
    if times.comet_last != 1:
        yield f"If the winner went out with the Comet, {all_} {times.comet_last} times."
    if times.comet_last_as_own_rank != times.comet_last:
        yield f"If it was laid as its own rank, {times.comet_last_as_own_rank} times."
    if times.opera != 1:
        yield f"Opera: out in the first turn of the deal, {all_} {times.opera} times."
    if _can_meet(profile):
        together = {
            "multiply": "multiply",
            "add": "are added",
            "highest": "do not: the highest counts",
        }
        yield f"Where several of these meet, they {together[times.together]}."


def _can_meet(profile: Profile) -> bool:
    """Whether two multipliers can apply to one hand."""
    times = profile.settlement.times
    comets = max(len(pack.comet) * pack.copies for pack in profile.deck.packs.values())
    of_comet = times.comet_caught != 1 or times.comet_last != 1
    return (times.opera != 1 and of_comet) or (comets > 1 and times.comet_caught != 1)


def _match(profile: Profile) -> Iterator[str]:
    match = profile.match
    wins = "most" if match.winner == "highest" else "least"
    ties = "ties are shared" if match.ties == "shared" else "ties are played on"
    if match.ends == "after_deals":
        each = "once" if match.deals_each == 1 else f"{match.deals_each} times"
        yield f"The match is over when everybody has dealt {each}; who has {wins} wins, {ties}."
    else:
        yield f"The match is over when somebody has {match.target}; who has {wins} wins, {ties}."


def _customs(profile: Profile) -> Iterator[str]:
    customs = profile.customs
    said: Mapping[tuple[str, str], str] = {
        (customs.laying, "rank_said"): "The rank of a card is said as it is laid.",
        (customs.ending_own_part, "missing_card_named"): "Who cannot go on names the missing card.",
        (customs.unable, "pass_said"): "Who cannot lay at all says pass.",
        (customs.comet, "named"): "The Comet is named aloud.",
        (customs.cut_by, "right_of_dealer"): "The dealer's right neighbour cuts.",
        (customs.netting, "allowed"): "Opposite payments may be netted.",
    }
    yield from (sentence for (value, word), sentence in said.items() if value == word)
    if customs.chips_each:
        yield f"About {customs.chips_each} chips for each player are enough to begin with."
