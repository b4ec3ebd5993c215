//! What the user's code panicked with: its message, its place, and his own lines of the backtrace.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::panic::{self, AssertUnwindSafe};
use std::sync::OnceLock;

use crate::abi::clamh_throw;

static FILES: OnceLock<&[&str]> = OnceLock::new(); // the user's, by the paths that he gave

thread_local! {
    static OURS: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<(String, Backtrace)>> = const { RefCell::new(None) };
}

/// Panics of what the core calls are kept, since the failure that is reported contains them; others are printed as ever. A backtrace that
/// is not read costs no look at debug information, so that a benchmark may panic and catch it.
pub fn keep_panics(files: &'static [&'static str]) {
    let _ = FILES.set(files);
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !OURS.with(Cell::get) {
            return before(info);
        }
        let place = info.location().map_or(String::new(), ToString::to_string);
        LAST.with(|last| *last.borrow_mut() = Some((place, Backtrace::force_capture())));
    }));
}

/// Runs the user's code in a thread of the core's, which runs no other Rust: 1 after saying what it panicked with. Inlined, since this stands
/// around a stub between two readings of the clock.
#[inline(always)]
pub fn guarded(code: impl FnOnce()) -> c_int {
    OURS.with(|ours| ours.set(true));
    match panic::catch_unwind(AssertUnwindSafe(code)) {
        Ok(()) => 0,
        Err(thrown) => report(thrown),
    }
}

#[cold]
#[inline(never)]
fn report(thrown: Box<dyn Any + Send>) -> c_int {
    throw(&words(&*thrown));
    if let Err(again) = panic::catch_unwind(AssertUnwindSafe(|| drop(thrown))) {
        std::mem::forget(again); // its Drop may panic as the first one's did
        LAST.with(|last| last.borrow_mut().take());
    }
    1
}

pub fn throw(message: &str) {
    unsafe { clamh_throw(message.as_ptr(), message.len()) }
}

fn words(thrown: &(dyn Any + Send)) -> String {
    let text = thrown.downcast_ref::<&str>().map(ToString::to_string).or_else(|| thrown.downcast_ref::<String>().cloned());
    let mut message = text.unwrap_or_else(|| String::from("a panic whose payload is no text"));
    if let Some((place, frames)) = LAST.with(|last| last.borrow_mut().take()) {
        let stack = users_frames(&frames.to_string());
        if stack.is_empty() && !place.is_empty() && !foreign("", &place) {
            message += &format!("\n    at {place}");
        }
        message += &stack;
    }
    message
}

/// `    at FUNCTION (FILE:LINE:COLUMN)` of each frame that is not std's, ours or generated; without debug information none is.
fn users_frames(printed: &str) -> String {
    let mut stack = String::new();
    let mut function = "";
    for line in printed.lines().map(str::trim) {
        if let Some(place) = line.strip_prefix("at ") {
            if !foreign(function, place) {
                stack += &format!("\n    at {function} ({})", users_place(place));
            }
        } else if let Some((_, name)) = line.split_once(": ") {
            function = name;
        }
    }
    stack
}

/// A place in one of the user's sources by the path that he gave: debug information has the build's folder before it.
fn users_place(place: &str) -> String {
    let (path, position) = place.rmatch_indices(':').nth(1).map_or((place, ""), |(line, _)| place.split_at(line));
    let names = |source: &str| path.strip_suffix(source.trim_start_matches("./")).map_or(false, |rest| rest.is_empty() || rest.ends_with('/'));
    let source = FILES.get().and_then(|files| files.iter().find(|source| names(source)));
    format!("{}{position}", source.unwrap_or(&path))
}

/// std's own places have the path of the sources that it was compiled from: /rustc/HASH/ in what rustup installs, /usr/src/rustc-VERSION/ in
/// Debian's, whose frames once stood in every message. Our files are compiled as /clamh/FILE; a folder of the user may have that name too.
pub fn foreign(function: &str, place: &str) -> bool {
    const THEIRS: [&str; 6] = ["/rustc/", "/src/rustc-", "/rust/library/", "/sysdeps/", "/csu/", "./nptl/"];
    let ours = function.contains("__clamh_") || function.starts_with("clamh::") || function.starts_with("clamh_main::");
    ours || place.starts_with("/clamh/") || THEIRS.iter().any(|part| place.contains(part))
}
