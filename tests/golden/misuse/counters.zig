//@@Benchmark
fn f() i32 { return 1; }
//@@AuxCounters(unit = "B", scale = 1000000)
//@@State(Scope.Benchmark)
const Shared = struct { n: i32 = 0 };
//@@AuxCounters
//@@State(Scope.Thread)
const Empty = struct { _n: i32 = 0 };
//@@AuxCounters
//@@State(Scope.Thread)
const Mixed = struct {
    n: i32 = 0,
    text: []const u8 = "",
    pub fn on(_: *Mixed) bool { return true; }
};
//@@AuxCounters(AuxCounters.Type.EVENTS)
//@@State(Scope.Thread)
const Same = struct { n: u64 = 0 };
//@@Benchmark
fn clash(mixed: *const Mixed, same: *const Same) i32 { return 1; }
//@@AuxCounters
const Outside = struct { n: i32 = 0 };
