// When an iteration setup fails, is the row a failure that names it, without the iteration, and is the rest torn down?
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
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Printer {
    iteration: i32,
}

impl Printer {
    //@@Setup(Level.Iteration)
    fn fill(&mut self, _: &Office) {
        self.iteration += 1;
        if self.iteration == 2 {
            transcript::line("setup Iteration Printer fails");
            panic!("out of paper");
        }
        transcript::line("setup Iteration Printer");
    }

    //@@TearDown(Level.Iteration)
    fn empty(&mut self, _: &Office) {
        transcript::line("teardown Iteration Printer");
    }

    //@@Setup(Level.Trial)
    fn buy(&mut self) {
        transcript::line("setup Trial Printer");
    }

    //@@TearDown(Level.Trial)
    fn sell(&mut self) {
        transcript::line("teardown Trial Printer");
    }
}

//@@Benchmark
fn print(_: &Printer) {
    transcript::line("call print");
}
