class A {
    //@@State(Scope.Benchmark)
    static Data = class {};
}
//@@State(Scope.Benchmark)
//@@StateLabel("data")
class Other {}
//@@State(Scope.Benchmark)
class Blackhole {}
//@@Benchmark
function one(data) { return 1; }
/** @param {Other} data */
//@@Benchmark
function two(data) { return 1; }
//@@Benchmark
function three(blackhole) { return 1; }
