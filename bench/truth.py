"""Is every score what the benchmark itself timed and counted? In each mode, with batches, operations and counters;
plain JMH too.

The benchmarks wait until the clock says that their time is over, and count their calls and how long those took (Own):
so the right answer is known on a busy machine too. A wrong factor (batch size, operations, a unit) would stand out.
Then, in turns, CLAMH's loop against loops by hand (in_turns.py).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from clamh.building.build import find_platforms
from clamh.model.identity import camel_case
from clamh.model.scores import PRINTED_NS

from bench import in_turns
from bench.aims import Finding, median, median_interval, table
from bench.command import clamh

CASES = Path(__file__).parent / "truth_cases"
BATCH, OPERATIONS = 3, 4
SHAPE = ("-bs", str(BATCH), "-wbs", "5", "-opi", str(OPERATIONS), "-wi", "2", "-w", "100ms", "-r", "200ms", "-tu", "us")
# Benchmarks that say their operations themselves have no mode sample.
RUNS = (("-bm", "thrpt,avgt,ss,wall"), ("-bm", "sample", "-e", "varying"))
AIM = 0.05  # beside the wait a call in a cold process has some µs of its own


def per_ns(figure: float, unit: str) -> float:
    """ns per thing counted, of a rate or a time."""
    first, second = unit.split("/")
    return figure * PRINTED_NS[first] if first in PRINTED_NS else PRINTED_NS[second] / figure


def values(metric: dict[str, Any]) -> list[float]:
    """A metric's figure in each iteration, in JMH's JSON; of samples their mean."""
    if "rawData" in metric:
        return [item for fork in metric["rawData"] for item in fork]
    return [sum(value * count for value, count in item) / sum(count for _, count in item)
            for fork in metric["rawDataHistogram"] for item in fork]


def ratios(result: dict[str, Any]) -> Iterator[tuple[str, list[float]]]:
    """Each metric with its figure of each iteration ÷ what the benchmark counted and timed in it."""
    counters = {camel_case(name): metric
                for name, metric in result["secondaryMetrics"].items()}  # as each language writes them
    metrics = {"score": result["primaryMetric"], **counters}
    calls, busy, done = (values(metrics[name]) for name in ("calls", "busyNs", "done"))
    each = [ns / n for ns, n in zip(busy, done, strict=True)]
    right = {"score": [ns / n * BATCH / OPERATIONS for ns, n in zip(busy, calls, strict=True)],
             "operations": each, "items": [ns / 2 for ns in each], "doubled": [ns / 4 for ns in each]}
    if result["benchmark"].endswith("varying") and "clamh" in result:  # JMH's own score knows nothing of Operations
        right["score"] = each
    for name, expected in right.items():
        if name in metrics:  # JMH has no counters of OPERATIONS in modes sample and ss
            metric = metrics[name]
            yield name, [
                per_ns(value, metric["scoreUnit"]) / ns for value, ns in zip(values(metric), expected, strict=True)
            ]


def findings(folder: Path, length: Sequence[str]) -> Iterator[Finding]:
    """A line for each platform and mode, and for plain JMH in each mode: of the metric that is furthest off."""
    cache = Path(os.environ.get("CLAMH_CACHE", folder / ".clamh" / "build"))
    text: dict[tuple[str, str], list[tuple[str, list[float]]]] = {}
    clamh(folder, cache, "build", "Truth.java")
    java = find_platforms("java", os.environ)[0][0].executable
    for number, modes in enumerate(RUNS):
        clamh(folder, cache, "run", ".", *SHAPE, *length, *modes, "-rf", "json", "-rff", f"{number}.json")
    subprocess.run([
        java, "-Djmh.ignoreLock=true", "-jar", "run_Truth.jar", "-bm", "thrpt,avgt,ss,sample", *SHAPE, *length, "-rf",
        "json", "-rff", "jmh.json"
    ], cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    for file in ("0.json", "1.json", "jmh.json"):
        for document in json.loads((folder / file).read_text(encoding="utf-8")):
            platform = document["params"]["platform"] if "clamh" in document else "plain JMH"
            benchmark = document["benchmark"].rpartition(".")[2]
            text.setdefault((platform, document["mode"]), []).extend(
                (f"{benchmark} {name}", found) for name, found in ratios(document))
    for (platform, mode), every in text.items():
        name, found = max(every, key=lambda item: abs(math.log(median(item[1]))))
        yield Finding(f"{platform} {mode}, of {len(every)}: {name}", median(found), *median_interval(found),
                      aim=1 + AIM, least=1 - AIM)


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when a figure misses its aim."""
    parser = argparse.ArgumentParser(prog="bench.truth", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one fork of two iterations: does it run?")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="clamh-bench-") as temporary:
        folder = Path(temporary, "cases")
        shutil.copytree(CASES, folder)
        length = ("-f", "1", "-i", "2") if arguments.quick else ("-f", "3", "-i", "5")
        return table(chain(findings(folder, length), in_turns.findings(arguments.quick)), not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
