// The same work on the same numbers, sorted or not: a processor that predicts branches is quicker when they are regular. Data of a
// benchmark must be as irregular as the real ones.

//@@State(Scope.Benchmark)
class Bytes {
    mixed = new Int32Array(32768);
    sorted = new Int32Array(32768);

    //@@Setup
    make(random) {
        for (let at = 0; at < 32768; at += 1) this.mixed[at] = random.nextInt(256);
        this.sorted = this.mixed.slice().sort();
    }
}

function large(bytes, blackhole) {
    let count = 0;
    for (const one of bytes) {
        if (one >= 128) {
            blackhole.consume(one);
            count += 1;
        }
    }
    return count;
}

//@@Benchmark
//@@OperationsPerInvocation(32768)
function largeOfMixed(bytes, blackhole) { return large(bytes.mixed, blackhole); }

//@@Benchmark
//@@OperationsPerInvocation(32768)
function largeOfSorted(bytes, blackhole) { return large(bytes.sorted, blackhole); }
