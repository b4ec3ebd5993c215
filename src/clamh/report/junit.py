"""JUnit XML, which CI systems show as tests. In a run, a failed case or build is an error. In a gate, a regression is a
failure.

Source: the schema of Apache Ant's JUnit report, which GitLab, Jenkins and viewers for GitHub read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from clamh.model.decisions import Decision, Gate
from clamh.model.results import Run, SkippedRecord
from clamh.model.summary import Row, Summary
from clamh.report import formatting, side_by_side
from clamh.report.conclusion import name_pairs, name_sources
from clamh.report.escape import escape_for_xml
from clamh.report.gate import describe_findings, describe_partial, format_ruling

ELEMENTS = ("failure", "error", "skipped")


class TestCase(NamedTuple):
    """A test of a group, the element that says why it did not pass ("" if it did), and lines about it."""

    name: str
    group: str
    element: str
    lines: list[str]


def render_run(summary: Summary, run: Run) -> str:
    """The rows of a run, and what could not be built."""
    cases = [_test_row(row, side, "" if row.status == "ok" else "error", _describe_row(row))
             for row, side in zip(summary.rows, name_sources(summary.rows), strict=True)]
    cases += _list_builds(run.skipped)
    return _render("clamh run", cases, [skip.line for skip in run.skipped if not skip.failed])


def render_gate(gate: Gate, base: Run, new: Run, titles: Mapping[str, str], allow_missing: bool = False) -> str:
    """The rows of a gate, and what could not be built for it.

    Undecided and new rows are skipped tests, since they neither passed nor failed; so are missing rows with
    `allow_missing`.
    """
    cases = [_test_row(decision.pair.row, side, _classify(decision, gate, allow_missing),
                       _describe_decision(decision, gate))
             for decision, side in zip(gate.decisions, name_pairs(gate.comparison), strict=True)]
    # Two files are of runs that reported their failed builds themselves; two builds are parts of the gate's own run.
    builds = _list_builds(base.skipped) if gate.comparison.builds else []
    listed = {f"not measured: {build.lines[0]}" for build in builds}
    findings = (*describe_findings(gate, base, titles),
                *(line for line in side_by_side.list_skipped(base, new) if line not in listed))
    return _render("clamh gate", [*cases, *builds], findings)


def render_failure(text: str) -> str:
    """An error because of which a gate has no rows."""
    return _render("clamh gate", [TestCase("gate", "clamh", "error", text.splitlines())], ())


def _list_builds(skipped: Iterable[SkippedRecord]) -> list[TestCase]:
    """A test that failed for each build that did."""
    return [TestCase("build", skip.platform, "error", [skip.line]) for skip in skipped if skip.failed]


def _test_row(row: Row, side: str, element: str, lines: list[str]) -> TestCase:
    return TestCase(formatting.name_benchmark(row, formatting.format_params(row), " "), side, element, lines)


def _render(suite_name: str, cases: Iterable[TestCase], findings: Iterable[str]) -> str:
    suite = ElementTree.Element("testsuite", name=suite_name)
    counts = dict.fromkeys(ELEMENTS, 0)
    for name, group, element, lines in cases:
        case = ElementTree.SubElement(suite, "testcase", name=escape_for_xml(name), classname=escape_for_xml(group))
        text = _join_lines(lines)
        if element:
            counts[element] += 1
            ElementTree.SubElement(case, element, message=text)
        else:
            ElementTree.SubElement(case, "system-out").text = text
    if report := _join_lines(findings):
        ElementTree.SubElement(suite, "system-out").text = report
    failures, errors, skipped = (str(counts[element]) for element in ELEMENTS)
    suite.attrib |= {
        "tests": str(len(suite.findall("testcase"))), "failures": failures, "errors": errors, "skipped": skipped
    }
    ElementTree.indent(suite)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(suite, encoding="unicode")}\n'


def _join_lines(lines: Iterable[str]) -> str:
    return "\n".join(map(escape_for_xml, lines))


def _describe_row(row: Row) -> list[str]:
    if row.score is None or row.status != "ok":
        return [formatting.describe_status(row)]
    margin = formatting.format_margin(row.score, row.interval)
    return [_join_score(formatting.format_number(row.score), margin, row.unit),
            *(f"{warning.code}: {warning.message}" for warning in row.warnings)]


def _classify(decision: Decision, gate: Gate, allow_missing: bool) -> str:
    if decision in gate.regressions:
        return "failure"
    if decision.failed:
        return "error"
    if decision in gate.missing:
        return "skipped" if allow_missing else "error"
    return "skipped" if decision in gate.undecided or decision.ruling == "new" else ""


def _describe_decision(decision: Decision, gate: Gate) -> list[str]:
    """The ruling with both scores and the ratio, or the reason why there is no ratio; first why B is partial."""
    pair, partial = decision.last.pair, list(filter(None, [describe_partial(decision, gate)]))
    if not pair.ratio:
        ruling = "" if decision.last.ruling in ("gone", "new") else f"{format_ruling(decision, gate)}: "
        return [*partial, f"{ruling}{side_by_side.explain_missing_ratio(pair, gate.comparison.names)}"]
    old, old_margin, new, new_margin, unit, ratio = side_by_side.format_pair(pair)
    name_a, name_b = gate.comparison.names
    scores = f"{_join_score(name_a, old, old_margin, unit)}, {_join_score(name_b, new, new_margin, unit)}"
    ratio = f"{side_by_side.name_ratio_column(gate.comparison)} {ratio}"
    return [*partial, f"{format_ruling(decision, gate)}: {scores}, {ratio}"]


def _join_score(*words: str) -> str:
    """A score with its margin and unit; without a margin, whose dash would look like a minus."""
    return " ".join(word for word in words if word != "-")
