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
    file = tmp_path / "r.ndjson"
    process = clamh("run", *sources, *"-f 3 -wi 1 -w 10ms -i 2 -r 10ms --no-lock -v SILENT --results".split(), str(file))
    assert process.returncode == 0, process.stderr
    found = {row.benchmark.rpartition("::")[2]: {warning.code for warning in row.warnings} for row in summarise(read_results(file), 0.95).rows}
    assert "below-floor" in found["below_floor"]
    assert "not-linear" in found["not_linear"]
    assert "interval-too-short" in found["interval_too_short"]
