"""clamh run PATH: build, measure everything together, compare."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from clamh.cli import arguments, show
from clamh.cli.announce import announcement, counted, skips
from clamh.cli.progress import progress, say
from clamh.cli.report import check_writable, judged, write_file
from clamh.diagnostics import Diagnostic
from clamh.errors import InputError, Interrupted, ResultsError
from clamh.cases import Plan
from clamh.model import Artifact, Platform
from clamh.options import Options


EXAMPLES = (
    ("clamh run", "all that is in this folder"),
    ("clamh run suite --quick", "a first answer"),
    ("clamh run suite --dry", "does everything work?"),
    ("clamh run a.cpp B.java::Recursive -p number=20,25", ""),
    ("clamh run --only sort -e slow --platform 'cpp/*'", ""),
    ("clamh run -f 10 -rf json -rff out.json", "more forks, JMH's file"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    one = arguments.parser("run", "Build, measure everything together, compare.", examples=EXAMPLES)
    arguments.add_paths(one)
    arguments.add_selection(one)
    arguments.add_measuring(one)
    arguments.add_dry(one)
    arguments.add_results(one)
    arguments.add_judging(one)
    one.group("benchmarks").add_argument("--artifact", metavar="ID:FILE",
                                         help="a built artifact as it is: what ./run_<name> asks for")
    return one


def main(argv: list[str]) -> int:
    """Run and report; 0 when all was measured, 1 when a case failed."""
    given, options = arguments.read(parser(), argv)
    check_writable(options.result_file)

    from clamh import pipeline

    if given.artifact and options.paths:
        message = f"--artifact and {', '.join(options.paths)}: an artifact is run alone"
        raise InputError([Diagnostic(code="usage", message=message,
                                     mend="leave out one of them; --only selects benchmarks in it")])
    if given.artifact:
        plan = pipeline.of_artifact(_artifact(given.artifact), options)
    else:
        plan = pipeline.planned(options, show.warn, quiet if options.verbosity == "SILENT" else say)
    if options.verbosity != "SILENT" and not (given.dry and plan.cases):
        say(announcement(plan))
    if not plan.cases:
        return 0
    if given.dry:
        return tried(plan, options)
    try:
        path = measured(plan, options, argv)
    except Interrupted as error:
        if error.results:
            _finish(error.results, options)
        raise
    except ResultsError as error:
        if os.path.isfile(error.results):  # a device that is always full holds nothing to report
            print(judged(error.results, options)[1], end="")
        raise
    return _finish(path, options)


def quiet(text: str) -> None:
    """Says nothing."""


def tried(plan: Plan, options: Options) -> int:
    """Every case once and not measured; 1 when one failed."""
    from clamh.cli.dry import dry
    from clamh.execute import case_command

    failures = dry(plan, case_command, lambda text: print(show.fitting(text, sys.stdout), flush=True))
    if options.verbosity != "SILENT":
        tried = f"{counted(len(plan.cases), 'case')} tried, {failures} failed"
        say("\n".join([*skips(plan), f"{tried}; nothing was measured, and no results file written"]))
    return int(failures > 0)


def measured(plan: Plan, options: Options, argv: list[str]) -> str:
    """Execute the plan and return the results file. Statistics and reports are not even imported before."""
    from clamh.environment import environment, fingerprint
    from clamh.execute import execute

    path = execute(
        plan, options, argv=("clamh", "run", *argv), environment=environment(), fingerprint=fingerprint(),
        progress=progress(plan, options.verbosity == "SILENT"), notice=say)
    return str(path)


def _finish(path: str, options: Options) -> int:
    summary, text, code = judged(path, options)
    print(text, end="")
    write_file(summary, path, options)
    if options.verbosity != "SILENT":
        say(f"results: {os.path.relpath(path)} (clamh report shows them again)")
    return code


def _artifact(text: str) -> Artifact:
    """The noun for an artifact that was started directly; its own `hello` says the rest."""
    language, colon, path = text.partition(":")
    from clamh.languages import languages

    if not colon or language not in languages() or not Path(path).is_file():
        raise InputError([Diagnostic(code="no-artifact", message=f"--artifact: '{text}' is not LANGUAGE:FILE",
                                     mend=f"give an existing file and one of: {', '.join(languages())}")])
    platform = Platform(id=language, language=language, executable="", version="")
    return Artifact(source=path, platform=platform, path=os.path.abspath(path), sha256="")
