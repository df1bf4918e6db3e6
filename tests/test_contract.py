"""What the engine promises of every game: bundled ones, and small ones made up at random."""

from __future__ import annotations

import copy
import functools
import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cometrules as cr
from cometrules.rules import seated

from .helpers import every_table, house, legal, play, table
from .strategies import (
    Played,
    RuleSheet,
    compiled,
    deals,
    full_deals,
    pack_names,
    physical_pack,
    playout,
    rule_sheets,
    seeds,
    sheet_profile,
    short_deals,
)

pytestmark = pytest.mark.long

a_few = settings(max_examples=40, deadline=None)
EVERY_TABLE = pytest.mark.parametrize(("name", "players"), every_table())


@functools.cache
def sampled(name: str, players: int) -> tuple[Played, ...]:
    """A whole deal and some short ones of a game, with dealer and pack changing."""
    rules = compiled(name, players)
    names = pack_names(rules)
    played = [playout(cr.new_deal(rules, seed=5, dealer=1), 5)]
    for number in range(2):
        random = Random(number)
        pack = names[number % len(names)]
        cards = physical_pack(rules, pack)
        random.shuffle(cards)
        hands = [[cards.pop() for _ in range(random.randrange(1, 6))] for _ in range(players)]
        deal = cr.new_deal(rules, hands=hands, dealer=number % players, pack=pack)
        played.append(playout(deal, number))
    return tuple(played)


@st.composite
def small_deals(draw: st.DrawFn) -> cr.State:
    """A deal of a small game made up at random."""
    sheet: RuleSheet = draw(rule_sheets())
    rules = cr.compile_rules(sheet_profile(sheet), draw(st.integers(2, 3)))
    return draw(st.one_of(full_deals(rules), short_deals(rules, most=4)))


# --- deals come to an end, and nothing is lost on the way -------------------------------------


def check_end(played: Played) -> None:
    """It ends within `max_moves`, and exactly the winner is out."""
    assert len(played.moves) <= played.end.rules.max_moves
    assert isinstance(played.end.pending, cr.DealOver)
    empty = [seat for seat, hand in enumerate(played.end.hands) if not hand]
    assert empty == [played.end.pending.winner] == [played.end.last_seat]
    for before in played.states[:-1]:
        assert all(before.hands) and not before.is_over


def check_cards(played: Played) -> None:
    """Hands, dead cards and laid cards are the pack at every moment."""
    rules, dead = played.end.rules, played.states[0].dead
    pack = Counter(physical_pack(rules, played.end.pack))
    assert set(pack) <= set(rules.cards)
    laid: Counter[cr.Card] = Counter()
    for before, move, after in played.steps():
        assert move.seat is not None
        gone = Counter(before.hands[move.seat])
        gone.subtract(after.hands[move.seat])
        assert min(gone.values()) >= 0, f"{move} brought a card into the hand"
        laid += gone
        others = [seat for seat in range(rules.players) if seat != move.seat]
        assert [before.hands[seat] for seat in others] == [after.hands[seat] for seat in others]
        assert after.dead == dead
        in_hands = Counter(card for hand in after.hands for card in hand)
        assert in_hands + Counter(dead) + laid == pack


@settings(max_examples=60, deadline=None)
@given(state=deals(), seed=seeds())
def test_a_deal_ends_within_max_moves_and_no_card_is_lost(state: cr.State, seed: int) -> None:
    played = playout(state, seed)
    check_end(played)
    check_cards(played)


@EVERY_TABLE
def test_a_deal_by_seed_gives_hands_of_the_size_the_profile_says(name: str, players: int) -> None:
    rules = compiled(name, players)
    deal = rules.profile.deal
    for pack in pack_names(rules):
        state = cr.new_deal(rules, seed="sizes", dealer=1, pack=pack)
        cards = len(physical_pack(rules, pack))
        each, over = divmod(cards, players + deal.spare_hands)
        sizes = {players: [each] * players}
        if deal.hands == "table":
            sizes[players] = [deal.table[players]] * players
        elif deal.hands == "all":
            # The ones too many go round from the first to lead, who sits next to the dealer.
            seats = [(2 + place) % players for place in range(players)]
            sizes[players] = [each + (seats.index(seat) < over) for seat in range(players)]
        assert [len(hand) for hand in state.hands] == sizes[players]
        assert len(state.dead) == cards - sum(sizes[players])
        assert state.pending == cr.AwaitLead(2 % players)


# --- money ------------------------------------------------------------------------------------


