// In which order do several fixtures of one state and level run, whatever their order in the source?
mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@Setup
    fn open2(&self) {
        transcript::line("setup open2");
    }

    //@@Setup
    fn open10(&self) {
        transcript::line("setup open10");
    }

    //@@Setup
    fn open(&self) {
        transcript::line("setup open");
    }

    //@@Setup
    fn Build(&self) {
        transcript::line("setup Build");
    }

    //@@Setup
    fn aim(&self) {
        transcript::line("setup aim");
    }

    //@@TearDown
    fn shut(&self) {
        transcript::line("teardown shut");
    }

    //@@TearDown
    fn demolish(&self) {
        transcript::line("teardown demolish");
    }
}

//@@Benchmark
fn sell(_: &Shop) {
    transcript::line("call sell");
}
