//@@Benchmark
fn f() -> i32 { 1 }
//@@AuxCounters(unit = "B", scale = 1000000)
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shared { pub n: i32 }
//@@AuxCounters
//@@State(Scope.Thread)
#[derive(Default)]
struct Empty { n: i32 }
//@@AuxCounters
//@@State(Scope.Thread)
#[derive(Default)]
struct Mixed { pub n: i32, pub text: String }
impl Mixed {
    pub fn on(&self) -> bool { true }
}
//@@AuxCounters(AuxCounters.Type.EVENTS)
//@@State(Scope.Thread)
#[derive(Default)]
struct Same { pub n: u64 }
//@@Benchmark
fn clash(mixed: &Mixed, same: &Same) -> i32 { 1 }
//@@AuxCounters
struct Outside { pub n: i32 }
