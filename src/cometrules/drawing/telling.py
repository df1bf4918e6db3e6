"""What is drawn, in words: the lines of the picture, and its text alternative."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from ..cards import Card
from ..engine.illegal import place_name
from ..moves import Lay, LaySet, Move, Pass, Place, StandIn
from ..state import AwaitDeal, AwaitHolder, AwaitLead, AwaitTurn, DealOver
from .scene import OnTable, Scene, legible

__all__ = [
    "Mark", "balance_of", "count_of", "description", "heading", "last_move", "looks", "marks_of",
    "nothing_lies", "status",
]  # fmt: skip


@attrs.frozen
class Mark:
    """What is marked at a seat.

    Args:
        word: the word.
        strong: whether the seat itself is marked with it.
        awaited: whether the deal waits for the seat.
    """

    word: str
    strong: bool = False
    awaited: bool = False


def heading(scene: Scene) -> str:
    """What the game is called."""
    return legible(scene.words.game(scene.seen.profile))


def looks(scene: Scene, names: Sequence[str]) -> str:
    """How many play, and whose eyes the picture is for."""
    seat = scene.seen.seat
    if scene.open:
        eyes = scene.word("open")
    elif seat is None:
        eyes = scene.word("looked_on")
    else:
        eyes = scene.word("seen_by", name=names[seat])
    return f"{scene.word('players', n=scene.seen.players)}, {eyes}"


def status(scene: Scene, names: Sequence[str]) -> str:
    """What is awaited; of a seat only where everybody knows which."""
    wanted = _either(scene, scene.needs)
    match scene.pending:
        case AwaitDeal():
            return scene.word("deal")
        case AwaitLead(seat=seat):
            return scene.word("leads", name=names[seat])
        case AwaitTurn(seat=seat, needs=needs):
            if not needs:
                return scene.word("turn_only", name=names[seat])
            return scene.word("turn", name=names[seat], cards=wanted)
        case AwaitHolder():
            return scene.word("holder", cards=wanted)
        case DealOver(winner=winner):
            return scene.word("out", name=names[winner])


def nothing_lies(scene: Scene) -> str:
    """That nothing lies on the table, where a run could; "" otherwise."""
    if scene.run or isinstance(scene.pending, (AwaitDeal, DealOver)):
        return ""
    return f"{scene.word('table')}: {scene.word('nothing')}"


def last_move(scene: Scene, names: Sequence[str]) -> str:
    """The move that led here; "" where it is not known."""
    if scene.last is None or scene.last.seat is None:
        return ""
    name = names[scene.last.seat]
    if isinstance(scene.last, Pass):
        return scene.word("passed", name=name)
    return scene.word("laid", name=name, cards=_moved(scene, scene.last))


def marks_of(scene: Scene, seat: int) -> tuple[Mark, ...]:
    """What is marked at a seat."""
    marks = [Mark(scene.word("dealer"))] if seat == scene.seen.dealer else []
    match scene.pending:
        case AwaitLead(seat=awaited) if awaited == seat:
            marks.append(Mark(scene.word("has_lead"), strong=True, awaited=True))
        case AwaitTurn(seat=awaited) if awaited == seat:
            marks.append(Mark(scene.word("on_turn"), strong=True, awaited=True))
        case DealOver(winner=winner) if winner == seat:
            marks.append(Mark(scene.word("is_out"), strong=True))
    return tuple(marks)


def count_of(scene: Scene, seat: int) -> str:
    """How many cards a seat holds."""
    size = scene.seen.sizes[seat]
    return scene.word("card") if size == 1 else scene.word("cards", n=size)


def balance_of(scene: Scene, seat: int) -> str:
    """What a seat has won or lost in this deal so far, in money or points."""
    balance = scene.seen.balances[seat]
    points = scene.seen.profile.settlement.scoring == "points"
    sign = "+" if balance > 0 and not points else "\u2212" if balance < 0 else ""
    return scene.word("points" if points else "balance", n=f"{sign}{abs(balance)}")


def description(scene: Scene) -> str:
    """Everything that is drawn, in sentences."""
    seen, names = scene.seen, scene.names
    told = [f"{heading(scene)}, {looks(scene, names)}"]
    if scene.run:
        run = " ".join(_on_table(scene, step) for step in scene.run)
        told.append(f"{scene.word('last_run' if scene.ended else 'table')}: {run}")
    told += [nothing_lies(scene), last_move(scene, names), status(scene, names)]
    if scene.comets_laid:
        told.append(scene.word("comet_laid", cards=_names(scene.comets_laid)))
    if seen.pool:
        told.append(f"{scene.word('pool')}: {seen.pool}")
    if seen.pots:
        pots = ", ".join(f"{card.name} {amount}" for card, amount in seen.pots.items())
        told.append(f"{scene.word('pots')}: {pots}")
    if seen.dead:
        told.append(scene.word("dead", n=seen.dead))
    told += (_seat(scene, seat) for seat in scene.seats)
    return " ".join(f"{sentence}." for sentence in told if sentence)


# --- parts of sentences -----------------------------------------------------------------------


def _seat(scene: Scene, seat: int) -> str:
    marks = ", ".join(mark.word for mark in marks_of(scene, seat))
    told = f"{count_of(scene, seat)}, {balance_of(scene, seat)}"
    hand = scene.hands[seat]
    held = " ".join(_held(scene, card) for card in hand or ())
    holds = f"; {scene.word('holds', cards=held)}" if held else ""
    return f"{scene.names[seat]}{f' ({marks})' if marks else ''}: {told}{holds}"


def _held(scene: Scene, card: Card) -> str:
    return _as_comet(scene, card) if card in scene.comets else card.name


def _as_comet(scene: Scene, card: Card) -> str:
    return f"{card.name} ({scene.word('comet')})"


def _on_table(scene: Scene, step: OnTable) -> str:
    comet = scene.word("comet")
    name = place_name(step.name)
    if step.stands_for is not None:
        return f"{name} ({comet} = {place_name(step.stands_for)})"
    if step.comet:
        name = f"{name} ({comet})"
    return _times(name, step.times)


def _moved(scene: Scene, move: Move) -> str:
    """The cards of a move, as it names them."""
    match move:
        case Lay(card=Card() as card) if card in scene.comets:
            return _as_comet(scene, card)
        case Lay(card=name):
            return place_name(name)
        case LaySet(parts=parts):
            return " ".join(_times(place_name(name), times) for name, times in parts)
        case StandIn(comet=comet, place=place):
            return f"{comet.name} ({scene.word('comet')} = {place_name(place)})"
    return ""


def _times(name: str, times: int) -> str:
    return name if times == 1 else f"{name} \u00d7{times}"


def _either(scene: Scene, places: Iterable[Place]) -> str:
    *others, one = [place_name(place) for place in places] or [scene.word("nothing")]
    return scene.word("or", some=", ".join(others), one=one) if others else one


def _names(cards: Iterable[Card]) -> str:
    return " ".join(card.name for card in cards)
