//! A case's threads at one job, and what becomes of a failure in one of them.

use std::sync::atomic::{AtomicBool, Ordering::{Acquire, Release}};
use std::sync::OnceLock;

use crate::case::{Case, Open};
use crate::failure::{failure, guarded, Done, Failure, Stop};
use crate::layout::further_down;
use crate::sleep::Lock;
use crate::system;
use crate::thread::Thread;

/// What a failure tells when a thread never comes back from the benchmark, and the process has to end: who writes it.
pub static LAST_WORDS: OnceLock<fn(case: &str, failure: &Failure)> = OnceLock::new();

const PATIENCE_NS: i64 = 2_000_000_000; // for an invocation that is told to stop

type Part<'a> = &'a (dyn Fn(&Open, &mut Thread) -> Done<()> + Sync);

/// The threads of a case, of which each is touched by the system's thread of its number alone.
struct Own(Vec<*mut Thread>);
unsafe impl Sync for Own {}

/// With the thread's part of its stack left out, until it is done.
fn moved_down(part: Part, open: &Open, thread: &mut Thread) -> Done<()> {
    let mut outcome = Ok(());
    further_down(thread.stack, &mut || outcome = part(open, thread));
    outcome
}

pub fn each(case: &mut Case, part: Part, measured: bool) -> Result<(), Failure> {
    let Case { open, threads, team, .. } = case;
    let Some(team) = team else {
        return match threads.first_mut().map_or(Ok(()), |thread| moved_down(part, open, thread)) {
            Err(Stop::Failed(failure)) => Err(*failure),
            _ => Ok(()),
        };
    };
    let open = &*open;
    if measured {
        let (several, cpus) = (threads.len(), system::cpus_of(&team.ids()));
        open.meeting().begin(if cpus == 0 { several } else { several.div_ceil(cpus) });
    }
    let first: Lock<Option<Failure>> = Lock::default();
    let back: Vec<AtomicBool> = threads.iter().map(|_| AtomicBool::new(false)).collect();
    let names: Vec<&str> = threads.iter().map(|thread| thread.function.said.name).collect();
    let own = Own(threads.iter_mut().map(|thread| &mut **thread as *mut Thread).collect());
    let own = &own;
    let does = |index: usize| {
        let thread: *mut Thread = own.0[index];
        let thread = unsafe { &mut *thread };
        // A panic of ours must not leave the others waiting.
        let outcome = guarded("internal", open.benchmark.said.name, || moved_down(part, open, thread)).and_then(|outcome| outcome);
        if let Err(Stop::Failed(mut failure)) = outcome {
            failure.message = format!("thread {index}: {}", failure.message);
            let mut told = first.hold();
            let is_first = told.is_none();
            told.get_or_insert(*failure);
            drop(told);
            if is_first && measured {
                open.meeting().fail();
                team.hurry(PATIENCE_NS);
            }
        }
        back[index].store(true, Release);
    };
    // Whoever gets here last has failed, or waits for one who does not come back.
    let lost = || {
        let told = first.hold().take();
        let mut failure = told.unwrap_or_else(|| failure("internal", open.benchmark.said.name, "a thread does not come back"));
        if let Some(at) = back.iter().position(|back| !back.load(Acquire)) {
            failure.message += &format!("; thread {at} has not come back from {} since, so that nothing was torn down: let it look at \
                                         Control.stopMeasurement where it waits", names[at]);
        }
        if let Some(say) = LAST_WORDS.get() {
            say(&open.id, &failure);
        }
        system::end(1);
    };
    team.run(&does, &lost);
    let told = first.hold().take();
    told.map_or(Ok(()), Err)
}
