// Work that comes in waves: what an invocation takes can be told from the one before it.
//@@State(Scope.Benchmark)
class Wave {
    calls = 0;
}

//@@Benchmark
function autocorrelation(wave) {
    return work(300 + 30 * Math.sin(wave.calls++ / 2));
}

// Takes this many microseconds, as work would.
function work(us) {
    const end = performance.now() + us / 1000;
    while (performance.now() < end);
    return end;
}
