"""What does the driver cost while it measures, at default settings? Its CPU time ÷ the wall time of measuring.

Both stand in the end line of a results file: `driver_cpu_s` from before the first record to after the last,
`measuring_s` the iterations as the driver saw them, warmup counted. Also told: which share of the wall time is
measuring, from the header of the file to its end (the rest is processes that start and end), and of the whole
`clamh run` (sources read, toolchains probed, the report). The interval is t on the logarithms of the runs' figures.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from clamh.building.build import find_platforms
from clamh.judging.results_file import read_results
from clamh.judging.statistics.forks import log_mean, log_mean_interval
from clamh.model.noun import Noun

from bench.aims import CONFIDENCE, Finding, table
from bench.command import clamh

SUITE = Path(__file__).parent.parent / "benchmarks" / "fac_tests"
SOURCES = {"cpp": "factorial.cpp", "java": "Factorial.java"}
AIM = 0.5  # per cent
QUICK = ("-f", "1", "-wi", "1", "-i", "1", "-w", "50ms", "-r", "50ms")


class Account(Noun):
    """Of one run, in per cent: driver CPU of measuring; measuring of executing and of the whole command."""

    driver: float
    executing: float
    command: float


def account(folder: Path, source: str, number: int, more: Sequence[str]) -> Account:
    """One `clamh run` of a source whose artifact is in the cache. Raises RuntimeError with its words when it fails."""
    results = folder / f"{source}-{number}.ndjson"
    argv = ("run", source, "-p", "number=25", "--results", str(results), *more)
    whole_s = clamh(folder, folder / ".clamh", *argv).wall_s
    run = read_results(results)
    if run.end is None:
        raise RuntimeError(f"{results} has no end")
    executing_s = (datetime.fromisoformat(run.end.time) - datetime.fromisoformat(run.header.started)).total_seconds()
    measuring_s = run.end.measuring_s
    return Account(driver=100 * run.end.driver_cpu_s / measuring_s, executing=100 * measuring_s / executing_s,
                   command=100 * measuring_s / whole_s)


def findings(folder: Path, languages: Sequence[str], runs: int, more: Sequence[str]) -> Iterator[Finding]:
    """The languages' runs in turn, then their figures."""
    for language in languages:  # builds
        clamh(folder, folder / ".clamh", "list", "--forks", SOURCES[language])
    found: dict[str, list[Account]] = {language: [] for language in languages}
    for number in range(runs):
        for language in languages:
            found[language].append(account(folder, SOURCES[language], number, more))
    for language, accounts in found.items():
        for what, figures, aim in (
            (f"{language}: driver CPU ÷ measuring", [item.driver for item in accounts], AIM),
            (f"{language}: measuring ÷ executing", [item.executing for item in accounts], None),
            (f"{language}: measuring ÷ whole command", [item.command for item in accounts], None),
        ):
            yield Finding(what, log_mean(figures), *log_mean_interval(figures, CONFIDENCE), unit="%", aim=aim)


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when the driver takes more than its aim by more than the interval, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.driver", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two tiny runs each: does it run?")
    arguments = parser.parse_args(argv)
    languages = []
    for language in SOURCES:
        there, skipped = find_platforms(language, os.environ)
        if there:
            languages.append(language)
        for skip in [] if there else skipped:
            print(f"driver: {language} skipped, {skip.reason}: {skip.hint}")
    with tempfile.TemporaryDirectory(prefix="clamh-bench-") as temporary:
        folder = Path(temporary, "suite")
        shutil.copytree(SUITE, folder, ignore=shutil.ignore_patterns("run_*", ".clamh"))
        runs, more = (2, QUICK) if arguments.quick else (4, ())
        print(f"{runs} runs of {', '.join(SOURCES[language] for language in languages)}, 2 cases each, "
              f"{' '.join(more) or 'default settings: 5 forks of 5 × 300 ms and 5 × 200 ms'}")
        return table(findings(folder, languages, runs, more), not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
