"""The catalog: what this artifact holds."""

from __future__ import annotations

import os
import platform
import sys

from . import clock as clocks
from .open import MODES, MOST_THREADS
from .state import FLOOR, touched

COMMANDS = ("describe", "open", "iterate", "slice", "samples", "invoke", "drain", "close", "exit")


def describe(registry, platform_id, flags):
    """Every event of the answer to `describe`."""
    clock = clocks.clock
    yield {
        "event": "hello",
        "protocol": 1,
        "language": "python",
        "platform": platform_id,
        "toolchain": {"name": sys.implementation.name, "version": _version(), "flags": flags,
                      "optimised": True},
        "runtime": runtime(),
        "clocks": [{"name": one.name, "step_ns": one.step_ns, "cost_ns": one.cost_ns, "taken": one is clock} for one in clock.tried],
        "capabilities": {"cases": "many", "modes": list(MODES), "commands": list(COMMANDS), "max_threads": MOST_THREADS, "floor": FLOOR,
                         "gc": ["true", "off"], "thread_ids": True},
        "sources": registry.sources,
        "pid": os.getpid(),
    }
    for type in registry.states:
        yield {
            "event": "state",
            "name": type.name,
            "scope": type.scope,
            "params": [{"name": one.name, "type": one.type, "minimum": None, "maximum": None, "values": one.values,
                        "constants": one.constants, "line": one.line} for one in registry.params if one.owner == type.id],
            "fixtures": [{"kind": one.kind, "level": one.level, "name": one.name} for one in registry.fixtures
                         if registry.owner_of(one) == type.id],
            "forecast": type.forecast,
        }
    for one in registry.benchmarks:
        names = [registry.classes[number].name for number in registry.needs(one).states]
        yield {
            "event": "benchmark",
            "name": one.name,
            "states": names,
            "settings": one.settings,
            "baseline": one.baseline,
            "path": one.path,
            "line": one.line,
            "forecast": one.forecast,
            **({"members": [_member(registry, member) for member in one.functions]} if one.group else {}),
        }
    yield {"event": "described", "benchmarks": len(registry.benchmarks), "states": len(registry.states)}


def _member(registry, one):
    states = [registry.classes[number].name for number in touched(one) if registry.classes[number].name]
    return {"name": one.name, "threads": one.threads, "states": states, "path": one.path, "line": one.line}


def _version():
    if sys.implementation.name == "pypy":
        return ".".join(map(str, sys.pypy_version_info[:3]))
    return platform.python_version()


def locked():
    """Whether one lock lets the threads run in turn."""
    return getattr(sys, "_is_gil_enabled", lambda: True)()


def hash_seed():
    """The seed of the hashes of texts, None where it was drawn by the interpreter or is not known."""
    said = os.environ.get("PYTHONHASHSEED", "")
    return int(said) if said.isdecimal() else None


def runtime():
    """The interpreter, and whether one lock lets its threads run in turn."""
    lock = "GIL: threads run in turn" if locked() else "no GIL"
    return f"{platform.python_implementation()} {platform.python_version()}; {lock}"
