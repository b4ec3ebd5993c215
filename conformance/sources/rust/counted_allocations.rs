// Are allocations counted around what is timed, and not around iteration fixtures?
mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Maker {
    made: i32,
}

impl Maker {
    fn make(&mut self, blocks: i32) {
        for _ in 0..blocks {
            std::hint::black_box(vec![1u8; 1024]);
            self.made += 1;
        }
    }

    //@@Setup(Level.Iteration)
    fn begin(&mut self) {
        transcript::line("setup Iteration");
        self.make(30000);
    }

    //@@TearDown(Level.Iteration)
    fn end(&mut self) {
        self.make(30000);
        transcript::line("teardown Iteration");
    }
}

//@@Benchmark
fn allocate(maker: &mut Maker) -> i32 {
    maker.make(300);
    maker.made
}
