//@@State(Scope.Group)
#[derive(Default)]
struct Queue;
//@@Benchmark
//@@Group("q")
//@@GroupThreads(2)
fn put(queue: &Queue) {}
//@@Benchmark
//@@Group("q")
fn take(queue: &Queue) {}
