"""clamh plot [FILE]: a chart of a results file as a picture, for a paper or a slide."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clamh.cli import arguments
from clamh.cli.chart_library import draw_picture, require_charts
from clamh.cli.report import choose_run
from clamh.cli.writing import check_writable, make_folder, write_raw
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import InputError, ResultsError
from clamh.model.identity import fold, name_some
from clamh.model.numbers import spell_number
from clamh.model.options import Options
from clamh.model.selection import matches_any

if TYPE_CHECKING:
    from clamh.model.summary import Judgement
    from clamh.report.figures import Named

CHARTS = {  # as report/plot.py has them, each with what it shows
    "relative": "relative time with intervals",
    "params": "score over a param",
    "distributions": "samples of each fork",
    "warmup": "iterations of each fork",
}
FORMATS = ("svg", "png")
NAMED = 5  # benchmarks in a hint
EXAMPLES = (
    ("clamh plot -o times.svg", "the newest run"),
    ("clamh plot a.ndjson --chart params -o a.png", "another run"),
    ("clamh plot --chart warmup --only sort -p n=9 -o w.svg", ""),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("plot", "Write a chart of a results file (the newest) as SVG or PNG.",
                                      "[FILE] -o FILE", examples=EXAMPLES)
    verb.add_argument("paths", nargs="*", metavar="FILE",
                      help="a results file (.clamh/runs/latest), or that of another tool, such as JMH's JSON")
    group = verb.group("chart")
    group.add_argument("-o", metavar="FILE", help="the picture; its ending is .svg or .png")
    group.add_argument("--chart", metavar="KIND", help=" ".join(CHARTS) + " (relative)")
    group.add_argument("--only", metavar="REGEX", action="append", default=[],
                       help="only benchmarks with REGEX in name or key; repeatable")
    group.add_argument("-p", metavar="NAME=V,V", action="append", default=[],
                       help="only these values of a param; repeatable")
    arguments.add_judging(verb, None)
    verb.group("results").add_argument("--baseline", metavar="NAME",
                                       help="reference of the ratios: a benchmark, or such as 'cpp/*'")
    return verb


def main(argv: list[str]) -> int:
    """Write the picture."""
    given, options = arguments.parse_command_line(parser(), argv)
    require_charts("clamh plot")
    kind, form = check_request(given.chart or "relative", options)
    path = choose_run(options.paths, "clamh plot")
    check_writable(options, write_raw([path]))
    from clamh import pipeline
    from clamh.languages import titles
    from clamh.report.plot import build_chart

    judgement = pipeline.judge(path, options.confidence, options.delta, options.baseline)
    spec = build_chart(kind, judgement.summary, judgement.run, titles(), choose_contests(judgement, kind, options))
    if spec is None:
        reason = "no benchmark has a score" if not any(row.score is not None
                                                       for row in judgement.summary.rows) else EMPTY[kind]
        raise input_error("no-chart", f"{path}: {reason}",
                          f"other charts: --chart {' or '.join(name for name in CHARTS if name != kind)}")
    picture = draw_picture(spec, form)
    try:
        make_folder(options.output)
        with open(options.output, "wb") as file:
            file.write(picture)
    except OSError as error:
        raise ResultsError(f"-o: cannot write '{options.output}': {error.strerror}; write it elsewhere with -o FILE",
                           path) from None
    print(options.output)
    return 0


EMPTY = {
    "relative": "nothing is compared, so there is no relative time",
    "params": "the benchmark has no param with two or more numbers",
    "distributions": "no benchmark has a score",
    "warmup": "no benchmark has a score",
}


def check_request(kind: str, options: Options) -> tuple[str, str]:
    """The kind of chart and the format of the picture. Raises InputError with all problems."""
    form = os.path.splitext(options.output)[1].removeprefix(".").lower()
    problems = []
    if len(options.paths) > 1:
        problems.append(
            Diagnostic(code="usage",
                       message=f"clamh plot: got {len(options.paths)} results files, but draws a single file",
                       hint="name a single results file"))
    if not options.output:
        problems.append(
            Diagnostic(code="usage", message="clamh plot: there is no file for the picture", hint="add -o chart.svg"))
    elif form not in FORMATS:
        problems.append(
            Diagnostic(code="usage",
                       message=f"-o: '{options.output}' ends in neither {' nor '.join(f'.{name}' for name in FORMATS)}",
                       hint=f"type -o {os.path.splitext(options.output)[0]}.svg"))
    if kind not in CHARTS:
        problems.append(
            Diagnostic(code="option", message=f"--chart: '{kind}' is not {' or '.join(CHARTS)}",
                       hint=f"choose from {', '.join(CHARTS)}"))
    if problems:
        raise InputError(problems)
    return kind, form


def choose_contests(judgement: Judgement, kind: str, options: Options) -> list[Named]:
    """The contests that --only and -p select. Raises InputError if these are none, or more than the chart can show."""
    from clamh.report.figures import name_contests
    from clamh.report.plot import OF_ONE_BENCHMARK, OF_ONE_CONTEST

    every = name_contests(judgement.summary)
    params = {fold(name): tuple(map(spell_number, values)) for name, values in options.params.items()}
    chosen = [named for named in every if _is_chosen(named, options, params)]
    if not chosen and every:
        raise input_error("none-selected", "--only and -p leave out every benchmark of the results file",
                          f"it has: {name_some([named.subject.whole for named in every], NAMED)}")
    names = list(
        dict.fromkeys(named.subject.name if kind in OF_ONE_BENCHMARK else named.subject.whole for named in chosen))
    if kind in (*OF_ONE_BENCHMARK, *OF_ONE_CONTEST) and len(names) > 1:
        what = "benchmark" if kind in OF_ONE_BENCHMARK else "benchmark with its params"
        raise input_error("several-selected", f"--chart {kind} shows a single {what}, but {len(names)} are selected",
                          f"choose with --only REGEX{'' if kind in OF_ONE_BENCHMARK else ' and -p NAME=VALUE'}: "
                          f"{name_some(names, NAMED)}")
    return chosen


def _is_chosen(named: Named, options: Options, params: dict[str, tuple[str, ...]]) -> bool:
    own = {fold(name): spell_number(value) for name, value in named.contest.params.items()}
    if any(own.get(name) not in values for name, values in params.items()):
        return False
    names = (named.subject.name,) if named.subject.suite else ()  # with its suite, as messages name it
    return not options.only or any(matches_any(options.only, row.benchmark, name) for row in named.contest.rows
                                   for name in (row.key, *names))
