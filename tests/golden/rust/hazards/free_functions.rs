//@@State(Scope.Benchmark)
#[derive(Default)]
struct Input { //@@Param({"1", "2"})
    n: u32 }
//@@Benchmark
fn plain(input: &Input) -> u32 { input.n }
//@@Benchmark
pub fn public(input: &Input) -> u32 { input.n }
//@@Benchmark
pub(crate) const fn constant() -> u32 { 3 }
//@@Benchmark
unsafe fn dangerous() {}
//@@Benchmark
extern "C" fn foreign() -> i32 { 1 }
//@@Benchmark
#[inline(never)]
fn attributed() {}
