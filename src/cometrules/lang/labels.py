"""Which words a language must have, and how a value of a dimension is put into them.

Every dimension is of a kind (a choice among words, a number, a list, a table …); the kind says
which templates a language file needs under `values` (short, for tables) and `says` (sentences).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from ..cards import SUITS, Card, parse_card
from ..evidence.dimensions import Dimension
from ..profile.schema import schema_at

__all__ = ["label", "sentences_wanted", "templates_wanted", "written"]

Templates = Mapping[str, str]
Filled = tuple[str, dict[str, object]]
"""The key of a template, and what goes into it."""


@attrs.frozen
class _Kind:
    """A kind of value.

    Args:
        whole: the keys of the templates for a whole value.
        fill: picks one of them for a value, given the templates for its pieces.
        pieces: the keys of the templates for a piece of a value, such as the row of a table.
    """

    whole: tuple[str, ...]
    fill: Callable[[Any, Templates, str], Filled]
    pieces: tuple[str, ...] = ()


def label(
    dimension: Dimension, value: Any, pieces: Templates, whole: Templates, around: Templates
) -> str:
    """A value in words.

    Args:
        dimension: what it answers.
        value: the value, as `value_of` gives it.
        pieces: the language's `values` of the dimension.
        whole: where the words for the whole value are taken from: `values` or `says`.
        around: what templates may name besides the value: the word for the Comet (`comet`),
            its rank (`rank`), and who pays in play (`payer`).
    """
    key, inside = _kind(dimension).fill(value, pieces, around["comet"])
    return whole[key].format(**{**around, **inside})


def templates_wanted(dimension: Dimension) -> tuple[str, ...]:
    """The keys a language needs under `values` of a dimension, in order."""
    kind = _kind(dimension)
    return (*kind.whole, *kind.pieces)


def sentences_wanted(dimension: Dimension) -> tuple[str, ...]:
    """The keys a language needs under `says` of a dimension: those of whole values."""
    return _kind(dimension).whole


# --- cards and ranks as people write them -----------------------------------------------------


def written(text: str, comet: str = "comet") -> str:
    """A card with its sign, a rank with ten in figures, the Comet by its word."""
    if text == "comet":
        return comet
    if len(text) == 2 and text[1] in SUITS:
        card = parse_card(text)
        return f"{written(card.rank)}{card.name[-1]}"
    return "10" if text == "T" else text


def _listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))


# --- the kinds --------------------------------------------------------------------------------


def _number(value: int, pieces: Templates, comet: str) -> Filled:
    return "zero" if value == 0 else "one" if value == 1 else "many", {"n": value}


def _choice(value: str, pieces: Templates, comet: str) -> Filled:
    return value, {}


def _text(value: str, pieces: Templates, comet: str) -> Filled:
    return "some", {"text": value}


def _list(value: list[str], pieces: Templates, comet: str) -> Filled:
    return "some" if value else "none", {"list": " ".join(written(item) for item in value)}


def _names(value: list[str], pieces: Templates, comet: str) -> Filled:
    return "some" if value else "none", {"list": _listed(value)}


def _suits(value: list[str], pieces: Templates, comet: str) -> Filled:
    signs = "".join(Card("A", suit).name[-1] for suit in value)
    return "all" if len(value) == len(SUITS) else "some", {"list": signs}


def _table(value: Mapping[str, Any], pieces: Templates, comet: str) -> Filled:
    rows = (pieces["row"].format(key=written(key, comet), n=n) for key, n in value.items())
    return "some" if value else "none", {"list": _listed(rows)}


def _table_of_cards(value: Mapping[str, Any], pieces: Templates, comet: str) -> Filled:
    """A table whose rows name a card or several."""
    rows = (
        pieces["row"].format(
            key=written(key),
            list=" ".join(map(written, [cards] if isinstance(cards, str) else cards)),
        )
        for key, cards in value.items()
    )
    return "some" if value else "none", {"list": _listed(rows)}


def _shares(amounts: Mapping[str, int], pieces: Templates) -> str:
    return _listed(pieces[who].format(n=n) for who, n in amounts.items() if n)


def _table_of_shares(value: Mapping[str, Any], pieces: Templates, comet: str) -> Filled:
    rows = (
        pieces["row"].format(key=written(key, comet), list=_shares(amounts, pieces))
        for key, amounts in value.items()
    )
    return "some" if value else "none", {"list": _listed(rows)}


def _pool(value: Mapping[str, int], pieces: Templates, comet: str) -> Filled:
    return "some" if any(value.values()) else "none", {"list": _shares(value, pieces)}


def _between(value: Mapping[str, int], pieces: Templates, comet: str) -> Filled:
    low, high = value["min"], value["max"]
    return ("exactly", {"n": low}) if low == high else ("between", {"min": low, "max": high})


def _hands(value: Any, pieces: Templates, comet: str) -> Filled:
    if isinstance(value, str):
        return value, {}
    return "table", _table(value, pieces, comet)[1]


def _leader(value: Any, pieces: Templates, comet: str) -> Filled:
    if isinstance(value, str):
        return value, {}
    return "holder_of", {"card": written(value["holder_of"])}


def _length(value: Mapping[str, int], pieces: Templates, comet: str) -> Filled:
    if "target" in value:
        return "target", {"n": value["target"]}
    n = value["deals_each"]
    return "deals_one" if n == 1 else "deals_many", {"n": n}


_TABLE = _Kind(("none", "some"), _table, ("row",))
_TABLE_OF_CARDS = _Kind(("none", "some"), _table_of_cards, ("row",))
_SPECIAL = {
    "players.number": _Kind(("exactly", "between"), _between),
    "deck.suits": _Kind(("all", "some"), _suits),
    "deck.packs": _Kind(("none", "some"), _names),
    "deck.removed-by-players": _TABLE_OF_CARDS,
    "deck.exchanged": _TABLE_OF_CARDS,
    "deal.hands": _Kind(("table", "even", "all"), _hands, ("row",)),
    "lead.by": _Kind(("next_to_dealer", "dealer", "holder_of"), _leader),
    "pool.stake": _Kind(("none", "some"), _pool, ("each", "dealer")),
    "pots.stakes": _Kind(("none", "some"), _table_of_shares, ("row", "each", "dealer")),
    "end.caught": _Kind(
        ("none", "some"), _table_of_shares, ("row", "to_each", "to_winner", "lost")
    ),
    "end.unit": _Kind(("some",), _text),
    "match.length": _Kind(("deals_one", "deals_many", "target"), _length),
}


def _kind(dimension: Dimension) -> _Kind:
    if dimension.id in _SPECIAL:
        return _SPECIAL[dimension.id]
    schema = schema_at(tuple(dimension.where[0].split("."))) or {}
    if "enum" in schema:
        return _Kind(tuple(schema["enum"]), _choice)
    if schema.get("type") == "integer":
        return _Kind(("one", "many") if schema.get("minimum") else ("zero", "one", "many"), _number)
    if schema.get("type") == "array":
        return _Kind(("some",) if schema.get("minItems") else ("none", "some"), _list)
    return _TABLE
