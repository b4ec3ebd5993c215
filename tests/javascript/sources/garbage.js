let kept = null;

// Some 3 MB, dropped at once: V8's collections of the young generation keep up with it.
//@@Benchmark
function dropped() {
    for (let left = 100_000; left > 0; left -= 1) kept = { left };
    return kept;
}
