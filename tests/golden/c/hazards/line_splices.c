// a comment that goes on \
//@@Benchmark
int nothing(void) { return 0; }
//@@Benchmark
int s\
um(void) { return 1; }
#define LONG \
    //@@Benchmark
int other(void) { return 2; }
