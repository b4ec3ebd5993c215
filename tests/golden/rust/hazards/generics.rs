//@@State(Scope.Benchmark)
#[derive(Default)]
struct Held<T> { value: T }
//@@Benchmark
fn generic<T: Default>(held: &Held<T>) {}
impl<T> Held<T> {
    //@@Benchmark
    fn method(&self) {}
}
//@@State(Scope.Benchmark)
struct Borrowed<'a> { text: &'a str }
//@@Benchmark
fn constant<const N: usize>() -> usize { N }
//@@Benchmark
fn lifetimes<'a>(plain: &'a Plain) -> &'a u32 { &plain.n }
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Plain { n: u32 }
