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
    "protocol": 1,
    "language": "miniature",
    "platform": "miniature/1",
    "toolchain": {"name": "miniature", "version": "1", "flags": []},
    "capabilities": {"cases": "one", "modes": ["avgt", "thrpt"], "commands": ["describe", "open"], "max_threads": 1},
}


def emit(event: dict[str, object]) -> None:
    """Writes one event."""
    write(json.dumps(event).encode() + b"\n")


def write(data: bytes) -> None:
    """Writes bytes to the driver, whatever they are."""
    while data:
        data = data[os.write(int(os.environ["CLAMH_OUT"]), data) :]


def iteration(case: str, phase: str, elapsed_ns: int = 1000, operations: int = 10) -> dict[str, object]:
    """The answer to `iterate`."""
    thread = {"operations": operations, "all_operations": operations + 1, "elapsed_ns": elapsed_ns}
    return {"event": "iteration", "case": case, "phase": phase, "threads": [thread], "speed_ns": [41]}


def answer(verb: str, fields: list[str]) -> None:
    """Answers one command."""
    match verb:
        case "describe":
            emit(HELLO)
            emit({"event": "state", "name": "S", "scope": "Benchmark",
                  "params": [{"name": "S::n", "type": "integer", "values": ["1"]}]})
            emit({"event": "benchmark", "name": "work", "states": ["S"]})
            emit({"event": "described", "benchmarks": 1, "states": 1})
        case "open":
            emit({"event": "opened", "case": fields[0], "layout": {"seed": 7, "offsets": {"S": 128}}})
        case "iterate":
            emit(iteration(fields[0], fields[1]))
        case "invoke":
            emit({"event": "value", "case": fields[0], "returned": "i:42"})
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
