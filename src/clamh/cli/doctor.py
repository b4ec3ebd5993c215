"""clamh doctor: what this machine is, and whether each toolchain compiles, runs and reads a clock."""

from __future__ import annotations

import os
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from clamh import __version__
from clamh.building.build import build
from clamh.machine.atomic import shared_root
from clamh.building.steps import build_all
from clamh.cli import arguments, machine, show
from clamh.languages import HERE, languages
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.diagnostics import select_errors
from clamh.model.errors import BuildError, InputError, WorkerError
from clamh.model.sources import Wrapper

TUNE, COUNTERS = "--tune", "--counters"
ANSWER = "i:42"  # the value of every language's three-line source, in the protocol's canonical form
SAID_LINES = 6  # of a failing compiler's output: the first lines name the cause


class TriedPlatform(NamedTuple):
    """The result of trying a platform: the clock that its worker uses, or what went wrong."""

    platform: Platform
    clock: dict[str, Any]
    trouble: str


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("doctor", "Describe this machine, and try every toolchain with a small program.",
                                      "")
    verb.add_argument(COUNTERS, action="store_true", help="show what -prof can count here, and why not the rest")
    verb.add_argument(TUNE, action="store_true",
                      help="show what could be steadier, set it for one run: see clamh doctor --tune -h")
    return verb


def main(argv: list[str]) -> int:
    """Print the machine, then every platform; 1 when an installed toolchain does not work. With --tune: what could be
    steadier; with --counters: what is counted.
    """
    if TUNE in argv:
        from clamh.cli import tune

        return tune.main(argv)
    if COUNTERS in argv:
        from clamh.cli import counters

        return counters.main(argv)
    arguments.parse_command_line(parser(), argv)

    from clamh.building.build import make_finder
    from clamh.building.configuration import configurations
    from clamh.building.platforms import find_all_platforms
    from clamh.machine.environment import read_environment
    from clamh.model.configuration import NAME
    from clamh.model.options import Options

    width = show.terminal_width()
    print(f"CLAMH {__version__}\n")
    _print(["Machine", *machine.format_table(read_environment(), width)])
    if sys.stderr.isatty():
        print("\ntrying every toolchain; this takes some seconds ...", file=sys.stderr)
    by_source, wrong = configurations([NAME])  # the clamh.toml of this folder
    if select_errors(wrong):
        raise InputError(wrong)
    (configuration,) = by_source.values()
    platforms = {
        language: find_all_platforms(configuration, language, *make_finder(Options())) for language in languages()
    }
    with tempfile.TemporaryDirectory(prefix="clamh-doctor-") as folder:
        results = try_platforms(platforms, Path(folder))
    skipped = [skip for _, skips in platforms.values() for skip in skips]
    _print(["", "Toolchains", *format_table(results, skipped, width)])
    _print(["", "Sources without CLAMH", *describe_outside()])
    return int(any(result.trouble for result in results) or any(skip.broken for skip in skipped))


def try_platforms(platforms: dict[str, tuple[list[Platform], list[Skip]]], folder: Path) -> list[TriedPlatform]:
    """Try every platform in `folder`: build all at once, then run each alone, since running reads clocks."""
    # Runs use the shared parts where they are. If the doctor fetched its own, it would test other ones.
    shared = shared_root(os.environ)
    shared.mkdir(parents=True, exist_ok=True)
    cache = folder / "cache"
    cache.mkdir()
    (cache / "shared").symlink_to(shared)
    work = [(_wrapper(language, folder), platform) for language, (present, _) in platforms.items()
            for platform in present]

    def build_one(pair: tuple[Wrapper, Platform]) -> Artifact | str:
        try:
            return build(*pair, {**os.environ, "CLAMH_CACHE": str(cache)})
        except BuildError as error:
            return "\n".join([
                error.title, *error.output.strip().splitlines()[:SAID_LINES],
                *([f"hint: {error.hint}"] if error.hint else [])
            ])

    artifacts = build_all(build_one, work)
    results = [
        TriedPlatform(platform, {}, artifact) if isinstance(artifact, str) else _try_artifact(
            wrapper, artifact, folder) for (wrapper, platform), artifact in zip(work, artifacts, strict=True)
    ]
    return [result._replace(trouble=result.trouble.replace(f"{folder}{os.sep}", "")) for result in results]


