const std = @import("std");

var memo: std.atomic.Value(i64) = .init(-1);

//@@State(Scope.Thread)
const Numbers = struct {
    items: [3]i64 = @splat(0),
    calls: i64 = 0,
    turned: bool = false,

    //@@Setup
    fn fill(self: *Numbers, random: *Random) void {
        for (&self.items) |*item| item.* = random.nextIntBelow(1000);
    }

    fn sum(self: *const Numbers) i64 {
        return self.items[0] + self.items[1] + self.items[2];
    }
};

//@@Benchmark
fn remembered(numbers: *const Numbers) i64 {
    _ = memo.cmpxchgStrong(-1, numbers.sum(), .monotonic, .monotonic);
    return memo.load(.monotonic);
}

//@@Benchmark
fn counted(numbers: *Numbers) i64 {
    numbers.calls += 1;
    return numbers.sum() + numbers.calls - 1;
}

//@@Benchmark
fn turned(numbers: *Numbers) i64 {
    numbers.turned = !numbers.turned;
    return if (numbers.turned) numbers.sum() else -numbers.sum();
}

//@@Benchmark
fn undefinedValue(_: *const Numbers) f64 {
    return std.math.nan(f64);
}

//@@Benchmark
fn silent(_: *const Numbers) void {}

//@@Benchmark
fn accumulated(numbers: *Numbers) i64 {
    numbers.calls += 1;
    return numbers.sum() + numbers.calls;
}

//@@Benchmark
fn always(numbers: *const Numbers) bool {
    return numbers.sum() >= 0;
}

//@@Benchmark
fn literal() i64 {
    return 42;
}
