// In which order do the fixtures of several states run? A state that a fixture takes is set up before, torn down after;
// JMH sets up the last argument first; fixtures of one state and level run in the order of their names.
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Kitchen;

impl Kitchen {
    //@@Setup(Level.Trial)
    fn build(&self) {
        transcript::line("setup Trial Kitchen");
    }

    //@@Setup(Level.Iteration)
    fn light(&self) {
        transcript::line("setup Iteration Kitchen");
    }

    //@@TearDown(Level.Iteration)
    fn darken(&self) {
        transcript::line("teardown Iteration Kitchen");
    }

    //@@TearDown(Level.Trial)
    fn demolish(&self) {
        transcript::line("teardown Trial Kitchen");
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Cook;

impl Cook {
    //@@Setup(Level.Trial)
    fn hire(&self, _: &Kitchen) {
        transcript::line("setup Trial Cook");
    }

    //@@Setup(Level.Iteration)
    fn wake(&self, _: &Kitchen) {
        transcript::line("setup Iteration Cook");
    }

    //@@TearDown(Level.Iteration)
    fn rest(&self, _: &Kitchen) {
        transcript::line("teardown Iteration Cook");
    }

    //@@TearDown(Level.Trial)
    fn dismiss(&self, _: &Kitchen) {
        transcript::line("teardown Trial Cook");
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Apprentice;

impl Apprentice {
    //@@Setup(Level.Trial)
    fn hire(&self, _: &Cook) {
        transcript::line("setup Trial Apprentice");
    }

    //@@Setup(Level.Iteration)
    fn wake(&self, _: &Cook) {
        transcript::line("setup Iteration Apprentice");
    }

    //@@TearDown(Level.Iteration)
    fn rest(&self, _: &Cook) {
        transcript::line("teardown Iteration Apprentice");
    }

    //@@TearDown(Level.Trial)
    fn dismiss(&self, _: &Cook) {
        transcript::line("teardown Trial Apprentice");
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Waiter;

impl Waiter {
    //@@Setup(Level.Trial)
    fn hire(&self) {
        transcript::line("setup Trial Waiter");
    }

    //@@Setup(Level.Iteration)
    fn wake(&self) {
        transcript::line("setup Iteration Waiter wake");
    }

    //@@Setup(Level.Iteration)
    fn dress(&self) {
        transcript::line("setup Iteration Waiter dress");
    }

    //@@TearDown(Level.Iteration)
    fn rest(&self) {
        transcript::line("teardown Iteration Waiter");
    }

    //@@TearDown(Level.Trial)
    fn dismiss(&self) {
        transcript::line("teardown Trial Waiter");
    }
}

//@@Benchmark
fn dine(_: &Apprentice, _: &Waiter) {
    transcript::line("call dine");
}

//@@Benchmark
fn snack(_: &Cook) {
    transcript::line("call snack");
}
