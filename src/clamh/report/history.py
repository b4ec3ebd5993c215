"""The history of benchmarks as text: a table of what there is, and a table over commits for each series, with its
changes of level.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size

from clamh.judging.statistics.levels import METHOD, MIN_RESULTS
from clamh.model.history import KeySummary, Level, Point, Series
from clamh.model.identity import quote, spell_key
from clamh.report.escape import escape_unprintable
from clamh.report.formatting import format_percent
from clamh.report.scores import format_rate, format_time
from clamh.report.units import format_count

SHOWN = 40  # newest results of a series in a table
REPORTS = "Changes are a report about the past. They decide no gate: clamh gate measures both builds."


def render_keys(keys: Sequence[KeySummary], option: str = "") -> str:
    """A line for each benchmark. `option` is the --database of the command, with a space before it."""
    names = [escape_unprintable(summary.name) for summary in keys]
    width = max(map(cell_len, ["benchmark", *names]))
    lines = [f"{'benchmark':<{width}}  {'series':>6}  {'results':>9}  newest"]
    lines += [
        f"{set_cell_size(name, width)}  {summary.series:>6,}  {summary.results:>9,}  {format_minute(summary.newest)}"
        for name, summary in zip(names, keys, strict=True)
    ]
    return "\n".join([*lines, "", f"clamh history show BENCHMARK{option} shows its results over commits."])


def render_series(series: Series, machines: dict[str, str]) -> str:
    """The newest results of a series in the order of commits, and where its level changed."""
    first = max(0, len(series.points) - SHOWN)
    changes = {level.first: text for level, text in describe_changes(series)}
    rows = [("date", "commit", "score", "", "")]
    rows += [(format_minute(point.time), format_commit(point), format_cost(series.mode, point.time_ns),
              format_margin(point), changes.get(number, ""))
             for number, point in enumerate(series.points) if number >= first or number in changes]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join([
            f"{day:<{widths[0]}}", f"{commit:<{widths[1]}}", f"{score:>{widths[2]}}", f"{margin:>{widths[3]}}", change
        ]).rstrip() for day, commit, score, margin, change in rows
    ]
    hidden = series.earlier + len(series.points) - (len(rows) - 1)
    return "\n".join([
        name_series(series), f"  {describe_place(series, machines)}", *(f"  {line}" for line in lines),
        *([f"  {format_count(hidden, 'earlier result')} not shown"] if hidden else []),
        *([f"  fewer than {MIN_RESULTS} results: a change cannot be found yet"]
          if len(series.points) < MIN_RESULTS else [])
    ])


def describe_method() -> str:
    """How changes are found, and what they are for."""
    return f"Changes: {METHOD}. {REPORTS}"


def describe_changes(series: Series) -> Iterator[tuple[Level, str]]:
    """Each level that begins with a change, and the change in words: by how much the printed time or rate changed."""
    for before, after in zip(series.levels, series.levels[1:]):
        factor = after.median_ns / before.median_ns
        share = abs((1 / factor if series.mode == "thrpt" else factor) - 1)
        change = f"{format_percent(share)} {'slower' if factor > 1 else 'faster'}"
        costs = (format_cost(series.mode, level.median_ns) for level in (before, after))
        yield after, f"{change} from here: {' → '.join(costs)}"


def name_series(series: Series) -> str:
    """The benchmark with its params, mode, threads and platform."""
    params = ", ".join(f"{name} = {quote(value)}" for name, value in series.params.items())
    threads = format_count(series.threads, "thread") if series.threads > 1 else ""
    key = spell_key(series.key, series.benchmark, series.platform)
    parts = [f"{key} ({params})" if params else key, series.side, series.mode, threads]
    return escape_unprintable("  ".join(filter(None, parts)))


def describe_place(series: Series, machines: dict[str, str]) -> str:
    """The suite, the branch and the machine of a series."""
    machine = machines.get(series.machine) or "an unknown machine"
    named = f" ({series.machine})" if series.machine else ""
    suite = f"{series.suite}, " if series.suite else ""
    return escape_unprintable(f"{suite}branch {series.branch or '(not known)'}, on {machine}{named}")


def format_minute(time: str) -> str:
    """The date and the minute of a time."""
    return escape_unprintable(time[:16].replace("T", " "))


def format_commit(point: Point) -> str:
    """The beginning of a commit's id."""
    return escape_unprintable(point.revision[:10]) or "-"


def format_cost(mode: str, time_ns: float) -> str:
    """A time per operation, in mode thrpt as a rate."""
    return format_rate(time_ns) if mode == "thrpt" else format_time(time_ns)


def format_margin(point: Point) -> str:
    """The upper half of the interval as percent of the time; a dash when there is no interval."""
    return f"±{format_percent(point.high_ns / point.time_ns - 1)}" if point.high_ns else "-"
