"""The harness's own cost: the empty benchmarks that are measured for a plan."""

from __future__ import annotations

import msgspec

from clamh.model.cases import Case, CaseOptions, Plan
from clamh.model.opening import Opening
from clamh.model.scores import BATCHED, SINGLE_SHOT

# These measure a cost of about a nanosecond to a few per cent, in a quarter of a second.
FLOOR = CaseOptions(
    warmup_iterations=2,
    warmup_time_ns=50_000_000,
    warmup_batch_size=1,
    measurement_iterations=3,
    measurement_time_ns=50_000_000,
    measurement_batch_size=1,
    forks=1,
    warmup_forks=0,
    operations_per_invocation=1,
    time_unit="ns",
    timeout_ns=60_000_000_000,
)
# Single shots have no duration. There are many, because each is one reading of the clock.
SHOTS = msgspec.structs.replace(FLOOR, warmup_iterations=0, warmup_time_ns=0, measurement_iterations=50,
                                measurement_time_ns=0)
MIN_SHOTS = 3
SHORT_BATCH = 10_000_000  # the most invocations in all shots together: a few milliseconds


def floor_cases(plan: Plan) -> list[Case]:
    """The empty benchmark, once per side, mode and thread count, if the worker has one.

    In modes that time one batch at once, also once per batch size, because each batch pays the cost once. A clock that
    only counts its readings has no cost.
    """
    cases: dict[tuple[str, str, str, int, int], Case] = {}
    for case in plan.cases:
        catalog = plan.catalogs[case.artifact]
        floor = catalog.capabilities.get("floor")
        identity = floor_of(case)
        counting = any(clock["taken"] and clock["name"] == "counted" for clock in catalog.hello.get("clocks", ()))
        if floor is None or counting or identity in cases:
            continue
        cases[identity] = Case(
            case_id=f"floor-{len(cases) + 1}",
            key="",
            benchmark=str(floor),
            opening=Opening(benchmark=floor),
            platform=case.platform,
            build=case.build,
            artifact=case.artifact,
            mode=case.mode,
            threads=case.threads,
            params={},
            wire_params={},
            options=_floor_options(case.mode, identity[-1]),
            launch=case.launch,
            binding=case.binding,
        )
    return list(cases.values())


def floor_of(case: Case) -> tuple[str, str, str, int, int]:
    """What cases with the same floor share: platform, build, mode, threads and batch size."""
    batch = case.options.measurement_batch_size if case.mode in BATCHED else 1
    return case.platform, case.build, case.mode, case.threads, batch


def _floor_options(mode: str, batch_size: int) -> CaseOptions:
    options = FLOOR
    if mode == SINGLE_SHOT:  # a large batch takes long, and then a few shots are enough
        shots = max(MIN_SHOTS, min(SHOTS.measurement_iterations, SHORT_BATCH // batch_size))
        options = msgspec.structs.replace(SHOTS, measurement_iterations=shots)
    return msgspec.structs.replace(options, warmup_batch_size=batch_size, measurement_batch_size=batch_size)
