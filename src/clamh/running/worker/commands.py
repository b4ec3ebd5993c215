"""The commands about a case (protocol/README.md), and what their answers say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from clamh.model.cases import Case, count_warmup_iterations
from clamh.model.errors import WorkerError
from clamh.model.numbers import read_float
from clamh.model.opening import Opening
from clamh.model.worker import MemberValue, ThreadIteration
from clamh.running.layouts import ForkLayout
from clamh.running.worker import messages
from clamh.running.worker.answers import CallValues, Calls, Command, Measured, OpenCase
from clamh.running.worker.digests import digest, list_digests
from clamh.running.worker.histogram import count_times
from clamh.running.worker.messages import encode


def open_case(case: Case, seed: int, only_warm: bool = False, layout: ForkLayout | None = None) -> Command[OpenCase]:
    """The `open` of a case; `only_warm`: it is opened for its warmup alone."""
    opening, options = case.opening, case.options
    waits = case.threads > 1 and (bool(opening.functions) or "Control" in opening.injected)
    fields = [
        *opening.fields(),
        *(f"p={param.number}:{_spell(param.type, case.wire_params[name])}" for name, param in opening.params.items()),
        f"mode={case.mode}",
        f"threads={case.threads}",
        *([f"tg={','.join(str(member.threads) for member in case.members)}"] if case.members else []),
        f"waits={int(waits)}",
        f"batch={options.measurement_batch_size}",
        f"wbatch={options.warmup_batch_size}",
        f"opi={options.operations_per_invocation}",
        f"seed={seed}",
        f"layout={layout.kind if layout else 'static'}",
        *([f"lseed={layout.seed}"] if layout and layout.kind == "random" else []),
        f"gc={options.gc}",
        f"forks={options.forks}",
        f"wforks={options.warmup_forks}",
        f"wi={options.warmup_iterations if only_warm else count_warmup_iterations(case)}",
        f"w={options.warmup_time_ns}",
        f"i={0 if only_warm else options.measurement_iterations}",
        f"r={options.measurement_time_ns}",
        f"to={options.timeout_ns}",
        f"tu={options.time_unit}",
    ]

    def read(parts: Sequence[Any], opened: messages.Opened) -> OpenCase:
        return _open_case(opening, case, opened)

    return Command(encode("open", case.case_id, *fields), messages.Opened, read)


def iterate(case: Case, opened: OpenCase, phase: str, time_ns: int, first: int, last: int,
            count: int = 1) -> Command[Measured]:
    """The `iterate` of an iteration: until its time is over, or `count` batches where it has none (a single shot)."""
    def read(parts: Sequence[messages.Samples], event: messages.Iteration) -> Measured:
        series = _series(parts, len(event.threads))
        threads = tuple(
            _thread(case, opened, thread, times) for thread, times in zip(event.threads, series, strict=True))
        return Measured(threads=threads, speed_ns=event.speed_ns, source=opened.source, collections=event.collections,
                        counters=event.counters)

    line = encode("iterate", case.case_id, phase, time_ns, 0 if time_ns else count, first, last)
    return Command(line, messages.Iteration, read, (messages.Samples,))


def take_slice(case: Case, opened: OpenCase, phase: str, warmin: int, count: int, begin: int,
               end: int) -> Command[Measured]:
    """The `slice` of so many invocations, after `warmin` that are not timed; what begins and ends with it: 0, 1
    iteration, 2 trial.
    """
    def read(parts: Sequence[Any], event: messages.Slice) -> Measured:
        threads = tuple(_thread(case, opened, thread, ()) for thread in event.threads)
        return Measured(threads=threads, source=opened.source, collections=event.collections,
                        heap_changed=event.heap_changed, counters=event.counters)

    return Command(encode("slice", case.case_id, phase, warmin, count, begin, end), messages.Slice, read)


def take_samples(case: Case, count: int, number: int) -> Command[tuple[int, ...]]:
    """Timed samples of exactly `count` invocations."""
    def read(parts: Sequence[messages.Samples], event: messages.Samples) -> tuple[int, ...]:
        [times] = _series((*parts, event), 1)
        if len(times) != number:
            raise WorkerError("protocol", f"the answer to `samples` has {len(times)} samples instead of {number}")
        return tuple(times)

    return Command(encode("samples", case.case_id, count, number), messages.Samples, read)


def invoke(case: Case, count: int) -> Command[Calls]:
    """So many invocations on one state."""
    def read(parts: Sequence[messages.Value], event: messages.Invoked) -> Calls:
        return Calls(_calls(case.opening, parts, count), event.unrecorded)

    return Command(encode("invoke", case.case_id, count), messages.Invoked, read, (messages.Value,))


def close(case: Case) -> Command[None]:
    """The `close` of a case."""
    return Command(encode("close", case.case_id), messages.Closed, _nothing)


def leave() -> Command[None]:
    """The `exit` of a process."""
    return Command(encode("exit"), messages.Bye, _nothing)


def _nothing(parts: Sequence[Any], event: Any) -> None:
    return None


def _spell(type: str, text: str) -> str:
    """The value in the protocol's form for its type. Planning has checked it."""
    number = read_float(text) if type == "float" else None
    return text if number is None else repr(number).removesuffix(".0")


