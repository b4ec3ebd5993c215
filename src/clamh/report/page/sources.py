"""Where the figures of a row come from: the method, the forks, the ratio with its terms, and the lines of the results
file.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from clamh.judging.statistics import noise
from clamh.machine.cpu_list import sort_cpus
from clamh.model.folders import shorten_path
from clamh.model.results import Run
from clamh.model.summary import Ratio, Row, Summary
from clamh.report import formatting
from clamh.report.escape import join_sentences
from clamh.report.ratios import format_exactly, format_verdict

Source = dict[str, Any]


def describe_methods(summary: Summary, run: Run) -> dict[str, str]:
    """How scores and ratios are computed, in a sentence for each kind of row."""
    level, unit = format_exactly(summary.confidence), summary.unit
    interval = f"the {level} interval is Student's t on the logarithms of the {unit} means"
    return {
        "sets": f"Score: total time of all sets ÷ their operations; the {level} interval is a jackknife over sets. "
        "Ratios come from the same totals.",
        "forks": f"Score: geometric mean of the {unit} means; {interval}.",
        "none": "No fork counted, so there is no score.",
        "ratio": f"on a difference of more than {format_exactly(summary.delta)} (Δ), decided by the interval of the "
                 "ratio.",
        "show": f"clamh report {shlex.quote(shorten_path(run.path))} -v EXTRA",
    }


def describe_source(row: Row, delta: float, path: str, names: Mapping[str, str]) -> Source:
    """The facts behind a row, for the panel that opens below it; `names` are those of all rows by case_id."""
    return {
        "id": row.case_id, "name": row.benchmark, "platform": row.platform, "source": row.source, "status": row.status,
        "method": _name_method(row),
        "means": [formatting.format_number(mean) for mean in row.fork_means], "planned": row.forks_planned,
        "lines": f"grep -F {shlex.quote(row.case_id)} {shlex.quote(path)}",
        "facts": _list_facts(row),
        "ratios": [_describe_ratio(ratio, kind, delta, names) for kind, ratio in _list_ratios(row)],
        "warnings": [[warning.code, join_sentences(warning.message, warning.advice)] for warning in row.warnings],
    }


def _name_method(row: Row) -> str:
    """How the score of the row is computed: from the totals of its sets if all forks took turns, and enough."""
    if row.score is None:
        return "none"
    return "sets" if row.interval and len(row.sets) == len(row.fork_means) else "forks"


def _list_ratios(row: Row) -> list[tuple[str, Ratio]]:
    """The ratios of a row to its reference and to the bound of its suite."""
    ratios = [("reference", row.ratio), ("bound", row.bound)]
    return [(kind, ratio) for kind, ratio in ratios if ratio and ratio.reference != row.case_id]


def _describe_ratio(ratio: Ratio, kind: str, delta: float, names: Mapping[str, str]) -> Source:
    unmet = [[term.name, term.message or "unknown"] for term in ratio.terms if term.holds is not True or term.message]
    return {
        "kind": kind,
        "to": names.get(ratio.reference, ratio.reference),
        "value": "" if ratio.not_compared else
        f"{formatting.format_factor(ratio.value)}{formatting.format_interval(ratio.interval)}",
        "verdict": format_verdict(ratio, delta),
        "reason": ratio.reason,
        "equal": [term.name for term in ratio.terms if term.holds is True and not term.message],
        "unmet": unmet,
    }


def _list_facts(row: Row) -> list[tuple[str, str]]:
    """Further measured facts of a row, each with its name."""
    facts = []
    if row.empty_ns is not None:
        facts.append(("empty benchmark in the same harness", f"{formatting.format_number(row.empty_ns)} ns"))
    if row.clock_cost_ns:
        facts.append(("clock cost, subtracted", f"{row.clock_cost_ns:.3g} ns"))
    if row.spread:
        facts += [(f"scatter {where}", formatting.format_percent(share)) for where, share in
                  (("within forks", row.spread.within), ("between forks", row.spread.between)) if share is not None]
    if row.noise_floor is not None:
        facts.append(("noise floor of this machine", formatting.format_percent(noise.share(row.noise_floor))))
    if row.waited:
        facts.append(("waited for a CPU", formatting.format_percent(row.waited)))
    if row.binding:
        facts.append(("threads bound to CPUs", sort_cpus(row.binding.cpus)))
    if row.collectors:
        facts.append(("garbage collector", " or ".join(row.collectors)))
    return facts
