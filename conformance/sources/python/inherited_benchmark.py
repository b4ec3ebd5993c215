# Is a benchmark of a base class also one of every class that inherits it, called on that class's object?
from transcript import line

#@@State(Scope.Thread)
class Shop:
    #@@Setup
    def open(self):
        line(f"setup {self.goods()}")

    #@@Benchmark
    def sell(self):
        line(f"call sell {self.goods()}")

    def goods(self):
        return "anything"

class Bakery(Shop):
    def goods(self):
        return "bread"

class Dairy(Shop):
    def goods(self):
        return "milk"
