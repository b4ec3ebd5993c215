# Do counters of type OPERATIONS stand in every iteration of a mode that measures for a time, with what was counted
# there?
from transcript import line

#@@State(Scope.Thread)
#@@AuxCounters
class Till:
    coins = 0

    #@@Setup(Level.Iteration)
    def open(self):
        line("setup Iteration")

#@@Benchmark
def sell(till):
    till.coins += 2
    line("call sell")
