"""How long do `clamh list` and `clamh generate` take on a source of 20,000 lines with 500 benchmarks? CPU of whole
commands.

One made source for each language; every command is a fresh process, all runs stand in one random order. CPU seconds are
judged, children included, as they depend less on what else the machine does; wall seconds are told beside them.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.aims import Finding, median, median_interval, table
from bench.command import Took, clamh

AIM_S, BENCHMARKS, LINES = 3.0, 500, 20_000
VERBS = ("list", "generate")
FILLER = "        total = total + {at};\n"  # right in all of them
# What stands around all, and one benchmark with a state of its own around its filler.
CPP = (
    "",
    "//@@State(Scope.Thread)\nstruct S{n} {{\n    //@@Param({{\"1\", \"2\"}})\n    int n;\n    //@@Setup\n    void fill() {{ n += 1; }}\n}};\n"
    "//@@Benchmark\nint f{n}(S{n} &s) {{\n    int total = s.n;\n{filler}    return total;\n}}\n", "")
RUST = (
    "",
    "//@@State(Scope.Thread)\n#[derive(Default)]\nstruct S{n} {{\n    //@@Param({{\"1\", \"2\"}})\n    n: i32,\n}}\nimpl S{n} {{\n    //@@Setup\n    fn fill(&mut self) {{ self.n += 1; }}\n}}\n"
    "//@@Benchmark\nfn f{n}(s: &S{n}) -> i32 {{\n    let mut total = s.n;\n{filler}    total\n}}\n", "")
GO = (
    "package large\n\n",
    "//@@State(Scope.Thread)\ntype S{n} struct {{\n\t//@@Param({{\"1\", \"2\"}})\n\tn int\n}}\n//@@Setup\nfunc (s *S{n}) fill() {{ s.n += 1 }}\n"
    "//@@Benchmark\nfunc f{n}(s *S{n}) int {{\n\ttotal := s.n\n{filler}\treturn total\n}}\n", "")
JAVASCRIPT = (
    "",
    "//@@State(Scope.Thread)\nclass S{n} {{\n    //@@Param({{\"1\", \"2\"}})\n    n = 0;\n    //@@Setup\n    fill() {{ this.n += 1; }}\n}}\n"
    "//@@Benchmark\nfunction f{n}(s{n}) {{\n    let total = s{n}.n;\n{filler}    return total;\n}}\n", "")
JAVA = (
    "package p;\n\nimport org.openjdk.jmh.annotations.*;\n\npublic class Large {{\n",
    "@State(Scope.Thread)\npublic static class S{n} {{\n    @Param({{\"1\", \"2\"}})\n    public int n;\n    @Setup\n    public void fill() {{ n += 1; }}\n}}\n"
    "@Benchmark\npublic int f{n}(S{n} s) {{\n    int total = s.n;\n{filler}    return total;\n}}\n", "}}\n")
PYTHON = (
    "",
    "#@@State(Scope.Thread)\nclass S{n}:\n    #@@Param({{\"1\", \"2\"}})\n    n: int = 0\n    #@@Setup\n    def fill(self): self.n += 1\n\n"
    "#@@Benchmark\ndef f{n}(s: S{n}):\n        total = s.n\n{filler}        return total\n", "")
SOURCES = {
    "large.cpp": CPP, "large.rs": RUST, "large.go": GO, "Large.java": JAVA, "large.js": JAVASCRIPT, "large.py": PYTHON
}


def source(head: str, each: str, tail: str) -> str:
    """A source of LINES lines with BENCHMARKS benchmarks, or of a few lines more."""
    own = each.format(n=0, filler="").count("\n")
    filler = "".join(FILLER.format(at=at) for at in range(-(-LINES // BENCHMARKS) - own))
    return head.format() + "".join(each.format(n=n, filler=filler) for n in range(BENCHMARKS)) + tail.format()


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when a command takes more CPU than its aim by more than its interval, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.large", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="each once: does it run?")
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    arguments = parser.parse_args(argv)
    runs = 1 if arguments.quick else 7
    took: dict[tuple[str, str], list[Took]] = {(verb, name): [] for name in SOURCES for verb in VERBS}
    with tempfile.TemporaryDirectory(prefix="clamh-bench-") as temporary:
        folder = Path(temporary)
        for name, parts in SOURCES.items():
            (folder / name).write_text(source(*parts), encoding="utf-8")
        print(
            f"{runs} runs of each command in random order, seed {arguments.seed}; load {os.getloadavg()[0]:.1f} on "
            f"{os.cpu_count()} CPUs"
        )
        for verb, name in random.Random(arguments.seed).sample([*took] * runs, runs * len(took)):
            took[verb, name].append(clamh(folder, folder / "cache", verb, name))
    findings = []
    for (verb, name), all_runs in took.items():
        cpu, wall = [all_run.cpu_s for all_run in all_runs], [all_run.wall_s for all_run in all_runs]
        findings.append(Finding(f"clamh {verb} {name}: CPU", median(cpu), *median_interval(cpu), unit="s", aim=AIM_S))
        findings.append(Finding(f"clamh {verb} {name}: wall", median(wall), *median_interval(wall), unit="s"))
    return table(findings, not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
