"""A Sphinx extension: pages and links about the rules, made from the data the engine runs on.

Put ``cometrules.sphinx`` into `extensions`. The domain ``rule`` knows every bundled profile,
dimension, cell and section of a source, so that other projects can link to them; its directives
make the tables and pages. With ``cometrules_pages = "rules"`` in the configuration a page for
every profile, dimension and source is written into that folder of the documentation; the records
in the folders of ``cometrules_records`` stand on the pages of their profiles, move by move.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .._version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

__all__ = ["setup"]


def _static(app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(Path(__file__).parent / "static"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, its directives, and the files that pages need."""
    from . import nodes, pages
    from .domain import RuleDomain

    app.add_domain(RuleDomain)
    app.add_config_value("cometrules_pages", "", "env", (str,))
    app.add_config_value("cometrules_records", [], "env", (list, tuple))
    nodes.register(app)
    app.connect("config-inited", _static)
    app.connect("builder-inited", pages.write_pages)
    app.connect("html-page-context", pages.languages)
    app.add_css_file("cometrules.css")
    app.add_js_file("cometrules.js", loading_method="defer")
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
