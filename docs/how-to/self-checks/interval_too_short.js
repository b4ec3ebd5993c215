// A cache that each iteration fills anew: samples are made as long as its first invocations need.
//@@State(Scope.Benchmark)
class Cache {
    calls = 0;

    //@@Setup(Level.Iteration)
    empty() {
        this.calls = 0;
    }
}

//@@Benchmark
function interval_too_short(cache) {
    return cache.calls++ < 3 ? work(500) : cache.calls;
}

// Takes this many microseconds, as work would.
function work(us) {
    const end = performance.now() + us / 1000;
    while (performance.now() < end);
    return end;
}
