"""What the implementations of a benchmark compute, side by side, as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from clamh.model.advice import ADVICE
from clamh.model.cases import Case
from clamh.model.identity import as_spelled, quoted
from clamh.model.results import CaseRecord
from clamh.model.work import BAD, Compared
from clamh.report.escape import printable
from clamh.report.units import counted, threads

SHOWN = 4  # benchmarks, before a run
HEADINGS = {  # by outcome, the worst last
    "same": "same work", "excused": "excused", "not checked": "work not checked", "failed": "failed",
    "not repeatable": "NOT REPEATABLE", "different": "DIFFERENT WORK",
}
MEND = {
    "different": "mend what differs, or say in clamh.toml, under [differs], why it may: <benchmark> = \"<reason>\"",
    "not repeatable": "take Random as a parameter, which gives all the same numbers, instead of a clock or a source of "
                      "chance",
    "not checked": "return a number, a text or a list of such, give it to Blackhole, or write a method of a state with "
                   "Check",
    "failed": "see what it says with `clamh run --dry`",
}


def title(case: Case | CaseRecord, mode: bool = True, platform: bool = True) -> str:
    """A case in one line: benchmark(params) threads mode platform."""
    params = ", ".join(f"{name}={quoted(value)}" for name, value in case.params.items())
    name = as_spelled(case.key, case.benchmark, case.platform)
    several = threads(case.threads, case.members)
    words = [f"{name}{f'({params})' if params else ''}", several, case.mode if mode else "", case.side if platform else ""]
    return " ".join(filter(None, words))


def lines(one: Compared) -> list[str]:
    """One line where all is the same; else why it is not, and below it what each implementation gave."""
    by: dict[str, list[str]] = {}
    for name, said in one.gave:
        by.setdefault(printable(said), []).append(printable(name))
    head = f"{HEADINGS[one.outcome]:<17} {printable(title(one.case, mode=False, platform=False))}"
    notes = f" ({printable('; '.join(one.limits))})" if one.limits else ""
    doubts = [f"    {printable(names)}  {code}: {printable(message)}" for names, code, message in _joined(one.doubts)]
    if one.outcome == "same":
        return [f"{head}: {', '.join(next(iter(by.values())))}: {next(iter(by))}{notes}" if len(by) == 1 else head + notes, *doubts]
    head += f": {printable(one.why)}" if one.why else ""
    width = max(len(", ".join(names)) for names in by.values())
    return [head + notes, *(f"    {', '.join(names):<{width}}  {said}" for said, names in by.items()), *doubts]


def _joined(doubts: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Each finding once, with the names of all implementations that have it."""
    by: dict[tuple[str, str], list[str]] = {}
    for name, code, message in doubts:
        by.setdefault((code, message), []).append(name)
    return [(", ".join(names), code, message) for (code, message), names in by.items()]


def overall(every: Sequence[Compared]) -> list[str]:
    """How many there are of each outcome, and what to do about the bad ones."""
    counts = Counter(one.outcome for one in every)
    if not counts:
        return ["nothing to compare: no benchmark has two implementations here"]
    said = ", ".join(f"{counts[one]} {HEADINGS[one].lower()}" for one in HEADINGS if counts[one])
    codes = sorted({code for one in every for _, code, _ in one.doubts})
    total = counts.total()
    return [f"{total} comparison{'s' * (total != 1)}: {said}",
            *(f"{HEADINGS[one].lower()}: {MEND[one]}" for one in reversed(HEADINGS) if counts[one] and one in MEND),
            *(f"{code}: {ADVICE[code]}" for code in codes)]


def doubts(every: Sequence[Compared]) -> list[str]:
    """What a run prints before it measures: the first benchmarks that do different work, and how many there are beside them."""
    bad = [one for one in every if one.outcome in BAD]
    found = [line for one in bad[:SHOWN] for line in lines(one)]
    if len(bad) > SHOWN:
        found.append(f"… and {len(bad) - SHOWN} more: `clamh check --values` shows them all")
    if silent := sum(one.outcome == "not checked" for one in every):
        found.append(f"work not checked: {silent} of {counted(len(every), 'comparison')}; `clamh check --values` says why")
    return found
