"""CPython and PyPy: which there are, how a wrapper becomes an artifact, and how that is started."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from clamh.languages.base import Build, Command, Run, Step, program_line
from clamh.languages.python.generator import FACTS
from clamh.languages.toolchains import contents, found, on_path
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.sources import Wrapper

INSTALL_HINT = "sudo apt-get install -y python3"
RUNTIME = Path(__file__).parent / "runtime"
OLDEST = (3, 9)
HASH_SEEDS = 2**32  # 0 leaves hashes as they are written, which is what a static layout wants
NAMES = ("python3", *(f"python3.{minor}" for minor in range(30, 8, -1)), "pypy3")
# Printed by the interpreter itself: its kind, the language's version, its own.
ASKED = ("import sys, platform as p; v = getattr(sys, 'pypy_version_info', sys.version_info); "
         "t = '' if getattr(sys, '_is_gil_enabled', lambda: True)() else 't'; "
         "print(sys.implementation.name, '%d.%d.%d' % sys.version_info[:3], '%d.%d.%d' % tuple(v[:3]), t or '-')")
SAID = re.compile(r"(cpython|pypy) (\d+)\.(\d+)\.\d+ (\d+\.\d+\.\d+) (t|-)")


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """What CLAMH_PYTHON names, this driver's own, every python3 and pypy3 on PATH; one per kind and minor version."""
    on = [one for one in on_path(NAMES, environ) if f"{os.sep}shims" not in one]
    return found("CLAMH_PYTHON", map(os.path.realpath, (sys.executable, *on)), probe, environ, run, refused="python/cpython", hint=INSTALL_HINT,
                 missing=Skip(platform="python", reason="no Python 3.9 or newer is on PATH (python3)", hint=INSTALL_HINT))


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of one program, or why it is none; its own answer tells which interpreter it is."""
    executable = shutil.which(program, path=environ.get("PATH"))
    if executable is None:
        return "there is no such program"
    answer = run((executable, *flags, "-I", "-S", "-c", ASKED))
    match = SAID.fullmatch(answer.output.strip())
    if answer.code != 0 or match is None:
        lines = answer.output.strip().splitlines()
        return lines[-1] if lines else "it does not report its version"
    if (int(match[2]), int(match[3])) < OLDEST:
        return f"it is Python {match[2]}.{match[3]}, but CLAMH needs at least 3.9"
    threaded = match[5] if match[5] == "t" else ""
    return Platform(id=f"python/{match[1]}-{match[2]}.{match[3]}{threaded}", language="python", executable=executable,
                    version=match[4], flags=flags, extra=flags, facts={"implementation": match[1]})


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """One zip file with the worker, compiled by the platform's own interpreter, and the user's files in it."""
    stem = Path(wrapper.unit.source.path).stem
    published = f"run_{stem}.pyz"
    facts = json.loads(wrapper.files[FACTS])
    names = [wrapper.names[file["place"]] for file in facts["files"]]
    source = Path(os.path.realpath(wrapper.unit.source.path))
    artifact = {
        "platform": platform.id, "flags": list(platform.flags), "folder": str(source.parent), "source": wrapper.unit.source.path,
        "worker": contents((RUNTIME.parent / "assemble.py", *RUNTIME.glob("*.py"))),  # a changed worker is another artifact
        **facts,
        "files": [{"name": file["name"], "text": wrapper.files[file["place"]]} for file in facts["files"]],
    }
    step = Step(
        title=f"check {source.name} with {platform.id}",
        argv=(platform.executable, *platform.flags, "-I", "-S", str(RUNTIME.parent / "assemble.py"), published, "artifact.json",
              str(RUNTIME), *names),
        outputs=(published,),
        files={"artifact.json": json.dumps(artifact, indent=1)},
        hint=INSTALL_HINT,
    )
    return Build(steps=(step,), artifact=published)


def describe_command(artifact: Artifact) -> Command:
    """The interpreter with the artifact; one started directly has the Python of its first line."""
    path = str(Path(artifact.path).resolve())
    program = artifact.platform.executable or os.environ.get("CLAMH_PYTHON") or "python3"
    return Command(argv=(program, *artifact.platform.flags, path), env={"PYTHONDONTWRITEBYTECODE": "1"})


def with_program(content: bytes, program: str) -> bytes:
    """As the zip file's comment, whose length stands before it: some interpreters take no other end."""
    line = program_line(program)
    return content[:-2] + len(line).to_bytes(2, "little") + line


def seeded(command: Command, seed: int) -> Command:
    """The seed of the hashes of texts, by which sets and their neighbours in dicts lie: of the user's environment, else of
    the fork."""
    if os.environ.get("PYTHONHASHSEED"):
        return command
    return replace(command, env={**command.env, "PYTHONHASHSEED": str(seed % HASH_SEEDS)})


def run_command(artifact: Artifact, launch: Any) -> Command:
    """A fresh process of the same, whatever the case; `launch` is never said."""
    return describe_command(artifact)
