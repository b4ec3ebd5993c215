"""The report of a gate: the table of two runs with a ruling per row, and sentences about the changes. Also for a pull
request.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from clamh.model.decisions import OPEN, Decision, Gate
from clamh.model.results import Run
from clamh.model.summary import Judgement
from clamh.report import formatting, side_by_side as shared, terms, two_runs
from clamh.report.conclusion import name_pairs, name_sides
from clamh.report.markdown import build_table, escape_markdown, fence
from clamh.report.ratios import describe_verdict, format_exactly, format_verdict
from clamh.report.units import format_count

FORMATS = ("md", "json", "junit")
# A pull request shows rows with these rulings first and folds the others away.
CHANGED = ("regression", "failed", "gone", "improvement", "no verdict")
COUNTED = ("regression", "improvement")  # rulings with a plural


def render_terminal(
    gate: Gate, a: Judgement, b: Judgement, titles: Mapping[str, str], *, width: int, color: bool, unicode: bool
) -> str:
    """The gate as text of at most `width` columns where names allow it; the last lines state the findings."""
    rulings = [format_ruling(decision, gate) for decision in gate.decisions]
    return shared.print_table(gate.comparison, a, b, rulings, describe_rulings(gate),
                              describe_findings(gate, a[0], titles), width=width, color=color, unicode=unicode)


def render_markdown(gate: Gate, a: Judgement, b: Judgement, titles: Mapping[str, str]) -> str:
    """The gate for a pull request: its findings, the rows that changed, and folded away all other rows and how to read
    them. Rows that may hide a regression are only folded if the gate found a regression.
    """
    comparison = gate.comparison
    notes = formatting.Footnotes([row for pair in comparison.pairs for row in pair.rows])
    confidence = f"±{format_exactly(comparison.confidence)}"
    name_a, name_b = comparison.names
    head = [
        "Benchmark", "Platform", name_a, confidence, name_b, confidence, "Unit",
        shared.name_ratio_column(comparison), "Ruling"
    ]
    changed, undecided, others = [head], [head], [head]
    for decision, side in zip(gate.decisions, name_pairs(comparison), strict=True):
        pair = decision.pair
        figures = shared.format_pair(pair) if pair.ratio else (shared.explain_missing_ratio(pair, comparison.names),
                                                               *[""] * 5)
        name = formatting.name_benchmark(pair.row, formatting.format_params(pair.row), " ")
        cells = [escape_markdown(cell) for cell in (name, side, *figures, format_ruling(decision, gate))]
        cells[2] += "".join(f"[^{mark}]" for mark in sorted({mark for row in pair.rows for mark in notes.of(row)}))
        rulings = {decision.ruling, decision.last.ruling}  # a repetition may decide what the files left open
        table = (changed if rulings & set(CHANGED) or decision.failed
                 else undecided if decision in gate.undecided else others)
        table.append(cells)
    first, *changes = describe_findings(gate, a[0], titles)
    parts = [f"### {escape_markdown(first)}", "\n".join(f"- {escape_markdown(change)}" for change in changes)]
    parts += ["\n".join(build_table(changed, "llrrrrlll"))] if len(changed) > 1 else []
    for table, name, shown in ((undecided, "undecided row", not gate.regressions),
                               (others, "other row", False)):
        if len(table) > 1:
            parts += _fold(format_count(len(table) - 1, name), ["\n".join(build_table(table, "llrrrrlll"))], shown)
    introduction = list(shared.introduce_runs(comparison, a[0], b[0]))
    above = [line for line in introduction if not line.startswith(" ")]
    below = (*above, terms.describe_comparison(comparison), *shared.describe_whole_runs(comparison, a[1], b[1]),
             notes.hidden(formatting.list_commands(a[0], b[0])))
    parts += [escape_markdown(paragraph) for paragraph in below if paragraph]
    details = [describe_rulings(gate), *dict.fromkeys(line.strip() for line in introduction if line not in above)]
    parts += _fold("How to read the table, and the machine", [escape_markdown(line) for line in details])
    parts += [f"[^{mark}]: {escape_markdown(footnote)}" for mark, footnote in notes.texts()]
    return "\n\n".join(parts) + "\n"


def render_failure(text: str) -> str:
    """An error for a pull request: a build that failed, or inputs that cannot be judged."""
    return "\n\n".join(["### gate: nothing was judged", "\n".join(fence(text.splitlines()))]) + "\n"


def render_json_failure(text: str) -> str:
    """An error instead of the object of `render_json`."""
    return json.dumps({"error": text}, indent=2) + "\n"


def _fold(title: str, parts: Sequence[str], shown: bool = False) -> list[str]:
    """Paragraphs of Markdown below a title that shows or hides them."""
    return [f"<details{' open' if shown else ''}><summary>{title}</summary>", *parts, "</details>"]


def render_json(gate: Gate, a: Judgement, b: Judgement) -> str:
    """One object with the number of remaining regressions and a row per pair."""
    comparison = gate.comparison
    document = {
        "a": a[0].path,
        "b": b[0].path,
        **({"builds": comparison.builds} if comparison.builds else {}),
        "confidence": comparison.confidence,
        "delta": comparison.delta,
        "judged": gate.judged,
        "suite_shift": to_builtins(gate.shift),
        "regressions": len(gate.regressions),
        "failures": len(gate.failures),
        "missing": len(gate.missing),
        "undecided": len(gate.undecided),
        "unknown_shift": comparison.unknown_shift,
        "shifts": to_builtins(comparison.shifts),
        "differences": to_builtins(comparison.differences),
        "not_measured": shared.list_skipped(a[0], b[0]),
        "rows": [_row_object(decision, shared.name_more_fields(comparison)) for decision in gate.decisions],
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _row_object(decision: Decision, more: tuple[str, ...]) -> dict[str, Any]:
    repeated = decision.repeat and {
        "ruling": decision.repeat.ruling, "reason": decision.repeat.reason, "p": decision.repeat.p,
        "p_adjusted": decision.repeat.adjusted,
        "ratio": to_builtins(decision.repeat.pair.ratio) if decision.repeat.pair else None
    }
    return {
        **{name: getattr(decision.pair.row, name)
           for name in ("key", "benchmark", "platform", *more, "mode", "threads", "params")},
        "ruling": decision.ruling,
        "p": decision.p,
        "p_adjusted": decision.adjusted,
        "ratio": to_builtins(decision.pair.ratio),
        "again": repeated,
    }


def format_ruling(decision: Decision, gate: Gate) -> str:
    """The ruling for a table: `regression *`, `same within 1 %`, `undecided (Δ 3.2 %)`, `not compared: different work:
    …`.
    """
    if decision.repeat is not None:
        if decision.repeat.ruling:
            return f"measured together: {format_ruling(decision.last, replace(gate, judged=decision.repeat.judged))}"
        return f"{format_ruling(replace(decision, repeat=None), gate)}, not measured together"
    ratio = decision.pair.ratio
    if ratio and ratio.verdict == decision.ruling:
        return format_verdict(ratio, gate.comparison.delta)
    return _describe_ruling(decision, gate)


def _describe_ruling(decision: Decision, gate: Gate) -> str:
    match decision.ruling:
        case "regression" | "improvement":
            return f"{decision.ruling} *"
        case "undecided":
            return f"undecided ({decision.pair.ratio.verdict} before adjusting for {gate.judged} rows)"
        case "no verdict" if decision.pair.ratio and decision.pair.ratio.not_compared:
            return f"not compared: {decision.pair.ratio.reason}"
        case "no verdict" if decision.pair.ratio:
            return "no verdict (fewer than 3 forks)"
        case "gone":
            return f"only in {gate.comparison.names[0]}"
        case "new":
            return f"only in {gate.comparison.names[1]}"
    return decision.ruling


def describe_findings(gate: Gate, a: Run, titles: Mapping[str, str]) -> list[str]:
    """The headline, then the number of rows per ruling, then a sentence per change and per failure."""
    stand = len(gate.regressions)
    many = format_count(stand, "regression") if stand else "no regression"
    if stand and gate.shift:
        many = f"1 regression (the whole suite: {gate.shift.rows} rows by about the same factor)"
    headline = f"gate: {many} in {format_count(len(gate.decisions), 'row')}"
    if not stand and gate.undecided:
        headline = (f"gate: UNDECIDED: no regression found, but {len(gate.undecided)} of "
                    f"{format_count(len(gate.decisions), 'row')} may hide one")
    subjects = _name_subjects(gate, a, titles)
    partial = [f"{subject}: {text}" for decision, subject in zip(gate.decisions, subjects, strict=True)
               if (text := describe_partial(decision, gate))]
    counts = {"failed": len(gate.failures) - len(partial), "partial": len(partial), "missing": len(gate.missing)}
    headline += "".join(f", {count} {what}" for what, count in counts.items() if count)
    texts = [headline + _headline_addition(gate), _count_rulings(gate)]
    if gate.shift:
        texts.append(_describe_suite_shift(gate))
    for ruling in [ruling for ruling in CHANGED[:4] if not (gate.shift and ruling in COUNTED)]:
        texts += [_describe_decision(decision, gate, subject)
                  for decision, subject in zip(gate.decisions, subjects, strict=True)
                  if decision.ruling == ruling and decision.repeat is None]
    return [*texts, *partial, *_describe_repeats(gate, subjects)]


def describe_partial(decision: Decision, gate: Gate) -> str:
    """Why a row is a failure although its ruling is another: `B partial: killed by signal 9`; "" for other rows."""
    if decision.last.ruling == "failed" or not decision.failed:
        return ""
    return f"{gate.comparison.names[1]} {formatting.describe_status(decision.last.pair.b)}"


def _describe_suite_shift(gate: Gate) -> str:
    """The single sentence that replaces the rows' own when all rows changed by about the same factor."""
    a, b = gate.comparison.names
    common = ("the compiler, its flags, a dependency or shared code" if gate.comparison.builds
              else "the machine during one of the measurements, or shared code")
    return (
        f"the whole suite: {b} is {gate.shift.value:.3g} times as fast as {a} in {gate.shift.rows} rows, by about the "
        f"same factor: look for a common cause, such as {common}")


