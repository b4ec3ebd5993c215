"""The stubs: the loop around a benchmark, one function of its own for each, made of text when a case is opened.

On CPython a turn is what timeit's is: the next of `itertools.repeat`, the call, its result thrown away; an interpreter
that compiles nothing leaves nothing out and computes nothing once for all turns. The function that is called is a local
name. PyPy compiles the loop: a field of an object that no turn changes it reads once, and a result without a reader it
does not compute. So there each turn fetches the objects anew by an index that changes, from two places of a list that
hold the same one, and stores its result where others could see it. (A tuple of two is two fields to PyPy, and each turn
would take another branch.) The list that it is stored in begins with an integer: PyPy makes no objects of the integers
and floats in such a list. What the loop names are names of a module, which PyPy looks up when it compiles; those of
another dict it looks up in each turn.
"""

import itertools
import sys
import types

COMPILES = sys.implementation.name == "pypy"

INTERPRETED = """\
def repeat(objects, n):
    {unpacked}
    f = function
    for _ in times(None, n):
        {code}
"""
COMPILED = """\
def repeat(objects, n):
    {paired}
    for i in range(n):
        kept[0] = {code}
"""
CALLED = """\
def call(objects):
    {unpacked}
    f = function
    return {code}
"""


class Stub:
    """What runs one function: `call` once, `repeat` n times; `awaited` n times if it is async, else None."""

    def __init__(self, name, function, code, takes, is_async=False):
        self.name = name
        names = [f"o{place}" for place in range(takes)]
        unpacked = f"{''.join(f'{name}, ' for name in names)}= objects" if names else "pass"
        paired = "; ".join(f"{name} = [objects[{place}], objects[{place}]]"
                           for place, name in enumerate(names)) or "pass"
        plain = code.format(*names)
        turning = code.format(*(f"{name}[i & 1]" for name in names))
        self.text = COMPILED.format(paired=paired, code=turning) if COMPILES else INTERPRETED.format(
            unpacked=unpacked, code=plain)
        self.repeat = _compile(self.text, "repeat", function, name)
        self.call = _compile(CALLED.format(unpacked=unpacked, code=plain), "call", function, name)
        awaited = _await_calls(self.text, turning if COMPILES else plain)
        self.awaited = _compile(awaited, "awaited", function, name) if is_async else None


def _await_calls(text, code):
    """The same loop, each call awaited, between two readings of the clock."""
    head, loop = text.split("    for ")
    return (head.replace("def repeat(objects, n):", "async def awaited(objects, n, now):") +
            "    start = now()\n    for " + loop.replace(code, f"await {code}") + "    return start, now()\n")


def _compile(text, wanted, function, name):
    namespace = vars(types.ModuleType("clamh_stub"))
    namespace.update(function=function, f=function, times=itertools.repeat, kept=[0])
    exec(compile(text, f"<clamh stub of {name}>", "exec"), namespace)  # noqa: S102 (our own text)
    return namespace[wanted]
