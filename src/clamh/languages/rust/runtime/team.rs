//! Threads of the system that do their parts of one job side by side, and sleep between two jobs.

use std::cell::UnsafeCell;
use std::mem::transmute;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::{Acquire, Relaxed, Release}};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use crate::failure::{failure, Failure};
use crate::sleep::Cell;
use crate::system::{own_thread_id, system_ns};

const FOREVER_NS: i64 = 3_600_000_000_000;
const STACK: usize = 8 << 20; // as the first thread mostly has

/// What each thread does, by its number, and what happens when one does not come back in time.
#[derive(Clone, Copy)]
struct Job {
    part: &'static (dyn Fn(usize) + Sync),
    lost: &'static dyn Fn(),
}

#[derive(Default)]
struct Yard {
    round: Cell, // of jobs
    left: Cell,  // of the threads at one
    hurried: Cell,
    patience_ns: AtomicI64,
    over: AtomicBool,
    ids: Vec<AtomicI64>,
    job: UnsafeCell<Option<Job>>, // written before a round begins, while nobody reads
}

unsafe impl Sync for Yard {}
unsafe impl Send for Yard {}

pub struct Team {
    yard: Arc<Yard>,
    threads: Vec<JoinHandle<()>>,
}

impl Team {
    /// The caller's thread is the first.
    pub fn new(size: usize) -> Result<Team, Failure> {
        let yard = Arc::new(Yard { ids: (0..size).map(|_| AtomicI64::new(-1)).collect(), ..Default::default() });
        yard.ids[0].store(own_thread_id(), Relaxed);
        yard.left.set(size as i64); // and this one, which counts those that there are not
        let mut team = Team { yard: yard.clone(), threads: Vec::new() };
        let mut refused = None;
        while team.threads.len() + 1 < size && refused.is_none() {
            let (own, index) = (yard.clone(), team.threads.len() + 1);
            match Builder::new().stack_size(STACK).spawn(move || own.live(index)) {
                Ok(thread) => team.threads.push(thread),
                Err(error) => refused = Some(error),
            }
        }
        let started = team.threads.len() + 1;
        yard.left.add(started as i64 - 1 - size as i64);
        yard.wait();
        match refused {
            None => Ok(team),
            Some(error) => Err(failure("internal", "", format!("the system gives {started} threads, not {size}: {error}"))),
        }
    }

    /// Each thread does its part, which neither panics nor stays; returns when all have.
    pub fn run(&self, part: &(dyn Fn(usize) + Sync), lost: &dyn Fn()) {
        let yard = &*self.yard;
        // Nobody keeps the job beyond this call: all have arrived when it returns.
        unsafe { *yard.job.get() = Some(Job { part: transmute(part), lost: transmute(lost) }) };
        yard.left.set(self.threads.len() as i64 + 1);
        yard.hurried.set(0);
        yard.round.add(1);
        yard.round.wake();
        part(0);
        yard.arrive();
        yard.wait();
    }

    /// From within a part: something failed, and whoever is through waits for the others so long only, then calls `lost`.
    pub fn hurry(&self, patience_ns: i64) {
        self.yard.patience_ns.store(patience_ns, Relaxed);
        self.yard.hurried.set(1);
        self.yard.left.wake();
    }

    /// The system's numbers, of each thread.
    pub fn ids(&self) -> Vec<i64> {
        self.yard.ids.iter().map(|id| id.load(Relaxed)).collect()
    }
}

impl Yard {
    fn live(&self, index: usize) {
        self.ids[index].store(own_thread_id(), Relaxed);
        for seen in 0.. {
            self.arrive();
            while self.round.get() == seen {
                self.round.sleep(seen, FOREVER_NS);
            }
            if self.over.load(Acquire) {
                return;
            }
            if let Some(job) = unsafe { *self.job.get() } {
                (job.part)(index);
            }
        }
    }

    fn arrive(&self) {
        if self.left.add(-1) == 0 {
            self.left.wake();
        } else if self.hurried.get() != 0 {
            self.wait();
        }
    }

    /// For all; after a failure for a while only: the first thread, which else waits, may be what does not come back.
    fn wait(&self) {
        let current = self.round.get();
        let mut until = 0;
        loop {
            let others = self.left.get();
            if others <= 0 || self.round.get() != current {
                return;
            }
            if self.hurried.get() != 0 {
                if until == 0 {
                    until = system_ns() + self.patience_ns.load(Relaxed);
                }
                if system_ns() > until {
                    if let Some(job) = unsafe { *self.job.get() } {
                        (job.lost)();
                    }
                }
            }
            self.left.sleep(others, if until == 0 { FOREVER_NS } else { self.patience_ns.load(Relaxed) });
        }
    }
}

impl Drop for Team {
    /// All others end.
    fn drop(&mut self) {
        self.yard.over.store(true, Release);
        self.yard.round.add(1);
        self.yard.round.wake();
        for thread in self.threads.drain(..) {
            let _ = thread.join(); // their parts panic never
        }
    }
}
