// Each iteration has another amount of work.
//@@State(Scope.Benchmark)
class Drawn {
    iteration = 0;

    //@@Setup(Level.Iteration)
    draw() {
        this.iteration += 1;
    }
}

//@@Benchmark
function high_variance(drawn) {
    return work(drawn.iteration % 2 ? 300 : 500);
}

// Takes this many microseconds, as work would.
function work(us) {
    const end = performance.now() + us / 1000;
    while (performance.now() < end);
    return end;
}
