"""Which row each row's ratio is relative to."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from clamh.model.baselines import Known, describe_unclear, find_keys_named, find_platforms_named
from clamh.model.diagnostics import input_error
from clamh.model.results import BaselineRecord
from clamh.model.summary import Contest, Row


class Baseline(NamedTuple):
    """What a suite's rows are compared with: the rows on `platforms`, or the benchmark `key`; with neither, the first
    platform.

    `bound`: this benchmark is an upper bound. `missing` names a requested baseline that is not there.
    """

    platforms: tuple[str, ...] = ()
    key: str = ""
    marked: frozenset[str] = frozenset()  # case_ids of the benchmark's rows that are the baseline
    bound: bool = False
    missing: str = ""


def suite_of_row(row: Row) -> str:
    """The suite of a row: its folder of sources, with the same benchmarks in several languages."""
    return os.path.dirname(row.source)


def group_by_suite(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows of each suite, in their order."""
    suites: dict[str, list[Row]] = {}
    for row in rows:
        suites.setdefault(suite_of_row(row), []).append(row)
    return suites


def choose_baselines(rows: Sequence[Row], records: Sequence[BaselineRecord], requested: str) -> dict[str, Baseline]:
    """The baseline of each suite: the requested one, else its annotation, else clamh.toml's, else its upper bound.

    `records` has the baselines of the suites, `requested` is that of --baseline. Raises InputError when no suite has
    what `requested` names.
    """
    if requested and (problem := describe_unclear(
            requested, [Known(suite_of_row(row), row.key, row.benchmark, row.platform) for row in rows])):
        raise input_error("no-baseline", f"--baseline: {problem[0]}", problem[1])
    platforms = list(dict.fromkeys(row.platform for row in rows))
    return {folder: _baseline(of_suite, platforms, [record for record in records if record.suite == folder], requested)
            for folder, of_suite in group_by_suite(rows).items()}


def _baseline(rows: Sequence[Row], platforms: Sequence[str], records: Sequence[BaselineRecord],
              requested: str) -> Baseline:
    named = {record.origin: record.name for record in records}
    if requested and (baseline := _named(requested, rows, platforms)):
        return baseline
    if baseline := _annotated(rows, "reference"):
        return baseline
    if "annotation" in named:
        return Baseline(missing=f"the suite's baseline, {named['annotation']}")
    if "clamh.toml" in named:
        missing = f"clamh.toml's baseline, {named['clamh.toml']}"
        return _named(named["clamh.toml"], rows, platforms) or Baseline(missing=missing)
    if baseline := _annotated(rows, "bound"):
        return baseline
    return Baseline(missing=f"the suite's bound, {named['bound']}" if "bound" in named else "")


def _named(name: str, rows: Sequence[Row], platforms: Sequence[str]) -> Baseline | None:
    """What a name means in one suite: a platform of any suite, or a benchmark of its own; None where it means nothing.
    """
    if matching := find_platforms_named(name, platforms):
        return Baseline(platforms=matching)
    keys = find_keys_named(name, [Known("", row.key, row.benchmark, row.platform) for row in rows])
    return Baseline(key=keys[0], marked=frozenset(row.case_id for row in rows if row.key == keys[0])) if keys else None


def _annotated(rows: Sequence[Row], kind: str) -> Baseline | None:
    annotated = [row for row in rows if row.baseline == kind]
    ids = frozenset(row.case_id for row in annotated)
    return Baseline(key=annotated[0].key, marked=ids, bound=kind == "bound") if annotated else None


def mark_baseline(row: Row, baseline: Baseline) -> Row:
    """The row, marked as the reference if it is the baseline of its suite now, and unmarked if another row is."""
    if row.baseline == "bound":
        return row
    if row.case_id in baseline.marked:
        return replace(row, baseline="reference")
    return replace(row, baseline="") if row.baseline == "reference" else row


