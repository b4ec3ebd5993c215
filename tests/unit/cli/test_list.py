"""Does the matrix of benchmarks stay within the terminal, with the same facts either way?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh import pipeline
from clamh.cli.list import matrix
from clamh.options import Options

SOURCE = """//@@State(Scope.Benchmark)
struct Input {
    //@@Param({"1", "2"})
    int n;
};

//@@Benchmark
int with(const Input &input) { return input.n; }

//@@Benchmark
int without() { return 1; }
"""


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (80, ["with", "  cpp  with     a.cpp:8   Input::n = 1, 2", "without", "  cpp  without  a.cpp:11"]),
        (40, ["with", "  cpp  with     a.cpp:8", "      Input::n = 1, 2", "without", "  cpp  without  a.cpp:11"]),
    ],
)
def test_params_get_lines_of_their_own_where_there_is_no_room(
    width: int, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cpp").write_text(SOURCE)
    suite = pipeline.forecast(["a.cpp"], warn=lambda problems: None)
    assert matrix(suite, Options(), width).splitlines() == expected
