"""Records of the values of calls in the results file: from separate processes before the run, and after measuring."""

from __future__ import annotations

from typing import Annotated

import msgspec

from clamh.model.noun import Noun
from clamh.model.worker import MemberValue


class Given(Noun):
    """The values of one call, in canonical form. Each seed has a fresh state, and its calls are counted from 1."""

    seed: int = 1
    call: int = 1
    returned: str | None = None
    consumed: tuple[str, ...] = ()
    checks: dict[str, str] = {}
    members: dict[str, MemberValue] = {}


class WorkRecord(Noun, tag_field="event", tag="work", rename={"other_calls": "more", "second_process": "again"}):
    """The values of a case's calls, in canonical form (protocol/README.md, invoke), from processes that never measure.

    The first call with seed 1 is here, those of other seeds and calls are in `more`. `limited` says why there are fewer
    than usual. `inputs` names the inputs that differed between invocations of this implementation: Random, and params
    with several values in the run. `distinct` counts the different values of first calls over all these inputs.
    `again` has the values of a second process, None if they were the same. `failure` says why there are no values.
    `differs` is the reason in clamh.toml why this benchmark's values may differ from those of other implementations.
    """

    case_id: str
    returned: str | None = None
    consumed: tuple[str, ...] = ()
    checks: dict[str, str] = {}  # the values of `Check` methods, by name
    members: dict[str,
                  MemberValue] = {}  # the values of each member of a group; the members were called at the same time
    second_process: Given | None = None
    failure: str = ""
    differs: str = ""
    other_calls: tuple[Given, ...] = ()
    limited: str = ""
    inputs: tuple[str, ...] = ()
    distinct: Annotated[int, msgspec.Meta(ge=0)] = 0


class UsedRecord(Noun, tag_field="event", tag="used"):
    """The values of calls after a fork's measurement, on the state that measuring left; their seed is that of the fork.

    `unrecorded`: the values given to Blackhole are unknown. `failure` says why a call failed.
    """

    case_id: str
    fork: int
    used: tuple[Given, ...] = ()
    unrecorded: bool = False
    failure: str = ""