def _open_case(opening: Opening, case: Case, opened: messages.Opened) -> OpenCase:
    plain = case.threads == 1 and not opening.functions and "Control" not in opening.injected
    only_setup = all(step.level == "Trial" and not step.teardowns for step in opening.steps)
    ours = opened.source == "worker"
    named = [name for name in opening.states.values()]
    layout = opened.layout
    return OpenCase(
        threads=opened.threads,
        offsets={name: offset for name, offset in zip(named, layout.offsets) if name},
        addresses={name: addresses for name, addresses in zip(named, layout.addresses) if name and addresses},
        stack=layout.stack,
        hash_seed=layout.hash_seed,
        warnings=opened.warnings,
        not_counted=opened.not_counted,
        unsliced=opened.unsliced,
        can_invoke=plain if ours else opened.invoke,
        can_sample=ours and plain and only_setup and "Suspend" not in opening.injected,
        bare_calls=not ours,
        collector=opened.collector,
        processors=opened.processors,
        clock_cost_ns=opened.clock_cost_ns,
        source=opened.source,
        suspend_cost_ns=opened.suspend_cost_ns,
    )


def _series(parts: Sequence[messages.Samples], threads: int) -> list[list[int]]:
    """The series of each thread. Raises WorkerError for an unfinished series, or for an unknown thread."""
    series: list[list[int]] = [[] for _ in range(threads)]
    unfinished: set[int] = set()
    for part in parts:
        if part.thread >= threads:
            raise WorkerError("protocol",
                              f"the answer has samples of thread {part.thread}, but there are {threads} threads")
        series[part.thread] += part.sample_ns
        (unfinished.discard if part.last else unfinished.add)(part.thread)
    if unfinished:
        raise WorkerError("protocol", f"the answer ends within the samples of thread {min(unfinished)}")
    return series


def _thread(case: Case, opened: OpenCase, thread: messages.ThreadPart, times: Sequence[int]) -> ThreadIteration:
    opening = case.opening
    if thread.function >= max(1, len(opening.functions)):
        raise WorkerError("protocol",
                          f"a thread ran function {thread.function}, but there are {max(1, len(opening.functions))}")
    # Workers report 0 for the counters of states that the function of a group does not have.
    own: Collection[str] = opening.counters.values()
    if opening.function_counters:
        own = opening.function_counters[thread.function]
    sampled = case.mode == "sample"
    return ThreadIteration(
        operations=thread.operations,
        all_operations=thread.all_operations,
        elapsed_ns=thread.elapsed_ns,
        sample_invocations=thread.sample_invocations,
        sample_ns=() if sampled else tuple(times),
        histogram=count_times(times) if sampled else (),
        timings=thread.timings,
        clock_cost_ns=opened.clock_cost_ns,
        first_ns=thread.first_ns,
        member=opening.functions[thread.function] if opening.functions else "",
        voluntary_switches=thread.voluntary_switches,
        involuntary_switches=thread.involuntary_switches,
        waited_ns=thread.waited_ns,
        suspended_ns=thread.suspended_ns,
        suspensions=thread.suspensions,
        suspend_cost_ns=opened.suspend_cost_ns if thread.suspensions else 0.0,
        counters={name: count for name, count in zip(opening.counters.values(), thread.aux)
                  if count is not None and name in own},
    )


def _calls(opening: Opening, parts: Sequence[messages.Value], count: int) -> tuple[CallValues, ...]:
    """The calls, joined from their parts; digests replace long values."""
    texts: dict[tuple[int, str, int], list[str]] = {}
    names = opening.functions or ("",)
    numbers = {"returned": range(len(names)), "consumed": range(len(names)), "checked": opening.checks}
    continues = False
    for part in parts:
        if part.call > count or part.number not in numbers.get(part.kind, ()):
            raise WorkerError("protocol", f"the answer to `invoke` of {count} calls has {part.kind} {part.number} "
                              f"of call {part.call}")
        values = texts.setdefault((part.call, part.kind, part.number), [])
        first, *others = part.texts or ("",)
        values += [values.pop() + first, *others] if continues and values else part.texts
        continues = part.more
    if continues:
        raise WorkerError("protocol", "the answer to `invoke` ends within a value")
    results = []
    for call in range(1, count + 1):
        functions = {name: MemberValue(
            returned=next((digest(text) for text in texts.get((call, "returned", number), ())), None),
            consumed=list_digests(texts.get((call, "consumed", number), ()))) for number, name in enumerate(names)}
        checks = {
            name: digest(text[0]) for number, name in opening.checks.items()
            if (text := texts.get((call, "checked", number)))
        }
        alone = MemberValue() if opening.functions else functions[""]
        results.append(CallValues(returned=alone.returned, consumed=alone.consumed, checks=checks,
                                members=functions if opening.functions else {}))
    return tuple(results)
