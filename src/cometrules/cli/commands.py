"""The commands and their options."""

from __future__ import annotations

import difflib
import secrets
import shutil
import sys
import textwrap
from pathlib import Path
from typing import Any

import click

from .._version import __version__
from ..errors import ExportError, ProfileError
from ..profile.catalogue import bundled_profiles, load_profile
from ..profile.model import Profile
from . import reporting

__all__ = ["cometrules"]


class _Group(click.Group):
    """A group that guesses what a mistyped command was meant to be."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            close = difflib.get_close_matches(args[0], known, n=1, cutoff=0.6)
            hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}"
            raise click.UsageError(f"no command is called {args[0]!r}: {hint}")
        return super().resolve_command(ctx, args)


class _ProfileType(click.ParamType):  # type: ignore[type-arg]  # generic in later versions only
    """The id of a bundled profile, or a file."""

    name = "profile"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Profile:
        if isinstance(value, Profile):
            return value
        try:
            return load_profile(value)
        except ProfileError as error:
            if error.report is None:
                raise click.UsageError(str(error)) from None
            count = len(error.report.problems)
            first = str(error.report.problems[0]).splitlines()[0]
            more = f" (and {count - 1} more: cometrules validate {value})" if count > 1 else ""
            raise click.UsageError(first + more) from None


PROFILE = _ProfileType()


def _legible(ctx: click.Context, param: click.Parameter, text: str | None) -> str | None:
    """A seed that a record can tell of; said before anything is played."""
    if text is not None and not (text.strip() and text.isprintable()):
        raise click.BadParameter(f"{text!r} is no seed: write a number or a word")
    return text


PLAYERS = click.option(
    "--players", type=int, help="How many play; the fewest the profile admits if left out."
)


LANG = click.option(
    "--lang", type=click.Choice(["en", "es", "sv"]), default="en", show_default=True,
    help="The language of what is shown.",
)  # fmt: skip
FORMATS = ("table", "markdown", "html", "csv", "json")


def columns() -> int:
    """How wide the output may be."""
    return max(40, shutil.get_terminal_size((80, 24)).columns)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="cometrules %(version)s")
def cometrules() -> None:
    """The rules of the card games Comet, Commit and Komet."""


@cometrules.command()
def profiles() -> None:
    """List the bundled profiles."""
    for name in bundled_profiles():
        profile = load_profile(name)
        players = f"{profile.players.min}-{profile.players.max}"
        if profile.players.min == profile.players.max:
            players = str(profile.players.min)
        click.echo(f"{name:<22} {players:>4} players  {profile.name}")


@cometrules.command()
@click.argument("profile", metavar="PROFILE", type=PROFILE)
@LANG
@click.option("--rule", metavar="PATH", help="One rule only, with everything it rests on.")
def show(profile: Profile, lang: str, rule: str | None) -> None:
    """Tell the rules of a profile in sentences, each with what it rests on."""
    if rule is not None:
        from .explaining import explained_rule

        click.echo(explained_rule(profile, rule, lang, min(columns(), 100)), nl=False)
        return
    from ..evidence.sources import sources
    from ..lang.words import language
    from ..sentences import describe

    width, words = min(columns(), 100), language(lang)
    title = words.game(profile)
    kind = f" ({words.word('sketch')})" if profile.completeness == "sketch" else ""
    click.echo(textwrap.fill(f"{title} [{profile.id}]{kind}", width))
    for source in profile.sources:
        told = f"{words.word('source')} {source}: {sources()[source].title}"
        click.echo(textwrap.fill(told, width))
    for section in describe(profile, lang):
        click.echo(f"\n{section.title}")
        for sentence in section.sentences:
            told = f"{sentence.text} [{sentence.mark}]"
            lines = textwrap.wrap(
                told, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
            )
            click.echo("\n".join(lines))
    for left_out in profile.leaves_out:
        click.echo(textwrap.fill(f"{words.word('leaves_out')}: {left_out}", width))


@cometrules.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(reporting.FORMATS),
    default="auto",
    show_default=True,
    help="auto: for GitHub in its workflows, else text.",
)
@click.option("--deals", type=click.IntRange(min=0), help="Deals to play at every player number.")
@click.option("--no-play", is_flag=True, help="Read and compare only.")
def validate(files: tuple[str, ...], form: str, deals: int | None, no_play: bool) -> int:
    """Check profiles, and play them; `-` is standard input. Exit status 1 if there is an error."""
    from .validating import checked

    if no_play and deals:
        raise click.UsageError("--no-play and --deals contradict each other: leave one out")
    reports, unread = [], 0
    for file in files:
        try:
            reports.append(checked(file, 0 if no_play else deals))
        except OSError as error:
            click.echo(f"cometrules: {file}: {error.strerror}", err=True)
            unread += 1
    click.echo(reporting.reported(reports, form), nl=False)
    bad = unread + sum(not report for report in reports)
    if bad and len(files) > 1:
        click.echo(f"cometrules: {bad} of {len(files)} files have problems", err=True)
    return 2 if unread else 1 if bad else 0


@cometrules.command("new-profile")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--from", "parent", metavar="PROFILE", type=PROFILE, help="A profile to start from.")
def new_profile(file: Path, parent: Profile | None) -> None:
    """Write a profile to begin with: every key there is, explained, most of them commented out."""
    from .._files import write_whole
    from ..evidence.cells import is_bundled
    from .drafting import draft, id_of

    if file.suffix not in (".yaml", ".yml"):
        raise click.UsageError(f"{file}: the name of a profile's file ends in .yaml")
    if file.exists():
        raise click.UsageError(f"{file} is there already: choose another name")
    if parent is not None and not is_bundled(parent):
        raise click.UsageError(f"{parent.id} is no bundled profile: start from one of those")
    write_whole(draft(id_of(file), parent), file)
    click.echo(f"wrote {file}: fill it in, then cometrules validate {file}")


@cometrules.command()
@click.argument("name", default="profile")
def schema(name: str) -> None:
    """Print a JSON Schema: of a profile, or of whatever else has one."""
    from .._data import data_folder

    files = {f.name.removesuffix(".schema.json"): f for f in data_folder("schemas").iterdir()}
    if name not in files:
        raise click.UsageError(f"there is no schema {name!r}: there are {', '.join(sorted(files))}")
    click.echo(files[name].read_text(encoding="utf-8"), nl=False)


@cometrules.command()
@click.argument("code")
def explain(code: str) -> None:
    """Tell what a code of the checker means, such as S01, and what to do."""
    from ..profile.codes import CODES, explained

    if code.upper() not in CODES:
        alike = [known for known in CODES if len(code) < 4 and known[0] == code[:1].upper()]
        there = ", ".join(alike or CODES)
        raise click.UsageError(f"there is no code {code!r}: there are {there}")
    click.echo(explained(code.upper(), min(columns(), 100)))


@cometrules.command()
@click.argument("profiles", metavar="PROFILE PROFILE...", nargs=-1, type=PROFILE)
@click.option("--all", "every", is_flag=True, help="All bundled profiles.")
@click.option("--only-differences", is_flag=True, help="Leave out what is the same everywhere.")
@click.option("--group", "groups", multiple=True, help="Rules of this group only; may be repeated.")
@LANG
@click.option("--with-evidence", is_flag=True, help="With what each value rests on.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", show_default=True)
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file to write.")
def compare(
    profiles: tuple[Profile, ...],
    every: bool,
    only_differences: bool,
    groups: tuple[str, ...],
    lang: str,
    with_evidence: bool,
    form: str,
    output: Path | None,
) -> None:
    """Show the rules of profiles side by side (ids or files)."""
    from .._files import write_whole
    from ..comparison.model import compare as compare_profiles
    from .comparing import written_as

    bundled = map(load_profile, bundled_profiles()) if every else ()
    profiles += tuple(profile for profile in bundled if profile not in profiles)
    if len(profiles) < 2:
        raise click.UsageError("compare takes two profiles or more, or --all")
    _check_groups(groups)
    text = written_as(
        form, compare_profiles(*profiles).only(groups=groups), lang, columns(),
        differences=only_differences, evidence=with_evidence, plain=output is not None,
    )  # fmt: skip
    write_whole(text, output)


def _check_groups(groups: tuple[str, ...]) -> None:
    from ..evidence.dimensions import DIMENSIONS

    known = list(dict.fromkeys(dimension.group for dimension in DIMENSIONS.values()))
    for group in groups:
        if group not in known:
            raise click.UsageError(f"there is no group {group!r}: there are {', '.join(known)}")


@cometrules.command("data-diff")
@click.argument("old", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("new", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def data_diff(old: Path, new: Path) -> None:
    """Tell which cells differ between two exports of `compare --all --format json`."""
    from ..comparison.changes import changes, read_export

    try:
        for line in changes(read_export(old), read_export(new)):
            click.echo(line)
    except ExportError as error:
        raise click.UsageError(str(error)) from None


@cometrules.command()
@click.argument("profile", metavar="PROFILE", type=PROFILE)
@PLAYERS
@click.option(
    "--seed", callback=_legible, help="A number or text; the same seed gives the same deal."
)
@click.option("--dealer", type=int, help="The seat that deals; 0 if left out, in a match by rule.")
@click.option("--pack", help="Which of the packs used in turn; the first if left out.")
@click.option("--match", is_flag=True, help="Play a whole match.")
@click.option("--open", "open_hands", is_flag=True, help="Show every hand at the start.")
@click.option("--interactive", "seat", type=int, metavar="SEAT", help="Play this seat yourself.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep what is played in a file, FILE.comet.yaml or FILE.comet.json.",
)
def play(
    profile: Profile,
    players: int | None,
    seed: str | None,
    dealer: int | None,
    pack: str | None,
    match: bool,
    open_hands: bool,
    seat: int | None,
    record: Path | None,
) -> None:
    """Play a deal or a match: by random moves, or one seat yourself."""
    from ..records.writing import check_name, write_record
    from ..rules import compile_rules
    from .playing import Table

    if record is not None:
        check_name(record)
        if not record.parent.is_dir():
            raise click.UsageError(f"there is no folder {record.parent} to keep a record in")
    rules = compile_rules(profile, profile.players.min if players is None else players)
    if seat is not None and not 0 <= seat < rules.players:
        raise click.UsageError(f"there is no seat {seat}: seats are 0 to {rules.players - 1}")
    if match and pack:
        raise click.UsageError("in a match the packs are used in turn: leave --pack out")
    table = Table(rules, seat, columns(), open_hands, sys.stdout)
    try:
        if match:
            table.play_match(seed=seed, dealer=dealer)
        else:
            table.play_deal(seed=seed, dealer=dealer or 0, pack=pack)
    finally:  # what was played until somebody stopped it is worth keeping too
        if record is not None and table.played:
            write_record(table.record(), record)


@cometrules.command()
@click.argument("file", metavar="FILE")
@click.option("--profile", type=PROFILE, help="The rules, where they are not in the record.")
@click.option("--deal", type=click.IntRange(min=1), help="Tell this deal of a match only.")
@click.option("--quiet", is_flag=True, help="Check only, without telling the deals.")
def replay(file: str, profile: Profile | None, deal: int | None, quiet: bool) -> int:
    """Play a record again (- is standard input), and check every move and result in it."""
    from .replaying import replayed

    return replayed(file, profile, deal, sys.stdout, columns(), quiet=quiet)


@cometrules.command()
@click.argument("what", metavar="PROFILE|RECORD")
@PLAYERS
@click.option("--seed", default="1", show_default=True, help="For a profile: of deal and moves.")
@click.option("--deal", type=click.IntRange(min=1), default=1, help="For a record: which deal.")
@click.option(
    "--ply", type=click.IntRange(min=0), help="After so many moves; the last if left out."
)
@click.option("--seat", type=click.IntRange(min=0), help="As this seat sees it; else all is open.")
@LANG
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file to write.")
def draw(
    what: str,
    players: int | None,
    seed: str,
    deal: int,
    ply: int | None,
    seat: int | None,
    lang: str,
    output: Path | None,
) -> None:
    """Draw a moment of a deal as SVG: of a record, or played at random by a profile."""
    from .._files import write_whole
    from .drawing import drawn

    text = drawn(what, players=players, seed=seed, deal=deal, ply=ply, seat=seat, lang=lang)
    write_whole(text, output)


@cometrules.command()
@click.argument("profile", metavar="PROFILE", type=PROFILE)
@PLAYERS
@click.option("--deals", type=click.IntRange(min=1), default=1000, show_default=True)
@click.option("--matches", type=click.IntRange(min=1), help="Whole matches, instead of deals.")
@click.option("--seed", help="A number or text; the figures follow from it alone.")
@click.option("--policy", default="random", show_default=True, help="Or one a seat, by commas.")
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--format", "form", type=click.Choice(["table", "csv", "json"]), default="table")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file to write.")
def simulate(
    profile: Profile,
    players: int | None,
    deals: int,
    matches: int | None,
    seed: str | None,
    policy: str,
    workers: int,
    form: str,
    output: Path | None,
) -> int:
    """Play many deals or matches and sum them up."""
    from .._files import write_whole
    from ..rules import compile_rules
    from .simulating import as_table, run_simulation

    rules = compile_rules(profile, profile.players.min if players is None else players)
    seed = secrets.token_hex(4) if seed is None else seed
    policies = policy.split(",")
    summary, count, stopped = run_simulation(
        rules, deals=deals, matches=matches, seed=seed, policies=policies, workers=workers
    )
    things = "deals" if matches is None else "matches"
    head = f"{profile.id}, {rules.players} players, {count} {things}, seed {seed}, {policy}\n"
    match form:
        case "csv":
            text = summary.to_csv()
        case "json":
            text = summary.to_json() + "\n"
        case _:
            text = head + as_table(summary, columns())
    write_whole(text, output)
    if stopped:
        click.echo(f"cometrules: stopped after {count} {things}", err=True)
    return 130 if stopped else 0
