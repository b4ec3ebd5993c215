//@@Benchmark
function one() { return 1; }
const a = `never ${closed
//@@Benchmark
function two() { return 1; }
