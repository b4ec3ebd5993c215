"""What the worker says about itself: `hello`, and the facts of the interpreter in `opened`."""

import gc
import os
import platform
import sys

from . import clock as clocks
from .allocations import list_counts

MODES = ("avgt", "thrpt", "sample", "ss", "wall")
MOST_THREADS = 4096
PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()  # at its start


def describe_worker(artifact, commands):
    """The event `hello`."""
    version = ".".join(map(
        str, sys.pypy_version_info[:3])) if sys.implementation.name == "pypy" else platform.python_version()
    lock = "GIL: threads run in turn" if has_global_lock() else "no GIL"
    return {
        "event": "hello",
        "protocol": 2,
        "language": "python",
        "platform": artifact["platform"],
        "toolchain": {
            "name": sys.implementation.name, "version": version, "flags": artifact["flags"], "optimised": True
        },
        "runtime": f"{platform.python_implementation()} {platform.python_version()}; {lock}",
        "clocks": [{
            "name": clock.name, "step_ns": clock.step_ns, "cost_ns": clock.cost_ns, "taken": clock is clocks.clock
        } for clock in clocks.clock.tried],
        "capabilities": {
            "cases": "many", "modes": MODES, "commands": commands, "max_threads": MOST_THREADS,
            "floor": len(artifact["tables"]["benchmarks"]), "gc": ["true", "off"], "thread_ids": True,
            "slice_unit": "invocations", "counters": True, "counts": ["rusage", *list_counts()]
        },
        "sources": artifact["sources"],
        "pid": os.getpid(),
    }


def describe_case(case):
    """The event `opened`."""
    seed, threads = os.environ.get("PYTHONHASHSEED", ""), case.opening.threads
    event = {
        "event": "opened", "case": case.id, "clock_cost_ns": clocks.clock.stretch_ns, "threads": case.pool.ids,
        "source": "worker", "collector": f"gc {'enabled' if gc.isenabled() else 'disabled'}", "processors": PROCESSORS
    }
    ignored = sys.flags.ignore_environment
    if seed.isdecimal() and not ignored:  # else the interpreter drew it, and does not say it
        event["layout"] = {"hash_seed": int(seed)}
    if case.unsliced:
        event["unsliced"] = case.unsliced
    warnings = []
    if ignored:
        warnings.append(
            "a flag (-E or -I) makes the interpreter ignore PYTHONHASHSEED: hashes of texts, which order sets, differ "
            "in each fork, and no --seed repeats them")
    if threads > 1 and has_global_lock():
        warnings.append(
            f"the interpreter's lock (GIL) lets one of the {threads} threads run at a time: their times hold "
            "their waiting for it, and more threads do no more work than one")
    if warnings:
        event["warnings"] = warnings
    return event


def has_global_lock():
    """Whether one lock lets the threads run in turn."""
    return getattr(sys, "_is_gil_enabled", lambda: True)()
