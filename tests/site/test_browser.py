"""The pages in a browser, wide and narrow: faults, sideways scroll, filter, links, keyboard."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from .conftest import name_of, pages, site

MATRIX = "rules/matrix.html"
WIDTHS = (1280, 360)
every_width = pytest.mark.parametrize("width", WIDTHS)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(site()))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def opened(chromium: Any, url: str, width: int, **options: Any) -> Any:
    """A page with what it complained about in `complaints`."""
    page = chromium.new_page(viewport={"width": width, "height": 800}, **options)
    page.complaints = []
    page.on("console", lambda m: page.complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(url)
    return page


def sampled() -> list[str]:
    """A page of each kind, and all that were written by hand."""
    names = [name_of(page) for page in pages()]
    kinds = ("rules/profiles/", "rules/dimensions/", "rules/sources/")
    made = [name for name in names if any(kind in name for kind in kinds)]
    few = [
        name for name in made if name.endswith(("svensk-komet.html", "comet.does.html", "TP.html"))
    ]
    return few + [name for name in names if name not in made]


@every_width
@pytest.mark.parametrize("name", sampled())
def test_a_page_has_no_fault_and_does_not_scroll_sideways(
    chromium: Any, address: str, name: str, width: int
) -> None:
    page = opened(chromium, f"{address}/{name}", width)
    assert page.complaints == []
    wide, view = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= view
    page.close()


def looked_at() -> list[str]:
    """Every page of the sample but the matrix in other languages, which is the largest by far."""
    return [name for name in sampled() if name == MATRIX or not name.endswith(MATRIX)]


def in_the_dark() -> list[str]:
    """A page for each kind of thing that has a colour; the dark changes nothing else."""
    ends = ("/comet.html", "index.html", "trust.html", "codes.html", "svensk-komet.html", "TP.html")
    return [name for name in looked_at() if name.endswith(ends) and "reference" not in name]


def bad_for(chromium: Any, url: str, scheme: str, **options: Any) -> list[tuple[str, str]]:
    """What axe finds critical or serious."""
    from axe_playwright_python.sync_playwright import Axe

    page = opened(chromium, url, 1280, color_scheme=scheme)
    found = Axe().run(page, options={"resultTypes": ["violations"], **options})
    page.close()
    return [
        (one["id"], one["nodes"][0]["html"][:200])
        for one in found.response["violations"]
        if one["impact"] in ("critical", "serious")
    ]


@pytest.mark.parametrize("name", looked_at())
def test_axe_finds_nothing_critical_or_serious(chromium: Any, address: str, name: str) -> None:
    assert bad_for(chromium, f"{address}/{name}", "light") == []


@pytest.mark.parametrize("name", in_the_dark())
def test_there_is_contrast_in_the_dark(chromium: Any, address: str, name: str) -> None:
    assert bad_for(chromium, f"{address}/{name}", "dark", runOnly=["color-contrast"]) == []


# --- all rules side by side -------------------------------------------------------------------

VISIBLE = "[...document.querySelectorAll('.rule-matrix tbody tr[id]')].filter(r => r.offsetParent)"


def shown_rows(page: Any) -> list[str]:
    return list(page.evaluate(f"{VISIBLE}.map(r => r.id.slice('matrix-'.length))"))


@every_width
def test_the_filter_shows_games_groups_and_differences(
    chromium: Any, address: str, width: int
) -> None:
    import cometrules as cr

    page = opened(chromium, f"{address}/{MATRIX}", width)
    everything = shown_rows(page)
    for box in page.query_selector_all("input[name=game]"):
        if box.get_attribute("value") not in ("foster-commit", "svensk-komet"):
            box.uncheck()
    page.check("input[name=differences]")
    two = cr.compare("foster-commit", "svensk-komet")
    assert shown_rows(page) == [
        r.dimension.id for r in two.differences if r.dimension.id in everything
    ]
    assert f"{len(shown_rows(page))} of {len(everything)}" in page.inner_text("[role=status]")
    for box in page.query_selector_all("input[name=group]"):
        if box.get_attribute("value") != "comet":
            box.uncheck()
    assert shown_rows(page) == [
        r.dimension.id for r in two.differences if r.dimension.group == "comet"
    ]
    page.close()


@every_width
def test_a_deep_link_shows_its_cell_opened_whatever_is_filtered(
    chromium: Any, address: str, width: int
) -> None:
    name = "foster-commit--deck.suits"
    page = opened(chromium, f"{address}/{MATRIX}", width)
    page.check("input[name=differences]")
    for box in page.query_selector_all("input[name=game]"):
        if box.get_attribute("value") not in ("american-commit", "foster-commit"):
            box.uncheck()
    assert "deck.suits" not in shown_rows(page), "both games have all four suits"
    page.evaluate(f"location.hash = {name!r}")
    page.wait_for_selector(f"[id='{name}'] details[open]")
    page.wait_for_function(  # the theme scrolls smoothly
        "name => { const box = document.getElementById(name).getBoundingClientRect();"
        " return box.x >= 0 && box.x < innerWidth && box.y >= 0 && box.y < innerHeight }",
        arg=name, timeout=10_000,
    )  # fmt: skip
    assert page.is_visible(f"[id='{name}']")
    page.close()


def test_a_deep_link_into_a_game_that_is_filtered_out_shows_its_whole_column(
    chromium: Any, address: str
) -> None:
    """A cell without its head, or under another game's, would say what is not so."""
    page = opened(chromium, f"{address}/{MATRIX}", 1280)
    page.uncheck("input[name=game][value=svensk-komet]")
    page.uncheck("input[name=group][value=deck]")
    assert not page.is_visible("thead [data-profile=svensk-komet]")
    page.evaluate("location.hash = 'svensk-komet--deck.suits'")
    page.wait_for_selector("thead [data-profile=svensk-komet]")
    assert page.is_checked("input[name=game][value=svensk-komet]")
    assert page.is_visible("[id='svensk-komet--deck.ranks']")
    assert page.is_visible("[data-group=deck] th[scope=rowgroup]")
    page.close()


