"""The last lines of a report: a sentence per contest."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from pathlib import PurePath

from clamh.model.results import Run
from clamh.model.summary import Comparison, Contest, Ratio, Row, Summary
from clamh.report import formatting, suites
from clamh.report.ratios import CLEAR, describe_excuse, describe_verdict, format_ratio, name_estimator
from clamh.report.units import format_count

MAX_SENTENCES = 12  # with more contests the table is easier to read


def describe_conclusion(summary: Summary, run: Run, titles: Mapping[str, str]) -> list[str]:
    """One sentence per contest that has a comparison or a failure, in the order of the table, then those of the suites.

    `titles` are the names of languages by id. A language without a title is called by its id, so that results can be
    read where the language is not installed.
    """
    names, suites_by_case = name_rows(summary, run, titles), formatting.name_suites(summary)
    side_names = name_sides([row.side for row in summary.rows], run, titles)
    contest_by_case = {row.case_id: contest for contest in summary.contests for row in contest.rows}
    subjects = {row.case_id: name_contest(contest) + suites_by_case[row.case_id] for contest in summary.contests
                for row in contest.rows}
    sentences = limit_sentences(
        [_describe_contest(contest, contest_by_case, subjects, summary, names) for contest in summary.contests])
    return [*sentences, *suites.describe_suites(summary.suites, side_names)]


def limit_sentences(sentences: Sequence[str]) -> list[str]:
    """The sentences that are not empty; of more than MAX_SENTENCES the first ones, and the number of the rest."""
    filled = [sentence for sentence in sentences if sentence]
    more = len(filled) - MAX_SENTENCES
    return filled if len(filled) <= MAX_SENTENCES else [*filled[:MAX_SENTENCES], f"… and {more} more, see the table"]


def name_rows(summary: Summary, run: Run, titles: Mapping[str, str]) -> dict[str, str]:
    """The name of each row by case_id, for what shows contests apart: its side, with its source if any contest has that
    source beside another source of the side.

    The source is then named in all contests, so that no name stands for rows of both sources.
    """
    rows, side_names = summary.rows, name_sides([row.side for row in summary.rows], run, titles)
    names = _name_sources(rows, _find_repeated(rows, of_contest=True), side_names)
    return dict(zip((row.case_id for row in rows), names, strict=True))


def add_sources(summary: Summary, side_names: Mapping[str, str] = {}) -> dict[str, str]:
    """The name of each row by case_id, as in `name_sources`."""
    return dict(zip((row.case_id for row in summary.rows), name_sources(summary.rows, side_names), strict=True))


def name_sources(rows: Sequence[Row], side_names: Mapping[str, str] = {}) -> list[str]:
    """The name of each row: that of its side in `side_names` or else the side, with its source if another source of the
    side has the same benchmark, also in another suite.
    """
    return _name_sources(rows, _find_repeated(rows), side_names)


def name_pairs(comparison: Comparison, side_names: Mapping[str, str] = {}) -> list[str]:
    """The name of each pair, like that of a row: with its source if a side has several in either run."""
    return _name_sources([pair.row for pair in comparison.pairs], find_repeated_sources(comparison), side_names)


def find_repeated_sources(comparison: Comparison) -> set[tuple[str, str]]:
    """The side and source of each row that measures the same as another row of its side and run."""
    runs = zip(*((pair.a, pair.b) for pair in comparison.pairs), strict=True)
    return {side_and_source for rows in runs for side_and_source in _find_repeated([row for row in rows if row])}


def _find_repeated(rows: Sequence[Row], of_contest: bool = False) -> set[tuple[str, str]]:
    """The side and source of each row that looks like another without its source; `of_contest`: like another of its
    contest.
    """
    alike: dict[Hashable, list[Row]] = {}
    for row in rows:
        suite = os.path.dirname(row.source) if of_contest else ""
        alike.setdefault((row.side, suite, row.key, row.mode, row.threads, *sorted(row.params.items())), []).append(row)
    return {(row.side, row.source) for of_side in alike.values() if len(of_side) > 1 for row in of_side}


def _name_sources(rows: Sequence[Row], repeated: set[tuple[str, str]], side_names: Mapping[str, str]) -> list[str]:
    files = Counter(PurePath(source).name for source in {source for _, source in repeated})
    names = []
    for row in rows:
        file = PurePath(row.source).name
        source = f" ({row.source if files[file] > 1 else file})" if (row.side, row.source) in repeated else ""
        names.append(side_names.get(row.side, row.side) + source)
    return names


def name_sides(sides: Sequence[str], run: Run, titles: Mapping[str, str]) -> dict[str, str]:
    """The name of each side: its language, or its platform and build if any language has several sides."""
    language_by_side = {platform.side: platform.language for platform in run.platforms}
    languages = {side: language_by_side.get(side, side.partition("/")[0]) for side in sides}
    if len(set(languages.values())) < len(languages):
        return {side: side for side in sides}
    return {side: titles.get(language, language) for side, language in languages.items()}


def _describe_contest(contest: Contest, contest_by_case: Mapping[str, Contest], subjects: Mapping[str, str],
                      summary: Summary, names: Mapping[str, str]) -> str:
    """A sentence about a contest; `subjects` has the name of the contest of each case."""
    parts = _compare_rows(contest, summary.delta, names)
    if len(contest.rows) == 1:
        parts += _compare_with_baseline(contest.rows[0], contest_by_case, subjects, summary.delta, names)
    for row in contest.rows:
        if row.score is None:
            parts.append(f"{names[row.case_id]} {_explain_missing_score(row)}")
        elif not row.comparable:
            parts.append(f"{names[row.case_id]} took no longer than a clock reading")
        elif row.status == "partial":
            forks = len(row.fork_means)
            parts.append(f"only {forks} of {format_count(row.forks_planned, summary.unit)} of {names[row.case_id]} "
                         f"count{'s' * (forks == 1)}")
    return f"{subjects[contest.rows[0].case_id]}: {'; '.join(parts)}" if parts else ""


def _explain_missing_score(row: Row) -> str:
    if row.status == "failed":
        return "failed"
    return "was interrupted" if row.fork_scores else "was not run"


def name_contest(contest: Contest) -> str:
    """The subject of a sentence: `factorial(25)`, with mode and threads unless they are the usual ones."""
    row = formatting.find_speller(contest)
    return formatting.name_benchmark(row, ", ".join(formatting.format_values(row)), "")


def _compare_rows(contest: Contest, delta: float, names: Mapping[str, str]) -> list[str]:
    """What is known about the fastest row and each other row; the rows that are clearly slower come last."""
    if not contest.fastest:
        return [f"not compared: {reason}" for reason in dict.fromkeys(ratio.reason for ratio in contest.lead_ratios)]
    fastest, judged = names[contest.fastest], [ratio for ratio in contest.lead_ratios if not ratio.not_compared]
    claims = [
        describe_verdict(fastest, names[ratio.reference], ratio, delta) for ratio in judged
        if ratio.verdict not in CLEAR
    ]
    slower = [ratio for ratio in judged if ratio.verdict in CLEAR]
    if slower:
        listed = [(format_ratio(ratio), names[ratio.reference] + describe_excuse(ratio)) for ratio in slower]
        claims.append(_list_ratios(fastest, listed) + name_estimator(slower[0].estimator))
    return [
        *claims, *_explain_uncompared(fastest, [ratio for ratio in contest.lead_ratios if ratio.not_compared], names)
    ]


def _explain_uncompared(fastest: str, ratios: Sequence[Ratio], names: Mapping[str, str]) -> list[str]:
    """A part per reason, with the rows that it applies to."""
    by_reason: dict[str, list[str]] = {}
    for ratio in ratios:
        by_reason.setdefault(ratio.reason, []).append(names[ratio.reference])
    return [f"not compared with {fastest}: {', '.join(several)} ({reason})" for reason, several in by_reason.items()]


def _list_ratios(fastest: str, slower: Sequence[tuple[str, str]]) -> str:
    """How many times as fast the fastest row is as each slower one."""
    (times, name), *more = slower
    return ", ".join([f"{fastest} is {times} times as fast as {name}", *(f"{times} as {name}" for times, name in more)])


def _compare_with_baseline(row: Row, contest_by_case: Mapping[str, Contest], subjects: Mapping[str, str],
                           delta: float, names: Mapping[str, str]) -> list[str]:
    """The comparison of a row that is alone in its contest with its baseline or bound, which is another benchmark."""
    if row.ratio is None or row.ratio.reference == row.case_id:
        return []
    contest = contest_by_case[row.ratio.reference]
    what = "bound" if any(candidate.baseline == "bound" for candidate in contest.rows) else "baseline"
    return [describe_verdict(names[row.case_id], f"the {what} {subjects[row.ratio.reference]}", row.ratio, delta)]
