"""Answers the driver's commands, one line each (protocol/README.md)."""

from __future__ import annotations

import gc
import os

from . import clock as clocks
from .canonical import canonical, listed
from .counters import collected
from .describe import describe, hash_seed, locked
from .failure import Failure, raised, usage
from .injected import RecordingBlackhole
from .iteration import check_amount, iteration, measured, sliced, told
from .meeting import LATE_HELP_S
from .message import Channel, decode, parts
from .open import DEFAULTS, open_case, whole
from .stretch import Stretches

MOST_INVOCATIONS = 2**50
PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()  # at its start
MOST_SAMPLES_ASKED = 10_000_000
MOST_CALLS = 99  # of one `invoke`: all answers are one line
KEPT_OPEN = ("usage", "unsupported")  # reasons after which a case is as it was


class Worker:
    """`load()` gives the registry once the user's module is loaded."""

    def __init__(self, channel, load, platform, flags):
        self.channel, self.load, self.platform, self.flags = channel, load, platform, flags
        self.cases, self.invoked = {}, False

    # --- which case

    def found(self, name):
        """An open case. Raises Failure."""
        if name not in self.cases:
            raise usage(f"no open case is called {name}")
        return self.cases[name]

    def measurable(self, name):
        """One that may be measured."""
        case = self.found(name)
        if self.invoked:
            raise usage("this process has answered `invoke` and measures nothing any more")
        return case

    def in_trial(self, name):
        """One whose trial setup has run."""
        case = self.measurable(name)
        if not case.begun["Trial"]:
            raise usage(f"the trial setup of {name} has not run")
        if case.begun["Iteration"]:
            raise usage("an iteration of slices has not ended")
        if case.threads > 1:
            raise usage(f"{name} has {case.threads} threads, and only one can be timed invocation by invocation")
        return case

    # --- commands

    def describe(self, fields):
        """hello, the catalog, described."""
        for event in describe(self.load(), self.platform, self.flags):
            self.channel.write(event)

    def open(self, fields):
        """A case, checked; nothing of it is set up."""
        name = fields[1] if len(fields) > 1 else ""
        if not name:
            raise usage("open needs an id")
        if name in self.cases:
            raise usage(f"case {name} is open already")
        asked, params = dict(DEFAULTS), {}
        for field in fields[2:]:
            key, equals, value = field.partition("=")  # a param's own name may hold no `=`, its value may
            if not equals:
                raise usage(f'"{field}" is no KEY=VALUE')
            if key.startswith("p:"):
                params[key[2:]] = value
            elif key in DEFAULTS:  # the protocol: others are ignored
                asked[key] = value
        registry = self.load()
        case = self.cases[name] = open_case(registry, name, asked, params)
        offsets = {registry.classes[number].name: 0 for number in case.needs.states}
        layout = {"seed": min(case.layout_seed, 2**63 - 1), "offsets": offsets}
        if (seed := hash_seed()) is not None:
            layout["hash_seed"] = seed
        collector = f"gc {'enabled' if gc.isenabled() else 'disabled'}"
        self.channel.write({"event": "opened", "case": name, "layout": layout, "warnings": warnings(case), "samples": case.samples, "invoke": case.invokable,
                            "threads": case.team.ids, "collector": collector, "processors": PROCESSORS, **({"unsliced": case.unsliced} if case.unsliced else {})})

    def iterate(self, fields):
        """One iteration."""
        count(fields, 7)
        case, phase = self.measurable(fields[1]), fields[2]
        time_ns, operations = (whole(text, 0, MOST_INVOCATIONS) for text in fields[3:5])
        first, last = (whole(text, 0, 1) == 1 for text in fields[5:7])
        if phase not in ("warmup", "measurement"):
            raise usage(f"no phase is called {phase}")
        check_amount(case, phase, time_ns, operations, MOST_INVOCATIONS)
        if first and case.begun["Trial"]:
            raise usage("the trial has begun already")
        if not first and not case.begun["Trial"]:
            raise usage("the first iterate of a trial needs FIRST = 1")
        if case.begun["Iteration"]:
            raise usage("an iteration of slices has not ended")
        results = iteration(case, phase, 2 if first else 1, 2 if last else 1, measured(case, phase, time_ns, operations))
        self.channel.write({
            "event": "iteration", "case": case.id, "phase": phase,
            "threads": [told(case, seat, one) for seat, one in zip(case.seats, results)],
            "speed_ns": results[0].speed_ns, "source": "worker", **collected(),
        })

    def samples(self, fields):
        """N samples of exactly COUNT invocations."""
        count(fields, 4)
        case = self.in_trial(fields[1])
        invocations = whole(fields[2], 1, MOST_INVOCATIONS)
        number = whole(fields[3], 0, MOST_SAMPLES_ASKED)
        case.activate()
        timed = _timer(case, invocations)
        took = [timed() for _ in range(number)]
        for start, end, part, last in parts(number):
            self.channel.write({"event": "samples", "case": case.id, "invocations": invocations, "sample_ns": took[start:end],
                                "part": part, "last": last})

    def slice(self, fields):
        """One timed part of an iteration."""
        count(fields, 7)
        case, phase = self.measurable(fields[1]), fields[2]
        warmin, invocations = whole(fields[3], 0, MOST_INVOCATIONS), whole(fields[4], 1, MOST_INVOCATIONS)
        begin, end = (whole(text, 0, 2) for text in fields[5:7])
        if phase not in ("warmup", "measurement"):
            raise usage(f"no phase is called {phase}")
        if case.unsliced:
            raise usage(f"{case.id} cannot be sliced: {case.unsliced}")
        due = 0 if case.begun["Iteration"] else 1 if case.begun["Trial"] else 2
        if begin != due:
            raise usage(f"BEGIN is {begin}, and {due} would be right")
        results = iteration(case, phase, begin, end, sliced(case, phase, warmin, invocations))
        self.channel.write({"event": "slice", "case": case.id,
                            "threads": [told(case, seat, one) for seat, one in zip(case.seats, results)], **collected()})

    def invoke(self, fields):
        """What calls on one state give, in canonical form, each an iteration of its own; of a group one of each thread, all at once.

        On the state that measuring left (in an iteration of slices: within it), or on a fresh one.
        """
        if len(fields) != 3:
            count(fields, 2)
        case = self.found(fields[1])
        calls = whole(fields[2], 1, MOST_CALLS) if len(fields) == 3 else 1
        if case.begun["Trial"] and not case.invokable:
            raise usage("invoke needs a case of one thread without Control, or one that has not begun its trial")
        self.invoked = True
        depth = 0 if case.begun["Iteration"] else 1 if case.begun["Trial"] else 2
        within = min(depth, 1)
        first, *more = [_invoked(case, depth if call == 1 else within, depth if call == calls else within) for call in range(1, calls + 1)]
        self.channel.write({"event": "value", "case": case.id, **first, **({"more": more} if more else {})})

    def drain(self, fields):
        """Ends a case whose last iteration was not known beforehand."""
        count(fields, 2)
        case = self.found(fields[1])
        if not case.begun["Trial"]:
            raise usage(f"the trial setup of {case.id} has not run")
        _end_trial(case)
        self.channel.write({"event": "drained", "case": case.id, "extra_operations": 0})

    def close(self, fields):
        """Frees a case, tearing down first where that has not been done."""
        count(fields, 2)
        case = self.found(fields[1])
        if case.begun["Trial"]:
            _end_trial(case)
        del self.cases[case.id]
        case.team.close()
        self.channel.write({"event": "closed", "case": case.id})

    # --- failures

    def give_up(self, name, failure):
        """A command that was merely wrong leaves the case as it was; after anything else it is torn down and closed."""
        case = self.cases.get(name)
        if case is not None and failure.reason not in KEPT_OPEN:
            case.abandon()
            case.team.close()
            del self.cases[name]
        self.fail(name, failure)

    def fail(self, name, failure):
        """The protocol's `failed`."""
        self.channel.write({"event": "failed", **({"case": name} if name else {}), "reason": failure.reason,
                            "where": failure.where, "message": failure.message})

    def answer(self, fields):
        """One command."""
        if fields[0] not in ("describe", "open", "iterate", "slice", "samples", "invoke", "drain", "close"):
            raise Failure("unsupported", "", f"no command is called {fields[0]}")
        getattr(self, fields[0])(fields)


