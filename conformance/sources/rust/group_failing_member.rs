// When a member of a group fails, is its partner let go, which waits for what nobody will do any more?
use clamh::Control;

mod transcript;

//@@State(Scope.Group)
#[derive(Default)]
struct Printer;

impl Printer {
    //@@Setup(Level.Iteration)
    fn start(&self) {
        transcript::line("setup Iteration");
    }

    //@@TearDown(Level.Iteration)
    fn stop(&self) {
        transcript::line("teardown Iteration");
    }
}

//@@Benchmark
//@@Group("office")
fn print(_: &Printer) {
    transcript::line("call print fails");
    panic!("out of paper");
}

//@@Benchmark
//@@Group("office")
fn fetch(_: &Printer, control: &Control) {
    while !control.stopMeasurement() {}
}
