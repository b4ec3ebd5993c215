"""Are page faults and context switches counted as they happen, in every language, in forks and in turns, and shown everywhere?"""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Clamh = Callable[..., "CompletedProcess[str]"]
COUNTED = Path(__file__).parent / "counted"
# Long enough that what the process does beside an operation counts for nothing, also where a busy machine leaves time for a few.
QUICK = ("-f", "3", "-i", "2", "-wi", "1", "-r", "100ms", "-w", "20ms", "--no-lock")
BOTH = ("-prof", "perf:page-faults,context-switches,task-clock", "-prof", "rusage")
# Pages that an operation touches, and by how much the runtime's own may change that: ten or 32 of fresh memory from the system, or 256 of
# an array that the runtime may take from memory that it has. Where a runtime has faults of its own, the iteration with the fewest counts: a
# busy machine may leave time for so few operations that V8's ten faults while it compiles are one for each.
EXACT = 0.01
PAGES = {"cpp": (10, EXACT), "rust": (10, EXACT), "zig": (10, EXACT), "python": (10, EXACT), "go": (10, 0.2), "javascript": (32, 1), "java": (256, 60)}
SOURCES = {"cpp": "touch.cpp", "rust": "touch.rs", "zig": "touch.zig", "python": "touch.py", "go": "touch.go", "javascript": "touch.js",
           "java": "Touch.java"}


def measure(clamh: Clamh, folder: Path, source: str, *arguments: str) -> list[dict]:
    """The entries of JMH's JSON of a run."""
    shutil.copy(COUNTED / source, folder)
    process = clamh("run", source, *QUICK, *BOTH, "-rf", "json", "-rff", "out.json", *arguments)
    assert process.returncode == 0, process.stderr
    return json.loads((folder / "out.json").read_text())


@pytest.mark.parametrize("language", [pytest.param(language, marks=pytest.mark.language(language)) for language in PAGES])
def test_touched_pages_are_counted(clamh: Clamh, tmp_path: Path, language: str) -> None:
    (entry,) = measure(clamh, tmp_path, SOURCES[language], "--only", "(?i)touch_?pages")
    pages, error = PAGES[language]
    metrics = entry["secondaryMetrics"]
    faults, minor = (metrics[name]["score"] if error == EXACT else min(chain(*metrics[name]["rawData"]))
                     for name in ("page-faults", "rusage.minor-faults"))
    assert abs(faults - pages) <= error
    assert abs(minor - faults) <= max(EXACT, error / 10)
    assert metrics["page-faults"]["scoreUnit"] == "#/op" and len(metrics["page-faults"]["rawData"]) == 3
    assert metrics["rusage.peak-memory"]["score"] > 1 << 20 and metrics["rusage.peak-memory"]["scoreUnit"] == "B"


@pytest.mark.language("cpp")
def test_an_operation_that_sleeps_switches_once(clamh: Clamh, tmp_path: Path) -> None:
    (entry,) = measure(clamh, tmp_path, "touch.cpp", "--only", "sleep")
    metrics = entry["secondaryMetrics"]
    assert 0.99 <= metrics["rusage.voluntary-switches"]["score"] <= 1.01
    voluntary, involuntary = (metrics[f"rusage.{kind}-switches"]["score"] for kind in ("voluntary", "involuntary"))
    assert metrics["context-switches"]["score"] == pytest.approx(voluntary + involuntary, abs=0.02)


@pytest.mark.language("cpp")
@pytest.mark.parametrize(("arguments", "error"), [
    (("-t", "2"), 0.1),  # also what the threads of the harness touch, while they wait for each other
    (("-bm", "sample"), 0.01), (("-bm", "ss", "-i", "5"), 0.01), (("-bs", "3", "-opi", "2"), 0.01)])
def test_every_way_to_measure_counts_per_operation(clamh: Clamh, tmp_path: Path, arguments: tuple[str, ...], error: float) -> None:
    (entry,) = measure(clamh, tmp_path, "touch.cpp", "--only", "touch_pages", *arguments)
    pages = {"-bs": 15}.get(arguments[0], 10)
    assert abs(entry["secondaryMetrics"]["page-faults"]["score"] - pages) <= error * pages


@pytest.mark.language("cpp")
@pytest.mark.language("python")
def test_sides_in_turns_are_counted_and_compared(clamh: Clamh, tmp_path: Path) -> None:
    for source in ("touch.cpp", "touch.py"):
        shutil.copy(COUNTED / source, tmp_path)
    process = clamh("run", ".", *QUICK, *BOTH, "--only", "(?i)touch_?pages", "-rf", "json", "-rff", "out.json")
    assert process.returncode == 0, process.stderr
    counters = process.stdout.partition("Counted per operation")[2]
    assert "page-faults (#/op)" in counters and "Counters are those of the whole process" in counters
    first, second = json.loads((tmp_path / "out.json").read_text())
    for entry in (first, second):
        assert entry["secondaryMetrics"]["page-faults"]["score"] == pytest.approx(10, abs=0.01)
    assert second["clamh"]["secondary"]["page-faults"]["ratio"]["value"] == pytest.approx(1, abs=0.01)
    full = clamh("report", "--full")
    assert "    page-faults" in full.stdout
    for format, words in (("csv", "touch_pages:page-faults"), ("text", "page-faults"), ("md", "page-faults")):
        clamh("report", "--full", "-rf", format, "-rff", f"out.{format}")
        assert words in (tmp_path / f"out.{format}").read_text()
    with open(tmp_path / "out.csv", newline="") as file:
        assert {row["Unit"] for row in csv.DictReader(file) if row["Benchmark"].endswith(":task-clock")} == {"ns/op"}


@pytest.mark.language("cpp")
def test_an_event_that_the_machine_lacks_is_named_and_the_others_count(clamh: Clamh, tmp_path: Path) -> None:
    shutil.copy(COUNTED / "touch.cpp", tmp_path)
    alone = clamh("run", "touch.cpp", *QUICK, "-prof", "perf:rffffffffffffffff")
    assert alone.returncode == 2 and "this machine does not count rffffffffffffffff, because" in alone.stderr and "these work: " in alone.stderr
    assert not (tmp_path / ".clamh" / "build").exists()  # it is an error before anything is built
    several = clamh("run", "touch.cpp", *QUICK, "--only", "touch_pages", "-prof", "perf:rffffffffffffffff,page-faults")
    assert several.returncode == 0
    assert "warning: this machine does not count rffffffffffffffff" in several.stderr
    assert "counter-missing" in several.stdout and re.search(r" page-faults\ntouch_pages .* 10 /op\n", several.stdout)


def test_doctor_and_lprof_list_counters(clamh: Clamh) -> None:
    doctor = clamh("doctor", "--counters")
    assert doctor.returncode == 0 and "page-faults" in doctor.stdout and "rusage" in doctor.stdout
    assert "perf:cycles,instructions,page-faults" in clamh("run", "-lprof").stdout
