//! Control: whether the measurement has begun and whether it is over, as JMH's.

use std::sync::atomic::{AtomicBool, Ordering::Acquire};

/// New in every iteration; each thread has one. Reading a flag costs what reading a bool costs.
#[derive(Default)]
#[repr(C)]
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
}
