//! One iteration, or a slice of one, with the fixtures around it, and the event that tells of it.

use crate::alone::measure_slice;
use crate::case::{Case, Open};
use crate::clock::the_clock;
use crate::failure::{failure, guarded, Done, Failure};
use crate::iteration::Iteration;
use crate::measured::measure;
use crate::message::Event;
use crate::operations::Operations;
use crate::registry::Owned;
use crate::sampling::batch_size;
use crate::state::Counter;
use crate::thread::Thread;

type Measuring<'a> = dyn Fn(&Open, &mut Thread) -> Done<Iteration> + Sync + 'a;

const MOST_PAIRS: usize = 20_000; // of all histograms: of 40 digits each, they are still one line

/// Invocations, `batch_size` of which are one batch, as operations.
fn add_operations(event: &mut Event, key: &str, open: &Open, invocations: u64) {
    let product = u128::from(invocations) * u128::from(open.operations_per_invocation);
    let batch = u128::from(batch_size(open));
    if product % batch == 0 && product / batch <= u128::from(u64::MAX >> 1) {
        event.number(key, (product / batch) as i64);
    } else {
        event.real(key, product as f64 / batch as f64);
    }
}

/// A method may panic, and no report could be made of what is not finite.
fn count_of(thread: &Thread, counter: &Owned<Counter>) -> Done<f64> {
    let object = thread.object(counter.owner);
    let value = guarded("benchmark", counter.said.name, || unsafe { (counter.said.read)(object) })?;
    if !value.is_finite() {
        return Err(failure("benchmark", counter.said.name, "this counter is no finite number").into());
    }
    Ok(value)
}

fn measure_thread(open: &Open, thread: &mut Thread, first: bool, measuring: &Measuring) -> Done<()> {
    let name = thread.function.said.name;
    let mut result = guarded("benchmark", name, || measuring(open, thread)).and_then(|outcome| outcome)?;
    if !first {
        result.first_ns = None;
    }
    thread.result = result;
    if thread.taken::<Operations>().is_some() && thread.result.said <= 0 && thread.result.invocations > 0 {
        let what = "it takes Operations, but no invocation said how many it did: call add(n) of it, with n above 0";
        return Err(failure("benchmark", name, what).into());
    }
    Ok(())
}

fn add_thread(event: &mut Event, open: &Open, thread: &Thread) {
    let result = &thread.result;
    event.begin("", '{');
    if thread.taken::<Operations>().is_some() {
        event.number("operations", result.said).number("all_operations", result.all_said);
    } else {
        add_operations(event, "operations", open, result.invocations);
        add_operations(event, "all_operations", open, result.all_invocations);
    }
    event.number("elapsed_ns", result.elapsed_ns).number("timings", result.timings);
    event.real("clock_cost_ns", the_clock().stretch_ns);
    if open.mode == "sample" {
        event.numbers("histogram", &result.histogram.pairs(MOST_PAIRS / open.threads));
    }
    event.number("sample_invocations", result.sample_invocations).numbers("sample_ns", &result.sample_ns);
    if !thread.function.said.member.is_empty() {
        event.text("member", thread.function.said.member);
    }
    if let Some(first_ns) = result.first_ns {
        event.number("first_ns", first_ns);
    }
    event.number("voluntary_switches", result.scheduled.voluntary).number("involuntary_switches", result.scheduled.involuntary);
    event.number("waited_ns", result.scheduled.waited_ns).begin("counters", '{');
    for (counter, &counted) in thread.needs.counters.iter().zip(&result.counted) {
        event.real(counter.said.name, counted);
    }
    event.end('}').end('}');
}

/// `begin` and `end` say what begins and ends with it: 0 nothing, 1 the iteration, 2 the trial too. Counters are read after the
/// teardowns, as JMH does. The results are the threads'; a Failure also when no report could be made of them.
fn measure_case(case: &mut Case, begin: u64, end: u64, measuring: &Measuring) -> Result<(), Failure> {
    if begin == 2 {
        case.begin_trial()?;
    }
    if begin > 0 {
        case.begin_iteration()?;
    }
    case.each_measured(&|open, thread| measure_thread(open, thread, begin == 2, measuring))?;
    if end > 0 {
        case.end_iteration()?;
    }
    if end == 2 {
        case.end_trial()?;
    }
    case.each(&|_, thread| {
        thread.result.counted = thread.needs.counters.iter().map(|counter| count_of(thread, counter)).collect::<Done<_>>()?;
        Ok(())
    })?;
    if end == 2 {
        case.forget()?;
    }
    Ok(())
}

fn add_threads(event: &mut Event, case: &Case) {
    event.begin("threads", '[');
    for thread in &case.threads {
        add_thread(event, &case.open, thread);
    }
    event.end(']');
}

/// The trial begins with the `first` and ends with the `last`; measure() says what `time_ns` and `batches` are.
pub fn iterate_case(case: &mut Case, first: bool, last: bool, time_ns: i64, batches: u64) -> Result<(), Failure> {
    let depth = |trial| if trial { 2 } else { 1 };
    measure_case(case, depth(first), depth(last), &|open, thread| measure(open, thread, time_ns, batches))
}

/// One slice: measure_slice() says what `warmin` and `count` are, measure_case() the others.
pub fn slice_case(case: &mut Case, begin: u64, end: u64, warmin: u64, count: u64) -> Result<(), Failure> {
    measure_case(case, begin, end, &|open, thread| measure_slice(open, thread, warmin, count))
}

pub fn iterated(case: &Case) -> Event {
    let mut event = Event::new("iteration");
    event.text("case", &case.open.id).text("phase", if case.open.warmup { "warmup" } else { "measurement" });
    add_threads(&mut event, case);
    event.numbers("speed_ns", &case.threads[0].result.speed_ns).text("source", "worker");
    event
}

pub fn sliced(case: &Case) -> Event {
    let mut event = Event::new("slice");
    event.text("case", &case.open.id);
    add_threads(&mut event, case);
    event
}
