@Benchmrk
int typo(void) { return 1; }
//@@Banchmark
int marked(void) { return 1; }
//@@Xyzzy(1, "two")
int nothing_like_it(void) { return 1; }
//@@benchmark
int lower_case(void) { return 1; }
//@@Benchmark
int fine(void) { return 1; }
