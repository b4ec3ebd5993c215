# The numbers stand in data/numbers.txt, which all languages read: a process runs in the folder of its suite.


#@@State(Scope.Benchmark)
#@@StateLabel("state")
class Numbers:
    #@@Setup
    def load(self):
        with open("data/numbers.txt", encoding="utf-8") as file:
            self.numbers = [int(line) for line in file]


#@@Benchmark
def largest(state):
    return max(state.numbers)
