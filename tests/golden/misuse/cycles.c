//@@State(Scope.Benchmark)
struct First { int n; };
//@@State(Scope.Benchmark)
struct Second { int n; };
//@@State(Scope.Benchmark)
struct Third { int n; };
//@@Setup
void first(struct First *first, struct Second *second) {}
//@@Setup
void third(struct Third *third, struct First *first) {}
//@@Teardown(Level.Iteration)
void second(struct Second *second, struct Third *third) {}
//@@Benchmark
int one(struct First *first) { return 1; }
