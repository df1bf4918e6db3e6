"""Finding, loading, checking and varying profiles."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from .._data import data_folder
from ..errors import NotationError, ProfileError
from .checks import contradictions, idle_keys
from .extends import ExtendsError, as_written, bundled_profiles, unknown, with_parents
from .findings import check, wanted_at
from .model import Profile, profile_from_data
from .reading import Document, read
from .report import Problem, Report
from .schema import form_of, merge, schema_at

__all__ = [
    "bundled_profiles", "checked", "data_alone", "load_profile", "make_variant",
    "validate_profile",
]  # fmt: skip


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
    report = validate_profile(None if profile is None else Path(profile), text=text, deals=0)
    if report.profile is None:
        raise ProfileError(str(report), report)
    return report.profile


def validate_profile(
    file: str | os.PathLike[str] | None = None,
    *,
    text: str | bytes | None = None,
    deals: int | None = None,
) -> Report:
    """Check a profile: its text, its schema, what it extends, what its values mean, and in play.

    Args:
        file: the file to check.
        text: the YAML itself, instead; text or bytes.
        deals: how many random deals to play at every number of players when all else is right;
            a hundred if left out, with 0 none.

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
    problems = [_with_words(problem) for problem in problems]
    if document is not None and not problems:
        problems = check(document)
    if document is None or problems:
        return Report(label, tuple(problems), warnings=document.warnings if document else ())
    report = _completed(document, path)
    if report.profile is None or deals == 0:
        return report
    from ..trial import tried  # the engine stands above the checker, and comes late

    return tried(report, deals)


@functools.cache
def _bundled(name: str) -> Profile:
    if name not in bundled_profiles():
        raise ProfileError(f"{unknown(name)} (a file's name ends in .yaml)")
    return profile_from_data(as_written(name), data_folder("profiles") / f"{name}.yaml")


def _completed(document: Document, path: Path | None) -> Report:
    """The report of a document that has passed the schema on its own."""
    try:
        data = with_parents(document, None if path is None else path.parent)
    except ExtendsError as error:
        return Report(document.label, (error.problem,), warnings=document.warnings)
    whole = attrs.evolve(document, data=data)
    return _checked(whole, path, schema_too="extends" in document.data)


def _with_words(problem: Problem) -> Problem:
    """A word that YAML readers disagree about, with what the schema wants in its place."""
    wanted = wanted_at(problem.path) if problem.code == "Y10" else ""
    return attrs.evolve(problem, hint=wanted) if wanted else problem


def _checked(document: Document, path: Path | None, *, schema_too: bool = True) -> Report:
    """The report of a document that says everything itself."""
    problems = check(document) if schema_too else []
    if problems:
        return Report(document.label, tuple(problems), warnings=document.warnings)
    profile = profile_from_data(document.data, path)
    problems = contradictions(profile, document)
    if problems:
        return Report(document.label, tuple(problems), warnings=document.warnings)
    warnings = (*document.warnings, *idle_keys(profile, document))
    return Report(document.label, (), profile, warnings)


def make_variant(profile: Profile, changes: Mapping[str, Any]) -> Profile:
    """The profile with values changed by path; see `Profile.with_`."""
    data = data_alone(profile)
    data["id"] = f"{profile.id}-variant"
    for path, value in changes.items():
        *parents, last = path.split(".")
        here: Any = data
        for part in parents:
            here = here.setdefault(part, {})
            if not isinstance(here, dict):
                raise ProfileError(f"{path!r} is no path of a profile: {part!r} holds no keys")
        last = _as_it_stands(tuple(parents), here, last)
        here[last] = _over((*parents, last), here.get(last), _plain(value))
    document = Document(f"<variant of {profile.id}>", data)
    report = _checked(document, None)
    if report.profile is None:
        raise ProfileError(str(report), report)
    return report.profile


def data_alone(profile: Profile) -> dict[str, Any]:
    """A profile as plain data that extends nothing: what it takes over, it says itself."""
    data: dict[str, Any] = json.loads(profile.written)
    data.pop("extends", None)
    return data


def checked(document: Document) -> Report:
    """The report of a document that has come out of another file, and extends nothing."""
    problems = check(document)
    return Report(document.label, tuple(problems)) if problems else _checked(document, None)


def _as_it_stands(path: tuple[str, ...], table: Mapping[str, Any], key: str) -> str:
    """A key of a table as the profile has spelt it, where it has it."""
    form = form_of((schema_at(path) or {}).get("propertyNames", {}))
    try:
        return next((old for old in table if form and form(old) == form(key)), key)
    except NotationError:
        return key


def _over(path: tuple[str, ...], old: Any, new: Any) -> Any:
    """A value over an older one: sections merge as in a file that extends, all else is replaced."""
    schema = schema_at(path) or {}
    if isinstance(old, Mapping) and isinstance(new, Mapping) and "properties" in schema:
        return merge(old, new, schema)
    return new


def _plain(value: Any) -> Any:
    """A value as a file would give it: keys as text, lists for tuples, cards as text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if isinstance(value, (int, str)) or value is None else str(value)
