"""Does a page work in a real browser: charts, filter, order, sources, colours, print, without errors and without requests?"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made_pages import HOSTILE, compared_run, failed_run, hostile_run, list_code, one_platform_run, profile_names, write_page
from made_runs import case, fork, run
from playwright.sync_api import Browser, Page, sync_playwright

from bench.report import records
from clamh.cli.chart_library import load_javascript
from clamh.model.results import ENCODER, Run
from clamh.report.page import flame

pytestmark = pytest.mark.slow
WIDE, PHONE = {"width": 1200, "height": 900}, {"width": 390, "height": 800}
PATIENCE_MS = 300_000  # a busy machine may be slow to draw; only what never comes is to fail
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium: Playwright's own comes from no registry."""
    program = shutil.which("chromium")
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no chromium on PATH; type: apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, timeout=PATIENCE_MS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[dict[str, Path]]:
    """A page of each run, written once; the charts' JavaScript is kept where the other tests keep it."""
    runs: dict[str, Callable[[], Run]] = {"compared": compared_run, "hostile": hostile_run, "one": one_platform_run, "failed": failed_run, "empty": lambda: run([])}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAMH_CACHE", str(cache))
        written = {name: write_page(make(), tmp_path_factory.mktemp(name)) for name, make in runs.items()}
        written["explained"] = write_page(compared_run(), tmp_path_factory.mktemp("explained"), kept=[
            kept for number, text in enumerate(HOSTILE) for kept in list_code(compared_run(), text)[number % 8:][:1]])
        written["flame"] = tmp_path_factory.mktemp("flame") / "page.html"
        written["flame"].write_text(flame.render([profile_names(["work", "org.step.Step.step", "leaf"]), profile_names(HOSTILE, HOSTILE[1])], HOSTILE[0], load_javascript()), encoding="utf-8")
        yield written


@pytest.fixture
def opened(browser: Browser, pages: dict[str, Path]) -> Iterator[Open]:
    """opened(name): a page in the browser. At the end of the test, no page has complained or asked for anything but itself."""
    wrong: list[str] = []
    contexts = []

    def opened(name: str | Path, **options: object) -> Page:
        context = browser.new_context(**{"viewport": WIDE, **options})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        path = pages[name] if isinstance(name, str) else name
        page.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: wrong.append(f"request of {request.url}") if request.url.partition("#")[0] != path.as_uri() else None)
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def draw_all(page: Page) -> None:
    """Opens every part of the page and waits for its charts."""
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    for figure in page.locator("figure.chart").all():
        figure.scroll_into_view_if_needed()
        figure.locator("svg").wait_for()


@pytest.mark.parametrize("name", ["compared", "hostile", "one", "failed", "empty"])
def test_every_chart_of_any_run_is_drawn(opened: Open, name: str) -> None:
    page = opened(name)
    draw_all(page)
    figures = page.locator("figure.chart")
    assert page.locator("figure.chart svg").count() == figures.count()
    assert name == "empty" or figures.count() > 0
    # Marks, not only axes: a chart whose data do not fit its fields is empty and reports nothing.
    empty = [number for number in range(figures.count()) if figures.nth(number).locator("svg .mark-symbol path, svg .mark-rect path, svg .mark-line path").count() == 0]
    assert empty == []
    assert page.evaluate("window.attacked") is None


def test_names_that_try_to_be_markup_stay_text(opened: Open) -> None:
    page = opened("hostile")
    draw_all(page)
    for button in page.locator("button.open").all():
        button.click()
    assert page.evaluate("window.attacked") is None and page.locator("img").count() == 0
    assert page.locator("script").count() == 3
    assert "<img src=x onerror='window.attacked=1'>" in page.locator("figure.chart").first.text_content()


def test_code_is_beside_the_code_of_other_platforms_and_stays_text(opened: Open) -> None:
    page = opened("explained")
    draw_all(page)
    assert page.locator("details.code").count() == 2 and page.locator("img").count() == 0
    # Both at once: between two questions a section beyond the screen may get its real height, which moves all below it.
    left, right = page.locator(".listings pre").evaluate_all("all => all.slice(0, 2).map((pre) => pre.getBoundingClientRect().toJSON())")
    assert left["y"] == right["y"] and left["x"] + left["width"] < right["x"]
    assert "<img src=x onerror='window.attacked=1'>" in page.locator(".listings").first.text_content()
    assert page.evaluate("window.attacked") is None


