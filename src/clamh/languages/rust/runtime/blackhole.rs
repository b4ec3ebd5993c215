//! Blackhole: what is given to it counts as used, at the least cost for its type, and nothing is learnt about it.
//!
//! The sinks are empty assembly: no instruction for any number. A build with `--cfg clamh_recording`, which never measures, writes
//! down what it is given instead (the protocol's `invoke`), so the measured one has no branch.

use std::any::type_name;
use std::arch::asm;
use std::mem::size_of;

use crate::consume_cpu::consume_cpu;

/// What is given to it counts as used.
#[derive(Default)]
pub struct Blackhole(());

impl Blackhole {
    #[inline(always)]
    pub fn consume<T>(&self, value: T) {
        #[cfg(clamh_recording)]
        crate::consumed::consume(&value);
        #[cfg(not(clamh_recording))]
        sink(&value);
    }

    /// Work that takes time in proportion to `tokens`, and nothing else.
    #[inline(always)]
    pub fn consumeCPU(&self, tokens: i64) {
        consume_cpu::<true>(tokens);
    }
}

macro_rules! in_register {
    ($class:ident, $value:expr) => {
        asm!("/* {0} */", in($class) $value, options(nomem, nostack, preserves_flags))
    };
}

/// A value that counts as used. Numbers need no instruction: each kind has its registers. Everything else lies in memory that the
/// assembly may read. Types are told apart by their names, since nothing else that is stable does so for every T; the compiler
/// knows the names, and nothing of the choice is left.
#[inline(always)]
#[allow(asm_sub_register)] // the template is a comment
pub fn sink<T>(value: &T) {
    let at = value as *const T;
    let name = type_name::<T>();
    unsafe {
        match name {
            #[cfg(target_arch = "x86_64")]
            "i8" | "u8" | "bool" => in_register!(reg_byte, *(at as *const u8)),
            #[cfg(target_arch = "aarch64")]
            "i8" | "u8" | "bool" => in_register!(reg, *(at as *const u8)),
            "i16" | "u16" => in_register!(reg, *(at as *const u16)),
            "i32" | "u32" | "char" => in_register!(reg, *(at as *const u32)),
            #[cfg(target_pointer_width = "64")]
            "i64" | "u64" | "isize" | "usize" => in_register!(reg, *(at as *const u64)),
            #[cfg(target_arch = "x86_64")]
            "f32" => in_register!(xmm_reg, *(at as *const f32)),
            #[cfg(target_arch = "x86_64")]
            "f64" => in_register!(xmm_reg, *(at as *const f64)),
            #[cfg(target_arch = "aarch64")]
            "f32" => in_register!(vreg, *(at as *const f32)),
            #[cfg(target_arch = "aarch64")]
            "f64" => in_register!(vreg, *(at as *const f64)),
            // What it points to is used as well: no `nomem`.
            _ if size_of::<T>() == size_of::<usize>() && matches!(name.as_bytes()[0], b'&' | b'*') => {
                asm!("/* {0} */", in(reg) *(at as *const *const u8), options(nostack, preserves_flags))
            }
            _ if size_of::<T>() == 0 => {}
            _ => asm!("/* {0} */", in(reg) at, options(nostack, preserves_flags)),
        }
    }
}
