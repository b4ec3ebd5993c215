//! The start of every artifact.

use std::env;
use std::ffi::{c_char, c_int, CString};
use std::io::{self, Write as _};
use std::os::unix::ffi::OsStringExt as _;
use std::process;
use std::ptr;

use crate::abi::{self, text};
use crate::failure::keep_panics;
use crate::registry::{keep, Registry};

/// What the build and the generator know; every text ends with a zero byte, but for those of `files`.
pub struct Artifact {
    pub platform: &'static str,
    pub version: &'static str,
    pub flags: &'static str, // JSON, as sources
    pub sources: &'static str,
    pub files: &'static [&'static str], // the user's files, by the paths that he gave
    pub optimised: bool,
    pub recorded_apart: bool, // a second artifact writes down what Blackhole is given
    pub catalog: &'static [&'static str],
    pub openings: &'static [&'static str],
}

fn texts(texts: &[&'static str]) -> *const *const c_char {
    let pointers: Vec<_> = texts.iter().map(|line| text(line)).chain([ptr::null()]).collect();
    pointers.leak().as_ptr()
}

extern "C" fn flush() {
    let _ = io::stdout().flush(); // as at the end of any program
}

/// Registers everything, and hands over to the core.
pub fn main(fill: fn(&mut Registry), artifact: &Artifact) -> ! {
    let mut registry = Registry::default();
    fill(&mut registry);
    keep_panics(artifact.files);
    let handed = keep(abi::Artifact {
        language: text("rust\0"), platform: text(artifact.platform), toolchain: text("rustc\0"), version: text(artifact.version),
        flags: text(artifact.flags), runtime: text("\0"), sources: text(artifact.sources), optimised: c_int::from(artifact.optimised),
        records: c_int::from(cfg!(clamh_recording) || !artifact.recorded_apart), catalog: texts(artifact.catalog), openings: texts(artifact.openings),
        openings_count: artifact.openings.len() as u32, floor: registry.floor, flush: Some(flush),
    });
    let mut arguments: Vec<*mut c_char> = env::args_os().filter_map(|word| CString::new(word.into_vec()).ok()).map(CString::into_raw).collect();
    let count = arguments.len() as c_int;
    arguments.push(ptr::null_mut());
    process::exit(unsafe { abi::clamh_main(handed, count, arguments.as_mut_ptr()) })
}