def _invoked(case, begin, end):
    """What one call gave: `returned` and `consumed`, of a group `members`, and `checks`."""
    given, checks = [None] * case.threads, {}

    def once(seat, meeting):
        consumed = []
        recorder = RecordingBlackhole(lambda value: consumed.append(canonical(value)))
        seat.given["Blackhole"] = recorder
        case.begin(seat, "Invocation")
        del consumed[:]  # what fixtures gave is not the benchmark's
        value = seat.settled(seat.function.stub.call(seat.objects(seat.function)))
        meeting.ended(True)
        recorder.record = lambda value: None
        if case.may_wait:
            meeting.leave_calls(LATE_HELP_S, lambda: seat.settled(seat.function.stub.call(seat.objects(seat.function))))
        given[seat.number] = (None if value is None else canonical(value), listed(consumed))
        case.end(seat, "Invocation")
        case.team.meet()
        if seat.number == 0:
            for check in case.needs.checks:
                checks[check.name] = _checked(case, seat, check)

    iteration(case, "measurement", begin, end, once, starts=bool(case.benchmark.group))
    told = {"returned": None, "consumed": [], "checks": checks}
    if case.benchmark.group:
        first = {}
        for seat, one in zip(case.seats, given):
            first.setdefault(seat.function.name, {"returned": one[0], "consumed": one[1]})
        told["members"] = first
    else:
        told["returned"], told["consumed"] = given[0]
    return told


