//@@State(Scope.Benchmark)
class Base {
    //@@Param({"1"})
    n = 1;
    //@@Setup
    fill() {}
}
class Middle extends Base {}
//@@State(Scope.Thread)
class Data extends Middle {
    //@@Param({"2"})
    m = 2;
}
//@@State(Scope.Benchmark)
class Mixed extends mixin(Object) {}
//@@Benchmark
function one(data) { return data.n; }
