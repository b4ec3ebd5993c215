// Scope.Benchmark is one object for all threads, Scope.Thread one for each. On one thread they are alike; that both are
// fields of an object which CLAMH made is what keeps the compiler from knowing their values.

//@@State(Scope.Benchmark)
const Shared = struct {
    count: i64 = 0,
};

//@@State(Scope.Thread)
const Private = struct {
    count: i64 = 0,
};

//@@Benchmark
fn incrementShared(shared: *Shared) i64 {
    shared.count += 1;
    return shared.count;
}

//@@Benchmark
fn incrementPrivate(mine: *Private) i64 {
    mine.count += 1;
    return mine.count;
}
