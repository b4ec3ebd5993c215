"""[differs] of clamh.toml: which benchmarks may compute different values, and whether each line still means one that does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from clamh.model.cases import Plan
from clamh.model.configuration import NAME, Configuration, Excuse, covers
from clamh.model.diagnostics import Diagnostic
from clamh.model.identity import folded, parts, without_language
from clamh.model.sources import Suite

LISTED = 5  # names in a message

Excuses = dict[tuple[int, str], Excuse]  # by artifact of a plan and key


def unknown(suite: Suite, told: Mapping[str, Configuration], paths: Sequence[str]) -> list[Diagnostic]:
    """Lines with a name that no benchmark has; `told` is by a unit's source.

    A file is looked at where `paths` hold its folder: one source has fewer benchmarks.
    """
    problems = []
    for file in dict.fromkeys(one.path for one in told.values() if one.differs):
        units = [unit for unit in suite.units if told[unit.source.path].path == file]
        there = [(one.name, one.key, unit.source.language) for unit in units for one in unit.benchmarks]
        for line in told[units[0].source.path].differs if covers(paths, file) else ():
            if not any(_means(line.name, *one) for one in there):
                problems.append(_problem(line, f"'{line.name}' is no benchmark", _near(line.name, there)))
    return problems


def excuses(plan: Plan, told: Mapping[str, Configuration]) -> Excuses:
    """The line that means each benchmark of a plan, where there is one; of several the first. `told` is by source."""
    found: Excuses = {}
    for index, catalog in enumerate(plan.catalogs):
        artifact = catalog.artifact
        for one in catalog.benchmarks:
            for line in told[artifact.source].differs if artifact.source in told else ():
                if _means(line.name, one.name, one.key, artifact.platform.language):
                    found.setdefault((index, one.key), line)
    return found


def unneeded(lines: Iterable[Excuse], needed: Collection[Excuse], paths: Sequence[str]) -> Iterator[Diagnostic]:
    """Lines that excuse nothing any more, where `paths` hold all that their file speaks of."""
    for line in dict.fromkeys(lines):
        if line not in needed and covers(paths, line.location.path):
            told = f"the implementations of '{line.name}' all give the same now"
            yield _problem(line, told, "delete the line", "warning")


def _means(written: str, name: str, key: str, language: str) -> bool:
    """Whether a line's name, short, with its class or in full, is that of a benchmark; compared as keys are."""
    wanted = [folded(one) for one in parts(written)]
    own = parts(name)
    called = ([folded(one) for one in own], [folded(without_language(one, language)) for one in own])
    return folded(written) == key or any(one[-len(wanted):] == wanted for one in called)


def _near(wanted: str, there: Iterable[tuple[str, str, str]]) -> str:
    shorts = {folded(parts(name)[-1]): parts(name)[-1] for name, _, _ in there}
    near = get_close_matches(folded(parts(wanted)[-1]), shorts, 2)
    if near:
        return f"did you mean {' or '.join(shorts[one] for one in near)}?"
    return f"there are: {', '.join(list(shorts.values())[:LISTED]) or 'none'}{' …' * (len(shorts) > LISTED)}"


def _problem(line: Excuse, message: str, mend: str, severity: str = "error") -> Diagnostic:
    return Diagnostic(code="differs", message=f"[differs] of {NAME}: {message}", mend=mend, location=line.location,
                      severity=severity)
