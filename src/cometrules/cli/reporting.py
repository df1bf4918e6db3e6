"""The checker's reports as text, JSON, GitHub's workflow commands and SARIF."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from .._version import __version__
from ..profile.report import Place, Problem, Report

__all__ = ["FORMATS", "reported"]

FORMATS = ("auto", "text", "json", "github", "sarif")


def reported(reports: Sequence[Report], form: str) -> str:
    """The text of some reports, in the order in which the files were named.

    Args:
        reports: one for each file.
        form: one of `FORMATS`; ``auto`` is ``github`` in a workflow there, else ``text``.
    """
    if form == "auto":
        form = "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
    match form:
        case "json":
            return _dumped([_as_data(report) for report in reports])
        case "sarif":
            return _dumped(_sarif(reports))
        case "github":
            return "".join(f"{_github(p)}\n" for r in reports for p in r.everything)
    return "".join(f"{report}\n" for report in reports)


def _dumped(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


# --- JSON -------------------------------------------------------------------------------------


def _as_data(report: Report) -> dict[str, Any]:
    return {
        "file": report.label,
        "valid": bool(report),
        "problems": [_problem(problem) for problem in report.everything],
    }


def _problem(problem: Problem) -> dict[str, Any]:
    data: dict[str, Any] = {
        "code": problem.code, "severity": problem.severity, "message": problem.message,
        "path": list(problem.path), "line": problem.line, "column": problem.column,
        "length": problem.length, "hint": problem.hint,
    }  # fmt: skip
    if problem.related:
        data["related"] = [
            {"file": p.label, "line": p.line, "column": p.column, "says": p.says}
            for p in problem.related
        ]
    return data


# --- GitHub -----------------------------------------------------------------------------------


def _github(problem: Problem) -> str:
    """A workflow command: what it shows stands beside the line of a change."""
    where = {"file": problem.label}
    if problem.line:
        where |= {
            "line": str(problem.line), "col": str(problem.column),
            "endColumn": str(problem.column + problem.length),
        }  # fmt: skip
    where["title"] = problem.code
    properties = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in where.items())
    text = f"{problem.message}. {problem.hint}" if problem.hint else problem.message
    return f"::{problem.severity} {properties}::{_escaped(text)}"


def _escaped(text: str, more: str = "") -> str:
    """Text with the signs that end a command, or one of its properties, written as numbers."""
    for letter in f"%\r\n{more}":
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text


# --- SARIF ------------------------------------------------------------------------------------


def _sarif(reports: Sequence[Report]) -> dict[str, Any]:
    """A log in SARIF 2.1.0; columns count code points."""
    from ..profile.codes import CODES

    problems = [problem for report in reports for problem in report.everything]
    codes = sorted({problem.code for problem in problems})
    driver = {
        "name": "cometrules",
        "version": __version__,
        "rules": [
            {
                "id": code,
                "shortDescription": {"text": CODES[code].title},
                "help": {"text": CODES[code].remedy},
            }
            for code in codes
        ],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, codes.index(problem.code)) for problem in problems],
    }
    return {"$schema": _SARIF, "version": "2.1.0", "runs": [run]}


_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def _result(problem: Problem, rule: int) -> dict[str, Any]:
    text = f"{problem.message}. {problem.hint}" if problem.hint else problem.message
    region = _region(problem.line, problem.column, problem.length) if problem.line else None
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": problem.severity,
        "message": {"text": text},
        "locations": [_location(problem.label, region)],
    }
    if problem.related:
        result["relatedLocations"] = [_related(place) for place in problem.related]
    return result


def _location(label: str, region: dict[str, int] | None) -> dict[str, Any]:
    uri = quote(label.replace("\\", "/"), safe="/~!$&'()*+,;=@")
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if region is not None:
        physical["region"] = region
    return {"physicalLocation": physical}


def _region(line: int, column: int, length: int) -> dict[str, int]:
    return {"startLine": line, "startColumn": column, "endColumn": column + length}


def _related(place: Place) -> dict[str, Any]:
    location = _location(place.label, _region(place.line, place.column, 1))
    return {**location, "message": {"text": place.says}}
