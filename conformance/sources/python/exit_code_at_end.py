# Is a process that ends with another code than 0 after everything was measured a failure that keeps its iterations?
import atexit
import os

from transcript import line

#@@State(Scope.Benchmark)
class Party:
    #@@Setup
    def invite(self):
        atexit.register(lambda: os._exit(5))
        line("setup Trial")

    #@@TearDown
    def clean(self):
        line("teardown Trial")

#@@Benchmark
def dance(party):
    line("call dance")
