// A group: its functions run at the same time, each on threads of its own, on one object. Two threads add to a counter and
// one reads it; the first score is that of all three, the two below it are those of the functions.
// What threads of JavaScript share lies in a SharedArrayBuffer.

//@@State(Scope.Group)
class Counter {
    value = new BigInt64Array(new SharedArrayBuffer(8));
}

//@@Benchmark
//@@Group("counter")
//@@GroupThreads(2)
function increment(counter) { return Atomics.add(counter.value, 0, 1n) + 1n; }

//@@Benchmark
//@@Group("counter")
function get(counter) { return Atomics.load(counter.value, 0); }
