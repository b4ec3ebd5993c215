"""Does a report show where what was printed ends, and of a process that failed also where it begins?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.running.worker.printed import read_tail


def numbered(count: int, width: int = 0) -> str:
    return "".join(f"{at:>{width}}\n" for at in range(1, count + 1))


@pytest.mark.parametrize(("count", "ended", "failed"), [
    (0, [], []),
    (20, [*range(1, 21)], [*range(1, 21)]),
    (26, [*range(7, 27)], [*range(1, 27)]),
    (27, [*range(8, 28)], [*range(1, 17), "…", *range(18, 28)]),
    (9000, [*range(8981, 9001)], [*range(1, 17), "…", *range(8991, 9001)]),
])
def test_the_last_lines_and_of_what_failed_the_first_ones(tmp_path: Path, count: int, ended: list, failed: list) -> None:
    file = tmp_path / "err"
    file.write_text(numbered(count))
    assert [*read_tail(file)] == [str(item) for item in ended]
    assert [*read_tail(file, failed=True)] == [str(item) for item in failed]


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_no_line_is_lost_or_repeated_at_the_read_limit(tmp_path: Path, over: int) -> None:
    file = tmp_path / "err"
    file.write_text("x" * ((1 << 15) - 120 + over - 1) + "\n" + "".join(f"{at:>5}\n" for at in range(20)))
    assert [line.strip() for line in read_tail(file)] == [str(at) for at in range(20)]
    assert len(read_tail(file, failed=True)) == 21 + 2 * (over > 0)  # the long line is cut in two, with a line between


def test_both_files_are_one_text_and_long_lines_are_cut(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("one\n")
    (tmp_path / "err").write_bytes(b"\xff" + b"y" * 300)
    assert read_tail(tmp_path / "out", tmp_path / "none", tmp_path / "err") == ("one", "\\xff" + "y" * 196 + "…")
