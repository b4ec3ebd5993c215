"""Whether two results files hold the same run: then they say nothing about a change."""

from __future__ import annotations

from clamh.model.diagnostics import Diagnostic
from clamh.model.results import ForkResult, Run


def same_run(a: Run, b: Run) -> Diagnostic | None:
    """The error that all measurements of a file are in the other too: a copy, a part, or the file itself. None
    otherwise.
    """
    fewer, more = sorted((_find_complete_forks(a), _find_complete_forks(b)), key=len)
    copied = bool(fewer) and all(more.get(place) == fork for place, fork in fewer.items())
    if not copied and not _is_export(a, b):
        return None
    message = f"{a.path} and {b.path} have the same measurements, so they cannot show a change"
    return Diagnostic(code="same-run", message=message, hint="give the results of two runs")


def _find_complete_forks(run: Run) -> dict[tuple[str, int], ForkResult]:
    """The forks that came to their end, by case_id and number."""
    return {(result.case.case_id, fork.start.fork): fork for result in run.cases for fork in result.forks
            if fork.end is not None and fork.measurement}


def _is_export(a: Run, b: Run) -> bool:
    """Whether one is a results file of ours and the other its export: both began in the same microsecond."""
    began = a.header.started == b.header.started and a.header.fingerprint == b.header.fingerprint
    return bool(a.header.started) and began and (a.origin is None) != (b.origin is None)
