# Do the fixtures and params of a state's base class run with its own, and in which order?
from transcript import line

#@@State(Scope.Thread)
class Venue:
    #@@Param("3")
    seats = 0

    #@@Setup
    def m_build(self):
        line("setup Venue")

    #@@Setup
    def paint(self):
        line("setup paint of Venue")

    #@@TearDown
    def demolish(self):
        line("teardown Venue")

#@@State(Scope.Thread)
class Shop(Venue):
    #@@Setup
    def open(self):
        line(f"setup Shop seats={self.seats}")

    #@@Setup
    def wash(self):
        line("setup wash of Shop")

    #@@TearDown
    def shut(self):
        line("teardown Shop")

    #@@TearDown
    def air(self):
        line("teardown air of Shop")

#@@Benchmark
def sell(shop):
    line(f"call sell seats={shop.seats}")
