"""The built site, which `docs/gates.sh` builds first; without it these tests are skipped."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

SITE = os.environ.get("COMETRULES_SITE")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and SITE is None:
            item.add_marker(pytest.mark.skip(reason="needs the site: run docs/gates.sh"))


def site() -> Path:
    """The folder of the built site."""
    assert SITE is not None
    return Path(SITE).resolve()


def pages() -> list[Path]:
    """Every page, in every language; none where nothing is built."""
    found = sorted(Path(SITE).resolve().rglob("*.html")) if SITE else []
    return [page for page in found if "_static" not in page.parts]


def name_of(page: Path) -> str:
    """A page as tests are named by it."""
    return str(page.relative_to(site()))


@cache
def tree(page: Path) -> Any:
    """A page, parsed."""
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser(page.read_text(encoding="utf-8"))


def text_of(node: Any) -> str:
    """What a part of a page says, with single blanks."""
    return " ".join(node.text(separator=" ").split())


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    program = shutil.which("chromium")
    if program is None:
        assert os.environ.get("CI") != "true", "CI has to have a browser"
        pytest.skip("there is no Chromium")
    from playwright.sync_api import sync_playwright

    quiet = [f"--disable-{what}" for what in (
        "gpu", "quic", "background-networking", "component-update", "sync",
    )]  # fmt: skip
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--no-first-run", "--disable-dev-shm-usage", *quiet],
        )
        yield browser
        browser.close()
