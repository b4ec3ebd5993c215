"""What a gate found: the table of two runs with its rulings, and sentences on what changed; for a pull request too."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace
from rich.text import Text

from clamh.model.results import Run
from clamh.model.decisions import OPEN, Decision, Gate
from clamh.model.summary import Summary
from clamh.report import apart, side_by_side as shared, sections, terms, words
from clamh.report.columns import printed, wrapped
from clamh.report.conclusion import platform_names
from clamh.report.escape import ascii_only, printable
from clamh.report.markdown import table, text
from clamh.report.ratios import share, verdict, word
from clamh.report.units import counted

FORMATS = ("md", "json")
Judged = tuple[Run, Summary]
# What stands first in a pull request; the other rows are folded away there.
CHANGED = ("regression", "failed", "gone", "improvement", "no verdict")
COUNTED = ("regression", "improvement")  # rulings with a plural


def terminal(
    gate: Gate, a: Judged, b: Judged, titles: Mapping[str, str], *, width: int, color: bool, unicode: bool
) -> str:
    """The gate as text of at most `width` columns where names allow it; the last lines say what it found."""
    spell = printable if unicode else lambda text: ascii_only(printable(text))
    comparison = gate.comparison
    rows = shared.doubted(comparison)
    notes = words.Footnotes([row for pair in rows for row in pair])
    lines = [Text(line) for told in shared.introduced(comparison, a[0], b[0])
             for line in wrapped(spell(told), width, "", "   ")]
    said = [ruling(one, gate) for one in gate.decisions]
    lines += shared.table(comparison, rows, sections.of_comparison(comparison, ""), notes, said, spell, width)
    below = [(legend(gate), "  "), (terms.of_comparison(comparison), "  "),
             *((told, "  ") for told in shared.of_runs(comparison, a[1], b[1])),
             *((f"[{mark}] {told}", "    ") for mark, told in notes.texts()), (notes.hidden(), "    ")]
    for part in (below, [(told, "  ") for told in sentences(gate, a[0], titles)]):
        lines += [Text("")]
        lines += [Text(line) for told, hang in part if told for line in wrapped(spell(told), width, "", hang)]
    return printed(lines, color)


def markdown(gate: Gate, a: Judged, b: Judged, titles: Mapping[str, str]) -> str:
    """The gate for a pull request: what it found, the rows that changed, and the others folded away."""
    comparison = gate.comparison
    doubted = shared.doubted(comparison)
    notes = words.Footnotes([row for pair in doubted for row in pair])
    confidence = f"±{words.level(comparison.confidence)}"
    name_a, name_b = comparison.names
    head = ["Benchmark", "Platform", name_a, confidence, name_b, confidence, "Unit", shared.heading(comparison), "Ruling"]
    changed, others = [head], [head]
    for one, both in zip(gate.decisions, doubted, strict=True):
        pair = one.pair
        told = shared.cells(pair) if pair.ratio else (shared.uncompared(pair, comparison.names), *[""] * 5)
        name = words.named(pair.row, words.params(pair.row), " ")
        cells = [text(cell) for cell in (name, pair.row.side, *told, ruling(one, gate))]
        cells[2] += "".join(f"[^{mark}]" for mark in sorted({mark for row in both for mark in notes.of(row)}))
        (changed if one.ruling in CHANGED else others).append(cells)
    first, *said = sentences(gate, a[0], titles)
    parts = [f"### {text(first)}", "\n".join(f"- {text(one)}" for one in said)]
    parts += ["\n".join(table(changed, "llrrrrlll"))] if len(changed) > 1 else []
    if len(others) > 1:
        folded = "\n".join(table(others, "llrrrrlll"))
        title = counted(len(others) - 1, "other benchmark")
        parts.append(f"<details><summary>{title}</summary>\n\n{folded}\n\n</details>")
    parts += [text(one.strip()) for one in shared.introduced(comparison, a[0], b[0])]
    parts += [text(one) for one in (legend(gate), terms.of_comparison(comparison), *shared.of_runs(comparison, a[1], b[1]), notes.hidden()) if one]
    parts += [f"[^{mark}]: {text(one)}" for mark, one in notes.texts()]
    return "\n\n".join(parts) + "\n"


def as_json(gate: Gate, a: Judged, b: Judged) -> str:
    """One object: how many regressions stand, and a row per pair."""
    comparison = gate.comparison
    made = {
        "a": a[0].path, "b": b[0].path, **({"builds": comparison.builds} if comparison.builds else {}), "confidence": comparison.confidence, "delta": comparison.delta,
        "judged": gate.judged, "suite_shift": to_builtins(gate.shift), "regressions": len(gate.regressions), "failures": len(gate.failures),
        "missing": len(gate.missing), "undecided": len(gate.undecided),
        "unknown_shift": comparison.unknown_shift, "shifts": to_builtins(comparison.shifts),
        "differences": to_builtins(comparison.differences),
        "rows": [_row(one, shared.build_field(comparison)) for one in gate.decisions],
    }
    return json.dumps(made, indent=2, allow_nan=False) + "\n"


def _row(one: Decision, build: tuple[str, ...]) -> dict[str, Any]:
    again = one.again and {
        "ruling": one.again.ruling, "reason": one.again.reason, "p": one.again.p, "p_adjusted": one.again.adjusted,
        "ratio": to_builtins(one.again.pair.ratio) if one.again.pair else None}
    return {
        **{name: getattr(one.pair.row, name) for name in ("key", "benchmark", "platform", *build, "mode", "threads", "params")},
        "ruling": one.ruling, "p": one.p, "p_adjusted": one.adjusted, "ratio": to_builtins(one.pair.ratio),
        "again": again,
    }


def ruling(one: Decision, gate: Gate) -> str:
    """The ruling for a table: `regression *`, `same within 1 %`, `undecided (Δ 3.2 %)`, `not compared: different work: …`."""
    if one.again is not None:
        return f"measured together: {ruling(one.last, gate)}" if one.again.ruling else f"{ruling(replace(one, again=None), gate)}, not measured together"
    ratio = one.pair.ratio
    if ratio and ratio.verdict == one.ruling:
        return word(ratio, gate.comparison.delta)
    return _ruling(one, gate)


def _ruling(one: Decision, gate: Gate) -> str:
    match one.ruling:
        case "regression" | "improvement":
            return f"{one.ruling} *"
        case "undecided":
            return f"undecided (alone {one.pair.ratio.verdict}, among {gate.judged} not)"
        case "no verdict" if one.pair.ratio and one.pair.ratio.not_compared:
            return f"not compared: {one.pair.ratio.reason}"
        case "no verdict" if one.pair.ratio:
            return "no verdict (fewer than 3 forks)"
        case "gone":
            return f"only in {gate.comparison.names[0]}"
        case "new":
            return f"only in {gate.comparison.names[1]}"
    return one.ruling


def sentences(gate: Gate, a: Run, titles: Mapping[str, str]) -> list[str]:
    """First what the gate found, then how many there are of each ruling, then each change and each failure."""
    stand, failed = len(gate.regressions), len(gate.failures)
    many = counted(stand, "regression") if stand else "no regression"
    if stand and gate.shift:
        many = f"1 regression (the whole suite: {gate.shift.rows} rows by about the same factor)"
    found = f"gate: {many} in {counted(len(gate.decisions), 'benchmark')}"
    if not stand and gate.undecided:
        found = f"gate: UNDECIDED: no regression found, but {len(gate.undecided)} of {counted(len(gate.decisions), 'benchmark')} may hide one"
    missing = f", {len(gate.missing)} missing" if gate.missing else ""
    told = [found + (f", {failed} failed" if failed else "") + missing + _addition(gate), _counts(gate)]
    called = _platform_names(gate, a, titles)
    if gate.shift:
        told.append(_whole_suite(gate))
    for wanted in [one for one in CHANGED[:4] if not (gate.shift and one in COUNTED)]:
        told += [_sentence(one, gate, called) for one in gate.decisions if one.ruling == wanted and one.again is None]
    return [*told, *_repeats(gate, called)]


def _whole_suite(gate: Gate) -> str:
    """The one finding where all rows changed alike."""
    a, b = gate.comparison.names
    common = "the compiler, its flags, a dependency or shared code" if gate.comparison.builds else "the machine while one of them was measured, or shared code"
    return (f"the whole suite: {b} is {gate.shift.value:.3g} times as fast as {a} in {gate.shift.rows} rows, by about the same factor: "
            f"look for what they have in common, such as {common}")


def _addition(gate: Gate) -> str:
    """What a headline has at its end where rows are undecided for having been measured at two times."""
    return apart.addition(gate.comparison) if any(one.last is one and one.ruling in OPEN for one in gate.decisions) else ""


def missing_names(gate: Gate, a: Run, titles: Mapping[str, str]) -> list[str]:
    """What each benchmark that only A has is called."""
    called = _platform_names(gate, a, titles)
    return [_subject(decision, called) for decision in gate.missing]


def _platform_names(gate: Gate, a: Run, titles: Mapping[str, str]) -> dict[str, str]:
    return platform_names([decision.pair.row.side for decision in gate.decisions], a, titles)


def _counts(gate: Gate) -> str:
    counts = Counter(one.last.ruling for one in gate.decisions)
    return ", ".join(_count(ruling, count, gate) for ruling, count in counts.most_common())


def _count(ruling: str, count: int, gate: Gate) -> str:
    if ruling in COUNTED:
        return counted(count, ruling)
    a, b = gate.comparison.names
    said = {"same": f"same within {share(gate.comparison.delta)}", "gone": f"only in {a}", "new": f"only in {b}"}
    return f"{count} {said.get(ruling, ruling)}"


def _subject(one: Decision, called: Mapping[str, str]) -> str:
    row = one.pair.row
    where = f" in {called[row.side]}" if len(called) > 1 else ""
    return words.named(row, ", ".join(words.values(row)), "") + where


def _sentence(one: Decision, gate: Gate, called: Mapping[str, str]) -> str:
    if one.ruling in COUNTED:
        a, b = gate.comparison.names
        said = verdict(b, a, one.pair.ratio, gate.comparison.delta)
        return f"{one.ruling}: {_subject(one, called)}: {said} (p {_p(one.p)}, adjusted {_p(one.adjusted)})"
    return f"{_subject(one, called)}: {shared.uncompared(one.pair, gate.comparison.names)}"


def _p(value: float) -> str:
    return f"{value:.2g}" if value >= 0.0001 else "< 0.0001"


def _repeats(gate: Gate, called: Mapping[str, str]) -> Iterator[str]:
    """What became of each row that was measured again, of both builds together."""
    for one in gate.decisions:
        if one.again is None:
            continue
        if one.again.ruling is None:
            yield f"{_subject(one, called)} was not measured together: {one.again.reason}; what the files say stands: {ruling(replace(one, again=None), gate)}"
        elif one.last.ruling in COUNTED:
            yield f"measured together: {_sentence(one.last, gate, called)}"
        else:
            ratio, names = one.again.pair.ratio, gate.comparison.names
            said = verdict(*names[::-1], ratio, gate.comparison.delta) if ratio else shared.uncompared(one.again.pair, names)
            yield f"measured together: {_subject(one, called)}: {said}"


def legend(gate: Gate) -> str:
    """What a ruling means, and what the ratios are."""
    comparison = gate.comparison
    rate = f"{(1 - comparison.confidence) * 100:.6g} %"
    many = f", at a level of {rate}"
    if gate.judged > 1:
        many = (f", adjusted for the {gate.judged} benchmarks judged so that of all changes found {rate} at most are "
                "expected to be false")
    return (f"Regression *, improvement *: slower or faster by more than {share(comparison.delta)} (Δ){many}. "
            f"{shared.legend(comparison)}")
