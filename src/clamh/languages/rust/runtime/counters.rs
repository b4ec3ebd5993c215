//! What is counted beside time: context switches, and how fast the CPU runs just now.

use std::arch::asm;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::clock::timed;
use crate::failure::Done;
use crate::system;

#[derive(Clone, Copy, Default)]
pub struct Switches {
    pub voluntary: i64,
    pub involuntary: i64, // −1 where the system does not say
}

pub fn switches() -> Switches {
    let (voluntary, involuntary) = system::switches();
    Switches { voluntary, involuntary }
}

impl Switches {
    pub fn since(self, before: Switches) -> Switches {
        let difference = |before: i64, after: i64| if before < 0 || after < 0 { -1 } else { after - before };
        Switches {
            voluntary: difference(before.voluntary, self.voluntary),
            involuntary: difference(before.involuntary, self.involuntary),
        }
    }
}

/// 2,048 multiplications, each waiting for the one before it: about 2 µs, far above any clock's resolution.
#[inline(never)]
unsafe fn chain(_: *const *mut u8, links: u64) {
    let mut value = links | 1;
    for _ in 0..links {
        value = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        asm!("/* {0} */", inout(reg) value, options(nomem, nostack, preserves_flags));
    }
}

/// One pass of a fixed chain of dependent instructions, in ns: it grows when the CPU slows down.
pub fn speed_reading() -> Done<i64> {
    Ok(timed(chain, &[], 2048)?.elapsed())
}

/// Of a reading, as measured in this process by whoever asks first; the first one warms up. Two that ask at once both measure.
pub fn speed_cost() -> i64 {
    static COST: AtomicI64 = AtomicI64::new(0);
    let known = COST.load(Relaxed);
    if known > 0 {
        return known;
    }
    let cost = speed_reading().and_then(|_| speed_reading()).unwrap_or(0).max(1);
    COST.store(cost, Relaxed);
    cost
}