def count(fields, wanted):
    """Raises Failure where a command has another number of fields."""
    if len(fields) != wanted:
        raise usage(f"{fields[0]} takes {wanted - 1} fields, not {len(fields) - 1}")


def warnings(case):
    """What a reader of the case's results must know."""
    if case.threads > 1 and locked():
        return [f"the interpreter's lock (GIL) lets one of the {case.threads} threads run at a time: their times hold their "
                "waiting for it, and more threads do no more work than one"]
    return []


def _timer(case, invocations):
    stretches = Stretches(case, case.seats[0])

    def timed():
        try:
            return stretches.sampled(invocations)
        except Exception as error:
            failure = raised("benchmark", case.benchmark.name, error)
            failure.case = case.id
            raise failure from None

    return timed


def _end_trial(case):
    case.activate()
    for level in ("Iteration", "Trial") if case.begun["Iteration"] else ("Trial",):
        case.team.run(lambda number, level=level: case.end(case.seats[number], level))
    case.forget()


def _checked(case, seat, check):
    """What a Check method says, in canonical form. Raises Failure."""
    try:
        value = seat.settled(getattr(case.place(seat, check.owner)[check.owner], check.attribute)())
    except Exception as error:
        raise raised("benchmark", check.name, error) from None
    if value is None:
        raise Failure("benchmark", check.name, "this Check returned nothing, so that there is nothing to compare")
    return canonical(value)


def serve(source, sink, load, platform, flags):
    """Answers until the driver says `exit` or has gone; the exit code."""
    worker = Worker(Channel(source, sink), load, platform, flags)
    if not clocks.choose():
        worker.fail("", Failure("usage", "CLAMH_CLOCK", "must be counted:NS with NS above 0"))
        return 2
    while True:
        fields = [""]
        try:
            line = worker.channel.read()
            if line is None:
                return 0
            fields = decode(line)
            if fields[0] == "exit":
                break
            worker.answer(fields)
        except Exception as error:
            failure = raised("internal", fields[0], error)
            worker.give_up(failure.case or (fields[1] if len(fields) > 1 else ""), failure)
    worker.channel.write({"event": "bye"})
    return 0
