"""Is CLAMH's figure of the tutorial's ported program what the program itself times? In each language that it is ported
to.

Each process computes one picture, whose time the benchmark takes too and prints in its teardown
(docs/tutorial/samples/mandelbrot).
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.aims import Finding, median, median_interval, table

SAMPLES = Path(__file__).parent.parent / "docs" / "tutorial" / "samples" / "mandelbrot"
AIM = 0.03
SECTION = re.compile(r"^Run (\S+/\S+): ", re.MULTILINE)
SCORE = re.compile(r"^Benchmark \S+, iteration 1: (\S+) ns/op$", re.MULTILINE)
OWN = re.compile(r" steps in (\S+) s = ")


def ratios(report: str) -> dict[str, list[float]]:
    """CLAMH's time ÷ the program's own, of each process of each platform; ValueError where one of the two is missing.
    """
    found = {}
    for platform, section in zip(*[iter(SECTION.split(report)[1:])] * 2):
        scores, own = SCORE.findall(section), OWN.findall(section)
        if not scores or len(scores) != len(own):
            raise ValueError(f"{platform}: {len(scores)} figures of CLAMH's and {len(own)} of the program's own")
        found[platform] = [float(score) * 1e-9 / float(seconds) for score, seconds in zip(scores, own)]
    return found


def main(argv: list[str]) -> int:
    """Prints the ratio of each platform; 1 when an aim is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.porting", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three processes of each; nothing is judged")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="clamh-bench-") as name:
        folder = Path(name)
        for path in SAMPLES.glob("*.*"):
            shutil.copy2(path, folder)
        process = subprocess.run([
            sys.executable, "-m", "clamh.cli.main", "run", "--only", "computeAlone", "-f", "3" if args.quick else "20",
            "-v", "EXTRA"
        ], cwd=folder, capture_output=True, text=True, check=False)
    if process.returncode != 0:
        raise RuntimeError(f"clamh run failed:\n{process.stdout}{process.stderr}")
    findings = [
        Finding(f"{platform}, one picture", median(values), *median_interval(values), aim=1 + AIM, least=1 - AIM)
        for platform, values in ratios(process.stdout).items()
    ]
    return table(findings, judged=not args.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
