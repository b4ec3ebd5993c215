"""The loops as timeit writes them: the function a local name, no counter of Python's own, the result thrown away."""

from itertools import repeat

from work import Held


def nothing():
    pass


def handEmptyLoop(passes):
    function = nothing
    for _ in repeat(None, passes):
        function()


def addition(plain):
    return plain.left + plain.right


def handPlain(plain, passes):
    function = addition
    for _ in repeat(None, passes):
        function(plain)


def staticAddition(held):
    return Held.left + Held.right


def handStatic(held, passes):
    function = staticAddition
    for _ in repeat(None, passes):
        function(held)


def recursive(number):
    return number * recursive(number - 1) if number > 1 else 1.0


def recursiveOf(state):
    return recursive(state.number)


def handRecursive(state, passes):
    function = recursiveOf
    for _ in repeat(None, passes):
        function(state)


def iterativeOf(state):
    product = 1.0
    for factor in range(state.number, 1, -1):
        product *= factor
    return product


def handIterative(state, passes):
    function = iterativeOf
    for _ in repeat(None, passes):
        function(state)
