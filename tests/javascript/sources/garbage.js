let kept = null;

// Some 3 MB, dropped at once: V8's collections of the young generation keep up with it.
//@@Benchmark
function dropped() {
    for (let left = 100_000; left > 0; left -= 1) kept = { left };
    return kept;
}

// A list of 2 MB, of which V8 copies what lives: its young generation grows.
//@@Benchmark
function linked() {
    let list = null;
    for (let left = 50_000; left > 0; left -= 1) list = { left, rest: list };
    return list;
}

//@@Benchmark
function nothing() {
    return kept;
}
