// What the protocol tests talk to. Every call prints one line.
use clamh::Blackhole;
use std::cell::Cell;

fn say(what: &str) {
    println!("{what}");
}

//@@State(Scope.Benchmark)
struct Shared {
    //@@Param({"1", "2"})
    level: i32,
}

impl Shared {
    fn new() -> Shared {
        say("Shared()");
        Shared { level: 0 }
    }

    //@@Setup
    fn setup(&self) {
        say("Shared::setup");
    }

    //@@TearDown
    fn teardown(&self) {
        say("Shared::teardown");
    }

    //@@Setup(Level.Iteration)
    fn iteration(&self) {
        say("Shared::iteration");
    }

    //@@TearDown(Level.Iteration)
    fn iterated(&self) {
        say("Shared::iterated");
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        say("~Shared()");
    }
}

#[derive(Clone, Copy, Default)]
enum Colour {
    #[default]
    red,
    green = 7,
}

//@@State(Scope.Benchmark)
#[derive(Default)]
#[repr(align(256))]
struct Aligned {
    //@@Param("a b,c")
    text: String,
    //@@Param
    colour: Colour,
    //@@Param("x")
    letter: char,
    //@@Param("true")
    flag: bool,
    //@@Param("0.5")
    ratio: f32,
    //@@Param("200")
    byte: u8,
}

impl Aligned {
    //@@Setup
    fn setup(&self, _: &Shared) {
        say("Aligned::setup"); // Shared is set up before
    }

    //@@TearDown
    fn teardown(&self, _: &Shared) {
        say("Aligned::teardown");
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Big {
    bytes: [u64; 32],
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Broken;

impl Broken {
    //@@Setup
    fn setup(&self) {
        panic!("no luck");
    }

    //@@TearDown
    fn teardown(&self) {
        say("Broken::teardown");
    }
}

// One of its setups comes to its end.
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Half;

impl Half {
    //@@Setup
    fn begin(&self) {
        say("Half::begin");
    }

    //@@Setup
    fn finish(&self) {
        panic!("no more");
    }

    //@@TearDown
    fn teardown(&self) {
        say("Half::teardown");
    }

    //@@TearDown(Level.Iteration)
    fn iterated(&self) {
        say("Half::iterated");
    }
}

//@@ParamRows({"n,text", "1,'a, b'", "8,c", "8,d"})
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Rows {
    //@@Param
    n: i32,
    //@@Param
    text: String,
}

impl Rows {
    //@@Check
    fn doubled(&self) -> i64 {
        assert!(self.n >= 0, "below");
        2 * i64::from(self.n)
    }

    //@@Check
    fn all(&self) -> Vec<i32> {
        vec![self.n, self.n + 1]
    }
}

// Not to be shared by threads.
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Alone {
    count: Cell<i64>,
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Crowded {
    count: i64,
}

struct Unshown;

#[derive(Default)]
struct Bench {
    calls: i32,
}

impl Bench {
    //@@Benchmark
    fn twice(&mut self, state: &Aligned, shared: &Shared) -> f64 {
        self.calls += 1;
        f64::from(self.calls) + f64::from(state.ratio) + f64::from(shared.level)
    }

    //@@Benchmark
    fn texts(state: &Aligned, hole: &Blackhole) -> String {
        hole.consume(&state.text);
        hole.consume(state.letter);
        hole.consume(state.flag);
        hole.consume(state.colour as i32);
        hole.consume([1.5, 2.0]);
        hole.consume((1, 2));
        "x".repeat(1500)
    }

    //@@Benchmark
    fn big(state: &mut Big) -> u64 {
        state.bytes[31] = 1;
        state.bytes[0]
    }

    //@@Benchmark
    fn fails(_: &Shared) {
        deeper();
    }

    //@@Benchmark
    fn errs() -> Result<i32, String> {
        Err(String::from("no number"))
    }

    //@@Benchmark
    fn errs_unshown(hole: &Blackhole) -> Result<(), Unshown> {
        hole.consume(Err::<(), i32>(7)); // a value like any other
        Err(Unshown)
    }
}

//@@Benchmark
fn long() -> String {
    "ü\n".repeat(700_000)
}

fn deeper() {
    panic!("boom {}", 'é');
}

//@@Benchmark
fn broken(_: &Broken, _: &Shared) {}

//@@Benchmark
fn half(_: &Half, _: &Shared) {}

//@@Benchmark
fn rows(state: &Rows) -> i32 {
    state.n
}

//@@Benchmark
fn unshared(alone: &Alone) {
    alone.count.set(alone.count.get() + 1);
}

//@@Benchmark
fn crowd(crowded: &mut Crowded) {
    crowded.count += 1;
}
