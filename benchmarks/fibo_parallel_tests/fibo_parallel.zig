// Fibonacci numbers by two parallel algorithms, each beside the same algorithm in one thread.

const std = @import("std");

//@@State(Scope.Benchmark)
const Calls = struct {
    //@@Param({"20", "27"})
    number: i32 = 0,
    //@@Param({"1", "3"})
    forks: i32 = 0,
};

//@@State(Scope.Benchmark)
const Chain = struct {
    //@@Param({"10000", "1000000"})
    number: i32 = 0,
};

fn recursive(number: i32) i32 {
    return if (number < 2) number else recursive(number - 1) + recursive(number - 2);
}

fn recursiveInto(result: *i32, number: i32) void {
    result.* = recursive(number);
}

// The smaller half of the calls goes to another thread, as often as `forks` says.
fn forked(number: i32, forks: i32) std.Thread.SpawnError!i32 {
    if (forks == 0) return recursive(number);
    var theirs: i32 = undefined;
    const other = try std.Thread.spawn(.{}, recursiveInto, .{ &theirs, number - 2 });
    const mine = forked(number - 1, forks - 1);
    other.join();
    return try mine + theirs;
}

// The Fibonacci number and the next one, modulo 2 to the 32.
const Pair = struct { current: u32 = 0, following: u32 = 1 };

fn pair(number: i32) Pair {
    var found: Pair = .{};
    var remaining = number;
    while (remaining > 0) : (remaining -= 1) {
        const sum = found.current +% found.following;
        found.current = found.following;
        found.following = sum;
    }
    return found;
}

fn pairInto(result: *Pair, number: i32) void {
    result.* = pair(number);
}

//@@Benchmark
fn fiboCalls(calls: *const Calls) i32 {
    return recursive(calls.number);
}

//@@Benchmark
fn fiboCallsForked(calls: *const Calls) !i32 {
    return forked(calls.number, calls.forks);
}

//@@Benchmark
fn fiboChain(chain: *const Chain) i32 {
    return @bitCast(pair(chain.number).current);
}

// F(m + n) = F(m) F(n + 1) + F(m - 1) F(n): so the chain falls into two that do not wait for each other.
//@@Benchmark
fn fiboChainHalved(chain: *const Chain) !i32 {
    const half = @divTrunc(chain.number, 2);
    var theirs: Pair = undefined;
    const other = try std.Thread.spawn(.{}, pairInto, .{ &theirs, half - 1 });
    const mine = pair(chain.number - half);
    other.join();
    return @bitCast(theirs.following *% mine.following +% theirs.current *% mine.current);
}
