"""A deal in play as a picture: SVG that is legible on a telephone, in the dark and to a reader."""

from __future__ import annotations

from collections.abc import Sequence

from ..lang.words import language
from ..log import DealLog
from ..moves import Move
from ..state import State
from ..views import View
from .picture import WIDTH, svg_of
from .scene import scene_of

__all__ = ["WIDTH", "draw"]


def draw(
    position: State | View | DealLog, *, names: Sequence[str] | None = None, lang: str = "en",
    last: Move | None = None,
) -> str:  # fmt: skip
    """Draw a deal in play.

    Args:
        position: a state or a log, of which every hand is drawn; or a view, of which only what
            its seat may see is known. A log tells the whole run and the last move too.
        names: what the seats are called; by their numbers if left out or empty.
        lang: ``en``, ``es`` or ``sv``.
        last: the move that led here, to be marked; a log knows its own.

    Returns:
        An SVG, 360 units wide, with a text alternative. Pages set its colours by the properties
        ``--comet-ink``, ``-paper``, ``-card``, ``-line``, ``-red``, ``-soft`` and ``-mark``.

    Raises:
        DealError: there are not as many names as players, or the last move is of no seat.
        TypeError: this is nothing that can be drawn.
        ValueError: there is no such language.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=2)
    >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
    >>> drawn = draw(cr.view(state, 0))
    >>> "K♣" in drawn, "9♦" in drawn, drawn.startswith("<svg")
    (True, False, True)
    """
    return svg_of(scene_of(position, names, language(lang), last))
