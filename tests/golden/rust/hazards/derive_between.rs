#[derive(Default)]
//@@State(Scope.Benchmark)
#[repr(C)]
struct Input { n: u32 }
#[inline]
//@@Benchmark
#[must_use]
fn b(input: &Input) -> u32 { input.n }
