// When an iteration teardown fails, is the row a failure that names it, and do the other teardowns still run?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Office;

impl Office {
    //@@Setup(Level.Trial)
    fn rent(&self) {
        transcript::line("setup Trial Office");
    }

    //@@Setup(Level.Iteration)
    fn open(&self) {
        transcript::line("setup Iteration Office");
    }

    //@@TearDown(Level.Iteration)
    fn shut(&self) {
        transcript::line("teardown Iteration Office");
    }

    //@@TearDown(Level.Trial)
    fn leave(&self) {
        transcript::line("teardown Trial Office");
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Printer;

impl Printer {
    //@@Setup(Level.Iteration)
    fn fill(&self, _: &Office) {
        transcript::line("setup Iteration Printer");
    }

    //@@TearDown(Level.Iteration)
    fn empty(&self, _: &Office) {
        transcript::line("teardown Iteration Printer fails");
        panic!("out of paper");
    }
}

//@@Benchmark
fn print(_: &Printer) {
    transcript::line("call print");
}
