"""Is the ratio of two programs that take turns the ratio of what they said, pair by pair?"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace as Some

import pytest

from bench import threads
from bench.threads import Side, Turn, compared, each, pair, program

LENGTH = threads.Length(pairs=2, most=6, repetitions=3, ms=1)
TWO = threads.Length(pairs=2, most=2, repetitions=3, ms=1)


def saying(*processes: Sequence[float], log: list[str] | None = None, name: str = "") -> Side:
    """A side of which each process says these figures."""
    left = iter(processes)

    @contextmanager
    def side() -> Iterator[Turn]:
        figures = iter(next(left))

        def turn() -> float:
            (log if log is not None else []).append(name)
            return next(figures)

        yield turn

    return side


def test_each_thread_counts_its_own_time_and_batches() -> None:
    iteration = Some(threads=(Some(elapsed_ns=1_000, operations=100), Some(elapsed_ns=1_200, operations=40)))
    assert each(iteration, 1) == 20  # 10 and 30: not 2,200 / 140
    assert each(Some(threads=(Some(elapsed_ns=600, operations=1), Some(elapsed_ns=1_000, operations=1))), 100) == 8


def test_a_pair_is_the_median_of_its_repetitions_and_not_of_its_sides() -> None:
    found = pair(saying([10, 100, 30]), saying([5, 200, 10]), 3, random.Random(1))
    assert (found.ratio, found.left_ns, found.right_ns) == (2, 30, 10)  # 2, 0.5, 3; the medians' ratio would be 3


def test_order_of_the_two_is_drawn_for_each_repetition() -> None:
    log: list[str] = []
    pair(saying([1] * 40, log=log, name="a"), saying([1] * 40, log=log, name="b"), 40, random.Random(1))
    turns = ["".join(log[k:k + 2]) for k in range(0, 80, 2)]
    assert set(turns) == {"ab", "ba"}


def test_the_figure_is_the_geometric_mean_over_pairs_of_processes() -> None:
    finding = compared("x", saying([2] * 3, [8] * 3), saying([1] * 3, [1] * 3), TWO, random.Random(1), (0.95, 1.05))
    assert finding.figure == pytest.approx(4)
    assert "4 / 1 ns, 2 pairs" in finding.what and (finding.least, finding.aim) == (0.95, 1.05)


@pytest.mark.parametrize(("ours", "pairs"), [([1.0], 5), ([1.0, 2.0], 6)])
def test_pairs_are_added_until_the_interval_is_narrow_or_there_are_enough(ours: list[float], pairs: int) -> None:
    left = saying(*([ours[k % len(ours)]] * 3 for k in range(6)))
    finding = compared("x", left, saying(*[[1.0] * 3] * 6), LENGTH, random.Random(1), (0.95, 1.05))
    assert f"{pairs} pairs" in finding.what


def test_figures_without_an_aim_get_the_fewest_pairs() -> None:
    finding = compared("x", saying([1.0] * 3, [2.0] * 3), saying(*[[1.0] * 3] * 2), LENGTH, random.Random(1), None)
    assert "2 pairs" in finding.what and finding.aim is None


def test_a_loop_that_the_compiler_deleted_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="x: the other side says 1e-06 ns"):
        compared("x", saying(*[[1.0] * 3] * 2), saying(*[[1e-6] * 3] * 2), LENGTH, random.Random(1), None)


def test_program_is_warmed_up_once_and_answers_line_by_line() -> None:
    twice = "import sys\nfor line in sys.stdin: print(int(line) * 2, flush=True)"
    with program((sys.executable, "-c", twice), 21, 7)() as turn:
        assert [turn(), turn()] == [42, 42]


def test_a_program_that_ends_without_a_figure_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="gave no figure"), program((sys.executable, "-c", "input()"), 1, 1)():
        pass
