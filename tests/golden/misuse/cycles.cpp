struct Second;
//@@State(Scope.Benchmark)
struct First {
    //@@Setup
    void setup(Second &second) {}
};
//@@State(Scope.Benchmark)
struct Third {
    //@@Setup
    void setup(First &first) {}
};
//@@State(Scope.Benchmark)
struct Second {
    //@@Teardown(Level.Iteration)
    void teardown(Third &third) {}
};
//@@Benchmark
int one(First &first) { return 1; }
