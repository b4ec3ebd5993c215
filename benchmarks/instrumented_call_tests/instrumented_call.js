// A call that counts itself, against the work in it: what does instrumentation add?

//@@State(Scope.Thread)
class Work {
    //@@Param({"500", "4000", "16000"})
    tokens = 0;
}

//@@State(Scope.Thread)
class Metrics {
    methods = new Map();
    total = 0;

    //@@Setup
    add() {
        this.methods = new Map();
        for (const name of ['getStatus', 'createFile', 'listStatus', 'remove']) {
            this.methods.set(name, { calls: 0, failures: 0, milliseconds: 0 });
        }
        this.total = 0;
    }

    //@@Check
    counted() {
        return (this.methods.get('getStatus').calls > 0) + (this.total > 0);
    }
}

// The upper bound: nothing but the work.
//@@Benchmark(baseline = Baseline.BOUND)
function delayOnly(work, blackhole) {
    blackhole.consumeCPU(work.tokens);
    return work.tokens;
}

// Before the change: calls, failures and time of each method.
//@@Benchmark
function callAndReturn(work, metrics, blackhole) {
    return measured(metrics, 'getStatus', () => delayOnly(work, blackhole));
}

// After it: the calls of all methods too.
//@@Benchmark
function callAndReturnCounted(work, metrics, blackhole) {
    metrics.total += 1;
    return measured(metrics, 'getStatus', () => delayOnly(work, blackhole));
}

function measured(metrics, name, callable) {
    const method = metrics.methods.get(name);
    const start = performance.now();
    method.calls += 1;
    try {
        const result = callable();
        method.milliseconds += performance.now() - start;
        return result;
    } catch (error) {
        method.failures += 1;
        throw error;
    }
}
