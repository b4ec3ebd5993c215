// Does a static benchmark of a state have that state: its object, its params and its fixtures, static or not, inherited or not?
mod transcript;

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

static SEATS: AtomicI32 = AtomicI32::new(0);
static GUESTS: AtomicI32 = AtomicI32::new(0);

//@@State(Scope.Thread)
#[derive(Default)]
struct Till;

impl Till {
    //@@Setup
    fn fill(&self) {
        transcript::line("setup Till");
    }
}

trait Shop {
    fn seats(&self) -> i32;

    //@@Setup
    fn open(&self) {
        SEATS.store(self.seats(), Relaxed);
        GUESTS.store(100 * self.seats(), Relaxed);
        transcript::line("setup Trial");
    }

    //@@Setup(Level.Iteration)
    fn welcome() {
        GUESTS.fetch_add(SEATS.load(Relaxed), Relaxed);
        transcript::line("setup Iteration");
    }

    //@@TearDown
    fn close() {
        transcript::line(&format!("teardown Trial guests={}", GUESTS.load(Relaxed)));
    }

    //@@Benchmark
    fn sell(_till: &Till) {
        transcript::line(&format!("call sell seats={} guests={}", SEATS.load(Relaxed), GUESTS.load(Relaxed)));
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Store {
    //@@Param({"1", "2"})
    seats: i32,
}

impl Shop for Store {
    fn seats(&self) -> i32 {
        self.seats
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Bakery {
    //@@Param({"1", "2"})
    seats: i32,
}

impl Shop for Bakery {
    fn seats(&self) -> i32 {
        self.seats
    }
}
