use std::sync::atomic::{AtomicI64, Ordering};

static MEMO: AtomicI64 = AtomicI64::new(-1);

//@@State(Scope.Thread)
#[derive(Default)]
struct Numbers {
    items: [i64; 3],
    calls: i64,
    turned: bool,
}

impl Numbers {
    //@@Setup
    fn fill(&mut self, random: &mut Random) {
        for item in &mut self.items {
            *item = i64::from(random.nextIntBelow(1000));
        }
    }

    fn sum(&self) -> i64 { self.items.iter().sum() }
}

//@@Benchmark
fn remembered(numbers: &Numbers) -> i64 {
    let _ = MEMO.compare_exchange(-1, numbers.sum(), Ordering::Relaxed, Ordering::Relaxed);
    MEMO.load(Ordering::Relaxed)
}

//@@Benchmark
fn counted(numbers: &mut Numbers) -> i64 {
    numbers.calls += 1;
    numbers.sum() + numbers.calls - 1
}

//@@Benchmark
fn turned(numbers: &mut Numbers) -> i64 {
    numbers.turned = !numbers.turned;
    if numbers.turned { numbers.sum() } else { -numbers.sum() }
}

//@@Benchmark
fn undefined_value(_numbers: &Numbers) -> f64 { f64::NAN }

//@@Benchmark
fn silent(_numbers: &Numbers) {}

//@@Benchmark
fn accumulated(numbers: &mut Numbers) -> i64 {
    numbers.calls += 1;
    numbers.sum() + numbers.calls
}

//@@Benchmark
fn always(numbers: &Numbers) -> bool { numbers.sum() >= 0 }

//@@Benchmark
fn literal() -> i64 { 42 }
