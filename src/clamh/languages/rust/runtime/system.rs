//! What the system's C library gives and std does not: it is linked anyway, and this is no reason for a crate.

use std::ffi::{c_char, c_int, c_long, CString};

#[repr(C)]
pub struct TimeSpec {
    pub seconds: i64,
    pub nanoseconds: c_long,
}

#[repr(C)]
#[cfg(target_os = "linux")]
struct Usage {
    times: [i64; 4],
    counts: [c_long; 14], // the last two: voluntary and involuntary switches
}

extern "C" {
    fn clock_gettime(id: c_int, time: *mut TimeSpec) -> c_int;
    fn fcntl(descriptor: c_int, command: c_int, ...) -> c_int;
    fn _exit(code: c_int) -> !;
    fn strtod(text: *const c_char, end: *mut *mut c_char) -> f64;
    fn strtof(text: *const c_char, end: *mut *mut c_char) -> f32;
    #[cfg(target_os = "linux")]
    fn getrusage(who: c_int, usage: *mut Usage) -> c_int;
    #[cfg(target_os = "linux")]
    fn sched_getaffinity(thread: c_int, size: usize, cpus: *mut u64) -> c_int;
    #[cfg(target_os = "linux")]
    fn syscall(number: c_long, ...) -> c_long;
}

#[cfg(target_os = "linux")]
pub const MONOTONIC: [(&str, c_int); 2] = [("CLOCK_MONOTONIC", 1), ("CLOCK_MONOTONIC_RAW", 4)];
#[cfg(target_os = "macos")]
pub const MONOTONIC: [(&str, c_int); 2] = [("CLOCK_MONOTONIC", 6), ("CLOCK_MONOTONIC_RAW", 4)];

/// In ns.
#[inline]
pub fn clock_ns(id: c_int) -> i64 {
    let mut time = TimeSpec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(id, &mut time) };
    time.seconds * 1_000_000_000 + time.nanoseconds as i64
}

pub fn system_ns() -> i64 {
    clock_ns(MONOTONIC[0].1)
}

/// Whether a child process gets this descriptor; false when it is not open.
pub fn inherit(descriptor: c_int, inherited: bool) -> bool {
    const F_SETFD: c_int = 2;
    const FD_CLOEXEC: c_int = 1;
    unsafe { fcntl(descriptor, F_SETFD, if inherited { 0 } else { FD_CLOEXEC }) >= 0 }
}

/// The process ends here and now: no destructor, no handler of the benchmark's.
pub fn end(code: i32) -> ! {
    unsafe { _exit(code) }
}

/// As the C locale's strtod takes it whole; std knows no hexadecimal floats.
pub fn float(text: &str) -> Option<f64> {
    whole(text, |from, end| unsafe { strtod(from, end) })
}

pub fn short_float(text: &str) -> Option<f32> {
    whole(text, |from, end| unsafe { strtof(from, end) })
}

fn whole<T>(text: &str, convert: impl Fn(*const c_char, *mut *mut c_char) -> T) -> Option<T> {
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_whitespace() || c == '\x0b') {
        return None;
    }
    let bytes = CString::new(text).ok()?;
    let mut end = std::ptr::null_mut();
    let value = convert(bytes.as_ptr(), &mut end);
    (end as usize - bytes.as_ptr() as usize == text.len()).then_some(value)
}

/// Voluntary and involuntary context switches of this thread; −1 where the system does not say.
#[cfg(target_os = "linux")]
pub fn switches() -> (i64, i64) {
    const RUSAGE_THREAD: c_int = 1;
    let mut usage = Usage { times: [0; 4], counts: [0; 14] };
    if unsafe { getrusage(RUSAGE_THREAD, &mut usage) } != 0 {
        return (-1, -1);
    }
    (usage.counts[12] as i64, usage.counts[13] as i64)
}

#[cfg(not(target_os = "linux"))]
pub fn switches() -> (i64, i64) {
    (-1, -1)
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod number {
    pub const FUTEX: i64 = 202;
    pub const GETTID: i64 = 186;
}
#[cfg(all(target_os = "linux", not(target_arch = "x86_64")))]
mod number {
    pub const FUTEX: i64 = 98; // of aarch64 and riscv64
    pub const GETTID: i64 = 178;
}

/// −1 where the system does not say.
#[cfg(target_os = "linux")]
pub fn own_thread_id() -> i64 {
    unsafe { syscall(number::GETTID as c_long) as i64 }
}

#[cfg(not(target_os = "linux"))]
pub fn own_thread_id() -> i64 {
    -1
}

/// On how many CPUs these threads may run, together; 0 where the system does not say.
#[cfg(target_os = "linux")]
pub fn cpus_of(threads: &[i64]) -> usize {
    const WORDS: usize = 16; // 1,024 CPUs
    let mut all = [0u64; WORDS];
    for &thread in threads {
        let mut own = [0u64; WORDS];
        if unsafe { sched_getaffinity(thread as c_int, WORDS * 8, own.as_mut_ptr()) } < 0 {
            return 0; // more CPUs than a set holds
        }
        all.iter_mut().zip(own).for_each(|(word, more)| *word |= more);
    }
    all.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(not(target_os = "linux"))]
pub fn cpus_of(_: &[i64]) -> usize {
    0
}

/// Asleep until it is woken, or `ns` are over, unless the value is another one already; may wake for nothing.
#[cfg(target_os = "linux")]
pub fn sleep_while(value: *const i64, is: i64, ns: i64) {
    const WAIT_PRIVATE: c_int = 128;
    let time = TimeSpec { seconds: ns / 1_000_000_000, nanoseconds: (ns % 1_000_000_000) as c_long };
    // The system compares 32 bits; x86-64 and aarch64 have the lower ones first.
    unsafe { syscall(number::FUTEX as c_long, value, WAIT_PRIVATE, is as c_int, &time as *const TimeSpec, 0usize, 0usize) };
}

#[cfg(target_os = "linux")]
pub fn wake_all(value: *const i64) {
    const WAKE_PRIVATE: c_int = 129;
    unsafe { syscall(number::FUTEX as c_long, value, WAKE_PRIVATE, c_int::MAX, 0usize, 0usize, 0usize) };
}

#[cfg(not(target_os = "linux"))]
pub fn sleep_while(value: *const i64, is: i64, ns: i64) {
    use std::sync::atomic::{AtomicI64, Ordering};
    if unsafe { &*(value as *const AtomicI64) }.load(Ordering::Acquire) == is {
        std::thread::sleep(std::time::Duration::from_nanos(ns.clamp(0, 100_000) as u64));
    }
}

#[cfg(not(target_os = "linux"))]
pub fn wake_all(_: *const i64) {}
