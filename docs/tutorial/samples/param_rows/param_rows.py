# Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination. `units` prints 65536 as 64k.


#@@State(Scope.Thread)
#@@StateLabel("state")
#@@ParamRows({"bytes, step", "1024, 1", "65536, 64", "1048576, 4096"})
class Walk:
    #@@Param(units = 1024)
    bytes: int = 0

    #@@Param
    step: int = 1

    #@@Setup
    def make(self):
        self.memory = bytearray(b"\1" * self.bytes)


#@@Benchmark
def walk(state):
    total = 0
    for at in range(0, state.bytes, state.step):
        total += state.memory[at]
    return total
