//! clamh_abi.h of the core in Rust: what is registered, and what the core calls and is called by.

use std::ffi::{c_char, c_int};
use std::fmt;
use std::mem::size_of;

pub type Objects = *const *mut u8;

/// A text of the core's.
#[repr(C)]
pub struct Text([u8; 0]);

impl Text {
    pub fn add(&mut self, piece: &str) {
        unsafe { clamh_add(self, piece.as_ptr(), piece.len()) }
    }

    /// What `write!` calls.
    pub fn write_fmt(&mut self, piece: fmt::Arguments) {
        self.add(&piece.to_string());
    }
}

pub type Construct = unsafe extern "C" fn(place: *mut u8) -> c_int;

/// Structs of the header, with their fields in its order.
macro_rules! records {
    ($($(#[$attribute:meta])* $record:ident { $($field:ident: $type:ty,)* })*) => { $(
        $(#[$attribute])*
        #[repr(C)]
        pub struct $record {
            $(pub $field: $type),*
        }
    )* };
}

records! {
    Class {
        number: u32, name: *const c_char, scope: c_int, injected: c_int,
        size: usize, alignment: usize,
        construct: Option<Construct>,
        destroy: unsafe extern "C" fn(object: *mut u8),
        next: *mut Class,
    }
    Function {
        number: u32, place: u32, name: *const c_char, group: *const c_char,
        takes: *const *const Class, count: usize,
        repeat: unsafe extern "C" fn(objects: Objects, invocations: u64) -> c_int,
        returned: Option<unsafe extern "C" fn(objects: Objects, text: &mut Text) -> c_int>,
        next: *mut Function,
        unshared: *const *const c_char,
    }
    Param {
        number: u32, name: *const c_char, owner: *const Class, shared: c_int,
        kind: *const c_char, minimum: i64, maximum: u64,
        assign: unsafe extern "C" fn(object: *mut u8, text: *const u8, size: usize) -> c_int,
        next: *mut Param,
    }
    Counter {
        number: u32, name: *const c_char, owner: *const Class,
        put: Option<unsafe extern "C" fn(object: *mut u8, value: f64)>,
        read: unsafe extern "C" fn(object: *mut u8, value: &mut f64) -> c_int,
        next: *mut Counter,
    }
    Check {
        number: u32, name: *const c_char, owner: *const Class,
        read: unsafe extern "C" fn(object: *mut u8, text: &mut Text) -> c_int,
        next: *mut Check,
    }
    #[derive(Default)]
    Suspension { since_ns: i64, total_ns: i64, count: u64, depth: i32, }
    Artifact {
        language: *const c_char, platform: *const c_char, toolchain: *const c_char, version: *const c_char, flags: *const c_char,
        runtime: *const c_char, sources: *const c_char,
        optimised: c_int, records: c_int,
        catalog: *const *const c_char, openings: *const *const c_char, openings_count: u32,
        floor: *const Function,
        flush: Option<extern "C" fn()>,
    }
}

// tests/rust/test_runtime.py compares sizes and places with those of the header.
const _: () = assert!(size_of::<Class>() == 64 && size_of::<Function>() == 72 && size_of::<Param>() == 72);
const _: () = assert!(size_of::<Counter>() == 48 && size_of::<Check>() == 40 && size_of::<Artifact>() == 104);
const _: () = assert!(size_of::<Suspension>() == 32);

/// A text that ends with a zero byte, as the core takes it.
pub const fn text(text: &'static str) -> *const c_char {
    text.as_ptr().cast()
}

extern "C" {
    pub fn clamh_throw(message: *const u8, size: usize);
    fn clamh_add(text: *mut Text, bytes: *const u8, size: usize);
    pub fn clamh_add_float(text: *mut Text, value: f64);
    pub fn clamh_add_bytes(text: *mut Text, bytes: *const u8, size: usize);
    #[cfg(clamh_recording)]
    pub fn clamh_next_consumed() -> *mut Text;
    #[cfg(clamh_core)]
    pub fn clamh_suspend(suspension: *mut Suspension);
    #[cfg(clamh_core)]
    pub fn clamh_resume(suspension: *mut Suspension);
    pub fn clamh_register_class(registered: *mut Class);
    pub fn clamh_register_benchmark(registered: *mut Function);
    pub fn clamh_register_fixture(registered: *mut Function);
    pub fn clamh_register_param(registered: *mut Param);
    pub fn clamh_register_counter(registered: *mut Counter);
    pub fn clamh_register_check(registered: *mut Check);
    pub fn clamh_main(artifact: *const Artifact, count: c_int, arguments: *mut *mut c_char) -> c_int;
}
