// Are the fields of counters set to 0 after the iteration setup, and all read after the teardowns, while what a method returns stays?
mod transcript;

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
#[derive(Default)]
pub struct Till {
    pub bills: i32,
    pub coins: i64,
    all: i32,
    closed: i32,
}

impl Till {
    pub fn total(&self) -> i32 {
        self.all
    }

    pub fn closings(&self) -> i32 {
        self.closed
    }

    //@@Setup(Level.Iteration)
    fn open(&mut self) {
        self.bills = 100;
    }

    //@@TearDown(Level.Iteration)
    fn close(&mut self) {
        transcript::line(&format!("teardown Iteration bills={} coins={} all={}", self.bills, self.coins, self.all));
        self.coins += 10;
        self.closed += 1;
    }

    //@@TearDown(Level.Trial)
    fn end(&mut self) {
        transcript::line("teardown Trial");
        self.coins += 100;
        self.closed += 50;
    }

    fn sell(&mut self) {
        self.bills += 1;
        self.coins += 2;
        self.all += 1;
    }
}

//@@Benchmark
fn sell(till: &mut Till) {
    till.sell();
    transcript::line("call sell");
}
