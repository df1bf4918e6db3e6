"""The command line: `cometrules`."""

from __future__ import annotations

import codecs
import io
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; errors are one line on standard error, with exit status 1 or 2."""
    for stream in (sys.stdout, sys.stderr):
        _write_what_it_can(stream)
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and give its exit status."""
    import click

    from ..errors import CometError
    from .commands import cometrules

    try:
        status = cometrules.main(arguments, prog_name="cometrules", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), file=sys.stderr)
        return error.exit_code
    except click.ClickException as error:
        return _say(error.format_message(), error.exit_code)
    except click.Abort:
        return _say("stopped", 130)
    except CometError as error:
        return _say(str(error), 2)
    except OSError as error:
        return _say(f"{error.filename}: {error.strerror}" if error.filename else str(error), 2)
    return status if isinstance(status, int) else 0


_PLAIN = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "─": "-", "±": "+-", "…": "..."}


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Letters for the suits, where a terminal cannot show their symbols."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_PLAIN.get(char, "?") for char in text), error.end


def _write_what_it_can(stream: object) -> None:
    if isinstance(stream, io.TextIOWrapper):
        codecs.register_error("plainer", _plainer)
        stream.reconfigure(errors="plainer")


def _say(message: str, status: int) -> int:
    print(f"cometrules: {message}", file=sys.stderr)
    return status
