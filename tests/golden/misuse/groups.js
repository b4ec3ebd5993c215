//@@State(Scope.Group)
class Shared { value = 0; }
//@@Benchmark
function outside(shared) { return shared.value; }
//@@Benchmark
//@@Group("taken")
function put_one(shared) { return ++shared.value; }
//@@Benchmark
//@@Group("taken")
function putOne(shared) { return ++shared.value; }
//@@Benchmark
function taken() { return 1; }
//@@Benchmark
//@@GroupThreads(3)
function lonely() { return 1; }
//@@Benchmark
//@@Group("settings")
//@@Fork(3)
function one(shared) { return ++shared.value; }
//@@Benchmark
//@@Group("settings")
//@@Fork(4)
function other(shared) { return ++shared.value; }
