# Numbers beside the score. OPERATIONS are reported as a rate, like the score itself (here: bytes per time); EVENTS are counted as they are.


#@@State(Scope.Thread)
#@@AuxCounters(AuxCounters.Type.OPERATIONS)
class Traffic:
    bytes: int = 0


#@@State(Scope.Thread)
#@@AuxCounters(AuxCounters.Type.EVENTS)
class Parity:
    even: int = 0
    odd: int = 0


#@@State(Scope.Thread)
class Steps:
    def __init__(self):
        self.value = 1


#@@Benchmark
#@@BenchmarkMode(Mode.Throughput)
def step(steps, traffic, parity):
    steps.value = steps.value * 1664525 + 1013904223 & 0xFFFFFFFF
    traffic.bytes += 4
    if steps.value >> 16 & 1:
        parity.odd += 1
    else:
        parity.even += 1
    return steps.value
