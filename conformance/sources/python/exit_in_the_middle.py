# A benchmark ends its process with code 3: the row says so, and the run goes on with the next case.
import sys

from transcript import line

#@@State(Scope.Benchmark)
class Party:
    iteration = 0

    #@@Setup(Level.Trial)
    def invite(self):
        line("setup Trial")

    #@@Setup(Level.Iteration)
    def greet(self):
        self.iteration += 1
        line("setup Iteration")

    #@@TearDown(Level.Iteration)
    def tidy(self):
        line("teardown Iteration")

    #@@TearDown(Level.Trial)
    def clean(self):
        line("teardown Trial")

#@@Benchmark
def dance(party):
    if party.iteration == 2:
        line("dance fails")
        sys.exit(3)
    line("call dance")

#@@Benchmark
def leave(party):
    line("call leave")
