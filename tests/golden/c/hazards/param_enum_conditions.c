enum Backend {
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
    enum Backend every;
    //@@Param({"scalar", "avx2"})
    enum Backend named;
};

//@@State(Scope.Benchmark)
//@@ParamRows({"one, other", "neon, scalar"})
struct Rows {
    //@@Param
    enum Backend one;
    //@@Param
    enum Backend other;
};

//@@Benchmark
int uses(struct Input *input, struct Rows *rows) { return 1; }
