struct Plain {
    //@@Param({"1"})
    outside: i32,
}
//@@Param({"1"})
static GLOBAL: i32 = 1;
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Data {
    //@@Param
    no_values: i32,
    //@@Param({})
    empty: i32,
    //@@Param({{"1"}})
    not_quoted: i32,
    //@@Param({"1", "1"})
    twice: i32,
    //@@Param(range(8, 4))
    backwards: i32,
    //@@Param(range(1))
    one_bound: i32,
    //@@Param(rnge(1, 8))
    unknown_call: i32,
    //@@Param(denseRange(0, 1000000))
    too_many: i32,
    //@@Param(Sizes::ALL)
    not_literal: i32,
    //@@Param(value = {"1"}, units = 1000)
    units: i32,
    //@@Param({"1"})
    list: Vec<i32>,
}
//@@Benchmark
fn one(data: &Data) -> i32 { data.twice }
