#@@State(Scope.Benchmark)
class Queue:
    #@@Setup(Level.Iteration)
    def fill(self):
        self.items = list(range(100))

    #@@Benchmark
    def take(self):
        work = sum(range(20))
        return self.items.pop() if self.items else work

    #@@Benchmark
    def look(self):
        return self.items[0] + sum(range(20))
