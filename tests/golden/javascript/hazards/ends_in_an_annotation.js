//@@Benchmark
function one() { return 1; }
//@@Benchmark