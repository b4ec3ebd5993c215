// What a process does depends on something that is another in each: here on its number.
//@@State(Scope.Benchmark)
class Fork {
    number = process.pid % 7;
}

//@@Benchmark
function forks_disagree(fork) {
    return work(300 + 50 * fork.number);
}

// Takes this many microseconds, as work would.
function work(us) {
    const end = performance.now() + us / 1000;
    while (performance.now() < end);
    return end;
}
