# In which order do several fixtures of one state and level run, whatever their order in the source?
from transcript import line

#@@State(Scope.Thread)
class Shop:
    #@@Setup
    def open2(self):
        line("setup open2")

    #@@Setup
    def open10(self):
        line("setup open10")

    #@@Setup
    def open(self):
        line("setup open")

    #@@Setup
    def Build(self):
        line("setup Build")

    #@@Setup
    def aim(self):
        line("setup aim")

    #@@TearDown
    def shut(self):
        line("teardown shut")

    #@@TearDown
    def demolish(self):
        line("teardown demolish")

#@@Benchmark
def sell(shop):
    line("call sell")
