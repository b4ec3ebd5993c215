// When a benchmark is a method of a state, is it called on the object that the fixtures prepared? JMH sets up that state first.
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Kitchen;

impl Kitchen {
    //@@Setup(Level.Trial)
    fn light(&self) {
        transcript::line("setup Trial Kitchen");
    }

    //@@TearDown(Level.Trial)
    fn darken(&self) {
        transcript::line("teardown Trial Kitchen");
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct OwnState {
    //@@Param("3")
    seats: i32,

    guests: i32,
}

impl OwnState {
    //@@Setup(Level.Trial)
    fn lay(&mut self) {
        self.guests = self.seats;
        transcript::line("setup Trial OwnState");
    }

    //@@Setup(Level.Iteration)
    fn welcome(&mut self) {
        self.guests += 1;
        transcript::line("setup Iteration OwnState");
    }

    //@@TearDown(Level.Trial)
    fn clear(&self) {
        self.report("teardown Trial");
    }

    //@@Benchmark
    fn serve(&self, _: &Kitchen) {
        self.report("call serve");
    }

    //@@Benchmark
    fn greet(&self) {
        self.report("call greet");
    }

    fn report(&self, what: &str) {
        transcript::line(&format!("{what} guests={}", self.guests));
    }
}
