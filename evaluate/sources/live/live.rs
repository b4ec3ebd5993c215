// The kernels in Rust, each twice: the clone is the same text in another function.

fn advance(x: u32) -> u32 {
    x.wrapping_mul(1664525).wrapping_add(1013904223)
}

// The exclusive or keeps a compiler from making one step of eight.
fn chain(mut x: u32, steps: i64) -> u32 {
    for _ in 0..steps {
        x = advance(x ^ 0x5bd1e995);
    }
    x
}

fn walk(at: &mut Branches, steps: i64) -> u32 {
    let (mut x, mut sum) = (at.x, at.sum);
    for _ in 0..steps {
        x = advance(x);
        match x >> 29 {
            0 => sum = sum.wrapping_add(x),
            1 => sum ^= x,
            2 => sum = sum.wrapping_sub(x >> 1),
            3 => sum = sum.wrapping_mul(3),
            4 => sum = sum.rotate_left(5),
            5 => sum = !sum,
            6 => sum = sum.wrapping_add(2654435769),
            _ => sum ^= sum >> 3,
        }
    }
    (at.x, at.sum) = (x, sum);
    sum
}

fn hop(ring: &mut Ring, steps: i64) -> u32 {
    let mut at = ring.at;
    for _ in 0..steps {
        at = ring.next[at as usize];
    }
    ring.at = at;
    at
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Work {
    //@@Param({"20000"})
    steps: i64,
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Branches {
    x: u32,
    sum: u32,
}

impl Branches {
    //@@Setup
    fn begin(&mut self) {
        self.x = 1;
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Ring {
    //@@Param({"16384"})
    size: usize,
    at: u32,
    next: Vec<u32>,
}

impl Ring {
    //@@Setup
    fn make(&mut self) {
        self.next = (0..self.size as u32).collect();
        let mut x = 1;
        for at in (1..self.size).rev() {
            x = advance(x);
            self.next.swap(at, (x >> 8) as usize % at);
        }
    }
}

//@@Benchmark
fn steady(work: &Work) -> u32 {
    chain(1, work.steps)
}

//@@Benchmark
fn steady_clone(work: &Work) -> u32 {
    chain(1, work.steps)
}

//@@Benchmark
fn branchy(work: &Work, branches: &mut Branches) -> u32 {
    walk(branches, work.steps)
}

//@@Benchmark
fn branchy_clone(work: &Work, branches: &mut Branches) -> u32 {
    walk(branches, work.steps)
}

//@@Benchmark
fn memory(work: &Work, ring: &mut Ring) -> u32 {
    hop(ring, work.steps)
}

//@@Benchmark
fn memory_clone(work: &Work, ring: &mut Ring) -> u32 {
    hop(ring, work.steps)
}

// The same work in a loop by hand: what bench/in_turns.py compares with.
//@@Benchmark
//@@OperationsPerInvocation(100)
fn steady_hand(work: &Work) {
    for _ in 0..100 {
        std::hint::black_box(chain(1, std::hint::black_box(work.steps)));
    }
}

//@@Benchmark
//@@OperationsPerInvocation(100)
fn branchy_hand(work: &Work, branches: &mut Branches) {
    for _ in 0..100 {
        std::hint::black_box(walk(branches, work.steps));
    }
}

//@@Benchmark
//@@OperationsPerInvocation(100)
fn memory_hand(work: &Work, ring: &mut Ring) {
    for _ in 0..100 {
        std::hint::black_box(hop(ring, work.steps));
    }
}
