//! What is counted beside time: context switches, waiting for a CPU, and how fast the CPU runs just now.

use std::arch::asm;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::clock::{the_clock, timed};
use crate::failure::Done;
use crate::system;

/// What the system says of this thread so far; −1 where it does not say.
#[derive(Clone, Copy, Default)]
pub struct Scheduling {
    pub voluntary: i64, // context switches
    pub involuntary: i64,
    pub waited_ns: i64, // run queue delay: it was ready to run, and other threads had the CPU
}

thread_local! {
    /// Kept open: opening it takes ten times as long as reading it.
    static DELAY: Option<File> = File::open("/proc/thread-self/schedstat").ok();
}

/// In ns; none where the kernel does not count it: it then writes zeros, also for how often this thread got a CPU. (For how long is 0
/// until the thread's first tick in any case.)
pub fn delay(schedstat: &str) -> Option<i64> {
    let numbers = schedstat.split_ascii_whitespace().map(|number| number.parse().unwrap_or(0));
    let [_on_cpu_ns, delay_ns, times]: [i64; 3] = numbers.collect::<Vec<_>>().try_into().ok()?;
    (times > 0).then_some(delay_ns)
}

fn own_delay(schedstat: &File) -> Option<i64> {
    let mut bytes = [0; 96];
    let size = schedstat.read_at(&mut bytes, 0).ok()?;
    delay(std::str::from_utf8(&bytes[..size]).ok()?)
}

pub fn scheduling() -> Scheduling {
    let (voluntary, involuntary) = system::switches();
    // A fake clock knows no waiting.
    let waited_ns = if the_clock().counted { None } else { DELAY.with(|file| file.as_ref().and_then(own_delay)) };
    Scheduling { voluntary, involuntary, waited_ns: waited_ns.unwrap_or(-1) }
}

impl Scheduling {
    pub fn since(self, before: Scheduling) -> Scheduling {
        let difference = |before: i64, after: i64| if before < 0 || after < 0 { -1 } else { after - before };
        Scheduling {
            voluntary: difference(before.voluntary, self.voluntary),
            involuntary: difference(before.involuntary, self.involuntary),
            waited_ns: difference(before.waited_ns, self.waited_ns),
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
