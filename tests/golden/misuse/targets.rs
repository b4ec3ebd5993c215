//@@Benchmark
struct NotAFunction;
//@@State(Scope.Benchmark)
fn not_a_struct() -> i32 { 1 }
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Data {
    //@@Setup
    not_a_method: i32,
    //@@Warmup(iterations = 1)
    nor_a_setting: i32,
}
impl Data {
    //@@Param({"1"})
    fn not_a_field(&self) {}
}
//@@Param({"1"})
enum Colour { Red }
//@@Benchmark
//@@Benchmark
fn twice(data: &Data) -> i32 { data.not_a_method }
//@@State(Scope.Benchmark)
impl Data {}
//@@Benchmark
