// When a trial teardown fails, is the row a failure that names it, with the iterations before the last one?
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
    fn buy(&self, _: &Office) {
        transcript::line("setup Printer");
    }

    //@@TearDown(Level.Trial)
    fn sell(&self, _: &Office) {
        transcript::line("teardown Printer fails");
        panic!("out of paper");
    }
}

//@@Benchmark
fn print(_: &Printer) {
    transcript::line("call print");
}
