//@@State(Scope.Benchmark)
#[derive(Default)]
struct Input { //@@Param({"1", "2"})
    n: u32 }
//@@Benchmark
fn by_value(input: Input) {}
//@@Benchmark
fn by_pointer(input: *const Input) {}
//@@Benchmark
fn boxed(input: Box<Input>) {}
//@@Benchmark
fn any(input: &dyn std::fmt::Debug) {}
//@@Benchmark
fn implementing(input: impl Fn()) {}
//@@Benchmark
fn twice(a: &Input, b: &mut Input) {}
//@@Benchmark
fn twice_shared(a: &Input, b: &Input) {}
//@@Benchmark
fn pattern(Input { n }: &Input) -> u32 { *n }
