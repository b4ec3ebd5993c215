"""The loops as a careful person writes them for PyPy, which compiles them and leaves out what is not used, and what no
pass changes.

So each pass fetches its state by an index that changes, and puts what was returned where others could see it: into a
list that began with an integer, or PyPy would make an object of each integer.
"""

from hand import addition, iterativeOf, nothing, recursiveOf, staticAddition

kept = [0]


def handEmptyLoop(passes):
    results = kept
    for _ in range(passes):
        results[0] = nothing()


def handPlain(plain, passes):
    results = kept
    states = [plain, plain]
    for turn in range(passes):
        results[0] = addition(states[turn & 1])


def handStatic(held, passes):
    results = kept
    states = [held, held]
    for turn in range(passes):
        results[0] = staticAddition(states[turn & 1])


def handRecursive(state, passes):
    results = kept
    states = [state, state]
    for turn in range(passes):
        results[0] = recursiveOf(states[turn & 1])


def handIterative(state, passes):
    results = kept
    states = [state, state]
    for turn in range(passes):
        results[0] = iterativeOf(states[turn & 1])
