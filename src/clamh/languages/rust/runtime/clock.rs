//! The clock that measures: chosen once, read through one pointer, so that a fake one costs no branch.

use std::cell::Cell;
use std::ptr::null;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::OnceLock;

use crate::failure::{failure, Done};
use crate::r#loop::Repeat;
use crate::registry::registry;
use crate::system::{clock_ns, MONOTONIC};

#[derive(Clone)]
pub struct Clock {
    pub name: &'static str,
    pub now: fn() -> i64,
    pub counted: bool, // a fake one, whose readings say nothing of how long anything takes
    pub step_ns: i64,  // the smallest difference seen, at least 1
    pub cost_ns: i64,  // of one reading, at least 1
    pub stretch_ns: f64, // what a stretch with no invocation in it measures; 0 of a fake one
}

impl Clock {
    pub fn resolution_ns(&self) -> i64 {
        self.step_ns.max(self.cost_ns)
    }
}

static CLOCKS: OnceLock<(Clock, Vec<Clock>)> = OnceLock::new();

/// The clock of this process.
pub fn the_clock() -> &'static Clock {
    &CLOCKS.get().expect("the clock is chosen before anything is measured").0
}

/// Every one that was tried.
pub fn clocks_tried() -> &'static [Clock] {
    CLOCKS.get().map_or(&[], |clocks| &clocks.1)
}

fn monotonic() -> i64 {
    clock_ns(MONOTONIC[0].1)
}

fn monotonic_raw() -> i64 {
    clock_ns(MONOTONIC[1].1)
}

static COUNTED_STEP: AtomicI64 = AtomicI64::new(0);
thread_local! {
    static COUNTED_TIME: Cell<i64> = const { Cell::new(0) }; // each thread counts its own readings, so that no other can change them
}

fn counted() -> i64 {
    COUNTED_TIME.with(|time| {
        time.set(time.get() + COUNTED_STEP.load(Relaxed));
        time.get()
    })
}

/// The least of several rounds: anything above it is somebody else's time.
fn measure(name: &'static str, now: fn() -> i64) -> Clock {
    const ROUNDS: usize = 20;
    const READINGS: i64 = 50;
    let (mut step_ns, mut cost_ns) = (1_000_000_000, 1_000_000_000);
    for _ in 0..ROUNDS {
        let start = now();
        let mut last = start;
        for _ in 0..READINGS {
            let now = now();
            if now > last {
                step_ns = step_ns.min(now - last);
            }
            last = now;
        }
        cost_ns = cost_ns.min((last - start + READINGS - 1) / READINGS);
    }
    Clock { name, now, counted: false, step_ns, cost_ns: cost_ns.max(1), stretch_ns: 0.0 }
}

/// What a stretch with nothing in it measures: the lower quartile of many means, as a mean of all may hold somebody else's time,
/// and what is taken off too much makes a score negative.
fn empty_stretch(clock: &Clock, floor: Repeat) -> f64 {
    const ROUNDS: usize = 200;
    const STRETCHES: i64 = 50;
    let mut means: Vec<f64> = (0..ROUNDS).map(|_| {
        let sum: i64 = (0..STRETCHES).map(|_| {
            let (start, stop) = unsafe { readings(clock.now, floor, null(), 0) };
            stop - start
        }).sum();
        sum as f64 / STRETCHES as f64
    }).collect();
    means.sort_by(f64::total_cmp);
    means[ROUNDS / 4]
}

/// Measures and chooses; CLAMH_CLOCK=counted:NS makes one that advances NS per reading. False when that is malformed.
pub fn choose_clock() -> bool {
    let chosen = match std::env::var_os("CLAMH_CLOCK") {
        Some(wanted) => {
            let digits = wanted.to_str().and_then(|text| text.strip_prefix("counted:")).unwrap_or("");
            let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let step = if all { digits.parse().unwrap_or(0) } else { 0 };
            if step <= 0 {
                return false;
            }
            COUNTED_STEP.store(step, Relaxed);
            let fake = Clock { name: "counted", now: counted, counted: true, step_ns: 1, cost_ns: 1, stretch_ns: 0.0 };
            (fake.clone(), vec![fake])
        }
        None => {
            let tried = vec![measure(MONOTONIC[0].0, monotonic), measure(MONOTONIC[1].0, monotonic_raw)];
            let best = tried.iter().min_by_key(|clock| clock.resolution_ns()).expect("there are two");
            let mut best = best.clone();
            best.stretch_ns = empty_stretch(&best, registry().floor.repeat());
            (best, tried)
        }
    };
    CLOCKS.set(chosen).is_ok()
}

/// From one reading to the next, in ns.
#[derive(Clone, Copy)]
pub struct Stretch {
    pub start: i64,
    pub stop: i64,
}

impl Stretch {
    pub fn elapsed(&self) -> i64 {
        self.stop - self.start
    }
}

/// Two readings, and between them so many invocations of a stub.
#[inline(never)]
unsafe fn readings(now: fn() -> i64, repeat: Repeat, objects: *const *mut u8, invocations: u64) -> (i64, i64) {
    let start = now();
    repeat(objects, invocations);
    let stop = now();
    (start, stop)
}

/// So many invocations of a stub with these objects; Failure `clock` when time ran backwards.
pub fn timed(repeat: Repeat, objects: &[*mut u8], invocations: u64) -> Done<Stretch> {
    let clock = the_clock();
    let (start, stop) = unsafe { readings(clock.now, repeat, objects.as_ptr(), invocations) };
    if stop < start {
        return Err(failure("clock", clock.name, format!("the clock went back by {} ns", start - stop)).into());
    }
    Ok(Stretch { start, stop })
}
