"""`python -m fuzz [LAW …] [--seconds N]` mutates real inputs; `python -m fuzz LAW --replay FILE` tries one again."""

from __future__ import annotations

import argparse
import math
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fuzz.laws import laws

FOLDER = Path(".clamh/fuzz")  # corpora are kept: the next run goes on from them
CRASHES = "*-*"  # crash-…, timeout-…, oom-…


def main(argv: list[str]) -> int:
    """Every law, or those named, for N seconds in all; 1 when an input broke one."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="LAW", help=f"of {', '.join(laws())} (default: all)")
    parser.add_argument("--seconds", type=int, default=600, metavar="N", help="how long in all (600)")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="try this one input")
    args = parser.parse_args(argv)
    if unknown := [name for name in args.names if name not in laws()]:
        parser.error(f"no law is called {', '.join(unknown)}; there are {', '.join(laws())}")
    names = args.names or list(laws())
    if args.replay:
        for name in names:
            laws()[name](args.replay.read_bytes())
        return 0
    beside = os.cpu_count() or 1
    each = max(1, args.seconds // math.ceil(len(names) / beside))
    with ThreadPoolExecutor(beside) as pool:
        return max(pool.map(lambda some: _mutate(some, each), filter(None, (names[at::beside] for at in range(beside)))))


def _mutate(names: list[str], seconds: int) -> int:
    """Several laws, one after the other."""
    for old in [old for name in names for old in (FOLDER / name).glob(CRASHES)]:
        old.unlink()
    left, text, worst = list(names), "", 0
    with subprocess.Popen([sys.executable, "-m", "fuzz.engine", str(seconds), str(FOLDER), *names],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="backslashreplace") as engine:
        for line in engine.stdout or ():
            name, _, code = line.strip().rpartition(" ")
            if name in left:
                left.remove(name)
                worst = max(worst, _report(name, int(code), seconds))
            else:
                text += line
    if left:
        print(f"{', '.join(left)}: BROKEN (the engine ended with {engine.returncode})\n{text[-4000:]}", flush=True)
    return 1 if left else worst


def _report(name: str, code: int, seconds: int) -> int:
    """Says what became of a law; 1 when an input broke it."""
    folder = FOLDER / name
    text = (folder / "output").read_text(encoding="utf-8", errors="backslashreplace")
    text = re.sub(r"^(INFO|WARNING): .*\n", "", text, flags=re.MULTILINE)
    paths = sorted(folder.glob(CRASHES))
    if code == 0 and not paths:
        count = re.search(r"number_of_executed_units: (\d+)", text)
        print(f"{name}: {count[1] if count else '?'} inputs in {seconds} s, the law held", flush=True)
        return 0
    print(f"{name}: BROKEN (exit code {code})\n{text[-4000:]}", flush=True)
    for file in paths:
        print(f"input: {file.read_bytes()[:2000]!r}\nreplay: {sys.executable} -m fuzz {name} --replay {file}", flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
