//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
#[derive(Default)]
struct Idle {
    //@@Param({"1", "2"})
    size: i32,
    pub count: i64,
}
impl Idle {
    //@@Setup
    fn fill(&mut self) {}
    //@@TearDown
    fn clear(&mut self) {}
}
//@@Setup
fn before(_: &Idle) {}
trait Base {
    //@@Setup
    fn open(&self) {}
}
//@@State(Scope.Thread)
#[derive(Default)]
struct Heir;
impl Base for Heir {}
//@@State(Scope.Thread)
#[derive(Default)]
struct Taken {
    //@@Param({"4"})
    taken: i32,
}
//@@State(Scope.Thread)
#[derive(Default)]
struct Own;
impl Own {
    //@@Setup
    fn take(&self, _: &Taken) {}
    //@@Benchmark
    fn all() -> i32 { 1 }
}
//@@Benchmark
fn inherited(_: &Heir) -> i32 { 1 }
