// Ping-pong: each of two threads waits for what the other does. Without Control, who is still waiting when the iteration
// ends would wait for ever: from stopMeasurement on no thread answers any more.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

//@@State(Scope.Group)
#[derive(Default)]
struct Table {
    left: AtomicBool,
}

impl Table {
    fn turns(&self, from: bool, to: bool) -> bool { self.left.compare_exchange_weak(from, to, SeqCst, SeqCst).is_ok() }
}

//@@Benchmark
//@@Group("pingpong")
fn ping(control: &Control, table: &Table) {
    while !control.stopMeasurement() && !table.turns(false, true) {}
}

//@@Benchmark
//@@Group("pingpong")
fn pong(control: &Control, table: &Table) {
    while !control.stopMeasurement() && !table.turns(true, false) {}
}
