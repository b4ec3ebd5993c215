//@@State(Scope.Benchmark)
//@@StateLabel("input")
class InputValue { n = 1; }
//@@State(Scope.Thread)
class Scratch { n = 1; }
class Outer {
    //@@State(Scope.Benchmark)
    static Deep = class {};
}
//@@Benchmark
function one(input, scratch) { return 1; }
//@@Benchmark
function two(SCRATCH, Input, blackHole, deep) { return 1; }
//@@Benchmark
const three = scratch => 1;
//@@Setup
function fill(scratch, input) {}
