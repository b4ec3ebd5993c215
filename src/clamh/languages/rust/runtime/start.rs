//! The start of every artifact.

use std::env;
use std::ffi::{c_char, c_int, CString};
use std::io::{self, Write as _};
use std::os::unix::ffi::OsStringExt as _;
use std::process;
use std::ptr;

use crate::abi::{clamh_main, Artifact};
use crate::failure::keep_panics;
use crate::registry::Registry;

/// Whether this Blackhole writes down what it is given.
pub const RECORDS: bool = cfg!(clamh_recording);

pub extern "C" fn flush() {
    let _ = io::stdout().flush(); // as at the end of any program
}

/// Registers everything, and hands over to the core. `files`: the user's, by the paths that he gave.
pub fn main(fill: fn(&Registry), files: &'static [&'static str], artifact: &Artifact) -> ! {
    fill(&Registry::default());
    keep_panics(files);
    let mut arguments: Vec<*mut c_char> = env::args_os().filter_map(|word| CString::new(word.into_vec()).ok()).map(CString::into_raw).collect();
    let count = arguments.len() as c_int;
    arguments.push(ptr::null_mut());
    process::exit(unsafe { clamh_main(artifact, count, arguments.as_mut_ptr()) })
}
