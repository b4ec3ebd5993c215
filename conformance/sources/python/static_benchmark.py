# Does a static benchmark of a state have that state: its object, its params and its fixtures, static or not, inherited or not?
from transcript import line

#@@State(Scope.Thread)
class Till:
    #@@Setup
    def fill(self):
        line("setup Till")

#@@State(Scope.Benchmark)
class Shop:
    #@@Param({"1", "2"})
    seats: int = 0

    guests = 0

    #@@Setup
    def open(self):
        Shop.guests = 100 * self.seats
        line("setup Trial")

    #@@Setup(Level.Iteration)
    @staticmethod
    def welcome():
        Shop.guests += Shop.seats
        line("setup Iteration")

    #@@TearDown
    @classmethod
    def close(cls):
        line(f"teardown Trial guests={cls.guests}")

    #@@Benchmark
    @staticmethod
    def sell(till):
        line(f"call sell seats={Shop.seats} guests={Shop.guests}")

class Bakery(Shop):
    pass
