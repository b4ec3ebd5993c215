const performance = require("perf_hooks").performance, process = 1, Blackhole = 2, state = 3, clamh = 4;
//@@State(Scope.Benchmark)
class State { value = 1; }
//@@Benchmark
function benchmark(state) { return state.value; }
//@@Benchmark
function run(State) { return 1; }
//@@Benchmark
const main = () => performance;
