//@@Benchmark
function one() { return 1; }