"""How far to trust a report, in a few lines: same work, equal terms, waiting for a CPU, and the most important
warnings.
"""

from __future__ import annotations

import math
import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from clamh.model.advice import HINTS
from clamh.model.identity import name_some
from clamh.model.importance import ABOUT_RATIOS, place
from clamh.model.results import Run
from clamh.model.summary import Contest, Ratio, Row, Summary
from clamh.report import aims, formatting
from clamh.report.conclusion import name_rows
from clamh.report.escape import join_sentences
from clamh.report.screen import Note
from clamh.report.units import format_count

MORE = "intervals, terms, machine"
MAX_WAITED = 0.05  # share of the measured time; more waiting makes results less precise than the machine allows
MAX_NAMED = 3
ALWAYS = ("virtual-machine", "frequency-scaling"
          )  # facts that hold for every run on the machine: only --full shows them
FAILED = "failed-forks"
VALUE = "value"  # the term about whether two implementations compute the same
CHOSEN = ("key", "params")  # terms that differ where a row refers to another benchmark


def build_notes(summary: Summary, run: Run, titles: Mapping[str, str], several: bool,
                rest: str = "--full") -> Iterator[Note]:
    """The notes below the table: how far to trust it, warnings, and what was skipped; `rest` is that of a Look."""
    places = _name_places(summary, name_rows(summary, run, titles))
    ratios = [ratio for contest in summary.contests for ratio in list_pairs(contest).values() if ratio.terms]
    good, careful = [], []
    for ok, text in (*judge_work(ratios), *judge_terms(ratios), *judge_waiting(summary), *judge_rows(summary)):
        (good if ok else careful).append(text)
    if careful:
        yield Note("Trust", f"with care: {'; '.join(careful)}" + (f" ({'; '.join(good)})" if good else ""))
    elif good or several:
        yield Note("Trust", f"good: {'; '.join(good)}")
    yield from explain_failures(summary, places)
    yield from explain_doubts(summary, places, rest)
    if summary.goal:
        yield Note("Aim", aims.describe_aims(summary))
    for skip in run.skipped:
        yield Note("Failed" if skip.failed else "Skipped", f"{skip.platform}: {skip.reason}; {skip.hint}")
    if run.active:
        yield Note("Note", "the run is still active: these are the results until now")
    elif run.end is None or run.end.status == "interrupted":
        following = "to measure the rest, begin again with the same command"
        if run.header.command[1:2] == ("run",):
            following = f"continue with `clamh run --resume {shlex.quote(run.path)}`"
        yield Note("Note", f"the run was interrupted: these are the results until then ({following})")


def list_pairs(contest: Contest) -> dict[frozenset[str], Ratio]:
    """The ratios that the first screen and its sentences are about, by the two rows."""
    known = {ratio.reference for ratio in contest.lead_ratios}
    lead = next((row.case_id for row in contest.rows if row.comparable and row.case_id not in known), "")
    ratios = [(lead, ratio) for ratio in contest.lead_ratios]
    if contest.has_baseline:
        ratios += [(row.case_id, row.ratio) for row in contest.rows if row.ratio]
    return {frozenset((case_id, ratio.reference)): ratio for case_id, ratio in ratios}


def is_same_benchmark(ratio: Ratio) -> bool:
    """Whether both rows are of a benchmark; a row that refers to a marked baseline has another key on purpose."""
    return not any(term.name == "key" and term.holds is False for term in ratio.terms)


def judge_work(ratios: Sequence[Ratio]) -> Iterator[tuple[bool, str]]:
    """Whether the compared implementations compute the same values, and where clamh.toml admits that they do not."""
    ratios = [ratio for ratio in ratios if is_same_benchmark(ratio)]
    holds = Counter(term.holds for ratio in ratios for term in ratio.terms if term.name == VALUE)
    if holds[False]:
        yield False, f"different work in {holds[False]} of {holds.total()} comparisons"
    if holds[None]:
        yield False, f"work not checked in {holds[None]} of {holds.total()} comparisons"
    excused = sum(bool(ratio.excused) for ratio in ratios)
    if excused:
        yield False, f"work excused by clamh.toml in {excused} of {holds.total()} comparisons"
    if holds and not holds[False] and not holds[None] and not excused:
        yield True, "same work checked"


def judge_terms(ratios: Sequence[Ratio]) -> Iterator[tuple[bool, str]]:
    """Whether the sides were measured on equal terms."""
    unmet = [term for ratio in ratios for term in ratio.terms if term.holds is not True and term.name != VALUE and (
        term.name not in CHOSEN or is_same_benchmark(ratio))]
    for holds, text in ((False, "not on equal terms"), (None, "terms not known")):
        if names := dict.fromkeys(term.name for term in unmet if term.holds is holds):
            yield False, f"{text}: {', '.join(names)}"
    if ratios and not unmet and not any(
            ratio.not_compared for ratio in ratios):  # equal terms do not help if a time is not that of the work
        yield True, "all terms equal" + ("" if all(map(is_same_benchmark, ratios)) else " except the benchmark")


