//@@State(Scope.Benchmark)
#[derive(Default)]
struct Input { //@@Param({"1", "2"})
    n: u32 }
mod other {
    use super::{Input as In, self as above};
    use crate::Input as Whole;
    type Alias = super::Input;
    //@@Benchmark
    fn renamed(input: &In) {}
    //@@Benchmark
    fn whole(input: &Whole) {}
    //@@Benchmark
    fn aliased(input: &Alias) {}
    //@@Benchmark
    fn through(input: &above::Input) {}
}
