//! Suspend: stops this thread's clock for a part of an invocation.

use std::cell::UnsafeCell;
use std::panic::RefUnwindSafe;

use crate::abi::Suspension;
#[cfg(clamh_core)]
use crate::abi::{clamh_resume, clamh_suspend};
use crate::blackhole::sink;
use crate::r#loop::fence;

/// Outside CLAMH there is no clock to stop.
#[cfg(not(clamh_core))]
unsafe fn clamh_suspend(_: *mut Suspension) {}
#[cfg(not(clamh_core))]
unsafe fn clamh_resume(_: *mut Suspension) {}

/// Each thread has one.
#[derive(Default)]
#[repr(C)]
pub struct Suspend {
    suspension: UnsafeCell<Suspension>, // only the core reads and writes it
}

/// The clock stands still until this is dropped.
#[must_use = "the clock goes on when this is dropped: `let _paused = suspend.pause();`"]
pub struct Paused<'a>(&'a Suspend);

impl RefUnwindSafe for Suspend {} // a panic resumes

impl Suspend {
    /// Stops the clock to the end of the block: `let _paused = suspend.pause();`.
    #[inline(always)]
    pub fn pause(&self) -> Paused<'_> {
        fence();
        unsafe { clamh_suspend(self.suspension.get()) }
        fence();
        Paused(self)
    }

    /// Calls `work` while the clock stands still, and returns what it returns. What `work` captures by reference is computed before it, by it
    /// or after it, as it is written.
    #[inline(always)]
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut work = work;
        sink(&&mut work); // from here on all that can be reached from it lies in memory, which fences keep in order
        let paused = self.pause();
        let mut value = work();
        sink(&&mut value);
        drop(paused);
        value
    }
}

impl Drop for Paused<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        fence();
        unsafe { clamh_resume(self.0.suspension.get()) }
        fence();
    }
}
