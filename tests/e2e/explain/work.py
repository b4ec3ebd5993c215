#@@State(Scope.Thread)
class Input:
    def __init__(self):
        self.values = [0] * 1024


#@@Benchmark
def add(input):
    total = 0
    for value in input.values:
        total = max(total + value, 0)
    return total
