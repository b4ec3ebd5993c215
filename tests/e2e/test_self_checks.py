"""Are faults found live that every machine shows: dead code, work done once a sample, samples that are too short?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise

Clamh = Callable[..., "CompletedProcess[str]"]
FOLDER = Path(__file__).parents[2] / "docs" / "how-to" / "self-checks"


@pytest.mark.language("cpp", "javascript")
def test_faults_that_every_machine_shows(clamh: Clamh, tmp_path: Path) -> None:
    sources = [str(FOLDER / name) for name in ("dead_code.cpp", "interval_too_short.js")]
    for number in range(5):  # a machine that stands still for a moment may hide one of them
        file = tmp_path / f"{number}.ndjson"
        process = clamh("run", *sources, *"-f 3 -wi 1 -w 10ms -i 2 -r 10ms --no-lock -v SILENT --results".split(), str(file))
        assert process.returncode == 0, process.stderr
        found = {row.benchmark.rpartition("::")[2]: {warning.code for warning in row.warnings} for row in summarise(read_results(file), 0.95).rows}
        missing = {name for name in ("below_floor", "not_linear", "interval_too_short") if name.replace("_", "-") not in found[name]}
        if not missing:
            return
    raise AssertionError(f"not found: {missing}")
