//@@State(Scope.Benchmark)
//@@StateLabel("input")
class InputValue {}
class NoState {}
//@@Benchmark
function one(inputValue) { return 1; }
//@@Benchmark
function two(inptu) { return 1; }
//@@Benchmark
function three(noState) { return 1; }
//@@Benchmark
function four(blackhol, xyz) { return 1; }
//@@Setup
function five(x) {}
//@@Benchmark
function six(control) { return 1; }
