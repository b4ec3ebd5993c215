//! BenchmarkParams, IterationParams and ThreadParams: what is running, as in JMH. Times are in ns. The core fills them in; their texts live as
//! long as the case.

use std::ffi::{c_char, CStr};
use std::mem::size_of;
use std::ptr;

use crate::abi::text;

/// Structs of the core's: their fields, the values of these outside CLAMH, and the methods that return them, those of texts behind an &.
macro_rules! params {
    ($($(#[$about:meta])* pub struct $params:ident {
        $($field:ident: $type:ty = $default:expr $(, $getter:ident)? $(, &$text_getter:ident)?;)*
    })*) => { $(
        $(#[$about])*
        #[derive(Clone)]
        #[repr(C)]
        pub struct $params {
            $($field: $type),*
        }

        // Nothing changes while a benchmark runs.
        unsafe impl Send for $params {}
        unsafe impl Sync for $params {}

        impl Default for $params {
            fn default() -> $params {
                $params { $($field: $default),* }
            }
        }

        impl $params {
            $($(pub fn $getter(&self) -> $type {
                self.$field
            })?)*
            $($(pub fn $text_getter(&self) -> &str {
                read(&self.$field)
            })?)*
        }
    )* };
}

params! {
pub struct IterationParams {
    kind: *const c_char = text("MEASUREMENT\0");
    count: i32 = 1, getCount; // of iterations
    time_ns: i64 = 0, getTime;
    batch: i32 = 1, getBatchSize;
}

pub struct BenchmarkParams {
    benchmark: *const c_char = text("\0"), &getBenchmark; // its full name
    mode: *const c_char = text("avgt\0"), &getMode; // avgt thrpt sample ss wall
    time_unit: *const c_char = text("ns\0"), &getTimeUnit; // ns us ms s m h d
    identity: *const c_char = text("-AverageTime\0"), &id; // JMH's: benchmark, mode and params, fit for a file's name
    threads: i32 = 1, getThreads;
    forks: i32 = 0, getForks;
    warmup_forks: i32 = 0, getWarmupForks;
    warmup: IterationParams = IterationParams { kind: text("WARMUP\0"), ..Default::default() };
    measurement: IterationParams = IterationParams::default();
    operations: i64 = 1, getOpsPerInvocation;
    timeout_ns: i64 = 0, getTimeout;
    seed: u64 = 0, getSeed;
    keys: *const *const c_char = ptr::null(); // in their order, as names and values
    count: usize = 0;
    names: *const *const c_char = ptr::null();
    values: *const *const c_char = ptr::null();
}

/// Which of the threads this is, in all, in its group, and among those that run the same function of the group (JMH's subgroup).
/// Without groups every thread is a group of its own.
pub struct ThreadParams {
    thread: i32 = 0, getThreadIndex;
    threads: i32 = 0, getThreadCount;
    group: i32 = 0, getGroupIndex;
    groups: i32 = 0, getGroupCount;
    subgroup: i32 = 0, getSubgroupIndex;
    subgroups: i32 = 0, getSubgroupCount;
    group_thread: i32 = 0, getGroupThreadIndex;
    group_threads: i32 = 0, getGroupThreadCount;
    subgroup_thread: i32 = 0, getSubgroupThreadIndex;
    subgroup_threads: i32 = 0, getSubgroupThreadCount;
}
}

const _: () = assert!(size_of::<IterationParams>() == 32 && size_of::<BenchmarkParams>() == 168 && size_of::<ThreadParams>() == 40);

fn read(text: &*const c_char) -> &str {
    unsafe { CStr::from_ptr(*text) }.to_str().unwrap_or("")
}

impl IterationParams {
    /// "WARMUP" or "MEASUREMENT".
    pub fn getType(&self) -> &'static str {
        if read(&self.kind) == "WARMUP" { "WARMUP" } else { "MEASUREMENT" }
    }
}

impl BenchmarkParams {
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
