"""A moment of a deal, taken apart so that questions can be asked of it."""

from __future__ import annotations

import attrs

from ..ledger import Ledger
from ..moves import Place
from ..profile.model import Profile
from ..profile.report import Path
from ..rules import PackRules
from ..situations import Kind, Situation
from ..state import Setup

__all__ = ["Fault", "Moment"]

Fault = tuple[str, str, Path]
"""A code, what is wrong, and where."""


@attrs.frozen
class Moment:
    """A moment of a deal that is looked at.

    Args:
        setup: what a deal never changes.
        hands: the hands, as bits.
        s: what is awaited.
        ledger: the money.
    """

    setup: Setup
    hands: int
    s: Situation
    ledger: Ledger

    @property
    def pack(self) -> PackRules:
        """The rules for the pack."""
        return self.setup.pack

    @property
    def profile(self) -> Profile:
        """The rules."""
        return self.setup.rules.profile

    def lane(self, seat: int) -> int:
        """The cards of a seat, as bits of a lane."""
        return self.hands >> self.pack.shift(seat) & self.pack.lane

    def laid_of(self, mask: int) -> int:
        """How many of some cards have been laid."""
        held = (self.hands & self.pack.everywhere(mask)).bit_count()
        return mask.bit_count() - held - (self.setup.dead & mask).bit_count()

    @property
    def laid(self) -> int:
        """How many cards have been laid."""
        return self.laid_of(self.pack.lane)

    @property
    def comets_laid(self) -> int:
        """How many Comets have been laid."""
        return self.laid_of(self.pack.comet_mask)

    @property
    def comet_places(self) -> frozenset[Place]:
        """Where Comets stand in a run."""
        return frozenset(comet.place for comet in self.pack.comets)

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has happened that could have cost anybody anything."""
        s = self.s
        return s.kind is Kind.DEAL or (self.laid == 0 and s.refused is None)

    @property
    def may_be_forked(self) -> bool:
        """Whether a Comet that forks the run lies on the table."""
        return self.profile.comet.does == "fork" and self.comets_laid > 0
