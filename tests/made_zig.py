"""Takes Zig sources through the stages that the command line takes them through, and compiles them by hand where a test wants another runtime."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

from clamh.building.build import build, find_platforms
from clamh.building.generate import generate
from clamh.languages import languages
from clamh.model.artifacts import Artifact, Platform
from clamh.model.sources import Unit
from clamh.pipeline import forecast

toolchain = languages()["zig"].toolchain


def bound(path: Path) -> Unit:
    """The unit of one file and of what it includes. Raises InputError when they have errors."""
    return forecast([str(path)], lambda warnings: None).units[0]


@cache
def zig(*flags: str) -> Platform:
    """The first Zig of this machine, with these flags instead of our own."""
    return find_platforms("zig", {"PATH": os.environ["PATH"], "ZIG": " ".join([program(), *flags])})[0][0]


@cache
def program() -> str:
    """The first Zig of this machine."""
    return find_platforms("zig", {"PATH": os.environ["PATH"]})[0][0].executable


def made(path: Path, cache: Path, *flags: str) -> Artifact:
    """The artifact of a file, which records where its source names Blackhole. Raises InputError or BuildError."""
    return toolchain.recorder(build(generate(bound(path)), zig(*flags), {**os.environ, "CLAMH_CACHE": str(cache)}))


def compiled(path: Path, folder: Path, runtime: Path, *flags: str) -> Path:
    """The object of a file with this copy of the runtime."""
    platform, wrapper = zig(*flags), generate(bound(path))
    steps = [step for step in toolchain.build(wrapper, platform, folder / "shared").steps
             if step.outputs[0] in (f"run_{path.stem}.bc", f"run_{path.stem}.o")]
    for name, text in {**wrapper.files, **steps[0].files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for step in steps:
        argv = [word.replace(str(toolchain.RUNTIME), str(runtime)) for word in step.argv]
        process = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, **step.env})
        assert process.returncode == 0, process.stderr
    return folder / f"run_{path.stem}.o"
