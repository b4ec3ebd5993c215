//! Operations: how many operations an invocation did, said by the benchmark itself.

use std::cell::Cell;

/// Each thread has one.
#[derive(Default)]
pub struct Operations {
    total: Cell<i64>,
}

impl Operations {
    #[inline(always)]
    pub fn add(&self, operations: i64) {
        self.total.set(self.total.get().wrapping_add(operations));
    }

    pub(crate) fn total(&self) -> i64 {
        self.total.get()
    }
}
