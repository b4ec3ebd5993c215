// A trial setup fails: nothing is measured, and what had been set up before it is torn down (JMH tears down nothing).
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Office;

impl Office {
    //@@Setup(Level.Trial)
    fn rent(&self) {
        transcript::line("setup Office");
    }

    //@@TearDown(Level.Trial)
    fn leave(&self) {
        transcript::line("teardown Office");
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Printer;

impl Printer {
    //@@Setup(Level.Trial)
    fn load(&self, _: &Office) {
        transcript::line("setup Printer fails");
        panic!("out of paper");
    }

    //@@TearDown(Level.Trial)
    fn unload(&self, _: &Office) {
        transcript::line("teardown Printer");
    }
}

//@@Benchmark
fn print(_: &Printer) {
    transcript::line("call print");
}
