// What annotations say of the struct holds for each of its benchmarks; what they say of one benchmark goes before it, and the
// command line goes before both.

//@@State(Scope.Thread)
//@@BenchmarkMode(Mode.AverageTime)
//@@Fork(2)
//@@Warmup(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
//@@Measurement(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
const Defaults = struct {
    number: f64 = 5,

    //@@Benchmark
    fn cubeByDefault(self: *const Defaults) f64 {
        return self.number * self.number * self.number;
    }

    //@@Benchmark
    //@@BenchmarkMode(Mode.Throughput)
    //@@Fork(3)
    fn cubeOtherwise(self: *const Defaults) f64 {
        return self.number * self.number * self.number;
    }
};
