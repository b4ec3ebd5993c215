//! Blackhole::consumeCPU: JMH's arithmetic, so that a token is the same work in every language.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static CONSUMED: AtomicU64 = AtomicU64::new(1);

/// Never inlined: the loop of every caller is the same machine code. Each step needs the one before it, and what comes out is
/// compared with a value that is unknown to every compiler, so that none leaves a step out. Generic, so that it is compiled with the
/// benchmark's flags and not with the worker's.
#[inline(never)]
pub fn consume_cpu<const COMPILED_BY_THE_USER: bool>(tokens: i64) {
    let mut t = CONSUMED.load(Relaxed);
    let mut i = tokens;
    while i > 0 {
        t = t.wrapping_add(t.wrapping_mul(0x5DEECE66D).wrapping_add(0xB).wrapping_add(i as u64) & 0xFFFF_FFFF_FFFF);
        i -= 1;
    }
    if t == 42 {
        CONSUMED.store(CONSUMED.load(Relaxed).wrapping_add(t), Relaxed);
    }
}
