// Is a chain of three states set up from its end and torn down from its head, at every level?
mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Farm {
    crops: i32,
}

impl Farm {
    //@@Setup(Level.Trial)
    fn plant(&mut self) {
        transcript::line("setup Trial Farm");
    }

    //@@Setup(Level.Invocation)
    fn grow(&mut self) {
        self.crops += 1;
        transcript::line("setup Invocation Farm");
    }

    //@@TearDown(Level.Iteration)
    fn rest(&mut self) {
        transcript::line("teardown Iteration Farm");
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Kitchen {
    meals: i32,
}

impl Kitchen {
    //@@Setup(Level.Trial)
    fn light(&mut self) {
        transcript::line("setup Trial Kitchen");
    }

    //@@Setup(Level.Invocation)
    fn cook(&mut self, farm: &Farm) {
        self.meals = 10 * farm.crops;
        transcript::line("setup Invocation Kitchen");
    }

    //@@TearDown(Level.Iteration)
    fn clean(&mut self) {
        transcript::line("teardown Iteration Kitchen");
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Table {
    plates: i32,
}

impl Table {
    //@@Setup(Level.Iteration)
    fn lay(&mut self) {
        transcript::line("setup Iteration Table");
    }

    //@@Setup(Level.Invocation)
    fn serve(&mut self, kitchen: &Kitchen) {
        self.plates = kitchen.meals + 1;
        transcript::line("setup Invocation Table");
    }

    //@@TearDown(Level.Invocation)
    fn clear(&mut self, _: &Kitchen) {
        transcript::line("teardown Invocation Table");
    }
}

//@@Benchmark
fn dine(table: &Table) {
    transcript::line(&format!("call dine plates={}", table.plates));
}
