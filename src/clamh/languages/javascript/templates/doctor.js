// What `clamh doctor` builds and runs once on every JavaScript runtime.
//@@Benchmark
function answer() { return 42; }
