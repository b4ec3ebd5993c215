"""Does bench.porting relate CLAMH's figure to the program's own of the same process?"""

from __future__ import annotations

import pytest

from bench.porting import ratios

REPORT = """\
Run cpp/g++-12: mandelbrot.cpp
Benchmark computeAlone, iteration 1: 2e+07 ns/op
Output of fork 1, complete in a file:
  | 256 x 192, 1 threads: 3015871 steps in 0.010000 s = 94.2 million a second
Benchmark computeAlone, iteration 1: 3e+07 ns/op
Output of fork 2, complete in a file:
  | 256 x 192, 1 threads: 3015871 steps in 0.030000 s = 94.2 million a second
Run java/openjdk-17: Mandelbrot.java
Benchmark computeAlone, iteration 1: 5e+07 ns/op
"""
JAVA = "Run java"


def test_each_process_gives_a_ratio() -> None:
    assert ratios(REPORT[:REPORT.index(JAVA)]) == {"cpp/g++-12": [pytest.approx(2.0), pytest.approx(1.0)]}


def test_a_process_without_its_own_timing_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"java/openjdk-17: 1 figures of CLAMH's and 0 of the program's own"):
        ratios(REPORT)
