//! Numbers that threads share, and wait for asleep. No lock stands between a thread and its waking up: in a crowd it would wait for
//! its turn once more for each thread before it.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
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

const FREE: i64 = 0;
const HELD: i64 = 1;
const AWAITED: i64 = 2;

/// A lock. std's waits in code that is not compiled with the ThreadSanitizer, which then takes all that it guards for a race.
#[derive(Default)]
pub struct Lock<T> {
    state: Cell,
    value: UnsafeCell<T>,
}

unsafe impl<T: Send> Sync for Lock<T> {}

/// Held until it is dropped, in a panic too.
pub struct Held<'a, T>(&'a Lock<T>);

impl<T> Lock<T> {
    pub fn hold(&self) -> Held<'_, T> {
        if !self.state.swap(FREE, HELD) {
            while self.state.0.swap(AWAITED, AcqRel) != FREE {
                self.state.sleep(AWAITED, 1_000_000_000);
            }
        }
        Held(self)
    }

    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
}

impl<T> Drop for Held<'_, T> {
    fn drop(&mut self) {
        if self.0.state.0.swap(FREE, AcqRel) == AWAITED {
            self.0.state.wake();
        }
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Held<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.0.value.get() }
    }
}
