//! What one measuring thread brings home from one iteration.

use crate::counters::Scheduling;
use crate::histogram::Histogram;

#[derive(Default)]
pub struct Iteration {
    pub invocations: u64,
    pub all_invocations: u64,
    pub said: i64, // operations that invocations said themselves, see Operations
    pub all_said: i64,
    pub timings: u64, // stretches whose clock readings count
    pub elapsed_ns: i64,
    pub first_ns: Option<i64>, // of a trial's first iteration: its first invocation, in modes sample and ss its first batch
    pub sample_invocations: u64,
    pub sample_ns: Vec<i64>,
    pub speed_ns: Vec<i64>,
    pub histogram: Histogram,
    pub counted: Vec<f64>, // of needs.counters
    pub scheduled: Scheduling, // in the timed part
}