def test_two_games_are_chosen_in_three_steps_and_can_be_sent_to_somebody(
    chromium: Any, address: str
) -> None:
    page = opened(chromium, f"{address}/{MATRIX}", 1280)
    page.click("button[name=game][value=none]")
    page.check("input[name=game][value=foster-commit]")
    page.check("input[name=game][value=svensk-komet]")
    page.check("input[name=differences]")
    again = opened(chromium, page.url, 1280)
    heads = "[...document.querySelectorAll('thead [data-profile]')].filter(h => h.offsetParent)"
    assert again.evaluate(f"{heads}.map(h => h.dataset.profile)") == [
        "foster-commit", "svensk-komet",
    ]  # fmt: skip
    assert shown_rows(again) == shown_rows(page) != []
    page.click("button[name=game][value=all]")
    page.uncheck("input[name=differences]")
    assert page.url == f"{address}/{MATRIX}"
    for one in (page, again):
        assert one.complaints == []
        one.close()


def test_a_link_into_nowhere_does_no_harm(chromium: Any, address: str) -> None:
    page = opened(chromium, f"{address}/{MATRIX}#%", 1280)
    assert page.complaints == [] and shown_rows(page)
    page.close()


def test_going_back_the_table_is_as_the_boxes_are(chromium: Any, address: str) -> None:
    page = opened(chromium, f"{address}/{MATRIX}", 1280)
    page.check("input[name=differences]")
    page.goto(f"{address}/index.html")
    page.go_back()
    page.wait_for_function("document.readyState == 'complete'")
    page.wait_for_timeout(300)
    everything = page.query_selector_all(".rule-matrix tbody tr[id]")
    fewer = len(shown_rows(page)) < len(everything)
    assert fewer == page.is_checked("input[name=differences]")
    page.close()


def test_the_filter_works_by_keyboard(chromium: Any, address: str) -> None:
    page = opened(chromium, f"{address}/{MATRIX}", 1280)
    before = len(shown_rows(page))
    page.focus("input[name=differences]")
    page.keyboard.press("Space")
    assert 0 < len(shown_rows(page)) < before
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "region"
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.rule-matrix') !== null")
    page.close()


def test_a_cell_opens_by_keyboard(chromium: Any, address: str) -> None:
    page = opened(chromium, f"{address}/{MATRIX}", 1280)
    page.focus(".rule-matrix summary")
    page.keyboard.press("Enter")
    assert page.query_selector(".rule-matrix details[open] .rule-grounds a") is not None
    page.close()


def test_heads_stay_in_sight(chromium: Any, address: str) -> None:
    page = opened(chromium, f"{address}/{MATRIX}", 1280)
    region = page.query_selector(".rule-scroll")
    region.evaluate("r => { r.scrollTop = 3000; r.scrollLeft = 900; }")
    page.wait_for_timeout(100)
    top, left = region.bounding_box()["y"], region.bounding_box()["x"]
    column = page.query_selector_all(".rule-matrix thead th")[6].bounding_box()
    assert abs(column["y"] - top) < 3
    rows = page.query_selector_all(".rule-matrix tbody th[scope=row]")
    assert all(abs(th.bounding_box()["x"] - left) < 3 for th in rows if th.is_visible())
    page.close()


def test_everything_is_there_without_script(chromium: Any, address: str) -> None:
    context = chromium.new_context(
        java_script_enabled=False, viewport={"width": 1280, "height": 800}
    )
    page = context.new_page()
    page.goto(f"{address}/{MATRIX}")
    assert not page.is_visible(".rule-filter")
    assert page.is_visible("[id='foster-commit--play.continue'] .rule-value")
    page.click("[id='foster-commit--play.continue'] summary")
    assert page.is_visible("[id='foster-commit--play.continue'] .rule-grounds")
    context.close()


def test_the_matrix_can_be_printed(chromium: Any, address: str) -> None:
    page = opened(chromium, f"{address}/{MATRIX}", 1280)
    page.emulate_media(media="print")
    assert not page.is_visible(".rule-filter")
    scroll = page.query_selector(".rule-scroll")
    assert scroll.evaluate("r => getComputedStyle(r).overflowX") == "visible"
    assert page.is_visible("[id='usa-komet--comet.does'] .rule-value")
    page.set_viewport_size({"width": 703, "height": 1000})  # A4 within its margins
    assert page.evaluate("document.querySelector('.rule-matrix').offsetWidth <= innerWidth")
    assert not page.is_visible(".skip-to-content")
    page.close()
