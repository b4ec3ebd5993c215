// The kernels in JavaScript, most twice: the clone calls the same function.

const advance = (x) => (Math.imul(x, 1664525) + 1013904223) | 0;

// The exclusive or keeps a compiler from making one step of eight.
function chain(x, steps) {
    for (let left = steps; left > 0; left -= 1) x = advance(x ^ 0x5bd1e995);
    return x >>> 0;
}

function walk(at, steps) {
    let { x, sum } = at;
    for (let left = steps; left > 0; left -= 1) {
        x = advance(x);
        switch (x >>> 29) {
            case 0: sum = (sum + x) | 0; break;
            case 1: sum ^= x; break;
            case 2: sum = (sum - (x >>> 1)) | 0; break;
            case 3: sum = Math.imul(sum, 3); break;
            case 4: sum = (sum << 5) | (sum >>> 27); break;
            case 5: sum = ~sum; break;
            case 6: sum = (sum + 2654435769) | 0; break;
            default: sum ^= sum >>> 3; break;
        }
    }
    at.x = x;
    at.sum = sum;
    return sum >>> 0;
}

function hop(ring, steps) {
    const { next } = ring;
    let { at } = ring;
    for (let left = steps; left > 0; left -= 1) at = next[at];
    ring.at = at;
    return at;
}

function link(steps) {
    let head = null;
    for (let value = 0; value < steps; value += 1) head = { rest: head, value };
    let sum = 0;
    for (; head !== null; head = head.rest) sum = (sum + head.value) | 0;
    return sum >>> 0;
}

//@@State(Scope.Benchmark)
export class Work {
    //@@Param({"20000"})
    steps = 0;
    calls = 0;
}

//@@State(Scope.Benchmark)
export class Branches {
    x = 1;
    sum = 0;
}

//@@State(Scope.Benchmark)
export class Ring {
    //@@Param({"16384"})
    size = 0;
    at = 0;
    next = new Uint32Array(0);
    //@@Setup
    make() {
        this.next = Uint32Array.from({ length: this.size }, (_, at) => at);
        for (let x = 1, at = this.size - 1; at > 0; at -= 1) {
            x = advance(x);
            const other = (x >>> 8) % at;
            [this.next[at], this.next[other]] = [this.next[other], this.next[at]];
        }
    }
}

//@@Benchmark
export function steady(work) {
    return chain(1, work.steps);
}

//@@Benchmark
export function steadyClone(work) {
    return chain(1, work.steps);
}

//@@Benchmark
export function branchy(work, branches) {
    return walk(branches, work.steps);
}

//@@Benchmark
export function branchyClone(work, branches) {
    return walk(branches, work.steps);
}

//@@Benchmark
export function memory(work, ring) {
    return hop(ring, work.steps);
}

//@@Benchmark
export function memoryClone(work, ring) {
    return hop(ring, work.steps);
}

//@@Benchmark
export function garbage(work) {
    return link(work.steps);
}

//@@Benchmark
export function garbageClone(work) {
    return link(work.steps);
}

// 250 calls of each 5,000 take ten times as long: with 20 µs a call about one slice in twenty.
//@@Benchmark
export function spikes(work) {
    work.calls += 1;
    return chain(1, work.calls % 5000 < 4750 ? work.steps : 10 * work.steps);
}

const kept = new Uint32Array(1);

// The same work in a loop by hand: what bench/in_turns.py compares with.
//@@Benchmark
//@@OperationsPerInvocation(100)
export function steadyHand(work) {
    for (let pass = 0; pass < 100; pass += 1) kept[0] = chain(1, work.steps);
}

//@@Benchmark
//@@OperationsPerInvocation(100)
export function branchyHand(work, branches) {
    for (let pass = 0; pass < 100; pass += 1) kept[0] = walk(branches, work.steps);
}

//@@Benchmark
//@@OperationsPerInvocation(100)
export function memoryHand(work, ring) {
    for (let pass = 0; pass < 100; pass += 1) kept[0] = hop(ring, work.steps);
}
