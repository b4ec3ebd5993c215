//! `invoke`: one invocation with what it returned and gave to Blackhole.

use crate::canonical::{listed, shortened, take_consumed};
use crate::case::{Case, Open};
use crate::control::Control;
use crate::failure::{failure, guarded, Done, Failure, Stop};
use crate::instance::INVOCATION;
use crate::message::Event;
use crate::sleep::Lock;
use crate::thread::Thread;

#[derive(Default)]
struct Given {
    value: String, // empty: it returns nothing
    consumed: Vec<String>,
}

const PARTNER_NS: i64 = 1_000_000_000;

/// In a group one may wait for another: the first to come back says so to Control, and calls again for one that does not look.
fn invoke_once(open: &Open, thread: &mut Thread) -> Done<Given> {
    let function = thread.function;
    let of_group = !function.said.group.is_empty();
    if let Some(control) = thread.taken::<Control>().filter(|_| of_group) {
        unsafe { &*control }.start(); // one may wait for that
    }
    let objects = thread.objects(function);
    let Some(returned) = function.said.returned else {
        return Err(failure("internal", function.said.name, "it was registered without its `returned`").into());
    };
    thread.fixtures[INVOCATION].set_up()?;
    take_consumed(); // what fixtures gave is not the benchmark's
    let mut given = Given::default();
    guarded("benchmark", function.said.name, || unsafe { returned(objects.as_ptr(), &mut given.value) })?;
    given.consumed = take_consumed().iter().map(|text| shortened(text)).collect();
    if of_group && !open.alone() {
        open.meeting().stop();
        let again = || guarded("benchmark", function.said.name, || unsafe { function.repeat()(objects.as_ptr(), 1) });
        open.meeting().leave(PARTNER_NS, again)?;
    }
    thread.fixtures[INVOCATION].tear_down()?;
    Ok(given)
}

fn add_given(event: &mut Event, given: Given) {
    if given.value.is_empty() {
        event.raw("returned", "null");
    } else {
        event.text("returned", shortened(&given.value));
    }
    event.begin("consumed", '[');
    for text in listed(given.consumed) {
        event.text("", text);
    }
    event.end(']');
}

fn checked(case: &Case) -> Result<Vec<(&'static str, String)>, Failure> {
    let mut all = Vec::new();
    for check in &case.open.needs.checks {
        let Some(state) = case.instances(check.owner).first().map(|one| one.object.load(std::sync::atomic::Ordering::Relaxed)) else {
            continue; // of a member that no thread runs
        };
        let mut text = String::new();
        match guarded("benchmark", check.said.name, || unsafe { (check.said.read)(state, &mut text) }) {
            Ok(()) => all.push((check.said.name, shortened(&text))),
            Err(Stop::Failed(failure)) => return Err(*failure),
            Err(Stop::Released) => {}
        }
    }
    Ok(all)
}

/// What one call gave, into the event: `returned` and `consumed`, of a group `members`, and `checks`.
fn invoke_and_add(case: &mut Case, event: &mut Event) -> Result<(), Failure> {
    let given: Vec<Lock<Given>> = case.threads.iter().map(|_| Lock::default()).collect();
    case.each_measured(&|open, thread| {
        if thread.function.said.group.is_empty() && thread.dealt.thread > 0 {
            return Ok(()); // one invocation, whatever the threads
        }
        let one = invoke_once(open, thread)?;
        *given[thread.dealt.thread].hold() = one;
        Ok(())
    })?;
    let checks = checked(case)?;
    let mut given: Vec<Given> = given.into_iter().map(Lock::into_inner).collect();
    if case.open.benchmark.is_group() {
        event.begin("members", '{');
        for thread in case.threads.iter().filter(|one| one.dealt.group == 0 && one.dealt.member_thread == 0) {
            event.begin(thread.function.said.member, '{');
            add_given(event, std::mem::take(&mut given[thread.dealt.thread]));
            event.end('}');
        }
        event.end('}');
    } else {
        add_given(event, given.swap_remove(0));
    }
    event.begin("checks", '{');
    for (name, text) in checks {
        event.text(name, text);
    }
    event.end('}');
    Ok(())
}

/// So many calls on one state, each an iteration of its own (in an iteration of slices: within it); on the state that measuring left, or on a fresh one.
pub fn invoke(case: &mut Case, calls: u64) -> Result<Event, Failure> {
    let mut event = Event::new("value");
    event.text("case", &case.open.id);
    let (used, within) = (case.in_trial(), case.in_iteration());
    if !used {
        case.begin_trial()?;
    }
    for call in 1..=calls {
        if call == 2 {
            event.begin("more", '[');
        }
        if call > 1 {
            event.begin("", '{');
        }
        if !within {
            case.begin_iteration()?;
        }
        invoke_and_add(case, &mut event)?;
        if !within {
            case.end_iteration()?;
        }
        if call > 1 {
            event.end('}');
        }
    }
    if calls > 1 {
        event.end(']');
    }
    if !used {
        case.end_trial()?;
        case.forget()?;
    }
    Ok(event)
}
