//@@Benchmark
int read(void) { return 1; }
//@@Benchmark
static int write(void) { return 1; }
//@@Benchmark
int own_read(void) { return 1; }
