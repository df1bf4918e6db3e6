"""What changed between two exports, for a changelog."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from .._data import data_folder
from ..errors import ExportError

__all__ = ["changes", "read_export"]

Cells = dict[tuple[str, str], dict[str, Any]]


def read_export(file: Path) -> dict[str, Any]:
    """A comparison that was written as JSON.

    Raises:
        ExportError: the file holds none.
    """
    try:
        data = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ExportError(f"{file} is no JSON: {error}") from None
    schema = json.loads((data_folder("schemas") / "comparison.schema.json").read_bytes())
    problem = next(iter(Draft202012Validator(schema).iter_errors(data)), None)
    if problem is not None:
        where = "/".join(map(str, problem.absolute_path)) or "the top"
        raise ExportError(
            f"{file} is no export of a comparison (at {where}): write one with "
            "cometrules compare --all --format json"
        )
    return dict(data)


def changes(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """A line for each profile and dimension that came or went, and for each cell that changed.

    Args:
        old, new: exports, as `read_export` gives them.
    """
    before, after = _cells(old), _cells(new)
    for number, name in ((0, "profile"), (1, "dimension")):
        was, is_ = ({key[number]: None for key in cells} for cells in (before, after))
        yield from (f"{name} {key}: gone" for key in was if key not in is_)
        yield from (f"{name} {key}: new" for key in is_ if key not in was)
    for key, cell in after.items():
        if key in before:
            yield from (f"{key[0]}, {key[1]}: {said}" for said in _changed(before[key], cell))


def _cells(export: dict[str, Any]) -> Cells:
    return {
        (cell["profile"], row["dimension"]): cell for row in export["rows"] for cell in row["cells"]
    }


def _changed(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    if old.get("value") != new.get("value"):
        yield f"value {_value(old)} -> {_value(new)}"
    if _status(old) != _status(new):
        yield f"basis {_status(old)} -> {_status(new)}"
    elif _passages(old) != _passages(new):
        yield f"passages {_passages(old) or 'none'} -> {_passages(new) or 'none'}"


def _value(cell: dict[str, Any]) -> str:
    return json.dumps(cell["value"], ensure_ascii=False) if "value" in cell else "does not apply"


def _status(cell: dict[str, Any]) -> str:
    gap = f" ({cell['gap']})" if "gap" in cell else ""
    return f"{cell['origin'] if cell['origin'] == 'not_listed' else cell['basis']}{gap}"


def _passages(cell: dict[str, Any]) -> str:
    return ", ".join(cell.get("ground", {}).get("at", ()))
