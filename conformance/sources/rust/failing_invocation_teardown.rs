// When an invocation teardown fails, is the row a failure that names it, and do the other teardowns still run?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Printer {
    pages: i32,
}

impl Printer {
    //@@Setup(Level.Trial)
    fn buy(&mut self) {
        transcript::line("setup Trial");
    }

    //@@Setup(Level.Iteration)
    fn warm(&mut self) {
        transcript::line("setup Iteration");
    }

    //@@TearDown(Level.Invocation)
    fn empty(&mut self) {
        self.pages += 1;
        if self.pages == 2 {
            transcript::line("teardown Invocation fails");
            panic!("out of paper");
        }
        transcript::line("teardown Invocation");
    }

    //@@TearDown(Level.Iteration)
    fn cool(&mut self) {
        transcript::line("teardown Iteration");
    }

    //@@TearDown(Level.Trial)
    fn sell(&mut self) {
        transcript::line("teardown Trial");
    }
}

//@@Benchmark
fn print(_: &Printer) {
    transcript::line("call print");
}
