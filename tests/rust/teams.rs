// What test_protocol.py asks several threads.
use clamh::{Control, Random, ThreadParams};

//@@State(Scope.Thread)
#[derive(Default)]
struct Own {
    calls: i64,
}

//@@State(Scope.Group)
#[derive(Default)]
struct Shelf {
    height: i64,
}

//@@Benchmark
//@@Group("shelf")
//@@GroupThreads(2)
fn take_one(own: &mut Own, shelf: &Shelf, random: &mut Random) -> i64 {
    own.calls += 1 + shelf.height;
    random.nextLong()
}

//@@Benchmark
//@@Group("shelf")
fn give(_: &Shelf, random: &mut Random, control: &Control) -> i64 {
    if control.stopMeasurement() { 0 } else { random.nextLong() }
}

//@@Benchmark
fn count(own: &mut Own) -> i64 {
    own.calls += 1;
    own.calls
}

//@@Benchmark
fn fails(params: &ThreadParams) {
    if params.getThreadIndex() == 1 {
        panic!("the second of us");
    }
}
