//@@Benchmark
function sum(suspend) { return 3; }
