//! The loops of a case of one thread.

use crate::case::Open;
use crate::clock::the_clock;
use crate::failure::Done;
use crate::iteration::Iteration;
use crate::measured::Measured;
use crate::sampling::{aimed_sample, batch_size, mean_gap, sample_size, Gaps, SAMPLED_EVERY_NS};
use crate::thread::Thread;
use crate::window::slice_window;

/// One slice: `warmin` invocations that count for nothing, then `count` that are timed.
pub fn measure_slice(open: &Open, thread: &mut Thread, warmin: u64, count: u64) -> Done<Iteration> {
    if !open.alone() {
        return slice_window(open, thread, warmin, count);
    }
    let mut measured = Measured::new(open, thread);
    if warmin > 0 {
        measured.batches(warmin, 1)?;
    }
    measured.begin();
    measured.slice(count)?;
    measured.end();
    Ok(measured.result)
}

pub fn measure_time(open: &Open, thread: &mut Thread, time_ns: i64) -> Done<Iteration> {
    let mut measured = Measured::new(open, thread);
    let aim = aimed_sample(time_ns);

    // Long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing. A second one
    // decides, since the first may have been long by accident (cold pages, a switch).
    measured.result.sample_invocations = 1;
    let first = measured.time(1)?;
    measured.result.first_ns = Some(first);
    if first >= time_ns {
        measured.keep(first);
    } else {
        let second = if first >= aim { measured.time(1)? } else { first };
        if first >= aim && second >= aim / 2 {
            measured.keep(first);
            measured.keep(second);
        } else {
            measured.result.sample_invocations = sample_size(&mut measured, aim, second)?;
            measured.begin();
        }
    }

    while measured.result.elapsed_ns < time_ns {
        measured.make_room();
        let elapsed = measured.time(measured.result.sample_invocations)?;
        measured.keep(elapsed);
        measured.read_speed(measured.result.elapsed_ns, time_ns)?;
    }
    measured.end();
    Ok(measured.result)
}

/// With fixtures around each invocation the clock is read for every one of them, so nothing is to be calibrated. The iteration's time
/// is that of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured.
pub fn measure_invocations(open: &Open, thread: &mut Thread, time_ns: i64) -> Done<Iteration> {
    let mut measured = Measured::new(open, thread);
    measured.result.sample_invocations = 1;
    let (mut begun, mut now) = (0, 0);
    loop {
        measured.make_room();
        let mut elapsed = 0;
        for _ in 0..measured.result.sample_invocations {
            let stretch = measured.batch(1)?;
            if measured.result.all_invocations == 1 {
                begun = stretch.start;
                measured.result.first_ns = Some(stretch.elapsed());
            }
            now = stretch.stop;
            elapsed += stretch.elapsed();
        }
        measured.keep(elapsed);
        measured.read_speed(now - begun, time_ns)?;
        if now - begun >= time_ns {
            break;
        }
    }
    measured.end();
    Ok(measured.result)
}

/// Mode sample: batches timed one by one, each as likely as every other.
pub fn sample_time(open: &Open, thread: &mut Thread, time_ns: i64) -> Done<Iteration> {
    let mut measured = Measured::new(open, thread);
    measured.result.histogram.begin();
    let invocations = batch_size(open);
    // A long batch is a sample as it is, and so is every other: none is skipped. A second one decides, since the first may have
    // been long by accident.
    let first = measured.batch(invocations)?;
    measured.result.first_ns = Some(first.elapsed());
    let alone = first.elapsed() >= time_ns;
    let second = if alone || first.elapsed() < SAMPLED_EVERY_NS { first } else { measured.batch(invocations)? };
    let mut mean = 0.0;
    let (mut begun, mut now) = (first.start, second.stop);
    if !alone && (first.elapsed() < SAMPLED_EVERY_NS || second.elapsed() < SAMPLED_EVERY_NS / 2) {
        mean = mean_gap(&mut measured, invocations, second.elapsed())?;
        now = (the_clock().now)();
        begun = now;
    } else {
        measured.keep_batch(first, invocations);
        if !alone {
            measured.keep_batch(second, invocations);
        }
    }
    let gaps = Gaps::new(mean);
    while now - begun < time_ns {
        let skipped = gaps.next(&mut measured.thread.gaps);
        if skipped > 0 {
            measured.batches(skipped, invocations)?;
        }
        let stretch = measured.batch(invocations)?;
        measured.keep_batch(stretch, invocations);
        now = stretch.stop;
        measured.read_speed(now - begun, time_ns)?;
    }
    measured.end();
    Ok(measured.result)
}
