// What CLAMH measures with one thread and with two.
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Duration;

//@@State(Scope.Thread)
#[derive(Default)]
struct Own {
    count: i64,
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shared {
    count: AtomicI64,
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Late {
    //@@Param({"0", "1"})
    from: i32,
    count: i64,
}

impl Late {
    //@@Setup(Level.Iteration)
    fn oversleep(&self, thread: &ThreadParams) {
        if thread.getThreadIndex() >= self.from {
            sleep(Duration::from_millis(100));
        }
    }
}

//@@Benchmark
fn empty() {}

//@@Benchmark
fn own(state: &mut Own) -> i64 {
    state.count += 1;
    state.count
}

//@@Benchmark
fn shared(state: &Shared) -> i64 { state.count.fetch_add(1, Relaxed) }

//@@Benchmark
fn late(state: &mut Late) -> i64 {
    state.count += 1;
    state.count
}
