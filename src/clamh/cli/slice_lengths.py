"""Longer slices for contests whose turn effects differed: what this machine has stored of runs, and what a run adds."""

from __future__ import annotations

import os

from msgspec.structs import replace

from clamh.cli import show
from clamh.machine import slice_lengths
from clamh.machine.environment import read_machine
from clamh.model.cases import Plan
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.summary import Judgement
from clamh.running.planning.contests import stored_name, with_slices
from clamh.running.planning.turns import SLICE_NS

LONGEST_NS = 40_000_000


def apply_stored_slices(plan: Plan, options: Options) -> Plan:
    """The plan with the slices that earlier runs found long enough; unchanged where the user's seed replays a run."""
    if options.replayed or not plan.contests:
        return plan
    try:
        return with_slices(plan, slice_lengths.load(read_machine(), slice_lengths.place()))
    except InputError as error:
        show.warn(replace(problem, severity="warning") for problem in error.diagnostics)
        return plan


def store_slices(judgement: Judgement) -> None:
    """Store twice the length for each contest whose turn effects differed, unless its slices were shorter than the
    default.

    A file that cannot be written is a warning.
    """
    # imported here: no judging module is in memory while a run measures
    from clamh.judging.turn_effects import turn_effects_differ

    run, summary, longer_ns = judgement.run, judgement.summary, {}
    records = {record.case.case_id: record.case for record in run.cases}
    lengths = {case_id: set_record.slice_ns for set_record in run.sets for case_id in set_record.cases}
    for contest in summary.contests:
        rows = [row for row in contest.rows if row.sets]
        length_ns = max((lengths.get(row.case_id, 0) for row in rows), default=0)
        if SLICE_NS <= length_ns < LONGEST_NS and turn_effects_differ(rows, summary.confidence, summary.delta):
            folder = os.path.dirname(os.path.join(run.header.root, records[rows[0].case_id].source))
            longer_ns[stored_name(folder, [records[row.case_id] for row in rows])] = min(LONGEST_NS, 2 * length_ns)
    if not longer_ns:
        return
    path = slice_lengths.place()
    try:
        slice_lengths.store(read_machine(), longer_ns, path)
    except (InputError, OSError) as error:
        message = f"cannot store longer slices for the next run: {error}"
        show.warn([
            Diagnostic(code="slice-lengths", severity="warning", message=message,
                       hint=f"check that you may write {path}")
        ])
