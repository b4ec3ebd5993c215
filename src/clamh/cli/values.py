"""clamh check --values PATH: whether the implementations of each benchmark compute the same, without measuring."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from clamh.cli import arguments, show
from clamh.cli.announce_plan import describe_skips
from clamh.cli.check import add_values
from clamh.cli.progress import print_line
from clamh.model.cases import Plan
from clamh.model.options import Options
from clamh.model.work import BAD, WorkComparison, group_implementations

if TYPE_CHECKING:
    from clamh.sources.excuses import Excuses

EXAMPLES = (
    ("clamh check --values", "all benchmarks of this folder"),
    ("clamh check --values suite -p number=20", "for one value of a param"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser(
        "check --values", "Check that all implementations of each benchmark compute the same.", examples=EXAMPLES)
    add_values(verb, "")
    arguments.add_paths(verb)
    arguments.add_selection(verb)
    arguments.add_cases(verb, "a missing toolchain is an error; without --values: fail on warnings")
    arguments.add_languages(verb)
    return verb


def main(argv: list[str]) -> int:
    """Build, invoke and compare; 0 when all values are equal or excused, 1 when some differ or a case failed."""
    _, options = arguments.parse_command_line(parser(), argv)

    from clamh import pipeline
    from clamh.judging.work import compare_implementations
    from clamh.report.work import describe_comparison, count_outcomes

    plan = pipeline.make_plan(options, show.warn, print_line, measured=False)
    work = pipeline.compute(plan, print_line)
    comparisons = compare_implementations(plan, work.records)
    for comparison in comparisons:
        print(show.fit_encoding("\n".join(describe_comparison(comparison)), sys.stdout))
    print(show.fit_encoding("\n".join([*count_outcomes(comparisons), *describe_skips(plan)]), sys.stdout))
    if _is_whole(plan, options):
        warn_of_unneeded(plan, comparisons, work.excuses, options)
    return int(any(comparison.outcome in BAD for comparison in comparisons))


def _is_whole(plan: Plan, options: Options) -> bool:
    """Whether everything that a clamh.toml can name was compared: what was left out may need its excuses."""
    narrowed = (options.only, options.exclude, options.within, options.params, options.platforms)
    return not any(narrowed) and not plan.skipped


def warn_of_unneeded(plan: Plan, comparisons: Sequence[WorkComparison], excuses: Excuses, options: Options) -> None:
    """Warn of lines of clamh.toml that no longer excuse anything."""
    from clamh.sources.excuses import find_unneeded

    needed = {
        excuses[case.artifact, case.key]
        for cases, comparison in zip(group_implementations(plan), comparisons, strict=True) for case in cases
        if comparison.outcome != "same" and (case.artifact, case.key) in excuses
    }
    show.warn(find_unneeded(excuses.values(), needed, options.paths))
