// One benchmark per kind of state and of result, for the tests that read the machine code of their loops.
// The factor of each marks its multiplication; it is large and odd, so that no compiler makes shifts of it.
const clamh = @import("clamh");
const std = @import("std");
const Blackhole = clamh.Blackhole;

var written: std.atomic.Value(i64) = .init(1);
var plain_global: i64 = 1;
var never_written: i64 = 625;

const Inner = struct {
    value: i64 = 0,
};

//@@State(Scope.Thread)
const Numbers = struct {
    var of_container: i64 = 1;

    plain: i64 = 0,
    inner: Inner = .{},
    real: f64 = 0,
    single: f32 = 0,
    boxed: *i64 = undefined,
    shared: std.atomic.Value(i64) = .init(0),
    volatile_one: i64 = 0,

    //@@Setup
    fn setup(self: *Numbers) void {
        self.boxed = &self.inner.value;
        _ = written.fetchAdd(self.plain, .monotonic);
        plain_global +%= self.plain;
        of_container +%= self.plain;
    }
};

const Pair = struct { first: i64, second: i64 };

//@@Benchmark
fn plain(state: *Numbers) i64 { return state.plain *% 1000203; }
//@@Benchmark
fn atomic(_: *Numbers) i64 { return written.load(.monotonic) *% 1000205; }
//@@Benchmark
fn global(_: *Numbers) i64 { return plain_global *% 1000207; }
//@@Benchmark
fn inner(state: *Numbers) i64 { return state.inner.value *% 1000209; }
//@@Benchmark
fn boxed(state: *Numbers) i64 { return state.boxed.* *% 1000211; }
//@@Benchmark
fn constant(_: *Numbers) i64 { return never_written *% 1000213; }
//@@Benchmark
fn small(state: *Numbers) i32 { return @as(i32, @truncate(state.plain)) *% 1000215; }
//@@Benchmark
fn real(state: *Numbers) f64 { return state.real * 3.0; }
//@@Benchmark
fn single(state: *Numbers) f32 { return state.single * 3.0; }
//@@Benchmark
fn boolean(state: *Numbers) bool { return state.plain > 1234567; }
//@@Benchmark
fn pair(state: *Numbers) Pair { return .{ .first = state.plain *% 1000217, .second = state.plain }; }
//@@Benchmark
fn in_container(_: *Numbers) i64 { return Numbers.of_container *% 1000219; }
//@@Benchmark
fn perhaps(state: *Numbers) ?i64 { return state.plain *% 1000221; }
//@@Benchmark
fn fallible(state: *Numbers) !i64 { return if (state.plain < 0) error.Negative else state.plain *% 1000227; }
//@@Benchmark
fn by_value(state: Numbers) i64 { return state.plain *% 1000229; }
//@@Benchmark
fn through_volatile(state: *Numbers) i64 { return @as(*volatile i64, &state.volatile_one).* *% 1000231; }
//@@Benchmark
fn wide(state: *Numbers) u128 { return @as(u64, @bitCast(state.plain *% 1000233)); }
//@@Benchmark
fn consumed(state: *Numbers, hole: *const Blackhole) void { hole.consume(state.plain *% 1000223); }
//@@Benchmark
fn consumed_real(state: *Numbers, hole: *const Blackhole) void { hole.consume(state.real * 3.0); }
//@@Benchmark
fn consumed_pointer(state: *Numbers, hole: *const Blackhole) void { const product = state.plain *% 1000225; hole.consume(&product); }
//@@Benchmark
fn consumed_slice(state: *Numbers, hole: *const Blackhole) void { const products = [_]i64{ state.plain *% 1000235, 1 }; hole.consume(products[0..]); }
//@@Benchmark
fn stored(state: *Numbers) void { state.plain = 116; }
//@@Benchmark
fn added(state: *Numbers) void { state.plain +%= 117; }
//@@Benchmark
fn added_inner(state: *Numbers) void { state.inner.value +%= 117; }
//@@Benchmark
fn added_global(_: *Numbers) void { plain_global +%= 117; }
//@@Benchmark
fn counted(state: *Numbers) void { _ = state.shared.fetchAdd(117, .monotonic); }
//@@Benchmark
fn stopped(control: *const clamh.Control) bool { return control.stopMeasurement(); }
//@@Benchmark
fn burns(hole: *const Blackhole) void { hole.consumeCPU(7); }
//@@Benchmark
fn empty() void {}
