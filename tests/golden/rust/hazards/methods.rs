//@@State(Scope.Benchmark)
#[derive(Default)]
struct Input { //@@Param({"1", "2"})
    n: u32 }
impl Input {
    //@@Benchmark
    fn by_reference(&self) -> u32 { self.n }
    //@@Benchmark
    fn by_mutable(&mut self) { self.n += 1; }
    //@@Benchmark
    fn associated(input: &Input) -> u32 { input.n }
    //@@Benchmark
    fn typed(self: &Self) -> u32 { self.n }
    //@@Benchmark
    fn own_type(&self, other: &Other) -> Self { Self { n: 1 } }
    //@@Benchmark
    fn ends(self) {}
}
//@@State(Scope.Thread)
#[derive(Default)]
struct Other;
