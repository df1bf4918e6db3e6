"""A deal in play as a picture: SVG that is legible on a telephone, in the dark and to a reader.

Everything that is drawn comes from a view, so that a picture for a seat shows what it may see;
of a state or a log all hands are drawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from html import escape

import attrs

from .cards import Card, rank_name
from .engine.illegal import place_name
from .errors import DealError
from .lang.words import Language, language
from .log import DealLog
from .moves import Place
from .state import AwaitDeal, AwaitHolder, AwaitLead, AwaitTurn, DealOver, State
from .views import View, view

__all__ = ["draw"]

WIDTH, MARGIN = 360, 12
CARD, HEIGHT, GAP = 33, 34, 4
COMET = 92
"""The width of a card with the Comet's star and name on it."""

_STYLE = """
.{c} {{ --ink: var(--comet-ink, #1c1c1c); --paper: var(--comet-paper, #faf9f6);
  --card: var(--comet-card, #ffffff); --line: var(--comet-line, #8a8a8a);
  --red: var(--comet-red, #a8071a); --soft: var(--comet-soft, #555555);
  --mark: var(--comet-mark, #0b4f9e); font-family: system-ui, sans-serif; }}
@media (prefers-color-scheme: dark) {{ .{c} {{ --ink: var(--comet-ink, #ececec);
  --paper: var(--comet-paper, #16181c); --card: var(--comet-card, #24272e);
  --line: var(--comet-line, #8f8f8f); --red: var(--comet-red, #ff9c9c);
  --soft: var(--comet-soft, #b8b8b8); --mark: var(--comet-mark, #8ec5ff); }} }}
.{c} .paper {{ fill: var(--paper); }} .{c} text {{ fill: var(--ink); font-size: 13px; }}
.{c} .head {{ font-size: 15px; font-weight: 700; }} .{c} .name {{ font-weight: 700; }}
.{c} .soft {{ fill: var(--soft); font-size: 12px; }} .{c} .red {{ fill: var(--red); }}
.{c} .card {{ fill: var(--card); stroke: var(--line); }}
.{c} .comet {{ stroke: var(--mark); stroke-width: 2; }} .{c} .star {{ fill: var(--mark); }}
.{c} .back {{ fill: var(--line); stroke: var(--ink); }}
.{c} .wanted {{ fill: none; stroke: var(--mark); stroke-dasharray: 4 3; }}
.{c} .turn {{ fill: var(--mark); font-weight: 700; }} .{c} .rule {{ stroke: var(--line); }}
"""
_STAR = "0,-6 1.6,-1.9 6,-1.9 2.4,0.8 3.8,5.2 0,2.5 -3.8,5.2 -2.4,0.8 -6,-1.9 -1.6,-1.9"


def draw(
    position: State | View | DealLog, *, names: Sequence[str] | None = None, lang: str = "en"
) -> str:
    """Draw a deal in play.

    Args:
        position: a state or a log, of which every hand is drawn; or a view, of which only what
            its seat may see is known.
        names: what the seats are called; by their numbers if left out.
        lang: ``en``, ``es`` or ``sv``.

    Returns:
        An SVG, 360 units wide, with a text alternative. Pages set its colours by the properties
        ``--comet-ink``, ``-paper``, ``-card``, ``-line``, ``-red``, ``-soft`` and ``-mark``.

    Raises:
        DealError: there are not as many names as players.
        ValueError: there is no such language.

    >>> import cometrules as cr
    >>> rules = cr.compile_rules("foster-commit", players=2)
    >>> state = cr.new_deal(rules, hands=[["KC", "2D"], ["9D", "AC"]])
    >>> drawn = draw(cr.view(state, 0))
    >>> "K♣" in drawn, "9♦" in drawn, drawn.startswith("<svg")
    (True, False, True)
    """
    if isinstance(position, View):
        seen, hands = position, position.hands
    elif isinstance(position, DealLog):
        seen, hands = position.view(None), position.state.hands
    else:
        seen, hands = view(position, None), position.hands
    if names is not None and len(names) != seen.players:
        raise DealError(f"{seen.players} players have as many names, not {len(names)}")
    words = language(lang)
    numbered = (words.data["drawing"]["seat"].format(n=seat) for seat in range(seen.players))
    return _Drawing(seen, hands, tuple(names or numbered), words).svg()


