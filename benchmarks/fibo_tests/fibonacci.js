// Fibonacci numbers, modulo 2 to the 32: local and nonlocal variables, and two loops optimised by hand.
//
// `| 0` and Math.imul keep every number a 32-bit integer, as in the other languages: a double would lose the low bits.

// The nonlocal variables. They outlive the call, so that what they hold at its end must be in memory.
let current = 0;
let following = 1;

//@@State(Scope.Benchmark)
class Series {
    //@@Param({"46", "1000"})
    number = 0;
}

//@@Benchmark
function fiboLocal(series) {
    let current = 0;
    let following = 1;
    for (let remaining = series.number; remaining > 0; --remaining) {
        const sum = (current + following) | 0;
        current = following;
        following = sum;
    }
    return current;
}

//@@Benchmark
function fiboNonlocal(series) {
    current = 0;
    following = 1;
    for (let remaining = series.number; remaining > 0; --remaining) {
        const sum = (current + following) | 0;
        current = following;
        following = sum;
    }
    return current;
}

// Two numbers a round: nothing has to be moved from one variable to the other.
//@@Benchmark
function fiboUnrolled(series) {
    let current = 0;
    let following = 1;
    let remaining = series.number;
    for (; remaining > 1; remaining -= 2) {
        current = (current + following) | 0;
        following = (following + current) | 0;
    }
    return remaining === 1 ? following : current;
}

// A step (a, b) -> (bq + aq + ap, bp + aq) with p = 0, q = 1 is one number further; done twice it is the same step
// with p = pp + qq, q = 2pq + qq. So the rounds are as many as `number` has binary digits.
//@@Benchmark
function fiboSquaring(series) {
    let a = 1;
    let b = 0;
    let p = 0;
    let q = 1;
    for (let remaining = series.number; remaining > 0; remaining >>= 1) {
        const qq = Math.imul(q, q);
        if (remaining & 1) {
            const aq = Math.imul(a, q);
            a = (Math.imul(b, q) + aq + Math.imul(a, p)) | 0;
            b = (Math.imul(b, p) + aq) | 0;
        }
        q = (2 * Math.imul(p, q) + qq) | 0;
        p = (Math.imul(p, p) + qq) | 0;
    }
    return b;
}
