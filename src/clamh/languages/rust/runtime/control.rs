//! Control: whether the measurement has begun and whether it is over, as JMH's.

use std::sync::atomic::{AtomicBool, Ordering::{Acquire, Release}};

/// New in every iteration; each thread has one. Reading a flag costs what reading a bool costs.
#[derive(Default)]
pub struct Control {
    started: AtomicBool,
    stopped: AtomicBool,
}

impl Control {
    #[inline(always)]
    pub fn startMeasurement(&self) -> bool {
        self.started.load(Acquire)
    }

    #[inline(always)]
    pub fn stopMeasurement(&self) -> bool {
        self.stopped.load(Acquire)
    }

    pub(crate) fn start(&self) {
        self.started.store(true, Release);
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Release);
    }

    pub(crate) fn begin(&self) {
        self.started.store(false, Release);
        self.stopped.store(false, Release);
    }
}
