"""Build the site: everything in English, the pages about the rules in Spanish and Swedish too.

    python docs/build.py            # into docs/_build/html
    python docs/build.py --strict   # whatever could be wrong is an error; examples are run

The last line says where the front page is.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parent
OUT = DOCS / "_build"
LANGUAGES = {"en": "html", "es": "html/es", "sv": "html/sv"}
"""The languages, with the folder that each is built into; English is at the root."""


def sphinx(builder: str, language: str, folder: str, *, strict: bool) -> int:
    """Run one builder; its exit status."""
    command = [
        sys.executable, "-m", "sphinx", "-b", builder, "-q", "-j", "auto",
        "-D", f"language={language}", "-d", str(OUT / f"trees-{language}"),
        *(["-n", "-W", "--keep-going"] if strict else []),
        str(DOCS), str(OUT / folder),
    ]  # fmt: skip
    print(f"== {builder}, {language}", flush=True)
    return subprocess.run(command, check=False).returncode


def main() -> int:
    """Build every language, and with `--strict` run the examples."""
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("--strict", action="store_true", help="warnings are errors; run examples")
    strict = parser.parse_args().strict
    failed = [
        language
        for language, folder in LANGUAGES.items()
        if sphinx("html", language, folder, strict=strict)
    ]
    if strict and sphinx("doctest", "en", "doctest", strict=True):
        failed.append("the examples")
    if failed:
        print(f"the site has faults: {', '.join(failed)}", file=sys.stderr)
        return 1
    print(f"the front page is {OUT / 'html' / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
