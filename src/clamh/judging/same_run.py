"""Whether two results files hold the same run: then they say nothing about a change."""

from __future__ import annotations

import filecmp
import os

from clamh.model.diagnostics import Diagnostic
from clamh.model.results import ForkResult, Run


def same_run(a: Run, b: Run) -> Diagnostic | None:
    """The error that all measurements of a file are in the other too: a copy, a part, or the file itself. None
    otherwise.
    """
    fewer, more = sorted((_find_complete_forks(a), _find_complete_forks(b)), key=len)
    copied = bool(fewer) and all(more.get(place) == fork for place, fork in fewer.items())
    if (not copied or may_agree_by_chance(a, b)) and not _is_export(a, b):
        return None
    message = f"{a.path} and {b.path} have the same measurements, so they cannot show a change"
    return Diagnostic(code="same-run", message=message, hint="give the results of two runs")


def may_agree_by_chance(a: Run, b: Run) -> bool:
    """Whether both are different files of another tool with a single figure: tools round it, to 12.34 ns in both.

    What `clamh import` wrote (its lines are counted) differs from its file in bytes, and a folder has no bytes.
    """
    if any(run.origin is None or run.lines or not os.path.isfile(run.path) or
           sum(len(fork.measurement) for result in run.cases for fork in result.forks) > 1 for run in (a, b)):
        return False
    return not filecmp.cmp(a.path, b.path, shallow=False)


def _find_complete_forks(run: Run) -> dict[tuple[str, int], ForkResult]:
    """The forks that came to their end, by case_id and number."""
    return {(result.case.case_id, fork.start.fork): fork for result in run.cases for fork in result.forks
            if fork.end is not None and fork.measurement}


def _is_export(a: Run, b: Run) -> bool:
    """Whether one is a results file of ours and the other its export: both began in the same microsecond."""
    began = a.header.started == b.header.started and a.header.fingerprint == b.header.fingerprint
    return bool(a.header.started) and began and (a.origin is None) != (b.origin is None)
