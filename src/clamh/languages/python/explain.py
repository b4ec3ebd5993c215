"""The bytecode of a benchmark's function."""

from __future__ import annotations

import json
import os
from pathlib import Path

from clamh.languages.base import Run
from clamh.model.artifacts import Artifact
from clamh.model.code import Code, Function, Instruction, Target
from clamh.model.diagnostics import input_error

LISTER = Path(__file__).parent / "list_code.py"
COMPILES = "pypy"  # the implementation that compiles what runs often


def read_code(artifact: Artifact, target: Target, run: Run) -> Code:
    """The bytecode that the platform's interpreter makes of the function; the loop that repeats it is not in it."""
    path, name = os.path.abspath(target.location.path), target.callee.rpartition(".")[2]
    printed = run((artifact.platform.executable, *artifact.platform.flags, "-W", "ignore", "-I", "-S", str(LISTER),
                   artifact.path, path, name, str(target.location.line)))
    if printed.code != 0:
        reason = f"{path} has no function {name}" if printed.code == 3 else printed.output.strip().rpartition("\n")[2]
        raise input_error("explain", f"cannot list the bytecode of {target.name}: {reason}", location=target.location)
    instructions = tuple(
        Instruction(address=offset, text=text, file=path, line=line, own=line > 0, jumps_to=jump, ends=ends,
                    calls=calls, padding=text.startswith(("CACHE", "NOP", "RESUME", "PRECALL")))
        for offset, text, line, jump, ends, calls in json.loads(printed.output.strip().rpartition("\n")[2]))
    note = ("PyPy compiles it while it runs; that code is not shown" if COMPILES in artifact.platform.id else
            "the interpreter may replace an instruction by a special form while it runs")
    return Code(kind=f"bytecode of {artifact.platform.id.partition('/')[2]}", machine=False, measured=False,
                functions=(Function(name=name, instructions=instructions),), notes=(note,))
