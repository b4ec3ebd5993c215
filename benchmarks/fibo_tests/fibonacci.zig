// Fibonacci numbers, modulo 2 to the 32: local and nonlocal variables, and two loops optimised by hand.
//
// The arithmetic wraps; the result is the signed number with the same bits, as the other languages have it.

// The nonlocal variables. They outlive the call, so that what they hold at its end must be in memory: as `export` lets
// other objects look at them, while a compiler may make locals of what only this one can see.
export var current_number: u32 = 0;
export var following_number: u32 = 0;

//@@State(Scope.Benchmark)
const Series = struct {
    //@@Param({"46", "1000"})
    number: i32 = 0,
};

//@@Benchmark
fn fiboLocal(series: *const Series) i32 {
    var current: u32 = 0;
    var following: u32 = 1;
    var remaining = series.number;
    while (remaining > 0) : (remaining -= 1) {
        const sum = current +% following;
        current = following;
        following = sum;
    }
    return @bitCast(current);
}

//@@Benchmark
fn fiboNonlocal(series: *const Series) i32 {
    current_number = 0;
    following_number = 1;
    var remaining = series.number;
    while (remaining > 0) : (remaining -= 1) {
        const sum = current_number +% following_number;
        current_number = following_number;
        following_number = sum;
    }
    return @bitCast(current_number);
}

// Two numbers a round: nothing has to be moved from one variable to the other.
//@@Benchmark
fn fiboUnrolled(series: *const Series) i32 {
    var current: u32 = 0;
    var following: u32 = 1;
    var remaining = series.number;
    while (remaining > 1) : (remaining -= 2) {
        current +%= following;
        following +%= current;
    }
    return @bitCast(if (remaining == 1) following else current);
}

// A step (a, b) -> (bq + aq + ap, bp + aq) with p = 0, q = 1 is one number further; done twice it is the same step
// with p = pp + qq, q = 2pq + qq. So the rounds are as many as `number` has binary digits.
//@@Benchmark
fn fiboSquaring(series: *const Series) i32 {
    var a: u32 = 1;
    var b: u32 = 0;
    var p: u32 = 0;
    var q: u32 = 1;
    var remaining = series.number;
    while (remaining > 0) : (remaining >>= 1) {
        const qq = q *% q;
        if (remaining & 1 == 1) {
            const aq = a *% q;
            a = b *% q +% aq +% a *% p;
            b = b *% p +% aq;
        }
        q = p *% q *% 2 +% qq;
        p = p *% p +% qq;
    }
    return @bitCast(b);
}