def _headline_addition(gate: Gate) -> str:
    """The end of the headline when rows are undecided because the runs were measured at two times."""
    undecided = any(decision.last is decision and decision.ruling in OPEN for decision in gate.decisions)
    return two_runs.build_addition(gate.comparison) if undecided else ""


def missing_names(gate: Gate, a: Run, titles: Mapping[str, str]) -> list[str]:
    """The name of each benchmark that only A has."""
    return [subject for decision, subject in zip(gate.decisions, _name_subjects(gate, a, titles), strict=True)
            if decision.ruling == "gone"]


def _name_subjects(gate: Gate, a: Run, titles: Mapping[str, str]) -> list[str]:
    """The benchmark of each decision, with its side if there are several."""
    rows = [decision.pair.row for decision in gate.decisions]
    names = name_pairs(gate.comparison, name_sides([row.side for row in rows], a, titles))
    several = len(set(names)) > 1
    return [formatting.name_benchmark(row, ", ".join(formatting.format_values(row)), "") +
            (f" in {name}" if several else "") for row, name in zip(rows, names, strict=True)]


def _count_rulings(gate: Gate) -> str:
    counts = Counter(decision.last.ruling for decision in gate.decisions)
    return ", ".join(_describe_count(ruling, count, gate) for ruling, count in counts.most_common())


