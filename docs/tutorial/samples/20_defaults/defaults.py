# What annotations say of the class holds for each of its benchmarks; what they say of one benchmark goes before it, and the
# command line goes before both.


#@@State(Scope.Thread)
#@@BenchmarkMode(Mode.AverageTime)
#@@Fork(2)
#@@Warmup(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
#@@Measurement(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
class Defaults:
    def __init__(self):
        self.number = 5.0

    #@@Benchmark
    def cube_by_default(self):
        return self.number * self.number * self.number

    #@@Benchmark
    #@@BenchmarkMode(Mode.Throughput)
    #@@Fork(3)
    def cube_otherwise(self):
        return self.number * self.number * self.number
