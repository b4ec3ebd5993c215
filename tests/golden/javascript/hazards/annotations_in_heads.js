export //@@Benchmark
function one() { return 1; }
async //@@Benchmark
function two() { return 1; }
class A {
    static //@@Benchmark
    three() { return 1; }
}
//@@State(Scope.Benchmark)

// far away

class Data
{
}
