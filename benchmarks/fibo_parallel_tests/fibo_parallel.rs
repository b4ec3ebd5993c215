// Fibonacci numbers by two parallel algorithms, each beside the same algorithm in one thread.

use std::thread;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Calls {
    //@@Param({"20", "27"})
    number: i32,
    //@@Param({"1", "3"})
    forks: i32,
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Chain {
    //@@Param({"10000", "1000000"})
    number: i32,
}

fn recursive(number: i32) -> i32 {
    if number < 2 { number } else { recursive(number - 1) + recursive(number - 2) }
}

// The smaller half of the calls goes to another thread, as often as `forks` says.
fn forked(number: i32, forks: i32) -> i32 {
    if forks == 0 {
        return recursive(number);
    }
    thread::scope(|scope| {
        let other = scope.spawn(|| recursive(number - 2));
        let mine = forked(number - 1, forks - 1);
        mine + other.join().unwrap()
    })
}

// The Fibonacci number and the next one, modulo 2 to the 32.
fn pair(number: i32) -> (u32, u32) {
    let mut current: u32 = 0;
    let mut following: u32 = 1;
    let mut remaining = number;
    while remaining > 0 {
        let sum = current.wrapping_add(following);
        current = following;
        following = sum;
        remaining -= 1;
    }
    (current, following)
}

//@@Benchmark
fn fibo_calls(calls: &Calls) -> i32 {
    recursive(calls.number)
}

//@@Benchmark
fn fibo_calls_forked(calls: &Calls) -> i32 {
    forked(calls.number, calls.forks)
}

//@@Benchmark
fn fibo_chain(chain: &Chain) -> i32 {
    pair(chain.number).0 as i32
}

// F(m + n) = F(m) F(n + 1) + F(m - 1) F(n): so the chain falls into two that do not wait for each other.
//@@Benchmark
fn fibo_chain_halved(chain: &Chain) -> i32 {
    let half = chain.number / 2;
    thread::scope(|scope| {
        let other = scope.spawn(|| pair(half - 1));
        let mine = pair(chain.number - half);
        let theirs = other.join().unwrap();
        theirs.1.wrapping_mul(mine.1).wrapping_add(theirs.0.wrapping_mul(mine.0)) as i32
    })
}
