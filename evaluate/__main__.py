"""`python -m evaluate TIER [--results FILE] [--stop-after N]`: how good are the verdicts? Goes on where it was cut off."""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import clamh
from clamh.machine.environment import fingerprint, read_environment
from clamh.model.errors import ClamhError
from clamh.running.worker.trial import utc_now

from evaluate import selftest
from evaluate.campaign import go, left
from evaluate.live.command import go_on
from evaluate.live.measured import FILE
from evaluate.own import Failure
from evaluate.records import VERSION, Checked, Record, Refused, Start, writing
from evaluate.rivals import compiled, ran
from evaluate.schedule import TIERS, draw_trials, seconds
from evaluate.trials import Equipment

LIVE = "live"  # the tier of sides that take turns, which is a campaign of its own
ROOT = Path(__file__).parent.parent
NPM = ROOT / ".venv" / "npm" / "node_modules"
RESULTS = Path(".clamh/evaluate")
CONCEPTS = ROOT / "docs" / "concepts"


def main(argv: Sequence[str]) -> int:
    """Run what is left of the tier, then write its section of the page; 1 when the self-test or a tool fails, 2 for bad usage."""
    parser = argparse.ArgumentParser(prog="python -m evaluate", description=__doc__)
    parser.add_argument("tier", choices=[*TIERS, LIVE], metavar="TIER", help=", ".join([*TIERS, LIVE]))
    parser.add_argument("--results", type=Path, metavar="FILE", help=f"default: {RESULTS}/TIER.ndjson; of {LIVE}: evaluate/measured/live.ndjson")
    parser.add_argument("--stop-after", type=int, metavar="N", help="trials; the same command then goes on with the others")
    parser.add_argument("--hours", type=float, default=math.inf, metavar="H", help="no trial is begun after so many; the same command then goes on")
    parser.add_argument("--page", type=Path, metavar="FILE", help=f"default: docs/concepts/how-good.md of {LIVE}, beside-other-tools.md of the others")
    parser.add_argument("--only-page", action="store_true", help="measure nothing: write the page from the results there are")
    args = parser.parse_args(argv)
    results = args.results or (FILE if args.tier == LIVE else RESULTS / f"{args.tier}.ndjson")
    try:
        if not args.only_page and args.tier == LIVE:
            go_on(results, args.hours, args.stop_after, lambda text: print(f"evaluate: {text}", flush=True))
        elif not args.only_page:
            measure(args.tier, results, args.stop_after, args.hours, ("python", "-m", "evaluate", *argv))
        from evaluate.page import write

        page = args.page or CONCEPTS / ("how-good.md" if args.tier == LIVE else "beside-other-tools.md")
        print(write(page, args.tier, results))
    except (Refused, Failure, ClamhError) as error:
        print(f"evaluate: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"evaluate: cut off; the same command goes on with what is left ({results})", file=sys.stderr)
        return 130
    return 0


def measure(tier: str, results: Path, most: int | None, hours: float, command: tuple[str, ...]) -> None:
    """The self-test, what a step costs, then every trial that is not in the file. Raises Refused or Failure."""
    trials, schedule = draw_trials(tier)
    with writing(results) as writer:
        todo, starts = left(results, trials, schedule)
        if not todo:
            print(f"evaluate: all {len(trials)} trials are in {results}")
            return
        print(f"evaluate: {len(todo)} of {len(trials)} trials are left, about {seconds(todo) / 3600:.1f} h"
              + ("" if math.isinf(hours) else f"; this part ends after {hours:g} h, and the same command goes on"), flush=True)
        with tempfile.TemporaryDirectory(prefix="clamh-evaluate-") as folder:
            equipment = Equipment(todo, Path(folder), NPM)
            writer.append(start(tier, schedule, command, equipment))
            wrong = []
            for item in checked(equipment, Path(folder)):
                writer.append(item)
                wrong += [] if item.passed else [f"{item.language} {item.what}: {item.found:g} instead of {item.right:g}"]
            if wrong:
                raise Failure("the injection self-test failed, and nothing was measured: " + "; ".join(wrong))
            if any(trial.slower for trial in todo):
                for cost in equipment.calibrate():
                    writer.append(cost)
                    print(f"evaluate: {cost.tool} {cost.language} {cost.kernel}: {cost.fixed_ns:.4g} ns and "
                          f"{cost.step_ns:.4g} ns a step", flush=True)
            go(writer, todo[:most], starts, equipment.perform, lambda text: print(f"evaluate: {text}", flush=True),
               time.monotonic() + hours * 3600)


def checked(equipment: Equipment, folder: Path) -> Iterator[Checked]:
    """Every line of the self-test."""
    for language, catalogs in equipment.made.items():
        yield from selftest.values(language, catalogs, folder)
    if "cpp" in equipment.made:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            yield from selftest.instructions(
                compiled(equipment.made["cpp"][0].artifact.platform, "whole.cpp", Path(place), *selftest.PLAIN))


def start(tier: str, schedule: str, command: tuple[str, ...], equipment: Equipment) -> Record:
    """What this start of the command is."""
    tools = {"clamh": clamh.__version__, "python": platform.python_version()}
    tools |= {catalogs[0].artifact.platform.id: catalogs[0].artifact.platform.version for catalogs in equipment.made.values()}
    texts = {trial.tool for trial in equipment.trials}
    if "hyperfine" in texts:
        tools["hyperfine"] = ran(["hyperfine", "--version"]).split()[-1]
    if "google" in texts:
        tools["Google Benchmark"] = google_version()
    if "mitata" in texts:
        tools["mitata"] = mitata_version()
    return Start(version=VERSION, tier=tier, schedule=schedule, time=utc_now(), command=command, clamh_version=clamh.__version__,
                 commit=commit(), fingerprint=fingerprint(), environment=read_environment(), tools=tools)


def google_version() -> str:
    """Of Debian's package, "" where another put it there."""
    if shutil.which("dpkg-query") is None:
        return ""
    process = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libbenchmark-dev"], capture_output=True, text=True, check=False)
    return process.stdout.strip()


def mitata_version() -> str:
    """Of the package that set-up installed. Raises Failure without it."""
    try:
        return json.loads((NPM / "mitata" / "package.json").read_text(encoding="utf-8"))["version"]
    except OSError:
        raise Failure("mitata is not here; type: bash scripts/setup.sh evaluate") from None


def commit() -> str:
    """The commit that was measured, "" outside a repository."""
    process = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False,
                             env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"})
    return process.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