def money(state: cr.State) -> int:
    """All that lies anywhere, the settlement of an ended deal included."""
    result = cr.score(state)
    return sum(result.balances) + result.pool + sum(result.pots.values())


def check_money(played: Played) -> None:
    """Payments, pool and pots add up to what was carried in; points have no pool and no pots."""
    carried = played.end.carried.pool + sum(played.end.carried.pots.values())
    points = played.end.rules.profile.settlement.scoring == "points"
    for position in played.states:
        lying = cr.score(position)
        if points:
            assert (lying.pool, dict(lying.pots)) == (0, {})
        else:
            assert money(position) == carried
            assert min((lying.pool, *lying.pots.values())) >= 0


@settings(max_examples=60, deadline=None)
@given(state=deals(), seed=seeds())
def test_payments_pool_and_pots_add_up_to_what_was_carried_in(state: cr.State, seed: int) -> None:
    check_money(playout(state, seed))


@a_few
@given(data=st.data(), players=st.integers(4, 8), seed=seeds())
def test_denexa_points_are_what_the_scoring_section_says(
    data: st.DataObject, players: int, seed: int
) -> None:
    """1 for going out, 1 a card in the others' hands, 2 for each King not laid; 9D caught: -1."""
    name = data.draw(st.sampled_from(["denexa-comet-stub", "denexa-comet-stripped"]))
    played = playout(data.draw(deals(compiled(name, players))), seed)
    laid = Counter(str(move) for move in played.moves)
    winner = played.end.last_seat
    assert winner is not None
    expected = [0] * players
    for seat, hand in enumerate(played.end.hands):
        expected[winner] += len(hand)
        expected[seat] -= "9D" in map(str, hand)
    expected[winner] += 1 + 2 * (4 - sum(laid[king] for king in ("KC", "KD", "KH", "KS")))
    assert cr.score(played.end).balances == tuple(expected)
    assert all(cr.score(state).balances == (0,) * players for state in played.states[:-1])


@a_few
@given(data=st.data(), seed=seeds())
def test_arnold_points_are_the_losers_cards_times_the_comet(data: st.DataObject, seed: int) -> None:
    played = playout(data.draw(deals(compiled("two-player-arnold", 2))), seed)
    winner = played.end.last_seat
    assert winner is not None
    comet = {"black": "9D", "red": "9C"}[played.end.pack]
    hand = [str(card) for card in played.end.hands[1 - winner]]
    points = sum(10 if card[0] in "TJQK" else int(card[0]) for card in hand)
    last = str(played.moves[-1])
    if comet in hand:
        points *= 2
    elif last.startswith(comet):
        points *= 4 if last.endswith("=9") else 2
    expected = [0, 0]
    expected[winner] = points
    assert cr.score(played.end).balances == tuple(expected)
    assert cr.score(played.end).winner == winner


# --- the legal moves: all that are listed are accepted, and no others -------------------------


def accepted_by_trying(state: cr.State) -> Counter[cr.Move]:
    """Every action of every seat that `step` takes; what it refuses is explained alike."""
    accepted: Counter[cr.Move] = Counter()
    for number, action in enumerate(state.rules.actions):
        for seat in range(state.rules.players):
            move = seated(action, seat)
            try:
                cr.step(state, move)
            except cr.IllegalMoveError as refused:
                said = (refused.code, str(refused), refused.rule, refused.log)
                assert all(said[:2])
                if number % 7 == seat:  # it takes as long again, so here and there
                    why = cr.explain_illegal(state, move)
                    assert why and said == (why.code, str(why), why.rule, why.log)
            else:
                assert cr.explain_illegal(state, move) is None
                accepted[move] += 1
    return accepted


def check_listing(state: cr.State) -> None:
    listed = cr.legal_moves(state)
    assert Counter(listed) == accepted_by_trying(state)
    by_seat = [cr.legal_moves(state, seat) for seat in range(state.rules.players)]
    assert [[m for m in listed if m.seat == s] for s in range(len(by_seat))] == [
        list(moves) for moves in by_seat
    ]


@EVERY_TABLE
def test_what_is_listed_and_what_step_accepts_are_the_same(name: str, players: int) -> None:
    for number, played in enumerate(sampled(name, players)):
        check_listing(Random(number).choice(played.states))
        if number == 0:
            check_listing(played.end)


