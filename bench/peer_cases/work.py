"""What CLAMH, timeit and pyperf measure: timed.py and pyperf's command line import the same."""


#@@State(Scope.Benchmark)
class Plain:
    #@@Param({"3"})
    left: int = 3
    #@@Param({"4"})
    right: int = 4


#@@State(Scope.Benchmark)
#@@StateLabel("state")
class Numbered:
    #@@Param({"25"})
    number: int = 25


def recursive(number):
    return number * recursive(number - 1) if number > 1 else 1.0


#@@Benchmark
def empty():
    pass


#@@Benchmark
def addPlain(plain):
    return plain.left + plain.right


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
def object(plain):
    return {"left": plain.left, "right": plain.right}
