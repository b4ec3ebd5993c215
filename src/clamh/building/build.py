"""Wrapper ─build→ Artifact: find toolchains, run a language's build steps, cache by content."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import msgspec

from clamh.building.cache import builds_of, content_hash, fresh_stamp, laid_out, layout_stamp, locked, sha256, shared_root, use, write_stamp
from clamh.building.full_disk import explain_full_disk
from clamh.building.steps import Job, capture, run_steps, write_files
from clamh.building.variables import built_with, flags_of, header_folders, step_variables
from clamh.languages import languages
from clamh.languages.base import Build
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.folders import find_suite, shorten_path
from clamh.model.sources import Wrapper

PROGRESS_S = 5.0  # a build that takes longer says that it goes on


def find_platforms(language: str, environ: Mapping[str, str]) -> tuple[list[Platform], list[Skip]]:
    """The platforms of one language on this machine, the default first, and what is missing."""
    try:
        found, missing = languages()[language].toolchain.find(environ, capture)
        return [_with_flags(_anywhere(one), environ) for one in found], missing
    except ValueError as error:  # of shlex
        raise InputError([Diagnostic(code="bad-flags", message=f"a variable of the environment that names {languages()[language].title}'s program or flags "
                                     f"cannot be read: {error}", mend="close its quotes")]) from None


def _with_flags(platform: Platform, environ: Mapping[str, str]) -> Platform:
    """The platform with the flags of variables such as CXXFLAGS, as if they stood behind its program."""
    flags = flags_of(platform.language, environ)
    made = probe(platform.language, platform.executable, (*platform.extra, *flags), environ) if flags else platform
    if isinstance(made, str):
        names = " and ".join(name for name in languages()[platform.language].environment.flags if environ.get(name))
        raise InputError([Diagnostic(code="bad-flags", message=f"{platform.id} does not start with the flags of {names}, {' '.join(flags)}: {made}",
                                     mend=f"correct or unset {names}")])
    return msgspec.structs.replace(made, id=platform.id, facts={**platform.facts, **made.facts})


def probe(language: str, program: str, flags: tuple[str, ...], environ: Mapping[str, str]) -> Platform | str:
    """The platform that one program is with these flags, or why it is none."""
    made = languages()[language].toolchain.probe(program, flags, environ, capture)
    return _anywhere(made) if isinstance(made, Platform) else made


def _anywhere(platform: Platform) -> Platform:
    """The platform whose program is found from the folder of a build too: a variable or PATH may name it from this one."""
    return msgspec.structs.replace(platform, executable=os.path.abspath(platform.executable)) if platform.executable else platform


def build(
    wrapper: Wrapper, platform: Platform, environ: Mapping[str, str], tell: Callable[[str], None] = lambda text: None,
    layouts: int = 1, link: bool = True, root: str = ""
) -> Artifact:
    """The artifact of one wrapper on one platform, from the cache when nothing that makes it has changed.

    It has so many code layouts as can be built, `layouts` at most; without `link` only the first is there yet. `tell` hears of it before anything is built; `root` is
    that of the project. Raises BuildError with the compiler's words when a step fails.
    """
    toolchain = languages()[platform.language].toolchain
    shared = shared_root(environ)
    read_variables = toolchain.reads_variables(wrapper)
    content = content_hash(wrapper, platform, built_with(platform.language, environ, read_variables))
    folder = builds_of(wrapper.unit.source.path, platform.id, environ, root) / content[:20]
    recipe: Build = toolchain.build(wrapper, platform, shared)
    path = folder / recipe.artifact
    started = time.monotonic()
    others = recipe.layouts[: layouts - 1]
    linked = others if link else ()
    files = (wrapper.unit.source, *wrapper.unit.companions)
    names = {name: shorten_path(own) for name, own in (*wrapper.names.items(), *((file.path, file.path) for file in files))}
    job = Job(folder, shared, names, step_variables(platform.language, environ, read_variables), tell)
    stamp = fresh_stamp(folder, tell)
    cached = stamp is not None and len(laid_out(path)) >= len(linked)
    if not cached:
        building = f"building {shorten_path(wrapper.unit.source.path)} for {platform.id}"
        tell(building)
        with _telling_time(building, tell), explain_full_disk(folder), locked(folder / "lock"):
            stamp = fresh_stamp(folder)
            if stamp is None:
                for one in laid_out(path):  # of the artifact that was there before
                    layout_stamp(one).unlink(missing_ok=True)
                write_files(folder, wrapper.files)
                run_steps(recipe.steps, job)
                stamp = write_stamp(folder, recipe.steps, header_folders(platform.language, environ))
            missing = linked[len(laid_out(path)):]
            run_steps([msgspec.structs.replace(one, beside=True) for one in missing], job)
            for one in missing:
                layout_stamp(str(folder / one.outputs[0])).write_text(sha256(folder / one.outputs[0]))
    use(folder)
    return Artifact(
        source=wrapper.unit.source.path,
        platform=platform,
        path=str(path),
        sha256=stamp.made.get(recipe.artifact) or sha256(path),
        folder=find_suite(wrapper.unit.source.path),
        sources={**{name: stamp.read[name] for name in stamp.sources}, **{file.path: file.sha256 for file in files}},
        build_s=round(time.monotonic() - started, 3),
        cached=cached,
        layouts=tuple(str(folder / one.outputs[0]) for one in others),
        most_layouts=1 + len(recipe.layouts),
        one_layout=recipe.one_layout,
    )


@contextmanager
def _telling_time(building: str, tell: Callable[[str], None]) -> Iterator[None]:
    """`tell` hears during the block how long it has been going on, each time after twice as long."""
    over, began = threading.Event(), time.monotonic()

    def tell_time() -> None:
        seconds = PROGRESS_S
        while not over.wait(began + seconds - time.monotonic()):
            tell(f"still {building}: {seconds:g} s so far")
            seconds *= 2

    clock = threading.Thread(target=tell_time)
    clock.start()
    try:
        yield
    finally:
        over.set()
        clock.join()
