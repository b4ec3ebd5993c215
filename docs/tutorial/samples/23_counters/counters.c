// Numbers beside the score. OPERATIONS are reported as a rate, like the score itself (here: bytes per time); EVENTS are counted as they are.

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.OPERATIONS)
typedef struct {
    long bytes;
} Traffic;

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
typedef struct {
    long even, odd;
} Parity;

//@@State(Scope.Thread)
typedef struct {
    unsigned value;
} Steps;

//@@Setup
void begin(Steps *steps) { steps->value = 1; }

//@@Benchmark
//@@BenchmarkMode(Mode.Throughput)
unsigned step(Steps *steps, Traffic *traffic, Parity *parity) {
    steps->value = steps->value * 1664525u + 1013904223u;
    traffic->bytes += 4;
    if ((steps->value >> 16 & 1) != 0) ++parity->odd;
    else ++parity->even;
    return steps->value;
}
