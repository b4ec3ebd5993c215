//! An iteration of several threads whose invocations do not wait for each other: all call un-timed until all of them do (and learn
//! meanwhile how long invocations take), each measures its own time, and goes on calling until all have. So everything that is timed
//! is timed while all others call as well.

use crate::case::Open;
use crate::clock::the_clock;
use crate::failure::{Done, Stop};
use crate::instance::INVOCATION;
use crate::iteration::Iteration;
use crate::measured::Measured;
use crate::sampling::{aimed_sample, batch_size, mean_gap, sample_size, Gaps, SAMPLED_EVERY_NS};
use crate::thread::Thread;

pub fn window(open: &Open, thread: &mut Thread, time_ns: i64) -> Done<Iteration> {
    if open.mode == "sample" {
        return batches_window(open, thread, time_ns);
    }
    if thread.fixtures[INVOCATION].is_empty() { samples_window(open, thread, time_ns) } else { invocations_window(open, thread, time_ns) }
}

pub fn slice_window(open: &Open, thread: &mut Thread, warmin: u64, count: u64) -> Done<Iteration> {
    let mut measured = Measured::new(open, thread);
    let some = warmin / 64 + 1; // until the others are ready, too
    open.meeting().meet()?;
    if warmin > 0 {
        measured.batches(warmin, 1)?;
    }
    run_in(&mut measured, some, 1)?;
    measured.slice(count)?;
    run_out(measured, some, 1)
}

/// Calls until all threads do; what came before the measurement counts for nothing.
fn run_in(measured: &mut Measured, batches: u64, invocations: u64) -> Done<()> {
    let meeting = measured.open.meeting();
    meeting.run();
    while !meeting.all_run() {
        measured.batches(batches, invocations)?;
        meeting.make_way();
    }
    if meeting.broken() {
        return Err(Stop::Released);
    }
    measured.begin();
    Ok(())
}

fn run_out(mut measured: Measured, batches: u64, invocations: u64) -> Done<Iteration> {
    let meeting = measured.open.meeting();
    measured.end();
    meeting.arrive(measured.slowest_ns);
    while !meeting.all_arrived() {
        measured.batches(batches, invocations)?;
    }
    if meeting.broken() {
        return Err(Stop::Released);
    }
    meeting.leave(meeting.patience_ns(), || measured.batches(1, invocations))?;
    Ok(measured.told())
}

fn samples_window(open: &Open, thread: &mut Thread, time_ns: i64) -> Done<Iteration> {
    let mut measured = Measured::new(open, thread);
    let meeting = open.meeting();
    let aim = aimed_sample(time_ns);
    meeting.meet()?;
    measured.result.sample_invocations = 1;
    let first = measured.time(1)?;
    measured.learn(first, 1);
    measured.result.first_ns = Some(first);
    if first < time_ns {
        let second = if first >= aim { measured.time(1)? } else { first };
        if first < aim || second < aim / 2 {
            measured.result.sample_invocations = sample_size(&mut measured, aim, second)?;
        }
    }
    let invocations = measured.result.sample_invocations;
    run_in(&mut measured, invocations, 1)?;
    while measured.result.elapsed_ns < time_ns && !meeting.broken() {
        measured.make_room();
        let invocations = measured.result.sample_invocations;
        let elapsed = measured.time(invocations)?;
        measured.learn(elapsed, invocations);
        measured.keep(elapsed);
        measured.read_speed(measured.result.elapsed_ns, time_ns)?;
    }
    run_out(measured, 1, 1)
}

/// As measure_invocations().
fn invocations_window(open: &Open, thread: &mut Thread, time_ns: i64) -> Done<Iteration> {
    let mut measured = Measured::new(open, thread);
    let meeting = open.meeting();
    meeting.meet()?;
    let first = measured.time(1)?;
    measured.result.first_ns = Some(first);
    measured.learn(first, 1);
    run_in(&mut measured, 1, 1)?;
    measured.result.sample_invocations = 1;
    let (mut begun, mut now) = (0, 0);
    loop {
        measured.make_room();
        let mut elapsed = 0;
        for _ in 0..measured.result.sample_invocations {
            if meeting.broken() {
                break;
            }
            let stretch = measured.batch(1)?;
            if measured.result.timings == 0 && elapsed == 0 {
                begun = stretch.start;
            }
            now = stretch.stop;
            elapsed += stretch.elapsed();
            measured.learn(stretch.elapsed(), 1);
        }
        measured.keep(elapsed);
        measured.read_speed(now - begun, time_ns)?;
        if now - begun >= time_ns || meeting.broken() {
            break;
        }
    }
    run_out(measured, 1, 1)
}

/// As sample_time().
fn batches_window(open: &Open, thread: &mut Thread, time_ns: i64) -> Done<Iteration> {
    let mut measured = Measured::new(open, thread);
    let meeting = open.meeting();
    measured.result.histogram.begin();
    let invocations = batch_size(open);
    meeting.meet()?;
    let first = measured.batch(invocations)?.elapsed();
    measured.learn(first, 1);
    measured.result.first_ns = Some(first);
    let mut mean = 0.0;
    if first < time_ns {
        let second = if first < SAMPLED_EVERY_NS { first } else { measured.batch(invocations)?.elapsed() };
        if second < SAMPLED_EVERY_NS / 2 {
            mean = mean_gap(&mut measured, invocations, second)?;
        }
    }
    let gaps = Gaps::new(mean);
    run_in(&mut measured, 1, invocations)?;
    let begun = (the_clock().now)();
    let mut now = begun;
    while now - begun < time_ns && !meeting.broken() {
        let skipped = gaps.next(&mut measured.thread.gaps);
        if skipped > 0 {
            measured.batches(skipped, invocations)?;
        }
        let stretch = measured.batch(invocations)?;
        measured.learn(stretch.elapsed(), 1);
        measured.keep_batch(stretch, invocations);
        now = stretch.stop;
        measured.read_speed(now - begun, time_ns)?;
    }
    run_out(measured, 1, invocations)
}
