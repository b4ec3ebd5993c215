// Scope.Benchmark is one object for all threads, Scope.Thread one for each. On one thread they are alike; that both are
// fields of an object which CLAMH made is what keeps the compiler from knowing their values.

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shared {
    count: i64,
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Private {
    count: i64,
}

//@@Benchmark
fn increment_shared(shared: &mut Shared) -> i64 {
    shared.count += 1;
    shared.count
}

//@@Benchmark
fn increment_private(mine: &mut Private) -> i64 {
    mine.count += 1;
    mine.count
}
