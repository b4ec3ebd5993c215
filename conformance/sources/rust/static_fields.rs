// Does every case begin with static fields as the source initialises them, whatever ran before?
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};

mod transcript;

static CALLS: AtomicI32 = AtomicI32::new(5);

//@@Benchmark
fn buy() {
    transcript::line(&format!("call buy {}", CALLS.fetch_add(1, SeqCst) + 1));
}

//@@Benchmark
fn sell() {
    transcript::line(&format!("call sell {}", CALLS.fetch_add(1, SeqCst) + 1));
}
