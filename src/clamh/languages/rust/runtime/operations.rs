//! Operations: how many operations an invocation did, as the benchmark itself counts them.

use std::cell::Cell;

/// Each thread has one.
#[derive(Default)]
#[repr(C)]
pub struct Operations {
    total: Cell<i64>,
}

impl Operations {
    #[inline(always)]
    pub fn add(&self, operations: i64) {
        self.total.set(self.total.get().wrapping_add(operations));
    }
}
