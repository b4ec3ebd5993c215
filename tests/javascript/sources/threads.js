// What several threads do with states, fixtures, clocks and failures (test_threads.py).

//@@State(Scope.Benchmark)
class Shared {
    calls = new Int32Array(new SharedArrayBuffer(8));
    static table = null;
    text = '';

    //@@Setup
    fill(memory) {
        this.data = memory.array(Float64Array, 4);
        this.data[3] = 1.5;
        this.text = 'filled';
        Shared.table = new Int32Array(this.calls.buffer);
        console.log('fill');
    }

    //@@Setup(Level.Invocation)
    before() { Atomics.add(this.calls, 1, 1); }

    //@@TearDown
    tell() { console.log(`calls ${this.calls[0]} ${this.calls[1] > 0}`); }
}

//@@Benchmark
function share(shared) {
    if (shared.data[3] !== 1.5 || shared.text !== 'filled') throw new Error('not handed over');
    Atomics.add(Shared.table, 0, 1);
}

//@@State(Scope.Benchmark)
class Listed {
    words = ['a'];
}

//@@Benchmark
function list(listed) { return listed.words; }

//@@State(Scope.Benchmark)
class Apart {
    data = new Float64Array(2);
}

//@@Benchmark
function apart(/** @type {Apart} */ numbers) { return numbers.data[0]; }

//@@State(Scope.Benchmark)
class Hidden {

    #own = 1;
    get() { return this.#own; }
}

//@@Benchmark
function hide(hidden) { return hidden.get(); }

//@@State(Scope.Benchmark)
class Counting {
    calls = 0;
}

//@@Benchmark
function count(counting) { counting.calls += 1; }

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
class Own {
    who = ''; // no number, which would be a counter
    made = 0;

    //@@Setup
    take(threadParams) { this.who = `${threadParams.getThreadIndex()}`; }

    //@@TearDown
    drop() { console.log(`drop ${this.who}`); }
}

// The counter and Operations say what was timed, and nothing of run-in and run-out.
//@@Benchmark
function made(own, operations) {
    own.made += 1;
    operations.add(1);
}

//@@Benchmark
async function sleeps() { await new Promise((resolve) => { setTimeout(resolve, 1); }); }

//@@Benchmark
async function never(own) { if (own.who === '1') await new Promise(() => {}); }

//@@Benchmark
function stray(own) { if (own.who === '1') Promise.reject(new Error('nobody catches this')); }

//@@State(Scope.Thread)
class Leaving {
    //@@TearDown
    leave() { Promise.reject(new Error('too late')); }
}

//@@Benchmark
function late(leaving) { return leaving; }

//@@State(Scope.Thread)
class Torn {
    //@@TearDown
    tear() {
        Promise.reject(new Error('later'));
        throw new Error('first');
    }
}

//@@Benchmark
function twice(torn) { return torn; }

function deeper(n) { return deeper(n + 1) + 1; }
//@@Benchmark
function deep(own) { return own.who === '1' ? deeper(0) : 0; }

//@@Benchmark
function leaves(own) { if (own.who === '1') process.exit(7); }

//@@State(Scope.Benchmark)
class Door {
    inside = new Int32Array(new SharedArrayBuffer(4));
}

// Thread 1 fails while thread 0 waits for what nobody does.
//@@Benchmark
function stays(own, door) {
    if (own.who === '0') {
        Atomics.store(door.inside, 0, 1);
        Atomics.wait(door.inside, 0, 1);
    }
    if (Atomics.load(door.inside, 0) === 1) throw new Error('out of paper');
}

//@@State(Scope.Group)
class Pair {
    place = new Int32Array(new SharedArrayBuffer(4));

    //@@Check
    left() { return this.place[0]; }
}

//@@Benchmark
//@@Group("pair")
function give(pair, control, blackhole) {
    blackhole.consume('given');
    while (Atomics.compareExchange(pair.place, 0, 0, 1) !== 0 && !control.stopMeasurement);
    return true;
}

//@@Benchmark
//@@Group("pair")
function take(pair) { return 42; }

//@@State(Scope.Thread)
class Factor {
    number = 3;
    //@@Setup
    write(threadParams) { this.number += threadParams.getThreadIndex(); }
}

//@@Benchmark
function product(factor) { return Math.imul(factor.number, 1000003); }

// A shot that lasts until it is stopped, and one that is only slower than its partner's.
//@@Benchmark
//@@Group("watch")
function guard(control, own) {
    own.made += 1;
    while (!control.stopMeasurement);
}

//@@Benchmark
//@@Group("watch")
async function slow(pair, control) {
    for (let nap = 0; nap < 5 && !control.stopMeasurement; nap += 1) await new Promise((resolve) => { setTimeout(resolve, 2); });
}

//@@Benchmark
//@@Group("watch")
function work() { return 1; }

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
class Sized {
    made = 0;
    big = 0n;

    //@@TearDown(Level.Iteration)
    size() { this.made = 5; }
}

// A teardown sets a counter that calls have changed too.
//@@Benchmark
function sized(sized) { sized.made += 1; sized.big += 1n; }

//@@State(Scope.Benchmark)
class Calls {
    made = new Int32Array(new SharedArrayBuffer(4));

    //@@Check
    all() { return this.made[0]; }
}

//@@Benchmark
function calls(calls) { return Atomics.add(calls.made, 0, 1); }

//@@Benchmark
//@@Group("gate")
function enter(pair, control) { return control.startMeasurement; }

//@@State(Scope.Benchmark)
class Refusing {
    //@@Setup(Level.Invocation)
    refuse() {
        console.log('refuse');
        throw new Error('refused');
    }
}

//@@Benchmark
function refused(refusing) {}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
class Tally {
    #all = 0;
    seen = 0;
    total() { return this.#all; }
    add(calls) { this.#all += calls; }
}

// A field and a method that count.
//@@Benchmark
function tallied(tally) {
    tally.seen += 1;
    tally.add(1);
}

// Thread 1 never says how many operations it did.
//@@Benchmark
function mute(operations, threadParams) { if (threadParams.getThreadIndex() === 0) operations.add(1); }

//@@State(Scope.Benchmark)
class Packed { #own = 1; get() { return this.#own; } }

//@@Benchmark
function pack(packed) { return packed.get(); }

//@@State(Scope.Benchmark)
class Explained {
    set() { this.#own = 1; } #own // after a method, before a comment
}

//@@Benchmark
function explain(explained) { return explained.set(); }

//@@State(Scope.Benchmark)
class Mapped extends Map {
    //@@Setup
    fill() { this.set(1, 2); }
}

//@@Benchmark
function look(mapped) { return mapped.size; }

//@@State(Scope.Benchmark)
class Row extends Array {
    //@@Setup
    fill() { this.push(3, 4); }
}

//@@Benchmark
function add(row) { if (row.length !== 2 || row[1] !== 4) throw new Error('not handed over'); }
