"""One `clamh` command in a process of its own, and what it took."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from clamh.model.noun import Noun


class Took(Noun):
    """Wall and CPU seconds of one command, its children included."""

    wall_s: float
    cpu_s: float


def clamh(folder: Path, cache: Path, *argv: str) -> Took:
    """Runs `clamh` in the folder with that cache. Raises RuntimeError with its words when it fails."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.run(
        [sys.executable, "-m", "clamh.cli.main", *argv], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
        env={**as_installed(os.environ), "CLAMH_CACHE": str(cache)}, text=True, check=False)
    wall_s, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode != 0:
        raise RuntimeError(f"clamh {' '.join(argv)} failed:\n{process.stdout}{process.stderr}")
    return Took(wall_s=wall_s, cpu_s=after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def as_installed(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment in which Python keeps compiled modules, as it has them of an installed package.

    Without them every start compiles the package again, which is a quarter of what `clamh list` takes.
    """
    return {name: value for name, value in environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
