"""What a profile extends: found by id, read, and merged beneath what it says itself."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .._data import data_folder
from .findings import check
from .reading import Document, read
from .report import Problem
from .schema import merge

__all__ = [
    "ExtendsError", "as_written", "bundled_profiles", "is_bundled_folder", "unknown",
    "with_parents",
]  # fmt: skip


class ExtendsError(Exception):
    """What a profile extends cannot be had; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def bundled_profiles() -> tuple[str, ...]:
    """The ids of the profiles that come with the library, in alphabetical order.

    >>> "foster-commit" in bundled_profiles()
    True
    """
    return tuple(sorted(path.stem for path in data_folder("profiles").glob("*.yaml")))


def is_bundled_folder(folder: Path) -> bool:
    """Whether this is where the bundled profiles lie."""
    return folder.resolve() == data_folder("profiles").resolve()


@functools.cache
def as_written(name: str) -> dict[str, Any]:
    """What a bundled profile and those it extends say, merged, before defaults.

    Their files were checked when the library was built, by the tests.
    """
    path = data_folder("profiles") / f"{name}.yaml"
    document, problems = read(path.read_bytes(), path.name)
    assert document is not None, problems
    parent = document.data.get("extends")
    return merge(as_written(parent), document.data) if parent else document.data


def unknown(name: str) -> str:
    """What to say of an id that no bundled profile has."""
    known = bundled_profiles()
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    called = [id_ for id_ in known if name.casefold() in _names(id_)]
    if called:
        hint = f"{name} is the name of {' and '.join(called)}"
    else:
        hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}"
    return f"no profile is called {name!r}: {hint}"


def _names(name: str) -> set[str]:
    """What a bundled profile is called besides its id."""
    data = as_written(name)
    return {text.casefold() for text in (*data["title"].values(), *data.get("aliases", ()))}


def with_parents(document: Document, folder: Path | None) -> dict[str, Any]:
    """What a document and all it extends say, merged.

    Args:
        document: a document that has passed the schema on its own.
        folder: where to look for files, beside the bundled profiles.

    Raises:
        ExtendsError: one of them cannot be had.
    """
    return _merged(document, document.data, folder, (str(document.data["id"]),))


def _merged(
    document: Document, data: Mapping[str, Any], folder: Path | None, chain: tuple[str, ...]
) -> dict[str, Any]:
    parent = data.get("extends")
    if parent is None:
        return dict(data)
    if parent in chain:
        circle = " -> ".join((*chain, parent))
        raise _error(document, "X02", f"profiles extend each other in a circle: {circle}")
    file = _file_called(parent, document, folder)
    if file is None:
        return merge(as_written(parent), data)
    inner, problems = read(file.read_bytes(), str(file))
    if inner is not None and not problems and inner.data.get("format") != 1:
        raise _error(document, "X03", f"{file.name} is of another format version than this")
    problems = problems or (check(inner) if inner is not None else [])
    if inner is None or problems:
        first = str(problems[0]).splitlines()[0]
        raise _error(document, "X01", f"{parent!r}, which it extends, is not valid", first)
    return merge(_merged(document, inner.data, folder, (*chain, str(parent))), data)


def _file_called(name: str, document: Document, folder: Path | None) -> Path | None:
    """The file in the folder that has the id; None where it is a bundled profile's.

    Raises:
        ExtendsError: there is none, or more than one.
    """
    bundled = name in bundled_profiles()
    if folder is None and not bundled:
        hint = f"{unknown(name)}; a text has no folder, so only bundled ones can be extended"
        raise _error(document, "X01", f"there is no profile {name!r} to extend", hint)
    files = [] if folder is None or is_bundled_folder(folder) else list(_with_id(folder, name))
    if len(files) + bundled > 1:
        names = ", ".join([*(["a bundled profile"] if bundled else []), *(f.name for f in files)])
        message = f"several profiles have the id {name!r}: {names}"
        raise _error(document, "X04", message, "give one of them another id")
    if files or bundled:
        return files[0] if files else None
    hint = unknown(name)
    if folder is not None and (folder / f"{name}.yaml").is_file():
        hint = f"{name}.yaml is there, but its id is another: extend that id"
    raise _error(document, "X01", f"there is no profile {name!r} to extend", hint)


def _with_id(folder: Path, name: str) -> Iterator[Path]:
    """The files of a folder that say they have an id."""
    line = re.compile(rf"^id:\s*[\"']?{re.escape(name)}[\"']?\s*(#.*)?$", re.MULTILINE)
    for path in sorted((*folder.glob("*.yaml"), *folder.glob("*.yml"))):
        if line.search(path.read_text(encoding="utf-8", errors="replace")):
            yield path


def _error(document: Document, code: str, message: str, hint: str = "") -> ExtendsError:
    return ExtendsError(document.problem(code, message, ("extends",), hint))
