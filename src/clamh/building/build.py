"""Wrapper ─build→ Artifact: finds toolchains, runs a language's build steps, and caches by content."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import msgspec

from clamh.building.cache import (STAMP, Stamp, builds_folder, content_hash, find_layouts, hash_inputs, layout_stamp,
                                  mark_used, sha256, write_stamp)
from clamh.building.claims import LOCK, claim_fresh, claim_unused
from clamh.building.full_disk import explain_full_disk
from clamh.building.platforms import Find, Probe
from clamh.building.steps import Job, capture, locked, run_steps, write_files
from clamh.building.variables import build_variables, header_folders, step_variables, variable_flags
from clamh.languages import languages
from clamh.languages.base import Build
from clamh.machine.atomic import shared_root
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.diagnostics import input_error
from clamh.model.folders import find_suite, shorten_path
from clamh.model.options import Options
from clamh.model.sources import Wrapper

PROGRESS_S = 5.0  # a build that takes longer reports that it continues


def find_platforms(language: str, environ: Mapping[str, str]) -> tuple[list[Platform], list[Skip]]:
    """The platforms of a language on this machine, the default first, and what is missing."""
    try:
        platforms, missing = languages()[language].toolchain.find(environ, capture)
        return [_add_flags(_make_path_absolute(platform), environ) for platform in platforms], missing
    except ValueError as error:  # from shlex
        raise input_error("bad-flags", "cannot read the environment variable that names "
                          f"{languages()[language].title}'s program or flags: {error}", "close its quotes") from None


def _add_flags(platform: Platform, environ: Mapping[str, str]) -> Platform:
    """The platform with the flags of variables such as CXXFLAGS appended to its program."""
    flags = variable_flags(platform.language, environ)
    with_flags = probe(platform.language, platform.executable,
                       (*platform.extra, *flags), environ) if flags else platform
    if isinstance(with_flags, str):
        names = " and ".join(name for name in languages()[platform.language].environment.flags if environ.get(name))
        raise input_error("bad-flags", f"{platform.id} does not start with the flags {' '.join(flags)} of {names}"
                          f": {with_flags}", f"correct or unset {names}")
    return msgspec.structs.replace(with_flags, id=platform.id, facts={**platform.facts, **with_flags.facts})


def probe(language: str, program: str, flags: tuple[str, ...], environ: Mapping[str, str]) -> Platform | str:
    """The platform of a program with these flags, or why the program is not one."""
    platform = languages()[language].toolchain.probe(program, flags, environ, capture)
    return _make_path_absolute(platform) if isinstance(platform, Platform) else platform


def make_finder(options: Options) -> tuple[Find, Probe]:
    """Two functions: one finds the platforms of a language, once each; one probes a single program of a language.

    Raises InputError if this Python can run no worker.
    """
    if not hasattr(os, "waitid"):
        raise input_error("system", "this Python cannot tell how a process ended (os.waitid): on macOS only "
                          "Python 3.13 and newer can", "use Python 3.13 or newer")
    environs = {language: _environ(language, options) for language in languages()}
    return cache(lambda language: find_platforms(language, environs[language])), (
        lambda language, program, flags: probe(language, program, flags, environs[language]))


def _environ(language: str, options: Options) -> dict[str, str]:
    """The environment for `find`: the process's own, with the options that choose the platform."""
    known = languages()[language].options
    chosen = {known[name].environment: values[-1] for name, values in options.language.get(language, {}).items()}
    return {**os.environ, **{variable: value for variable, value in chosen.items() if variable}}


def _make_path_absolute(platform: Platform) -> Platform:
    """The platform with an absolute program path: a variable or PATH may name it relative to this folder, and builds
    run in another.
    """
    return msgspec.structs.replace(platform, executable=os.path.abspath(
        platform.executable)) if platform.executable else platform


