// When a signal ends the process, does the row say which, and does the run go on?
mod transcript;

extern "C" {
    fn raise(signal: i32) -> i32;
}

const SIGKILL: i32 = 9;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Party {
    iteration: i32,
}

impl Party {
    //@@Setup(Level.Iteration)
    fn greet(&mut self) {
        self.iteration += 1;
        transcript::line("setup Iteration");
    }
}

//@@Benchmark
fn dance(party: &Party) {
    if party.iteration == 2 {
        transcript::line("dance fails");
        unsafe { raise(SIGKILL) };
    }
    transcript::line("call dance");
}

//@@Benchmark
fn leave(_: &Party) {
    transcript::line("call leave");
}
