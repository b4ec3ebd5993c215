//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shared { n: u32 }
//@@State(Scope.Thread)
#[derive(Default)]
struct Own { n: u32 }
//@@Benchmark
//@@Threads(4)
fn both(shared: &mut Shared, own: &mut Own) {}
//@@Benchmark
//@@Threads({1, 4})
fn sometimes(shared: &mut Shared) {}
impl Shared {
    //@@Benchmark
    //@@Threads(Threads.MAX)
    fn method(&mut self) {}
}
