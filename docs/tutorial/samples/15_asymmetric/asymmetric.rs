// A group: its functions run at the same time, each on threads of its own, on one object. Two threads add to a counter and
// one reads it; the first score is that of all three, the two below it are those of the functions.

use std::sync::atomic::{AtomicI64, Ordering};

//@@State(Scope.Group)
#[derive(Default)]
struct Counter {
    value: AtomicI64,
}

//@@Benchmark
//@@Group("counter")
//@@GroupThreads(2)
fn increment(counter: &Counter) -> i64 { counter.value.fetch_add(1, Ordering::SeqCst) + 1 }

//@@Benchmark
//@@Group("counter")
fn get(counter: &Counter) -> i64 { counter.value.load(Ordering::SeqCst) }
