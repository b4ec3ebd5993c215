// What the tests of several threads talk to; built with the ThreadSanitizer, so that nothing here may race by itself.
use clamh::{Blackhole, Control, ThreadParams};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, Ordering::SeqCst};
use std::sync::Once;
use std::thread::{sleep, yield_now};
use std::time::Duration;

// The core's, from its clock.h.
#[repr(C)]
struct ClockSource {
    name: *const u8,
    now: extern "C" fn() -> i64,
}

extern "C" {
    static mut clamh_core_the_clock: ClockSource;
}

// A clock of which a test knows everything: each thread counts its own readings, a millisecond each, and a setup may move all.
static MOVED: AtomicI64 = AtomicI64::new(0);

extern "C" fn known_clock() -> i64 {
    thread_local! {
        static READINGS: Cell<i64> = const { Cell::new(0) };
    }
    READINGS.with(|readings| {
        readings.set(readings.get() + 1);
        readings.get() * 1_000_000 + MOVED.load(SeqCst)
    })
}

fn take_known_clock() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| unsafe { clamh_core_the_clock.now = known_clock });
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Hall {
    setups: AtomicI32,
    users: AtomicI32,
}

impl Hall {
    //@@Setup
    fn open(&self) {
        take_known_clock();
    }

    //@@Setup(Level.Iteration)
    fn once(&self) {
        self.setups.fetch_add(1, SeqCst);
    }

    //@@Setup(Level.Invocation)
    fn again(&self) {}
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Wall {
    count: AtomicI64,
}

impl Wall {
    //@@Setup
    fn open(&self) {
        take_known_clock();
    }
}

//@@State(Scope.Thread)
struct Guest {
    //@@Param("false")
    late: bool,
    calls: i64,
    wide: [u8; 200],
}

impl Guest {
    fn new() -> Guest {
        Guest { late: false, calls: 0, wide: [0; 200] }
    }

    // 100 ms by that clock, and long enough by the system's for others to run ahead.
    //@@Setup(Level.Iteration)
    fn come(&self, _: &Wall, params: &ThreadParams) {
        if self.late && params.getThreadIndex() == 1 {
            sleep(Duration::from_millis(20));
            MOVED.fetch_add(100_000_000, SeqCst);
        }
    }
}

//@@State(Scope.Group)
#[derive(Default)]
struct Table {
    turn: AtomicI32,
}

impl Table {
    fn pass(&self, from: i32, to: i32, over: impl Fn() -> bool) {
        while !over() && self.turn.compare_exchange_weak(from, to, SeqCst, SeqCst).is_err() {
            yield_now();
        }
    }
}

//@@State(Scope.Thread)
//@@AuxCounters
#[derive(Default)]
pub struct Counted {
    pub calls: i64,
}

//@@Benchmark
fn meets(wall: &Wall, guest: &mut Guest, counted: &mut Counted) -> i64 {
    guest.calls += 1;
    counted.calls += 1;
    wall.count.fetch_add(1, SeqCst) + guest.calls + counted.calls + i64::from(guest.wide[0])
}

//@@Benchmark
fn around(hall: &Hall, guest: &Guest) {
    hall.users.fetch_add(i32::from(guest.late), SeqCst);
}

//@@Benchmark
//@@Group("pair")
fn serve(table: &Table, _: &Guest, counted: &mut Counted, control: &Control) {
    counted.calls += 1;
    table.pass(0, 1, || control.stopMeasurement());
}

//@@Benchmark
//@@Group("pair")
fn back(table: &Table, _: &Guest, control: &Control) {
    table.pass(1, 0, || control.stopMeasurement());
}

// The same by people who do not look at Control.
//@@Benchmark
//@@Group("deaf")
//@@GroupThreads(2)
fn give(table: &Table, _: &Wall) {
    table.pass(0, 1, || false);
}

//@@Benchmark
//@@Group("deaf")
fn take(table: &Table, _: &Wall, hole: &Blackhole) -> i32 {
    table.pass(1, 0, || false);
    hole.consume('t');
    7
}

// A shot that lasts until it is stopped, and one that is only slower than its partner's.
//@@Benchmark
//@@Group("watch")
fn guard(control: &Control, counted: &mut Counted) {
    counted.calls += 1;
    while !control.stopMeasurement() {
        yield_now();
    }
}

//@@Benchmark
//@@Group("watch")
fn slow(_: &Table, control: &Control) {
    for _ in 0..5 {
        if !control.stopMeasurement() {
            sleep(Duration::from_millis(2));
        }
    }
}

//@@Benchmark
//@@Group("watch")
fn work(_: &Wall) {}

static WAITING: AtomicBool = AtomicBool::new(false); // one that was released before its first call would come back

//@@Benchmark
//@@Group("stuck")
fn breaks() {
    while !WAITING.load(SeqCst) {
        yield_now();
    }
    panic!("out of paper");
}

//@@Benchmark
//@@Group("stuck")
fn waits(table: &Table) {
    WAITING.store(true, SeqCst);
    while table.turn.load(SeqCst) == 0 {
        yield_now();
    }
}
