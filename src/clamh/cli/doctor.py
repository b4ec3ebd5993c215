"""clamh doctor: what this machine is, and whether each toolchain on it compiles, runs and reads a clock."""

from __future__ import annotations

import os
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from clamh import __version__
from clamh.building.build import build
from clamh.building.cache import shared_root
from clamh.building.steps import stop
from clamh.cli import arguments, machine, show
from clamh.languages import HERE, languages
from clamh.machine.cpus import usable
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.diagnostics import errors
from clamh.model.errors import BuildError, InputError, WorkerError
from clamh.model.sources import Wrapper

TUNE = "--tune"
ANSWER = "i:42"  # what every language's three lines return, in the protocol's canonical form
SAID_LINES = 6  # of a compiler that fails: the first say why


class Tried(NamedTuple):
    """What came of a platform: the clock that its worker took, or what went wrong."""

    platform: Platform
    clock: dict[str, Any]
    trouble: str


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("doctor", "Say what this machine is, and try every toolchain with three lines.", "")
    one.add_argument(TUNE, action="store_true", help="what could be steadier on it, set for one run: see clamh doctor --tune -h")
    return one


def main(argv: list[str]) -> int:
    """Print the machine, then every platform; 1 when a toolchain that is there does not work. Or what could be steadier."""
    if TUNE in argv:
        from clamh.cli import tune

        return tune.main(argv)
    arguments.read(parser(), argv)

    from clamh.building.configuration import configurations
    from clamh.building.platforms import every
    from clamh.machine.environment import environment
    from clamh.model.configuration import NAME
    from clamh.model.options import Options
    from clamh.pipeline import finding

    width = show.width()
    print(f"CLAMH {__version__}\n")
    _print(["Machine", *machine.table(environment(), width)])
    if sys.stderr.isatty():
        print("\ntrying every toolchain, which takes some seconds ...", file=sys.stderr)
    by_source, wrong = configurations([NAME])  # of this folder
    if errors(wrong):
        raise InputError(wrong)
    (told,) = by_source.values()
    found = {one: every(told, one, *finding(Options())) for one in languages()}
    with tempfile.TemporaryDirectory(prefix="clamh-doctor-") as folder:
        tried = examined(found, Path(folder))
    skipped = [skip for _, skips in found.values() for skip in skips]
    _print(["", "Toolchains", *table(tried, skipped, width)])
    _print(["", "Sources without CLAMH", *outside()])
    return int(any(one.trouble for one in tried) or any(skip.broken for skip in skipped))


def examined(found: dict[str, tuple[list[Platform], list[Skip]]], folder: Path) -> list[Tried]:
    """Every platform, tried in `folder`: built beside each other, then run one by one, since running reads clocks."""
    # What artifacts share stays where runs have it: a doctor that fetched it anew would say little about them.
    shared = shared_root(os.environ)
    shared.mkdir(parents=True, exist_ok=True)
    cache = folder / "cache"
    cache.mkdir()
    (cache / "shared").symlink_to(shared)
    work = [(_wrapper(language, folder), platform) for language, (there, _) in found.items() for platform in there]

    def built(one: tuple[Wrapper, Platform]) -> Artifact | str:
        try:
            return build(*one, {**os.environ, "CLAMH_CACHE": str(cache)})
        except BuildError as error:
            return "\n".join([error.title, *error.output.strip().splitlines()[:SAID_LINES], *([f"mend: {error.mend}"] if error.mend else [])])

    with ThreadPoolExecutor(usable()) as pool:
        try:
            artifacts = list(pool.map(built, work))
        except BaseException:
            stop()
            raise
    tried = [Tried(platform, {}, made) if isinstance(made, str) else _run(wrapper, made, folder)
             for (wrapper, platform), made in zip(work, artifacts, strict=True)]
    return [one._replace(trouble=one.trouble.replace(f"{folder}{os.sep}", "")) for one in tried]


def _wrapper(language: str, folder: Path) -> Wrapper:
    """The language's three lines, from the file to what is to be built."""
    from clamh import pipeline

    source = languages()[language].doctor_source
    copy = folder / source.name
    copy.write_bytes(source.read_bytes())
    return pipeline.wrappers(pipeline.forecast([str(copy)], show.warn))[0]


def _run(wrapper: Wrapper, artifact: Artifact, folder: Path) -> Tried:
    """Ask a built artifact what is in it, and let it run once."""
    from clamh.model.options import Options
    from clamh.running.describe import describe
    from clamh.running.plan import plan
    from clamh.running.worker.invoke import invoke

    platform = artifact.platform
    toolchain = languages()[platform.language].toolchain
    try:
        catalog = describe(artifact, wrapper.unit)
        (case,) = plan([catalog], Options(), []).cases
        value = invoke(toolchain.run_command(artifact, case.launch), case, folder)
    except InputError as error:
        return Tried(platform, {}, str(error))
    except WorkerError as error:
        outputs = ((folder / name).read_text("utf-8", "replace") for name in ("out", "err"))
        printed = [line for text in outputs for line in text.splitlines()]
        return Tried(platform, {}, "\n".join([str(error), *printed[:SAID_LINES]]))
    clock = next((dict(one) for one in catalog.hello["clocks"] if one["taken"]), {})
    wrong = "" if value.returned == ANSWER else f"it answers {value.returned} instead of {ANSWER}"
    return Tried(platform, clock, wrong)


def table(tried: Sequence[Tried], skipped: Sequence[Skip], width: int) -> list[str]:
    """A line per platform that works, with its program below; for what does not, why and how to mend it."""
    rows = [("", "version", "clock", "step", "a reading")]
    for one in tried:
        clock = one.clock
        times = (clock["name"], f"{clock['step_ns']:g} ns", f"{clock['cost_ns']:g} ns") if clock else ("", "", "")
        if one.trouble:
            times = ("BROKEN", "", "")
        rows.append((one.platform.id, one.platform.version, *times))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for cells, one in zip(rows, [None, *tried], strict=True):
        line = "  ".join(cell.ljust(size) for cell, size in zip(cells, widths, strict=True))
        lines.append(f"  {line}".rstrip())
        if one:
            lines += _wrapped(" ".join(filter(None, (one.platform.executable, one.platform.runtime))), width)
        if one and one.trouble:
            mend = f"mend: {languages()[one.platform.language].toolchain.MEND}"
            lines += [part for said in (*one.trouble.splitlines(), mend) for part in _wrapped(said, width)]
    for skip in skipped:
        lines.append(f"  {skip.platform}  {'BROKEN' if skip.broken else 'missing'}")
        lines += [*_wrapped(skip.reason, width), *_wrapped(f"mend: {skip.mend}", width)]
    return lines if tried else lines[1:]


def outside() -> list[str]:
    """What a source that uses our names needs to build or run without CLAMH; a path has a line of its own, to be copied."""
    told = [one for one in languages().values() if one.outside]
    return [line for one in told for line in (f"  {one.title}", *(
        f"    {part}" for part in one.outside.replace("{folder}", str(HERE / one.folder)).split("\n")))]


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent="    ", subsequent_indent="      ", break_long_words=False,
                         break_on_hyphens=False)


def _print(lines: Sequence[str]) -> None:
    print(show.printable_lines("\n".join(lines)), flush=True)
