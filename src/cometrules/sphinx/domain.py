"""The domain ``rule``: profiles, dimensions, cells and sections of sources that can be linked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from . import directives

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

__all__ = ["KINDS", "RuleDomain"]

_log = logging.getLogger(__name__)

KINDS = ("profile", "dimension", "cell", "source", "section")
"""What can be linked: ``foster-commit``, ``play.stops``, ``foster-commit play.stops``, ``F-en``
and ``F-en 03``."""

Place = tuple[str, str, str]
"""A page, a place on it, and what is shown for it."""


class RuleDomain(Domain):
    """Everything about the rules that has a name."""

    name = "rule"
    label = "rules"
    object_types: ClassVar[dict[str, ObjType]] = {kind: ObjType(kind, kind) for kind in KINDS}
    roles: ClassVar[dict[str, Any]] = {
        kind: XRefRole(innernodeclass=nodes.inline, warn_dangling=True) for kind in KINDS
    }
    directives: ClassVar[dict[str, Any]] = directives.DIRECTIVES
    initial_data: ClassVar[dict[str, Any]] = {"places": {}}
    data_version = 1

    @property
    def places(self) -> dict[tuple[str, str], Place]:
        """Where each named thing stands, by kind and name."""
        found: dict[tuple[str, str], Place] = self.data.setdefault("places", {})
        return found

    def note(self, kind: str, name: str, anchor: str, shown: str) -> None:
        """Say that something stands on the page that is being read."""
        known = self.places.get((kind, name))
        page = self.env.current_document.docname
        if known is not None and known[0] != page:
            _log.warning("%s %r stands on %s and on %s", kind, name, known[0], page)
        self.places[kind, name] = (page, anchor, shown)

    def clear_doc(self, docname: str) -> None:
        """Forget what stood on a page."""
        for key, place in list(self.places.items()):
            if place[0] == docname:
                del self.places[key]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take in what another process has read."""
        for key, place in otherdata["places"].items():
            if place[0] in docnames:
                self.places[key] = place

    def resolve_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, typ: str, target: str,
        node: pending_xref, contnode: nodes.Element,
    ) -> nodes.reference | None:  # fmt: skip
        """A link to a named thing, or None where it is not there."""
        place = self.places.get((typ, target))
        if place is None:
            return None
        page, anchor, shown = place
        content: nodes.Node = contnode
        if not node.get("refexplicit"):
            content = nodes.inline("", shown, classes=["rule-link"])
        return make_refnode(builder, fromdocname, page, anchor, content, target)

    def resolve_any_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, target: str,
        node: pending_xref, contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:  # fmt: skip
        """Links to whatever has that name."""
        found = []
        for kind in KINDS:
            link = self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)
            if link is not None:
                found.append((f"rule:{kind}", link))
        return found

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Everything that can be linked, for the inventory and the search."""
        for (kind, name), (page, anchor, shown) in self.places.items():
            yield name, shown, kind, page, anchor, -1 if kind == "cell" else 1
