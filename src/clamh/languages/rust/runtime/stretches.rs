//! An iteration of several threads that may wait for each other: none calls before all are ready, and nobody can be asked for more
//! invocations than its partner serves. Stretches follow the pace that they find; the one in which the first thread ends is dropped
//! by the others, since invocations return early from then on.

use crate::case::Open;
use crate::clock::the_clock;
use crate::failure::{Done, Stop};
use crate::iteration::Iteration;
use crate::measured::Measured;
use crate::sampling::{aimed_sample, batch_size, Gaps, SAMPLED_EVERY_NS};
use crate::thread::Thread;

pub fn stretches(open: &Open, thread: &mut Thread, time_ns: i64) -> Done<Iteration> {
    if open.mode == "sample" { batches(open, thread, time_ns) } else { series(open, thread, time_ns) }
}

/// Partners may still need calls of this thread to come to the end of theirs.
fn finish(mut measured: Measured, invocations: u64) -> Done<Iteration> {
    let meeting = measured.open.meeting();
    meeting.stop();
    meeting.arrive(measured.slowest_ns);
    while !meeting.all_arrived() {
        measured.batches(1, invocations)?;
        meeting.make_way();
    }
    if meeting.broken() {
        return Err(Stop::Released);
    }
    meeting.leave(meeting.patience_ns(), || measured.batches(1, invocations))?;
    Ok(measured.told())
}

fn series(open: &Open, thread: &mut Thread, time_ns: i64) -> Done<Iteration> {
    let mut measured = Measured::new(open, thread);
    let aim = aimed_sample(time_ns);
    let mut count = 1;
    let meeting = open.meeting();
    measured.meet()?;
    let begun = (the_clock().now)();
    let mut now = begun;
    while now - begun < time_ns && !meeting.over() {
        let elapsed;
        if measured.around {
            elapsed = measured.time(count)?;
            now = (the_clock().now)();
        } else {
            let stretch = measured.batch(count)?;
            elapsed = stretch.elapsed();
            now = stretch.stop;
        }
        measured.result.first_ns.get_or_insert(elapsed);
        measured.learn(elapsed, count);
        if meeting.over() {
            break;
        }
        measured.result.invocations += count;
        measured.result.timings += if measured.around { count } else { 1 };
        measured.result.elapsed_ns += elapsed;
        measured.mark();
        if elapsed < aim {
            count *= 2;
        } else if elapsed > 4 * aim && count > 1 {
            count /= 2;
        }
        measured.read_speed(now - begun, time_ns)?;
    }
    measured.count_scheduling();
    finish(measured, 1)
}

/// The gap is chosen in a beginning, a hundredth of the time, that counts for nothing.
fn batches(open: &Open, thread: &mut Thread, time_ns: i64) -> Done<Iteration> {
    let mut measured = Measured::new(open, thread);
    measured.result.histogram.begin();
    let invocations = batch_size(open);
    let mut tried = 0;
    let meeting = open.meeting();
    measured.meet()?;
    let mut begun = (the_clock().now)();
    let mut now;
    loop {
        let stretch = measured.batch(invocations)?;
        measured.result.first_ns.get_or_insert(stretch.elapsed());
        tried += 1;
        now = stretch.stop;
        measured.learn(stretch.elapsed(), 1);
        if now - begun >= time_ns / 100 || meeting.over() {
            break;
        }
    }
    let gaps = Gaps::new(SAMPLED_EVERY_NS as f64 * f64::from(tried) / (now - begun).max(1) as f64 - 1.0);
    measured.begin();
    begun = now;
    while now - begun < time_ns && !meeting.over() {
        let skipped = gaps.next(&mut measured.thread.gaps);
        if skipped > 0 {
            measured.batches(skipped, invocations)?;
        }
        let stretch = measured.batch(invocations)?;
        measured.learn(stretch.elapsed(), 1);
        if meeting.over() {
            break;
        }
        measured.keep_batch(stretch, invocations);
        measured.mark();
        now = stretch.stop;
        measured.read_speed(now - begun, time_ns)?;
    }
    measured.count_scheduling();
    finish(measured, invocations)
}
