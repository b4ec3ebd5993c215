// Numbers beside the score. OPERATIONS are reported as a rate, like the score itself (here: bytes per time); EVENTS are counted as they are.

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.OPERATIONS)
#[derive(Default)]
struct Traffic {
    pub bytes: i64,
}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
#[derive(Default)]
struct Parity {
    pub even: i64,
    pub odd: i64,
}

//@@State(Scope.Thread)
struct Steps {
    value: u32,
}

impl Steps {
    fn new() -> Self { Steps { value: 1 } }
}

//@@Benchmark
//@@BenchmarkMode(Mode.Throughput)
fn step(steps: &mut Steps, traffic: &mut Traffic, parity: &mut Parity) -> u32 {
    steps.value = steps.value.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    traffic.bytes += 4;
    if steps.value >> 16 & 1 != 0 {
        parity.odd += 1;
    } else {
        parity.even += 1;
    }
    steps.value
}
