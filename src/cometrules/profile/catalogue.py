"""Finding, loading, checking and varying profiles."""

from __future__ import annotations

import difflib
import functools
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from .._data import data_folder
from ..errors import ProfileError
from .checks import contradictions
from .model import Profile, profile_from_data
from .reading import Document, read
from .report import Problem, Report
from .schema import check, merge

__all__ = ["bundled_profiles", "load_profile", "make_variant", "validate_profile"]


def bundled_profiles() -> tuple[str, ...]:
    """The ids of the profiles that come with the library, in alphabetical order.

    >>> "foster-commit" in bundled_profiles()
    True
    """
    return tuple(sorted(path.stem for path in data_folder("profiles").glob("*.yaml")))


def load_profile(
    profile: str | os.PathLike[str] | None = None, *, text: str | None = None
) -> Profile:
    """Load a profile by id, from a file or from text.

    Args:
        profile: the id of a bundled profile, or a file: a path object, or a name that ends
            in ``.yaml`` or ``.yml``.
        text: the YAML itself, instead.

    Raises:
        ProfileError: there is no such profile, or it is not valid; `report` has the details.
        OSError: the file cannot be read.

    >>> load_profile("svensk-komet").players.max
    8
    """
    if (profile is None) == (text is None):
        raise TypeError("load_profile takes a profile id, a file, or text=: one of them")
    if text is None and isinstance(profile, str) and not profile.endswith((".yaml", ".yml")):
        return _bundled(profile)
    report = validate_profile(None if profile is None else Path(profile), text=text)
    if report.profile is None:
        raise ProfileError(str(report), report)
    return report.profile


def validate_profile(
    file: str | os.PathLike[str] | None = None, *, text: str | bytes | None = None
) -> Report:
    """Check a profile: its text, its schema, what it extends, and what its values mean together.

    Args:
        file: the file to check.
        text: the YAML itself, instead; text or bytes.

    Returns:
        A report. Whatever is in the file, it is reported and never raised.

    Raises:
        OSError: the file cannot be read.

    >>> print(validate_profile(text="format: 1").problems[0].message)
    the key 'id' is missing
    """
    if (file is None) == (text is None):
        raise TypeError("validate_profile takes a file or text=: one of them")
    path = None if file is None else Path(file)
    label = "<text>" if path is None else str(path)
    content = text if path is None else path.read_bytes()
    assert content is not None
    document, problems = read(content, label)
    if document is not None and not problems:
        problems = check(document)
    if document is None or problems:
        return Report(label, tuple(problems))
    return _completed(document, path)


@functools.cache
def _bundled(name: str) -> Profile:
    """A bundled profile. Its file was checked when the library was built, by the tests."""
    if name not in bundled_profiles():
        raise ProfileError(_unknown(name))
    path = data_folder("profiles") / f"{name}.yaml"
    document, problems = read(path.read_bytes(), f"{name}.yaml")
    assert document is not None, problems
    parent = document.data.get("extends")
    data = merge(_as_written(parent), document.data) if parent else document.data
    return profile_from_data(data, path)


@functools.cache
def _as_written(name: str) -> dict[str, Any]:
    """What a bundled profile and those it extends say, merged, before defaults."""
    path = data_folder("profiles") / f"{name}.yaml"
    document, problems = read(path.read_bytes(), f"{name}.yaml")
    assert document is not None, problems
    parent = document.data.get("extends")
    return merge(_as_written(parent), document.data) if parent else document.data


def _unknown(name: str) -> str:
    known = bundled_profiles()
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}"
    return f"no profile is called {name!r}: {hint} (a file's name ends in .yaml)"


class _ExtendsError(Exception):
    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def _completed(document: Document, path: Path | None) -> Report:
    """The report of a document that has passed the schema on its own."""
    folder = None if path is None else path.parent
    try:
        data = _with_parents(document, document.data, folder, (str(document.data["id"]),))
    except _ExtendsError as error:
        return Report(document.label, (error.problem,))
    whole = attrs.evolve(document, data=data)
    return _checked(whole, path, schema_too="extends" in document.data)


def _checked(document: Document, path: Path | None, *, schema_too: bool = True) -> Report:
    """The report of a document that says everything itself."""
    problems = check(document) if schema_too else []
    if problems:
        return Report(document.label, tuple(problems))
    profile = profile_from_data(document.data, path)
    problems = contradictions(profile, document)
    return Report(document.label, tuple(problems), None if problems else profile)


def _with_parents(
    document: Document, data: Mapping[str, Any], folder: Path | None, chain: tuple[str, ...]
) -> dict[str, Any]:
    parent = data.get("extends")
    if parent is None:
        return dict(data)
    place = ("extends",)
    if parent in chain:
        circle = " -> ".join((*chain, parent))
        raise _ExtendsError(
            document.problem("X02", f"profiles extend each other in a circle: {circle}", place)
        )
    if parent in bundled_profiles():
        return merge(_as_written(parent), data)
    file = None if folder is None else next(
        (f for f in (folder / f"{parent}.yaml", folder / f"{parent}.yml") if f.is_file()), None
    )  # fmt: skip
    if file is None:
        raise _ExtendsError(
            document.problem(
                "X01", f"there is no profile {parent!r} to extend", place, _unknown(parent)
            )
        )
    inner, problems = read(file.read_bytes(), str(file))
    problems = problems or (check(inner) if inner is not None else [])
    if inner is None or problems:
        first = str(problems[0]).splitlines()[0]
        raise _ExtendsError(
            document.problem("X01", f"{parent!r}, which it extends, is not valid", place, first)
        )
    above = _with_parents(document, inner.data, folder, (*chain, str(parent)))
    return merge(above, data)


def make_variant(profile: Profile, changes: Mapping[str, Any]) -> Profile:
    """The profile with values changed by path; see `Profile.with_`."""
    data = json.loads(profile.written)
    data.pop("extends", None)
    data["id"] = f"{profile.id}-variant"
    for path, value in changes.items():
        *parents, last = path.split(".")
        here: Any = data
        for part in parents:
            here = here.setdefault(part, {})
            if not isinstance(here, dict):
                raise ProfileError(f"{path!r} is no path of a profile: {part!r} holds no keys")
        here[last] = _plain(value)
    document = Document(f"<variant of {profile.id}>", data, {}, {}, [])
    report = _checked(document, None)
    if report.profile is None:
        raise ProfileError(str(report), report)
    return report.profile


def _plain(value: Any) -> Any:
    """A value as a file would give it: keys as text, lists for tuples, cards as text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if isinstance(value, (int, str)) or value is None else str(value)
