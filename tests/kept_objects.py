"""Compiled objects that stay, for the mutations: each changes one file, and all else was compiled before.

A changed native core is compiled file by file here, not as two files as `core_steps` has it, which takes ten times as long as
the file that was changed; its files are complete each for itself, as tests/native compiles them. What came of a
compiler is used again where its words, its variables and every file that it read are the same. After a failure the
step itself runs: its words are the compiler's.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from clamh.building.cache import parse_dependencies
from conformance.observe import CACHE, SOURCES

KEPT = CACHE / "objects"
CORE = SOURCES / "clamh" / "native"
HERE = "@sources@"  # stands for the folder of the package, which is another one for each mutation
# Of clamh.building.steps: runs a step of a job, and returns its exit code and output.
Finished = Callable[[Any, Any], tuple[int, bytes]]


def instead_of(finished: Finished, sources: Path) -> Finished:
    """The same, but objects are taken from KEPT; `sources` is the folder of the package whose step it is."""
    def run(step: Any, job: Any) -> tuple[int, bytes]:
        if step.outputs in (("core.o",), ("untimed.o",)) and Path(step.argv[0]).name != "zig" and _find_core(step) != CORE:
            return (0, b"") if _link_core(step, job.folder) else finished(step, job)
        if not step.dependency_files or not step.outputs:
            return finished(step, job)
        place = KEPT / _hash([*step.argv, *map("=".join, sorted(step.env.items())), _program(step.argv[0])], sources)
        if _restore(place, job.folder, sources):
            return 0, b""
        code, output = finished(step, job)
        if code == 0:
            _keep(place, step, job.folder, sources)
        return code, output

    return run


def _hash(words: list[str], sources: Path) -> str:
    return sha256("\0".join(words).replace(str(sources), HERE).encode("utf-8", "surrogateescape")).hexdigest()[:24]


@cache
def _program(name: str) -> str:
    """Which compiler it is: another one of this name has another time or size."""
    path = os.path.realpath(shutil.which(name) or name)
    return f"{path} {os.stat(path).st_mtime_ns} {os.stat(path).st_size}"


@cache
def _hash_of_system(path: str) -> str:
    return sha256(Path(path).read_bytes()).hexdigest()


def _hash_file(path: str) -> str:
    if path.startswith("/usr/"):
        return _hash_of_system(path)
    return sha256(Path(path).read_bytes()).hexdigest()


def _restore(place: Path, folder: Path, sources: Path) -> bool:
    """Whether everything that was read is as it was; then what was made is in the folder."""
    try:
        read = json.loads((place / "read.json").read_text(encoding="utf-8"))
        files = {os.path.join(folder, name.replace(HERE, str(sources))): digest for name, digest in read.items()}
        if any(_hash_file(path) != digest for path, digest in files.items()):
            return False
        for file in place.iterdir():
            if file.suffix == ".d":
                rules = file.read_text(encoding="utf-8").replace(HERE, str(sources))
                (folder / file.name).write_text(rules, encoding="utf-8")
            elif file.name != "read.json":
                shutil.copyfile(file, folder / file.name)
    except OSError:
        return False
    return True


def _keep(place: Path, step: Any, folder: Path, sources: Path) -> None:
    """What a step made, and the hash of each file that it read, by the compiler's own list; nothing of a step that listed none."""
    if not any(folder.glob(step.dependency_files)):
        return
    KEPT.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=KEPT))
    names: dict[str, str] = {}
    for file in folder.glob(step.dependency_files):
        text = file.read_text(encoding="utf-8")
        for name in parse_dependencies(text):
            if os.path.isfile(path := os.path.join(folder, name)):
                names[name.replace(str(sources), HERE)] = _hash_file(path)
        (draft / file.name).write_text(text.replace(str(sources), HERE), encoding="utf-8")
    for name in step.outputs:
        shutil.copyfile(folder / name, draft / name)
    (draft / "read.json").write_text(json.dumps(names), encoding="utf-8")
    shutil.rmtree(place, ignore_errors=True)
    try:
        draft.rename(place)
    except OSError:  # another process was quicker
        shutil.rmtree(draft)


def _find_core(step: Any) -> Path:
    return Path(step.argv[step.argv.index("-I") + 1])


def _link_core(step: Any, folder: Path) -> bool:
    """Whether all files of this part of the core are compiled and joined to its object."""
    core = _find_core(step)
    (text,), (output,) = step.files.values(), step.outputs
    prefixes, *_ = text.partition("#include")
    files = re.findall(r'#include "(.*)"', text)
    words = [*step.argv[:step.argv.index("-I")], _program(step.argv[0])]
    headers = b"".join(path.read_bytes() for path in sorted(core.glob("*.h")))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda name: _compile_core(list(step.argv), core / name, words, headers, prefixes), files))
    joined = ["ld", "-r", "-o", folder / output, *objects]
    return None not in objects and subprocess.run(joined, check=False).returncode == 0


def _compile_core(argv: list[str], file: Path, words: list[str], headers: bytes, prefixes: str) -> Path | None:
    """The object of a file of the core, whose shared names get these prefixes; None when it does not compile."""
    place = KEPT / f"{_hash(words, file.parent)}-{sha256(headers + file.read_bytes()).hexdigest()[:24]}-{file.stem}.o"
    if not place.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        descriptor, draft = tempfile.mkstemp(dir=KEPT)
        os.close(descriptor)
        command = [*argv[:argv.index("-c")], "-x", "c", "-c", "-", "-o", draft]
        source = f'{prefixes}#include "{file}"\n'.encode()
        if subprocess.run(command, cwd=file.parent, input=source, capture_output=True, check=False).returncode != 0:
            os.unlink(draft)
            return None
        os.replace(draft, place)
    return place
