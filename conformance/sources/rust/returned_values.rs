// Is what a benchmark returns, and what it gives to Blackhole, consumed with its value, whatever its type?
use clamh::Blackhole;

mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Number {
    value: i32,
}

impl Number {
    //@@Setup(Level.Trial)
    fn trial(&mut self) {
        self.value += 40;
    }

    //@@Setup(Level.Iteration)
    fn iteration(&mut self) {
        self.value += 2;
    }

    //@@TearDown(Level.Trial)
    fn after(&mut self) {
        self.value = 0;
    }
}

//@@Benchmark
fn anInteger(number: &Number) -> i32 {
    transcript::line("call anInteger");
    -number.value
}

//@@Benchmark
fn aFloat(number: &Number) -> f64 {
    transcript::line("call aFloat");
    f64::from(number.value) + 0.1
}

//@@Benchmark
fn aText(number: &Number) -> String {
    transcript::line("call aText");
    String::from(if number.value == 42 { "für \"42\"\n" } else { "wrong" })
}

//@@Benchmark
fn nothing(_: &Number) {
    transcript::line("call nothing");
}

//@@Benchmark
fn toBlackhole(number: &Number, blackhole: &Blackhole) -> bool {
    transcript::line("call toBlackhole");
    let zero = number.value - 42;
    blackhole.consume((1i64 << 62) + i64::from(number.value));
    blackhole.consume(number.value as f32 / 4.0);
    blackhole.consume(f64::from(number.value));
    blackhole.consume(-1.0 / f64::from(zero));
    blackhole.consume(f64::from(zero) / f64::from(zero));
    blackhole.consume(-0.0 * f64::from(number.value));
    blackhole.consume(char::from(number.value as u8 + b'x' - 42));
    blackhole.consume("0123456789abcdef".repeat(2 * number.value as usize));
    zero == 0
}
