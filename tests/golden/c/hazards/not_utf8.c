// ÿş
//@@Benchmark
int sum(void) { return "ä"[0]; }
