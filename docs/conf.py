"""The configuration of the site; `docs/build` builds it in three languages."""

from __future__ import annotations

from typing import Any

import cometrules

project = "cometrules"
author = copyright = "The cometrules team"
version = release = cometrules.__version__

extensions = [
    "cometrules.sphinx",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "examples/README.md"]
nitpicky = True
nitpick_ignore = [("py:class", name) for name in (
    # Of Python itself; its inventory would have to be fetched.
    "collections.abc.Callable", "collections.abc.Iterable", "collections.abc.Iterator",
    "collections.abc.Mapping", "collections.abc.Sequence", "concurrent.futures._base.Executor",
    "os.PathLike", "pathlib.Path", "random.Random",
    "Parts", "cometrules.situations.Situation",  # what the engine makes states of
)]  # fmt: skip
nitpick_ignore_regex = [
    ("py:class", r"cometrules\.profile\.model\.\w+")
]  # sections, see the schema
smartquotes = False  # the same value prints the same way everywhere

cometrules_pages = "rules"
cometrules_records = ["../tests/records/by_hand", "deals"]
language = "en"

default_role = "py:obj"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "exclude-members": "__init__, __new__"}
autosummary_generate = False
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


def _rules_alone(app: Any, config: Any) -> None:
    """In other languages than English there are the pages about the rules only."""
    if config.language != "en":
        config.root_doc = "rules/index"
        config.exclude_patterns += ["*.md", "families/*", "reference/*", "examples/*"]


def _by_its_public_name(app: Any, env: Any, node: Any, shown: Any) -> Any:
    """What annotations name by where it is written is listed under the name it is imported by.

    Words between backticks in a docstring link to what they name; most name no object.
    """
    if node.get("refdomain") != "py":
        return None
    domain, target = env.get_domain("py"), node["reftarget"]
    said = node["reftype"] == "obj"
    name = target if said else target.rpartition(".")[2]
    for public in (f"cometrules.{name}", f"cometrules.testing.{name}"):
        if public in domain.objects:
            return domain.resolve_xref(
                env,
                node["refdoc"],
                app.builder,
                "obj",
                public,
                node,
                shown,
            )
    return shown if said else None


def _levels(app: Any, page: str, template: str, context: dict[str, str], tree: Any) -> None:
    """Captions of the navigation are headings, and a heading has a level."""
    navigation = context.get("furo_navigation_tree", "")
    levelled = navigation.replace('role="heading"', 'role="heading" aria-level="2"')
    context["furo_navigation_tree"] = levelled


def setup(app: Any) -> None:
    """Let one folder serve every language, and mend what the theme's navigation lacks."""
    app.connect("config-inited", _rules_alone, priority=100)
    app.connect("missing-reference", _by_its_public_name)
    app.connect("html-page-context", _levels, priority=900)
