// Each invocation leaves something behind that makes the next one longer.
//@@State(Scope.Benchmark)
class Kept {
    calls = 0;
}

//@@Benchmark
function trend(kept) {
    return work(300 + 0.4 * kept.calls++);
}

// Takes this many microseconds, as work would.
function work(us) {
    const end = performance.now() + us / 1000;
    while (performance.now() < end);
    return end;
}