def _describe_count(ruling: str, count: int, gate: Gate) -> str:
    if ruling in COUNTED:
        return format_count(count, ruling)
    a, b = gate.comparison.names
    labels = {
        "same": f"same within {format_exactly(gate.comparison.delta)}", "gone": f"only in {a}", "new": f"only in {b}"
    }
    return f"{count} {labels.get(ruling, ruling)}"


def _describe_decision(decision: Decision, gate: Gate, subject: str) -> str:
    if decision.ruling in COUNTED:
        a, b = gate.comparison.names
        claim = describe_verdict(b, a, decision.pair.ratio, gate.comparison.delta)
        probability = f"p {_format_p(decision.p)}, adjusted {_format_p(decision.adjusted)}"
        return f"{decision.ruling}: {subject}: {claim} ({probability})"
    return f"{subject}: {shared.explain_missing_ratio(decision.pair, gate.comparison.names)}"


def _format_p(value: float) -> str:
    return f"{value:.2g}" if value >= 0.0001 else "< 0.0001"


def _describe_repeats(gate: Gate, subjects: Sequence[str]) -> Iterator[str]:
    """A sentence for each row that was measured again, with both builds together."""
    for decision, subject in zip(gate.decisions, subjects, strict=True):
        if decision.repeat is None:
            continue
        if decision.repeat.ruling is None:
            before = format_ruling(replace(decision, repeat=None), gate)
            yield (f"{subject} was not measured together: {decision.repeat.reason}; the verdict from the files stands: "
                   f"{before}")
        elif decision.last.ruling in COUNTED:
            yield f"measured together: {_describe_decision(decision.last, gate, subject)}"
        else:
            ratio, names = decision.repeat.pair.ratio, gate.comparison.names
            claim = (describe_verdict(*names[::-1], ratio, gate.comparison.delta) if ratio
                     else shared.explain_missing_ratio(decision.repeat.pair, names))
            yield f"measured together: {subject}: {claim}"


def describe_rulings(gate: Gate) -> str:
    """The meaning of the rulings and of the ratios."""
    comparison = gate.comparison
    rate = f"{(1 - comparison.confidence) * 100:.6g} %"
    adjustment = f", at a level of {rate}"
    if gate.judged > 1:
        adjustment = (
            f", adjusted for {gate.judged} rows so that at most {rate} of all reported changes are expected to "
            "be false"
        )
    again = max((decision.repeat.judged for decision in gate.decisions if decision.repeat), default=0)
    if again > 1:
        adjustment += f"; what was measured together is adjusted for {format_count(again, 'row')}"
    return (
        f"Regression *, improvement *: slower or faster by more than {format_exactly(comparison.delta)} (Δ)"
        f"{adjustment}. {shared.describe_ratios(comparison)}")
