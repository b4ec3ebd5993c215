//! What the modes share: one thread's loop with its fixtures around it, and what is kept of it.

use crate::alone::{measure_invocations, measure_time, sample_time};
use crate::case::Open;
use crate::clock::{timed, Stretch};
use crate::control::Control;
use crate::counters::{scheduling, speed_cost, speed_reading, Scheduling};
use crate::failure::Done;
use crate::injected;
use crate::instance::INVOCATION;
use crate::iteration::Iteration;
use crate::operations::Operations;
use crate::r#loop::Repeat;
use crate::sampling::batch_size;
use crate::stretches::stretches;
use crate::system::system_ns;
use crate::thread::Thread;
use crate::window::window;

pub const MOST_SAMPLES: usize = 2000;
pub const MOST_SAMPLES_OF_ALL: usize = 40_000; // threads together, so that they fit into one line
pub const MOST_SPEED_READINGS: i64 = 64;

pub struct Measured<'a> {
    pub open: &'a Open,
    pub thread: &'a mut Thread,
    pub repeat: Repeat,
    pub objects: Vec<*mut u8>,
    pub around: bool, // there are fixtures around each invocation, in sample mode around each batch
    pub result: Iteration,
    pub slowest_ns: i64, // an invocation took, as far as is known
    operations: Option<*mut Operations>,
    control: Option<*mut Control>,
    counted: Vec<f64>, // what counters were at the last mark, where others call un-timed
    before: Scheduling,
    said_before: i64,
    said_first: i64,
    speed_ns: i64,
    speed_due: i64,
}

fn longest_series(open: &Open) -> usize {
    (MOST_SAMPLES_OF_ALL / open.threads / 2 * 2).min(MOST_SAMPLES)
}

