//! BenchmarkParams, IterationParams and ThreadParams: what is running, as JMH tells it. Times are in ns.

use crate::deal::Dealt;

#[derive(Clone)]
pub struct IterationParams {
    pub(crate) warmup: bool,
    pub(crate) count: i32,
    pub(crate) time_ns: i64,
    pub(crate) batch: i32,
}

impl Default for IterationParams {
    fn default() -> IterationParams {
        IterationParams { warmup: false, count: 1, time_ns: 0, batch: 1 }
    }
}

impl IterationParams {
    /// "WARMUP" or "MEASUREMENT".
    pub fn getType(&self) -> &'static str {
        if self.warmup { "WARMUP" } else { "MEASUREMENT" }
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

/// Of one param: its short name, its full one, and its value as text.
#[derive(Clone)]
pub(crate) struct Given {
    pub key: String,
    pub name: &'static str,
    pub text: String,
}

#[derive(Clone)]
pub struct BenchmarkParams {
    pub(crate) benchmark: &'static str,
    pub(crate) mode: &'static str,
    pub(crate) time_unit: String,
    pub(crate) identity: String,
    pub(crate) threads: i32,
    pub(crate) forks: i32,
    pub(crate) warmup_forks: i32,
    pub(crate) warmup: IterationParams,
    pub(crate) measurement: IterationParams,
    pub(crate) operations: i64,
    pub(crate) timeout_ns: i64,
    pub(crate) seed: u64,
    pub(crate) given: Vec<Given>, // in the order of their short names
}

impl Default for BenchmarkParams {
    fn default() -> BenchmarkParams {
        BenchmarkParams {
            benchmark: "", mode: "avgt", time_unit: String::from("ns"), identity: String::from("-AverageTime"), threads: 1, forks: 0,
            warmup_forks: 0, warmup: IterationParams { warmup: true, ..Default::default() }, measurement: IterationParams::default(),
            operations: 1, timeout_ns: 0, seed: 0, given: Vec::new(),
        }
    }
}

impl BenchmarkParams {
    /// Its full name.
    pub fn getBenchmark(&self) -> &str {
        self.benchmark
    }

    /// avgt thrpt sample ss wall
    pub fn getMode(&self) -> &str {
        self.mode
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
        &self.time_unit
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

    /// The short names of params, sorted as in JMH.
    pub fn getParamsKeys(&self) -> Vec<&str> {
        self.given.iter().map(|one| one.key.as_str()).collect()
    }

    /// JMH's: benchmark, mode and params, fit for a file's name.
    pub fn id(&self) -> &str {
        &self.identity
    }

    /// A param's value as text, by its full name or what follows a `::`.
    pub fn getParam(&self, name: &str) -> Option<&str> {
        let called = |full: &str| full == name || full.strip_suffix(name).map_or(false, |rest| rest.len() > 2 && rest.ends_with("::"));
        self.given.iter().find(|one| called(one.name)).map(|one| one.text.as_str())
    }
}

/// Which of the threads this is, in all, in its group, and among those that run the same function of the group (JMH's subgroup).
/// Without groups every thread is a group of its own.
#[derive(Clone, Default)]
pub struct ThreadParams {
    pub(crate) dealt: Dealt,
}

impl ThreadParams {
    pub fn getThreadIndex(&self) -> i32 {
        self.dealt.thread as i32
    }

    pub fn getThreadCount(&self) -> i32 {
        self.dealt.threads as i32
    }

    pub fn getGroupIndex(&self) -> i32 {
        self.dealt.group as i32
    }

    pub fn getGroupCount(&self) -> i32 {
        self.dealt.groups as i32
    }

    pub fn getSubgroupIndex(&self) -> i32 {
        self.dealt.member as i32
    }

    pub fn getSubgroupCount(&self) -> i32 {
        self.dealt.members as i32
    }

    pub fn getGroupThreadIndex(&self) -> i32 {
        self.dealt.group_thread as i32
    }

    pub fn getGroupThreadCount(&self) -> i32 {
        self.dealt.group_threads as i32
    }

    pub fn getSubgroupThreadIndex(&self) -> i32 {
        self.dealt.member_thread as i32
    }

    pub fn getSubgroupThreadCount(&self) -> i32 {
        self.dealt.member_threads as i32
    }
}
