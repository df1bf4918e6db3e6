"""Writing a file that is either there in full or as it was."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(text: str, output: Path | None) -> None:
    """Write to standard output, or to a file that is either there in full or as it was."""
    if output is None:
        sys.stdout.write(text)
        return
    try:
        handle, name = tempfile.mkstemp(dir=output.parent, prefix=f".{output.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(output)) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)  # as any new file; a temporary one is private
        Path(name).replace(output)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
