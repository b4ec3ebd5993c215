// Streams and random walks through 32 KiB to 128 MiB: what each level of the memory hierarchy costs.

const LINE = 16; // cells in a cache line of 64 bytes
const CHUNK = 8192; // cells of a stream: 32 KiB
const STEPS = 4050;
const COLD_STEPS = 500;

function next(draw) {
    return (Math.imul(draw, 1664525) + 1013904223) | 0;
}

// An array in which the first cell of each line holds the place of the next line of one cycle through all
// lines. Some numbers beside them make sums differ.
//@@State(Scope.Thread)
class Cells {
    //@@Param(value = {"32768", "262144", "2097152", "16777216", "134217728"}, units = 1024)
    size = 0; // in bytes; a power of two
    cells = new Int32Array(0);
    position = 0; // where the last invocation stopped
    draw = 0; // the last number of a sequence

    //@@Setup
    fill() {
        const lines = this.size / (4 * LINE);
        this.cells = new Int32Array(this.size / 4);
        for (let line = 0; line < lines; ++line) {
            this.cells[line * LINE] = ((line * 1664525 + 1013904223) % lines) * LINE;
            this.cells[line * LINE + 1] = (line * line) % 1009;
        }
        this.position = 0;
        this.draw = this.size;
    }
}

// Bytes that push the cells out of the caches, where these are smaller.
//@@State(Scope.Thread)
class Flush {
    //@@Param(value = {"67108864"}, units = 1024)
    flush = 0; // in bytes
    bytes = new Uint8Array(0);
    sum = 0;

    //@@Setup
    fill() {
        this.bytes = new Uint8Array(this.flush).fill(1);
    }

    //@@Setup(Level.Invocation)
    readAll() {
        const bytes = this.bytes;
        let sum = 0;
        for (let at = 0; at < bytes.length; at += 64) {
            sum = (sum + bytes[at]) | 0;
        }
        this.sum = sum;
    }
}

//@@Benchmark
//@@OperationsPerInvocation(8192)
function streamRead(cells) {
    const array = cells.cells;
    const first = cells.position;
    const end = first + CHUNK;
    let sum = 0;
    for (let at = first; at < end; ++at) {
        sum = (sum + array[at]) | 0;
    }
    cells.position = end & (cells.size / 4 - 1);
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(8192)
function streamWrite(cells) {
    const array = cells.cells;
    const first = cells.position;
    const end = first + CHUNK;
    const number = (cells.draw = next(cells.draw));
    for (let at = first; at < end; ++at) {
        array[at] = number ^ at;
    }
    cells.position = end & (cells.size / 4 - 1);
    return array[end - 1];
}

// From the lower half of the array to the upper one.
//@@Benchmark
//@@OperationsPerInvocation(4096)
function streamCopy(cells) {
    const half = cells.size / 8;
    const first = cells.position;
    cells.cells[first] = cells.draw = next(cells.draw);
    cells.cells.copyWithin(half + first, first, first + CHUNK / 2);
    cells.position = (first + CHUNK / 2) & (half - 1);
    return cells.cells[half + first];
}

// Each load needs the one before it: the latency.
//@@Benchmark
//@@OperationsPerInvocation(4050)
function randomWalk(cells) {
    const array = cells.cells;
    let at = cells.position;
    for (let step = 0; step < STEPS; ++step) {
        at = array[at];
    }
    cells.position = at;
    return at;
}

// The places are computed, not loaded: many loads are under way at once.
//@@Benchmark
//@@OperationsPerInvocation(4050)
function randomReads(cells) {
    const lines = cells.size / (4 * LINE);
    const array = cells.cells;
    let draw = cells.draw;
    let sum = 0;
    for (let step = 0; step < STEPS; ++step) {
        draw = next(draw);
        sum = (sum + array[((draw >>> 8) & (lines - 1)) * LINE]) | 0;
    }
    cells.draw = draw;
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(8192)
function streamReadFlushed(cells, flush) {
    const array = cells.cells;
    const first = cells.position;
    const end = first + CHUNK;
    let sum = 0;
    for (let at = first; at < end; ++at) {
        sum = (sum + array[at]) | 0;
    }
    cells.position = end & (cells.size / 4 - 1);
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(500)
function randomWalkFlushed(cells, flush) {
    const array = cells.cells;
    let at = cells.position;
    for (let step = 0; step < COLD_STEPS; ++step) {
        at = array[at];
    }
    cells.position = at;
    return at;
}
