// In a real program one call site often meets both kinds. `-wm BULK` warms up every benchmark of the source in each fork, before the
// measured one: a compiler that learns at run time then knows both, and the code is that of the real program, not of the best case.

const Counter = struct {
    next: *const fn (value: i32) i32,
    value: i32 = 0,
};

fn upward(value: i32) i32 {
    return value +% 1;
}

fn downward(value: i32) i32 {
    return value -% 1;
}

fn three(counter: *Counter) i32 {
    var sum: i32 = 0;
    for (0..3) |_| {
        counter.value = counter.next(counter.value);
        sum +%= counter.value;
    }
    return sum;
}

//@@State(Scope.Thread)
const Both = struct {
    upward: Counter = .{ .next = upward },
    downward: Counter = .{ .next = downward },
};

//@@Benchmark
fn countUpward(both: *Both) i32 {
    return three(&both.upward);
}

//@@Benchmark
fn countDownward(both: *Both) i32 {
    return three(&both.downward);
}
