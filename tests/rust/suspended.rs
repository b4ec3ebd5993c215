// What leaves a suspended block in each way, and known multiplications before, in and after a suspended part.
use clamh::Suspend;

//@@State(Scope.Thread)
#[derive(Default)]
struct Numbers {
    first: i64,
    second: i64,
    third: i64,
}

//@@Benchmark
fn nested(suspend: &Suspend) -> i64 {
    let _paused = suspend.pause();
    (0..100).map(|at| suspend.run(|| suspend.run(|| at))).sum()
}

//@@Benchmark
fn leaves_early(suspend: &mut Suspend) -> Option<i64> {
    for at in 0..5 {
        // two suspensions: one goes on, one breaks
        let _paused = suspend.pause();
        if at == 0 {
            continue;
        }
        break;
    }
    let given: Option<i64> = suspend.run(|| None);
    let moved = suspend.pause();
    let _last = moved;
    given?;
    None
}

//@@Benchmark
fn panics(suspend: &Suspend) {
    let _paused = suspend.pause();
    panic!("out of paper");
}

//@@Benchmark
fn holds(suspend: &Suspend) {
    std::mem::forget(suspend.pause());
}

//@@Benchmark
fn run(numbers: &mut Numbers, suspend: &Suspend) -> i64 {
    let before = numbers.first.wrapping_mul(1000003);
    let mut within = 0;
    suspend.run(|| within = before.wrapping_mul(1000033));
    within.wrapping_mul(1000037)
}

//@@Benchmark
fn returned(numbers: &mut Numbers, suspend: &Suspend) -> i64 {
    let before = numbers.first.wrapping_mul(1000003);
    suspend.run(|| before.wrapping_mul(1000033)).wrapping_mul(1000037) ^ 1 // other code than `run`'s, or it would be merged with it
}

//@@Benchmark
fn paused(numbers: &mut Numbers, suspend: &Suspend) -> i64 {
    numbers.second = numbers.first.wrapping_mul(1000003);
    {
        let _paused = suspend.pause();
        numbers.third = numbers.second.wrapping_mul(1000033);
    }
    numbers.third.wrapping_mul(1000037)
}
