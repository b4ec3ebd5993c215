"""Do columns and paragraphs keep together what belongs together?"""

from __future__ import annotations

import re

import pytest
from rich.text import Text

from clamh.report.columns import align_row, measure_columns, print_lines, wrap_text


@pytest.mark.parametrize("held", ["1.42 ± 0.03", "1.42 +/- 0.03", "1.4 [1.1, 1.8]"])
@pytest.mark.parametrize("width", range(20, 60))
def test_a_number_stays_on_one_line_with_its_margin(held: str, width: int) -> None:
    lines = wrap_text(f"factorial(25): C++ is {held} times as fast as Java", width, "", "  ")
    assert any(held in line for line in lines)
    assert " ".join(line.strip() for line in lines) == f"factorial(25): C++ is {held} times as fast as Java"
    assert all(len(line) <= width for line in lines)


def test_a_number_is_not_parted_from_its_unit() -> None:
    for held in ("84 %", "5 ms", "±17.4 %"):
        for width in range(20, 40):
            lines = wrap_text(f"the thread waited for a CPU {held} of the measured time", width, "", "")
            assert any(held in line for line in lines)


def test_a_paragraph_is_indented_and_an_empty_one_is_an_empty_line() -> None:
    assert wrap_text("one two three four five six seven", 20, "- ", "  ") == ["- one two three four", "  five six seven"]
    assert wrap_text("", 20, "- ", "  ") == [""]


def test_wide_characters_count_twice_in_columns() -> None:
    assert measure_columns([("階乗", "1"), ("ab", "234")]) == [4, 3]
    rows = [align_row(cells, [4, 3], (False, True), 80) for cells in (("階乗", "1"), ("ab", "234"))]
    assert rows == ["階乗    1", "ab    234"]


def test_a_name_that_does_not_fit_stands_above_and_its_notes_below() -> None:
    assert align_row(("a long platform", "1.0"), [15, 3], (False, True), 12, "[1,2]") == "a long platform\n   1.0\n      [1,2]"
    assert align_row(("a", "1.0"), [15, 3], (False, True), 40, "[1,2]") == "a                1.0  [1,2]"


def test_without_colours_lines_are_the_same_text() -> None:
    lines = [Text("  long " * 40, style="bold"), Text(""), Text("é 世界 [red]", style="cyan")]
    assert print_lines(lines, False) == re.sub(r"\x1b\[[\d;]*m", "", print_lines(lines, True)) == "".join(f"{line.plain}\n" for line in lines)
    assert print_lines([], False) == print_lines([], True) == ""
