// A benchmark fails in its second iteration: the row says so, and everything is torn down (JMH tears down nothing).
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Printer {
    iteration: i32,
}

impl Printer {
    //@@Setup(Level.Trial)
    fn load(&mut self) {
        transcript::line("setup Trial");
    }

    //@@Setup(Level.Iteration)
    fn warm(&mut self) {
        self.iteration += 1;
        transcript::line("setup Iteration");
    }

    //@@TearDown(Level.Iteration)
    fn cool(&mut self) {
        transcript::line("teardown Iteration");
    }

    //@@TearDown(Level.Trial)
    fn unload(&mut self) {
        transcript::line("teardown Trial");
    }
}

//@@Benchmark
fn print(printer: &Printer) {
    if printer.iteration == 2 {
        transcript::line("print fails");
        panic!("out of paper");
    }
    transcript::line("call print");
}
