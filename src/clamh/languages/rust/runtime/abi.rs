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
pub type Repeat = unsafe extern "C" fn(objects: Objects, invocations: u64) -> c_int;
pub type Return = unsafe extern "C" fn(objects: Objects, text: &mut Text) -> c_int;
pub type Assign = unsafe extern "C" fn(object: *mut u8, text: *const u8, size: usize) -> c_int;
pub type Put = unsafe extern "C" fn(object: *mut u8, value: f64);
pub type Count = unsafe extern "C" fn(object: *mut u8, value: &mut f64) -> c_int;
pub type Compare = unsafe extern "C" fn(object: *mut u8, text: &mut Text) -> c_int;

#[repr(C)]
pub struct Class {
    pub number: u32,
    pub name: *const c_char,
    pub scope: c_int,
    pub injected: c_int,
    pub size: usize,
    pub alignment: usize,
    pub construct: Option<Construct>,
    pub destroy: unsafe extern "C" fn(object: *mut u8),
    pub next: *mut Class,
}

#[repr(C)]
pub struct Function {
    pub number: u32,
    pub place: u32,
    pub name: *const c_char,
    pub group: *const c_char,
    pub takes: *const *const Class,
    pub count: usize,
    pub repeat: Repeat,
    pub returned: Option<Return>,
    pub next: *mut Function,
    pub unshared: *const *const c_char,
}

#[repr(C)]
pub struct Param {
    pub number: u32,
    pub name: *const c_char,
    pub owner: *const Class,
    pub shared: c_int,
    pub kind: *const c_char,
    pub minimum: i64,
    pub maximum: u64,
    pub assign: Assign,
    pub next: *mut Param,
}

#[repr(C)]
pub struct Counter {
    pub number: u32,
    pub name: *const c_char,
    pub owner: *const Class,
    pub put: Option<Put>,
    pub read: Count,
    pub next: *mut Counter,
}

#[repr(C)]
pub struct Check {
    pub number: u32,
    pub name: *const c_char,
    pub owner: *const Class,
    pub read: Compare,
    pub next: *mut Check,
}

#[derive(Default)]
#[repr(C)]
pub struct Suspension {
    pub since_ns: i64,
    pub total_ns: i64,
    pub count: u64,
    pub depth: i32,
}

#[repr(C)]
pub struct Artifact {
    pub language: *const c_char,
    pub platform: *const c_char,
    pub toolchain: *const c_char,
    pub version: *const c_char,
    pub flags: *const c_char,
    pub runtime: *const c_char,
    pub sources: *const c_char,
    pub optimised: c_int,
    pub records: c_int,
    pub catalog: *const *const c_char,
    pub openings: *const *const c_char,
    pub openings_count: u32,
    pub floor: *const Function,
    pub flush: Option<extern "C" fn()>,
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
