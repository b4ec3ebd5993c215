// café
//@@Benchmark
int uses() { return '\xe9'; }
const char *latin = "é";
