//@@State(Scope.Thread)
struct Input {
    int n = 0;
    //@@Setup
    void fill() { n = 1; }
};
//@@Benchmark
int sum(const Input &input) { return input.n; }
