// Streams and random walks through 32 KiB to 128 MiB: what each level of the memory hierarchy costs.

const LINE: usize = 16; // cells in a cache line of 64 bytes
const CHUNK: usize = 8192; // cells of a stream: 32 KiB
const STEPS: usize = 4050;
const COLD_STEPS: usize = 500;

fn next(draw: u32) -> u32 {
    draw.wrapping_mul(1664525).wrapping_add(1013904223)
}

// An array in which the first cell of each line holds the place of the next line of one cycle through all
// lines. Some numbers beside them make sums differ.
//@@State(Scope.Thread)
#[derive(Default)]
struct Cells {
    //@@Param(value = {"32768", "262144", "2097152", "16777216", "134217728"}, units = 1024)
    size: usize, // in bytes; a power of two
    cells: Vec<i32>,
    position: usize, // where the last invocation stopped
    draw: u32, // the last number of a sequence
}

impl Cells {
    //@@Setup
    fn fill(&mut self) {
        let lines = self.size / (4 * LINE);
        self.cells = vec![0; self.size / 4];
        for line in 0..lines {
            self.cells[line * LINE] = ((line * 1664525 + 1013904223) % lines * LINE) as i32;
            self.cells[line * LINE + 1] = (line * line % 1009) as i32;
        }
        self.position = 0;
        self.draw = self.size as u32;
    }
}

// Bytes that push the cells out of the caches, where these are smaller.
//@@State(Scope.Thread)
#[derive(Default)]
struct Flush {
    //@@Param(value = {"67108864"}, units = 1024)
    flush: usize, // in bytes
    bytes: Vec<u8>,
    sum: u32,
}

impl Flush {
    //@@Setup
    fn fill(&mut self) {
        self.bytes = vec![1; self.flush];
    }

    //@@Setup(Level.Invocation)
    fn read_all(&mut self) {
        self.sum = self.bytes.iter().step_by(64).map(|&byte| u32::from(byte)).sum();
    }
}

//@@Benchmark
//@@OperationsPerInvocation(8192)
fn stream_read(state: &mut Cells) -> i32 {
    let first = state.position;
    let mut sum = 0_i32;
    for cell in &state.cells[first..first + CHUNK] {
        sum = sum.wrapping_add(*cell);
    }
    state.position = (first + CHUNK) & (state.size / 4 - 1);
    sum
}

//@@Benchmark
//@@OperationsPerInvocation(8192)
fn stream_write(state: &mut Cells) -> i32 {
    let first = state.position;
    state.draw = next(state.draw);
    let number = state.draw as i32;
    let cells = &mut state.cells[first..first + CHUNK];
    for (at, cell) in cells.iter_mut().enumerate() {
        *cell = number ^ (first + at) as i32;
    }
    state.position = (first + CHUNK) & (state.size / 4 - 1);
    state.cells[first + CHUNK - 1]
}

// From the lower half of the array to the upper one.
//@@Benchmark
//@@OperationsPerInvocation(4096)
fn stream_copy(state: &mut Cells) -> i32 {
    let half = state.size / 8;
    let first = state.position;
    state.draw = next(state.draw);
    state.cells[first] = state.draw as i32;
    state.cells.copy_within(first..first + CHUNK / 2, half + first);
    state.position = (first + CHUNK / 2) & (half - 1);
    state.cells[half + first]
}

// Each load needs the one before it: the latency.
//@@Benchmark
//@@OperationsPerInvocation(4050)
fn random_walk(state: &mut Cells) -> i32 {
    let cells = &state.cells;
    let mut at = state.position;
    for _ in 0..STEPS {
        at = cells[at] as usize;
    }
    state.position = at;
    at as i32
}

// The places are computed, not loaded: many loads are under way at once.
//@@Benchmark
//@@OperationsPerInvocation(4050)
fn random_reads(state: &mut Cells) -> i32 {
    let lines = (state.size / (4 * LINE)) as u32;
    let cells = &state.cells;
    let mut draw = state.draw;
    let mut sum = 0_i32;
    for _ in 0..STEPS {
        draw = next(draw);
        sum = sum.wrapping_add(cells[((draw >> 8) & (lines - 1)) as usize * LINE]);
    }
    state.draw = draw;
    sum
}

//@@Benchmark
//@@OperationsPerInvocation(8192)
fn stream_read_flushed(state: &mut Cells, _flush: &Flush) -> i32 {
    let first = state.position;
    let mut sum = 0_i32;
    for cell in &state.cells[first..first + CHUNK] {
        sum = sum.wrapping_add(*cell);
    }
    state.position = (first + CHUNK) & (state.size / 4 - 1);
    sum
}

//@@Benchmark
//@@OperationsPerInvocation(500)
fn random_walk_flushed(state: &mut Cells, _flush: &Flush) -> i32 {
    let cells = &state.cells;
    let mut at = state.position;
    for _ in 0..COLD_STEPS {
        at = cells[at] as usize;
    }
    state.position = at;
    at as i32
}
