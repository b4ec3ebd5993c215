//@@Warmup(iterations = 3)
function helper() { return 1; }
//@@Setup
//@@Fork(2)
function setup() {}
//@@Benchmark
function one() { return helper(); }
