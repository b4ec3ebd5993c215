"""The advice of warnings about another tool's results: our options have no effect there, and the tool has its own."""

from __future__ import annotations

from msgspec.structs import replace

from clamh.model.results import Run
from clamh.model.summary import Warning

# For each warning that another tool's file can cause and whose usual advice names our options.
ADVICE_OF_TOOLS = {
    "failed-forks": "find the reason in the output of {tool}, fix it, and measure again with {tool}",
    "few-forks": "let {tool} measure at least 3 times (forks, processes, runs or repetitions)",
    "zero-time": "the work was removed or the clock did not advance: use the result, or let {tool} measure longer",
    "trend": "let {tool} warm up longer, until the values stop moving",
    "not-steady": "let {tool} warm up longer; if it never settles, what recurs (a collection, a compiler, a cache that "
                  "fills up) belongs to every value",
    "high-variance": "close other programs, and let {tool} measure longer and in more processes",
    "forks-disagree": "let {tool} measure in more processes; longer ones do not narrow this interval, since memory "
                      "layout and JIT code differ between processes",
    "not-processes": "let {tool} measure at least 3 times, and join its files: clamh import FILE FILE FILE",
}


def replace_advice(doubt: Warning, run: Run) -> Warning:
    """The warning, with advice that fits the tool that measured the run."""
    if run.origin is None or doubt.code not in ADVICE_OF_TOOLS:
        return doubt
    return replace(doubt, advice=ADVICE_OF_TOOLS[doubt.code].format(tool=run.origin.tool))