def group_contests(rows: Iterable[Row], chosen: Mapping[str, Baseline]) -> list[list[Row]]:
    """The rows of each contest, marked as `chosen` has the baselines of suites."""
    contests: dict[tuple, list[Row]] = {}
    for row in rows:
        folder = suite_of_row(row)
        contest = (folder, row.key, row.mode, row.threads, *sorted(row.params.items()))
        contests.setdefault(contest, []).append(mark_baseline(row, chosen[folder]))
    return list(contests.values())


def choose_reference(
    row: Row, contest: Sequence[Row], marked: Sequence[Row], sides: Sequence[str], baseline: Baseline
) -> Row | str:
    """The reference of the row's ratio, or the reason why it has none. `contest` and `sides` are in the order of the
    table.

    `marked` are the rows of its suite's baseline.

    - Several builds: the first build on the row's platform, because a run of several builds compares them. That row is
      its own reference, unless there is a baseline.
    - The baseline is a platform, or there is none: that platform, or the first, in the row's contest.
    - The baseline is a benchmark: the row that `find_fitting_row` finds among its rows.
    - The row is the baseline itself: its implementation on the first platform.
    """
    builds = [candidate for candidate in contest
              if (candidate.platform, candidate.source) == (row.platform, row.source)]
    first, several_builds = builds[0], any(candidate.build != row.build for candidate in builds)
    if first.build != row.build:
        return first
    if baseline.missing:
        return f"no ratio: {baseline.missing}, was not measured"
    if baseline.platforms:
        on_platform = next((candidate for candidate in contest if candidate.platform in baseline.platforms), None)
        return on_platform or f"no ratio: the baseline, {' or '.join(baseline.platforms)}, has no matching row"
    if not baseline.marked:
        return first if several_builds else contest[0]
    if row.case_id in baseline.marked:
        return next(candidate for candidate in contest if candidate.case_id in baseline.marked)
    kind = "bound" if baseline.bound else "baseline"
    return find_fitting_row(row, marked, sides) or (
        f"no ratio: the {kind}, {marked[0].benchmark}, has no row with this mode, thread count and params")


def find_fitting_row(row: Row, candidates: Sequence[Row], sides: Sequence[str]) -> Row | None:
    """The candidate with the same mode and threads and the same values of all its params (it may have fewer params).

    It is a row of the row's own side, else of the first side that has one, of the row's build if possible. So a
    benchmark that is marked in each language is compared within languages; one that is marked in one language is
    compared with all.
    """
    fitting_rows = [
        candidate for candidate in candidates
        if (candidate.mode, candidate.threads) == (row.mode,
                                                   row.threads) and candidate.params.items() <= row.params.items()
    ]
    return min(
        fitting_rows, key=lambda candidate:
        (candidate.side != row.side, candidate.build != row.build, sides.index(candidate.side)), default=None)


def describe_references(contests: Sequence[Contest], baselines: Mapping[str, Baseline]) -> str:
    """The references of a summary's ratios in words, "" where no ratio is to another row. Suites that differ are named.
    """
    rows = {row.case_id: row for contest in contests for row in contest.rows}
    by_folder: dict[str, dict[str, bool]] = {}
    for row in rows.values():
        if row.ratio and row.ratio.reference != row.case_id:
            baseline = baselines[suite_of_row(row)]
            by_folder.setdefault(suite_of_row(row), {})[_words(row, rows[row.ratio.reference],
                                                               baseline)] = row.case_id in baseline.marked
    words_of_suite = {
        folder: "; ".join(sorted(words, key=lambda phrase: (words[phrase], not phrase.endswith("same platform"))))
        for folder, words in by_folder.items()
    }
    if len(set(words_of_suite.values())) < 2:
        return next(iter(words_of_suite.values()), "")
    return "; ".join(f"in {folder or '.'} {words}" for folder, words in words_of_suite.items())


def _words(row: Row, other_row: Row, baseline: Baseline) -> str:
    if other_row.case_id not in baseline.marked:
        return other_row.side
    what = "bound" if baseline.bound else "baseline"
    if row.case_id in baseline.marked:
        return f"for the {what} itself: {other_row.side}"
    return f"the {what} on {'the same platform' if row.side == other_row.side else other_row.side}"
