//! BenchmarkParams, IterationParams and ThreadParams: what is running, as in JMH. Times are in ns. The core fills them in; their texts live as
//! long as the case.

use std::ffi::{c_char, CStr};
use std::ptr;

fn text(text: &*const c_char) -> &str {
    unsafe { CStr::from_ptr(*text) }.to_str().unwrap_or("")
}

const fn constant(text: &'static str) -> *const c_char {
    text.as_ptr().cast()
}

#[derive(Clone)]
#[repr(C)]
pub struct IterationParams {
    kind: *const c_char,
    count: i32,
    time_ns: i64,
    batch: i32,
}

unsafe impl Send for IterationParams {}
unsafe impl Sync for IterationParams {}

impl Default for IterationParams {
    fn default() -> IterationParams {
        IterationParams { kind: constant("MEASUREMENT\0"), count: 1, time_ns: 0, batch: 1 }
    }
}

impl IterationParams {
    /// "WARMUP" or "MEASUREMENT".
    pub fn getType(&self) -> &'static str {
        if text(&self.kind) == "WARMUP" { "WARMUP" } else { "MEASUREMENT" }
    }

    /// Iterations.
    pub fn getCount(&self) -> i32 {
        self.count
    }

    pub fn getTime(&self) -> i64 {
        self.time_ns
    }

    pub fn getBatchSize(&self) -> i32 {
        self.batch
    }
}

#[derive(Clone)]
#[repr(C)]
pub struct BenchmarkParams {
    benchmark: *const c_char,
    mode: *const c_char,
    time_unit: *const c_char,
    identity: *const c_char,
    threads: i32,
    forks: i32,
    warmup_forks: i32,
    warmup: IterationParams,
    measurement: IterationParams,
    operations: i64,
    timeout_ns: i64,
    seed: u64,
    keys: *const *const c_char, // in their order, as names and values
    count: usize,
    names: *const *const c_char,
    values: *const *const c_char,
}

unsafe impl Send for BenchmarkParams {}
unsafe impl Sync for BenchmarkParams {}

impl Default for BenchmarkParams {
    fn default() -> BenchmarkParams {
        BenchmarkParams {
            benchmark: constant("\0"), mode: constant("avgt\0"), time_unit: constant("ns\0"), identity: constant("-AverageTime\0"), threads: 1,
            forks: 0, warmup_forks: 0, warmup: IterationParams { kind: constant("WARMUP\0"), ..Default::default() },
            measurement: IterationParams::default(), operations: 1, timeout_ns: 0, seed: 0, keys: ptr::null(), count: 0, names: ptr::null(),
            values: ptr::null(),
        }
    }
}

impl BenchmarkParams {
    /// Its full name.
    pub fn getBenchmark(&self) -> &str {
        text(&self.benchmark)
    }

    /// avgt thrpt sample ss wall
    pub fn getMode(&self) -> &str {
        text(&self.mode)
    }

    pub fn getThreads(&self) -> i32 {
        self.threads
    }

    pub fn getForks(&self) -> i32 {
        self.forks
    }

    pub fn getWarmupForks(&self) -> i32 {
        self.warmup_forks
    }

    pub fn getWarmup(&self) -> &IterationParams {
        &self.warmup
    }

    pub fn getMeasurement(&self) -> &IterationParams {
        &self.measurement
    }

    /// ns us ms s m h d
    pub fn getTimeUnit(&self) -> &str {
        text(&self.time_unit)
    }

    pub fn getOpsPerInvocation(&self) -> i64 {
        self.operations
    }

    pub fn getTimeout(&self) -> i64 {
        self.timeout_ns
    }

    pub fn getSeed(&self) -> u64 {
        self.seed
    }

    fn list(&self, texts: *const *const c_char) -> &[*const c_char] {
        if texts.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(texts, self.count) } }
    }

    /// The short names of params, sorted as in JMH.
    pub fn getParamsKeys(&self) -> Vec<&str> {
        self.list(self.keys).iter().map(text).collect()
    }

    /// JMH's: benchmark, mode and params, fit for a file's name.
    pub fn id(&self) -> &str {
        text(&self.identity)
    }

    /// A param's value as text, by its full name or what follows a `::`.
    pub fn getParam(&self, name: &str) -> Option<&str> {
        let called = |full: &str| full == name || full.strip_suffix(name).map_or(false, |rest| rest.len() > 2 && rest.ends_with("::"));
        let at = self.list(self.names).iter().position(|full| called(text(full)))?;
        self.list(self.values).get(at).map(text)
    }
}

/// Which of the threads this is, in all, in its group, and among those that run the same function of the group (JMH's subgroup).
/// Without groups every thread is a group of its own.
#[derive(Clone, Default)]
#[repr(C)]
pub struct ThreadParams {
    thread: i32,
    threads: i32,
    group: i32,
    groups: i32,
    subgroup: i32,
    subgroups: i32,
    group_thread: i32,
    group_threads: i32,
    subgroup_thread: i32,
    subgroup_threads: i32,
}

macro_rules! getters {
    ($($name:ident $field:ident;)*) => { impl ThreadParams { $(pub fn $name(&self) -> i32 {
        self.$field
    })* } };
}
getters! {
    getThreadIndex thread;
    getThreadCount threads;
    getGroupIndex group;
    getGroupCount groups;
    getSubgroupIndex subgroup;
    getSubgroupCount subgroups;
    getGroupThreadIndex group_thread;
    getGroupThreadCount group_threads;
    getSubgroupThreadIndex subgroup_thread;
    getSubgroupThreadCount subgroup_threads;
}

const _: () = assert!(std::mem::size_of::<IterationParams>() == 32 && std::mem::size_of::<BenchmarkParams>() == 168);
const _: () = assert!(std::mem::size_of::<ThreadParams>() == 40);