def build(
    wrapper: Wrapper, platform: Platform, environ: Mapping[str, str], tell: Callable[[str], None] = lambda text: None,
    layouts: int = 1, link: bool = True, root: str = ""
) -> Artifact:
    """The artifact of a wrapper on one platform, from the cache when nothing that it depends on has changed.

    It has at most `layouts` code layouts; without `link` only the first is built yet. `tell` gets a line before
    anything is built; `root` is the project's root. Raises BuildError with the compiler's words when a step fails.
    """
    toolchain = languages()[platform.language].toolchain
    shared = shared_root(environ)
    read_variables = toolchain.reads_variables(wrapper)
    content = content_hash(wrapper, platform, build_variables(platform.language, environ, read_variables))
    first = builds_folder(wrapper.unit.source.path, platform.id, environ, root) / content[:20]
    recipe: Build = toolchain.build(wrapper, platform, shared)
    started = time.monotonic()
    other_layouts = recipe.layouts[: layouts - 1]
    linked = other_layouts if link else ()
    files = (wrapper.unit.source, *wrapper.unit.companions)
    names = {
        name: shorten_path(own_path)
        for name, own_path in (*wrapper.names.items(), *((file.path, file.path) for file in files))
    }
    job = Job(first, shared, names, step_variables(platform.language, environ, read_variables), tell)
    ready = claim_fresh(first, tell)
    cached = ready is not None and len(find_layouts(ready[0] / recipe.artifact)) >= len(linked)
    if ready is None or not cached:
        work = f"building {shorten_path(wrapper.unit.source.path)} for {platform.id}"
        tell(work)
        with _report_time(work, tell), explain_full_disk(first), locked(first / LOCK):
            ready = claim_fresh(first) or _build_anew(wrapper, recipe, job, header_folders(platform.language, environ))
            folder = ready[0]
            missing = linked[len(find_layouts(folder / recipe.artifact)):]
            run_steps([msgspec.structs.replace(step, parallel=True) for step in missing], job._replace(folder=folder))
            for step in missing:
                layout_stamp(str(folder / step.outputs[0])).write_text(sha256(folder / step.outputs[0]))
    folder, stamp = ready
    path = folder / recipe.artifact
    mark_used(folder)
    return Artifact(
        source=wrapper.unit.source.path,
        platform=platform,
        path=str(path),
        sha256=stamp.outputs.get(recipe.artifact) or sha256(path),
        folder=find_suite(wrapper.unit.source.path),
        sources={**{name: stamp.inputs[name] for name in stamp.sources}, **{file.path: file.sha256 for file in files}},
        build_s=round(time.monotonic() - started, 3),
        cached=cached,
        layouts=tuple(str(folder / step.outputs[0]) for step in other_layouts),
        most_layouts=1 + len(recipe.layouts),
        one_layout=recipe.one_layout,
    )


def _build_anew(wrapper: Wrapper, recipe: Build, job: Job, headers: Sequence[str]) -> tuple[Path, Stamp]:
    """Build in a folder that no other process uses, and return it with its stamp. The caller holds the build's lock."""
    with claim_unused(job.folder) as folder:
        began_ns, before = (folder / LOCK).stat().st_mtime_ns, hash_inputs(folder)
        # Of an earlier artifact, whose other files the steps replace in turn.
        (folder / STAMP).unlink(missing_ok=True)
        for layout in find_layouts(folder / recipe.artifact):
            layout_stamp(layout).unlink(missing_ok=True)
        write_files(folder, wrapper.files)
        run_steps(recipe.steps, job._replace(folder=folder))
        return folder, write_stamp(folder, recipe.steps, headers, began_ns, before)


@contextmanager
def _report_time(building: str, tell: Callable[[str], None]) -> Iterator[None]:
    """During the block, report to `tell` how long it has taken, each time after twice as long."""
    ended, began = threading.Event(), time.monotonic()

    def report_time() -> None:
        seconds = PROGRESS_S
        while not ended.wait(began + seconds - time.monotonic()):
            tell(f"still {building}: {seconds:g} s so far")
            seconds *= 2

    clock = threading.Thread(target=report_time)
    clock.start()
    try:
        yield
    finally:
        ended.set()
        clock.join()
