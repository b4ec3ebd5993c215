"""Is the results file of the claim `laps` as a run of six sides with Java writes it?"""

from __future__ import annotations

import random
from pathlib import Path

from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise

from bench.laps import ITERATIONS, JAVA, PLATFORMS, SETS, SLICE_NS, write


def test_every_turn_has_its_operations_and_every_fork_counts(tmp_path: Path) -> None:
    write(tmp_path / "laps.ndjson", 2 * SETS * ITERATIONS, random.Random(1))
    run = read_results(tmp_path / "laps.ndjson")
    assert len(run.sets) == SETS * ITERATIONS
    for set_record in run.sets:
        assert set_record.slice_ns == set_record.counts[JAVA] == SLICE_NS
        assert len(set_record.operations) == len(set_record.order) and len(set_record.others_ns) == len(PLATFORMS)
        invocations = {(who, count) for who, count in zip(set_record.order, set_record.operations, strict=True) if who != JAVA}
        assert invocations == {(who, count) for who, count in enumerate(set_record.counts) if who != JAVA}
    assert [(row.status, len(row.sets)) for row in summarise(run, 0.95).rows] == [("ok", SETS)] * len(PLATFORMS)
