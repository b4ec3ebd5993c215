// A call that counts itself, against the work in it: what does instrumentation add?

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use std::time::Instant;

#[derive(Default)]
struct Method {
    calls: AtomicI64,
    failures: AtomicI64,
    nanoseconds: AtomicI64,
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Work {
    //@@Param({"500", "4000", "16000"})
    tokens: i64,
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Metrics {
    methods: HashMap<String, Method>,
    total: AtomicI64,
}

impl Metrics {
    //@@Setup
    fn add(&mut self) {
        self.methods = ["getStatus", "createFile", "listStatus", "remove"]
            .iter()
            .map(|name| (name.to_string(), Method::default()))
            .collect();
        self.total = AtomicI64::new(0);
    }

    //@@Check
    fn counted(&self) -> i32 {
        i32::from(self.methods["getStatus"].calls.load(SeqCst) > 0) + i32::from(self.total.load(SeqCst) > 0)
    }
}

// The upper bound: nothing but the work.
//@@Benchmark(baseline = Baseline.BOUND)
fn delay_only(work: &Work, blackhole: &Blackhole) -> i64 {
    blackhole.consumeCPU(work.tokens);
    work.tokens
}

// Before the change: calls, failures and time of each method.
//@@Benchmark
fn call_and_return(work: &Work, metrics: &Metrics, blackhole: &Blackhole) -> Result<i64, String> {
    measured(metrics, "getStatus", || Ok(delay_only(work, blackhole)))
}

// After it: the calls of all methods too.
//@@Benchmark
fn call_and_return_counted(work: &Work, metrics: &Metrics, blackhole: &Blackhole) -> Result<i64, String> {
    metrics.total.fetch_add(1, SeqCst);
    measured(metrics, "getStatus", || Ok(delay_only(work, blackhole)))
}

fn measured(metrics: &Metrics, name: &str, callable: impl Fn() -> Result<i64, String>) -> Result<i64, String> {
    let method = &metrics.methods[name];
    let start = Instant::now();
    method.calls.fetch_add(1, SeqCst);
    match callable() {
        Ok(result) => {
            method.nanoseconds.fetch_add(start.elapsed().as_nanos() as i64, SeqCst);
            Ok(result)
        }
        Err(error) => {
            method.failures.fetch_add(1, SeqCst);
            Err(error)
        }
    }
}
