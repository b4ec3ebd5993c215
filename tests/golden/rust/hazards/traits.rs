trait Bench {
    fn size(&self) -> u32;
    //@@Benchmark
    fn run(&self) -> u32 { self.size() }
    //@@Setup
    fn prepare(&mut self) {}
}
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Small;
impl Bench for Small { fn size(&self) -> u32 { 1 } }
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Large;
impl Bench for Large {
    fn size(&self) -> u32 { 2 }
    fn run(&self) -> u32 { 3 }
}
trait Never {
    //@@Benchmark
    fn abstract_one(&self) -> u32;
}
impl std::fmt::Display for Small {
    //@@Benchmark
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { Ok(()) }
}
