# The class of a benchmark may be the state itself: a method is called on its object, as in the user's program.


#@@State(Scope.Thread)
class OwnState:
    def __init__(self):
        self.number = 2.0

    #@@Benchmark
    def square(self):
        return self.number * self.number
