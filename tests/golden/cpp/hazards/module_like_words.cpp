int import = 1;
int module(int concept_) { return concept_ + import; }

//@@Benchmark
int uses() { return module(2); }
