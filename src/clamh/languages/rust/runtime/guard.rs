//! The edge between the core and the user's code: no panic passes it. Each function calls what the generator wrote for one stub, and gives 1
//! after saying what was panicked with.

use std::ffi::c_int;

use crate::abi::{clamh_add, Objects, Text};
use crate::failure::{guarded, throw};

/// So many invocations of a benchmark or fixture with the objects that it takes. Inlined into its edge, since this stands around a stub between
/// two readings of the clock.
#[inline(always)]
pub fn repeat(stub: unsafe fn(Objects, u64), objects: Objects, invocations: u64) -> c_int {
    guarded(|| unsafe { stub(objects, invocations) })
}

/// One invocation; what it returned is added as its canonical value, and nothing where it returns nothing.
pub fn write_returned(stub: unsafe fn(Objects, &mut String), objects: Objects, text: *mut Text) -> c_int {
    write(text, |written| unsafe { stub(objects, written) })
}

pub fn write_check(stub: unsafe fn(*mut u8, &mut String), object: *mut u8, text: *mut Text) -> c_int {
    write(text, |written| unsafe { stub(object, written) })
}

fn write(text: *mut Text, writes: impl FnOnce(&mut String)) -> c_int {
    let mut written = String::new();
    let thrown = guarded(|| writes(&mut written));
    add(text, &written);
    thrown
}

pub fn add(text: *mut Text, written: &str) {
    unsafe { clamh_add(text, written.as_ptr(), written.len()) }
}

pub fn construct(stub: unsafe fn(*mut u8), place: *mut u8) -> c_int {
    guarded(|| unsafe { stub(place) })
}

pub fn count(stub: unsafe fn(*mut u8) -> f64, object: *mut u8, value: *mut f64) -> c_int {
    guarded(|| unsafe { *value = stub(object) })
}

/// Gives a param's field the value of this text, which may be none of its type as only Rust knows: what FromStr refuses.
pub fn assign(stub: unsafe fn(*mut u8, &str) -> bool, object: *mut u8, text: *const u8, size: usize) -> c_int {
    let mut assigned = false;
    let given = unsafe { std::slice::from_raw_parts(text, size) };
    let thrown = guarded(|| assigned = std::str::from_utf8(given).map_or(false, |given| unsafe { stub(object, given) }));
    if thrown == 0 && !assigned {
        throw(&format!("\"{}\" is no value of the field's type", String::from_utf8_lossy(given)));
    }
    c_int::from(!assigned)
}
