// Do trial fixtures run once per fork, around everything, and only those of states that the benchmark uses?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@Setup
    fn open(&self) {
        transcript::line("setup Shop");
    }

    //@@TearDown(Level.Trial)
    fn shut(&self) {
        transcript::line("teardown Shop");
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct OtherShop;

impl OtherShop {
    //@@Setup(Level.Trial)
    fn open(&self) {
        transcript::line("setup OtherShop");
    }

    //@@TearDown
    fn shut(&self) {
        transcript::line("teardown OtherShop");
    }
}

//@@Benchmark
fn sell(_: &Shop) {
    transcript::line("call sell");
}

//@@Benchmark
fn sellElsewhere(_: &OtherShop) {
    transcript::line("call sellElsewhere");
}
