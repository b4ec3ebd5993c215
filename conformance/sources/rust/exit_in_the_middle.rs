// A benchmark ends its process with code 3: the row says so, and the run goes on with the next case.
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Party {
    iteration: i32,
}

impl Party {
    //@@Setup(Level.Trial)
    fn invite(&mut self) {
        transcript::line("setup Trial");
    }

    //@@Setup(Level.Iteration)
    fn greet(&mut self) {
        self.iteration += 1;
        transcript::line("setup Iteration");
    }

    //@@TearDown(Level.Iteration)
    fn tidy(&mut self) {
        transcript::line("teardown Iteration");
    }

    //@@TearDown(Level.Trial)
    fn clean(&mut self) {
        transcript::line("teardown Trial");
    }
}

//@@Benchmark
fn dance(party: &Party) {
    if party.iteration == 2 {
        transcript::line("dance fails");
        std::process::exit(3);
    }
    transcript::line("call dance");
}

//@@Benchmark
fn leave(_: &Party) {
    transcript::line("call leave");
}
