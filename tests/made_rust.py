"""Takes Rust sources through the stages that the command line takes them through, and compiles them by hand where a test wants another runtime."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from clamh.building.build import build, find_platforms
from clamh.building.generate import generate
from clamh.languages import languages
from clamh.languages.native import core_steps
from clamh.model.artifacts import Artifact, Platform
from clamh.model.sources import Unit
from clamh.pipeline import forecast

toolchain = languages()["rust"].toolchain

SANITIZED = {"RUSTC_BOOTSTRAP": "1"}  # stable's rustc has the sanitizers, as it has nightly's other flags, for whoever says this


def bound(path: Path) -> Unit:
    """The unit of one file and of what it includes. Raises InputError when they have errors."""
    return forecast([str(path)], lambda warnings: None).units[0]


def rustc(*flags: str) -> Platform:
    """The first rustc of this machine, with these flags behind our own."""
    platform = find_platforms("rust", {"PATH": os.environ["PATH"]})[0][0]
    return replace(platform, flags=(*platform.flags, *flags))


def made(path: Path, cache: Path, *flags: str) -> Artifact:
    """The artifact of a file, which records where its source names Blackhole. Raises InputError or BuildError."""
    artifact = build(generate(bound(path)), rustc(*flags), {**os.environ, **SANITIZED, "CLAMH_CACHE": str(cache)})
    return toolchain.recorder(artifact)


def sanitizer(name: str) -> tuple[str, ...]:
    """The flags of a sanitizer. std is not compiled with it, as that would need its sources; ours and the user's crate are, and the core."""
    return (f"-Zsanitizer={name}", "-Cunsafe-allow-abi-mismatch=sanitizer")


def compile_core(folder: Path, *flags: str) -> Path:
    """The core, compiled by hand."""
    folder.mkdir(parents=True, exist_ok=True)
    steps = core_steps(["cc", "-fPIC"], [], flags)
    for step in steps:
        for name, text in step.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        subprocess.run(step.argv, cwd=folder, check=True)
    subprocess.run(["ld", "-r", *(name for step in steps for name in step.outputs), "-o", "joined.o"], cwd=folder, check=True)
    return folder / "joined.o"


@cache
def _plain_core() -> Path:
    """The core without further flags, compiled once; deleted with the process."""
    folder = Path(tempfile.mkdtemp(prefix="clamh-core-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return compile_core(folder)


def compiled(path: Path, folder: Path, runtime: Path, worker: tuple[str, ...] = toolchain.QUICK) -> Path:
    """A file's artifact with this copy of the runtime, whose crate has the flags `worker` behind our own."""
    platform, wrapper = rustc(), generate(bound(path))
    root = next(copy for copy, original in wrapper.names.items() if original == wrapper.unit.source.path)
    core = _plain_core()
    for name, text in {**wrapper.files, "platform.rs": toolchain.platform_file(platform, False)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    rust = [platform.executable, *platform.flags, "--cap-lints=allow"]
    for command in (
        [*rust, "--crate-name=clamh", "--crate-type=rlib", "--cfg=clamh_core", *worker, f"--remap-path-prefix={runtime}=/clamh", str(runtime / "clamh.rs"),
         "-o", "libclamh.rlib"],
        [*rust, "--crate-name=clamh_user", "--crate-type=rlib", "--extern=clamh=libclamh.rlib", f"--remap-path-prefix={root}={path.name}", root,
         "-o", "libclamh_user.rlib"],
        [*rust, "--crate-name=clamh_main", "--extern=clamh=libclamh.rlib", "--extern=clamh_user=libclamh_user.rlib", f"-Clink-arg={core}",
         *toolchain.CORE_LIBRARIES, "main.rs", "-o", path.stem],
    ):
        process = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert process.returncode == 0, process.stderr
    return folder / path.stem
