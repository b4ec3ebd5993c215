"""The report of a submission: the outcome of its tasks, a table per queue and host, and comparisons of nodes if
requested.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from clamh.model.collection import Collection, NodeResults
from clamh.model.submission import ACTIVE, Attempt, TaskOutcome
from clamh.model.summary import Interval, Ratio, Row
from clamh.report import markdown, render, render_comparison
from clamh.report.columns import wrap_text
from clamh.report.escape import choose_spelling, escape_unprintable
from clamh.report.look import Look
from clamh.report.side_by_side_files import encode_number
from clamh.report.units import format_count

FORMATS = ("md", "json", "csv")


def render_collection(collection: Collection, format: str, look: Look) -> str:
    """The report as text, for the terminal or in one of FORMATS."""
    return {"terminal": _terminal, "md": _markdown, "json": _json, "csv": _csv}[format](collection, look)


def describe_attempt(attempt: Attempt) -> str:
    """The state of an attempt, its host and the reason."""
    where = f" on {attempt.host}" if attempt.host else ""
    reason = attempt.reason if attempt.reason != "None" else ""
    if attempt.state == "finished" and attempt.exit_code:
        reason = "a case failed, or implementations compute different values"
    return f"{attempt.state}{where}{f': {reason}' if reason else ''}"


def _terminal(collection: Collection, look: Look) -> str:
    spell = choose_spelling(look.unicode)
    lines = [line for text in _introduction(collection) for line in wrap_text(spell(text), look.width, "", "  ")]
    for outcome in collection.outcomes:
        for text in _describe_outcome(outcome):
            lines += wrap_text(spell(text), look.width, "  ", "      ")
    lines += [
        line for warning in collection.warnings
        for line in wrap_text(spell(f"{warning.code}: {warning.message}; {warning.advice}"), look.width, "", "  ")
    ]
    text = "".join(f"{line}\n" for line in lines)
    for node in collection.nodes:
        text += f"\n{spell(_title(node))}\n{render(node.summary, node.run, 'terminal', look)}"
    for beside in collection.comparisons:
        text += f"\n{spell(f'{beside.b.name} beside {beside.a.name}')}\n"
        text += render_comparison(beside.comparison, beside.a.judgement, beside.b.judgement, "terminal", look)
    return text


def _markdown(collection: Collection, look: Look) -> str:
    parts = [markdown.escape_markdown(text) for text in _introduction(collection)]
    texts = [text for outcome in collection.outcomes for text in _describe_outcome(outcome)]
    parts += ["\n".join(f"- {markdown.escape_markdown(text)}" for text in texts)] if texts else []
    parts += [
        markdown.escape_markdown(f"{warning.code}: {warning.message}; {warning.advice}")
        for warning in collection.warnings
    ]
    pages = [(_title(node), render(node.summary, node.run, "md", look)) for node in collection.nodes]
    pages += [(f"{beside.b.name} beside {beside.a.name}",
               render_comparison(beside.comparison, beside.a.judgement, beside.b.judgement, "md", look))
              for beside in collection.comparisons]
    for number, (title, page) in enumerate(pages, 1):
        # Footnotes are numbered per document in Markdown, but each page numbers its own from 1.
        parts += [
            f"## {markdown.escape_markdown(title)}",
            re.sub(r"(?<!\\)\[\^(\d+)\]", rf"[^{number}-\1]", page).rstrip("\n")
        ]
    return "\n\n".join(parts) + "\n"


def _introduction(collection: Collection) -> Iterator[str]:
    submission, outcomes = collection.submission, collection.outcomes
    yield f"submission {submission.id} of {submission.created}: clamh {' '.join(submission.command)}"
    finished = sum(outcome.state == "finished" for outcome in outcomes)
    active = sum(outcome.state in ACTIVE for outcome in outcomes)
    going = f", {active} not finished" if active else ""
    yield (f"{', '.join(submission.queues)}: {format_count(submission.repetitions, 'repetition')} each, "
           f"{finished} of {format_count(len(outcomes), 'task')} finished{going}")


def _describe_outcome(outcome: TaskOutcome) -> Iterator[str]:
    """A line for each unfinished attempt, and the last lines that a failed attempt printed."""
    if not outcome.attempts:
        yield f"{outcome.task.name}: not submitted"
    for attempt in outcome.attempts:
        if attempt.state == "finished" and not attempt.exit_code:
            continue
        yield f"{outcome.task.name}: {describe_attempt(attempt)}"
        if attempt is outcome.attempts[-1]:
            yield from (f"| {line.expandtabs(4)}" for line in attempt.errors)


def _title(node: NodeResults) -> str:
    numbers = ", ".join(str(repetition.number) for repetition in node.repetitions)
    cpu = f" ({node.cpu})" if node.cpu else ""
    return f"{node.name}{cpu}: repetition{'s' * (len(node.repetitions) > 1)} {numbers}"


def _json(collection: Collection, look: Look) -> str:
    """One object; scores are in each row's unit."""
    submission = collection.submission
    document = {
        "submission": to_builtins(submission),
        "tasks": [{
            "queue": outcome.task.queue, "repetition": outcome.task.repetition, "state": outcome.state,
            "attempts": [_attempt(attempt) for attempt in outcome.attempts]
        } for outcome in collection.outcomes],
        "warnings": to_builtins(collection.warnings),
        "nodes": [{
            "queue": node.queue, "host": node.host, "cpu": node.cpu,
            "repetitions": [repetition.number
                            for repetition in node.repetitions], "confidence": node.summary.confidence,
            "delta": node.summary.delta, "rows": [_row(row) for row in node.summary.rows]
        } for node in collection.nodes],
        "comparisons": [{
            "a": beside.a.name, "b": beside.b.name, "rows": [{
                "key": pair.row.key, "platform": pair.row.platform, "mode": pair.row.mode, "threads": pair.row.threads,
                "params": pair.row.params, "ratio": pair.ratio and _ratio(pair.ratio)
            } for pair in beside.comparison.pairs]
        } for beside in collection.comparisons],
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        name: getattr(attempt, name)
        for name in ("batch", "state", "reason", "host", "cpu", "exit_code", "results", "errors")
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        **{name: getattr(row, name) for name in ("case_id", "key", "benchmark", "source", "platform", "build", "mode",
                                                 "threads", "params", "unit", "status")},
        "score": None if row.score is None else encode_number(row.score),
        "interval": to_builtins(row.interval),
        "repetitions": [encode_number(score) for score in row.fork_means],
        "ratio": row.ratio and _ratio(row.ratio),
        "warnings": to_builtins(row.warnings),
    }