@EVERY_TABLE
def test_no_moves_before_the_deal_and_after_the_end(name: str, players: int) -> None:
    start = cr.start(compiled(name, players), dealer=1)
    assert start.pending == cr.AwaitDeal()
    assert start.hands == ((),) * players and start.dead == ()
    assert cr.legal_moves(start) == ()
    assert not accepted_by_trying(start)
    assert cr.advance(start) == start
    for played in sampled(name, players):
        assert cr.legal_moves(played.end) == ()
        assert cr.advance(played.end) == played.end
        assert all(cr.legal_moves(state) for state in played.states[:-1])
        assert all(cr.legal_moves(played.end, seat) == () for seat in range(players))


@EVERY_TABLE
def test_the_deal_is_a_move(name: str, players: int) -> None:
    rules = compiled(name, players)
    state = cr.new_deal(rules, seed="as a move", dealer=1)
    deal = cr.Deal(state.hands)
    assert cr.step(cr.start(rules, dealer=1), deal) == state
    made = cr.transition(cr.start(rules, dealer=1), deal)
    assert made.state == state
    assert made.events == (cr.Dealt(tuple(map(len, state.hands)), 2 % players, state.hands),)


# --- advance ----------------------------------------------------------------------------------


def advanced_by_stepping(state: cr.State) -> cr.State:
    while len(legal := cr.legal_moves(state)) == 1:
        state = cr.step(state, legal[0])
    return state


def check_advance(played: Played) -> None:
    for state in played.states:
        by_hand, at_once = advanced_by_stepping(state), cr.advance(state)
        assert at_once == by_hand and str(at_once) == str(by_hand)
        assert hash(at_once) == hash(by_hand)
        assert len(cr.legal_moves(at_once)) != 1


@EVERY_TABLE
def test_advance_equals_a_loop_of_step_from_every_position(name: str, players: int) -> None:
    for played in sampled(name, players):
        check_advance(played)


# --- transition -------------------------------------------------------------------------------


def accounts(state: cr.State) -> dict[int | str, int]:
    """Every account but the one of points that nobody pays."""
    result = cr.score(state)
    pots = {f"pot {card}": lying for card, lying in result.pots.items()}
    seats: dict[int | str, int] = dict(enumerate(result.balances))
    return seats | {"pool": result.pool} | pots


def moved_by(events: tuple[cr.Event, ...]) -> dict[int | str, int]:
    """What the payments among events bring to each account."""
    change: Counter[int | str] = Counter()
    for event in events:
        if isinstance(event, cr.Paid):
            assert event.payment.amount > 0
            change[event.payment.payer] -= event.payment.amount
            change[event.payment.payee] += event.payment.amount
    return change


def check_transition(played: Played) -> None:
    points = played.end.rules.profile.settlement.scoring == "points"
    for before, move, after in played.steps():
        made = cr.transition(before, move)
        assert made.state == after and str(made.state) == str(after)
        was, change = accounts(before), moved_by(made.events)
        assert {who: was[who] + change.pop(who, 0) for who in was} == accounts(after)
        written = change.pop("written", 0)
        assert points or not written
        assert not change, "a payment to or from an account there is not"
        check_events(before, move, after, made.events)


def check_events(
    before: cr.State, move: cr.Move, after: cr.State, events: tuple[cr.Event, ...]
) -> None:
    """The first event is the move; the others fit what is awaited next."""
    kinds = [type(event) for event in events]
    first = events[0]
    assert move.seat is not None
    gone = Counter(before.hands[move.seat]) - Counter(after.hands[move.seat])
    if isinstance(move, cr.Pass):
        leads = isinstance(before.pending, cr.AwaitLead)
        assert isinstance(first, cr.LeadPassed if leads else cr.Passed) and not gone
        if isinstance(first, cr.Passed):
            assert isinstance(before.pending, cr.AwaitTurn)
            assert first.missing == before.pending.needs
    else:
        assert isinstance(first, cr.Laid)
        assert Counter(first.cards) == gone
        assert first.lead <= (before.pending == cr.AwaitLead(move.seat))
        assert first.stands_for == (move.place if isinstance(move, cr.StandIn) else None)
    assert isinstance(first, (cr.Laid, cr.Passed, cr.LeadPassed)) and first.seat == move.seat
    ends = [event for event in events if isinstance(event, cr.DealEnded)]
    assert len(ends) == after.is_over
    if ends:
        assert ends[0].winner == move.seat
        assert ends[0].drawn == cr.score(after).drawn
        settled = [e.payment for e in events[events.index(ends[0]) :] if isinstance(e, cr.Paid)]
        assert tuple(settled) == cr.score(after).payments
        assert not {cr.RunStuck, cr.RunStopped} & set(kinds)
    else:
        assert cr.score(after).payments == ()
    assert kinds.count(cr.RunStuck) <= 1 and kinds.count(cr.RunStopped) <= 1
    if cr.RunStopped in kinds:
        (stopped,) = (event for event in events if isinstance(event, cr.RunStopped))
        assert after.pending == cr.AwaitLead(stopped.leader)
    assert kinds.count(cr.PotsFrozen) <= (after.comet_laid and not before.comet_laid)


