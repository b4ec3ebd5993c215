#define BEGIN_BENCH namespace bench {
#define END_BENCH }

BEGIN_BENCH
//@@Benchmark
int invisible_scope() { return 1; }
END_BENCH
