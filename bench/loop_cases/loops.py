"""Each benchmark, and beside it one that calls the same loop written by hand, so that one process can time both in
turn.
"""

import sys

from work import Held

if sys.implementation.name == "pypy":
    from hand_pypy import handEmptyLoop, handIterative, handPlain, handRecursive, handStatic
else:
    from hand import handEmptyLoop, handIterative, handPlain, handRecursive, handStatic


#@@State(Scope.Benchmark)
class Plain:
    #@@Param({"3"})
    left: int = 0
    #@@Param({"4"})
    right: int = 0


#@@State(Scope.Benchmark)
#@@StateLabel("state")
class Numbered:
    #@@Param({"25"})
    number: int = 0


# How often a loop written by hand goes round in one call.
#@@State(Scope.Benchmark)
#@@StateLabel("hand")
class Passes:
    #@@Param({"1"})
    passes: int = 0


def recursive(number):
    return number * recursive(number - 1) if number > 1 else 1.0


#@@Benchmark
def empty():
    pass


#@@Benchmark
def addPlain(plain):
    return plain.left + plain.right


#@@Benchmark
def addStatic(held: Held):
    return Held.left + Held.right


#@@Benchmark
def factorialRecursive(state):
    return recursive(state.number)


#@@Benchmark
def factorialIterative(state):
    product = 1.0
    for factor in range(state.number, 1, -1):
        product *= factor
    return product


#@@Benchmark
def handEmpty(hand):
    handEmptyLoop(hand.passes)


#@@Benchmark
def handAddPlain(hand, plain):
    handPlain(plain, hand.passes)


#@@Benchmark
def handAddStatic(hand, held: Held):
    handStatic(held, hand.passes)


#@@Benchmark
def handFactorialRecursive(hand, state):
    handRecursive(state, hand.passes)


#@@Benchmark
def handFactorialIterative(hand, state):
    handIterative(state, hand.passes)
