// Work of a length that it measures itself, see bench/truth.py.
use std::time::{Duration, Instant};

fn busy(ns: u64) -> i64 {
    let start = Instant::now();
    let wanted = Duration::from_nanos(ns);
    loop {
        let took = start.elapsed();
        if took >= wanted {
            return took.as_nanos() as i64;
        }
    }
}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
#[derive(Default)]
pub struct Own {
    pub calls: i64,
    pub busy_ns: i64,
    pub done: i64,
}

fn count(own: &mut Own, operations: i64, took: i64) {
    own.calls += 1;
    own.busy_ns += took;
    own.done += operations;
}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.OPERATIONS)
#[derive(Default)]
pub struct Items {
    pub items: i64,
}

impl Items {
    pub fn doubled(&self) -> f64 {
        2.0 * self.items as f64
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Around;

impl Around {
    //@@Setup(Level.Invocation)
    fn before(&self) {
        busy(100_000);
    }

    //@@Teardown(Level.Invocation)
    fn after(&self) {
        busy(200_000);
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Turn {
    at: i64,
}

//@@Benchmark
fn fixed(own: &mut Own, items: &mut Items) {
    count(own, 1, busy(1_000_000));
    items.items += 2;
}

//@@Benchmark
fn around(own: &mut Own, items: &mut Items, _around: &Around) {
    count(own, 1, busy(1_000_000));
    items.items += 2;
}

//@@Benchmark
fn varying(own: &mut Own, items: &mut Items, operations: &Operations, turn: &mut Turn) {
    let n = 1 + turn.at % 3;
    turn.at += 1;
    count(own, n, busy(n as u64 * 400_000));
    items.items += 2 * n;
    operations.add(n);
}