@EVERY_TABLE
def test_transition_tells_what_step_does(name: str, players: int) -> None:
    for played in sampled(name, players):
        check_transition(played)


# --- states are values ------------------------------------------------------------------------


@EVERY_TABLE
def test_states_and_moves_pickle_hash_and_compare(name: str, players: int) -> None:
    start = cr.start(compiled(name, players), dealer=1)
    for played in sampled(name, players)[:2]:
        for state in (start, *played.states[::15], played.end):
            for twin in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
                assert twin == state
                assert hash(twin) == hash(state)
                assert str(twin) == str(state) and repr(twin) == repr(state)
                assert cr.legal_moves(twin) == cr.legal_moves(state)
                assert cr.score(twin) == cr.score(state)
                assert twin.rules is state.rules
        moves = pickle.loads(pickle.dumps(played.moves))
        assert moves == played.moves
        assert [hash(move) for move in moves] == [hash(move) for move in played.moves]
        events = [cr.transition(s, m).events for s, m in zip(played.states, moves, strict=False)]
        assert pickle.loads(pickle.dumps(events)) == events


@EVERY_TABLE
def test_a_deal_goes_on_from_a_pickle_as_from_the_state(name: str, players: int) -> None:
    played = sampled(name, players)[0]
    middle = len(played.moves) // 2
    state = pickle.loads(pickle.dumps(played.states[middle]))
    for move in pickle.loads(pickle.dumps(played.moves[middle:])):
        state = cr.step(state, move)
    assert state == played.end


def test_states_are_frozen() -> None:
    state = cr.new_deal(compiled("svensk-komet", 3), seed=1)
    with pytest.raises(AttributeError):
        state._hands = 0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        state.dealer = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        state.pots[cr.parse_card("AD")] = 9  # type: ignore[index]
    with pytest.raises(TypeError):
        state.carried.pots[cr.parse_card("AD")] = 9  # type: ignore[index]


def check_text_is_identity(states: list[cr.State]) -> None:
    """Equal text if, and only if, equal state; and equal states hash alike."""
    by_text: dict[str, cr.State] = {}
    for state in states:
        twin = by_text.setdefault(str(state), state)
        assert twin == state and hash(twin) == hash(state), str(state)
    assert len(set(states)) == len(by_text)


@EVERY_TABLE
def test_states_are_equal_exactly_when_they_print_alike(name: str, players: int) -> None:
    """Many playouts of the same cards, so that positions meet on different ways."""
    rules = compiled(name, players)
    packs = pack_names(rules)
    states = []
    for dealer in range(2):
        for pack in packs:
            cards = physical_pack(rules, pack)
            Random(3).shuffle(cards)
            hands = [[cards.pop() for _ in range(3)] for _ in range(players)]
            deal = cr.new_deal(rules, hands=hands, dealer=dealer, pack=pack)
            states += [cr.start(rules, dealer, pack=pack), deal]
            for seed in range(6):
                states += playout(deal, seed).states
    assert len(set(states)) < 0.9 * len(states), "there should be many meetings"
    check_text_is_identity(states)


def whole_tree(state: cr.State) -> Iterator[cr.State]:
    yield state
    for move in cr.legal_moves(state):
        yield from whole_tree(cr.step(state, move))


def test_transpositions_meet_in_one_state() -> None:
    """Two kings led in either order, with the same money paid, are one position."""
    state = table("foster-commit", ["KC KH 2C 2D", "3C 4D 5H"])
    assert play(state, "0:KC 0:KH") == play(state, "0:KH 0:KC")
    assert play(state, "0:KC") != play(state, "0:KH")
    states = list(whole_tree(table("svensk-komet", ["AC 9D 5H", "8D TD 6H", "KC 2S 3S"])))
    assert len(states) > len(set(states))
    check_text_is_identity(states)


