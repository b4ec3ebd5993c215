// After 150 ms something has filled up: invocations take longer from then on.
//@@State(Scope.Benchmark)
class Filling {
    began = performance.now();
}

//@@Benchmark
function not_steady(filling) {
    return work(performance.now() - filling.began > 150 ? 500 : 300);
}

// Takes this many microseconds, as work would.
function work(us) {
    const end = performance.now() + us / 1000;
    while (performance.now() < end);
    return end;
}
