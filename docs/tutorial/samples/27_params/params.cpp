// Every combination of param values is a case of its own. `-p count=7` on the command line replaces the values of `count`.

//@@State(Scope.Benchmark)
struct Power {
    //@@Param({"2", "3"})
    long base = 0;

    //@@Param({"1", "8", "64"})
    int count = 0;
};

//@@Benchmark
long power(const Power &state) {
    unsigned long result = 1;
    for (int at = 0; at < state.count; ++at) result = result * static_cast<unsigned long>(state.base) % 1000003;
    return static_cast<long>(result);
}
