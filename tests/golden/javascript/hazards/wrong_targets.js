//@@Benchmark
class A {
    //@@Benchmark
    handler = () => 1;
    //@@State(Scope.Benchmark)
    method() {}
    //@@Param({"1"})
    other() {}
}
//@@Param({"1"})
function one() { return 1; }
//@@Param({"1"})
const two = 1;
//@@State(Scope.Benchmark)
const three = () => 1;
