//@@State(Scope.Thread)
const Sorted = struct {
    //@@Check
    field: u64 = 0,
    //@@Check
    fn nothing(_: *Sorted) void {}
    //@@Check
    fn at(_: *Sorted, place: *const u64) u64 { return place.*; }
    //@@Check
    //@@Setup
    fn prepared(_: *Sorted) u64 { return 1; }
    //@@Check(once = true)
    fn good(_: *Sorted) u64 { return 1; }
};
//@@State(Scope.Thread)
const Other = struct {
    //@@Check
    fn GOOD(_: *Other) u64 { return 2; }
};
const Plain = struct {
    //@@Check
    fn lost(_: *Plain) u64 { return 3; }
};
//@@Benchmark
fn sort(sorted: *Sorted, other: *const Other) void {}
//@@Check
fn everywhere() u64 { return 4; }
