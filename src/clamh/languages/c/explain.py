"""The machine code of a benchmark's stub."""

from __future__ import annotations

import re

from clamh.languages.base import Run
from clamh.languages.machine_code import read_functions
from clamh.model.artifacts import Artifact
from clamh.model.code import Code, Target


def read_code(artifact: Artifact, target: Target, run: Run) -> Code:
    """The code of the function that repeats the benchmark, and of the user's functions that it calls."""
    member = "" if target.place is None else f"m{target.place}"
    stub = re.compile(rf"clamh_b{target.number}{member}_repeat(?:\.(?!cold)\w+)*")
    return read_functions(artifact.path, target, lambda name: stub.fullmatch(name) is not None, run)
