//@@State(Scope.Thread)
//@@ParamRows({"n, a", "1, 1.5", "8, 2.5"})
//@@BenchmarkMode(Mode.AverageTime)
struct ZBase {
    //@@Param
    int n;
    //@@Param
    double a;
    //@@Setup
    virtual void over() {}
    //@@Setup(benchmarks = "low")
    void last() {}
    //@@Benchmark
    int inherited() { return value(); }
    virtual int value() = 0;
};

struct Derived : ZBase {
    //@@Param(value = {"1024"}, units = 1024)
    long m;
    //@@Setup
    void over() override {}
    //@@Setup
    void first() {}
    int value() override { return 1; }
};

// A state only because its base is one, and abstract until its heir.
struct Between : public Derived {
    virtual int more() = 0;
};

//@@State(Scope.Benchmark)
struct Ending : Between {
    int more() override { return 1; }
};

// Nobody outside may take it for one of its base.
class Hidden : ZBase {
    int value() override { return 1; }
};

struct Bench {
    //@@Benchmark
    int plain() { return 1; }
    //@@Setup(Level.Iteration)
    void each() {}
};

struct LowBench : Bench {};

//@@Benchmark
int low(Ending &state) { return state.value(); }
