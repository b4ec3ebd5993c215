"""The last lines of a report: what was found, a sentence per contest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from clamh.model.results import Run
from clamh.model.summary import Contest, Ratio, Row, Summary
from clamh.report import suites, words
from clamh.report.ratios import CLEAR, by, excused, size, verdict

MOST = 12  # sentences; a table of more contests is read as a table


def conclusion(summary: Summary, run: Run, titles: Mapping[str, str]) -> list[str]:
    """One sentence per contest with a comparison or a failure in it, in the order of the table, then the suites'.

    `titles` are the names of languages by id; one that is missing goes by its id, so that results can be read where the
    language is not installed.
    """
    names = _names(summary, run, titles)
    called = platform_names([row.side for row in summary.rows], run, titles)
    of_row = {row.case_id: contest for contest in summary.contests for row in contest.rows}
    told = first_of([_sentence(contest, of_row, summary.delta, names) for contest in summary.contests])
    return [*told, *suites.sentences(summary.suites, called)]


def first_of(sentences: Sequence[str]) -> list[str]:
    """The sentences that say something; of many the first, and how many more there are."""
    said = [one for one in sentences if one]
    return said if len(said) <= MOST else [*said[:MOST], f"… and {len(said) - MOST} more, see the table"]


def _names(summary: Summary, run: Run, titles: Mapping[str, str]) -> dict[str, str]:
    """What each row is called, by case_id: as its side, and by its source where several of a suite have one key."""
    called = platform_names([row.side for row in summary.rows], run, titles)
    names = {}
    for contest in summary.contests:
        times = Counter(row.side for row in contest.rows)
        for row in contest.rows:
            source = f" ({PurePath(row.source).name})" if times[row.side] > 1 else ""
            names[row.case_id] = f"{called[row.side]}{source}"
    return names


def platform_names(sides: Sequence[str], run: Run, titles: Mapping[str, str]) -> dict[str, str]:
    """What each side is called: as its language, or by its platform and build where any language has several sides."""
    known = {one.side: one.language for one in run.platforms}
    languages = {one: known.get(one, one.partition("/")[0]) for one in sides}
    if len(set(languages.values())) < len(languages):
        return {one: one for one in sides}
    return {one: titles.get(language, language) for one, language in languages.items()}


def _sentence(contest: Contest, of_row: Mapping[str, Contest], delta: float, names: Mapping[str, str]) -> str:
    parts = _comparisons(contest, delta, names)
    if len(contest.rows) == 1:
        parts += _against_baseline(contest.rows[0], of_row, delta, names)
    for row in contest.rows:
        if row.score is None:
            parts.append(f"{names[row.case_id]} {_unscored(row)}")
        elif not row.comparable:
            parts.append(f"{names[row.case_id]} took no longer than reading the clock")
        elif row.status == "partial":
            forks = len(row.fork_means)
            parts.append(f"only {forks} of {row.forks_planned} forks of {names[row.case_id]} count{'s' * (forks == 1)}")
    return f"{subject(contest)}: {'; '.join(parts)}" if parts else ""


def _unscored(row: Row) -> str:
    if row.status == "failed":
        return "failed"
    return "was interrupted" if row.fork_scores else "was not run"


def subject(contest: Contest) -> str:
    """What a sentence is about: `factorial(25)`, with the mode and threads where they are not the usual ones."""
    row = words.speller(contest)
    return words.named(row, ", ".join(words.values(row)), "")


def _comparisons(contest: Contest, delta: float, names: Mapping[str, str]) -> list[str]:
    """What is known about the fastest row and the others; those that it is faster than come last."""
    if not contest.fastest:
        return [f"not compared: {reason}" for reason in dict.fromkeys(one.reason for one in contest.ahead)]
    fastest, judged = names[contest.fastest], [one for one in contest.ahead if not one.not_compared]
    said = [verdict(fastest, names[one.reference], one, delta) for one in judged if one.verdict not in CLEAR]
    slower = [one for one in judged if one.verdict in CLEAR]
    if slower:
        said.append(_as_fast(fastest, [(size(one), names[one.reference] + excused(one)) for one in slower]) + by(slower[0].estimator))
    return [*said, *_not_compared(fastest, [one for one in contest.ahead if one.not_compared], names)]


def _not_compared(fastest: str, others: Sequence[Ratio], names: Mapping[str, str]) -> list[str]:
    """A part for each reason, with those that it holds of."""
    by_reason: dict[str, list[str]] = {}
    for one in others:
        by_reason.setdefault(one.reason, []).append(names[one.reference])
    return [f"not compared with {fastest}: {', '.join(several)} ({reason})" for reason, several in by_reason.items()]


def _as_fast(fastest: str, others: Sequence[tuple[str, str]]) -> str:
    """The fastest with how many times as fast it is as each other one."""
    (times, name), *more = others
    return ", ".join([f"{fastest} is {times} times as fast as {name}", *(f"{times} as {name}" for times, name in more)])


def _against_baseline(row: Row, of_row: Mapping[str, Contest], delta: float, names: Mapping[str, str]) -> list[str]:
    """A row without others in its contest may have a baseline or bound, which is another benchmark."""
    if row.ratio is None or row.ratio.reference == row.case_id:
        return []
    contest = of_row[row.ratio.reference]
    what = "bound" if any(other.baseline == "bound" for other in contest.rows) else "baseline"
    return [verdict(names[row.case_id], f"the {what} {subject(contest)}", row.ratio, delta)]
