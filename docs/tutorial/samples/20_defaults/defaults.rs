// What annotations say of the struct holds for each of its benchmarks; what they say of one benchmark goes before it, and the
// command line goes before both.

//@@State(Scope.Thread)
//@@BenchmarkMode(Mode.AverageTime)
//@@Fork(2)
//@@Warmup(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
//@@Measurement(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
struct Defaults {
    number: f64,
}

impl Defaults {
    fn new() -> Self { Defaults { number: 5.0 } }

    //@@Benchmark
    fn cube_by_default(&self) -> f64 { self.number * self.number * self.number }

    //@@Benchmark
    //@@BenchmarkMode(Mode.Throughput)
    //@@Fork(3)
    fn cube_otherwise(&self) -> f64 { self.number * self.number * self.number }
}
