#@@State(Scope.Benchmark)
class Input:
    #@@Param({"25", "30"})
    number: int = 0


#@@Benchmark
def factorial(input: Input):
    product = 1.0
    for n in range(input.number, 1, -1):
        product *= n
    return product
