//@@State(Scope.Benchmark)
class Input {
    //@@Param({"25", "30"})
    number = 0;
}

//@@Benchmark
function factorial(input) {
    let product = 1;
    for (let n = input.number; n > 1; --n)
        product *= n;
    return product;
}
