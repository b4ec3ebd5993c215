namespace ns {
//@@Benchmark
int cpp_factorial_recursive() { return 1; }
struct CppSort {
    //@@Benchmark
    static int run() { return 1; }
};
struct Search {
    //@@Benchmark
    static int Run() { return 1; }
};
}
//@@Benchmark(name = "Of_Its Own", baseline = true)
int anything() { return 1; }
//@@Benchmark(baseline = false)
int cppx() { return 1; }
//@@State(Scope.Thread)
struct State {};
struct Over {
    //@@Benchmark(name = "first")
    int f(State &) { return 1; }
    //@@Benchmark(name = "second")
    int f() { return 1; }
#ifdef FAST
    //@@Benchmark
    int either() { return 1; }
#else
    //@@Benchmark
    int either() { return 2; }
#endif
};
