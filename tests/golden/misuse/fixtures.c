//@@State(Scope.Benchmark)
struct Data { int n; };
//@@Setup(Level.Invocation)
void each(struct Data *data) {}
//@@Setup(Iteration, Level.Trial)
void two_levels(struct Data *data) {}
//@@Setup(benchmarks = "one.*")
void some(struct Data *data) {}
//@@Setup(benchmarks = "none")
int returns(struct Data *data) { return 1; }
struct Plain { int n; };
//@@Setup
void outside(struct Plain *plain) {}
//@@Benchmark
int one(struct Data *data) { return 1; }
