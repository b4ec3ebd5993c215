// Numbers beside the score. OPERATIONS are reported as a rate, like the score itself (here: bytes per time); EVENTS are counted as they are.

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.OPERATIONS)
const Traffic = struct {
    bytes: i64 = 0,
};

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
const Parity = struct {
    even: i64 = 0,
    odd: i64 = 0,
};

//@@State(Scope.Thread)
const Steps = struct {
    value: u32 = 1,
};

//@@Benchmark
//@@BenchmarkMode(Mode.Throughput)
fn step(steps: *Steps, traffic: *Traffic, parity: *Parity) u32 {
    steps.value = steps.value *% 1_664_525 +% 1_013_904_223;
    traffic.bytes += 4;
    if (steps.value >> 16 & 1 != 0) parity.odd += 1 else parity.even += 1;
    return steps.value;
}
