//@@State(Scope.Thread)
struct Outer {
    //@@State(Scope.Benchmark)
    struct Inner {
        //@@Param("1")
        int n;
    } inner;
    //@@Param("2")
    int m;
};

//@@Benchmark
int sum(struct Outer *outer, struct Inner *inner) { return outer->m + inner->n; }
