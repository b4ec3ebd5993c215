// What CLAMH measures with one thread and with two. A counter stays an integer of 32 bits: a larger one is another object to V8,
// and the two sides would come to it at different moments.

//@@State(Scope.Thread)
class Own {
    count = 0;
}

//@@State(Scope.Benchmark)
class Shared {
    count = new Int32Array(new SharedArrayBuffer(4));
}

//@@State(Scope.Thread)
class Late {
    //@@Param({"0", "1"})
    from = 0;
    count = 0;

    //@@Setup(Level.Iteration)
    oversleep(/** @type {ThreadParams} */ thread) {
        if (thread.getThreadIndex() >= this.from) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
}

//@@Benchmark
function empty() {}

//@@Benchmark
function own(/** @type {Own} */ state) { return (state.count = (state.count + 1) | 0); }

//@@Benchmark
function shared(/** @type {Shared} */ state) { return Atomics.add(state.count, 0, 1); }

//@@Benchmark
function late(/** @type {Late} */ state) { return (state.count = (state.count + 1) | 0); }
