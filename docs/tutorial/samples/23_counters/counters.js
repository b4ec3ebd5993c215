// Numbers beside the score. OPERATIONS are reported as a rate, like the score itself (here: bytes per time); EVENTS are counted as they are.

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.OPERATIONS)
class Traffic {
    bytes = 0;
}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
class Parity {
    even = 0;
    odd = 0;
}

//@@State(Scope.Thread)
class Steps {
    value = 1;
}

//@@Benchmark
//@@BenchmarkMode(Mode.Throughput)
function step(steps, traffic, parity) {
    steps.value = (Math.imul(steps.value, 1664525) + 1013904223) | 0;
    traffic.bytes += 4;
    if (((steps.value >>> 16) & 1) !== 0) parity.odd += 1;
    else parity.even += 1;
    return steps.value >>> 0;
}
