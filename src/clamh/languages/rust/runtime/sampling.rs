//! How long samples are, and which batches of mode sample are timed.

use crate::case::Open;
use crate::clock::the_clock;
use crate::failure::Done;
use crate::measured::{calibrated, Measured};
use crate::random::Random;

const AIMED_SAMPLES: i64 = 1000; // half, so that a benchmark that becomes faster rarely needs a fold
const SHORTEST_SAMPLE: i64 = 1000; // in clock resolutions

/// Mode sample: how many batches go by untimed before the next timed one, so that there are 20 samples a millisecond.
pub const SAMPLED_EVERY_NS: i64 = 50_000;

/// A series' samples are as long as this, at least.
pub fn aimed_sample(time_ns: i64) -> i64 {
    // Twice the shortest: a machine that speeds up between two samples would otherwise fall below it now and then.
    let clock = the_clock();
    if clock.counted { 1 } else { (2 * SHORTEST_SAMPLE * clock.resolution_ns()).max(time_ns / AIMED_SAMPLES) }
}

/// How many invocations take `aim`, from a single one that took `single`.
pub fn sample_size(measured: &mut Measured, aim: i64, single: i64) -> Done<u64> {
    Ok((calibrated(|count| measured.time(count), aim, single)? + 0.5).max(1.0) as u64)
}

/// How many batches are skipped before the next timed one: with a chance of 1/(mean + 1) for each, independently.
pub struct Gaps {
    scale: f64,
}

impl Gaps {
    pub fn new(mean: f64) -> Gaps {
        Gaps { scale: if mean > 0.0 { 1.0 / (-1.0 / (mean + 1.0)).ln_1p() } else { 0.0 } }
    }

    pub fn next(&self, random: &mut Random) -> u64 {
        if self.scale == 0.0 {
            return 0;
        }
        let uniform = 1.0 - random.nextDouble(); // above 0, at most 1
        (uniform.ln() * self.scale) as u64
    }
}

pub fn mean_gap(measured: &mut Measured, invocations: u64, single: i64) -> Done<f64> {
    let apart = SAMPLED_EVERY_NS;
    let run = |count| {
        let start = (the_clock().now)();
        measured.batches(count, invocations)?;
        Ok((the_clock().now)() - start)
    };
    // A counted clock says nothing of how long more batches take.
    let every = if the_clock().counted { apart as f64 / single.max(1) as f64 } else { calibrated(run, apart, single)? };
    Ok((every - 1.0).max(0.0))
}

pub fn batch_size(open: &Open) -> u64 {
    if open.warmup { open.warmup_batch } else { open.batch }
}
