// What `clamh doctor` builds and runs once on every C compiler.
//@@Benchmark
int answer(void) { return 42; }
