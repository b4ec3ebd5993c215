//! Where things of a case lie: drawn from its layout seed, 0 for a static layout, in which nothing is moved.

use std::hint::black_box;
use std::mem::MaybeUninit;

use crate::random::{mixed, SplitMix64};

const PAGE: u64 = 4096;
const STEP: u64 = 16;

/// How many bytes further down the stack of a measuring thread its work begins: less than a page, and aligned as a stack is.
pub fn stack_offset(layout_seed: u64, thread: usize) -> usize {
    if layout_seed == 0 {
        return 0;
    }
    let mut drawn = SplitMix64(!layout_seed ^ mixed(thread as u64)); // not what states are placed by
    (drawn.next() % (PAGE / STEP) * STEP) as usize
}

/// The seed of what one thread alone has.
pub fn of_thread(layout_seed: u64, thread: usize) -> u64 {
    if layout_seed == 0 { 0 } else { layout_seed ^ mixed(thread as u64) }
}

/// Does it with `bytes` of this thread's stack left out. There is no alloca: eight frames, one per bit, each with or without a
/// hole of its bit's size, so that all but the holes is the same for every number of bytes.
pub fn further_down(bytes: usize, doing: &mut dyn FnMut()) {
    hole::<2048>(bytes, doing);
}

fn hole<const SIZE: usize>(bytes: usize, doing: &mut dyn FnMut()) {
    if bytes & SIZE != 0 { framed::<SIZE>(SIZE, bytes, doing) } else { framed::<0>(SIZE, bytes, doing) }
}

#[inline(never)]
fn framed<const LEFT_OUT: usize>(size: usize, bytes: usize, doing: &mut dyn FnMut()) {
    let left_out = MaybeUninit::<[u8; LEFT_OUT]>::uninit();
    black_box(&left_out);
    match size {
        2048 => hole::<1024>(bytes, doing),
        1024 => hole::<512>(bytes, doing),
        512 => hole::<256>(bytes, doing),
        256 => hole::<128>(bytes, doing),
        128 => hole::<64>(bytes, doing),
        64 => hole::<32>(bytes, doing),
        32 => hole::<16>(bytes, doing),
        _ => doing(),
    }
    black_box(&left_out);
}
