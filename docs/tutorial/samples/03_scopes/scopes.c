// Scope.Benchmark is one object for all threads, Scope.Thread one for each. On one thread they are alike; that both are
// fields of an object which CLAMH made is what keeps the compiler from knowing their values.

//@@State(Scope.Benchmark)
typedef struct {
    long count;
} Shared;

//@@State(Scope.Thread)
typedef struct {
    long count;
} Private;

//@@Benchmark
long increment_shared(Shared *shared) { return ++shared->count; }

//@@Benchmark
long increment_private(Private *mine) { return ++mine->count; }
