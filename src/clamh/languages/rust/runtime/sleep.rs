//! Numbers that threads share, and wait for asleep. No lock stands between a thread and its waking up: in a crowd it would wait for
//! its turn once more for each thread before it.

use std::sync::atomic::{AtomicI64, Ordering::{AcqRel, Acquire, Release}};

use crate::system;

/// Two lines: adjacent-line prefetch makes neighbours share.
pub const GRANULE: usize = 128;

/// Alone in its granule.
#[repr(align(128))]
#[derive(Default)]
pub struct Cell(AtomicI64);

impl Cell {
    pub fn get(&self) -> i64 {
        self.0.load(Acquire)
    }

    pub fn set(&self, to: i64) {
        self.0.store(to, Release);
    }

    /// What it is then.
    pub fn add(&self, more: i64) -> i64 {
        self.0.fetch_add(more, AcqRel) + more
    }

    pub fn swap(&self, from: i64, to: i64) -> bool {
        self.0.compare_exchange(from, to, AcqRel, Acquire).is_ok()
    }

    pub fn raise(&self, to: i64) {
        self.0.fetch_max(to, AcqRel);
    }

    /// Until it is woken, or `ns` are over, unless the value is another one already; may wake for nothing.
    pub fn sleep(&self, while_it_is: i64, ns: i64) {
        system::sleep_while(self.0.as_ptr(), while_it_is, ns);
    }

    pub fn wake(&self) {
        system::wake_all(self.0.as_ptr());
    }
}
