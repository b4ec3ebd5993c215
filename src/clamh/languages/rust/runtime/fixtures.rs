//! The fixtures of one level, ready to be run: nothing is looked up or allocated between a setup and what it is for.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::Arc;

use crate::failure::{guarded, Done, Stop};
use crate::instance::Instance;
use crate::registry::Routine;
use crate::sleep::{Held, Lock};

pub struct Call {
    pub function: &'static Routine,
    pub objects: Vec<*mut u8>,
}

/// One level of a state that several threads have: the first to come sets it up while the others wait, the last tears it down;
/// around invocations, as in JMH, the first to come does that too.
#[repr(align(128))]
#[derive(Default)]
pub struct Shared {
    pub users: AtomicUsize, // known before the threads are
    progress: Lock<Progress>,
}

#[derive(Default)]
struct Progress {
    left: usize,
    done: bool,
    failed: bool,
}

/// Those of one state, or of no state. What a thread writes is in granules of its own.
#[repr(align(128))]
#[derive(Default)]
pub struct Turn {
    pub setups: Vec<Call>,
    pub teardowns: Vec<Call>,
    done: bool, // set up: from the first setup that came to its end, since only its teardowns can undo that one
    pub shared: Option<(Arc<Instance>, usize)>, // whose, and its level
}

#[derive(Default)]
pub struct Fixtures {
    pub turns: Vec<Turn>, // in the order of setting up
    pub first_tears_down: bool,
}

fn run(call: &Call, reason: &'static str) -> Done<()> {
    guarded(reason, call.function.said.name, || unsafe { call.function.repeat()(call.objects.as_ptr(), 1) })
}

/// Nothing at all where a state is one thread's own.
fn held(shared: &Option<(Arc<Instance>, usize)>) -> Option<(&Shared, Held<'_, Progress>)> {
    shared.as_ref().map(|(one, level)| {
        let shared = &one.shared[*level];
        (shared, shared.progress.hold())
    })
}

fn set_up(setups: &[Call], done: &mut bool) -> Done<()> {
    for setup in setups {
        run(setup, "setup")?;
        *done = true;
    }
    *done = true;
    Ok(())
}

fn set_up_once(setups: &[Call], progress: &mut Progress) -> Done<()> {
    if progress.failed {
        return Err(Stop::Released);
    }
    if progress.done {
        return Ok(());
    }
    let outcome = set_up(setups, &mut progress.done);
    progress.failed = outcome.is_err();
    outcome
}

impl Fixtures {
    pub fn is_empty(&self) -> bool {
        self.turns.iter().all(|turn| turn.setups.is_empty() && turn.teardowns.is_empty())
    }

    /// A Failure, or Released where another thread's setup has failed.
    pub fn set_up(&mut self) -> Done<()> {
        for turn in &mut self.turns {
            match held(&turn.shared) {
                None => set_up(&turn.setups, &mut turn.done)?,
                Some((_, mut progress)) => set_up_once(&turn.setups, &mut progress)?,
            }
        }
        Ok(())
    }

    /// Of what was set up, in reverse; the first Failure, after all of them.
    pub fn tear_down(&mut self) -> Done<()> {
        let mut first: Done<()> = Ok(());
        for turn in self.turns.iter_mut().rev() {
            let mut hold = held(&turn.shared);
            if let Some((shared, progress)) = hold.as_mut() {
                if !self.first_tears_down {
                    progress.left += 1;
                    if progress.left < shared.users.load(Relaxed) {
                        continue;
                    }
                    progress.left = 0;
                }
            }
            let done = match hold.as_mut() {
                Some((_, progress)) => &mut progress.done,
                None => &mut turn.done,
            };
            if !std::mem::replace(done, false) {
                continue;
            }
            for teardown in &turn.teardowns {
                let outcome = run(teardown, "teardown");
                first = first.and(outcome);
            }
        }
        first
    }
}
