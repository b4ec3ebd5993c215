// In a real program one call site often meets both kinds. `-wm BULK` warms up every benchmark of the source in each fork, before the
// measured one: a compiler that learns at run time then knows both, and the code is that of the real program, not of the best case.

class Upward {
    value = 0;
    next() { return (this.value = (this.value + 1) | 0); }
}
class Downward {
    value = 0;
    next() { return (this.value = (this.value - 1) | 0); }
}

function three(counter) { return counter.next() + counter.next() + counter.next(); }

//@@State(Scope.Thread)
class Both {
    upward = new Upward();
    downward = new Downward();
}

//@@Benchmark
function countUpward(both) { return three(both.upward); }

//@@Benchmark
function countDownward(both) { return three(both.downward); }
