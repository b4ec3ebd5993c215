//@@State(Scope.Thread)
class Input {
    values = new Int32Array(1024);
}

//@@Benchmark
function add(input) {
    let total = 0;
    for (let i = 0; i < 1024; ++i) {
        total = (total + input.values[i]) | 0;
    }
    return total;
}
