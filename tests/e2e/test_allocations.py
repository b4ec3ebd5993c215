"""Are allocations, their bytes and collections counted as they happen in every language, with the same names, beside other counters?"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from clamh.languages import languages

Clamh = Callable[..., "CompletedProcess[str]"]
COUNTED = Path(__file__).parent / "counted"
QUICK = ("-f", "1", "-i", "2", "-wi", "1", "-r", "100ms", "-w", "20ms", "--no-lock")
# An operation makes three blocks of 1,024 bytes. By how much more is counted at most, as a part of it: what the worker, or JMH, makes.
ERRORS = {"c": 0.0, "cpp": 0.0, "rust": 0.0, "zig": 0.0, "go": 0.001, "java": 0.02, "javascript": 0.1, "python": 0.1}


def every_language(test: Callable[..., None]) -> Callable[..., None]:
    for language in ERRORS:
        test = pytest.mark.language(language)(test)
    return test


@every_language
def test_known_allocations_are_counted_in_every_language(clamh: Clamh, tmp_path: Path) -> None:
    for source in COUNTED.glob("[aA]llocate.*"):
        shutil.copy(source, tmp_path)
    process = clamh("run", ".", *QUICK, "-prof", "alloc", "-prof", "rusage", "-prof", "perf:page-faults", "-rf", "json", "-rff", "out.json")
    assert process.returncode == 0, process.stderr
    results = {entry["clamh"]["platform"].partition("/")[0]: entry for entry in json.loads((tmp_path / "out.json").read_text())}
    entries = {language: entry["secondaryMetrics"] for language, entry in results.items()}
    assert set(entries) == set(ERRORS)
    for language, metrics in entries.items():
        error = ERRORS[language]
        assert 3072 <= metrics["gc.alloc.rate.norm"]["score"] <= 3072 * (1 + error), language
        assert (metrics["gc.alloc.rate.norm"]["scoreUnit"], metrics["gc.alloc.rate"]["scoreUnit"]) == ("B/op", "MB/sec")
        assert metrics["gc.alloc.rate"]["score"] > 1
        assert {name for name in metrics if name.startswith("gc.")} == {"gc.alloc.rate", *languages()[language].counts}, language
        if "gc.allocations" in metrics:
            assert 3 <= metrics["gc.allocations"]["score"] <= 3 * (1 + error), language
        assert metrics["page-faults"]["score"] >= 0 and metrics["rusage.peak-memory"]["score"] > 1 << 20
    assert entries["go"]["gc.count"]["score"] > 0 and entries["go"]["gc.time"]["score"] > 0
    assert "gc.alloc.rate.norm (B/op)" in process.stdout
    costly = {language for language, entry in results.items() if "counter-cost" in [warning["code"] for warning in entry["clamh"]["warnings"]]}
    # Three allocations are all that an operation does: 6 ns for each are more than 2 % of it, unless a busy machine needs 900 ns for it.
    quick = {language for language in ("c", "cpp", "rust", "zig") if results[language]["primaryMetric"]["score"] < 800}
    assert quick <= costly and not costly & {"go", "java"}
