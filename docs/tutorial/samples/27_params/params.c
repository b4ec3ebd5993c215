// Every combination of param values is a case of its own. `-p count=7` on the command line replaces the values of `count`.

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"2", "3"})
    long base;

    //@@Param({"1", "8", "64"})
    int count;
} Power;

//@@Benchmark
long power(const Power *state) {
    unsigned long result = 1;
    for (int at = 0; at < state->count; ++at) result = result * (unsigned long)state->base % 1000003;
    return (long)result;
}
