"""What does an operation of an empty benchmark cost, for each platform and mode? The floors that `clamh run` measures.

Each run measures every floor in a process of its own and writes it into the results file; the figure is the mean over
runs of elapsed time ÷ operations, with the t interval of their logarithms.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from clamh.judging.results_file import read_results
from clamh.judging.statistics.forks import log_mean, log_mean_interval

from bench.aims import CONFIDENCE, Finding, table
from bench.command import clamh

SOURCES = ("work.c", "work.cpp", "work.rs", "../loop_cases/loops.zig", "work.go", "work.mjs", "work.py")
CASES = Path(__file__).parent / "peer_cases"
RUN = ("--only", "^empty$", "--platform", "all", "-bm", "all", "-f", "1", "-wi", "1", "-i", "1", "-w", "20ms", "-r",
       "20ms")


def findings(folder: Path, runs: int) -> Iterator[Finding]:
    """The floors of so many runs in a folder that has the sources."""
    found: dict[tuple[str, str], list[float]] = {}
    for number in range(runs):
        results = folder / f"{number}.ndjson"
        clamh(folder, folder / ".clamh", "run", *SOURCES, *RUN, "--results", str(results))
        for floor in read_results(results).floors:
            if floor.operations and floor.elapsed_ns:
                found.setdefault((floor.platform, floor.mode), []).append(floor.elapsed_ns / floor.operations)
    for (platform, mode), times in found.items():
        yield Finding(f"{platform} {mode}", log_mean(times), *log_mean_interval(times, CONFIDENCE), unit="ns")


def main(argv: Sequence[str]) -> int:
    """Print the table; always 0, since no aim is judged."""
    parser = argparse.ArgumentParser(prog="bench.floor", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two runs: does it run?")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="clamh-bench-") as temporary:
        folder = Path(temporary)
        shutil.copytree(CASES, folder / "peer_cases")
        shutil.copytree(CASES.parent / "loop_cases", folder / "loop_cases")
        return table(findings(folder / "peer_cases", 2 if arguments.quick else 10), not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