def test_flame_graph_enlarges_finds_and_stays_text(opened: Open) -> None:
    page = opened("flame")
    page.locator("figure.chart svg").nth(1).wait_for()
    first = page.locator("figure.chart").first
    frames = first.locator(".mark-rect path")
    texts = first.locator(".mark-text text")
    assert [text for text in texts.all_text_contents() if text] == ["sum c/gcc-12", "work", "Step.step", "leaf", "work", "leaf"]
    widths = [frame.bounding_box()["width"] for frame in frames.all()]
    assert widths[1] > widths[3] > 10
    frames.nth(3).click()
    first.locator("text", has_text="leaf").first.wait_for()
    page.wait_for_function("document.querySelectorAll('figure.chart')[0].querySelectorAll('.mark-rect path').length === 4")
    assert min(frame.bounding_box()["width"] for frame in frames.all()[:3]) > widths[1] - 1
    frames.first.click()
    page.wait_for_function("document.querySelectorAll('figure.chart')[0].querySelectorAll('.mark-rect path').length === 6")
    page.fill("#search", "org.STEP")
    assert page.inner_text("#count") == "found in 50.0 %, 0.0 %"
    page.wait_for_function("[...document.querySelectorAll('.mark-rect path')].filter((path) => path.getAttribute('fill') === 'var(--side-2)').length === 1")
    hostile = page.locator("figure.chart").nth(1)
    hostile.locator(".mark-rect path").nth(2).hover()
    page.locator(".vg-tooltip.visible").wait_for()
    assert "<img src=x onerror='window.attacked=1'>" in page.locator(".vg-tooltip").inner_text()
    page.locator("summary", has_text="Functions as a table").nth(1).click()
    assert page.evaluate("window.attacked") is None and page.locator("img").count() == 0 and page.locator("script").count() == 3
    assert HOSTILE[0] in page.locator("section.profile").nth(1).locator("table").inner_text()


def test_filter_and_state_hide_rows_of_both_tables(opened: Open) -> None:
    page = opened("compared")
    assert page.locator("tbody[data-contest]:visible").count() == 6 and page.locator(".answer tbody tr:visible").count() == 6
    page.fill("#filter", "SUM 64")
    assert page.locator("tbody[data-contest]:visible").count() == 1 and page.locator(".answer tbody tr:visible").count() == 1
    assert page.locator(".benchmark:visible h3").all_text_contents() == ["sum"] and page.inner_text("#count") == "1 of 6 shown"
    page.fill("#filter", "no such name")
    assert page.locator(".benchmark:visible").count() == 0
    page.fill("#filter", "")
    page.select_option("#state", "undecided")
    assert page.locator("tbody[data-contest]:visible").count() == 0
    page.select_option("#state", "different")
    assert page.locator("tbody[data-contest]:visible").count() == 6 and page.inner_text("#count") == ""


def test_order_moves_sections_and_lines(opened: Open) -> None:
    """Texts of sections are read from the document: a section beyond the screen (content-visibility: auto) has no inner text until it is drawn."""
    page = opened("compared")
    names = page.locator(".benchmark h3")
    assert names.all_text_contents() == ["sort", "sum"]
    page.evaluate("document.querySelectorAll('.benchmark')[0].dataset.time = 1e9")
    page.select_option("#sort", "time")
    assert names.all_text_contents() == ["sum", "sort"]
    assert [text.split()[0] for text in page.locator(".answer tbody tr").all_inner_texts()] == ["sum"] * 3 + ["sort"] * 3
    page.select_option("#sort", "place")
    assert names.all_text_contents() == ["sort", "sum"]


def test_a_figure_of_the_answer_leads_to_its_source_also_by_keyboard(opened: Open) -> None:
    page = opened("compared")
    page.fill("#filter", "sum")  # the target is hidden then
    page.fill("#filter", "")
    page.locator(".answer a", has_text="6.00").first.focus()
    page.keyboard.press("Enter")
    source = page.locator("tr.source")
    source.wait_for(state="attached")  # the browser reports the new address later than the key
    assert source.count() == 1 and "geometric mean of the fork means" in source.text_content() and "sort-8-javascript/node-20" in source.text_content()
    button = page.locator("tr.row.target button.open")
    assert button.get_attribute("aria-expanded") == "true" and button.evaluate("element => element === document.activeElement")
    page.keyboard.press("Enter")
    assert source.count() == 0 and button.get_attribute("aria-expanded") == "false"
    page.locator("tr.row").nth(1).click(position={"x": 300, "y": 10})
    assert "suite/sort.src" in source.text_content()


