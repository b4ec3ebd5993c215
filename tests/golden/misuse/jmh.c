//@@State(Scope.Thread)
struct Fine { int n; };
//@@Setup
int returns(struct Fine *fine) { return 1; }
//@@Setup
void counts(struct Fine *fine, Operations *operations) {}
struct Bench {
    //@@Param({"1"})
    int n;
};
struct Plain { int n; };
//@@Setup
void outside(struct Plain *plain) {}
//@@Benchmark
int own(struct Bench *bench) { return 1; }
//@@Benchmark
int takes(struct Fine *fine) { return 1; }
//@@Benchmark
//@@OperationsPerInvocation(2)
int twice(Operations *one, Operations *two) { return 1; }
