# When a benchmark is a method of a state, is it called on the object that the fixtures prepared? JMH sets up that state first.
from transcript import line

#@@State(Scope.Benchmark)
class Kitchen:
    #@@Setup(Level.Trial)
    def light(self):
        line("setup Trial Kitchen")

    #@@TearDown(Level.Trial)
    def darken(self):
        line("teardown Trial Kitchen")

#@@State(Scope.Thread)
class OwnState:
    #@@Param("3")
    seats = 0
    _guests = 0

    #@@Setup(Level.Trial)
    def lay(self):
        self._guests = self.seats
        line("setup Trial OwnState")

    #@@Setup(Level.Iteration)
    def welcome(self):
        self._guests += 1
        line("setup Iteration OwnState")

    #@@TearDown(Level.Trial)
    def clear(self):
        self._report("teardown Trial")

    #@@Benchmark
    def serve(self, kitchen):
        self._report("call serve")

    #@@Benchmark
    def greet(self):
        self._report("call greet")

    def _report(self, what):
        line(f"{what} guests={self._guests}")
