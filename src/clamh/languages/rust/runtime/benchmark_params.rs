//! BenchmarkParams, IterationParams and ThreadParams: what is running, as in JMH. Times are in ns. The core fills them in; their texts live as
//! long as the case.

use std::ffi::{c_char, CStr};
use std::mem::size_of;
use std::ptr;

use crate::abi::text;

#[derive(Clone)]
#[repr(C)]
pub struct IterationParams {
    kind: *const c_char,
    count: i32,
    time_ns: i64,
    batch: i32,
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

const _: () = assert!(size_of::<IterationParams>() == 32 && size_of::<BenchmarkParams>() == 168 && size_of::<ThreadParams>() == 40);

// Nothing changes while a benchmark runs.
unsafe impl Send for IterationParams {}
unsafe impl Sync for IterationParams {}
unsafe impl Send for BenchmarkParams {}
unsafe impl Sync for BenchmarkParams {}

fn read(text: &*const c_char) -> &str {
    unsafe { CStr::from_ptr(*text) }.to_str().unwrap_or("")
}

impl Default for IterationParams {
    fn default() -> IterationParams {
        IterationParams { kind: text("MEASUREMENT\0"), count: 1, time_ns: 0, batch: 1 }
    }
}

impl Default for BenchmarkParams {
    fn default() -> BenchmarkParams {
        BenchmarkParams {
            benchmark: text("\0"), mode: text("avgt\0"), time_unit: text("ns\0"), identity: text("-AverageTime\0"), threads: 1,
            forks: 0, warmup_forks: 0, warmup: IterationParams { kind: text("WARMUP\0"), ..Default::default() },
            measurement: IterationParams::default(), operations: 1, timeout_ns: 0, seed: 0, keys: ptr::null(), count: 0, names: ptr::null(),
            values: ptr::null(),
        }
    }
}

macro_rules! getters {
    ($($params:ident $name:ident $type:ty = $field:ident;)*) => { $(impl $params {
        pub fn $name(&self) -> $type {
            self.$field
        }
    })* };
}
getters! {
    IterationParams getCount i32 = count; // of iterations
    IterationParams getTime i64 = time_ns;
    IterationParams getBatchSize i32 = batch;
    BenchmarkParams getThreads i32 = threads;
    BenchmarkParams getForks i32 = forks;
    BenchmarkParams getWarmupForks i32 = warmup_forks;
    BenchmarkParams getOpsPerInvocation i64 = operations;
    BenchmarkParams getTimeout i64 = timeout_ns;
    BenchmarkParams getSeed u64 = seed;
    ThreadParams getThreadIndex i32 = thread;
    ThreadParams getThreadCount i32 = threads;
    ThreadParams getGroupIndex i32 = group;
    ThreadParams getGroupCount i32 = groups;
    ThreadParams getSubgroupIndex i32 = subgroup;
    ThreadParams getSubgroupCount i32 = subgroups;
    ThreadParams getGroupThreadIndex i32 = group_thread;
    ThreadParams getGroupThreadCount i32 = group_threads;
    ThreadParams getSubgroupThreadIndex i32 = subgroup_thread;
    ThreadParams getSubgroupThreadCount i32 = subgroup_threads;
}

impl IterationParams {
    /// "WARMUP" or "MEASUREMENT".
    pub fn getType(&self) -> &'static str {
        if read(&self.kind) == "WARMUP" { "WARMUP" } else { "MEASUREMENT" }
    }
}

impl BenchmarkParams {
    /// Its full name.
    pub fn getBenchmark(&self) -> &str {
        read(&self.benchmark)
    }

    /// avgt thrpt sample ss wall
    pub fn getMode(&self) -> &str {
        read(&self.mode)
    }

    /// ns us ms s m h d
    pub fn getTimeUnit(&self) -> &str {
        read(&self.time_unit)
    }

    pub fn getWarmup(&self) -> &IterationParams {
        &self.warmup
    }

    pub fn getMeasurement(&self) -> &IterationParams {
        &self.measurement
    }

    /// The short names of params, sorted as in JMH.
    pub fn getParamsKeys(&self) -> Vec<&str> {
        self.list(self.keys).iter().map(read).collect()
    }

    /// JMH's: benchmark, mode and params, fit for a file's name.
    pub fn id(&self) -> &str {
        read(&self.identity)
    }

    /// A param's value as text, by its full name or what follows a `::`.
    pub fn getParam(&self, name: &str) -> Option<&str> {
        let called = |full: &str| full == name || full.strip_suffix(name).map_or(false, |rest| rest.len() > 2 && rest.ends_with("::"));
        let at = self.list(self.names).iter().position(|full| called(read(full)))?;
        self.list(self.values).get(at).map(read)
    }

    fn list(&self, texts: *const *const c_char) -> &[*const c_char] {
        if texts.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(texts, self.count) } }
    }
}
