//@@Benchmark
function one() { return 1; }
//@@Benchmark
function one() { return 2; }
class A {
    //@@Benchmark
    static two() { return 1; }
    //@@Benchmark
    two() { return 1; }
}
