#ifdef WIDE
//@@Benchmark
long sum(void) {
#else
int sum(void) {
#endif
    return 1;
}
//@@Benchmark
int after(void) { return 2; }
