//@@Benchmark
using Number = int;

//@@Benchmark
int uses() { return Number(1); }
