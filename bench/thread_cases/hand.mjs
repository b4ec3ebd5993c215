// The same with worker threads as a careful person writes them; nothing of CLAMH is in here. `hand.mjs NAME THREADS`; of each line
// of standard input, NS, the threads measure once for that long, and the mean of their ns per pass is a line of output.
//
// By time, as hand.cpp and for its reason. The shared counter is reached through an index that changes, or V8 would read and check its array
// once for all passes. A thread's own counter is written in each pass, so that V8 reads it in each pass as well: there an index, whose
// checks and loads were a tenth of the time, would be the loop's own cost. The empty one has nothing to reach, and is no fair one.
import { createInterface } from 'node:readline';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const CHUNK_NS = 100_000; // between two readings of the clock
const [RUNNING, OVER] = [0, 32]; // a line of the cache each, with its neighbour
const now = () => Number(process.hrtime.bigint());

const loops = {
    empty(states, passes) {
        let pass = 0;
        while (pass < passes) pass += 1;
        return pass;
    },
    own([state], passes) {
        let result;
        for (let pass = 0; pass < passes; pass += 1) result = state.count = (state.count + 1) | 0;
        return result;
    },
    shared(states, passes) {
        let result;
        for (let pass = 0; pass < passes; pass += 1) result = Atomics.add(states[pass & 1].shared, 0, 1);
        return result;
    },
};

function measured({ loop, state, seen, threads }, length) {
    const states = [state, state];
    let chunk = 1;
    for (let took = 0; took < CHUNK_NS;) {
        chunk *= 2;
        const begun = now();
        loop(states, chunk);
        took = now() - begun;
    }
    Atomics.add(seen, RUNNING, 1);
    while (Atomics.load(seen, RUNNING) < threads) loop(states, chunk);
    let passes = 0;
    const begun = now();
    let ended = begun;
    for (; ended - begun < length; ended = now()) {
        loop(states, chunk);
        passes += chunk;
    }
    Atomics.add(seen, OVER, 1);
    while (Atomics.load(seen, OVER) < threads) loop(states, chunk);
    return (ended - begun) / passes;
}

if (isMainThread) {
    const [name, number] = [process.argv[2], Number(process.argv[3])];
    const seen = new Int32Array(new SharedArrayBuffer(256));
    const shared = new Int32Array(new SharedArrayBuffer(256)); // in a line of its own
    const threads = Array.from({ length: number }, () =>
        new Worker(new URL(import.meta.url), { workerData: { name, seen, shared, threads: number } }));
    for await (const line of createInterface({ input: process.stdin })) {
        seen.fill(0);
        const found = await Promise.all(threads.map((one) => new Promise((resolve) => {
            one.once('message', resolve);  // what a thread throws is nobody's to catch, and ends the process
            one.postMessage(Number(line));
        })));
        console.log((found.reduce((sum, ns) => sum + ns) / number).toFixed(6));
    }
    process.exit();
} else {
    const { name, seen, shared, threads } = workerData;
    const one = { loop: loops[name], state: { count: 0, shared }, seen, threads };
    parentPort.on('message', (length) => parentPort.postMessage(measured(one, length)));
}
