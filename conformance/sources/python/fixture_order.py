# In which order do the fixtures of several states run? A state that a fixture takes is set up before, torn down after;
# JMH sets up the last argument first; fixtures of one state and level run in the order of their names.
from transcript import line

#@@State(Scope.Benchmark)
class Kitchen:
    #@@Setup(Level.Trial)
    def build(self):
        line("setup Trial Kitchen")

    #@@Setup(Level.Iteration)
    def light(self):
        line("setup Iteration Kitchen")

    #@@TearDown(Level.Iteration)
    def darken(self):
        line("teardown Iteration Kitchen")

    #@@TearDown(Level.Trial)
    def demolish(self):
        line("teardown Trial Kitchen")

#@@State(Scope.Benchmark)
class Cook:
    #@@Setup(Level.Trial)
    def hire(self, kitchen):
        line("setup Trial Cook")

    #@@Setup(Level.Iteration)
    def wake(self, kitchen):
        line("setup Iteration Cook")

    #@@TearDown(Level.Iteration)
    def rest(self, kitchen):
        line("teardown Iteration Cook")

    #@@TearDown(Level.Trial)
    def dismiss(self, kitchen):
        line("teardown Trial Cook")

#@@State(Scope.Benchmark)
class Apprentice:
    #@@Setup(Level.Trial)
    def hire(self, cook):
        line("setup Trial Apprentice")

    #@@Setup(Level.Iteration)
    def wake(self, cook):
        line("setup Iteration Apprentice")

    #@@TearDown(Level.Iteration)
    def rest(self, cook):
        line("teardown Iteration Apprentice")

    #@@TearDown(Level.Trial)
    def dismiss(self, cook):
        line("teardown Trial Apprentice")

#@@State(Scope.Thread)
class Waiter:
    #@@Setup(Level.Trial)
    def hire(self):
        line("setup Trial Waiter")

    #@@Setup(Level.Iteration)
    def wake(self):
        line("setup Iteration Waiter wake")

    #@@Setup(Level.Iteration)
    def dress(self):
        line("setup Iteration Waiter dress")

    #@@TearDown(Level.Iteration)
    def rest(self):
        line("teardown Iteration Waiter")

    #@@TearDown(Level.Trial)
    def dismiss(self):
        line("teardown Trial Waiter")

#@@Benchmark
def dine(apprentice, waiter):
    line("call dine")

#@@Benchmark
def snack(cook):
    line("call snack")
