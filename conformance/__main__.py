"""`python -m conformance [--platform PATTERN …] [SCENARIO …]`: the matrix scenario × language or × platform.

Under it stands the first line that differs.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor

from clamh.languages import languages
from conformance.observe import difference, platforms
from conformance.scenarios import allowed, pairs, scenarios

NARROW = 12  # columns


def main(arguments: list[str]) -> int:
    """Prints the matrix; exit code 1 when a cell failed, 2 for a scenario or platform that there is none of."""
    args = _parser().parse_args(arguments)
    known = scenarios()
    if unknown := [name for name in args.scenario if name not in known]:
        print(f"no scenario is called {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    columns = {language: (language, "") for language in languages()}  # heading → language, platform
    for pattern in args.platform:
        if not platforms([pattern]):
            print(f"no platform of this machine matches --platform '{pattern}'; there are: "
                  f"{', '.join(platforms(['all']))}", file=sys.stderr)
            return 2
    if args.platform:
        columns = {platform: (platform.split("/")[0], platform) for platform in platforms(args.platform)}
    must = set(pairs())
    chosen = [name for name in known if not args.scenario or name in args.scenario]
    width, sizes = max(map(len, known)), {heading: max(NARROW, len(heading)) for heading in columns}
    print(f"{'':{width}}  {'  '.join(f'{heading:>{size}}' for heading, size in sizes.items())}")
    found: dict[tuple[str, str], str] = {}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        running = {(name, heading): pool.submit(difference, known[name], language, platform=platform)
                   for name in chosen for heading, (language, platform) in columns.items() if (name, language) in must}
        for name in chosen:
            found |= {cell: item.result() for cell, item in running.items() if cell[0] == name}
            cells = [f"{_cell(found.get((name, heading))):>{size}}" for heading, size in sizes.items()]
            print(f"{name:{width}}  {'  '.join(cells)}", flush=True)
    for unsupported in allowed().unsupported:
        print(f"{unsupported.scenario} in {unsupported.language}: unsupported: {unsupported.reason}")
    for (name, heading), differs in found.items():
        if differs:
            print(f"\n{name} in {heading}: {differs}")
    return int(any(found.values()))


def _parser() -> argparse.ArgumentParser:
    item = argparse.ArgumentParser(prog="python -m conformance", description="Run scenarios and compare what comes out.")
    item.add_argument("scenario", nargs="*", help="by default all of scenarios/")
    item.add_argument("--platform", action="append", default=[], metavar="PATTERN",
                      help="run on these, as `clamh run --platform`; by default on one per language")
    return item


def _cell(differs: str | None) -> str:
    if differs is None:
        return "unsupported"
    return "FAILED" if differs else "ok"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
