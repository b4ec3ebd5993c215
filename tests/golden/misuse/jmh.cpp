//@@State(Scope.Thread)
struct Needs {
    Needs(int n) {}
};
//@@State(Scope.Thread)
class Closed {
    Closed() {}
};
//@@State(Scope.Thread)
struct Deleted {
    Deleted() = delete;
    //@@Setup
    int returns() { return 1; }
    //@@Setup
    void counts(Operations &operations) {}
};
//@@State(Scope.Thread)
struct Abstract {
    //@@Benchmark
    virtual int nothing() = 0;
};
struct Heir : Abstract {
    Heir(int n) {}
    int nothing() override { return 1; }
};
//@@State(Scope.Thread)
struct Fine {
    Fine(int n = 1) {}
    Fine(const Fine &) = delete;
    //@@Setup
    void gone() = delete;
};
struct Bench {
    int field;
    //@@Param({"1"})
    int n;
    //@@Benchmark
    int own() { return 1; }
};
struct Plain {
    //@@Setup
    void outside() {}
};
//@@Benchmark
int takes_abstract(Abstract &state, Fine &fine) { return 1; }
//@@Benchmark
//@@OperationsPerInvocation(2)
int twice(Operations &one, Operations &two) { return 1; }