def _ratio(ratio: Ratio) -> dict[str, Any]:
    return {
        name: to_builtins(getattr(ratio, name))
        for name in ("reference", "value", "interval", "confidence", "verdict", "reason", "decided_at")
    }


def _csv(collection: Collection, look: Look) -> str:
    """A line per node and row; cells without a value are empty."""
    out = io.StringIO()
    writer = csv.writer(out)
    params = sorted({name for node in collection.nodes for row in node.summary.rows for name in row.params})
    writer.writerow(
        map(escape_unprintable,
            ("Queue", "Host", "Benchmark", "Platform", "Mode", "Threads", *(f"Param: {name}" for name in params),
             "Repetitions", "Score", "Score low", "Score high", "Unit", "Ratio", "Ratio low", "Ratio high", "Verdict")))
    for node in collection.nodes:
        for row in node.summary.rows:
            named = (node.queue, node.host, row.key, row.side, row.mode, str(row.threads), *(row.params.get(name, "")
                                                                                             for name in params))
            ratio = (row.ratio if row.ratio and row.ratio.reference != row.case_id and not row.ratio.not_compared
                     else None)
            writer.writerow([
                *map(escape_unprintable, named),
                len(row.fork_means), "" if row.score is None else row.score, *_ends(row.interval), row.unit,
                ratio.value if ratio else "", *_ends(ratio.interval if ratio else None), (ratio and ratio.verdict) or ""
            ])
    return out.getvalue()


def _ends(interval: Interval | None) -> tuple[Any, Any]:
    return (interval.low, interval.high) if interval else ("", "")
