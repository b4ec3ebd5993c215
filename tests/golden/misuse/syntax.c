//@@Benchmark(baseline = )
int one(void) { return 1; }
//@@Benchmark(name = 'x')
int two(void) { return 1; }
//@@Benchmark baseline
int three(void) { return 1; }
//@@Benchmark(baseline = true
int four(void) { return 1; }
@Benchmark(baseline = true]
int five(void) { return 1; }
//@@Benchmark
//@@Fork(010)
int six(void) { return 1; }
// @@Benchmark
int seven(void) { return 1; }
// @@Benchmark is what this remark speaks of
/* // @@Benchmark */
const char *eight = "\
// @@Benchmark\
";
