// How are threads dealt to groups and their members, has each group a state of its own, and does each thread's result name its member?
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};

use clamh::ThreadParams;

mod transcript;

//@@State(Scope.Group)
#[derive(Default)]
struct Shelf {
    calls: AtomicI32,
}

impl Shelf {
    //@@Setup(Level.Trial)
    fn build(&self) {
        transcript::line("setup Trial Shelf");
    }

    //@@TearDown(Level.Iteration)
    fn count(&self) {
        transcript::line(&format!("teardown Iteration Shelf calls={}", self.calls.load(SeqCst)));
    }
}

//@@Benchmark
//@@Group("shelf")
//@@GroupThreads(3)
fn watch(shelf: &Shelf, params: &ThreadParams) {
    say("watch", shelf, params);
}

//@@Benchmark
//@@Group("shelf")
fn take(shelf: &Shelf, params: &ThreadParams) {
    say("take", shelf, params);
}

//@@Benchmark
//@@Group("shelf")
fn put_one(shelf: &Shelf, params: &ThreadParams) {
    say("put", shelf, params);
}

fn say(member: &str, shelf: &Shelf, params: &ThreadParams) {
    shelf.calls.fetch_add(1, SeqCst);
    transcript::line_of(params.getThreadIndex(), &format!(
        "call {member} thread {}/{} group {}/{} subgroup {}/{} in group {}/{} in subgroup {}/{}",
        params.getThreadIndex(), params.getThreadCount(), params.getGroupIndex(), params.getGroupCount(), params.getSubgroupIndex(),
        params.getSubgroupCount(), params.getGroupThreadIndex(), params.getGroupThreadCount(), params.getSubgroupThreadIndex(),
        params.getSubgroupThreadCount()
    ));
}
