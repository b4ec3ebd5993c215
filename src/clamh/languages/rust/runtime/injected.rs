//! What the injected objects hold, from the case that they belong to.

use crate::case::Open;
use crate::control::Control;
use crate::layout::of_thread;
use crate::memory::Memory;
use crate::operations::Operations;
use crate::params::{BenchmarkParams, IterationParams, ThreadParams};
use crate::random::{mixed, Random};
use crate::thread::Thread;

fn phase(open: &Open, warmup: bool) -> IterationParams {
    let plan = &open.plan;
    let (count, time_ns, batch) = if warmup {
        (plan.warmup_iterations, plan.warmup_ns, open.warmup_batch)
    } else {
        (plan.measurement_iterations, plan.measurement_ns, open.batch)
    };
    IterationParams { warmup, count: count as i32, time_ns, batch: batch as i32 }
}

/// Into the object of this class, where something takes one.
fn put<T: 'static>(thread: &Thread, value: impl FnOnce() -> T) {
    if let Some(object) = thread.taken::<T>() {
        unsafe { *object = value() };
    }
}

pub fn begin_trial(open: &Open, thread: &mut Thread) {
    let seed = open.seed ^ mixed(thread.dealt.thread as u64);
    thread.gaps = Random::seeded(seed);
    put(thread, || Random::seeded(seed));
    put(thread, || Memory::seeded(of_thread(open.layout_seed, thread.dealt.thread)));
    put(thread, || ThreadParams { dealt: thread.dealt });
    put(thread, || BenchmarkParams {
        benchmark: open.benchmark.said.name,
        mode: open.mode,
        time_unit: open.plan.time_unit.clone(),
        identity: open.identity.clone(),
        threads: thread.dealt.threads as i32,
        forks: open.plan.forks as i32,
        warmup_forks: open.plan.warmup_forks as i32,
        warmup: phase(open, true),
        measurement: phase(open, false),
        operations: open.operations_per_invocation as i64,
        timeout_ns: open.plan.timeout_ns,
        seed: open.seed,
        given: open.given.clone(),
    });
    put(thread, || phase(open, open.warmup));
}

pub fn begin_iteration(open: &Open, thread: &mut Thread) {
    if let Some(control) = thread.taken::<Control>() {
        unsafe { &*control }.begin();
    }
    put(thread, || phase(open, open.warmup));
}

/// How many operations have been said so far.
pub fn operations(said: Option<*mut Operations>) -> i64 {
    said.map_or(0, |said| unsafe { &*said }.total())
}
