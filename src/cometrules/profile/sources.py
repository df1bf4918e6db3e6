"""The documents that the bundled profiles are read from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["SOURCES"]

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "F-en": "a rule sheet of Foster's Commit, in English",
        "F-es": "the same rule sheet, in Spanish",
        "TP": "full rules of two-pack Comet with its older and later variants, in English",
        "D": "Comet in the rules of a maker of playing cards (Denexa), in English",
        "SV": "Komet kortspel, questions and answers on the Swedish game, in Swedish",
    }
)
"""What each source id stands for."""
