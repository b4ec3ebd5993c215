"""A worker with as many threads as it is asked for, which tells their ids and what each may run on; its first thread makes one more."""

from __future__ import annotations

import os
import threading

import well_behaved
from well_behaved import emit, iteration, opened as answer_open

HELLO = well_behaved.HELLO
HELLO["capabilities"] |= {"max_threads": 8, "thread_ids": True}
threads: list[int] = []
opened: list[int] = []  # on which CPUs the first thread is when it opens a case
made: list[int] = []  # by the first thread, when it iterates


def started() -> int:
    """A thread that waits for the end of the process; its id."""
    thread = threading.Thread(target=threading.Event().wait, daemon=True)
    thread.start()
    return thread.native_id or 0


jit = started()  # its name in the system
with open(f"/proc/self/task/{jit}/comm", "w", encoding="ascii") as name:
    name.write("jit")


def answer(verb: str, fields: list[str]) -> None:
    """Answers one command; what each thread may run on goes to standard output."""
    if verb == "open":
        opened[:] = sorted(os.sched_getaffinity(0))
        assert os.sched_getaffinity(jit) == os.sched_getaffinity(0)
        count = next(int(field[8:]) for field in fields if field.startswith("threads="))
        threads[:] = [os.getpid(), *(started() for _ in range(count - 1))]
        emit(answer_open(fields[0], threads=threads))
    elif verb == "iterate":
        made.append(started())
        event = iteration(fields[0])
        emit(event | {"threads": event["threads"] * len(threads)})
    else:
        if verb == "close":
            print({"opened": opened, "measuring": [sorted(os.sched_getaffinity(thread)) for thread in threads],
                   "aside": sorted(os.sched_getaffinity(jit)), "made": [sorted(os.sched_getaffinity(thread)) for thread in made]}, flush=True)
        well_behaved.answer(verb, fields)


well_behaved.serve(answer)
