"""A comparison in any of the forms it can be written in."""

from __future__ import annotations

from ..comparison.exports import to_csv, to_html, to_json, to_markdown
from ..comparison.model import Comparison
from ..lang.words import language
from .tables import comparison_table

__all__ = ["written_as"]


def written_as(
    form: str,
    comparison: Comparison,
    lang: str,
    width: int,
    *,
    differences: bool,
    evidence: bool,
    plain: bool = False,
) -> str:
    """The text of a comparison: a table, Markdown, HTML, CSV or JSON.

    CSV and JSON always hold what the values rest on.
    """
    words = language(lang)
    if form == "table":
        return comparison_table(
            comparison, words, width, differences=differences, evidence=evidence, plain=plain
        )
    rows = comparison.only(differences=differences)
    match form:
        case "markdown":
            return to_markdown(rows, words, evidence=evidence)
        case "html":
            return to_html(rows, words, evidence=evidence)
        case "csv":
            return to_csv(rows, words)
    return to_json(rows, words)
