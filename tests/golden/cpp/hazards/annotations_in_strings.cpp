const char *text = "@Benchmark int f() {}";
const char *more = "//@@Benchmark";
const char *continued = "a \
//@@Benchmark \
b";
//@@Benchmark
int uses() { return text[0] + more[0] + continued[0]; }
