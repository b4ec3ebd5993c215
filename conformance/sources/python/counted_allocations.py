# Are allocations counted around what is timed, and not around iteration fixtures?
from transcript import line


#@@State(Scope.Thread)
#@@StateLabel("maker")
class Maker:
    def make(self, blocks):
        for _ in range(blocks):
            self.kept = bytes(1024 - 33)  # the header of bytes, and a 0 at their end

    #@@Setup(Level.Iteration)
    def begin(self):
        line("setup Iteration")
        self.make(30000)

    #@@TearDown(Level.Iteration)
    def end(self):
        self.make(30000)
        line("teardown Iteration")


#@@Benchmark
def allocate(maker):
    maker.make(300)
    return len(maker.kept)