def judge_waiting(summary: Summary) -> Iterator[tuple[bool, str]]:
    """The share of the measured time in which threads waited for a CPU: the mean of sides that took turns, or what the
    row that took no turns and waited most has, if that is more.

    A row of several threads may have waited longer. Its share is only in its warning; a low share is not praised then.
    """
    totals = [total for row in summary.rows for total in row.sets]
    share = max((row.waited for row in summary.rows if row.score is not None and not row.sets), default=0.0)
    if totals:
        in_turns = math.fsum((total.waited_ns + total.left_out_ns) / (total.time_ns + total.left_out_ns)
                             for total in totals) / len(totals)  # the times are of slices, or of an operation
        share = max(share, in_turns)
    is_small = share < MAX_WAITED
    if share >= 0.005 and not (is_small and any(warning.code == "waited" for row in summary.rows
                                                for warning in row.warnings)):
        yield is_small, f"waited for a CPU {share * 100:.0f} % of the time"


def judge_rows(summary: Summary) -> Iterator[tuple[bool, str]]:
    """The number of rows with a warning."""
    doubtful = sum(bool(row.warnings) for row in summary.rows)
    if doubtful:
        yield False, f"warnings about {doubtful} of {format_count(len(summary.rows), 'row')}"


def explain_failures(summary: Summary, places_by_case: Mapping[str, str]) -> Iterator[Note]:
    """Why rows have no score."""
    reasons: dict[str, list[str]] = {}
    for row in summary.rows:
        if row.score is None:
            reasons.setdefault(formatting.describe_status(row), []).append(places_by_case[row.case_id])
    for reason, places in reasons.items():
        text = f"{name_some(places, MAX_NAMED)}: {reason}"
        failed = reason.startswith("failed")
        yield Note("Failed", join_sentences(text, HINTS[FAILED].partition(";")[0])) if failed else Note("Note", text)


def explain_doubts(summary: Summary, places_by_case: Mapping[str, str], rest: str) -> Iterator[Note]:
    """The most important warning about rows with its hint, and the codes of the other warnings about rows.

    Then the warnings about the whole run, and the most important fact of the machine.
    """
    pairs = {pair: ratio for contest in summary.contests for pair, ratio in list_pairs(contest).items()}
    drifting = {ratio.drift.case_id for ratio in pairs.values() if ratio.drift}
    kinds: dict[str, list[Row]] = {}
    for row in summary.rows:
        omitted = {FAILED} if row.score is None and row.status == "failed" else set()  # explain_failures has it
        if row.ratio and frozenset((row.case_id, row.ratio.reference)) not in pairs:
            is_shown = row.ratio.drift and row.ratio.drift.case_id in drifting  # in another ratio
            omitted |= ABOUT_RATIOS - {"drifting"} if is_shown else ABOUT_RATIOS  # a ratio that only --full shows
        for warning in [warning for warning in row.warnings if warning.code not in omitted][:1]:
            kinds.setdefault(warning.code, []).append(row)
    ordered = sorted(kinds.items(), key=lambda kind: place(kind[0]))
    for code, rows in ordered[:1]:
        first = next(warning for warning in rows[0].warnings if warning.code == code)
        where = places_by_case[rows[0].case_id] + (f" and {len(rows) - 1} more" if len(rows) > 1 else "")
        advice = re.split("[;.] ", first.advice)[0]  # --full has all of it
        yield Note("Doubt", f"{code}: {where}: {join_sentences(first.message, advice)}")
    if len(ordered) > 1:
        yield Note("", "also " + ", ".join(f"{code} ({format_count(len(rows), 'row')})" for code, rows in ordered[1:]))
    for warning in summary.warnings:
        yield Note("Doubt", f"{warning.code}: {join_sentences(warning.message, warning.advice)}")
    facts = [part for fact in summary.machine if fact.code not in ALWAYS for part in fact.message.split("; ")]
    if facts:
        more = f"; {format_count(len(facts) - 1, 'more fact')}: {rest}" if len(facts) > 1 else ""
        yield Note("Machine", facts[0] + more)


def _name_places(summary: Summary, row_names: Mapping[str, str]) -> dict[str, str]:
    """The place of each row in the table in words, by case_id."""
    suites = formatting.name_suites(summary)
    return {row.case_id: f"{row_names[row.case_id]} at "
            f"{formatting.name_benchmark(row, ', '.join(formatting.format_values(row)), ' ')}{suites[row.case_id]}"
            for row in summary.rows}
