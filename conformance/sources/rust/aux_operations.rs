// Do counters of type OPERATIONS stand in every iteration of a mode that measures for a time, with what was counted
// there?
mod transcript;

//@@State(Scope.Thread)
//@@AuxCounters
#[derive(Default)]
pub struct Till {
    pub coins: i64,
}

impl Till {
    //@@Setup(Level.Iteration)
    fn open(&mut self) {
        transcript::line("setup Iteration");
    }
}

//@@Benchmark
fn sell(till: &mut Till) {
    till.coins += 2;
    transcript::line("call sell");
}
