import functools

@State(Scope.Benchmark)
class Data:
    @Param({"1", "2"})
    size: int = 0

    @Setup
    def fill(self): self.values = list(range(self.size))

@Benchmark
@functools.lru_cache(maxsize=None)
def cached(): return 1

@functools.wraps(cached)
@Benchmark
@Warmup(iterations = 3,
        time = 1, timeUnit = TimeUnit.SECONDS)
def wrapped(data: Data): return data.size

@functools.cache
def no_benchmark(): return 1
