#@@State(Scope.Thread)
class Plain:
    def __init__(self): self.n = 1
#@@State(Scope.Thread)
class Needs:
    def __init__(self, size): self.size = size
#@@State(Scope.Thread)
class Defaults:
    def __init__(self, size=3, *rest, **named): self.size = size
class Methods:
    def __init__(self, size): self.size = size
    #@@Benchmark
    def method(self): return 1
#@@Benchmark
def one(plain, needs, defaults): return 1
