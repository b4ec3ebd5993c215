enum class Backend {
    scalar,
#ifdef __AVX2__
    avx2,
#ifdef __AVX512F__
    avx512 = 5,
#else
    none,
#endif
#endif
    neon
};

//@@State(Scope.Benchmark)
struct Input {
    //@@Param
    Backend every;
    //@@Param({"scalar", "avx2"})
    Backend named;
};

//@@State(Scope.Benchmark)
//@@ParamRows({"one, other", "neon, scalar"})
struct Rows {
    //@@Param
    Backend one;
    //@@Param
    Backend other;
};

//@@Benchmark
int uses(Input &input, Rows &rows) { return 1; }