def test_every_control_is_reached_with_tab_and_has_a_name(opened: Open) -> None:
    page = opened("compared")
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id || document.activeElement.className || document.activeElement.tagName"))
    assert {"skip", "filter", "state", "sort", "scroll", "open"} <= seen
    unnamed = page.evaluate("""[...document.querySelectorAll("button, input, select, [role=region]")].filter((element) =>
        !element.textContent.trim() && !element.labels?.length && !element.getAttribute("aria-label")).length""")
    assert unnamed == 0
    assert page.locator("h1").count() == 1 and page.locator("html[lang=en]").count() == 1
    draw_all(page)
    assert all(label for label in page.locator("figure.chart svg").evaluate_all("all => all.map((svg) => svg.closest('[aria-label]')?.getAttribute('aria-label'))"))


def contrast(page: Page, selector: str) -> float:
    """The contrast of a text with the page (WCAG 2, relative luminance)."""
    return page.evaluate("""(selector) => {
        const parts = (text) => text.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
        const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        const luminance = (text) => { const [r, g, b] = parts(text).map(linear); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const two = [getComputedStyle(document.querySelector(selector)).color, getComputedStyle(document.body).backgroundColor].map(luminance).sort((a, b) => b - a);
        return (two[0] + 0.05) / (two[1] + 0.05);
    }""", selector)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_readable_in_light_and_dark(opened: Open, scheme: str) -> None:
    page = opened("compared", color_scheme=scheme)
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") is (scheme == "light")
    assert {selector: contrast(page, selector) for selector in ("body", ".faint", "td.loss a", "td.win a", ".hint", "summary") if contrast(page, selector) < 4.5} == {}
    draw_all(page)
    fill = page.locator("figure.chart svg text").first.evaluate("element => getComputedStyle(element).fill")
    other = "dark" if scheme == "light" else "light"
    page.click(f".themes [data-theme={other}]")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != background
    assert page.locator("figure.chart svg text").first.evaluate("element => getComputedStyle(element).fill") != fill
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"  # dark pages are printed light


def test_print_has_the_charts_that_were_never_in_view(opened: Open) -> None:
    page = opened("compared")
    before = page.locator("figure.chart svg").count()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    open_figures = page.locator("figure.chart:not(details *)")
    page.wait_for_function("[...document.querySelectorAll('figure.chart:not(details *)')].every((figure) => figure.querySelector('svg'))")
    assert before < open_figures.count() == open_figures.locator("svg").count()
    assert not page.locator(".controls").is_visible()


@pytest.mark.parametrize("name", ["compared", "hostile", "failed", "explained", "flame"])
def test_a_phone_scrolls_tables_and_not_the_page(opened: Open, name: str) -> None:
    page = opened(name, viewport=PHONE)
    draw_all(page)
    for button in page.locator("button.open").all()[:3]:
        button.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lines = """[...document.querySelectorAll('.notes dt, .controls label')].map((label) => {
        const range = document.createRange(); range.selectNode(label.firstChild ?? label); return range.getClientRects().length })"""
    assert max(page.evaluate(lines), default=1) <= 1  # a label is not broken within its word


def test_a_phone_shows_the_whole_legend(opened: Open, tmp_path: Path) -> None:
    sides = ("c/gcc-12", "cpp/g++-12", "rust/rustc", "zig/zig", "java/openjdk-17", "go/go-1.22", "javascript/node-20", "python/cpython-3.11")
    cases = [case([fork(number, [cost + number / 100]) for number in range(4)], f"sort-{side}", side, key="sort") for cost, side in enumerate(sides, 1)]
    page = opened(write_page(run(cases), tmp_path), viewport=PHONE)
    page.locator("figure.chart svg").first.wait_for()
    labels = page.locator("figure.chart").first.locator(".role-legend-label text")
    assert labels.count() == len(sides) and max(box["x"] + box["width"] for box in map(lambda label: label.bounding_box(), labels.all())) < PHONE["width"]


def test_pages_stay_small(pages: dict[str, Path], opened: Open, tmp_path: Path) -> None:
    """36 rows in 2 MB, and 2,000 in 10 MB, of which the browser draws what is in view."""
    import random

    from clamh import pipeline
    from clamh.cli.report import render_page
    from clamh.report.look import Look

    for count, size in ((36, 2_000_000), (2_000, 10_000_000)):
        results = tmp_path / f"{count}.ndjson"
        results.write_bytes(b"".join(ENCODER.encode(record) + b"\n" for record in records(count, random.Random(count))))
        path = tmp_path / f"{count}.html"
        path.write_text(render_page(pipeline.judge(results), Look(full=False)), encoding="utf-8")
        assert path.stat().st_size < size
    page = opened(path)
    assert page.locator("tr.row").count() == 2_000 and page.locator("figure.chart svg").count() < 10
    page.fill("#filter", "work3")
    assert page.locator("tbody[data-contest]:visible").count() == 34
