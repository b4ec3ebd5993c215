#define always_inline_ __attribute__((always_inline)) inline

//@@Benchmark
always_inline_ int uses() { return 1; }
