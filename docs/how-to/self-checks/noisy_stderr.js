// Each of the first invocations says something.
//@@State(Scope.Benchmark)
class Log {
    calls = 0;
}

//@@Benchmark
function noisy_stderr(log) {
    if (log.calls++ < 1000) console.error(`call ${log.calls}`);
    return work(300);
}

// Takes this many microseconds, as work would.
function work(us) {
    const end = performance.now() + us / 1000;
    while (performance.now() < end);
    return end;
}
