#define HAVE 1
#if HAVE
//@@Benchmark
int there() { return 1; }
#else
//@@Benchmark
int not_there() { return 2; }
#endif
#undef HAVE

#ifdef CLAMH
@Benchmark int only_here() { return 3; }
#endif
#if 0
//@@Benchmark
int never() { return no_such_name; }
#endif
//@@Benchmark
#ifdef __GNUC__
__attribute__((noinline))
#endif
int with_condition_inside() { return 5; }
