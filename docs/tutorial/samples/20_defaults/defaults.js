// What annotations say of the class holds for each of its benchmarks; what they say of one benchmark goes before it, and the
// command line goes before both.

//@@State(Scope.Thread)
//@@BenchmarkMode(Mode.AverageTime)
//@@Fork(2)
//@@Warmup(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
//@@Measurement(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
class Defaults {
    number = 5.0;

    //@@Benchmark
    cubeByDefault() { return this.number * this.number * this.number; }

    //@@Benchmark
    //@@BenchmarkMode(Mode.Throughput)
    //@@Fork(3)
    cubeOtherwise() { return this.number * this.number * this.number; }
}
