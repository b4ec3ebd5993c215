// Does a static benchmark of a state have that state: its object, its params and its fixtures, static or not, inherited or not?
const transcript = @import("transcript.zig");

var seats_now: i32 = 0;
var guests: i32 = 0;

//@@State(Scope.Thread)
const Till = struct {
    //@@Setup
    fn fill(_: *Till) void {
        transcript.line("setup Till", .{});
    }
};

//@@State(Scope.Benchmark)
const Store = struct {
    //@@Param({"1", "2"})
    seats: i32 = 0,

    //@@Setup
    fn open(self: *Store) void {
        seats_now = self.seats;
        guests = 100 * self.seats;
        transcript.line("setup Trial", .{});
    }

    //@@Setup(Level.Iteration)
    fn welcome() void {
        guests += seats_now;
        transcript.line("setup Iteration", .{});
    }

    //@@TearDown
    fn close() void {
        transcript.line("teardown Trial guests={d}", .{guests});
    }

    //@@Benchmark
    fn sell(_: *Till) void {
        transcript.line("call sell seats={d} guests={d}", .{ seats_now, guests });
    }
};

//@@State(Scope.Benchmark)
const Bakery = struct {
    //@@Param({"1", "2"})
    seats: i32 = 0,

    //@@Setup
    fn open(self: *Bakery) void {
        seats_now = self.seats;
        guests = 100 * self.seats;
        transcript.line("setup Trial", .{});
    }

    //@@Setup(Level.Iteration)
    fn welcome() void {
        guests += seats_now;
        transcript.line("setup Iteration", .{});
    }

    //@@TearDown
    fn close() void {
        transcript.line("teardown Trial guests={d}", .{guests});
    }

    //@@Benchmark
    fn sell(_: *Till) void {
        transcript.line("call sell seats={d} guests={d}", .{ seats_now, guests });
    }
};
