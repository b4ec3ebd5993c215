// May a fixture take several states and Blackhole, and are all of them set up before it?
use clamh::Blackhole;

mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Farm;

impl Farm {
    //@@Setup
    fn plant(&self) {
        transcript::line("setup Farm");
    }

    //@@TearDown
    fn reap(&self) {
        transcript::line("teardown Farm");
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Store {
    sacks: i32,
}

impl Store {
    //@@Setup
    fn fill(&self) {
        transcript::line("setup Store");
    }

    //@@TearDown
    fn clear(&self) {
        transcript::line("teardown Store");
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Kitchen;

impl Kitchen {
    //@@Setup
    fn light(&self, store: &Store, blackhole: &Blackhole, _: &Farm) {
        blackhole.consume(store.sacks);
        blackhole.consumeCPU(10);
        transcript::line("setup Kitchen");
    }

    //@@TearDown
    fn darken(&self, _: &Store, _: &Farm) {
        transcript::line("teardown Kitchen");
    }
}

//@@Benchmark
fn dine(_: &Kitchen) {
    transcript::line("call dine");
}
