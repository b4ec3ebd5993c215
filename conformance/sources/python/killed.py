# When a signal ends the process, does the row say which, and does the run go on?
import os
import signal

from transcript import line

#@@State(Scope.Benchmark)
class Party:
    iteration = 0

    #@@Setup(Level.Iteration)
    def greet(self):
        self.iteration += 1
        line("setup Iteration")

#@@Benchmark
def dance(party):
    if party.iteration == 2:
        line("dance fails")
        os.kill(os.getpid(), signal.SIGKILL)
    line("call dance")

#@@Benchmark
def leave(party):
    line("call leave")
