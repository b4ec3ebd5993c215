// Is a benchmark-scope state that two others depend on one object, set up once and before both?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Store {
    taken: i32,
}

impl Store {
    //@@Setup(Level.Trial)
    fn fill(&mut self) {
        transcript::line("setup Trial Store");
    }

    //@@TearDown(Level.Trial)
    fn count(&self) {
        transcript::line(&format!("teardown Trial Store taken={}", self.taken));
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Cook;

impl Cook {
    //@@Setup(Level.Iteration)
    fn wake(&self, store: &mut Store) {
        store.taken += 1;
        transcript::line(&format!("setup Iteration Cook taken={}", store.taken));
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Waiter;

impl Waiter {
    //@@Setup(Level.Iteration)
    fn wake(&self, store: &mut Store) {
        store.taken += 10;
        transcript::line(&format!("setup Iteration Waiter taken={}", store.taken));
    }
}

//@@Benchmark
fn dine(_: &Cook, _: &Waiter) {
    transcript::line("call dine");
}
