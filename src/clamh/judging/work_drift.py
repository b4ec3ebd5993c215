"""Whether measuring changed what a benchmark computes: calls on the used state beside calls on fresh states before the
run.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from clamh.judging.describe_work import describe_call
from clamh.judging.work_findings import list_texts
from clamh.model.results import Given, UsedRecord, WorkRecord
from clamh.model.work import list_calls

LISTED = 3  # calls in a sentence
MIN_CALLS = 3  # calls with equal values, to conclude that the state has settled


def find_drift(record: UsedRecord, work: WorkRecord | None) -> str:
    """How the work has changed, "" where nothing shows a change.

    All calls on the used state gave one value, which no call on a fresh state gave. Values that go on changing prove
    nothing: the benchmark may compute a sequence, and have advanced in it.
    """
    if record.failure:
        return f"a call on the state left by measuring failed: {record.failure}"
    fresh = _fresh_calls(record, work) if work else []
    used, before = ([_texts(call, record.unrecorded) for call in calls] for calls in (record.used, fresh))
    if len(used) < MIN_CALLS or not fresh or len(set(used)) > 1 or used[0] in before:
        return ""
    return (
        f"measuring changed what is computed: on the state after measuring each call {_list(record, record.used)}, on "
        f"a fresh state {_list(record, fresh)}")


def is_same_after_measuring(a: UsedRecord, b: UsedRecord) -> bool:
    """Whether calls on the used states of both gave the same, so that both have drifted to the same work."""
    if a.failure or b.failure:
        return False
    texts_a, texts_b = ([_texts(call, a.unrecorded or b.unrecorded) for call in record.used] for record in (a, b))
    count = min(len(texts_a), len(texts_b))
    return count > 0 and texts_a[:count] == texts_b[:count]


def _fresh_calls(record: UsedRecord, work: WorkRecord) -> list[WorkRecord | Given]:
    """The calls on fresh states with the data of the used state: with its seed, or with any seed where the benchmark
    takes no Random.
    """
    seeds = {call.seed for call in record.used}
    return [
        call for (seed, _), call in sorted(list_calls(work).items()) if "Random" not in work.inputs or seed in seeds
    ]


def _texts(call: WorkRecord | Given, unrecorded: bool) -> tuple[str, ...]:
    return tuple(list_texts(_without_unrecorded(call, unrecorded)))


def _without_unrecorded(call: WorkRecord | Given, unrecorded: bool) -> WorkRecord | Given:
    return Given(returned=call.returned, checks=call.checks) if unrecorded else call


def _list(record: UsedRecord, calls: Sequence[WorkRecord | Given]) -> str:
    """What the calls gave, in their order; equal neighbours are listed once."""
    words = [name for name, _ in groupby(describe_call(_without_unrecorded(call, record.unrecorded)) for call in calls)]
    return ", then ".join(words[:LISTED]) + (", …" if len(words) > LISTED else "")
