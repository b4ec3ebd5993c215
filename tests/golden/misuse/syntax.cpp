//@@Benchmark(baseline = )
int one() { return 1; }
//@@Benchmark(name = 'x')
int two() { return 1; }
//@@Benchmark baseline
int three() { return 1; }
//@@Benchmark(baseline = true
int four() { return 1; }
@Benchmark(baseline = true]
int five() { return 1; }
//@@Benchmark
//@@Fork(010)
int six() { return 1; }
// @@Benchmark
int seven() { return 1; }
// @@Benchmark is what this remark speaks of
/* // @@Benchmark */
const char *eight = R"(
// @@Benchmark
)";
