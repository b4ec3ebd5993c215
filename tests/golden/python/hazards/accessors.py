import functools
class A:
    #@@Benchmark
    @property
    def value(self): return 1
    #@@Benchmark
    @value.setter
    def value(self, x): pass
    #@@Benchmark
    @functools.cached_property
    def cached(self): return 1
    #@@Benchmark
    def __private(self): return 1
    #@@Benchmark
    def _protected(self): return 1
    #@@Benchmark
    def __call__(self): return 1
    #@@Benchmark
    def __init__(self): pass
