"""CPython and PyPy: finds them, builds an artifact of a wrapper, and starts it."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from clamh.languages.base import Build, Command, Run, Step, program_line
from clamh.languages.python.generator import FACTS
from clamh.languages.python.imports import OURS, named_files, named_modules, package_depth
from clamh.languages.toolchains import contents, find_platforms, identify_program, name_artifact, on_path
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.sources import Wrapper

INSTALL_HINT = "sudo apt-get install -y python3"
RUNTIME = Path(__file__).parent / "runtime"
OLDEST = (3, 9)
HASH_SEEDS = 2**32  # seed 0 does not randomise hashes, as a static layout needs
NAMES = ("python3", *(f"python3.{minor}" for minor in range(30, 8, -1)), "pypy3")
# The interpreter prints its kind, the language's version and its own version.
PRINT_VERSION = ("import sys, platform as p; v = getattr(sys, 'pypy_version_info', sys.version_info); "
                 "t = '' if getattr(sys, '_is_gil_enabled', lambda: True)() else 't'; "
                 "print(sys.implementation.name, '%d.%d.%d' % sys.version_info[:3], "
                 "'%d.%d.%d' % tuple(v[:3]), t or '-')")
VERSION = re.compile(r"(cpython|pypy) (\d+)\.(\d+)\.\d+ (\d+\.\d+\.\d+) (t|-)")
# Prints where modules are, except those of Python itself. Its argument lists folders of sources and names of modules.
PRINT_IMPORTS = """
import importlib.util, json, os, sys
places = [place for place in sys.path if place]
library = os.path.dirname(os.__file__)
for folders, names, in_package in json.loads(sys.argv[1]):
    sys.path = [*places, *folders] if in_package else [*folders, *places]
    for name in names:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            continue
        for place in [spec.origin] if spec and spec.has_location else spec and spec.submodule_search_locations or []:
            if "site-packages" in place.split(os.sep) or not place.startswith(os.path.join(library, "")):
                print(place)
"""


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """The Pythons of CLAMH_PYTHON, of the driver and on PATH (python3, pypy3); one per kind and minor version."""
    on = [path for path in on_path(NAMES, environ) if f"{os.sep}shims" not in path]
    return find_platforms(
        "CLAMH_PYTHON", map(os.path.realpath, (sys.executable, *on)), probe, environ, run, refused="python/cpython",
        hint=INSTALL_HINT, missing=Skip(platform="python", reason="no Python 3.9 or newer is on PATH (python3)",
                                        hint=INSTALL_HINT))


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of a program, or why it is unusable. Its own answer tells which interpreter it is."""
    executable = shutil.which(program, path=environ.get("PATH"))
    if executable is None:
        return "there is no such program"
    answer = run((executable, *flags, "-I", "-S", "-c", PRINT_VERSION))
    match = VERSION.fullmatch(answer.output.strip())
    if answer.code != 0 or match is None:
        lines = answer.output.strip().splitlines()
        return lines[-1] if lines else "it does not report its version"
    if (int(match[2]), int(match[3])) < OLDEST:
        return f"it is Python {match[2]}.{match[3]}, but CLAMH needs at least 3.9"
    threaded = match[5] if match[5] == "t" else ""
    return Platform(id=f"python/{match[1]}-{match[2]}.{match[3]}{threaded}", language="python", executable=executable,
                    version=match[4], flags=flags, extra=flags,
                    facts={"implementation": match[1], "identity": identify_program(executable, match.string)})


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """One zip file with the user's files and the worker, compiled by the platform's own interpreter."""
    published = name_artifact(wrapper)
    facts = json.loads(wrapper.files[FACTS])
    names = [wrapper.names[file["place"]] for file in facts["files"]]
    source = Path(os.path.abspath(wrapper.unit.source.path))
    artifact = {
        "platform": platform.id,
        "flags": list(platform.flags),
        "folder": str(source.parent),
        "source": wrapper.unit.source.path,
        # a changed worker changes the cache key
        "worker": contents((RUNTIME.parent / "assemble.py", *RUNTIME.glob("*.py"))),
        **facts,
        "files": [{"name": file["name"], "package": file["package"], "text": wrapper.files[file["place"]]}
                  for file in facts["files"]],
    }
    step = Step(
        title=f"check {source.name} with {platform.id}",
        argv=(platform.executable, *platform.flags, "-I", "-S", str(RUNTIME.parent / "assemble.py"), published,
              "artifact.json", str(RUNTIME), *names),
        outputs=(published,),
        files={"artifact.json": json.dumps(artifact, indent=1)},
        hint=INSTALL_HINT,
    )
    return Build(steps=(step,), artifact=published)


def find_imports(platform: Platform, sources: Sequence[str], folder: str, run: Run) -> tuple[str, ...]:
    """The places of modules that the interpreter finds for sources, and for the files in `folder` that they import.

    Nothing is known of sources that change sys.path.
    """
    wanted = []
    for source in sources:
        texts = {source: Path(source).read_bytes()}
        waiting = [source]
        for file in waiting:  # the loop extends the list
            found = {path for path in named_files(file, texts[file]) if path.startswith(os.path.join(folder, ""))}
            waiting += sorted(found - texts.keys())
            texts |= {path: Path(path).read_bytes() for path in found - texts.keys()}
        if not any(b"sys.path" in text for text in texts.values()):
            modules = {module.partition(".")[0] for text in texts.values() for module in named_modules(text)}
            in_package = package_depth(source, texts[source]) > 0
            folders = list(dict.fromkeys(map(os.path.dirname, (source, os.path.realpath(source)))))
            wanted.append((folders, sorted(modules - {"", OURS}), in_package))
    answer = run((platform.executable, *platform.flags, "-W", "ignore", "-c", PRINT_IMPORTS, json.dumps(wanted)))
    return tuple(filter(os.path.isabs, answer.output.splitlines())) if answer.code == 0 else ()


def describe_command(artifact: Artifact) -> Command:
    """The interpreter with the artifact. An artifact that was started directly uses the Python of its first line."""
    path = str(Path(artifact.path).resolve())
    program = artifact.platform.executable or os.environ.get("CLAMH_PYTHON") or "python3"
    return Command(argv=(program, *artifact.platform.flags, path), env={"PYTHONDONTWRITEBYTECODE": "1"})


def with_program(content: bytes, program: str) -> bytes:
    """Appends the program line as the zip file's comment, after its length: some interpreters accept nothing else."""
    line = program_line(program)
    return content[:-2] + len(line).to_bytes(2, "little") + line


def with_layout_seed(command: Command, seed: int) -> Command:
    """Sets the seed of hashes of texts, which order sets and dict keys: the user's own, or that of the fork."""
    if os.environ.get("PYTHONHASHSEED"):
        return command
    return replace(command, env={**command.env, "PYTHONHASHSEED": str(seed % HASH_SEEDS)})


def run_command(artifact: Artifact, launch: Any) -> Command:
    """A fresh process, the same for every case; `launch` is not used."""
    return describe_command(artifact)
