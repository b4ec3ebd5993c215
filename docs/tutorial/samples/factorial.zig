//@@State(Scope.Benchmark)
const Input = struct {
    //@@Param({"25", "30"})
    number: i32 = 0,
};

//@@Benchmark
fn factorial(input: *const Input) f64 {
    var product: f64 = 1;
    var n = input.number;
    while (n > 1) : (n -= 1) product *= @floatFromInt(n);
    return product;
}
