//@@State(Scope.Thread)
struct Needs { n: i32 }
impl Needs {
    fn new(n: i32) -> Self { Needs { n } }
}
//@@State(Scope.Thread)
#[derive(Default)]
struct Sets;
impl Sets {
    //@@Setup
    fn returns(&mut self) -> i32 { 1 }
    //@@Setup
    fn counts(&mut self, operations: &Operations) {}
}
trait Abstract {
    //@@Benchmark
    fn nothing(&self) -> i32;
}
struct Bench { n: i32 }
impl Bench {
    //@@Benchmark
    fn own(&self) -> i32 { 1 }
}
#[derive(Default)]
struct Plain;
impl Plain {
    //@@Setup
    fn outside(&mut self) {}
}
//@@Benchmark
fn takes_abstract(state: &Abstract, needs: &Needs) -> i32 { 1 }
//@@Benchmark
//@@OperationsPerInvocation(2)
fn twice(one: &Operations, two: &Operations) -> i32 { 1 }
