// What test_protocol.py asks several threads.

//@@State(Scope.Thread)
class Own { calls = 0; }

//@@State(Scope.Group)
class Shelf { height = new Int32Array(new SharedArrayBuffer(4)); }

//@@Benchmark
//@@Group("shelf")
//@@GroupThreads(2)
function take_one(own, shelf, random) {
    own.calls++;
    return random.nextLong();
}

//@@Benchmark
//@@Group("shelf")
function give(shelf, random, control) { return control.stopMeasurement ? 0 : random.nextLong(); }

//@@Benchmark
function count(own) { return ++own.calls; }

//@@Benchmark
function fails(threadParams) {
    if (threadParams.getThreadIndex() === 1) throw new Error('the second of us');
}
