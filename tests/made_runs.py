"""Runs made by hand, for tests of what stands right of the results file: no worker, exact numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from clamh.model.cases import CaseOptions
from clamh.model.results import (
    CaseRecord, CaseResult, End, FloorRecord, ForkEnd, ForkResult, ForkStart, Header, IterationRecord, PlatformRecord, Run,
    ShiftRecord, SkippedRecord, WarningRecord, WorkRecord,
)
from clamh.model.worker import ThreadIteration

SAMPLE = 1_000_000  # ns of one sample, far above the clock's resolution
MACHINE = {"variables": {}, "build_variables": {}, "os": "Debian GNU/Linux 12", "cpu": "Xeon", "cpus": 56, "kernel": "Linux 6.1", "hypervisor": None}
CLOCKS = [{"name": "CLOCK_MONOTONIC", "step_ns": 20, "cost_ns": 31, "taken": True},
          {"name": "CLOCK_REALTIME", "step_ns": 40, "cost_ns": 35, "taken": False}]


def thread(score: float, mode: str = "avgt", **fields: Any) -> ThreadIteration:
    """What one thread counted in 200 samples, or those given, so that its score is `score`, in ns/op or ops/ns; of ss in one shot."""
    if mode == "ss":
        shot = {"operations": 1.0, "all_operations": 1.0, "elapsed_ns": round(score), "timings": 1}
        return ThreadIteration(**(shot | fields))
    elapsed = sum(fields.get("sample_ns", ())) or 200 * SAMPLE
    operations = elapsed * score if mode == "thrpt" else elapsed / score
    given = {"operations": operations, "all_operations": operations, "elapsed_ns": elapsed,
             "sample_ns": () if "elapsed_ns" in fields else (SAMPLE,) * 200}
    return ThreadIteration(**(given | fields))


def sampled(histogram: Sequence[tuple[float, int]], opi: int = 1, clock_cost_ns: float = 22.0, **fields: Any) -> ThreadIteration:
    """What one thread counted in sample mode: each sample one batch of `opi` operations, timed with the clock's cost."""
    timings = sum(count for _, count in histogram)
    given = {
        "operations": timings * opi, "all_operations": 3 * timings * opi, "timings": timings, "clock_cost_ns": clock_cost_ns,
        "elapsed_ns": round(sum(value * count for value, count in histogram)),
        "histogram": tuple(item for pair in histogram for item in pair),
    }
    return ThreadIteration(**(given | fields))


def iteration(score: float, index: int = 0, phase: str = "measurement", mode: str = "avgt", case_id: str = "c",
              fork: int = 0, **fields: Any) -> IterationRecord:
    """One iteration of one thread."""
    given = {"threads": fields.pop("threads", None) or (thread(score, mode),), "speed_ns": (1000, 1001, 1000)}
    return IterationRecord(case_id=case_id, fork=fork, phase=phase, index=index, **(given | fields))


def fork(number: int, scores: Sequence[float], warmup: Sequence[float] = (), mode: str = "avgt", case_id: str = "c",
         end: dict[str, Any] | None = {}, **fields: Any) -> ForkResult:
    """One fork with these iteration scores; `end` holds what its ForkEnd says beside the default, None for no end."""
    where = {"case_id": case_id, "fork": number}
    text = {"status": "ok", "exit_code": 0} | (end or {})
    return ForkResult(
        start=ForkStart(**where, block=number, position=0, time="2026-01-02T03:04:05Z", pid=100 + number),
        warmup=tuple(iteration(s, i, "warmup", mode, **where) for i, s in enumerate(warmup)),
        measurement=tuple(iteration(s, i, "measurement", mode, **where, **fields) for i, s in enumerate(scores)),
        end=None if end is None else ForkEnd(**where, **text),
    )


def sampled_fork(number: int, iterations: Sequence[Sequence[float]], warmup: Sequence[Sequence[float]] = (), case_id: str = "c",
                 end: dict[str, Any] = {}, **fields: Any) -> ForkResult:
    """One fork whose iterations have these series of samples, each 1,000 invocations, in ns each; `fields` of each thread."""
    whole = fork(number, [], case_id=case_id, end=end)

    def each(index: int, phase: str, samples: Sequence[float]) -> IterationRecord:
        series = tuple(round(1000 * sample) for sample in samples)
        given = {"operations": 1000.0 * len(series), "all_operations": 1000.0 * len(series), "elapsed_ns": sum(series),
                 "sample_ns": series, "sample_invocations": 1000}
        return iteration(0.0, index, phase, case_id=case_id, fork=number, threads=(ThreadIteration(**(given | fields)),))

    return ForkResult(
        start=whole.start, end=whole.end, warmup=tuple(each(at, "warmup", item) for at, item in enumerate(warmup)),
        measurement=tuple(each(at, "measurement", item) for at, item in enumerate(iterations)))


