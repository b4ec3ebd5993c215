// Work of a length that it measures itself, see bench/truth.py.
const now = process.hrtime.bigint;

function busy(ns) {
    const start = now();
    const until = start + BigInt(ns);
    let stop;
    do stop = now(); while (stop < until);
    return Number(stop - start);
}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
class Own {
    calls = 0;
    busyNs = 0;
    done = 0;
}
function count(own, operations, took) {
    own.calls += 1;
    own.busyNs += took;
    own.done += operations;
}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.OPERATIONS)
class Items {
    items = 0;
    doubled() { return 2 * this.items; }
}

//@@State(Scope.Thread)
class Around {
    //@@Setup(Level.Invocation)
    before() { busy(100_000); }
    //@@Teardown(Level.Invocation)
    after() { busy(200_000); }
}

//@@State(Scope.Thread)
class Turn { at = 0; }

//@@Benchmark
function fixed(own, items) {
    count(own, 1, busy(1_000_000));
    items.items += 2;
}

//@@Benchmark
function around(own, items, around) {
    count(own, 1, busy(1_000_000));
    items.items += 2;
}

//@@Benchmark
function varying(own, items, operations, turn) {
    const n = 1 + turn.at++ % 3;
    count(own, n, busy(n * 400_000));
    items.items += 2 * n;
    operations.add(n);
}
