"""Answers the driver's commands, one line each (protocol/README.md)."""

import os
import sys
from contextlib import suppress

from . import clock as clocks
from .case import Case
from .channel import Channel, cut_series
from .describe import describe_case, describe_worker
from .failure import Failure, as_failure, malformed
from .fixtures import abandon, tear_down
from .invoke import invoke_calls
from .iteration import describe_threads, measure_iteration, measure_one_slice
from .opening import Opening
from .start import load_tables
from .state import activate
from .timing import Timing

KEPT_OPEN = ("malformed", "unsupported")  # reasons after which a case is as it was


class Worker:
    """`write` sends an event; `path` is that of the artifact."""

    def __init__(self, write, artifact, path):
        self.write, self.artifact, self.path = write, artifact, path
        self.cases, self._tables = {}, None
        case, number = self.cases.__getitem__, int
        self.commands = {  # the forms of their fields
            "describe": (), "open": (), "iterate": (case, str, number, number, number, number),
            "slice": (case, str, number, number, number, number), "samples": (case, number, number),
            "invoke": (case, number), "close": (case,), "exit": (),
        }

    def load(self):
        """The tables; the user's modules are loaded once. Raises Failure."""
        if self._tables is None:
            self._tables = load_tables(self.artifact, self.path)
        return self._tables

    def execute(self, fields):
        """Write the whole answer to a command."""
        name, *texts = fields
        try:
            if name not in self.commands:
                raise Failure("unsupported", "", f"unknown command {name}")
            getattr(self, name)(*(texts if name == "open" else self._parse(name, texts)))
        except Exception as error:
            self._fail(texts[0] if texts else "", as_failure("internal", name, error))
        # What a benchmark printed outlives a process that is killed. A source may close or detach a stream, or put
        # anything in its place.
        for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            with suppress(Exception):
                stream.flush()

    def _parse(self, name, texts):
        forms = self.commands[name]
        try:
            return [form(texts[place]) for place, form in enumerate(forms)]
        except (LookupError, ValueError):
            raise malformed() from None

    def _fail(self, id, failure):
        """A command that was merely wrong leaves the case as it was; after anything else it is torn down and closed."""
        case = self.cases.get(id)
        if case is not None and failure.reason not in KEPT_OPEN:
            abandon(case)
            case.pool.close()
            del self.cases[id]
        optional = {"case": id or None, "thread": failure.thread}
        self.write({"event": "failed", **{name: value for name, value in optional.items() if value is not None},
                    "reason": failure.reason, "where": failure.where, "message": failure.message})

    # --- commands

    def describe(self):
        tables = self.load()
        self.write(describe_worker(self.artifact, list(self.commands)))
        for event in tables.catalog:
            self.write(event)
        kinds = [event["event"] for event in tables.catalog]
        self.write(
            {"event": "described", **{f"{kind}s": kinds.count(kind) for kind in ("state", "fixture", "benchmark")}})

    def open(self, *texts):
        tables = self.load()
        try:
            id, opening = texts[0], Opening(tables, texts[1:])
        except (LookupError, ValueError):
            raise malformed() from None
        if opening.mode == "sample" and any("Operations" in function.takes for function in opening.benchmark.functions):
            raise Failure(
                "unsupported", opening.benchmark.name,
                "it takes Operations: its invocations differ in size, but mode sample compares equal invocations")
        case = self.cases[id] = Case(id, opening)
        self.write(describe_case(case))

    def iterate(self, case, phase, time_ns, count, first, last):
        if case.begun["trial"] == bool(first) or case.begun["iteration"]:
            raise malformed()
        timings = measure_iteration(case, phase, time_ns, count, first, last)
        event = {"event": "iteration", **describe_threads(case, timings)}
        if timings[0].speed_ns:
            event["speed_ns"] = timings[0].speed_ns
        for thread, timing in enumerate(timings):
            for part in cut_series(case, thread, timing.sample_ns):
                self.write(part)
        self.write(event)

    def slice(self, case, phase, warmin, count, begin, end):
        if case.unsliced or begin != (0 if case.begun["iteration"] else 1 if case.begun["trial"] else 2):
            raise malformed()
        self.write(
            {"event": "slice", **describe_threads(case, measure_one_slice(case, phase, warmin, count, begin, end))})

    def samples(self, case, count, number):
        if not case.begun["trial"] or case.begun["iteration"]:
            raise malformed()
        activate(case.opening)
        timing = Timing(case, case.threads[0], 1)
        try:
            sample_ns = [timing.time(count) for _ in range(number)]
        except Exception as error:
            raise as_failure("benchmark", case.opening.benchmark.name, error) from None
        for part in cut_series(case, 0, sample_ns):
            self.write(part)

    def invoke(self, case, count):
        for part in invoke_calls(case, count):
            self.write(part)
        self.write({"event": "invoked", "case": case.id})

    def close(self, case):
        """Frees a case, after every teardown that is still due."""
        activate(case.opening)
        for level in ("iteration", "trial"):
            if case.begun[level]:
                case.pool.run(lambda number, level=level: tear_down(case, case.threads[number], level))
        case.forget()
        del self.cases[case.id]
        case.pool.close()
        self.write({"event": "closed", "case": case.id})

    def exit(self):
        self.write({"event": "bye"})


def serve(source, sink, artifact, path):
    """Execute the driver's commands until it says `exit` or has gone; the exit code."""
    for descriptor in (source, sink):
        os.set_inheritable(descriptor, False)
    channel = Channel(source, sink)
    if not clocks.choose_clock():
        channel.write({"event": "failed", "reason": "malformed", "where": "CLAMH_CLOCK",
                       "message": "must be counted:NS with NS above 0"})
        return 2
    worker = Worker(channel.write, artifact, path)
    while fields := channel.read():
        worker.execute(fields)
        if fields[0] == "exit":
            break
    return 0
