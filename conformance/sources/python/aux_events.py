# Are the fields of counters set to 0 after the iteration setup, and all read after the teardowns, while what a method returns stays?
from transcript import line

#@@State(Scope.Thread)
#@@AuxCounters(AuxCounters.Type.EVENTS)
class Till:
    bills = 0
    coins = 0
    _all = 0
    _closed = 0

    def total(self):
        return self._all
    def closings(self):
        return self._closed

    #@@Setup(Level.Iteration)
    def open(self):
        self.bills = 100

    #@@TearDown(Level.Iteration)
    def close(self):
        line(f"teardown Iteration bills={self.bills} coins={self.coins} all={self._all}")
        self.coins += 10
        self._closed += 1

    #@@TearDown(Level.Trial)
    def end(self):
        line("teardown Trial")
        self.coins += 100
        self._closed += 50

    def sell(self):
        self.bills += 1
        self.coins += 2
        self._all += 1

#@@Benchmark
def sell(till):
    till.sell()
    line("call sell")
