"""The colours and letters of a picture; pages set the colours, and the dark has its own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["DARK", "LIGHT", "SIZES", "style"]

LIGHT: Mapping[str, str] = MappingProxyType(
    {
        "ink": "#1c1c1c", "paper": "#faf9f6", "card": "#ffffff", "line": "#8a8a8a",
        "red": "#a8071a", "soft": "#555555", "mark": "#0b4f9e",
    }
)  # fmt: skip
DARK: Mapping[str, str] = MappingProxyType(
    {
        "ink": "#ececec", "paper": "#16181c", "card": "#24272e", "line": "#8f8f8f",
        "red": "#ff9c9c", "soft": "#b8b8b8", "mark": "#8ec5ff",
    }
)  # fmt: skip

SIZES: Mapping[str, tuple[int, bool]] = MappingProxyType(
    {
        "head": (16, True), "name": (14, True), "told": (13, True), "plain": (13, False),
        "soft": (12, False), "rank": (13, True), "suit": (14, False), "alone": (17, True),
        "tag": (11, True), "pill": (11, True),
    }
)  # fmt: skip
"""The letters of each kind of text: how many pixels at a width of 360, and whether bold."""

_RULES = """
text { fill: var(--ink); font-variant-emoji: text; }
.cr-paper { fill: var(--paper); }
.cr-soft { fill: var(--soft); } .cr-told { fill: var(--mark); }
.cr-red { fill: var(--red); } .cr-black { fill: var(--ink); }
.cr-felt { fill: var(--mark); fill-opacity: .07; }
.cr-seat { fill: none; stroke: var(--line); stroke-opacity: .45; }
.cr-awaited { fill: none; stroke: var(--mark); stroke-width: 2; }
.cr-face { fill: var(--card); stroke: var(--line); }
.cr-lit { fill: var(--card); stroke: var(--mark); stroke-width: 2; }
.cr-back { fill: var(--card); stroke: var(--line); }
.cr-weave { fill: var(--mark); fill-opacity: .55; }
.cr-ghost { fill: none; stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 4 3; }
.cr-solid { fill: var(--mark); } .cr-outline { fill: none; stroke: var(--line); }
.cr-coin { fill: var(--mark); } .cr-light { fill: var(--paper); } .cr-wanted { fill: var(--mark); }
"""


def style(name: str) -> str:
    """The style sheet of the picture whose class is `name`; nothing outside it is touched."""
    fonts = (
        f".cr-{kind} {{ font-size: {size}px;{' font-weight: 700;' * bold} }}"
        for kind, (size, bold) in SIZES.items()
    )
    rules = "\n".join((*_RULES.strip().splitlines(), *fonts))
    within = "\n".join(_within(name, line) for line in rules.splitlines())
    return (
        f".{name} {{ font-family: system-ui, sans-serif; max-width: 100%; height: auto; "
        f"{_colours(LIGHT)} }}\n"
        f"@media (prefers-color-scheme: dark) {{ .{name} {{ {_colours(DARK)} }} }}\n{within}"
    )


def _colours(colours: Mapping[str, str]) -> str:
    return " ".join(f"--{name}: var(--comet-{name}, {colour});" for name, colour in colours.items())


def _within(name: str, line: str) -> str:
    """The rules of a line, each for what is inside of the picture alone."""
    rules = (rule.strip() for rule in line.split("}") if rule.strip())
    return " ".join(f".{name} {rule} }}" for rule in rules)