def _wrapper(language: str, folder: Path) -> Wrapper:
    """The wrapper of the language's three-line source."""
    from clamh import pipeline

    source = languages()[language].doctor_source
    copy = folder / source.name
    copy.write_bytes(source.read_bytes())
    return pipeline.generate_wrappers(pipeline.forecast([str(copy)], show.warn))[0]


def _try_artifact(wrapper: Wrapper, artifact: Artifact, folder: Path) -> TriedPlatform:
    """Describe a built artifact, and run it once."""
    from clamh.model.options import Options
    from clamh.running.describe import describe
    from clamh.running.plan import plan
    from clamh.running.worker.invoke import invoke

    platform = artifact.platform
    toolchain = languages()[platform.language].toolchain
    try:
        catalog = describe(artifact, wrapper.unit)
        (case,) = plan([catalog], Options(), []).cases
        [value] = invoke(toolchain.run_command(artifact, case.launch), case, folder)
    except InputError as error:
        return TriedPlatform(platform, {}, str(error))
    except WorkerError as error:
        outputs = ((folder / name).read_text("utf-8", "replace") for name in ("out", "err"))
        printed = [line for text in outputs for line in text.splitlines()]
        return TriedPlatform(platform, {}, "\n".join([str(error), *printed[:SAID_LINES]]))
    chosen = next((dict(clock) for clock in catalog.hello["clocks"] if clock["taken"]), {})
    wrong = "" if value.returned == ANSWER else f"it returns {value.returned} instead of {ANSWER}"
    return TriedPlatform(platform, chosen, wrong)


def format_table(results: Sequence[TriedPlatform], skipped: Sequence[Skip], width: int) -> list[str]:
    """A line per working platform, with its program below; for others the cause and a hint."""
    rows = [("", "version", "clock", "step", "a reading")]
    for result in results:
        clock = result.clock
        times = (clock["name"], f"{clock['step_ns']:g} ns", f"{clock['cost_ns']:g} ns") if clock else ("", "", "")
        if result.trouble:
            times = ("BROKEN", "", "")
        rows.append((result.platform.id, result.platform.version, *times))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for cells, result in zip(rows, [None, *results], strict=True):
        line = "  ".join(cell.ljust(size) for cell, size in zip(cells, widths, strict=True))
        lines.append(f"  {line}".rstrip())
        if result:
            lines += _wrap(" ".join(filter(None, (result.platform.executable, result.platform.runtime))), width)
        if result and result.trouble:
            hint = f"hint: {languages()[result.platform.language].toolchain.INSTALL_HINT}"
            lines += [part for text in (*result.trouble.splitlines(), hint) for part in _wrap(text, width)]
    for skip in skipped:
        lines.append(f"  {skip.platform}  {'BROKEN' if skip.broken else 'missing'}")
        lines += [*_wrap(skip.reason, width), *_wrap(f"hint: {skip.hint}", width)]
    return lines if results else lines[1:]


def describe_outside() -> list[str]:
    """What a source that uses our names needs to build or run without CLAMH; each path has its own line, so that it can
    be copied.
    """
    with_text = [language for language in languages().values() if language.standalone_requirements]
    return [
        line for language in with_text for line in (f"  {language.title}", *(
            f"    {part}"
            for part in language.standalone_requirements.replace("{folder}", str(HERE / language.folder)).split("\n")))
    ]


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent="    ", subsequent_indent="      ", break_long_words=False,
                         break_on_hyphens=False)


def _print(lines: Sequence[str]) -> None:
    print(show.escape_lines("\n".join(lines)), flush=True)
