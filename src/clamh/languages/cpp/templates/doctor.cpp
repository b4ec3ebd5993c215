// What `clamh doctor` builds and runs once on every C++ compiler.
//@@Benchmark
int answer() { return 42; }
