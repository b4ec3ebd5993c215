// Two inputs, drawn anew for each invocation: the score is the mean of two benchmarks.
//@@State(Scope.Benchmark)
class Inputs {
    seed = 1;
}

//@@Benchmark
function several_modes(inputs) {
    inputs.seed = (Math.imul(inputs.seed, 1664525) + 1013904223) | 0;
    return work(inputs.seed < 0 ? 300 : 450);
}

// Takes this many microseconds, as work would.
function work(us) {
    const end = performance.now() + us / 1000;
    while (performance.now() < end);
    return end;
}
