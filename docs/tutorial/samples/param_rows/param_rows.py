# Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination.
# Reports call each row by its `name`; `-p name=dense` selects one. Without that column they show the values.


#@@State(Scope.Thread)
#@@StateLabel("state")
#@@ParamRows({"name, bytes, step", "dense, 1024, 1", "sparse, 65536, 64", "pages, 1048576, 4096"})
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
