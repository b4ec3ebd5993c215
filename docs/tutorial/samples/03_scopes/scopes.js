// Scope.Benchmark is one object for all threads, Scope.Thread one for each. On one thread they are alike; that both are
// fields of an object which CLAMH made is what keeps the compiler from knowing their values.

//@@State(Scope.Benchmark)
class Shared {
    count = 0;
}

//@@State(Scope.Thread)
//@@StateLabel("mine")
class Private {
    count = 0;
}

//@@Benchmark
function incrementShared(shared) { return (shared.count += 1); }

//@@Benchmark
function incrementPrivate(mine) { return (mine.count += 1); }
