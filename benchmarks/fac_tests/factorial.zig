// Factorials, computed recursively and iteratively: the first suite of the CLAMH guide.
//
// The product is a double, so that every language computes the same bits (integers overflow at 21!).

//@@State(Scope.Benchmark)
const InputValue = struct {
    //@@Param({"25", "30"})
    number: i64 = 0,
};

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
//@@OutputTimeUnit(TimeUnit.NANOSECONDS)
fn factorialRecursive(input: *const InputValue) f64 {
    return recursive(input.number);
}

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
//@@OutputTimeUnit(TimeUnit.NANOSECONDS)
fn factorialIterative(input: *const InputValue) f64 {
    var product: f64 = 1;
    var factor = input.number;
    while (factor > 1) : (factor -= 1) product *= @floatFromInt(factor);
    return product;
}

fn recursive(number: i64) f64 {
    return if (number > 1) @as(f64, @floatFromInt(number)) * recursive(number - 1) else 1;
}
