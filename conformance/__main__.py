"""`python -m conformance [SCENARIO …]`: the matrix scenario × language, and under it the first line that differs."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor

from clamh.languages import languages
from conformance.observe import difference
from conformance.scenarios import allowed, pairs, scenarios


def main(arguments: list[str]) -> int:
    """Prints the matrix; exit code 1 when a cell failed, 2 for a scenario that there is none of."""
    known = scenarios()
    if unknown := [name for name in arguments if name not in known]:
        print(f"no scenario is called {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    chosen = [pair for pair in pairs() if not arguments or pair[0] in arguments]
    width = max(len(name) for name in known)
    print(f"{'':{width}}  {'  '.join(f'{language:>12}' for language in languages())}")
    found: dict[tuple[str, str], str] = {}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        running = {pair: pool.submit(difference, known[pair[0]], pair[1]) for pair in chosen}
        for name in dict.fromkeys(name for name, _ in chosen):
            found |= {pair: one.result() for pair, one in running.items() if pair[0] == name}
            cells = [_cell(found.get((name, language))) for language in languages()]
            print(f"{name:{width}}  {'  '.join(f'{cell:>12}' for cell in cells)}", flush=True)
    for one in allowed().unsupported:
        print(f"{one.scenario} in {one.language}: unsupported: {one.reason}")
    for (name, language), differs in found.items():
        if differs:
            print(f"\n{name} in {language}: {differs}")
    return int(any(found.values()))


def _cell(differs: str | None) -> str:
    if differs is None:
        return "unsupported"
    return "FAILED" if differs else "ok"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
