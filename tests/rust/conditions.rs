// What --solo runs of a source of which not all is compiled in.

//@@State(Scope.Benchmark)
//@@ParamRows({"count,size", "1,2.5", "4,5.5"})
#[derive(Default)]
struct Parts {
    //@@Param
    count: i64,
    //@@Param
    size: f64,
}

impl Parts {
    //@@Setup
    #[cfg(any())]
    fn prepare(&self) {}

    //@@Check
    #[cfg(any())]
    fn check(&self) -> i32 {
        1
    }
}

//@@AuxCounters
//@@State(Scope.Thread)
#[derive(Default)]
struct Counts {
    #[cfg(any())]
    pub left_out: i32,
    pub calls: i32,
}

//@@Benchmark
fn work(parts: &Parts, counts: &mut Counts) -> i64 {
    counts.calls += 1;
    parts.count + i64::from(counts.calls)
}

//@@Benchmark
//@@Group("both")
//@@GroupThreads(3)
#[cfg(any())]
fn first(_: &Parts) -> i64 {
    1
}

//@@Benchmark
//@@Group("both")
//@@GroupThreads(2)
fn second(parts: &Parts) -> i64 {
    parts.count
}
