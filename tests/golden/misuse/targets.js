//@@Benchmark
class NotAFunction {}
//@@State(Scope.Benchmark)
function not_a_class() { return 1; }
//@@State(Scope.Benchmark)
class Data {
    //@@Setup
    not_a_method = 1;
    //@@Param({"1"})
    not_a_field() {}
    //@@Warmup(iterations = 1)
    nor_a_setting = 1;
}
//@@Param({"1"})
const Colour = { RED: 1 };
//@@Benchmark
//@@Benchmark
function twice(data) { return data.not_a_method; }
