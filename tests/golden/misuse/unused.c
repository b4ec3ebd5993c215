//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
struct Idle {
    //@@Param({"1", "2"})
    int size;
    long count;
};
//@@Setup
void fill(struct Idle *idle) {}
//@@TearDown
void clear(struct Idle *idle) {}
//@@State(Scope.Thread)
struct Taken {
    //@@Param({"4"})
    int taken;
};
//@@State(Scope.Thread)
struct Own { int n; };
//@@Setup
void take(struct Own *own, struct Taken *taken) {}
//@@State(Scope.Thread)
struct Plain { int n; };
//@@Benchmark
int all(struct Own *own) { return 1; }
#ifdef ALTERNATIVE
//@@State(Scope.Thread)
struct Conditional {
    //@@Param({"6"})
    int size;
};
#endif
