"""Are bars in proportion, on the terminal's width, and plain where the terminal is?"""

from __future__ import annotations

import re

import pytest
from made_pages import compared_run, failed_run, hostile_run, judged, one_platform_run
from made_runs import run
from rich.cells import cell_len

from clamh.report import render
from clamh.report.look import Look
from clamh.report.relative_bars import Bar
from clamh.report.screen import shorten
from clamh.report.screen_bars import draw_bar, render as render_bars

RUNS = {"compared": compared_run, "hostile": hostile_run, "one": one_platform_run, "failed": failed_run}


def bars(name: str, **look: object) -> str:
    judgement = judged(RUNS[name]())
    return render_bars(judgement.summary, judgement.run, Look(**look))


@pytest.mark.parametrize(("bar", "unicode", "text"), [
    (Bar(0.0, 0.5, None, None), True, "█████     "),
    (Bar(0.0, 0.56, 0.4, 0.8), True, "█████▋──  "),
    (Bar(0.2, 0.5, None, None), True, "  ███     "),
    (Bar(0.2, 0.2, None, None), True, "  ▏       "),
    (Bar(0.0, 1.0, 0.9, 1.0), True, "██████████"),
    (Bar(0.0, 0.56, 0.4, 0.8), False, "######--  "),
    (Bar(0.99, 1.0, None, None), False, "          "[:10]),
])
def test_a_bar_ends_at_its_share_of_the_width(bar: Bar, unicode: bool, text: str) -> None:
    assert draw_bar(bar, 10, unicode) == text


@pytest.mark.parametrize("width", [50, 80, 120, 200])
@pytest.mark.parametrize("name", RUNS)
def test_bars_fit_the_width(name: str, width: int) -> None:
    text = bars(name, width=width)
    assert [line for line in text.splitlines() if cell_len(line) > width] == []
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
    judgement = judged(RUNS[name]())
    whole = render(judgement.summary, judgement.run, "terminal", Look(width=width, full=False, plot=True))
    assert whole.endswith(text) and whole != text


def test_a_terminal_of_two_columns_has_bars_without_labels() -> None:
    assert [shorten("abc", width) for width in (-1, 0, 1, 2, 3)] == ["", "", "…", "a…", "abc"]
    assert bars("compared", width=2).count("█") > 10


def test_slower_sides_have_longer_bars_and_their_figures() -> None:
    lines = bars("compared", width=80).splitlines()
    assert lines[1] == "sort 8  (log scale)"
    lengths = [line.count("█") for line in lines[2:6]]
    assert lengths == sorted(lengths) and lengths[0] == 0 and [line.split()[0] for line in lines[2:6]] == ["cpp", "go", "javascript", "python"]
    assert "6.000 [5.982, 6.018]" in lines[4]


def test_a_platform_alone_has_bars_of_its_times() -> None:
    lines = bars("one", width=80).splitlines()
    assert lines[1] == "sort" and [line.split()[0] for line in lines[2:]] == ["1", "2", "4"]
    assert [round(line.count("█") / lines[2].count("█")) for line in lines[2:]] == [1, 2, 4]


def test_without_unicode_bars_are_ascii_and_without_colour_plain() -> None:
    assert bars("compared", unicode=False).isascii() and "#" in bars("compared", unicode=False)
    coloured = bars("compared", color=True)
    assert "\x1b[31m" in coloured and re.sub("\x1b\\[[0-9;]*m", "", coloured) == bars("compared")


def test_an_empty_run_has_no_bars() -> None:
    judgement = judged(run([]))
    assert render_bars(judgement.summary, judgement.run, Look()) == ""
