//@@State(Scope.Thread)
#[derive(Default)]
struct Numbers;

impl Numbers {
    //@@Setup
    fn fill(&mut self, suspend: &Suspend) {}
}

//@@Benchmark
fn sum(numbers: &Numbers, suspend: &Suspend) -> i32 { 3 }
