// Scope.Benchmark is one object for all threads, Scope.Thread one for each. On one thread they are alike; that both are
// fields of an object which CLAMH made is what keeps the compiler from knowing their values.

//@@State(Scope.Benchmark)
struct Shared {
    long count = 0;
};

//@@State(Scope.Thread)
struct Private {
    long count = 0;
};

//@@Benchmark
long incrementShared(Shared &shared) { return ++shared.count; }

//@@Benchmark
long incrementPrivate(Private &mine) { return ++mine.count; }
