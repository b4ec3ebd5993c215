"""Programs for metron.zig: compiled as a user would, without optimisation, and started by hand."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from made_zig import program

from clamh.cli.include import HEADERS

PROGRAMS = Path(__file__).parent.parent / "docs" / "how-to" / "metron"
MODULE = HEADERS / "metron.zig"
HEAD = """const std = @import("std");
const metron = @import("metron");
const State = metron.State;
pub const panic = std.debug.simple_panic;
pub fn main() void { metron.run(struct { pub const name = "spec";
"""
LOOP = "var iter = state.iter(); while (iter.next()) |i| std.mem.doNotOptimizeAway(i);"
ROW = re.compile(r"(?P<name>\S+) +(?P<time>\S+) ns +(?P<iterations>\d+)(?:  (?P<counters>.+))?")


class Row(NamedTuple):
    """A line of the table."""

    name: str
    time: str
    iterations: int
    counters: str


class Ended(NamedTuple):
    """A program that has ended."""

    code: int
    rows: list[Row]
    err: str


def start_compiler(source: Path, output: Path, *flags: str, verb: str = "build-exe") -> subprocess.Popen[str]:
    """Begins to compile a program."""
    argv = [program(), verb, "-ODebug", *flags, "--dep", "metron", f"-Mroot={source}", f"-Mmetron={MODULE}", "--name", output.name]
    return subprocess.Popen(argv, cwd=output.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env={**os.environ, "ZIG_LOCAL_CACHE_DIR": str(output.parent / f"{output.name}.cache")})


def compile_body(body: str, output: Path, tail: str = "") -> Path:
    """Compiles a program of this spec; `tail` follows its main function."""
    source = output.with_suffix(".zig")
    source.write_text(HEAD + body + "}); }\n" + tail)
    printed = start_compiler(source, output).communicate()[0]
    assert not printed, printed
    return output


def read_errors(body: str, folder: Path) -> str:
    """The compiler's errors about this spec."""
    source = folder / "program.zig"
    source.write_text(HEAD + body + "}); }\n")
    return start_compiler(source, folder / "program", "-fno-emit-bin").communicate()[0]


def run_program(path: Path, **environ: str) -> Ended:
    """Runs a program by hand."""
    done = subprocess.run([path], capture_output=True, text=True, timeout=300, check=False, env={**os.environ, **environ})
    line, head, again, *lines = done.stdout.splitlines()
    assert line == again == "-" * len(line) and head.split() == ["Benchmark", "Time", "Iterations"]
    rows = [ROW.fullmatch(text) for text in lines]
    assert all(rows), done.stdout
    return Ended(done.returncode, [Row(row["name"], row["time"], int(row["iterations"]), row["counters"] or "") for row in rows if row], done.stderr)
