// When an invocation setup fails, is the benchmark not called, and is everything that was set up torn down?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Office;

impl Office {
    //@@Setup(Level.Iteration)
    fn open(&self) {
        transcript::line("setup Iteration Office");
    }

    //@@TearDown(Level.Iteration)
    fn shut(&self) {
        transcript::line("teardown Iteration Office");
    }

    //@@Setup(Level.Invocation)
    fn knock(&self) {
        transcript::line("setup Invocation Office");
    }

    //@@TearDown(Level.Invocation)
    fn leave(&self) {
        transcript::line("teardown Invocation Office");
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Printer {
    pages: i32,
}

impl Printer {
    //@@Setup(Level.Invocation)
    fn fill(&mut self, _: &Office) {
        self.pages += 1;
        if self.pages == 2 {
            transcript::line("setup Invocation Printer fails");
            panic!("out of paper");
        }
        transcript::line("setup Invocation Printer");
    }

    //@@TearDown(Level.Invocation)
    fn empty(&mut self, _: &Office) {
        transcript::line("teardown Invocation Printer");
    }
}

//@@Benchmark
fn print(_: &Printer) {
    transcript::line("call print");
}
