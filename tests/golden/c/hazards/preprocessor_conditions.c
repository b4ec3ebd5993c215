#ifdef HAVE_IT
//@@State(Scope.Thread)
struct Input {
    //@@Param("1")
    int n;
};
//@@Benchmark
int sum(const struct Input *input) { return input->n; }
#else
//@@Benchmark
int nothing(void) { return 0; }
#endif

#if 0
//@@Benchmark
int never(void) { return 1; }
#endif

//@@Benchmark
int always(void) {
#if defined(A)
    return 1;
#else
    return 2;
#endif
}
