const Plain = struct {};
//@@State
const NoScope = struct {};
//@@State(Scope.Group)
const Grouped = struct {};
//@@State(Scope.Thread)
const Mine = struct {};
//@@StateLabel("data")
const Labelled = struct {};
//@@Benchmark
fn takes_plain(plain: *const Plain, mine: *const Mine) i32 { return 1; }
//@@Benchmark
fn takes_number(n: i32) i32 { return n; }
//@@Benchmark
fn takes_unknown(hole: *const Blackhole, data: *const List, other: *elsewhere.Elsewhere) i32 { return 1; }
//@@Benchmark
fn takes_random(random: *const Random) i32 { return 1; }
//@@Setup
fn setup(plain: *const Plain) void {}
//@@Benchmark
fn made_of(comptime T: type, mine: *const Mine) i32 { return 1; }
//@@State(Scope.Thread)
const Made = struct { n: i32 };
//@@State(Scope.Thread)
const Needs = struct {
    fn init(n: i32) Needs { return .{}; }
};
//@@State(Scope.Thread)
const Either = union(enum) { a: u8, b: u16 };
//@@State(Scope.Thread)
const Hidden = opaque {};
//@@State(Scope.Thread)
const @"with a blank" = struct {};
//@@Benchmark
extern fn elsewhere_too() i32;
