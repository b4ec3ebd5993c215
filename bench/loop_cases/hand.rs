// The same loops as a person would write them, which know nothing of CLAMH; each goes round `passes` times.
//
// An empty assembly takes each result. Where the compiler could compute it once, or delete the loop, one that may have changed
// all memory stands in each pass; the factorials read their number volatile instead.

use std::arch::asm;

#[derive(Default)]
pub struct Plain {
    pub left: i64,
    pub right: i64,
}

#[derive(Default)]
pub struct Number {
    pub number: i64,
}

impl Number {
    pub fn read(&self) -> i64 {
        unsafe { std::ptr::read_volatile(&self.number) }
    }
}

pub fn recursive(number: i64) -> f64 {
    if number > 1 { number as f64 * recursive(number - 1) } else { 1.0 }
}

pub fn iterative(number: i64) -> f64 {
    let mut product = 1.0;
    let mut factor = number;
    while factor > 1 {
        product *= factor as f64;
        factor -= 1;
    }
    product
}

#[inline(always)]
fn changed() {
    unsafe { asm!("", options(nostack, preserves_flags)) }
}

#[inline(always)]
fn taken(value: i64) {
    unsafe { asm!("/* {0} */", in(reg) value, options(nomem, nostack, preserves_flags)) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn taken_float(value: f64) {
    unsafe { asm!("/* {0} */", in(xmm_reg) value, options(nomem, nostack, preserves_flags)) }
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn taken_float(value: f64) {
    unsafe { asm!("/* {0:d} */", in(vreg) value, options(nomem, nostack, preserves_flags)) }
}

#[inline(never)]
pub fn empty(passes: u64) {
    for _ in 0..passes {
        changed();
    }
}

#[inline(never)]
pub fn add_plain(plain: &Plain, passes: u64) {
    let mut at: *const Plain = plain;
    unsafe { asm!("/* {0} */", inout(reg) at, options(nostack, preserves_flags)) }
    for _ in 0..passes {
        let plain = unsafe { &*at };
        taken(plain.left + plain.right);
        changed();
    }
}

#[inline(never)]
pub fn factorial_recursive(number: &Number, passes: u64) {
    for _ in 0..passes {
        taken_float(recursive(number.read()));
    }
}

#[inline(never)]
pub fn factorial_iterative(number: &Number, passes: u64) {
    for _ in 0..passes {
        taken_float(iterative(number.read()));
    }
}