@attrs.define
class _Drawing:
    """A drawing while it is made, from the top down."""

    seen: View
    hands: tuple[tuple[Card, ...], ...]
    names: tuple[str, ...]
    words: Language
    y: int = 26
    parts: list[str] = attrs.field(factory=list)
    said: list[str] = attrs.field(factory=list)

    def svg(self) -> str:
        """The whole picture, with what it shows in words."""
        profile = self.seen.profile
        called = profile.title.get(self.words.code, profile.name)
        self._text(MARGIN, called, "head")
        self.y += 18
        self._text(MARGIN, self._word("players", n=self.seen.players), "soft")
        self.y += 6
        title = f"{called}, {self._word('players', n=self.seen.players)}"
        self._table()
        for seat in range(self.seen.players):
            self._seat(seat)
        self._money()
        told = f"{title}. {' '.join(f'{said}.' for said in self.said)}"
        body = "\n".join(self.parts)
        digest = hashlib.sha256((told + body).encode()).hexdigest()[:10]
        name, height = f"comet-{digest}", self.y + 8
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" role="img" width="{WIDTH}" '
            f'height="{height}" viewBox="0 0 {WIDTH} {height}" '
            f'aria-labelledby="{name}-title {name}-desc">\n'
            f'<title id="{name}-title">{escape(title)}</title>\n'
            f'<desc id="{name}-desc">{escape(told)}</desc>\n'
            f"<style>{_STYLE.format(c=name)}</style>\n"
            f'<rect class="paper" width="{WIDTH}" height="{height}" rx="8"/>\n{body}\n</svg>'
        )

    # --- what there is ------------------------------------------------------------------------

    def _word(self, name: str, **values: object) -> str:
        return str(self.words.data["drawing"][name]).format(**values)

    def _table(self) -> None:
        """The run, what continues it, and the Comet once it is out."""
        seen, pending = self.seen, self.seen.pending
        needs: tuple[Place, ...] = ()
        if isinstance(pending, (AwaitTurn, AwaitHolder)):
            needs = pending.needs if len(pending.needs) < 4 else ()
        run = " ".join(map(place_name, seen.run))
        said = run or self._word("nothing")
        self._line(f"{self._word('table')}: {said}")
        if seen.run or needs:
            self._cards(seen.run, needs)
        wanted = " / ".join(map(place_name, needs))
        if isinstance(pending, AwaitHolder):
            self._line(self._word("holder", cards=wanted), "turn")
        elif needs:
            self._line(self._word("needs", cards=wanted), "turn")
        elif isinstance(pending, AwaitDeal):
            self._line(self._word("deal"), "turn")
        notes = [self._word("dead", n=seen.dead)] if seen.dead else []
        notes += [self._word("comet_laid")] if seen.comet_laid else []
        if notes:
            self._line("; ".join(notes), "soft")

    def _seat(self, seat: int) -> None:
        """A seat: its name, whether something is awaited of it where that is public, its cards."""
        seen, pending = self.seen, self.seen.pending
        marks = [self._word("dealer")] if seat == seen.dealer else []
        if isinstance(pending, (AwaitLead, AwaitTurn)) and pending.seat == seat:
            marks.append(self._word("leads" if isinstance(pending, AwaitLead) else "on_turn"))
        if isinstance(pending, DealOver) and pending.winner == seat:
            marks.append(self._word("out"))
        size, balance = seen.sizes[seat], seen.balances[seat]
        count = self._word("card") if size == 1 else self._word("cards", n=size)
        shown = self.hands[seat] if self.hands else seen.hand if seat == seen.seat else ()
        self.y += 8
        self.parts.append(f'<line class="rule" x1="{MARGIN}" x2="{WIDTH - MARGIN}" '
                          f'y1="{self.y}" y2="{self.y}"/>')  # fmt: skip
        self.y += 18
        short = self.names[seat] if len(self.names[seat]) <= 22 else self.names[seat][:21] + "…"
        self._text(MARGIN, short, "name")
        told = f"{count}, {self._word('balance', n=f'{balance:+d}' if balance else '0')}"
        self._text(WIDTH - MARGIN, told, "soft", anchor="end")
        self.y += 6
        if marks:
            self.y += 12
            deals_only = marks == [self._word("dealer")]
            self._text(MARGIN, ", ".join(marks), "soft" if deals_only else "turn")
            self.y += 6
        holds = [self._word("holds", cards=" ".join(card.name for card in shown))] if shown else []
        self.said.append(f"{self.names[seat]}: {'; '.join([*marks, told, *holds])}")
        if shown:
            self._cards(shown, ())
        elif size:
            self._backs(size)

    def _money(self) -> None:
        """What lies in the pool and on cards."""
        seen = self.seen
        pots = ", ".join(f"{card.name} {amount}" for card, amount in seen.pots.items())
        lines = [f"{self._word('pool')}: {seen.pool}"] if seen.pool else []
        lines += [f"{self._word('pots')}: {pots}"] if pots else []
        self.y += 4 if lines else 0
        for line in lines:
            self._line(line)

    # --- how it is drawn ----------------------------------------------------------------------

    def _text(self, x: float, text: str, style: str, *, anchor: str = "start") -> None:
        at = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.parts.append(f'<text class="{style}" x="{x}" y="{self.y}"{at}>{escape(text)}</text>')

    def _line(self, text: str, style: str = "") -> None:
        """A line of text, which goes on in the next where it is long."""
        self.said.append(text)
        line = ""
        for word in text.split(" "):
            if len(line) + len(word) > 46:
                self.y += 18
                self._text(MARGIN, line, style)
                line = ""
            line = f"{line} {word}".strip()
        self.y += 18
        self._text(MARGIN, line, style)

    def _cards(self, cards: Iterable[Place], wanted: Iterable[Place]) -> None:
        """Cards in rows; those that are wanted are outlined behind them."""
        x = MARGIN
        self.y += 6
        for place, style in (*((c, "card") for c in cards), *((c, "wanted") for c in wanted)):
            comet = style == "card" and self._is_comet(place)
            width = COMET if comet else CARD
            if x + width > WIDTH - MARGIN:
                x, self.y = MARGIN, self.y + HEIGHT + GAP
            self._card(x, place, style, width, comet=comet)
            x += width + GAP
        self.y += HEIGHT

    def _is_comet(self, place: Place) -> bool:
        pack = next(p for p in self.seen.rules.packs if p.pack.name == self.seen.pack)
        return place in pack.pack.comets

    def _card(self, x: int, place: Place, style: str, width: int, *, comet: bool) -> None:
        kind = f"{style} comet" if comet else style
        self.parts.append(
            f'<rect class="{kind}" x="{x}" y="{self.y}" width="{width}" height="{HEIGHT}" rx="4"/>'
        )
        red = "red" if isinstance(place, Card) and place.suit in "DH" else ""
        text = place.name if isinstance(place, Card) else rank_name(place)
        top = self.y
        self.y += 22
        self._text(x + CARD / 2, text, red, anchor="middle")
        if comet:
            at = f"translate({x + 39},{top + 17})"
            self.parts.append(f'<polygon class="star" points="{_STAR}" transform="{at}"/>')
            self._text(x + 47, self.words.word("comet"), "soft")
        self.y = top

    def _backs(self, size: int) -> None:
        """A hand that is not seen: as many backs, one over the other."""
        self.y += 6
        step = min(10, (WIDTH - 2 * MARGIN - CARD) / max(1, size - 1))
        for number in range(size):
            self.parts.append(
                f'<rect class="back" x="{MARGIN + number * step:.1f}" y="{self.y}" '
                f'width="{CARD}" height="{HEIGHT}" rx="4"/>'
            )
        self.y += HEIGHT