impl<'a> Measured<'a> {
    pub fn new(open: &'a Open, thread: &'a mut Thread) -> Measured<'a> {
        let (operations, control) = (thread.taken::<Operations>(), thread.taken::<Control>());
        let result = Iteration {
            sample_ns: Vec::with_capacity(longest_series(open)),
            speed_ns: Vec::with_capacity(MOST_SPEED_READINGS as usize),
            ..Default::default()
        };
        let mut made = Measured {
            open, repeat: thread.function.repeat(), objects: thread.objects(thread.function),
            around: !thread.fixtures[INVOCATION].is_empty(), result, slowest_ns: 0, operations, control,
            counted: vec![0.0; if open.alone() { 0 } else { thread.needs.counters.len() }], before: Scheduling::default(), said_before: 0,
            said_first: injected::operations(operations), speed_ns: 0, speed_due: 0, thread,
        };
        speed_cost();
        made.begin();
        if open.alone() {
            made.start();
        }
        made
    }

    fn start(&self) {
        if let Some(control) = self.control {
            unsafe { &*control }.start();
        }
    }

    /// Everything until now was to learn how long invocations take, and counts for nothing.
    pub fn begin(&mut self) {
        self.put_counters(|_| 0.0);
        self.said_before = injected::operations(self.operations);
        self.before = scheduling();
    }

    fn put_counters(&self, value: impl Fn(usize) -> f64) {
        for (at, counter) in self.thread.needs.counters.iter().enumerate() {
            if let Some(put) = counter.said.put {
                unsafe { put(self.thread.object(counter.owner), value(at)) }
            }
        }
    }

    pub fn end(&mut self) {
        self.count_scheduling();
        if let Some(control) = self.control.filter(|_| self.open.alone()) {
            unsafe { &*control }.stop();
        }
        self.mark();
    }

    pub fn count_scheduling(&mut self) {
        self.result.scheduled = scheduling().since(self.before);
    }

    /// What invocations have counted so far is the measurement's; those after it count for nothing.
    pub fn mark(&mut self) {
        self.result.said = injected::operations(self.operations) - self.said_before;
        self.result.all_said = injected::operations(self.operations) - self.said_first;
        for at in 0..self.counted.len() {
            let counter = self.thread.needs.counters[at];
            if counter.said.put.is_some() {
                self.counted[at] = unsafe { (counter.said.read)(self.thread.object(counter.owner)) };
            }
        }
    }

    pub fn told(mut self) -> Iteration {
        self.result.all_said = injected::operations(self.operations) - self.said_first;
        if !self.counted.is_empty() {
            self.put_counters(|at| self.counted[at]);
        }
        self.result
    }

    /// Comes together with the other threads, and begins.
    pub fn meet(&mut self) -> Done<()> {
        self.open.meeting().meet_closely()?;
        self.begin();
        self.start();
        Ok(())
    }

    /// A reading of the CPU's speed, if `elapsed` of `whole` says that one is due: they take at most a thousandth of the time.
    pub fn read_speed(&mut self, elapsed: i64, whole: i64) -> Done<()> {
        if elapsed < self.speed_due + whole / MOST_SPEED_READINGS || 1000 * (self.speed_ns + speed_cost()) > elapsed {
            return Ok(());
        }
        let reading = speed_reading()?;
        self.result.speed_ns.push(reading);
        self.speed_ns += reading;
        self.speed_due = elapsed;
        Ok(())
    }

    pub fn learn(&mut self, elapsed: i64, invocations: u64) {
        self.slowest_ns = self.slowest_ns.max(elapsed / invocations as i64);
    }

    /// So many, one after the other, not timed.
    pub fn batches(&mut self, count: u64, invocations: u64) -> Done<()> {
        self.result.all_invocations += count * invocations;
        if !self.around {
            unsafe { (self.repeat)(self.objects.as_ptr(), count * invocations) };
            return Ok(());
        }
        for _ in 0..count {
            self.thread.fixtures[INVOCATION].set_up()?;
            unsafe { (self.repeat)(self.objects.as_ptr(), invocations) };
            self.thread.fixtures[INVOCATION].tear_down()?;
        }
        Ok(())
    }

    /// One, timed as a whole.
    pub fn batch(&mut self, invocations: u64) -> Done<Stretch> {
        self.result.all_invocations += invocations;
        if !self.around {
            return timed(self.repeat, &self.objects, invocations);
        }
        self.thread.fixtures[INVOCATION].set_up()?;
        let stretch = timed(self.repeat, &self.objects, invocations)?;
        self.thread.fixtures[INVOCATION].tear_down()?;
        Ok(stretch)
    }

    /// Each by itself where fixtures are around it.
    pub fn time(&mut self, invocations: u64) -> Done<i64> {
        self.result.all_invocations += invocations;
        measure_sample(self.thread, &self.objects, invocations)
    }

    /// The timed part of a slice, which has no series.
    pub fn slice(&mut self, invocations: u64) -> Done<()> {
        self.result.elapsed_ns = self.time(invocations)?;
        self.result.invocations = invocations;
        if self.around {
            self.result.timings = invocations;
        }
        self.learn(self.result.elapsed_ns, invocations);
        Ok(())
    }

    /// For one more sample: neighbours become one of twice the length, so that the series stays uniform and bounded.
    pub fn make_room(&mut self) {
        let series = &mut self.result.sample_ns;
        if series.len() < longest_series(self.open) {
            return;
        }
        for pair in 0..series.len() / 2 {
            series[pair] = series[2 * pair] + series[2 * pair + 1];
        }
        series.truncate(series.len() / 2);
        self.result.sample_invocations *= 2;
    }

    /// A sample of the series.
    pub fn keep(&mut self, elapsed: i64) {
        self.result.invocations += self.result.sample_invocations;
        if self.around {
            self.result.timings += self.result.sample_invocations;
        }
        self.result.elapsed_ns += elapsed;
        self.result.sample_ns.push(elapsed);
    }

    /// A batch of mode sample.
    pub fn keep_batch(&mut self, stretch: Stretch, invocations: u64) {
        self.result.timings += 1;
        self.result.invocations += invocations;
        self.result.elapsed_ns += stretch.elapsed();
        self.result.histogram.add(stretch.elapsed());
    }
}

