"""The text of `clamh explain`: for each platform a table of facts about the loops, the newest score, and the code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from clamh.model.artifacts import Artifact
from clamh.model.cases import CatalogBenchmark
from clamh.model.code import Code, Target
from clamh.model.folders import relate_path
from clamh.model.identity import is_param_name
from clamh.model.listing import ListedPart, Listing
from clamh.model.numbers import spell_number
from clamh.model.options import Options
from clamh.model.summary import Judgement, Row
from clamh.report.columns import wrap_text
from clamh.report.escape import escape_unprintable
from clamh.report.formatting import format_margin, format_params, format_secondary
from clamh.report.listing import COLUMNS, LABEL, build_listing
from clamh.report.scores import format_score
from clamh.report.secondary import COUNTED, convert_secondary
from clamh.report.units import format_count


class Explained(NamedTuple):
    """A function of the benchmark on a platform: its code, its rows of the newest run, and a sentence about that run.
    """

    platform: str
    target: Target
    code: Code
    rows: tuple[Row, ...] = ()
    run: str = ""


def find_rows(newest: Judgement | None, artifact: Artifact, benchmark: CatalogBenchmark, options: Options, root: str
              ) -> tuple[tuple[Row, ...], str]:
    """The rows of the benchmark on this platform in the newest run, with the params of -p, and where they come from.

    `root` is the project's, since a row names its source relative to it; another suite may have the same key. An
    artifact that was built before (`run --artifact`) is measured without its source.
    """
    if newest is None:
        return (), ""
    wanted, source = (artifact.platform.id, benchmark.key, benchmark.name), relate_path(artifact.source, root)
    others = newest.run.header.sources.keys() - {source}
    rows = tuple(row for row in newest.summary.rows
                 if (row.platform, row.key, row.benchmark) == wanted and row.source not in others and all(
                     spell_number(value) in map(spell_number, values) for param, value in row.params.items()
                     for name, values in options.params.items() if is_param_name(name, param)))
    other = "" if is_measured(newest, artifact) else " of another build"
    return rows, f"run {newest.run.header.started[:16]}Z{other}"


def is_measured(newest: Judgement, artifact: Artifact) -> bool:
    """Whether the newest run measured this artifact."""
    return any((record.id, record.artifact_sha256) == (artifact.platform.id, artifact.sha256)
               for record in newest.run.platforms)


def render_explained(explained: Sequence[Explained], full: bool, width: int) -> list[str]:
    """The lines about all platforms: first the facts of each, then its code."""
    listings = [build_listing(each.platform, each.target, each.code, full) for each in explained]
    label = max((len(loop.name) for listing in listings for loop in listing.loops), default=0) + 2
    label = max(label, len(LABEL))
    label = max(0, min(label, width - sum(len(column) + 2 for column in COLUMNS)))
    lines = [f"{LABEL:<{label}}" + "".join(f"  {column}" for column in COLUMNS)]
    for each, listing in zip(explained, listings, strict=True):
        lines += [*wrap_text(_title(listing), width, "", "  "), *_describe_facts(each, listing, label, width)]
    for listing in listings:
        for part in listing.parts:
            lines += ["", *wrap_text(f"{listing.platform}, {part.name} ({listing.kind})", width, "", "  "),
                      *_list_code(part, width)]
            lines += [f"    … {format_count(part.left, 'more instruction')}: --full"] if part.left else []
    return [escape_unprintable(line) for line in lines]


def _title(listing: Listing) -> str:
    member = f"{listing.member}: " if listing.member else ""
    return f"{listing.platform}: {member}{listing.kind} ({listing.place})"


def _describe_facts(each: Explained, listing: Listing, label: int, width: int) -> Iterator[str]:
    for loop in listing.loops:
        lead = f"  {loop.name}"
        if cell_len(lead) > label:
            yield lead
            lead = ""
        yield lead + " " * (label - cell_len(lead)) + "".join(
            f"  {cell:>{len(column)}}" for cell, column in zip(loop.cells, COLUMNS, strict=True))
    if not listing.loops:
        yield "  no loop found"
    yield from wrap_text(f"calls: {', '.join(listing.calls) or 'none'}", width, "  ", "    ")
    for row in each.rows:
        yield from wrap_text(f"{each.run}: {_describe_row(row)}", width, "  ", "    ")
    for note in listing.notes:
        yield from wrap_text(f"note: {note}", width, "  ", "    ")


def _describe_row(row: Row) -> str:
    """The score with its margin and what was counted beside it."""
    params = f"{format_params(row)}: " if row.params else ""
    if row.score is None:
        return f"{params}no score ({row.status})"
    counts = [" ".join(filter(None, (result.label, *format_secondary(convert_secondary(row, result)))))
              for result in row.secondary if result.kind in COUNTED]
    score = f"{format_score(row.score, row.unit)} {format_margin(row.score, row.interval)}"
    return "; ".join([f"{params}{score}", *counts])


def _list_code(part: ListedPart, width: int) -> Iterator[str]:
    size = max((len(line.address) for line in part.lines), default=0)
    for line in part.lines:
        yield _cut(f"    {line.address:>{size}}  {line.text}" if line.address else f"  {line.text}", width)


def _cut(line: str, width: int) -> str:
    return line if cell_len(line) <= width else f"{line[:width - 1]}…"
