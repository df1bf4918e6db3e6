"""Commands on a page, with what they really write."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives as options
from sphinx.errors import ExtensionError

from ..cli import run
from .page import PageDirective

__all__ = ["CommandDirective"]


class CommandDirective(PageDirective):
    """A command of `cometrules` with what it really writes; it runs when the page is read."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "exit": options.nonnegative_int,  # 0 if left out
        "lines": options.positive_int,  # show so many only
        "file": options.path,  # shown in place of the file's whole name
    }

    def run(self) -> list[nodes.Node]:
        """The command and its output as one block.

        Raises:
            ExtensionError: it ends with another status than the page says.
        """
        line = self.arguments[0]
        program, *arguments = shlex.split(line)
        folder = Path(self.env.doc2path(self.env.docname)).parent
        with _at(folder):
            status, out = _ran(arguments)
        self.depends_on()
        expected = self.options.get("exit", 0)
        if program != "cometrules" or status != expected:
            raise ExtensionError(
                f"{self.env.docname}: {line!r} ended with {status}, not {expected}:\n{out}"
            )
        for argument in arguments:
            if (folder / argument).is_file():
                self.env.note_dependency(str(folder / argument))
        lines = out.rstrip("\n").split("\n")
        most = self.options.get("lines", len(lines))
        shown = [*lines[:most], *(["…"] if most < len(lines) else [])]
        text = "\n".join((f"$ {line}", *shown))
        block = nodes.literal_block(text, text, language="console", classes=["rule-output"])
        return [block]


@contextlib.contextmanager
def _at(folder: Path) -> Iterator[None]:
    """Names of files are those of the page's folder, and lines have 80 columns."""
    with contextlib.chdir(folder):
        before = os.environ.get("COLUMNS")
        os.environ["COLUMNS"] = "80"
        try:
            yield
        finally:
            if before is None:
                del os.environ["COLUMNS"]
            else:
                os.environ["COLUMNS"] = before


def _ran(arguments: list[str]) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = run(arguments)
    return status, out.getvalue()
