"""The pages that are made from the data, and what all pages about the rules have in common."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..evidence.dimensions import DIMENSIONS
from ..evidence.sources import sources
from ..lang.words import CODES, language
from ..profile.catalogue import bundled_profiles

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

__all__ = ["languages", "write_pages"]

PAGE = """```{{rule:{directive}}} {name}
```
"""
"""A page holds its directive and nothing else, so that it is the same in every language."""


def write_pages(app: Sphinx) -> None:
    """Write the pages that are missing, and take away those of what there is no more."""
    if not app.config.cometrules_pages:
        return
    folder = Path(app.srcdir) / app.config.cometrules_pages
    pages = {
        folder / "index.md": PAGE.format(directive="contents", name=""),
        folder / "matrix.md": PAGE.format(directive="matrix-page", name=""),
    }
    for directive, names in (
        ("profile", bundled_profiles()), ("dimension", DIMENSIONS), ("source", sources()),
    ):  # fmt: skip
        kind = f"{directive}s"
        pages[folder / kind / "index.md"] = PAGE.format(directive="contents", name=kind)
        for name in names:
            pages[folder / kind / f"{name}.md"] = PAGE.format(directive=directive, name=name)
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in folder.rglob("*.md"):
        if path not in pages:
            path.unlink()


def languages(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:  # fmt: skip
    """Tell templates where a page about the rules stands in the other languages.

    The English pages stand at the root of the site, the others in a folder each.
    """
    context["rule_languages"] = []
    if not app.config.cometrules_pages.strip("/") or not pagename.startswith(
        app.config.cometrules_pages
    ):
        return
    own = app.config.language if app.config.language in CODES else "en"
    up = "../" * (pagename.count("/") + (own != "en"))
    context["rule_languages"] = [
        {
            "code": code,
            "name": language(code).data["name"],
            "url": f"{up}{'' if code == 'en' else code + '/'}{pagename}.html",
            "current": code == own,
        }
        for code in CODES
    ]
