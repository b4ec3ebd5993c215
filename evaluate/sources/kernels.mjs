// The kernels as CLAMH measures them, each twice: the clone is the same text in another function.

const RING = 100_000; // 400 KB
const NUMBERS = 1_000;

const advanced = (x) => (Math.imul(x, 1664525) + 1013904223) | 0;

//@@State(Scope.Benchmark)
export class Work {
    //@@Param({"20000"})
    steps = 0;
}

//@@State(Scope.Benchmark)
export class Ring {
    next = new Uint32Array(0);
    //@@Setup
    make() {
        this.next = Uint32Array.from({ length: RING }, (_, at) => at);
        for (let x = 1, at = RING - 1; at > 0; at -= 1) {
            x = advanced(x);
            const other = (x >>> 8) % at;
            [this.next[at], this.next[other]] = [this.next[other], this.next[at]];
        }
    }
}

//@@State(Scope.Benchmark)
export class Numbers {
    given = new Int32Array(0);
    work = new Int32Array(0);
    //@@Setup
    make() {
        let x = 1;
        this.given = Int32Array.from({ length: NUMBERS }, () => (x = advanced(x)) >>> 1);
        this.work = new Int32Array(NUMBERS);
    }
}

//@@Benchmark
export function chain(work) {
    let x = 1;
    for (let left = work.steps; left > 0; left -= 1) x = (Math.imul(x, 1664525) + 1013904223) | 0;
    return x >>> 0;
}

//@@Benchmark
export function chainClone(work) {
    let x = 1;
    for (let left = work.steps; left > 0; left -= 1) x = (Math.imul(x, 1664525) + 1013904223) | 0;
    return x >>> 0;
}

//@@Benchmark
export function memory(work, ring) {
    const { next } = ring;
    let at = 0;
    for (let left = work.steps; left > 0; left -= 1) at = next[at];
    return at;
}

//@@Benchmark
export function memoryClone(work, ring) {
    const { next } = ring;
    let at = 0;
    for (let left = work.steps; left > 0; left -= 1) at = next[at];
    return at;
}

//@@Benchmark
export function allocation(work) {
    let head = null;
    for (let value = 0; value < work.steps; value += 1) head = { rest: head, value };
    let sum = 0;
    for (; head !== null; head = head.rest) sum = (sum + head.value) | 0;
    return sum >>> 0;
}

//@@Benchmark
export function allocationClone(work) {
    let head = null;
    for (let value = 0; value < work.steps; value += 1) head = { rest: head, value };
    let sum = 0;
    for (; head !== null; head = head.rest) sum = (sum + head.value) | 0;
    return sum >>> 0;
}

//@@Benchmark
export function branches(work, numbers) {
    numbers.work.set(numbers.given);
    numbers.work.sort();
    let x = numbers.work[NUMBERS / 2];
    for (let left = work.steps; left > 0; left -= 1) x = (Math.imul(x, 1664525) + 1013904223) | 0;
    return x >>> 0;
}

//@@Benchmark
export function branchesClone(work, numbers) {
    numbers.work.set(numbers.given);
    numbers.work.sort();
    let x = numbers.work[NUMBERS / 2];
    for (let left = work.steps; left > 0; left -= 1) x = (Math.imul(x, 1664525) + 1013904223) | 0;
    return x >>> 0;
}