/// How long so many invocations take; with fixtures around each, the sum of what is between them.
pub fn measure_sample(thread: &mut Thread, objects: &[*mut u8], invocations: u64) -> Done<i64> {
    let repeat = thread.function.repeat();
    let fixtures = &mut thread.fixtures[INVOCATION];
    if fixtures.is_empty() {
        return Ok(timed(repeat, objects, invocations)?.elapsed());
    }
    let mut elapsed = 0;
    for _ in 0..invocations {
        fixtures.set_up()?;
        elapsed += timed(repeat, objects, 1)?.elapsed();
        fixtures.tear_down()?;
    }
    Ok(elapsed)
}

/// How many times to do something that takes about `single`, so that it takes `aim`: the median of nine short runs, as the least of
/// three was off by up to two, and one that was interrupted by far more. `run` does it that many times and says how long it took.
pub fn calibrated(mut run: impl FnMut(u64) -> Done<i64>, aim: i64, single: i64) -> Done<f64> {
    let enough = (aim / 8).max(1);
    let (mut count, mut elapsed) = (1u64, single);
    while elapsed < enough && count < 10_000_000 {
        // enough to extrapolate from
        count *= (enough / elapsed.max(1) + 1).clamp(2, 10) as u64;
        elapsed = run(count)?;
    }
    let mut runs = [0; 9];
    for one in &mut runs {
        *one = run(count)?;
    }
    runs.sort_unstable();
    Ok(aim as f64 * count as f64 / runs[4].max(1) as f64)
}

/// Whether an invocation that has just come back may have done so because it was told to stop: then it was not the benchmark.
fn cut_short(measured: &Measured) -> bool {
    measured.control.is_some() && !measured.open.alone() && measured.open.meeting().over()
}

/// Exactly so many batches, each by itself in mode sample.
fn count(measured: &mut Measured, batches: u64) -> Done<()> {
    let invocations = batch_size(measured.open);
    if measured.open.mode == "sample" {
        for _ in 0..batches {
            let stretch = measured.batch(invocations)?;
            if !cut_short(measured) {
                measured.keep_batch(stretch, invocations);
            }
        }
        measured.end();
        return Ok(());
    }
    let all = batches * invocations;
    measured.result.sample_invocations = all;
    let elapsed = measured.time(all)?;
    measured.learn(elapsed, all);
    if cut_short(measured) {
        measured.result.sample_invocations = 0;
        measured.count_scheduling();
        return Ok(());
    }
    if measured.open.mode == "ss" {
        measured.result.first_ns = Some(elapsed);
    }
    measured.keep(elapsed);
    // One batch between one pair of readings, whatever it costs to read.
    if !measured.around && measured.open.mode == "ss" {
        measured.result.timings = 1;
    }
    measured.end();
    Ok(())
}

fn measure_count(open: &Open, thread: &mut Thread, batches: u64) -> Done<Iteration> {
    const PATIENCE_NS: i64 = 1_000_000_000; // calls that nobody asked for are the last resort
    let mut measured = Measured::new(open, thread);
    if open.mode == "sample" {
        measured.result.histogram.begin();
    }
    if !open.alone() {
        measured.meet()?;
    }
    count(&mut measured, batches)?;
    if !open.alone() {
        let meeting = open.meeting();
        meeting.arrive(measured.slowest_ns);
        let through_ns = system_ns();
        meeting.leave(meeting.shot_patience_ns(), || {
            if open.may_wait() && !meeting.over() {
                meeting.stop();
            } else if open.may_wait() && system_ns() - through_ns > PATIENCE_NS {
                return measured.batches(1, 1);
            }
            Ok(())
        })?;
    }
    Ok(measured.told())
}

/// One iteration in the mode of the case: until `time_ns` has been measured, or, when that is 0, exactly `batches`. Gives Failure
/// `clock`, `teardown`, `setup`, or Released; what the benchmark panics with goes through.
pub fn measure(open: &Open, thread: &mut Thread, time_ns: i64, batches: u64) -> Done<Iteration> {
    if time_ns == 0 {
        return measure_count(open, thread, batches);
    }
    if !open.alone() {
        return if open.may_wait() { stretches(open, thread, time_ns) } else { window(open, thread, time_ns) };
    }
    if open.mode == "sample" {
        return sample_time(open, thread, time_ns);
    }
    if thread.fixtures[INVOCATION].is_empty() { measure_time(open, thread, time_ns) } else { measure_invocations(open, thread, time_ns) }
}
