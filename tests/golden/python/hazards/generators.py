#@@Benchmark
def yields():
    yield 1
#@@Benchmark
def delegates():
    yield from range(3)
#@@Benchmark
def inner_yields():
    def helper():
        yield 1
    return list(helper())
#@@Benchmark
def says_so():
    return "yield"
#@@Benchmark
def in_lambda():
    return (lambda: (yield))
