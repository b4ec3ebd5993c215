"""Longer slices for contests whose turn effects differed: what runs have stored on this machine, and what a run adds to it."""

from __future__ import annotations

import os

from msgspec.structs import replace

from clamh.cli import show
from clamh.machine import slice_lengths
from clamh.machine.environment import machine
from clamh.model.cases import Plan
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.summary import Judgement
from clamh.running.planning.contests import stored_name, with_slices
from clamh.running.planning.turns import SLICE_NS

LONGEST_NS = 40_000_000


def planned_slices(plan: Plan, options: Options) -> Plan:
    """The plan with the slices that earlier runs found to be long enough; not with a seed of the user's, which is to replay a run."""
    if options.replayed or not plan.contests:
        return plan
    try:
        return with_slices(plan, slice_lengths.load(machine(), slice_lengths.place()))
    except InputError as error:
        show.warn(replace(one, severity="warning") for one in error.diagnostics)
        return plan


def store_slices(judgement: Judgement) -> None:
    """Stores twice the length for each contest whose turn effects differed, unless its slices were shorter than by default; a file that cannot be written is a warning."""
    from clamh.judging.turn_effects import unequal  # nothing that judges is in memory while a run measures

    run, summary, longer = judgement.run, judgement.summary, {}
    records = {one.case.case_id: one.case for one in run.cases}
    lengths = {case_id: one.slice_ns for one in run.sets for case_id in one.cases}
    for contest in summary.contests:
        rows = [row for row in contest.rows if row.sets]
        length_ns = max((lengths.get(row.case_id, 0) for row in rows), default=0)
        if SLICE_NS <= length_ns < LONGEST_NS and unequal(rows, summary.confidence, summary.delta):
            folder = os.path.dirname(os.path.join(run.header.root, records[rows[0].case_id].source))
            longer[stored_name(folder, [records[row.case_id] for row in rows])] = min(LONGEST_NS, 2 * length_ns)
    if not longer:
        return
    path = slice_lengths.place()
    try:
        slice_lengths.store(machine(), longer, path)
    except (InputError, OSError) as error:
        message = f"longer slices could not be stored for the next run: {error}"
        show.warn([Diagnostic(code="slice-lengths", severity="warning", message=message, mend=f"see whether {path} can be written")])
