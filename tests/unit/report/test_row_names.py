"""Does the name of a row of params stand for their values in every report, and only for theirs?"""

from __future__ import annotations

import pytest
from made_runs import case, fork, run

from clamh.judging.summarise import summarise
from clamh.model.results import Run
from clamh.report import render
from clamh.report.look import Look


def named(others: dict[str, str] = {}) -> Run:
    rows = {"dense": {"bytes": "1024", "step": "1"}, "wide, sparse": {"bytes": "65536", "step": "64"}}
    return run([
        case([fork(number, [10.0, 11.0 + number]) for number in range(3)], f"{platform}-{name}", platform, key="walk", benchmark="walk",
             params={**params, **others}, row_names=dict.fromkeys(params, name))
        for name, params in rows.items() for platform in ("cpp/g++-12", "rust/rustc-1.80")])


def shown(result: Run, format: str, full: bool) -> str:
    return render(summarise(result, 0.95), result, format, Look(full=full, width=120))


@pytest.mark.parametrize("format", ["terminal", "md"])
@pytest.mark.parametrize("full", [False, True])
def test_a_name_replaces_the_values_of_its_row(format: str, full: bool) -> None:
    text = shown(named(), format, full)
    assert "dense" in text and '"wide, sparse"' in text and "65536" not in text and "step" not in text
    other = shown(named({"n": "7"}), format, full)
    assert ("dense, n = 7" if full else "dense, 7") in other and "65536" not in other


def test_files_of_other_tools_have_the_values() -> None:
    text = shown(named(), "csv", True)
    assert '"Param: bytes"' in text and "65536" in text and "dense" not in text
