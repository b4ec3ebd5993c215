"""A worker that can be sliced: `sliced.py NS [FAULT]`, an invocation takes so many ns, and in its tenth slice FAULT happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

from well_behaved import answer, emit, serve

COST = int(sys.argv[1])
FAULT = sys.argv[2] if len(sys.argv) > 2 else ""
slices = 0
threads = 1


def iterated(case: str, phase: str) -> None:
    """Answers a whole iteration, of an operation a thread, which is a sample too."""
    thread = {"operations": 1, "all_operations": 1, "elapsed_ns": COST, "timings": 1, "histogram": [COST, 1]}
    emit({"event": "iteration", "case": case, "phase": phase, "threads": [thread] * threads})


def spin() -> None:
    """What a collector or a compiler does while its process has no turn."""
    while True:
        pass


def sliced(case: str, warmin: int, count: int) -> None:
    """Answers one slice."""
    cost = max(COST, 2 * COST - slices) if FAULT == "settles" else COST
    thread = {"operations": count, "all_operations": warmin + count, "elapsed_ns": count * cost, "waited_ns": 7}
    emit({"event": "slice", "case": case, "threads": [thread], "collections": slices})


def handle(verb: str, fields: list[str]) -> None:
    """Answers one command."""
    global slices, threads
    if verb == "iterate":
        return iterated(fields[0], fields[1])
    if verb != "slice":
        if verb == "open":
            threads = next(int(field.partition("=")[2]) for field in fields if field.startswith("threads="))
        if verb == "open" and FAULT == "unsliced":
            return emit({"event": "opened", "case": fields[0], "unsliced": "its fixtures run around each slice"})
        return answer(verb, fields)
    slices += 1
    if slices == 10:
        if FAULT == "hangs":
            time.sleep(60)
        if FAULT == "dies":
            os._exit(3)
        if FAULT == "stopped":
            os.kill(os.getpid(), signal.SIGSTOP)
        if FAULT == "late":
            time.sleep(0.3)
        if FAULT == "twice":
            sliced(fields[0], int(fields[2]), int(fields[3]))
        if FAULT == "backwards":
            return emit({"event": "slice", "case": fields[0], "threads": [{"operations": 1, "all_operations": 1, "elapsed_ns": -5}]})
    sliced(fields[0], int(fields[2]), int(fields[3]))


if __name__ == "__main__":
    if FAULT == "escapes":
        subprocess.Popen(["sleep", "60"], start_new_session=True)
    if FAULT == "spins":
        threading.Thread(target=spin, daemon=True).start()
    serve(handle)
