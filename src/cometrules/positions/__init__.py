"""Positions: a moment of a deal as plain data or as a line of text, and back again."""

from __future__ import annotations

from .reading import state_from_dict, state_from_text
from .writing import state_to_dict, state_to_text

__all__ = ["state_from_dict", "state_from_text", "state_to_dict", "state_to_text"]
