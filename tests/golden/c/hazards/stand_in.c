#ifndef CLAMH
typedef struct { int unused; } Blackhole;
#define clamh_consume(hole, value) ((void)(hole), (void)(value))
#endif

//@@Benchmark
void consume(Blackhole *hole) { clamh_consume(hole, 1); }
