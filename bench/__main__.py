"""`python -m bench [NAME …] [--quick]`: every timing claim, or those named. Exit code 1 when an aim is missed."""

from __future__ import annotations

import argparse
import importlib
import sys

CLAIMS = {
    "loops": "CLAMH's measured loop against the same loop written by hand, in each language",
    "floor": "what the harness itself costs per operation, for each platform and mode",
    "peers": "CLAMH's figures against those of other tools of the same benchmarks",
    "threads": "one thread and two against threads written by hand, and against Google Benchmark's; a thread that is "
               "late",
    "counters": "a counted run against an uncounted one, in each language",
    "launcher": "the JMH launcher against a plain JMH fork",
    "truth": "scores and counters of every mode against what the benchmark timed and counted itself, plain JMH's too",
    "porting": "CLAMH's figure of the tutorial's ported program against the program's own timing",
    "driver": "CPU of the driver, and the share of the time that is measured",
    "large": "list and generate of a source of 20,000 lines with 500 benchmarks",
    "report": "clamh report of results files of 2,000 and 10,000 cases",
    "laps": "clamh report of 10,000 laps of six sides, and the size of their results file",
    "build": "from source to runnable artifact, and until the quick verbs answer",
}


def main(argv: list[str]) -> int:
    """Run the claims one after another, a failing one included; 1 when any misses its aim."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(CLAIMS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="little of everything: does it run? Nothing is judged")
    args = parser.parse_args(argv)
    if unknown := [name for name in args.names if name not in CLAIMS]:
        parser.error(f"no claim is called {', '.join(unknown)}; there are {', '.join(CLAIMS)}")
    missed = []
    for name in args.names or CLAIMS:
        print(f"## {name}: {CLAIMS[name]}", flush=True)
        if importlib.import_module(f"bench.{name}").main(["--quick"] if args.quick else []) != 0:
            missed.append(name)
        print(flush=True)
    print(f"missed: {', '.join(missed)}" if missed else "no aim was judged" if args.quick else "every aim was met")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
