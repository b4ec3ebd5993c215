int outer(void) {
    //@@Benchmark
    int inner(void);
    //@@State(Scope.Thread)
    struct Local { int n; };
    return 1;
}
//@@Benchmark
int sum(void) {
    int twice(int n) { return 2 * n; }
    return twice(1);
}
