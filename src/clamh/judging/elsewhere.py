"""What to do about a doubt on what another tool measured: our options do nothing there, and it has its own."""

from __future__ import annotations

from msgspec.structs import replace

from clamh.model.results import Run
from clamh.model.summary import Warning

# Of each doubt that a file of another tool can raise and whose advice is otherwise made of our options.
INSTEAD = {
    "failed-forks": "see why in what {tool} printed or wrote, mend it, and measure again with {tool}",
    "few-forks": "let {tool} measure at least 3 times: forks, processes, runs or repetitions, as it calls them",
    "zero-time": "the work vanished or the clock stood still: see that its result is used, or let {tool} measure "
                 "longer",
    "trend": "let {tool} warm up longer, until the values stop moving",
    "not-steady": "let {tool} warm up longer if it settles; if it does not, what runs every now and then (a "
                  "collection, a compiler, a cache that fills up) belongs into every value",
    "high-variance": "quieten the machine, and let {tool} measure longer and in more processes",
    "forks-disagree": "let {tool} measure in more processes: longer ones do not narrow this interval; where memory "
                      "lies and what a JIT compiled differ from process to process",
}


def advised(one: Warning, run: Run) -> Warning:
    """The doubt, with advice that holds for the tool that measured the run."""
    if run.origin is None or one.code not in INSTEAD:
        return one
    return replace(one, advice=INSTEAD[one.code].format(tool=run.origin.tool))
