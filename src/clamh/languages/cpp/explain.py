"""The machine code of a benchmark's stub."""

from __future__ import annotations

import re

from clamh.languages.base import Run
from clamh.languages.machine_code import read_functions
from clamh.model.artifacts import Artifact
from clamh.model.code import Code, Target


def read_code(artifact: Artifact, target: Target, run: Run) -> Code:
    """The code of the function that repeats the benchmark, and of the user's functions that it calls."""
    scope = target.name.partition(",")[0].rpartition("::")[0]  # of a group, which is that of its functions
    full = target.callee if target.place is None or not scope else f"{scope}::{target.callee}"
    name = re.escape(full.partition("(")[0])
    stub = re.compile(rf"clamh::Stub<&[^,]*?(?<![\w:]){name}(?!\w).*>::repeat\((?!.*clone \.cold).*")
    return read_functions(artifact.path, target, lambda symbol: stub.match(
        symbol.replace("(anonymous namespace)::", "")) is not None, run)
