//! How the threads of a case come together for an iteration, and apart after it.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicI64, Ordering::{Acquire, Release}};
use std::thread::yield_now;

use crate::control::Control;
use crate::failure::{Done, Stop};
use crate::sleep::Cell;
use crate::system::system_ns;

const CLOSE_NS: i64 = 50_000; // no thread that was asleep comes as soon
const LAST_RESORT_NS: i64 = 2_000_000_000; // nobody asked an invocation to stop, and calls did not help
const BOUNDED_NS: i64 = 5_000_000; // for coming that close

#[derive(Default)]
pub struct Meeting {
    threads: i64,
    controls: Vec<*mut Control>, // of all threads that take one
    turns: AtomicI64, // so many threads take turns on each CPU
    waiting: Cell,
    round: Cell,
    running: Cell,
    arrived: Cell,
    stopped: Cell,
    failed: Cell,
    slowest: Cell,
    first_ns: Cell, // of rounds, by the system's clock
    last_ns: Cell,
    took_ns: Cell,
    outside: Cell, // of all invocations, for good unless it helps
    help_ns: Cell, // when somebody may
}

// The objects of Control live as long as the case, and are flags that any thread may set.
unsafe impl Send for Meeting {}
unsafe impl Sync for Meeting {}

impl Meeting {
    pub fn new(threads: usize, controls: Vec<*mut Control>) -> Meeting {
        Meeting { threads: threads as i64, controls, ..Default::default() }
    }

    /// Before each iteration, by one thread: so many threads take turns on each CPU.
    pub fn begin(&self, in_turn: usize) {
        self.turns.store(in_turn as i64, Release);
        for cell in [
            &self.waiting, &self.running, &self.arrived, &self.stopped, &self.failed, &self.first_ns, &self.last_ns, &self.took_ns,
            &self.slowest, &self.outside, &self.help_ns,
        ] {
            cell.set(0);
        }
    }

    fn crowded(&self) -> bool {
        self.turns.load(Acquire) > 1
    }

    /// In a crowd, to those who are behind.
    pub fn make_way(&self) {
        if self.crowded() {
            yield_now();
        }
    }

    /// All wait for all, awake unless it is a crowd; Released when another thread has failed.
    pub fn meet(&self) -> Done<()> {
        let before = self.round.get();
        if self.waiting.add(1) == self.threads {
            let now = system_ns();
            self.took_ns.set(now - self.last_ns.get());
            if self.first_ns.get() == 0 {
                self.first_ns.set(now);
            }
            self.last_ns.set(now);
            self.waiting.set(0);
            self.round.set(before + 1);
            if self.crowded() {
                self.round.wake();
            }
            return Ok(());
        }
        let mut tries = 1u64;
        while self.round.get() == before {
            if self.broken() {
                return Err(Stop::Released);
            }
            if self.crowded() {
                self.round.sleep(before, 1_000_000_000);
            } else if tries % 4096 == 0 {
                yield_now(); // fewer CPUs than the system says: a quota, a neighbour
            } else {
                spin_loop();
            }
            tries += 1;
        }
        Ok(())
    }

    /// As meet(), and again until all came so soon after each other that none can have been asleep: woken one after the other on one
    /// CPU two threads take turns, and most of a short count is over before the second begins. A crowd meets once.
    pub fn meet_closely(&self) -> Done<()> {
        loop {
            self.meet()?;
            let bounded = self.last_ns.get() - self.first_ns.get() < BOUNDED_NS;
            if self.crowded() || self.took_ns.get() <= CLOSE_NS || !bounded {
                return Ok(());
            }
        }
    }

    pub fn run(&self) {
        self.running.add(1);
    }

    pub fn all_run(&self) -> bool {
        self.running.get() >= self.threads || self.over()
    }

    /// An invocation of this thread took so long.
    pub fn arrive(&self, slowest_ns: i64) {
        self.slowest.raise(slowest_ns);
        self.arrived.add(1);
    }

    pub fn all_arrived(&self) -> bool {
        self.arrived.get() >= self.threads || self.broken()
    }

    /// The measurement is over for all: Control says so.
    pub fn stop(&self) {
        if self.stopped.get() != 0 {
            return;
        }
        self.stopped.set(1);
        for &control in &self.controls {
            unsafe { &*control }.stop();
        }
    }

    pub fn over(&self) -> bool {
        self.stopped.get() != 0
    }

    /// As stop(), and nobody waits any more.
    pub fn fail(&self) {
        self.failed.set(1);
        self.stop();
        self.round.wake();
        self.outside.wake();
    }

    pub fn broken(&self) -> bool {
        self.failed.get() != 0
    }

    /// How long it is no wonder that an invocation lasts.
    pub fn patience_ns(&self) -> i64 {
        if self.slowest.get() > 250_000 { 4 * self.slowest.get() } else { 1_000_000 }
    }

    /// The same where each has a number of calls to make: a slower partner's must not be cut short, nor one's that waits for a CPU.
    pub fn shot_patience_ns(&self) -> i64 {
        self.patience_ns().max((self.turns.load(Acquire) * 100_000_000).min(1_000_000_000))
    }

    fn come_out(&self) {
        if self.outside.add(1) == self.threads {
            self.outside.wake();
        }
    }

    /// Waits asleep until no thread is within an invocation. One of them may wait for a partner that has arrived here: when it does
    /// not come back in `patience_ns`, those who are here help by calling once more, and at last Control is told to stop.
    ///
    /// One helps at a time. Who comes to wait itself by that does so only when nobody else can: else as many would go in as come out.
    pub fn leave(&self, patience_ns: i64, mut call: impl FnMut() -> Done<()>) -> Done<()> {
        let here = system_ns();
        let mut waited = false;
        self.come_out();
        self.help_ns.swap(0, here + patience_ns);
        loop {
            let mut out = self.outside.get();
            if out >= self.threads || self.broken() {
                return Ok(());
            }
            let (now, allowed) = (system_ns(), self.help_ns.get());
            let due = allowed + if waited { 8 * patience_ns } else { 0 };
            if now < due {
                self.outside.sleep(out, due - now);
                continue;
            }
            if !self.help_ns.swap(allowed, now + patience_ns) {
                continue;
            }
            if now - here > LAST_RESORT_NS {
                self.stop();
            }
            while out < self.threads && !self.outside.swap(out, out - 1) {
                out = self.outside.get();
            }
            if out >= self.threads {
                return Ok(()); // nobody goes in again
            }
            call()?;
            waited = system_ns() - now > patience_ns;
            self.come_out();
        }
    }
}
