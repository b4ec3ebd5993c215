// Does no group hang whose members wait for each other: producer and consumer, ping-pong, a call that lasts until it is stopped?
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};

use clamh::Control;

mod transcript;

// From one value to the other, once it is there; not any more when the measurement is over.
fn swap(place: &AtomicI32, from: i32, to: i32, control: &Control) {
    while !control.stopMeasurement() && place.compare_exchange_weak(from, to, SeqCst, SeqCst).is_err() {}
}

// A queue of one place: 0 is empty.
//@@State(Scope.Group)
#[derive(Default)]
struct Queue {
    place: AtomicI32,
}

impl Queue {
    //@@Setup(Level.Iteration)
    fn open(&self) {
        transcript::line("setup Iteration Queue");
    }

    //@@TearDown(Level.Iteration)
    fn shut(&self) {
        transcript::line("teardown Iteration Queue");
    }
}

//@@State(Scope.Group)
#[derive(Default)]
struct Table {
    left: AtomicI32,
}

impl Table {
    //@@Setup(Level.Iteration)
    fn open(&self) {
        transcript::line("setup Iteration Table");
    }

    //@@TearDown(Level.Iteration)
    fn shut(&self) {
        transcript::line("teardown Iteration Table");
    }
}

//@@Benchmark
//@@Group("queue")
//@@GroupThreads(2)
fn put(queue: &Queue, control: &Control) {
    swap(&queue.place, 0, 1, control);
}

//@@Benchmark
//@@Group("queue")
fn take(queue: &Queue, control: &Control) {
    swap(&queue.place, 1, 0, control);
}

//@@Benchmark
//@@Group("table")
fn ping(table: &Table, control: &Control) {
    swap(&table.left, 0, 1, control);
}

//@@Benchmark
//@@Group("table")
fn pong(table: &Table, control: &Control) {
    swap(&table.left, 1, 0, control);
}

// Its first invocation lasts until the other member's time is over.
//@@Benchmark
//@@Group("watch")
fn guard(control: &Control) {
    while !control.stopMeasurement() {}
}

//@@Benchmark
//@@Group("watch")
fn work() -> i32 {
    1
}
