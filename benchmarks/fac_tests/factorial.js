// Factorials, computed recursively and iteratively: the first suite of the CLAMH guide.
//
// The product is a double, so that every language computes the same bits (integers overflow at 21!).

//@@State(Scope.Benchmark)
class InputValue {
    //@@Param({"25", "30"})
    number = 0;
}

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
//@@OutputTimeUnit(TimeUnit.NANOSECONDS)
function factorialRecursive(inputValue) {
    return recursive(inputValue.number);
}

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
//@@OutputTimeUnit(TimeUnit.NANOSECONDS)
function factorialIterative(inputValue) {
    let product = 1.0;
    for (let factor = inputValue.number; factor > 1; --factor) {
        product *= factor;
    }
    return product;
}

function recursive(number) {
    return number > 1 ? number * recursive(number - 1) : 1.0;
}
