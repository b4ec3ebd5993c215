// Is what a state's Check methods return reported, as the invocation left the state, before the iteration is torn down?
use clamh::Blackhole;

mod transcript;

trait Store {
    fn goods(&self) -> &Vec<i32>;

    //@@Check
    fn kept(&self) -> usize {
        transcript::line("check kept");
        self.goods().len()
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Shelf {
    goods: Vec<i32>,
}

impl Store for Shelf {
    fn goods(&self) -> &Vec<i32> {
        &self.goods
    }
}

impl Shelf {
    //@@Setup(Level.Iteration)
    fn stock(&mut self) {
        transcript::line("setup Iteration");
        self.goods = vec![3, 1, 2];
    }

    //@@Setup(Level.Invocation)
    fn ready(&mut self) {
        transcript::line("setup Invocation");
        self.goods.push(0);
    }

    //@@TearDown(Level.Invocation)
    fn done(&mut self) {
        transcript::line("teardown Invocation");
        self.goods.push(9);
    }

    //@@TearDown(Level.Iteration)
    fn sell(&mut self) {
        transcript::line("teardown Iteration");
        self.goods.clear();
    }

    //@@TearDown(Level.Trial)
    fn close(&mut self) {
        transcript::line("teardown Trial");
    }

    //@@Check
    fn sorted(&self) -> &Vec<i32> {
        transcript::line("check sorted");
        &self.goods
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Sign;

impl Sign {
    //@@Check
    fn words() -> &'static str {
        transcript::line("check words");
        "open"
    }
}

//@@Benchmark
fn sort(shelf: &mut Shelf) {
    transcript::line("call sort");
    shelf.goods.sort();
}

//@@Benchmark
fn many(_: &Sign, blackhole: &Blackhole) -> bool {
    transcript::line("call many");
    for number in 0..150 {
        blackhole.consume(number);
    }
    true
}
