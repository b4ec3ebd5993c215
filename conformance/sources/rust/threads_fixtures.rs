// With several threads, which of them runs which fixture, how often, and between which barriers?
use std::sync::Mutex;
use std::thread::{current, ThreadId};

use clamh::ThreadParams;

mod transcript;

// Of all threads: one of them runs each fixture, once, before any thread goes on.
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop {
    door: Mutex<&'static str>,
}

impl Shop {
    //@@Setup(Level.Trial)
    fn build(&mut self) {
        transcript::line("setup Trial Shop");
        *self.door.get_mut().unwrap() = "shut";
    }

    //@@Setup(Level.Iteration)
    fn open(&self) {
        transcript::line("setup Iteration Shop");
        *self.door.lock().unwrap() = "open";
    }

    //@@TearDown(Level.Iteration)
    fn shut(&self) {
        transcript::line("teardown Iteration Shop");
        *self.door.lock().unwrap() = "shut";
    }

    //@@TearDown(Level.Trial)
    fn demolish(&self) {
        transcript::line("teardown Trial Shop");
    }

    fn door(&self) -> &'static str {
        *self.door.lock().unwrap()
    }
}

// Of one thread, which runs all of its fixtures.
//@@State(Scope.Thread)
struct Till {
    thread: i32,
    owner: ThreadId,
}

impl Till {
    fn new() -> Till {
        Till { thread: 0, owner: current().id() }
    }

    fn who(&self) -> &'static str {
        if self.owner == current().id() { "by its owner" } else { "by another thread" }
    }

    //@@Setup(Level.Trial)
    fn build(&mut self, shop: &Shop, params: &ThreadParams) {
        self.thread = params.getThreadIndex();
        transcript::line_of(self.thread, &format!("setup Trial Till in a shop that is {}", shop.door()));
    }

    //@@Setup(Level.Iteration)
    fn open(&mut self, shop: &Shop) {
        transcript::line_of(self.thread, &format!("setup Iteration Till {} in a shop that is {}", self.who(), shop.door()));
    }

    //@@TearDown(Level.Iteration)
    fn shut(&mut self) {
        transcript::line_of(self.thread, &format!("teardown Iteration Till {}", self.who()));
    }

    //@@TearDown(Level.Trial)
    fn demolish(&mut self) {
        transcript::line_of(self.thread, &format!("teardown Trial Till {}", self.who()));
    }
}

// Fixtures around every invocation, each thread its own.
//@@State(Scope.Thread)
#[derive(Default)]
struct Bag {
    thread: i32,
}

impl Bag {
    //@@Setup(Level.Trial)
    fn sew(&mut self, params: &ThreadParams) {
        self.thread = params.getThreadIndex();
    }

    //@@Setup(Level.Invocation)
    fn open(&mut self) {
        transcript::line_of(self.thread, "setup Invocation Bag");
    }

    //@@TearDown(Level.Invocation)
    fn empty(&mut self) {
        transcript::line_of(self.thread, "teardown Invocation Bag");
    }
}

//@@Benchmark
fn sell(shop: &Shop, till: &Till) {
    transcript::line_of(till.thread, &format!("call sell {} in a shop that is {}", till.who(), shop.door()));
}

//@@Benchmark
fn carry(bag: &Bag) {
    transcript::line_of(bag.thread, "call carry");
}
