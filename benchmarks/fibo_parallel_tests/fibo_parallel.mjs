// Fibonacci numbers by two parallel algorithms, each beside the same algorithm in one thread.
import { Worker } from 'node:worker_threads';

//@@State(Scope.Benchmark)
class Calls {
    //@@Param({"20", "27"})
    number = 0;
    //@@Param({"1", "3"})
    forks = 0;
}

//@@State(Scope.Benchmark)
class Chain {
    //@@Param({"10000", "1000000"})
    number = 0;
}

// What a worker is asked, and what it answers, in memory that both see.
const STATE = 0; // IDLE, or what is to be done
const NUMBER = 1;
const FIRST = 2;
const SECOND = 3;

const IDLE = 0;
const RECURSIVE = 1;
const LOOP = 2;

function recursive(number) {
    return number < 2 ? number : recursive(number - 1) + recursive(number - 2);
}

// The Fibonacci number and the next one, modulo 2 to the 32.
function loop(number) {
    let current = 0;
    let following = 1;
    for (let remaining = number; remaining > 0; --remaining) {
        const sum = (current + following) | 0;
        current = following;
        following = sum;
    }
    return [current, following];
}

const WORKER = `
    ${recursive}
    ${loop}
    const { cells } = require('node:worker_threads').workerData;
    for (;;) {
        Atomics.wait(cells, ${STATE}, ${IDLE});
        if (cells[${STATE}] === ${RECURSIVE}) {
            cells[${FIRST}] = recursive(cells[${NUMBER}]);
        } else {
            [cells[${FIRST}], cells[${SECOND}]] = loop(cells[${NUMBER}]);
        }
        Atomics.store(cells, ${STATE}, ${IDLE});
        Atomics.notify(cells, ${STATE});
    }`;

//@@State(Scope.Thread)
class Pool {
    threads = [];

    //@@Setup
    async start() {
        for (let count = 0; count < 3; ++count) {
            const cells = new Int32Array(new SharedArrayBuffer(128));
            const worker = new Worker(WORKER, { eval: true, workerData: { cells } });
            await new Promise((resolve, reject) => worker.once('online', resolve).once('error', reject));
            worker.unref();
            this.threads.push({ cells, worker });
        }
    }

    //@@Teardown
    async stop() {
        await Promise.all(this.threads.map(({ worker }) => worker.terminate()));
        this.threads = [];
    }
}

function submit(thread, task, number) {
    thread.cells[NUMBER] = number;
    Atomics.store(thread.cells, STATE, task);
    Atomics.notify(thread.cells, STATE);
}

function join(thread, task) {
    while (Atomics.load(thread.cells, STATE) !== IDLE) {
        Atomics.wait(thread.cells, STATE, task);
    }
    return thread.cells;
}

// The smaller half of the calls goes to another thread, as often as `forks` says.
function forked(number, forks, threads) {
    if (forks === 0) {
        return recursive(number);
    }
    const other = threads[forks - 1];
    submit(other, RECURSIVE, number - 2);
    const mine = forked(number - 1, forks - 1, threads);
    return mine + join(other, RECURSIVE)[FIRST];
}

//@@Benchmark
function fiboCalls(calls) {
    return recursive(calls.number);
}

//@@Benchmark
function fiboCallsForked(calls, pool) {
    return forked(calls.number, calls.forks, pool.threads);
}

//@@Benchmark
function fiboChain(chain) {
    return loop(chain.number)[0];
}

// F(m + n) = F(m) F(n + 1) + F(m - 1) F(n): so the chain falls into two that do not wait for each other.
//@@Benchmark
function fiboChainHalved(chain, pool) {
    const half = (chain.number / 2) | 0;
    submit(pool.threads[0], LOOP, half - 1);
    const mine = loop(chain.number - half);
    const theirs = join(pool.threads[0], LOOP);
    return (Math.imul(theirs[SECOND], mine[1]) + Math.imul(theirs[FIRST], mine[0])) | 0;
}
