// A group: its functions run at the same time, each on threads of its own, on one object. Two threads add to a counter and
// one reads it; the first score is that of all three, the two below it are those of the functions.

const std = @import("std");

//@@State(Scope.Group)
const Counter = struct {
    value: std.atomic.Value(i64) = .init(0),
};

//@@Benchmark
//@@Group("counter")
//@@GroupThreads(2)
fn increment(counter: *Counter) i64 {
    return counter.value.fetchAdd(1, .seq_cst) + 1;
}

//@@Benchmark
//@@Group("counter")
fn get(counter: *Counter) i64 {
    return counter.value.load(.seq_cst);
}
