"""The stubs: the loop around a benchmark, one function of its own for each, made of text when a case is opened.

On CPython a turn is what timeit's is: the next of `itertools.repeat`, the call, its result thrown away; an interpreter that
compiles nothing leaves nothing out and computes nothing once for all turns. The function that is called is a local
name. PyPy compiles the loop: a field of an object that no turn changes it reads once, and a result that nobody takes it does
not compute. So there each turn fetches the objects anew by an index that changes, from two places of a list that hold the same one,
and stores its result where others could see it. (A tuple of two is two fields to PyPy, and each turn would take another
branch.) The list that it is stored in begins with an integer: PyPy makes no objects of the integers and floats in such a list. What
the loop names are names of a module, which PyPy looks up when it compiles; those of another dict it looks up in each turn.
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
AWAITED = """\
async def awaited(objects, n, now):
    {unpacked}
    f = function
    start = now()
    for _ in times(None, n):
        await {code}
    return start, now()
"""
AWAITED_COMPILED = """\
async def awaited(objects, n, now):
    {paired}
    start = now()
    for i in range(n):
        kept[0] = await {code}
    return start, now()
"""
CALLED = """\
def call(objects):
    {unpacked}
    f = function
    return {code}
"""


class Stub:
    """What runs one function: `call` once, `repeat` n times; `awaited` n times where it is async, else None."""

    def __init__(self, name, function, code, takes, is_async=False):
        self.name = name
        names = [f"o{at}" for at in range(takes)]
        unpacked = f"{''.join(f'{one}, ' for one in names)}= objects" if names else "pass"
        paired = "; ".join(f"{one} = [objects[{at}], objects[{at}]]" for at, one in enumerate(names)) or "pass"
        plain = {"unpacked": unpacked, "code": code.format(*names)}
        turning = {"paired": paired, "code": code.format(*(f"{one}[i & 1]" for one in names))}
        self.text = COMPILED.format(**turning) if COMPILES else INTERPRETED.format(**plain)
        awaited = AWAITED_COMPILED.format(**turning) if COMPILES else AWAITED.format(**plain)
        self.repeat = _made(self.text, "repeat", function, name)
        self.call = _made(CALLED.format(**plain), "call", function, name)
        self.awaited = _made(awaited, "awaited", function, name) if is_async else None


def _made(text, wanted, function, name):
    namespace = vars(types.ModuleType("clamh_stub"))
    namespace.update(function=function, f=function, times=itertools.repeat, kept=[0])
    exec(compile(text, f"<clamh stub of {name}>", "exec"), namespace)  # noqa: S102 (our own text)
    return namespace[wanted]
