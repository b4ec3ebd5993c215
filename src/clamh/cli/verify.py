"""clamh verify PATH: whether the implementations of each benchmark compute the same, without measuring."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh.cli import arguments, show
from clamh.cli.announce import skips
from clamh.cli.progress import say, title
from clamh.model.cases import Case, Plan
from clamh.model.options import Options
from clamh.report.units import counted

if TYPE_CHECKING:
    from clamh.model.results import WorkRecord
    from clamh.report.work import Compared
    from clamh.sources.excuses import Excuses

EXAMPLES = (
    ("clamh verify", "all that is in this folder"),
    ("clamh verify suite -p number=20", "for one value of a param"),
)
SHOWN = 4  # benchmarks, before a run
BAD = ("different", "not repeatable", "failed")


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("verify", "Say whether the implementations of each benchmark compute the same.", examples=EXAMPLES)
    arguments.add_paths(one)
    arguments.add_selection(one)
    arguments.add_cases(one)
    arguments.add_languages(one)
    return one


def main(argv: list[str]) -> int:
    """Build, invoke and compare; 0 when all is the same or excused, 1 when something differs or has failed."""
    _, options = arguments.read(parser(), argv)

    from clamh import pipeline
    from clamh.report.work import lines, overall

    plan = pipeline.planned(options, show.warn, say, measured=False)
    works, excuses = worked(plan, say)
    every = compared(plan, works)
    for one in every:
        print(show.fitting("\n".join(lines(one)), sys.stdout))
    print(show.fitting("\n".join([*overall(every), *skips(plan)]), sys.stdout))
    if _is_whole(plan, options):
        tell_unneeded(plan, every, excuses, options)
    return int(any(one.outcome in BAD for one in every))


def worked(plan: Plan, tell: Callable[[str], None]) -> tuple[list[WorkRecord], Excuses]:
    """What the cases compute that are compared with others, and the lines of clamh.toml that excuse some.

    `tell` hears that it begins: an invocation may take long.
    """
    from clamh.building.configuration import configurations
    from clamh.running.execute import case_command
    from clamh.running.verify import implementations, verify
    from clamh.sources.excuses import excuses

    if several := implementations(plan):
        keys = {cases[0].key for cases in several}
        tell(f"comparing what the implementations of {counted(len(keys), 'benchmark')} compute")
    told, _ = configurations(catalog.artifact.source for catalog in plan.catalogs)
    excused = excuses(plan, told)
    return verify(plan, case_command, {what: line.reason for what, line in excused.items()}), excused


def compared(plan: Plan, works: Sequence[WorkRecord]) -> list[Compared]:
    """Each benchmark and params with its implementations, in the order of the plan."""
    from clamh.judging.work import Side, judged, said
    from clamh.report.work import Compared
    from clamh.running.verify import implementations

    by_case = {work.case_id: work for work in works}
    every = []
    for cases in implementations(plan):
        sides = tuple(Side(name, by_case.get(case.case_id)) for name, case in zip(_names(cases, plan), cases, strict=True))
        once = replace(cases[0], threads=1, members=())  # which is compared once for all numbers of threads
        heading = title(once, mode=False).removesuffix(f" {once.platform}")
        found = judged(sides)
        why = found.cause if found.outcome == "different" else found.message.partition(": ")[2] if found.outcome != "same" else ""
        every.append(Compared(heading, found.outcome, why, tuple((side.name, said(side)) for side in sides)))
    return every


def doubts(every: Sequence[Compared]) -> list[str]:
    """What a run says before it measures: the first benchmarks that do different work, and how many there are beside them."""
    from clamh.report.work import lines

    bad = [one for one in every if one.outcome in BAD]
    told = [line for one in bad[:SHOWN] for line in lines(one)]
    if len(bad) > SHOWN:
        told.append(f"… and {len(bad) - SHOWN} more: `clamh verify` shows them all")
    if silent := sum(one.outcome == "not checked" for one in every):
        told.append(f"work not checked: {silent} of {counted(len(every), 'comparison')}; `clamh verify` says why")
    return told


def _names(cases: Sequence[Case], plan: Plan) -> list[str]:
    """What each implementation is called: as its platform, and by its source where several have one."""
    times = Counter(case.platform for case in cases)
    sources = (PurePath(plan.catalogs[case.artifact].artifact.source).name for case in cases)
    return [f"{case.platform} ({source})" if times[case.platform] > 1 else case.platform
            for case, source in zip(cases, sources, strict=True)]


def _is_whole(plan: Plan, options: Options) -> bool:
    """Whether everything was compared that a clamh.toml can speak of: what was left out may need its excuses."""
    narrowed = (options.only, options.exclude, options.within, options.params, options.platforms)
    return not any(narrowed) and not plan.skipped


def tell_unneeded(plan: Plan, every: Sequence[Compared], excuses: Excuses, options: Options) -> None:
    """Warn of lines of clamh.toml that excuse nothing any more."""
    from clamh.running.verify import implementations
    from clamh.sources.excuses import unneeded

    needed = {excuses[case.artifact, case.key] for cases, one in zip(implementations(plan), every, strict=True)
              for case in cases if one.outcome != "same" and (case.artifact, case.key) in excuses}
    show.warn(unneeded(excuses.values(), needed, options.paths))
