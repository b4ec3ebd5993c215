//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
struct Idle {
    //@@Param({"1", "2"})
    int size = 0;
    long count = 0;
    //@@Setup
    void fill() {}
    //@@TearDown
    void clear() {}
};
//@@Setup
void before(Idle &) {}
//@@State(Scope.Thread)
struct Base {
    //@@Param({"3"})
    int base = 0;
    //@@Setup
    void open() {}
};
struct Heir : Base {};
//@@State(Scope.Thread)
struct Taken {
    //@@Param({"4"})
    int taken = 0;
};
//@@State(Scope.Thread)
struct Own {
    //@@Setup
    void take(Taken &) {}
    //@@Benchmark
    static int all() { return 1; }
};
//@@State(Scope.Thread)
struct Plain {};
//@@Benchmark
int inherited(Heir &heir) { return heir.base; }
//@@State(Scope.Thread)
struct Abstract {
    virtual int value() = 0;
    //@@Param({"5"})
    int least = 0;
};
#ifdef ALTERNATIVE
//@@State(Scope.Thread)
struct Conditional {
    //@@Param({"6"})
    int size = 0;
};
#endif
