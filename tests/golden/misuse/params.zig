const Plain = struct {
    //@@Param({"1"})
    outside: i32 = 0,
};
//@@Param({"1"})
var global: i32 = 1;
//@@State(Scope.Benchmark)
const Data = struct {
    //@@Param
    no_values: i32 = 0,
    //@@Param({})
    empty: i32 = 0,
    //@@Param({{"1"}})
    not_quoted: i32 = 0,
    //@@Param({"1", "1"})
    twice: i32 = 0,
    //@@Param(range(8, 4))
    backwards: i32 = 0,
    //@@Param(range(1))
    one_bound: i32 = 0,
    //@@Param(rnge(1, 8))
    unknown_call: i32 = 0,
    //@@Param(denseRange(0, 1000000))
    too_many: i32 = 0,
    //@@Param(Sizes.ALL)
    not_literal: i32 = 0,
    //@@Param(value = {"1"}, units = 1000)
    units: i32 = 0,
    //@@Param({"1"})
    list: []i32 = &.{},
};
//@@Benchmark
fn one(data: *const Data) i32 { return data.twice; }
