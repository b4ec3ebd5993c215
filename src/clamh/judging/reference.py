"""Which row each row's ratio is relative to."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from clamh.model.baselines import Known, keys_named, platforms_named, unclear
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.results import BaselineRecord
from clamh.model.summary import Contest, Row


class Baseline(NamedTuple):
    """What a suite's rows are compared with: those on `platforms`, or the benchmark `key`; neither: the first platform.

    `bound` says that this benchmark is an upper bound. Where what was asked for is not there, `missing` names it.
    """

    platforms: tuple[str, ...] = ()
    key: str = ""
    marked: frozenset[str] = frozenset()  # case_ids of the benchmark's rows that are the baseline
    bound: bool = False
    missing: str = ""


def suite(row: Row) -> str:
    """A suite is a folder of sources: the same benchmarks side by side in several languages."""
    return os.path.dirname(row.source)


def by_suite(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows of each suite, in their order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(suite(row), []).append(row)
    return found


def baselines(rows: Sequence[Row], told: Sequence[BaselineRecord], asked: str) -> dict[str, Baseline]:
    """The baseline of each suite: what was `asked` for where the suite has it, else its annotation, else clamh.toml's.

    Without any of them its upper bound, if it has one. Raises InputError when no suite has what was asked for.
    """
    if asked and (wrong := unclear(asked, [Known(suite(row), row.key, row.benchmark, row.platform) for row in rows])):
        raise InputError([Diagnostic(code="no-baseline", message=f"--baseline: {wrong[0]}", mend=wrong[1])])
    platforms = list(dict.fromkeys(row.platform for row in rows))
    return {folder: _baseline(several, platforms, [one for one in told if one.suite == folder], asked)
            for folder, several in by_suite(rows).items()}


def _baseline(rows: Sequence[Row], platforms: Sequence[str], told: Sequence[BaselineRecord], asked: str) -> Baseline:
    said = {one.origin: one.said for one in told}
    if asked and (found := _named(asked, rows, platforms)):
        return found
    if found := _annotated(rows, "reference"):
        return found
    if "annotation" in said:
        return Baseline(missing=f"the suite's baseline, {said['annotation']}")
    if "clamh.toml" in said:
        missing = f"clamh.toml's baseline, {said['clamh.toml']}"
        return _named(said["clamh.toml"], rows, platforms) or Baseline(missing=missing)
    if found := _annotated(rows, "bound"):
        return found
    return Baseline(missing=f"the suite's bound, {said['bound']}" if "bound" in said else "")


def _named(said: str, rows: Sequence[Row], platforms: Sequence[str]) -> Baseline | None:
    """What a name means in one suite: a platform of any, or a benchmark of its own; None where it means nothing."""
    if matching := platforms_named(said, platforms):
        return Baseline(platforms=matching)
    keys = keys_named(said, [Known("", row.key, row.benchmark, row.platform) for row in rows])
    return Baseline(key=keys[0], marked=frozenset(row.case_id for row in rows if row.key == keys[0])) if keys else None


def _annotated(rows: Sequence[Row], kind: str) -> Baseline | None:
    marked = [row for row in rows if row.baseline == kind]
    ids = frozenset(row.case_id for row in marked)
    return Baseline(key=marked[0].key, marked=ids, bound=kind == "bound") if marked else None


def marked(row: Row, baseline: Baseline) -> Row:
    """The row, marked as the reference if it is what its suite is compared with now, and not if that is another."""
    if row.baseline == "bound":
        return row
    if row.case_id in baseline.marked:
        return replace(row, baseline="reference")
    return replace(row, baseline="") if row.baseline == "reference" else row


def reference(
    row: Row, contest: Sequence[Row], marked: Sequence[Row], sides: Sequence[str], baseline: Baseline
) -> Row | str:
    """What the row's ratio is relative to, or why it has none; `contest` and `sides` are in the order of the table.

    `marked` are the rows of its suite's baseline.

    - Of several builds the first, on the row's platform: they are in one run to be compared with each other.
    - Where a platform is the baseline, and without any: that platform, or the first, in the row's contest.
    - Where a benchmark is: what `fitting` finds among its rows.
    - The baseline itself: its implementation on the first platform.
    """
    first = next(one for one in contest if (one.platform, one.source) == (row.platform, row.source))
    if first.build != row.build:
        return first
    if baseline.missing:
        return f"no ratio: {baseline.missing}, was not measured"
    if baseline.platforms:
        there = next((one for one in contest if one.platform in baseline.platforms), None)
        return there or f"no ratio: the baseline, {' or '.join(baseline.platforms)}, has no such row"
    if not baseline.marked:
        return contest[0]
    if row.case_id in baseline.marked:
        return next(one for one in contest if one.case_id in baseline.marked)
    what = "bound" if baseline.bound else "baseline"
    return fitting(row, marked, sides) or (
        f"no ratio: the {what}, {marked[0].benchmark}, has no row with this mode, these threads and these values "
        "of its params")


def fitting(row: Row, candidates: Sequence[Row], sides: Sequence[str]) -> Row | None:
    """The row among some with the same mode and threads and the same values of all of its params (it may have fewer).

    That of the row's own side, else of the first that has one, of the row's build if possible: a benchmark marked in each language is
    compared with within languages, one marked in one language by all.
    """
    found = [one for one in candidates
             if (one.mode, one.threads) == (row.mode, row.threads) and one.params.items() <= row.params.items()]
    return min(found, key=lambda one: (one.side != row.side, one.build != row.build, sides.index(one.side)), default=None)


def in_words(contests: Sequence[Contest], baselines: Mapping[str, Baseline]) -> str:
    """What the ratios of a summary are relative to, "" where none is to another row; suites that differ by name."""
    rows = {row.case_id: row for contest in contests for row in contest.rows}
    of: dict[str, dict[str, bool]] = {}
    for row in rows.values():
        if row.ratio and row.ratio.reference != row.case_id:
            own = baselines[suite(row)]
            of.setdefault(suite(row), {})[_words(row, rows[row.ratio.reference], own)] = row.case_id in own.marked
    told = {folder: "; ".join(sorted(words, key=lambda said: (words[said], not said.endswith("same platform"))))
            for folder, words in of.items()}
    if len(set(told.values())) < 2:
        return next(iter(told.values()), "")
    return "; ".join(f"in {folder or '.'} {words}" for folder, words in told.items())


def _words(row: Row, other: Row, baseline: Baseline) -> str:
    if other.case_id not in baseline.marked:
        return other.side
    what = "bound" if baseline.bound else "baseline"
    if row.case_id in baseline.marked:
        return f"of the {what} itself: {other.side}"
    return f"the {what} on {'the same platform' if row.side == other.side else other.side}"
