# Is a chain of three states set up from its end and torn down from its head, at every level?
from transcript import line

#@@State(Scope.Thread)
class Farm:
    crops = 0

    #@@Setup(Level.Trial)
    def plant(self):
        line("setup Trial Farm")

    #@@Setup(Level.Invocation)
    def grow(self):
        self.crops += 1
        line("setup Invocation Farm")

    #@@TearDown(Level.Iteration)
    def rest(self):
        line("teardown Iteration Farm")

#@@State(Scope.Benchmark)
class Kitchen:
    meals = 0

    #@@Setup(Level.Trial)
    def light(self):
        line("setup Trial Kitchen")

    #@@Setup(Level.Invocation)
    def cook(self, farm):
        self.meals = 10 * farm.crops
        line("setup Invocation Kitchen")

    #@@TearDown(Level.Iteration)
    def clean(self):
        line("teardown Iteration Kitchen")

#@@State(Scope.Thread)
class Table:
    plates = 0

    #@@Setup(Level.Iteration)
    def lay(self):
        line("setup Iteration Table")

    #@@Setup(Level.Invocation)
    def serve(self, kitchen):
        self.plates = kitchen.meals + 1
        line("setup Invocation Table")

    #@@TearDown(Level.Invocation)
    def clear(self, kitchen):
        line("teardown Invocation Table")

#@@Benchmark
def dine(table):
    line(f"call dine plates={table.plates}")
