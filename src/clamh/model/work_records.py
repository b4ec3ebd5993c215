"""What calls of a benchmark gave, as the results file has it: before the run in processes of their own, and after measuring."""

from __future__ import annotations

from typing import Annotated

import msgspec

from clamh.model.noun import Noun
from clamh.model.worker import MemberValue


class Given(Noun):
    """What one call gave, in canonical form. Each seed has a fresh state, on which calls are counted from 1."""

    seed: int = 1
    call: int = 1
    returned: str | None = None
    consumed: tuple[str, ...] = ()
    checks: dict[str, str] = {}
    members: dict[str, MemberValue] = {}


class WorkRecord(Noun, tag_field="event", tag="work"):
    """What calls of a case gave, in canonical form (protocol/README.md, invoke), from processes that never measure.

    The values of the first call with seed 1 stand here, those of the other seeds and calls in `more`. `limited` says why there are
    fewer than usual. `inputs` names what differed between invocations of this implementation: Random, and params with several
    values in the run; `distinct` counts the different values that first calls gave over all of these.
    `again` is what a second process gave, None where it gave the same; `failure` says why there is neither. `differs` is why
    clamh.toml says that this benchmark's values may differ from those of its other implementations.
    """

    case_id: str
    returned: str | None = None
    consumed: tuple[str, ...] = ()
    checks: dict[str, str] = {}  # the values of `Check` methods, by name
    members: dict[str, MemberValue] = {}  # of a group, whose functions were called at the same time: what each gave
    again: Given | None = None
    failure: str = ""
    differs: str = ""
    more: tuple[Given, ...] = ()
    limited: str = ""
    inputs: tuple[str, ...] = ()
    distinct: Annotated[int, msgspec.Meta(ge=0)] = 0


class UsedRecord(Noun, tag_field="event", tag="used"):
    """What calls gave after all that a fork measured, on the state that measuring had left; their seed is that of the fork.

    `unrecorded`: what they gave to Blackhole is not known. `failure` is why a call failed.
    """

    case_id: str
    fork: int
    used: tuple[Given, ...] = ()
    unrecorded: bool = False
    failure: str = ""