def test_what_a_deal_never_changes_tells_states_apart() -> None:
    """Dealer, pack, what was carried in and the game itself are part of a state."""
    two_pack = compiled("two-pack-comet", 2)
    comets = [cr.parse_card("9D"), cr.parse_card("9C")]
    hands = [["9C", "9D"], ["TC", "KC"]]
    grown = cr.Carried(lay_dead=dict.fromkeys(comets, 1))
    states = [
        cr.new_deal(two_pack, hands=[["9D", "2C"], ["TC", "KC"]], dealer=1, pack="black"),
        cr.new_deal(two_pack, hands=[["9C", "2D"], ["TD", "KD"]], dealer=1, pack="red"),
        cr.new_deal(two_pack, hands=[["9D", "2C"], ["TC", "KC"]], dealer=0, pack="black"),
        cr.new_deal(
            two_pack, hands=[["9D", "2C"], ["TC", "KC"]], dealer=1, carried=grown, pack="black"
        ),
        cr.start(two_pack, dealer=0, pack="black"),
        cr.start(two_pack, dealer=1, pack="black"),
        cr.start(two_pack, dealer=0, pack="red"),
        cr.new_deal(compiled("foster-commit", 2), hands=hands),
        cr.new_deal(compiled("foster-commit-es", 2), hands=hands),
        cr.new_deal(compiled("foster-commit", 3), hands=[*hands, ["2C"]]),
        cr.start(compiled("svensk-komet", 3)),
        cr.start(compiled("svensk-komet", 3), carried=cr.Carried(pots={cr.parse_card("AD"): 5})),
    ]
    assert len(set(states)) == len(states)
    check_text_is_identity(states)


def test_pots_alone_tell_states_apart() -> None:
    """Ace or King first, the other one frozen: the same cards and balances, not the same pots."""
    carried = cr.Carried(pots={cr.Card("K", "D"): 1})
    state = table("svensk-komet", ["AD KD 9D 2C", "3C 3H", "4S 6S"], carried=carried)
    ace, king = play(state, "0:AD 0:9D 0:KD"), play(state, "0:KD 0:9D 0:AD")
    assert (ace.hands, ace.pending, ace.last_seat) == (king.hands, king.pending, king.last_seat)
    assert cr.score(ace).balances == cr.score(king).balances == (5, 0, -15)
    assert ace != king
    check_text_is_identity([ace, king])


def test_rule_changes_tell_states_apart_in_their_text_too() -> None:
    """Two variants of one profile have the same id; their states are not equal."""
    one, two = (
        cr.new_deal(cr.compile_rules(house({"payments.laying": {"K": n}}), 2), seed=1)
        for n in (1, 2)
    )
    assert one != two
    check_text_is_identity([one, two])


def test_equal_cards_are_interchangeable() -> None:
    """Which of two equal cards lies in which hand, or goes first, leaves no trace."""
    rules = compiled("two-pack-comet", 2)
    hands = [["8C", "8C", "2S"], ["8S", "8S", "3C"]]
    state = cr.new_deal(rules, hands=hands, dealer=1)
    assert state == cr.new_deal(rules, hands=[hand[::-1] for hand in hands], dealer=1)
    assert state.hands[0] == tuple(map(cr.parse_card, ["2S", "8C", "8C"]))
    doubled = table(house({"deck.copies": 2, "play.stops": ["8"]}), ["8C 8C KC", "7C KC 2D"])
    assert legal(doubled) == {"0:8C", "0:KC"}
    for moves in ("0:8C 0:KC", "0:KC 0:8C"):
        assert play(doubled, moves).hands[0] == (cr.Card("8", "C"),)
    assert play(doubled, "0:8C 0:KC") == play(doubled, "0:KC 0:8C")


def test_profiles_written_alike_give_equal_states() -> None:
    """The same values, loaded or varied twice, are the same rules."""
    changes = {"play.stops": ["K", "7D"]}
    one, two = (cr.load_profile("foster-commit").with_(changes) for _ in range(2))
    assert cr.compile_rules(one, 3) is cr.compile_rules(two, 3)
    assert cr.new_deal(cr.compile_rules(one, 3), seed=1) == cr.new_deal(
        cr.compile_rules(two, 3), seed=1
    )


# --- games made up at random ------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(state=small_deals(), seed=seeds())
def test_games_made_up_at_random_keep_every_promise(state: cr.State, seed: int) -> None:
    """All of the above at once: making up a game costs more than checking it."""
    played = playout(state, seed)
    check_end(played)
    check_cards(played)
    check_money(played)
    check_advance(played)
    check_transition(played)
    for position in played.states[:: 1 + len(played.moves) // 8]:
        check_listing(position)
    others = [twin for number in range(4) for twin in playout(state, number).states]
    check_text_is_identity([*played.states, *others])
    assert pickle.loads(pickle.dumps(played)) == played
