"""The whole story on one screen: paths → suite → wrappers → artifacts → catalogs → plan → results → summary.

Each step is one stage's function; a verb of the command line stops after the step whose noun it prints.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase

from clamh.bind import bind
from clamh.build import build, find_platforms, stop
from clamh.describe import describe
from clamh.diagnostics import Diagnostic, errors
from clamh.discover import discover, grouped
from clamh.errors import InputError
from clamh.generate import generate
from clamh.model import Artifact, Catalog, Plan, Platform, Skip, Suite, Wrapper
from clamh.options import Options
from clamh.parse import parse
from clamh.plan import plan

Warn = Callable[[Iterable[Diagnostic]], None]


def forecast(paths: Sequence[str], warn: Warn) -> Suite:
    """paths → SourceFile → Declaration → Suite. Raises InputError with every problem of every file at once."""
    files, problems = discover(paths or ["."])
    _stop_at_errors(problems, warn)
    groups = []
    for group in grouped(files):
        parsed = []
        for file in group:
            one, found = parse(file)
            parsed.append(one)
            problems += found
        groups.append(parsed)
    suite, found = bind(groups)
    _stop_at_errors([*problems, *found], warn)
    return suite


def wrappers(suite: Suite) -> list[Wrapper]:
    """Suite → Wrapper, one per unit."""
    return [generate(unit) for unit in suite.units]


def platforms(suite: Suite, options: Options) -> tuple[dict[str, list[Platform]], list[Skip]]:
    """The platforms to use, by language, and what was left out.

    Raises InputError when a language whose file the user named, or a platform they named, is missing.
    """
    chosen: dict[str, list[Platform]] = {}
    skipped: list[Skip] = []
    found: list[Platform] = []
    for language in dict.fromkeys(unit.source.language for unit in suite.units):
        there, missing = find_platforms(language, os.environ)
        found += there
        chosen[language] = [p for p in there if _wanted(p, options)] if options.platforms else _default(there)
        if not chosen[language] and (not options.platforms or not there):
            skipped += missing
    named = {os.path.realpath(path) for path in options.paths}
    problems = [
        Diagnostic(code="missing-toolchain", message=f"{skip.platform}: {skip.reason}", mend=skip.mend)
        for skip in skipped
        if options.strict or any(
            unit.source.language == skip.platform.split("/")[0] and os.path.realpath(unit.source.path) in named
            for unit in suite.units
        )
    ]
    problems += [
        Diagnostic(code="no-such-platform", message=f"no platform of this machine matches --platform '{pattern}'",
                   mend=f"there are: {', '.join(p.id for p in found) or 'none'}")
        for pattern in options.platforms
        if pattern != "all" and not any(fnmatchcase(p.id, pattern) for p in found)
    ]
    if problems:
        raise InputError(problems)
    return chosen, skipped


def artifacts(made: Sequence[Wrapper], chosen: dict[str, list[Platform]]) -> list[tuple[Wrapper, Artifact]]:
    """Wrapper → Artifact, one per wrapper and platform, in parallel: building is over before measuring begins."""
    work = [(one, platform) for one in made for platform in chosen[one.unit.source.language]]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        try:
            return list(zip((one for one, _ in work), pool.map(lambda pair: build(*pair, os.environ), work), strict=True))
        except BaseException:  # Ctrl-C, or one build that failed: the pool would wait for the others to their end
            stop()
            raise


def catalogs(built: Sequence[tuple[Wrapper, Artifact]]) -> list[Catalog]:
    """Artifact → Catalog, joined with the forecast."""
    return [describe(artifact, wrapper.unit) for wrapper, artifact in built]


def planned(options: Options, warn: Warn) -> Plan:
    """paths → Plan: everything that comes before the first measurement."""
    suite = forecast(options.paths, warn)
    chosen, skipped = platforms(suite, options)
    built = artifacts(wrappers(suite), chosen)
    return plan(catalogs(built), options, skipped)


def of_artifact(artifact: Artifact, options: Options) -> Plan:
    """The plan of an artifact that was started directly: its own `describe` is all there is."""
    return plan([describe(artifact, None)], options, [])


def _stop_at_errors(problems: list[Diagnostic], warn: Warn) -> None:
    if errors(problems):
        raise InputError(problems)
    warn(problems)
    problems.clear()


def _wanted(platform: Platform, options: Options) -> bool:
    return any(pattern == "all" or fnmatchcase(platform.id, pattern) for pattern in options.platforms)


def _default(there: list[Platform]) -> list[Platform]:
    """One platform per language, unless the toolchain marks several as chosen (JAVA_HOME_<NAME> does)."""
    return [p for p in there if p.facts.get("chosen")] or there[:1]
