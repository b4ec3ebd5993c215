//@@Benchmark
#ifdef NARROW
short split() {
    short value = 1;
#else
long split() {
    long value = 1;
#endif
    return value;
}

//@@Benchmark
int behind() { return 1; }
