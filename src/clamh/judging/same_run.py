"""Whether two results files hold one run: of a change they then say nothing, however surely they say it."""

from __future__ import annotations

from clamh.model.diagnostics import Diagnostic
from clamh.model.results import ForkResult, Run


def same_run(a: Run, b: Run) -> Diagnostic | None:
    """What is said when all that one of them measured is in the other too: a copy, a part, or the file itself."""
    fewer, more = sorted((_measured(a), _measured(b)), key=len)
    copied = bool(fewer) and all(more.get(place) == fork for place, fork in fewer.items())
    if not copied and not _exported(a, b):
        return None
    told = f"{a.path} and {b.path} have the same measurements: of a change they say nothing"
    return Diagnostic(code="same-run", message=told, mend="give the results of two runs")


def _measured(run: Run) -> dict[tuple[str, int], ForkResult]:
    """The forks that came to their end, by case_id and number."""
    return {(one.case.case_id, fork.start.fork): fork for one in run.cases for fork in one.forks
            if fork.end is not None and fork.measurement}


def _exported(a: Run, b: Run) -> bool:
    """Whether one is a results file of ours and the other its export: both were begun in the same microsecond."""
    began = a.header.started == b.header.started and a.header.fingerprint == b.header.fingerprint
    return bool(a.header.started) and began and (a.origin is None) != (b.origin is None)
