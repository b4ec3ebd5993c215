"""The values that the implementations of a benchmark compute, compared in lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from clamh.model.advice import HINTS
from clamh.model.cases import Case
from clamh.model.identity import quote, spell_key
from clamh.model.results import CaseRecord
from clamh.model.work import BAD, WorkComparison
from clamh.report.escape import escape_unprintable
from clamh.report.units import format_count, format_threads

SHOWN = 4  # benchmarks, before a run
HEADINGS = {  # by outcome, the worst last
    "same": "same work", "excused": "excused", "not checked": "work not checked", "failed": "failed",
    "not repeatable": "NOT REPEATABLE", "different": "DIFFERENT WORK",
}
HINT = {
    "different": 'fix the difference, or explain it in clamh.toml, under [differs]: <benchmark> = "<reason>"',
    "not repeatable": "take Random as a parameter, which gives the same numbers everywhere, instead of a clock or "
                      "another random source",
    "not checked": "return a number, a string or a list of these, give it to Blackhole, or add a Check method to a "
                   "state",
    "failed": "see its output with `clamh run --dry`",
}


def format_title(case: Case | CaseRecord, mode: bool = True, platform: bool = True) -> str:
    """A case in one line: benchmark(params) threads mode platform."""
    params = ", ".join(f"{name}={quote(value)}" for name, value in case.params.items())
    name = spell_key(case.key, case.benchmark, case.platform)
    thread_text = format_threads(case.threads, case.members)
    parts = [
        f"{name}{f'({params})' if params else ''}", thread_text, case.mode if mode else "",
        case.side if platform else ""
    ]
    return " ".join(filter(None, parts))


def describe_comparison(comparison: WorkComparison) -> list[str]:
    """One line if all values are equal; else the reason, and below it the value of each implementation."""
    names_by_value: dict[str, list[str]] = {}
    for name, value in comparison.values:
        names_by_value.setdefault(escape_unprintable(value), []).append(escape_unprintable(name))
    head = (f"{HEADINGS[comparison.outcome]:<17} "
            f"{escape_unprintable(format_title(comparison.case, mode=False, platform=False))}")
    notes = f" ({escape_unprintable('; '.join(comparison.limits))})" if comparison.limits else ""
    doubts = [
        f"    {escape_unprintable(names)}  {code}: {escape_unprintable(message)}"
        for names, code, message in _join_doubts(comparison.doubts)
    ]
    if comparison.outcome == "same":
        if len(names_by_value) != 1:
            return [head + notes, *doubts]
        (value, names), = names_by_value.items()
        return [f"{head}: {', '.join(names)}: {value}{notes}", *doubts]
    head += f": {escape_unprintable(comparison.reason)}" if comparison.reason else ""
    width = max(len(", ".join(names)) for names in names_by_value.values())
    return [
        head + notes, *(f"    {', '.join(names):<{width}}  {value}" for value, names in names_by_value.items()), *doubts
    ]


def _join_doubts(doubts: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Each doubt once, with the names of all implementations that it concerns."""
    names_by_finding: dict[tuple[str, str], list[str]] = {}
    for name, code, message in doubts:
        names_by_finding.setdefault((code, message), []).append(name)
    return [(", ".join(names), code, message) for (code, message), names in names_by_finding.items()]


def count_outcomes(comparisons: Sequence[WorkComparison]) -> list[str]:
    """The number of comparisons per outcome, and a hint for each bad outcome."""
    counts = Counter(comparison.outcome for comparison in comparisons)
    if not counts:
        return ["nothing to compare: no benchmark has two implementations"]
    counts_text = ", ".join(f"{counts[outcome]} {HEADINGS[outcome].lower()}" for outcome in HEADINGS if counts[outcome])
    codes = sorted({code for comparison in comparisons for _, code, _ in comparison.doubts})
    total = counts.total()
    return [
        f"{total} comparison{'s' * (total != 1)}: {counts_text}",
        *(f"{HEADINGS[outcome].lower()}: {HINT[outcome]}"
          for outcome in reversed(HEADINGS) if counts[outcome] and outcome in HINT), *(f"{code}: {HINTS[code]}"
                                                                                       for code in codes)
    ]


def list_differences(comparisons: Sequence[WorkComparison]) -> list[str]:
    """The lines that a run prints before it measures: the first benchmarks that do different work, and the number of
    the rest.
    """
    differing = [comparison for comparison in comparisons if comparison.outcome in BAD]
    texts = [line for comparison in differing[:SHOWN] for line in describe_comparison(comparison)]
    if len(differing) > SHOWN:
        texts.append(f"… and {len(differing) - SHOWN} more: `clamh check --values` shows all")
    if unchecked := sum(comparison.outcome == "not checked" for comparison in comparisons):
        texts.append(
            f"work not checked: {unchecked} of {format_count(len(comparisons), 'comparison')}; `clamh check --values` "
            "shows why"
        )
    return texts
