"""The configuration of the site; `docs/build` builds it in three languages."""

from __future__ import annotations

import cometrules

project = "cometrules"
author = copyright = "The cometrules team"
version = release = cometrules.__version__

extensions = [
    "cometrules.sphinx",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "examples/README.md"]
nitpicky = True
# Annotations name classes by where they are written; the reference lists them under `cometrules`.
nitpick_ignore_regex = [("py:(class|obj|exc|attr)", ".*")]
smartquotes = False  # the same value prints the same way everywhere

cometrules_pages = "rules"
language = "en"

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
napoleon_google_docstring = True
doctest_test_doctest_blocks = ""

html_theme = "furo"
html_title = "cometrules"
templates_path = ["_templates"]
html_show_sphinx = False
html_copy_source = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "languages.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}


def _rules_alone(app: object, config: object) -> None:
    """In other languages than English there are the pages about the rules only."""
    if config.language != "en":  # type: ignore[attr-defined]
        config.root_doc = "rules/index"  # type: ignore[attr-defined]
        config.exclude_patterns += ["*.md", "families/*", "examples/*"]  # type: ignore[attr-defined]


def _levels(app: object, page: str, template: str, context: dict[str, str], tree: object) -> None:
    """Captions of the navigation are headings, and a heading has a level."""
    navigation = context.get("furo_navigation_tree", "")
    levelled = navigation.replace('role="heading"', 'role="heading" aria-level="2"')
    context["furo_navigation_tree"] = levelled


def setup(app: object) -> None:
    """Let one folder serve every language, and mend what the theme's navigation lacks."""
    app.connect("config-inited", _rules_alone, priority=100)  # type: ignore[attr-defined]
    app.connect("html-page-context", _levels, priority=900)  # type: ignore[attr-defined]
