//@@State(Scope.Thread)
struct Numbers {
    int size = 3;

    //@@Setup
    void fill(Suspend &suspend) {}
};

//@@Benchmark
int sum(Numbers &numbers, Suspend &suspend) { return numbers.size; }
