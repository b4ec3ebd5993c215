//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
const Idle = struct {
    //@@Param({"1", "2"})
    size: i32 = 0,
    count: i64 = 0,
    //@@Setup
    fn fill(_: *Idle) void {}
    //@@TearDown
    fn clear(_: *Idle) void {}
};
//@@Setup
fn before(_: *Idle) void {}
//@@State(Scope.Thread)
const Taken = struct {
    //@@Param({"4"})
    taken: i32 = 0,
};
//@@State(Scope.Thread)
const Own = struct {
    //@@Setup
    fn take(_: *Own, _: *Taken) void {}
    //@@Benchmark
    fn all() i32 { return 1; }
};
