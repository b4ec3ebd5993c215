namespace a {
//@@Benchmark
int same_name() { return 1; }
struct S {
    //@@Benchmark
    static int f() { return 1; }
};
}
//@@Benchmark
int sameName() { return 1; }
//@@Benchmark(name = "same", baseline = true)
int third() { return 1; }
//@@Benchmark(name = "SAME", baseline = true)
int fourth() { return 1; }
struct S {
    //@@Benchmark
    static int f() { return 1; }
    //@@Benchmark
    static int f_() { return 1; }
    //@@Benchmark
    static int F() { return 1; }
};
