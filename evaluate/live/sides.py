"""A run of several sides as `clamh run` makes it: built, planned, executed, read and judged; and what it came to."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from msgspec.structs import replace

from clamh.building.build import find_platforms
from clamh.judging.compute_ratios import compute_ratio
from clamh.model.cases import Case, Catalog, Plan
from clamh.model.errors import ClamhError, Interrupted
from clamh.model.options import MAX_LAYOUTS, Options
from clamh.model.sources import Settings
from clamh.model.summary import Judgement, Row
from clamh.pipeline import artifacts, describe_artifacts, forecast, generate_wrappers, judge, measure
from clamh.running.context import Context
from clamh.running.plan import code_layouts, plan

from evaluate.live.kernels import KERNELS, LANGUAGES, SOURCES, Side
from evaluate.live.measured import LETTERS, UNIT, Group, Pair
from evaluate.live.schedule import GROUP, Cell, Run
from evaluate.own import Failure, as_platform, equal_work

CONFIDENCE, DELTA = 0.95, 0.01
SIDES = 6  # of the largest contests


def build(languages: Iterable[str], environ: Mapping[str, str] = os.environ) -> dict[str, Catalog]:
    """The kernels of each language on its first platform, in as many code layouts as `clamh run` builds. Raises Failure."""
    built = {}
    for language in languages:
        platforms, skipped = find_platforms(language, environ)
        if not platforms:
            raise Failure("; ".join(f"{skip.reason}: {skip.hint}" for skip in skipped))
        suite = forecast([str(SOURCES / LANGUAGES[language])], lambda problems: None)
        sides = Counter({(os.path.dirname(unit.source.path), benchmark.key): SIDES for unit in suite.units for benchmark in unit.benchmarks})
        most = Options(settings=Settings(forks=MAX_LAYOUTS), live=True)
        result = artifacts(generate_wrappers(suite), {suite.units[0].source.path: platforms[:1]}, layouts=lambda unit: code_layouts(unit, most, sides))
        [built[language]] = describe_artifacts(result)
    return built


def options(cell: Cell, seed: int, folder: Path) -> Options:
    """What `clamh run [--quick] [--no-live] [-f SETS] --seed … --results …` says."""
    return Options(settings=Settings(modes=("avgt",), forks=cell.sets or None), quick=cell.quick, live=cell.what != "rounds", seed=seed,
                   results=str(folder / "run.ndjson"))


def plan_sides(sides: Sequence[Side], built: dict[str, Catalog], requested: Options) -> Plan:
    """The plan of the sides as so many platforms of one benchmark; that they differ in steps is in no record."""
    names = {f"{side.language}/{place}": side for place, side in enumerate(sides)}
    planned = plan([as_platform(built[side.language], side.benchmark, name) for name, side in names.items()], requested)
    return replace(planned, cases=tuple(with_work(case, names[case.platform].steps, KERNELS[names[case.platform].kernel].size)
                                        for case in planned.cases))


def with_work(case: Case, steps: int, size: int) -> Case:
    """The case with its steps and size, which only the worker hears of: sides that are compared have the same params."""
    work = {"steps": steps, "size": size}
    params = {name: str(work[name.replace("::", ".").split(".")[-1]]) for name in case.wire_params}
    return replace(case, wire_params=params, params={})


def compare(run: Run, built: dict[str, Catalog], folder: Path) -> Judgement:
    """One run in `folder`, judged as its report would judge it. Raises Failure."""
    requested = options(run.cell, run.seed, folder)
    try:
        planned = plan_sides(run.cell.sides, built, requested)
        judged = judge(measure(planned, requested, Context(facts=equal_work(planned))), CONFIDENCE, DELTA)
    except Interrupted:
        raise KeyboardInterrupt from None
    except ClamhError as error:
        raise Failure(str(error)) from None
    failed = [row for row in judged.summary.rows if row.status != "ok"]
    if failed or len(judged.summary.contests) != 1:
        raise Failure("; ".join(dict.fromkeys(warning.message for row in failed for warning in row.warnings)) or "the sides were no contest")
    return judged


def groups(rows: Sequence[Row], sets: int, turns: bool) -> tuple[Group, ...]:
    """Every pair by all sets, and by each GROUP of them that follow each other. Sets are independent, so groups are."""
    found = [Group(sets=sets, pairs=_pairs(rows))]
    numbers = sorted({total.number for row in rows for total in row.sets})
    for first in range(0, len(numbers) - GROUP + 1, GROUP) if turns and sets > GROUP else ():
        kept = numbers[first:first + GROUP]
        found.append(Group(sets=GROUP, pairs=_pairs([replace(row, sets=tuple(total for total in row.sets if total.number in kept)) for row in rows])))
    return tuple(found)


def _pairs(rows: Sequence[Row]) -> tuple[Pair, ...]:
    pairs = []
    for first, second in combinations(range(len(rows)), 2):
        ratio = compute_ratio(rows[first], rows[second], CONFIDENCE, DELTA)
        if ratio.interval is None:
            raise Failure("a ratio without an interval: too few sets or forks")
        ends = (ratio.value, ratio.interval.low, ratio.interval.high)
        pairs.append(Pair(first, second, *(round(math.log(end) / UNIT) for end in ends), LETTERS[ratio.verdict or ""]))
    return tuple(pairs)


def printed(judged: Judgement) -> tuple[tuple[int, int, str], ...]:
    """The claims of the report: each row against the reference, and the fastest against each, with the verdict's letter."""
    [contest] = judged.summary.contests
    place = {row.case_id: number for number, row in enumerate(contest.rows)}
    claims = [(row.case_id, row.ratio) for row in contest.rows if row.ratio and row.ratio.reference != row.case_id]
    claims += [(contest.fastest, ratio) for ratio in contest.lead_ratios]
    return tuple((place[first], place[ratio.reference], LETTERS[ratio.verdict or ""]) for first, ratio in claims)


def waited(rows: Sequence[Row]) -> int:
    """Of the side that waited most for a CPU, which part of its time that was, in per mille, also where its score leaves that out.

    A row of forks has it from 2 % on.
    """
    return round(1000 * max(_waiting_share(row) for row in rows))


def _waiting_share(row: Row) -> float:
    if not row.sets:
        return row.waited
    waiting = math.fsum(total.waited_ns + total.left_out_ns for total in row.sets)
    return waiting / math.fsum(total.time_ns + total.left_out_ns for total in row.sets)


def warnings(judged: Judgement) -> dict[str, int]:
    """How many warnings of each code the report has."""
    return dict(Counter(warning.code for row in judged.summary.rows for warning in row.warnings))
