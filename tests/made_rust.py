"""Takes Rust sources through the stages that the command line takes them through, up to the crates, and compiles these by hand
where a test wants other flags than the build has."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from clamh.building.build import find_platforms
from clamh.building.generate import generate
from clamh.languages.rust import toolchain
from clamh.model.artifacts import Platform
from clamh.model.sources import Unit
from clamh.pipeline import forecast


def bound(path: Path) -> Unit:
    """The unit of one file and of what it includes. Raises InputError when they have errors."""
    return forecast([str(path)], lambda warnings: None).units[0]


def rustc() -> Platform:
    """The first rustc of this machine."""
    return find_platforms("rust", {"PATH": os.environ["PATH"]})[0][0]


def written(path: Path, folder: Path) -> str:
    """The crate of a file in `folder`; its root."""
    unit = bound(path)
    wrapper = generate(unit)
    for name, text in wrapper.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return next(copy for copy, original in wrapper.names.items() if original == unit.source.path)


def compiled(
    path: Path, folder: Path, *flags: str, runtime: Path = toolchain.RUNTIME, worker: tuple[str, ...] = toolchain.QUICK,
    recording: bool = False, environ: dict[str, str] = {},
) -> Path:
    """A file's artifact with these flags (behind our own), from a copy of the runtime if one is named; the worker's crate has
    `worker` behind them.

    With `recording` the worker writes down what Blackhole is given, and does not measure.
    """
    folder.mkdir(parents=True, exist_ok=True)
    platform, root, made = rustc(), written(path, folder), folder / f"{path.stem}{'.recording' if recording else ''}"
    (folder / "platform.rs").write_text(toolchain.platform_file(platform, False))
    command = [platform.executable, *platform.flags, *flags, "--cap-lints=allow"]
    library, user = folder / "libclamh.rlib", folder / "libclamh_user.rlib"
    for words in (
        ["--crate-name=clamh", "--crate-type=rlib", *worker, *(["--cfg=clamh_recording"] if recording else []),
         f"--remap-path-prefix={runtime}=/clamh", str(runtime / "clamh.rs"), "-o", str(library)],
        ["--crate-name=clamh_user", "--crate-type=rlib", f"--extern=clamh={library}", f"--remap-path-prefix={root}={path.name}", root,
         "-o", str(user)],
        ["--crate-name=clamh_main", f"--extern=clamh={library}", f"--extern=clamh_user={user}", "main.rs", "-o", str(made)],
    ):
        done = subprocess.run([*command, *words], cwd=folder, capture_output=True, text=True, check=False,
                              env={**os.environ, **environ})
        assert done.returncode == 0, done.stderr
    return made


SANITIZED = {"RUSTC_BOOTSTRAP": "1"}  # stable's rustc has the sanitizers, as it has nightly's other flags, for who says this


def sanitizer(name: str) -> list[str]:
    """The flags of a sanitizer. std is not compiled with it, as that would need its sources; ours and the user's crate are."""
    return [f"-Zsanitizer={name}", f"-Cunsafe-allow-abi-mismatch=sanitizer"]
