//! The ends of the measured loop, which generated code writes, one stub per benchmark (never inlined, its objects given at run time,
//! the benchmark inlined into it):
//!
//!     let o0 = launder(*objects as *mut Input);
//!     fence();
//!     while invocations > 0 { sink!(sum(&*o0)); fence(); invocations -= 1; }
//!
//! Per invocation: the call, the sink of what it returned, and one full fence. The fence makes the compiler assume that every field
//! whose address is known, static ones included, has changed; laundering the pointers once makes all of them known.

use std::arch::asm;

/// The compiler must assume that everything in memory whose address is known has changed.
#[inline(always)]
pub fn fence() {
    unsafe { asm!("", options(nostack, preserves_flags)) }
}

/// The same pointer, of which the compiler knows nothing any more.
#[inline(always)]
pub fn launder<T>(mut pointer: *mut T) -> *mut T {
    unsafe { asm!("/* {0} */", inout(reg) pointer, options(nostack, preserves_flags)) }
    pointer
}