def case(forks: Sequence[ForkResult], case_id: str = "c", platform: str = "cpp/g++-12", mode: str = "avgt",
         planned: int | None = None, warnings: Sequence[WarningRecord] = (), unit: str = "ns", options: dict[str, Any] = {},
         **fields: Any) -> CaseResult:
    """One case; `planned` forks default to those given. Of several threads each did its part of what one did."""
    given = {
        "key": "factorial", "benchmark": "Benchmarks::factorial", "source": "fac_tests/factorial.cpp", "threads": 1,
        "params": {"number": "25"},
    }
    iterations = max((len(fork_result.measurement) for fork_result in forks), default=0) or 3
    resolved = {
        "warmup_iterations": 2, "warmup_time_ns": 300_000_000, "warmup_batch_size": 1, "measurement_iterations": iterations,
        "measurement_time_ns": 200_000_000, "measurement_batch_size": 1,
        "forks": len(forks) if planned is None else planned, "warmup_forks": 0, "operations_per_invocation": 1,
        "time_unit": unit, "timeout_ns": 600_000_000_000,
    }
    record = CaseRecord(case_id=case_id, platform=platform, mode=mode, options=CaseOptions(**(resolved | options)),
                        **(given | fields))
    return CaseResult(case=record, forks=tuple(_shared(fork_result, record) for fork_result in forks), warnings=tuple(warnings))


def _shared(fork_result: ForkResult, case: CaseRecord) -> ForkResult:
    """The fork with the work of single threads shared among as many as the case has, each for as long: the scores stay."""
    def threads(iteration_record: IterationRecord) -> IterationRecord:
        whole, others = iteration_record.threads[0], case.threads - 1
        if len(iteration_record.threads) > 1 or not others:
            return iteration_record
        if case.mode == "sample":  # whose samples are told together: one thread has all of them
            idle = replace(whole, operations=0.0, elapsed_ns=0, timings=0, histogram=(), counters={})
            return replace(iteration_record, threads=(whole, *[idle] * others))
        parts = 1 if case.mode in ("avgt", "ss") else case.threads
        part = replace(whole, operations=whole.operations / parts, all_operations=whole.all_operations / parts)
        return replace(iteration_record, threads=(part,) * case.threads)

    return replace(fork_result, warmup=tuple(map(threads, fork_result.warmup)), measurement=tuple(map(threads, fork_result.measurement)))


def platform(id: str = "cpp/g++-12", source: str = "fac_tests/factorial.cpp", optimisation: str = "", target: str = "",
             **toolchain: Any) -> PlatformRecord:
    """One platform, with what its worker said."""
    text = {"name": id.split("/")[1], "version": "12.2.0", "flags": ["-O3", "-g"]} | toolchain
    hello = {"protocol": 1, "language": id.split("/")[0], "toolchain": text, "runtime": "", "clocks": CLOCKS}
    return PlatformRecord(id=id, language=id.split("/")[0], source=source, version="12.2.0", flags=("-O3", "-g"),
                          artifact_sha256="ab" * 32, build_s=1.5, hello=hello, optimisation=optimisation, target=target)


def run(cases: Sequence[CaseResult], platforms: Sequence[PlatformRecord] = (), skipped: Sequence[SkippedRecord] = (),
        floors: Sequence[FloorRecord] = (), warnings: Sequence[WarningRecord] = (), status: str | None = "complete",
        shift: float | None = 0.0) -> Run:
    """A run; without `status` it was cut off before its end. `shift` is that of scores between runs of its machine, None where nobody measured it."""
    named = dict.fromkeys((case_result.case.platform, case_result.case.source) for case_result in cases)
    header = Header(schema_version=1, run_id="run-1", clamh_version="0.1.0", command=("clamh", "run"), confidence=0.95,
                    started="2026-01-02T03:04:00Z", seed=7, environment=MACHINE, fingerprint="f00d", machine="beef", sources={})
    end = End(status=status, time="2026-01-02T03:05:00Z", measuring_s=50.0, driver_cpu_s=0.1) if status else None
    return Run(path="run.ndjson", header=header, platforms=tuple(platforms) or tuple(platform(*item) for item in named),
               skipped=tuple(skipped), floors=tuple(floors), cases=tuple(cases), warnings=tuple(warnings), end=end,
               works=tuple(WorkRecord(case_id=case_result.case.case_id, returned="i:1") for case_result in cases),
               shifts=() if shift is None else shifts(cases, shift))


def shifts(cases: Sequence[CaseResult], shift: float, **fields: Any) -> tuple[ShiftRecord, ...]:
    """What a calibration between runs says of each kind of these cases, one after the other or in turns."""
    kinds = dict.fromkeys((case_result.case.platform, case_result.case.mode, case_result.case.threads, case_result.case.binding is not None) for case_result in cases)
    given = {"machine": "beef", "forks": 1, "runs": 10, "cases": 4, "shift": shift, "largest": shift / 2, "deviation": shift / 5, "spread_s": 660.0,
             "time": "2026-01-01T12:00:00Z"} | fields
    return tuple(ShiftRecord(platform=platform, mode=mode, threads=threads, bound=bound, in_turns=in_turns, **given)
                 for platform, mode, threads, bound in kinds for in_turns in (False, True))


def beside_suspended(waited_ns: int) -> Run:
    """A side that waited for a CPU for so long in each fork, beside another whose clock stops."""
    stops = {"timings": 100, "suspensions": 100, "suspended_ns": 10_000, "suspend_cost_ns": 33.0}
    cases = []
    for name, platform_id, fields in (("c", "cpp/g++-12", {"waited_ns": waited_ns}), ("d", "rust/rustc-1", stops)):
        measured = [iteration(10.0, case_id=name, fork=number, threads=(thread(10.0, **fields),), others_ns=0) for number in range(3)]
        cases.append(case([replace(fork(number, [], case_id=name), measurement=(item,)) for number, item in enumerate(measured)], name, platform_id))
    return run(cases)
