"""A worker that does everything right, without measuring anything: 1 operation in 100 ns, always.

The others import it and replace one piece. Started as `python NAME.py`, like any worker.
"""

from __future__ import annotations

import json
import os
import sys
from urllib.parse import unquote

HELLO = {
    "event": "hello",
    "protocol": 2,
    "language": "miniature",
    "platform": "miniature/1",
    "toolchain": {"name": "miniature", "version": "1", "flags": []},
    "clocks": [],
    "capabilities": {"cases": "one", "modes": ["avgt", "thrpt"], "commands": ["describe", "open", "iterate", "invoke", "close", "exit"],
                     "max_threads": 1, "gc": [], "thread_ids": False, "counters": False},
    "sources": {},
    "pid": os.getpid(),
}
FUNCTION = {"name": "work", "threads": 1, "states": [0], "method": False, "injected": ["Control"], "path": "x.src", "line": 3}
CATALOG = [
    {"event": "state", "number": 0, "name": "S", "scope": "Benchmark",
     "params": [{"number": 0, "name": "S::n", "type": "integer", "values": ["1"], "line": 5}]},
    {"event": "benchmark", "number": 0, "name": "work", "group": False, "functions": [FUNCTION], "settings": {}, "path": "x.src", "line": 3},
]


def emit(event: dict[str, object]) -> None:
    """Writes one event."""
    write(json.dumps(event).encode() + b"\n")


def write(data: bytes) -> None:
    """Writes bytes to the driver, whatever they are."""
    while data:
        data = data[os.write(int(os.environ["CLAMH_OUT"]), data) :]


def describe(*catalog: dict[str, object]) -> None:
    """Answers `describe`."""
    kinds = [event["event"] for event in catalog]
    counts = {f"{kind}s": kinds.count(kind) for kind in ("state", "fixture", "benchmark")}
    for event in (HELLO, *catalog, {"event": "described", **counts}):
        emit(event)


def opened(case: str, **more: object) -> dict[str, object]:
    """The answer to `open`."""
    return {"event": "opened", "case": case, "clock_cost_ns": 0, "source": "worker"} | more


def iteration(case: str, elapsed_ns: int = 1000, operations: int = 10) -> dict[str, object]:
    """The answer to `iterate`, without a series."""
    thread = {"operations": operations, "all_operations": operations + 1, "elapsed_ns": elapsed_ns}
    return {"event": "iteration", "case": case, "threads": [thread], "speed_ns": [41], **counted()}


def counted() -> dict[str, list[int]]:
    """Nothing of everything that is to be counted, as a field of the answer."""
    sources = os.environ.get("CLAMH_COUNTERS", "")
    return {"counters": [0] * sum(3 if name.isdecimal() else 6 for name in sources.split(","))} if sources else {}


def samples(case: str, times: list[int], thread: int = 0, last: bool = True) -> dict[str, object]:
    """A part of a thread's series."""
    return {"event": "samples", "case": case, "thread": thread, "sample_ns": times, "last": last}


def value(case: str, text: str, call: int = 1, kind: str = "returned", number: int = 0) -> dict[str, object]:
    """A value that a call gave."""
    return {"event": "value", "case": case, "call": call, "kind": kind, "number": number, "texts": [text], "more": False}


def answer(verb: str, fields: list[str]) -> None:
    """Answers one command."""
    match verb:
        case "describe":
            describe(*CATALOG)
        case "open":
            emit(opened(fields[0], layout={"offsets": [128]}))
        case "iterate":
            emit(iteration(fields[0]))
        case "invoke":
            for call in range(1, int(fields[1]) + 1):
                emit(value(fields[0], "i:42", call))
            emit({"event": "invoked", "case": fields[0]})
        case "close":
            emit({"event": "closed", "case": fields[0]})
        case "exit":
            emit({"event": "bye"})
            sys.exit(0)


def serve(handle=answer) -> None:
    """Reads commands until `exit` or until the driver is gone."""
    for name in ("CLAMH_IN", "CLAMH_OUT"):
        os.set_inheritable(int(os.environ[name]), False)
    with os.fdopen(int(os.environ["CLAMH_IN"]), encoding="ascii") as commands:
        for line in commands:
            verb, *fields = map(unquote, line.rstrip("\n").split("\t"))
            handle(verb, fields)


def at_measurement(fault) -> None:
    """A worker that is right until its first measurement iteration or invocation, where `fault(case)` happens instead."""

    def handle(verb: str, fields: list[str]) -> None:
        if verb == "invoke" or verb == "iterate" and fields[1] == "measurement":
            fault(fields[0])
        else:
            answer(verb, fields)

    serve(handle)


if __name__ == "__main__":
    serve()
