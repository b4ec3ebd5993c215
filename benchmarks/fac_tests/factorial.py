# Factorials, computed recursively and iteratively: the first suite of the CLAMH guide.
#
# The product is a float, so that every language computes the same bits (integers of 64 bits overflow at 21!).


#@@State(Scope.Benchmark)
class InputValue:
    #@@Param({"25", "30"})
    number: int = 0


#@@Benchmark
#@@BenchmarkMode(Mode.AverageTime)
#@@OutputTimeUnit(TimeUnit.NANOSECONDS)
def factorial_recursive(input_value: InputValue):
    return recursive(input_value.number)


#@@Benchmark
#@@BenchmarkMode(Mode.AverageTime)
#@@OutputTimeUnit(TimeUnit.NANOSECONDS)
def factorial_iterative(input_value: InputValue):
    product = 1.0
    for factor in range(input_value.number, 1, -1):
        product *= factor
    return product


def recursive(number):
    return number * recursive(number - 1) if number > 1 else 1.0
