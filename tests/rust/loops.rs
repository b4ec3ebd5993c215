// One benchmark per kind of state and of result, for the tests that read the machine code of their stubs.
// The factor of each marks its multiplication; it is large and odd, so that no compiler makes shifts of it.
use clamh::{Blackhole, Control};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

static WRITTEN: AtomicI64 = AtomicI64::new(1);
static mut PLAIN: i64 = 1;
static NEVER_WRITTEN: i64 = 625;

#[derive(Default)]
struct Inner {
    value: i64,
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Numbers {
    plain: i64,
    inner: Inner,
    real: f64,
    single: f32,
    boxed: Box<i64>,
    shared: AtomicI64,
}

impl Numbers {
    //@@Setup
    fn setup(&self) {
        WRITTEN.fetch_add(self.plain, Relaxed);
        unsafe { PLAIN += self.plain };
    }
}

struct Pair {
    first: i64,
    second: i64,
}

struct Text {
    length: i64,
}

impl Drop for Text {
    fn drop(&mut self) {}
}

//@@Benchmark
fn plain(state: &Numbers) -> i64 { state.plain * 1000203 }
//@@Benchmark
fn atomic(_: &Numbers) -> i64 { WRITTEN.load(Relaxed) * 1000205 }
//@@Benchmark
fn global(_: &Numbers) -> i64 { unsafe { PLAIN * 1000207 } }
//@@Benchmark
fn inner(state: &Numbers) -> i64 { state.inner.value * 1000209 }
//@@Benchmark
fn boxed(state: &Numbers) -> i64 { *state.boxed * 1000211 }
//@@Benchmark
fn constant(_: &Numbers) -> i64 { NEVER_WRITTEN * 1000213 }
//@@Benchmark
fn small(state: &Numbers) -> i32 { (state.plain as i32).wrapping_mul(1000215) }
//@@Benchmark
fn real(state: &Numbers) -> f64 { state.real * 3.0 }
//@@Benchmark
fn single(state: &Numbers) -> f32 { state.single * 3.0 }
//@@Benchmark
fn boolean(state: &Numbers) -> bool { state.plain > 1234567 }
//@@Benchmark
fn pair(state: &Numbers) -> Pair { Pair { first: state.plain * 1000217, second: state.plain } }
//@@Benchmark
fn object(state: &Numbers) -> Text { Text { length: state.plain * 1000219 } }
//@@Benchmark
fn perhaps(state: &Numbers) -> Option<i64> { Some(state.plain * 1000221) }
//@@Benchmark
fn fallible(state: &Numbers) -> Result<i64, String> {
    if state.plain < 0 { Err(String::from("negative")) } else { Ok(state.plain * 1000227) }
}
//@@Benchmark
fn consumed(state: &Numbers, hole: &Blackhole) { hole.consume(state.plain * 1000223); }
//@@Benchmark
fn consumed_real(state: &Numbers, hole: &Blackhole) { hole.consume(state.real * 3.0); }
//@@Benchmark
fn consumed_reference(state: &Numbers, hole: &Blackhole) { hole.consume(&(state.plain * 1000225)); }
//@@Benchmark
fn stored(state: &mut Numbers) { state.plain = 116; }
//@@Benchmark
fn added(state: &mut Numbers) { state.plain += 117; }
//@@Benchmark
fn added_inner(state: &mut Numbers) { state.inner.value += 117; }
//@@Benchmark
fn added_global(_: &Numbers) { unsafe { PLAIN += 117 }; }
//@@Benchmark
fn counted(state: &Numbers) { state.shared.fetch_add(117, Relaxed); }
//@@Benchmark
fn stopped(control: &Control) -> bool { control.stopMeasurement() }
//@@Benchmark
fn burns(hole: &Blackhole) { hole.consumeCPU(7); }
//@@Benchmark
fn empty() {}
