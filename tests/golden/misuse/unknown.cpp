@Benchmrk
int typo() { return 1; }
//@@Banchmark
int marked() { return 1; }
//@@Xyzzy(1, "two")
int nothing_like_it() { return 1; }
//@@benchmark
int lower_case() { return 1; }
//@@Benchmark
int fine() { return 1; }
