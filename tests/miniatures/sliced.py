"""A worker that can be sliced: `sliced.py NS [FAULT [WHEN [FILE]]]`, an invocation takes so many ns.

FAULT happens in the slice WHEN of the process, the tenth by default; `last` is that which ends the trial, `warmup` its first iteration,
`iteration N` the Nth.
With FILE it happens in the second process that is started with it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

from well_behaved import answer, emit, opened, samples, serve

COST = int(sys.argv[1])
FAULT = sys.argv[2] if len(sys.argv) > 2 else ""
WHEN = sys.argv[3] if len(sys.argv) > 3 else "10"
FILE = sys.argv[4] if len(sys.argv) > 4 else ""
slices = iterations = collections = 0
doomed = False  # killed as soon as it is stopped
threads = 1
asked: dict[str, str] = {}  # the fields of `open`


def iterated(case: str) -> None:
    """Answers a whole iteration, of an operation a thread, which is a sample too."""
    cost = COST + 10 * max(0, 6 - iterations) if FAULT == "warms up" else COST * 2**iterations if FAULT == "slows down" else COST
    thread = {"operations": 1, "all_operations": 1, "elapsed_ns": cost, "timings": 1}
    if asked["mode"] == "sample":
        thread["sample_invocations"] = 1
        for number in range(threads):
            emit(samples(case, [cost], number))
    emit({"event": "iteration", "case": case, "threads": [thread] * threads})


def spin() -> None:
    """What a collector or a compiler does while its process has no turn."""
    while True:
        pass


def sliced(case: str, phase: str, warmin: int, count: int, begins: bool) -> None:
    """Answers one slice."""
    global collections
    collections += FAULT == "collects" or FAULT == "collects before" and begins
    cost = max(COST, 2 * COST - slices) if FAULT == "settles" else COST
    if "cold" in FAULT and 3 * warmin * cost < 40_000_000:  # its data are not yet in the caches
        cost *= 3
    if FAULT == "ns":  # lengths in ns, as JMH takes them, and operations of batches
        warmin, count = -(-warmin // cost), -(-count // cost)
    thread = {"operations": count, "all_operations": warmin + count, "elapsed_ns": count * cost, "waited_ns": 7}
    if FAULT == "waits" and warmin * cost < 10_000_000:  # another program takes the CPU, though not from long un-timed parts
        thread["elapsed_ns"], thread["waited_ns"] = 2 * count * cost, count * cost
    if FAULT == "waits before":  # between its readings of delay and clock
        thread["waited_ns"] = 3 * count * cost
    if FAULT == "ns":
        thread["operations"] = count * int(asked["opi"]) / int(asked["wbatch" if phase == "warmup" else "batch"])
    if "fixtures" in FAULT:  # each invocation is timed alone
        thread["timings"] = count
    if FAULT == "short fixtures":
        time.sleep(0.01)
    if FAULT in ("fixtures", "suspended fixtures", "setups") or FAULT == "fixtures after a setup" and begins:
        time.sleep(0.03)
    if FAULT == "suspended fixtures":
        thread["suspensions"], thread["suspended_ns"] = count, count
    if FAULT == "prepares":  # once for all invocations
        thread["suspensions"], thread["suspended_ns"] = 1, 1_000_000
    if FAULT == "suspends":  # in each invocation
        thread["suspensions"], thread["suspended_ns"] = count, 10 * count * cost
    if "few operations" in FAULT:  # an invocation in four has one
        thread["operations"] = count // 4
    emit({"event": "slice", "case": case, "threads": [thread], "collections": collections})


def second() -> bool:
    """Whether this is the second process of those that are started with FILE."""
    with open(FILE, "a+") as file:
        file.write(".")
        file.seek(0)
        return len(file.read()) == 2


def killed_while_stopped() -> None:
    """Ends this process as soon as it is stopped, as the kernel may when memory runs out."""
    global doomed
    doomed = True
    ours = os.getpid()
    if os.fork() == 0:
        os.setsid()  # whoever stops the group does not stop this one
        while open(f"/proc/{ours}/stat").read().rpartition(")")[2].split()[0] != "T":
            time.sleep(0.001)
        os.kill(ours, signal.SIGKILL)
        os._exit(0)


def fault() -> None:
    """What happens instead of an answer, or before it."""
    match FAULT:
        case "hangs":
            time.sleep(60)
        case "dies":
            os._exit(3)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "dies waiting":
            killed_while_stopped()
        case "stopped":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "late":
            time.sleep(0.3)
        case "escapes late":
            subprocess.Popen(["sleep", "60"], start_new_session=True)
        case "closes":
            os.close(int(os.environ["CLAMH_OUT"]))
            time.sleep(60)
        case "interrupts":
            os.kill(os.getppid(), signal.SIGINT)
            time.sleep(60)


def handle(verb: str, fields: list[str]) -> None:
    """Answers one command."""
    global slices, iterations, threads, asked
    if doomed:  # it was stopped too shortly to be seen
        os.kill(os.getpid(), signal.SIGKILL)
    if verb == "iterate":
        iterations += 1
        if faulty and WHEN in (f"iteration {iterations}", "warmup"):
            fault()
        return iterated(fields[0])
    if verb != "slice":
        if verb == "open":
            asked = dict(field.split("=", 1) for field in fields[1:])
            threads = int(asked["threads"])
        if verb == "open" and FAULT == "unsliced":
            return emit(opened(fields[0], unsliced="its fixtures run around each slice"))
        if verb == "open" and FAULT == "ns":
            return emit(opened(fields[0], source="jmh"))
        return answer(verb, fields)
    slices += 1
    case, phase, warmin, count, begins = fields[0], fields[1], int(fields[2]), int(fields[3]), fields[4] != "0"
    if faulty and (fields[5] == "2" if WHEN == "last" else str(slices) == WHEN):
        fault()
        if FAULT == "twice":
            sliced(case, phase, warmin, count, begins)
        if FAULT == "another case":
            case = "other"
        if FAULT == "fails":
            return emit({"event": "failed", "case": case, "reason": "benchmark", "where": "work", "message": "no luck"})
        if FAULT == "backwards":
            return emit({"event": "slice", "case": case, "threads": [{"operations": 1, "all_operations": 1, "elapsed_ns": -5}]})
    if FAULT == "refuses few operations" and count < 4:  # as workers do
        return emit({"event": "failed", "case": case, "reason": "benchmark", "where": "work", "message": "no invocation reported its operations"})
    sliced(case, phase, warmin, count, begins)


faulty = second() if FILE else True
if __name__ == "__main__":
    if FAULT == "escapes":
        subprocess.Popen(["sleep", "60"], start_new_session=True)
    if FAULT == "spins":
        threading.Thread(target=spin, daemon=True).start()
    serve(handle)
