// Fibonacci numbers, modulo 2 to the 32: local and nonlocal variables, and two loops optimised by hand.
//
// The arithmetic wraps; the result is the signed number with the same bits, as the other languages have it.

// The nonlocal variables. They outlive the call, so that what they hold at its end must be in memory: `pub` lets other
// crates look at them, while a compiler may make locals of what only this one can see.
pub static mut CURRENT: u32 = 0;
pub static mut FOLLOWING: u32 = 0;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Series {
    //@@Param({"46", "1000"})
    number: i32,
}

//@@Benchmark
fn fibo_local(series: &Series) -> i32 {
    let mut current: u32 = 0;
    let mut following: u32 = 1;
    let mut remaining = series.number;
    while remaining > 0 {
        let sum = current.wrapping_add(following);
        current = following;
        following = sum;
        remaining -= 1;
    }
    current as i32
}

//@@Benchmark
fn fibo_nonlocal(series: &Series) -> i32 {
    // One thread runs it.
    unsafe {
        CURRENT = 0;
        FOLLOWING = 1;
        let mut remaining = series.number;
        while remaining > 0 {
            let sum = CURRENT.wrapping_add(FOLLOWING);
            CURRENT = FOLLOWING;
            FOLLOWING = sum;
            remaining -= 1;
        }
        CURRENT as i32
    }
}

// Two numbers a round: nothing has to be moved from one variable to the other.
//@@Benchmark
fn fibo_unrolled(series: &Series) -> i32 {
    let mut current: u32 = 0;
    let mut following: u32 = 1;
    let mut remaining = series.number;
    while remaining > 1 {
        current = current.wrapping_add(following);
        following = following.wrapping_add(current);
        remaining -= 2;
    }
    (if remaining == 1 { following } else { current }) as i32
}

// A step (a, b) -> (bq + aq + ap, bp + aq) with p = 0, q = 1 is one number further; done twice it is the same step
// with p = pp + qq, q = 2pq + qq. So the rounds are as many as `number` has binary digits.
//@@Benchmark
fn fibo_squaring(series: &Series) -> i32 {
    let (mut a, mut b, mut p, mut q) = (1_u32, 0_u32, 0_u32, 1_u32);
    let mut remaining = series.number;
    while remaining > 0 {
        let qq = q.wrapping_mul(q);
        if remaining & 1 == 1 {
            let aq = a.wrapping_mul(q);
            a = b.wrapping_mul(q).wrapping_add(aq).wrapping_add(a.wrapping_mul(p));
            b = b.wrapping_mul(p).wrapping_add(aq);
        }
        q = p.wrapping_mul(q).wrapping_mul(2).wrapping_add(qq);
        p = p.wrapping_mul(p).wrapping_add(qq);
        remaining >>= 1;
    }
    b as i32
}
